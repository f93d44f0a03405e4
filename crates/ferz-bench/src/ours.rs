//! Leaf counts by `ferz`.

use cpu_time::ProcessTime;
use ferz::{Board, Position};
use std::hint::black_box;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Makes and undoes every leaf.
pub(crate) fn make(fen: &str, depth: u32) -> Box<dyn FnMut() -> u64> {
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
pub(crate) fn copy(fen: &str, depth: u32) -> Box<dyn FnMut() -> u64> {
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

/// Counts the moves of the last ply with a function, which lists them or only counts them.
fn count_last_ply(
    position: &mut Position,
    depth: u32,
    count: impl Fn(&Position) -> usize + Copy,
) -> u64 {
    if depth == 1 {
        return count(position) as u64;
    }
    let mut leaves = 0;
    for &mv in &position.legal_moves() {
        position.do_move(mv);
        leaves += count_last_ply(position, depth - 1, count);
        position.undo_move();
    }
    leaves
}

/// Lists the moves of the last ply.
pub(crate) fn list(fen: &str, depth: u32) -> Box<dyn FnMut() -> u64> {
    let mut position = position(fen);
    Box::new(move || count_last_ply(&mut position, depth, |position| position.legal_moves().len()))
}

/// Counts the moves of the last ply.
pub(crate) fn bulk(fen: &str, depth: u32) -> Box<dyn FnMut() -> u64> {
    let mut position = position(fen);
    Box::new(move || count_last_ply(&mut position, depth, Position::legal_count))
}

/// Measures copies of a board to places that the compiler must write.
pub(crate) fn nanoseconds_of_a_copy() -> f64 {
    const COPIES: u32 = 10_000_000;
    let board = Board::startpos();
    let mut copies = [board; 2];
    let start = ProcessTime::now();
    for n in 0..COPIES as usize {
        copies[n % 2] = *black_box(&board);
        black_box(&mut copies);
    }
    start.elapsed().as_nanos() as f64 / f64::from(COPIES)
}
