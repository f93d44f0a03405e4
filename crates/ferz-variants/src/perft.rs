//! Perft: the leaf counts of the tree of legal moves.

use crate::{Board, Move};
use alloc::vec::Vec;

/// Counts the leaves of the tree of legal moves. The moves of the last ply are counted and not made.
///
/// ```
/// use ferz_variants::{Board, Rules, perft};
/// assert_eq!(perft(&Board::start(Rules::Atomic), 3), 8_902);
/// ```
pub fn perft(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = board.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.into_iter().map(|mv| perft(&board.after(mv), depth - 1)).sum()
}

/// Counts the leaves below each legal move. Returns no move at depth 0.
pub fn divide(board: &Board, depth: u32) -> Vec<(Move, u64)> {
    let Some(below) = depth.checked_sub(1) else { return Vec::new() };
    let moves = board.legal_moves().into_iter();
    moves.map(|mv| (mv, perft(&board.after(mv), below))).collect()
}
