//! Perft with a word for each move, which can be stopped.

use crate::control::Control;
use ferz::{Position, perft};
use ferz_uci::PerftLine;

/// Subtrees this deep are counted in one go, within milliseconds.
const UNINTERRUPTED: u32 = 4;

/// Counts the leaves `depth` plies deep below each move and tells them, then their sum; `None` if
/// stopped before.
pub(super) fn divide(
    mut position: Position,
    depth: u32,
    control: &Control,
    mut tell: impl FnMut(PerftLine),
) -> Option<u64> {
    let mut total = 0;
    for &m in position.legal_moves().iter().filter(|_| depth > 0) {
        let uci_move = position.uci(m);
        position.do_move(m);
        let nodes = count(&mut position, depth - 1, control)?;
        position.undo_move();
        tell(PerftLine::Move { uci_move, nodes });
        total += nodes;
    }
    total = if depth == 0 { 1 } else { total };
    tell(PerftLine::Total { nodes: total });
    Some(total)
}

fn count(position: &mut Position, depth: u32, control: &Control) -> Option<u64> {
    if depth <= UNINTERRUPTED {
        // So few plies have fewer leaves than a word can count.
        return (!control.is_stopped()).then(|| perft::count(position, depth) as u64);
    }
    let mut total = 0;
    for &m in &position.legal_moves() {
        position.do_move(m);
        total += count(position, depth - 1, control)?;
        position.undo_move();
    }
    Some(total)
}
