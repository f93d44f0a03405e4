//! Leaf counts by cozy-chess, each in the fastest form found.
//!
//! A copy of the board for each move takes the fewest instructions: the crate has no undo, and moves
//! are made from the sets in the closure, since a list or an array of sets between generator and
//! `play_unchecked` takes 1.11 to 1.17 times as many. The depth is tested outside of the closure
//! (1.01 times in `make` and 1.21 times in `count` within it), because a closure without recursion is
//! inlined into the generator.

use crate::Count;
use cozy_chess::{Board, Move, Square};
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
    board.generate_moves(|moves| {
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            leaves += walk(&next, depth - 1, last_ply);
        }
        false
    });
    leaves
}

/// Makes every leaf.
pub(crate) fn make(fen: &str, depth: u32) -> Count {
    fn make_moves(board: &Board) -> u64 {
        let mut leaves = 0;
        board.generate_moves(|moves| {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                // The compiler must not remove the move.
                black_box(&next);
                leaves += 1;
            }
            false
        });
        leaves
    }
    let board = board(fen);
    Box::new(move || walk(&board, depth, &mut make_moves))
}

/// Lists the moves of the last ply in one array for all lists, which takes fewer instructions than
/// `push` or `extend` of a `Vec` with reserved capacity (1.22 and 1.35 times) or of an `ArrayVec`
/// (1.15 and 1.27 times).
pub(crate) fn list(fen: &str, depth: u32) -> Count {
    let board = board(fen);
    let mut list = [Move { from: Square::A1, to: Square::A1, promotion: None }; 256];
    let mut list_moves = move |board: &Board| {
        let mut count = 0_u8;
        board.generate_moves(|moves| {
            for mv in moves {
                // A number of eight bits needs no bounds check, and no position has 256 moves.
                list[usize::from(count)] = mv;
                count = count.wrapping_add(1);
            }
            false
        });
        black_box(&list);
        count.into()
    };
    Box::new(move || walk(&board, depth, &mut list_moves))
}

/// Counts the moves of the last ply: `PieceMoves::len` counts a set without iterating over it.
pub(crate) fn count(fen: &str, depth: u32) -> Count {
    fn count_moves(board: &Board) -> u64 {
        let mut leaves = 0;
        board.generate_moves(|moves| {
            leaves += moves.len() as u64;
            false
        });
        leaves
    }
    let board = board(fen);
    Box::new(move || walk(&board, depth, &mut count_moves))
}
