//! Tablebase probes inside the tree, after captures and pawn moves.

use super::node_state::{Node, NodeType};
use super::worker::Worker;
use crate::tt::TtEntry;
use crate::value::{Bound, MAX_PLY, NONE, Value, to_tt};

/// Depth added to table entries that hold a tablebase value.
const TB_DEPTH_BONUS: i32 = 6;

impl Worker<'_> {
    /// Tablebase probe: returns the node's value if the tables decide it, else narrows its range.
    #[inline]
    pub(super) fn probe_tablebases<T: NodeType>(&mut self, node: &mut Node) -> Option<Value> {
        if T::ROOT || node.excluded.is_some() {
            return None;
        }
        let probe = self.shared.probe.as_ref()?;
        let outcome = probe.outcome(&mut self.pos, node.depth)?;
        let (value, bound) = probe.value(outcome, node.ply);
        self.counters.tb_hits += 1;
        let inside_window = node.alpha < value && value < node.beta;
        let cutoff = bound.allows_cutoff(value, node.beta) && !inside_window;
        if bound == Bound::Exact || cutoff {
            self.store_tb_value(node, value, bound);
            return Some(value);
        }
        if T::PV {
            if bound.is_lower() {
                node.tb.min = value;
                node.alpha = node.alpha.max(value);
            } else {
                node.tb.max = value;
            }
        }
        None
    }

    fn store_tb_value(&self, node: &Node, value: Value, bound: Bound) {
        self.store_tt_entry(TtEntry {
            value: to_tt(value, node.ply),
            depth: (node.depth + TB_DEPTH_BONUS).min(MAX_PLY as i32 - 1),
            bound: Some(bound),
            ..TtEntry::of_eval(NONE, node.tt.pv)
        });
    }
}
