//! The search for a helpmate.

use super::{Winnability, blocked};
use ferz::{Bitboard, Board, Color, PieceType, Pieces, Square, attacks};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

/// The number of positions of a search that the static analysis is applied to.
const MAX_ANALYSES: usize = 2_000;

/// Searches for a series of legal moves of both sides that ends with checkmate by `side`.
///
/// Best-first search over positions, each visited once. It ends with a checkmate, with all
/// positions visited, or with `max_nodes` positions visited.
pub(super) fn search(root: &Board, side: Color, max_nodes: usize) -> Winnability {
    let mut search = HelpmateSearch {
        side,
        visited: HashSet::from([identity(root)]),
        boards: vec![*root],
        open: BinaryHeap::from([(Reverse(0), 0)]),
        analyses: 0,
    };
    while let Some((_, index)) = search.open.pop() {
        if search.visited.len() > max_nodes {
            return Winnability::Unknown;
        }
        if search.expand(index) {
            return Winnability::Winnable;
        }
    }
    Winnability::Unwinnable
}

/// What makes two boards the same position: pieces, castling rooks, en passant square and side to move,
/// without the counters.
type Identity = (Pieces, Bitboard, Option<Square>, Color);

fn identity(board: &Board) -> Identity {
    (*board.sets(), board.castling_rooks(), board.en_passant(), board.side_to_move())
}

struct HelpmateSearch {
    side: Color,
    visited: HashSet<Identity>,
    /// The boards that are or were open.
    boards: Vec<Board>,
    /// Cost and index of the boards to expand: the lowest cost first, of equal ones the latest.
    open: BinaryHeap<(Reverse<i32>, usize)>,
    analyses: usize,
}

impl HelpmateSearch {
    /// Adds the positions after each move. Returns true if one is checkmate by the side.
    fn expand(&mut self, index: usize) -> bool {
        let board = self.boards[index];
        for &mv in &board.legal_moves() {
            let child = board.after(mv);
            if !self.visited.insert(identity(&child)) {
                continue;
            }
            if !child.has_legal_move() {
                if child.in_check() && child.side_to_move() != self.side {
                    return true;
                }
                continue;
            }
            let moves_pawn = board.by_type(PieceType::Pawn).contains(mv.from());
            if !self.is_hopeless(&child, moves_pawn || mv.is_capture()) {
                self.open.push((Reverse(cost(&child, self.side)), self.boards.len()));
                self.boards.push(child);
            }
        }
        false
    }

    /// Returns true if the side is proven unable to checkmate.
    fn is_hopeless(&mut self, board: &Board, is_irreversible: bool) -> bool {
        if board.has_insufficient_material(self.side) {
            return true;
        }
        // The static analysis finds nothing new after a reversible move.
        if !is_irreversible || self.analyses >= MAX_ANALYSES {
            return false;
        }
        self.analyses += 1;
        blocked::is_unwinnable(board, self.side)
    }
}

/// Estimates the distance to a checkmate by `side`: lower is nearer.
fn cost(board: &Board, side: Color) -> i32 {
    let (own_king, king) = (board.king(side), board.king(!side));
    let of = |piece_type| board.pieces(side, piece_type);
    let heavy = of(PieceType::Queen) | of(PieceType::Rook);
    let minor = of(PieceType::Bishop) | of(PieceType::Knight);
    let others = board.by_color(!side).without(king);
    let nearest = |pieces: Bitboard| {
        pieces.squares().map(|square| square.distance(king) as i32).min().unwrap_or(0)
    };
    let mut cost = 6 * own_king.distance(king) as i32 + 5 * escapes(board, king, side);
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
    if board.in_check() && board.side_to_move() != side { cost - 10 } else { cost }
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
fn escapes(board: &Board, king: Square, side: Color) -> i32 {
    let free = attacks::king(king) - board.by_color(!side);
    let is_safe = |square: &Square| !board.attackers_to(*square).intersects(board.by_color(side));
    free.squares().filter(is_safe).count() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_equal_without_their_counters() {
        let root = Board::startpos();
        let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let mut board = root;
        for text in there_and_back {
            board.play(board.parse_uci(text).unwrap());
            let is_root = text == "f6g8";
            assert_eq!(identity(&board) == identity(&root), is_root, "{text}");
        }
        assert_ne!(board, root);
        let without_right: Board =
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Qkq - 0 1".parse().unwrap();
        assert_ne!(identity(&without_right), identity(&root));
    }
}
