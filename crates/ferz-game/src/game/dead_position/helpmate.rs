//! The search for a helpmate.

use super::{Winnability, blocked};
use ferz::{
    Bitboard, CastleSide, CastlingRights, Color, Move, Piece, PieceType, Position, Setup,
    SetupFaults, Square, attacks,
};
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

/// A position without counters and history. Two positions are equal exactly if their pieces, side
/// to move, castling rights and en passant squares are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Packed {
    /// One bit of the index of the piece on each square, 0 on empty squares.
    planes: [u64; 4],
    /// Side to move (bit 0), castling rights (bits 1 to 4), en passant square (bits 8 to 14).
    rest: u64,
}

impl Packed {
    pub(super) fn of(position: &Position) -> Self {
        let mut planes = [0; 4];
        planes[0] = position.by_color(Color::Black).0;
        for piece_type in PieceType::ALL {
            // The code 1 to 6 of the type: 0 is an empty square.
            let code = piece_type.index() + 1;
            for (bit, plane) in planes[1..].iter_mut().enumerate() {
                *plane |= position.by_type(piece_type).0 * (code >> bit & 1) as u64;
            }
        }
        let mut rest = position.side_to_move().index() as u64;
        for (index, (color, side)) in CastleSide::BY_COLOR.into_iter().enumerate() {
            let has_right = position.castling_rights().contains(CastlingRights::of(color, side));
            rest |= u64::from(has_right) << (index + 1);
        }
        rest |= position.en_passant().map_or(0, |square| square.index() as u64 + 1) << 8;
        Self { planes, rest }
    }

    /// Returns the position; `root` is one with the same castling rooks that has all rights.
    pub(super) fn position(&self, root: &Position) -> Position {
        let mut setup = Setup::empty();
        for square in Square::ALL {
            let bit = |plane: u64| (plane >> square.index() & 1) as usize;
            let [black, low, middle, high] = self.planes.map(bit);
            let code = low | middle << 1 | high << 2;
            let piece_type = code.checked_sub(1).and_then(PieceType::from_index);
            let color = Color::wrapping(black);
            setup.pieces[square] = piece_type.map(|piece_type| Piece::new(color, piece_type));
        }
        setup.side_to_move = Color::wrapping((self.rest & 1) as usize);
        for (index, (color, side)) in CastleSide::BY_COLOR.into_iter().enumerate() {
            let has_right = self.rest >> (index + 1) & 1 != 0;
            let rook = root.castling_rook(color, side).filter(|_| has_right);
            setup.set_castling_rook(color, side, rook);
        }
        let en_passant = (self.rest >> 8) as usize;
        setup.en_passant = en_passant.checked_sub(1).and_then(Square::from_index);
        Position::from_setup_ignoring(&setup, SetupFaults::IGNORABLE)
            .expect("a packed position was a position")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_of_random_games_round_trip() {
        let mut random = fastrand::Rng::with_seed(7);
        for number in 0..60 {
            let setup = Setup::double_chess960(number * 16, 959 - number * 16).unwrap();
            let root = Position::from_setup(&setup).unwrap();
            let mut position = root.clone();
            for _ in 0..150 {
                let unpacked = Packed::of(&position).position(&root);
                assert_eq!(unpacked.key(), position.key(), "{position:?}");
                assert_eq!(Packed::of(&unpacked), Packed::of(&position));
                let Some(mv) = random.choice(position.legal_moves().iter().copied()) else { break };
                position.do_move(mv);
            }
        }
    }
}
