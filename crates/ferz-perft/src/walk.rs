//! Counting with the move generator of the rules.

use ferz::{Legal, MoveList, Position};

/// Counts the leaves `depth` plies below by making and unmaking every move, as a search does.
///
/// The position is unchanged afterwards.
pub fn make(position: &mut Position, depth: u32) -> u64 {
    walk(position, depth, &|position, moves| {
        for &mv in moves {
            position.do_move(mv);
            position.undo_move();
        }
    })
}

/// Counts the leaves `depth` plies below by generating the moves of the last ply without making
/// them (bulk counting).
///
/// The position is unchanged afterwards.
pub fn list(position: &mut Position, depth: u32) -> u64 {
    walk(position, depth, &|_, _| {})
}

/// Walks the tree; `last_ply` receives each position one ply above the leaves, with its moves.
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
    for &mv in &moves {
        position.do_move(mv);
        leaves += descend(position, depth - 1, last_ply);
        position.undo_move();
    }
    leaves
}

/// Recursive call of [`walk`], out of line because `walk` is inlined into its callers.
fn descend(
    position: &mut Position,
    depth: u32,
    last_ply: &impl Fn(&mut Position, &MoveList),
) -> u64 {
    walk(position, depth, last_ply)
}
