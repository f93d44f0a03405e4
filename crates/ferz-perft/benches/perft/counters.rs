//! Counting functions of Ferz and of the peers, each peer in its fastest form.

use ferz::Position;
use std::hint::black_box;

/// Prepared count; parsing the position is not measured.
type Count = Box<dyn FnOnce() -> u128>;

/// Library and method of counting.
pub(crate) struct Counter {
    pub(crate) name: &'static str,
    /// True if every leaf is made, which takes several times as long: counts to the shallow depth.
    pub(crate) makes_leaves: bool,
    pub(crate) prepare: fn(&str, u32) -> Count,
}

const HASH_MIB: usize = 64;

pub(crate) const COUNTERS: &[Counter] = &[
    Counter { name: "Ferz, make", makes_leaves: true, prepare: ferz_make },
    Counter { name: "cozy-chess, make", makes_leaves: true, prepare: cozy_make },
    Counter { name: "chess, make", makes_leaves: true, prepare: chess_make },
    Counter { name: "cozy-chess, bulk", makes_leaves: false, prepare: cozy_bulk },
    Counter { name: "chess, bulk", makes_leaves: false, prepare: chess_bulk },
    Counter { name: "Ferz, bulk", makes_leaves: false, prepare: ferz_bulk },
    Counter { name: "Ferz, count", makes_leaves: false, prepare: ferz_count },
    Counter { name: "Ferz, count, hash 64 MiB", makes_leaves: false, prepare: ferz_hashed },
];

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect("a classic position is legal")
}

fn ferz_make(fen: &str, depth: u32) -> Count {
    let mut position = position(fen);
    Box::new(move || ferz_perft::make(&mut position, depth).into())
}

fn ferz_bulk(fen: &str, depth: u32) -> Count {
    let mut position = position(fen);
    Box::new(move || ferz_perft::bulk(&mut position, depth).into())
}

fn ferz_count(fen: &str, depth: u32) -> Count {
    let position = position(fen);
    Box::new(move || ferz_perft::count(&position, depth))
}

fn ferz_hashed(fen: &str, depth: u32) -> Count {
    let position = position(fen);
    let table = ferz_perft::Table::new(HASH_MIB).expect("memory for a small table");
    Box::new(move || ferz_perft::count_hashed(&position, depth, &table))
}

fn cozy_make(fen: &str, depth: u32) -> Count {
    let board: cozy_chess::Board = fen.parse().expect("a classic position is legal");
    Box::new(move || cozy_made_leaves(&board, depth).into())
}

/// Makes every move with `play_unchecked`, those of the last ply included.
fn cozy_made_leaves(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            leaves += if depth == 1 {
                // The compiler must not remove the move.
                black_box(&child);
                1
            } else {
                cozy_made_leaves(&child, depth - 1)
            };
        }
        false
    });
    leaves
}

fn cozy_bulk(fen: &str, depth: u32) -> Count {
    let board: cozy_chess::Board = fen.parse().expect("a classic position is legal");
    Box::new(move || cozy_bulk_leaves(&board, depth).into())
}

/// Makes the moves above the last ply and counts those of the last ply as sets.
fn cozy_bulk_leaves(board: &cozy_chess::Board, depth: u32) -> u64 {
    if depth == 1 {
        return cozy_move_count(board);
    }
    let mut leaves = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            leaves += cozy_bulk_leaves(&child, depth - 1);
        }
        false
    });
    leaves
}

/// Counts the legal moves. Without the recursive closure the compiler generates sets alone.
fn cozy_move_count(board: &cozy_chess::Board) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        count += moves.len() as u64;
        false
    });
    count
}

fn chess_make(fen: &str, depth: u32) -> Count {
    let board: chess::Board = fen.parse().expect("a classic position is legal");
    Box::new(move || chess_made_leaves(&board, depth).into())
}

/// Makes every move with `make_move` into one child board per ply.
fn chess_made_leaves(board: &chess::Board, depth: u32) -> u64 {
    let mut child = *board;
    let mut leaves = 0;
    for mv in chess::MoveGen::new_legal(board) {
        board.make_move(mv, &mut child);
        leaves += if depth == 1 {
            // The compiler must not remove the move.
            black_box(&child);
            1
        } else {
            chess_made_leaves(&child, depth - 1)
        };
    }
    leaves
}

fn chess_bulk(fen: &str, depth: u32) -> Count {
    let board: chess::Board = fen.parse().expect("a classic position is legal");
    Box::new(move || chess_bulk_leaves(&board, depth).into())
}

/// Makes the moves above the last ply and takes the length of the move generator at the last ply.
fn chess_bulk_leaves(board: &chess::Board, depth: u32) -> u64 {
    if depth == 1 {
        return chess_move_count(board);
    }
    let mut child = *board;
    let mut leaves = 0;
    for mv in chess::MoveGen::new_legal(board) {
        board.make_move(mv, &mut child);
        leaves += chess_bulk_leaves(&child, depth - 1);
    }
    leaves
}

/// Counts the legal moves.
fn chess_move_count(board: &chess::Board) -> u64 {
    chess::MoveGen::new_legal(board).len() as u64
}
