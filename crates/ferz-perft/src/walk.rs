//! Counting with the rules' own generator: by making every leaf, or by listing the last ply.

use crate::movegen::{Legal, MoveList};
use crate::position::Position;

/// Counts the leaves `depth` plies below by making and unmaking each of them, as a search would.
///
/// The position is the same before and after.
pub fn make(position: &mut Position, depth: u32) -> u64 {
    walk(position, depth, &|position, moves| {
        for &m in moves {
            position.do_move(m);
            position.undo_move();
        }
    })
}

/// Counts the leaves `depth` plies below by writing down the moves that lead to them.
///
/// The position is the same before and after.
pub fn list(position: &mut Position, depth: u32) -> u64 {
    walk(position, depth, &|_, _| {})
}

/// Walks the tree; `last_ply` is shown each position one ply above leaves, with its moves.
#[inline(always)]
fn walk(position: &mut Position, depth: u32, last_ply: &impl Fn(&mut Position, &MoveList)) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = MoveList::new();
    position.generate_onto::<Legal>(&mut moves);
    if depth == 1 {
        last_ply(position, &moves);
        return moves.len() as u64;
    }
    let mut leaves = 0;
    for &m in &moves {
        position.do_move(m);
        leaves += descend(position, depth - 1, last_ply);
        position.undo_move();
    }
    leaves
}

/// The recursion's step; out of line, where [`walk`] itself is inlined into its callers.
fn descend(
    position: &mut Position,
    depth: u32,
    last_ply: &impl Fn(&mut Position, &MoveList),
) -> u64 {
    walk(position, depth, last_ply)
}
