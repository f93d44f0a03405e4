//! Leaf counts by `ferz`, in the forms of its documentation.

use crate::Count;
use ferz::{Board, Position};
use std::hint::black_box;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Makes and undoes every leaf.
pub(crate) fn make(fen: &str, depth: u32) -> Count {
    fn walk(position: &mut Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut leaves = 0;
        for &mv in &position.legal_moves() {
            position.do_move(mv);
            leaves += walk(position, depth - 1);
            position.undo_move();
        }
        leaves
    }
    let mut position = position(fen);
    Box::new(move || walk(&mut position, depth))
}

/// Makes every leaf on a copy of the board.
pub(crate) fn copy(fen: &str, depth: u32) -> Count {
    fn walk(board: &Board, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut leaves = 0;
        let mut next = *board;
        for &mv in &board.legal_moves() {
            board.after_into(mv, &mut next);
            leaves += walk(&next, depth - 1);
        }
        leaves
    }
    let board = *position(fen);
    Box::new(move || walk(&board, depth))
}

/// Counts leaves: makes the moves above the last ply and counts that ply by a function.
fn walk(position: &mut Position, depth: u32, last_ply: impl Fn(&Position) -> usize + Copy) -> u64 {
    if depth == 1 {
        return last_ply(position) as u64;
    }
    let mut leaves = 0;
    for &mv in &position.legal_moves() {
        position.do_move(mv);
        leaves += walk(position, depth - 1, last_ply);
        position.undo_move();
    }
    leaves
}

/// Lists the moves of the last ply.
pub(crate) fn list(fen: &str, depth: u32) -> Count {
    fn list_moves(position: &Position) -> usize {
        let list = position.legal_moves();
        black_box(&list);
        list.len()
    }
    let mut position = position(fen);
    Box::new(move || walk(&mut position, depth, list_moves))
}

/// Counts the moves of the last ply.
pub(crate) fn count(fen: &str, depth: u32) -> Count {
    let mut position = position(fen);
    Box::new(move || walk(&mut position, depth, Position::legal_count))
}
