//! Perft: counting the leaves of the legal move tree, in three ways.

use crate::movegen::{Legal, MoveList};
use crate::position::Position;

/// Counts leaves by making and unmaking each of them.
pub fn make(position: &mut Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = MoveList::new();
    position.generate_into::<Legal, _>(&mut moves);
    let mut nodes = 0;
    for &m in &moves {
        position.do_move(m);
        nodes += if depth == 1 { 1 } else { make(position, depth - 1) };
        position.undo_move();
    }
    nodes
}

/// Counts leaves by listing the last ply's legal moves.
pub fn list(position: &mut Position, depth: u32) -> u64 {
    let mut moves = MoveList::new();
    position.generate_into::<Legal, _>(&mut moves);
    match depth {
        0 => 1,
        1 => moves.len() as u64,
        _ => {
            let mut nodes = 0;
            for &m in &moves {
                position.do_move(m);
                nodes += list(position, depth - 1);
                position.undo_move();
            }
            nodes
        }
    }
}

/// Counts leaves by counting the last ply's legal moves without writing them down.
pub fn count(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal_count() as u64,
        _ => {
            let mut nodes = 0;
            for &m in &position.legal_moves() {
                position.do_move(m);
                nodes += count(position, depth - 1);
                position.undo_move();
            }
            nodes
        }
    }
}
