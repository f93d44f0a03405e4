//! Leaf counts by gigachess, each in the fastest form found.
//!
//! Moves are made by `make_move_unchecked`, which keeps key and checkers as the other crates do, on a copy of
//! the board: undoing them takes 1.08 times as long. Lists are written to a `MoveList`, since `legal_moves`, an
//! `ArrayVec`, takes 1.1 times as long. `perft` counts, by the moves for perft alone, which keep neither key
//! nor clocks.

use crate::Count;
use gigachess::Board;
use gigachess::movegen::MoveList;
use std::hint::black_box;

fn board(fen: &str) -> Board {
    gigachess::fen::parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error:?}"))
}

/// Counts leaves: makes the moves above the last ply and counts that ply by a function.
fn walk(board: &Board, depth: u32, last_ply: &mut impl FnMut(&Board) -> u64) -> u64 {
    if depth == 1 {
        return last_ply(board);
    }
    let mut leaves = 0;
    let mut list = MoveList::new();
    board.generate_moves_into(&mut list);
    for &mv in list.as_slice() {
        let mut next = *board;
        next.make_move_unchecked(mv);
        leaves += walk(&next, depth - 1, last_ply);
    }
    leaves
}

/// Makes every leaf.
pub(crate) fn make(fen: &str, depth: u32) -> Count {
    fn make_moves(board: &Board) -> u64 {
        let mut list = MoveList::new();
        board.generate_moves_into(&mut list);
        for &mv in list.as_slice() {
            let mut next = *board;
            next.make_move_unchecked(mv);
            // The compiler must not remove the move.
            black_box(&next);
        }
        list.len() as u64
    }
    let board = board(fen);
    Box::new(move || walk(&board, depth, &mut make_moves))
}

/// Lists the moves of the last ply.
pub(crate) fn list(fen: &str, depth: u32) -> Count {
    fn list_moves(board: &Board) -> u64 {
        let mut list = MoveList::new();
        board.generate_moves_into(&mut list);
        black_box(&list);
        list.len() as u64
    }
    let board = board(fen);
    Box::new(move || walk(&board, depth, &mut list_moves))
}

/// Counts the moves of the last ply.
pub(crate) fn count(fen: &str, depth: u32) -> Count {
    let board = board(fen);
    Box::new(move || board.perft(depth))
}
