//! Tablebases inside the tree: outcomes right after captures and pawn moves.

use super::node::{Node, NodeType};
use super::worker::Worker;
use crate::tt::TtEntry;
use crate::value::{Bound, MAX_PLY, NONE, Value, to_tt};

/// What a table says is kept as if it had been searched so much deeper.
const TRUST: i32 = 6;

impl Worker<'_> {
    /// Tablebase probe: the node's value if the tables know it and that settles the node; else the
    /// limits that they set to it.
    #[inline]
    pub(super) fn probe_tablebases<K: NodeType>(&mut self, node: &mut Node) -> Option<Value> {
        if K::ROOT || node.excluded.is_some() {
            return None;
        }
        let probe = self.shared.probe.as_ref()?;
        let outcome = probe.outcome(&mut self.pos, node.depth)?;
        let (value, bound) = probe.value(outcome, node.ply);
        self.tb_hits += 1;
        let settles = bound.allows_cutoff(value, node.beta) && !is_within(value, node);
        if bound == Bound::Exact || settles {
            self.store_tb_value(node, value, bound);
            return Some(value);
        }
        if K::PV {
            if bound.is_lower() {
                node.tb_min = value;
                node.alpha = node.alpha.max(value);
            } else {
                node.tb_max = value;
            }
        }
        None
    }

    fn store_tb_value(&self, node: &Node, value: Value, bound: Bound) {
        self.store_tt_entry(TtEntry {
            value: to_tt(value, node.ply),
            depth: (node.depth + TRUST).min(MAX_PLY as i32 - 1),
            bound: Some(bound),
            ..TtEntry::of_eval(NONE, node.tt_pv)
        });
    }
}

/// Whether a value lies within the node's window.
fn is_within(value: Value, node: &Node) -> bool {
    node.alpha < value && value < node.beta
}
