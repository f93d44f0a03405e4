//! Divided perft that can be stopped.

use ferz::Position;
use ferz_engine::Control;
use ferz_uci::PerftLine;

/// The depth of subtrees that are counted without polling the stop flag, in milliseconds.
const UNINTERRUPTED_DEPTH: u32 = 4;

/// Counts the leaf nodes at `depth` below each move and reports them, then the total. Returns `None`
/// if stopped.
pub(super) fn divide(
    mut position: Position,
    depth: u32,
    control: &Control,
    mut report: impl FnMut(PerftLine),
) -> Option<u64> {
    let mut total = 0;
    for &mv in position.legal_moves().iter().filter(|_| depth > 0) {
        let uci_move = position.uci(mv);
        position.do_move(mv);
        let nodes = count(&mut position, depth - 1, control)?;
        position.undo_move();
        report(PerftLine::Move { uci_move, nodes });
        total += nodes;
    }
    total = if depth == 0 { 1 } else { total };
    report(PerftLine::Total { nodes: total });
    Some(total)
}

fn count(position: &mut Position, depth: u32, control: &Control) -> Option<u64> {
    if depth <= UNINTERRUPTED_DEPTH {
        // Counts at this depth fit 64 bits.
        return (!control.is_stopped()).then(|| ferz_perft::count(position, depth) as u64);
    }
    let mut total = 0;
    for &mv in &position.legal_moves() {
        position.do_move(mv);
        total += count(position, depth - 1, control)?;
        position.undo_move();
    }
    Some(total)
}
