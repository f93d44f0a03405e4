//! Who counts: Ferz by each of its methods, and the peers by theirs.

use ferz::{Position, perft};

/// A count that is ready to start; reading the position is not timed.
type Count = Box<dyn FnOnce() -> u128>;

/// One way to count leaves.
pub(crate) struct Contestant {
    pub(crate) name: &'static str,
    /// Whether every leaf is made, which is slower by an order of magnitude.
    pub(crate) makes_leaves: bool,
    pub(crate) prepare: fn(&str, u32) -> Count,
}

const HASH_MEBIBYTES: usize = 64;

pub(crate) const CONTESTANTS: &[Contestant] = &[
    Contestant { name: "Ferz, make", makes_leaves: true, prepare: ferz_make },
    Contestant { name: "cozy-chess, make", makes_leaves: true, prepare: cozy_make },
    Contestant { name: "chess, make", makes_leaves: true, prepare: chess_make },
    Contestant { name: "cozy-chess, bulk", makes_leaves: false, prepare: cozy_bulk },
    Contestant { name: "chess, bulk", makes_leaves: false, prepare: chess_bulk },
    Contestant { name: "Ferz, list", makes_leaves: false, prepare: ferz_list },
    Contestant { name: "Ferz, count", makes_leaves: false, prepare: ferz_count },
    Contestant { name: "Ferz, count, hash 64 MiB", makes_leaves: false, prepare: ferz_hashed },
];

fn position(fen: &str) -> Position {
    let setup: ferz::Setup = fen.parse().expect("a classic position");
    Position::from_setup(&setup).expect("a classic position")
}

fn ferz_make(fen: &str, depth: u32) -> Count {
    let mut position = position(fen);
    Box::new(move || perft::make(&mut position, depth).into())
}

fn ferz_list(fen: &str, depth: u32) -> Count {
    let mut position = position(fen);
    Box::new(move || perft::list(&mut position, depth).into())
}

fn ferz_count(fen: &str, depth: u32) -> Count {
    let position = position(fen);
    Box::new(move || perft::count(&position, depth))
}

fn ferz_hashed(fen: &str, depth: u32) -> Count {
    let position = position(fen);
    let table = perft::Table::new(HASH_MEBIBYTES).expect("a small table");
    Box::new(move || perft::count_hashed(&position, depth, &table))
}

fn cozy_make(fen: &str, depth: u32) -> Count {
    let board: cozy_chess::Board = fen.parse().expect("a classic position");
    Box::new(move || cozy(&board, depth, 0).into())
}

fn cozy_bulk(fen: &str, depth: u32) -> Count {
    let board: cozy_chess::Board = fen.parse().expect("a classic position");
    Box::new(move || cozy(&board, depth, 1).into())
}

/// Leaves by cozy-chess: made down to depth 0, or counted in bulk from depth 1.
fn cozy(board: &cozy_chess::Board, depth: u32, bulk: u32) -> u64 {
    let mut leaves = 0;
    if depth == 0 {
        return 1;
    }
    board.generate_moves(|moves| {
        if depth == bulk {
            leaves += moves.len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                leaves += cozy(&child, depth - 1, bulk);
            }
        }
        false
    });
    leaves
}

fn chess_make(fen: &str, depth: u32) -> Count {
    let board: chess::Board = fen.parse().expect("a classic position");
    Box::new(move || chess(&board, depth, 0).into())
}

fn chess_bulk(fen: &str, depth: u32) -> Count {
    let board: chess::Board = fen.parse().expect("a classic position");
    Box::new(move || chess(&board, depth, 1).into())
}

/// The same by chess.
fn chess(board: &chess::Board, depth: u32, bulk: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = chess::MoveGen::new_legal(board);
    if depth == bulk {
        return moves.len() as u64;
    }
    let mut child = *board;
    moves
        .map(|mv| {
            board.make_move(mv, &mut child);
            chess(&child, depth - 1, bulk)
        })
        .sum()
}
