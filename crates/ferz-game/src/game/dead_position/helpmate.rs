//! The search for a helpmate.

use super::packed::Packed;
use super::{Winnability, blocked};
use ferz::{Bitboard, Color, Move, PieceType, Position, Square, attacks};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

/// The number of positions of a search that the static analysis is applied to.
const MAX_ANALYSES: usize = 2_000;

/// Searches for a series of legal moves of both sides that ends with checkmate by `side`.
///
/// Best-first search over positions, each visited once. It ends with a checkmate, with all
/// positions visited, or with `max_nodes` positions visited.
pub(super) fn search(root: &Position, side: Color, max_nodes: usize) -> Winnability {
    let mut search = HelpmateSearch {
        side,
        root,
        visited: HashSet::new(),
        open: BinaryHeap::new(),
        analyses: 0,
        number: 0,
    };
    let packed = Packed::of(root);
    search.visited.insert(packed);
    search.open.push((Reverse(0), 0, packed));
    while let Some((_, _, packed)) = search.open.pop() {
        if search.visited.len() > max_nodes {
            return Winnability::Unknown;
        }
        if search.expand(packed) {
            return Winnability::Winnable;
        }
    }
    Winnability::Unwinnable
}

struct HelpmateSearch<'a> {
    side: Color,
    root: &'a Position,
    visited: HashSet<Packed>,
    /// Positions to expand by ascending cost, of equal ones the latest first.
    open: BinaryHeap<(Reverse<i32>, usize, Packed)>,
    analyses: usize,
    number: usize,
}

impl HelpmateSearch<'_> {
    /// Adds the positions after each move. Returns true if one is checkmate by the side.
    fn expand(&mut self, packed: Packed) -> bool {
        let mut position = packed.position(self.root);
        let moves: Vec<Move> = position.legal_moves().iter().copied().collect();
        for mv in moves {
            let is_irreversible = mv.is_capture() || is_pawn_move(&position, mv);
            position.do_move(mv);
            let child = Packed::of(&position);
            if self.visited.insert(child) {
                if !position.has_legal_move() {
                    if position.in_check() && position.side_to_move() != self.side {
                        return true;
                    }
                } else if !self.is_hopeless(&position, is_irreversible) {
                    self.number += 1;
                    let cost = cost(&position, self.side);
                    self.open.push((Reverse(cost), self.number, child));
                }
            }
            position.undo_move();
        }
        false
    }

    /// Returns true if the side is proven unable to checkmate.
    fn is_hopeless(&mut self, position: &Position, is_irreversible: bool) -> bool {
        if position.has_insufficient_material(self.side) {
            return true;
        }
        // The static analysis finds nothing new after a reversible move.
        if !is_irreversible || self.analyses >= MAX_ANALYSES {
            return false;
        }
        self.analyses += 1;
        blocked::is_unwinnable(position, self.side)
    }
}

fn is_pawn_move(position: &Position, mv: Move) -> bool {
    position.by_type(PieceType::Pawn).contains(mv.from())
}

/// Estimates the distance to a checkmate by `side`: lower is nearer.
fn cost(position: &Position, side: Color) -> i32 {
    let (own_king, king) = (position.king(side), position.king(!side));
    let of = |piece_type| position.pieces(side, piece_type);
    let heavy = of(PieceType::Queen) | of(PieceType::Rook);
    let minor = of(PieceType::Bishop) | of(PieceType::Knight);
    let others = position.by_color(!side).without(king);
    let nearest = |pieces: Bitboard| {
        pieces.squares().map(|square| square.distance(king) as i32).min().unwrap_or(0)
    };
    let mut cost = 6 * own_king.distance(king) as i32 + 5 * escapes(position, king, side);
    if heavy.any() {
        cost += 4 * corner_distance(king, CORNERS) + 2 * nearest(heavy) + 2 * others.len() as i32;
    } else if of(PieceType::Pawn).any() {
        let steps = steps_to_promotion(of(PieceType::Pawn), side);
        cost += 60 + 12 * steps + 4 * corner_distance(king, CORNERS) + 2 * others.len() as i32;
    } else {
        // Minor pieces need the help of a piece beside its king, and a bishop the right corner.
        let is_dark = of(PieceType::Bishop).intersects(Bitboard::DARK);
        let is_light = of(PieceType::Bishop).intersects(Bitboard::LIGHT);
        let corners = match (is_dark, is_light) {
            (true, false) => CORNERS & Bitboard::DARK,
            (false, true) => CORNERS & Bitboard::LIGHT,
            _ => CORNERS,
        };
        cost += 60 + 6 * corner_distance(king, corners) + 2 * nearest(minor);
        cost += 4 * nearest(others) + others.len() as i32;
    }
    if position.in_check() && position.side_to_move() != side { cost - 10 } else { cost }
}

const CORNERS: Bitboard =
    Bitboard::of(Square::A1).with(Square::H1).with(Square::A8).with(Square::H8);

/// Returns the king's distance to the nearest of some corners.
fn corner_distance(king: Square, corners: Bitboard) -> i32 {
    corners.squares().map(|corner| corner.distance(king) as i32).min().unwrap_or(0)
}

/// Returns the steps of the most advanced pawn to its promotion.
fn steps_to_promotion(pawns: Bitboard, side: Color) -> i32 {
    let steps = pawns.squares().map(|pawn| 7 - pawn.relative_to(side).rank().index() as i32);
    steps.min().unwrap_or(0)
}

/// Counts the neighbouring squares of a king that are neither attacked by `side` nor occupied by
/// the king's own side.
fn escapes(position: &Position, king: Square, side: Color) -> i32 {
    let free = attacks::king(king) - position.by_color(!side);
    let is_safe =
        |square: &Square| !position.attackers_to(*square).intersects(position.by_color(side));
    free.squares().filter(is_safe).count() as i32
}
