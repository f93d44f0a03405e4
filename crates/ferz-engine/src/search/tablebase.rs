//! Tablebases inside the tree: outcomes right after captures and pawn moves.

use super::node::{Kind, Node};
use super::worker::Worker;
use crate::tt::Entry;
use crate::value::{Bound, MAX_PLY, NONE, Value, to_table};

/// What a table says is kept as if it had been searched so much deeper.
const TRUST: i32 = 6;

impl Worker<'_> {
    /// Tablebase probe: the node's value if the tables know it and that settles the node; else the
    /// limits that they set to it.
    #[inline]
    pub(super) fn probe_tables<K: Kind>(&mut self, node: &mut Node) -> Option<Value> {
        if K::ROOT || node.excluded.is_some() {
            return None;
        }
        let probe = self.shared.probe.as_ref()?;
        let outcome = probe.outcome(&mut self.pos, node.depth)?;
        let (value, bound) = probe.value(outcome, node.ply);
        self.table_hits += 1;
        let settles = bound.settles(value, node.beta) && !is_within(value, node);
        if bound == Bound::Exact || settles {
            self.remember_outcome(node, value, bound);
            return Some(value);
        }
        if K::PV {
            if bound.is_lower() {
                node.floor = value;
                node.alpha = node.alpha.max(value);
            } else {
                node.ceiling = value;
            }
        }
        None
    }

    fn remember_outcome(&self, node: &Node, value: Value, bound: Bound) {
        self.store(Entry {
            value: to_table(value, node.ply),
            depth: (node.depth + TRUST).min(MAX_PLY as i32 - 1),
            bound: Some(bound),
            ..Entry::of_eval(NONE, node.table_pv)
        });
    }
}

/// Whether a value lies within the node's window.
fn is_within(value: Value, node: &Node) -> bool {
    node.alpha < value && value < node.beta
}
