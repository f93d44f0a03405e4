//! Leaf counts by chess, each in the fastest form found.
//!
//! `make_move` writes into one board per ply, which takes fewer instructions than a new board by
//! `make_move_new` (1.05 times).

use crate::Count;
use chess::{Board, ChessMove, MoveGen};
use std::hint::black_box;

fn board(fen: &str) -> Board {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error:?}"))
}

/// Counts leaves: makes the moves above the last ply and counts that ply by a function.
fn walk(board: &Board, depth: u32, last_ply: &mut impl FnMut(&Board) -> u64) -> u64 {
    if depth == 1 {
        return last_ply(board);
    }
    let mut leaves = 0;
    let mut next = *board;
    for mv in MoveGen::new_legal(board) {
        board.make_move(mv, &mut next);
        leaves += walk(&next, depth - 1, last_ply);
    }
    leaves
}

/// Makes every leaf.
pub(crate) fn make(fen: &str, depth: u32) -> Count {
    fn make_moves(board: &Board) -> u64 {
        let mut leaves = 0;
        let mut next = *board;
        for mv in MoveGen::new_legal(board) {
            board.make_move(mv, &mut next);
            // The compiler must not remove the move.
            black_box(&next);
            leaves += 1;
        }
        leaves
    }
    let board = board(fen);
    Box::new(move || walk(&board, depth, &mut make_moves))
}

/// Lists the moves of the last ply in one array for all lists, which takes fewer instructions than a
/// `Vec` with reserved capacity (1.04 times) or an `ArrayVec` (1.09 times).
pub(crate) fn list(fen: &str, depth: u32) -> Count {
    let board = board(fen);
    let mut list = [ChessMove::default(); 256];
    let mut list_moves = move |board: &Board| {
        let mut count = 0_u8;
        for mv in MoveGen::new_legal(board) {
            // A number of eight bits needs no bounds check, and no position has 256 moves.
            list[usize::from(count)] = mv;
            count = count.wrapping_add(1);
        }
        black_box(&list);
        count.into()
    };
    Box::new(move || walk(&board, depth, &mut list_moves))
}

/// Counts the moves of the last ply: `MoveGen::len` counts sets without iterating over them.
pub(crate) fn count(fen: &str, depth: u32) -> Count {
    let board = board(fen);
    Box::new(move || walk(&board, depth, &mut |board| MoveGen::new_legal(board).len() as u64))
}
