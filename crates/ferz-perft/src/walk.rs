//! Counting with the move generator of the rules.

use ferz::Position;

/// Counts the leaves `depth` plies below by making and unmaking every move, as a search does.
///
/// The position is unchanged afterwards.
pub fn make(position: &mut Position, depth: u32) -> u64 {
    walk(position, depth, &|position| {
        let moves = position.legal_moves();
        for &mv in &moves {
            position.do_move(mv);
            position.undo_move();
        }
        moves.len()
    })
}

/// Counts the leaves `depth` plies below by counting the moves of the last ply as sets, without
/// listing or making them (bulk counting).
///
/// The position is unchanged afterwards.
pub fn bulk(position: &mut Position, depth: u32) -> u64 {
    walk(position, depth, &|position| position.legal_count())
}

/// Walks the tree; `last_ply` counts the moves of each position one ply above the leaves.
#[inline(always)]
fn walk(position: &mut Position, depth: u32, last_ply: &impl Fn(&mut Position) -> usize) -> u64 {
    match depth {
        0 => return 1,
        1 => return last_ply(position) as u64,
        _ => {}
    }
    let mut leaves = 0;
    for &mv in &position.legal_moves() {
        position.do_move(mv);
        leaves += descend(position, depth - 1, last_ply);
        position.undo_move();
    }
    leaves
}

/// Recursive call of [`walk`], out of line because `walk` is inlined into its callers.
fn descend(position: &mut Position, depth: u32, last_ply: &impl Fn(&mut Position) -> usize) -> u64 {
    walk(position, depth, last_ply)
}
