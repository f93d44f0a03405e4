//! Singular extensions and multicut.

use super::moves::Candidate;
use super::node::{Node, NodeType, NonPv};
use super::worker::Worker;
use crate::params;
use crate::value::{DRAW, NONE, Value, is_decided};

impl Worker<'_> {
    /// How many plies deeper, or less deep if negative, to search a move; or the value of the
    /// whole node, if it needs no further search.
    ///
    /// Singular extension: the table's move is searched deeper if, in a shallower search without
    /// it, all others stay below its value by a margin; still deeper if they stay far below.
    /// Multicut: if even without it some move beats beta, the node fails high. Where the table's
    /// move is merely one of several good ones, it is searched less deeply.
    ///
    /// All of it brought 8 +/- 36 Elo; going more than one ply deeper 14 +/- 33.
    pub(super) fn extension<K: NodeType>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
    ) -> Result<i32, Value> {
        let ply = node.ply;
        let Some(entry) = node.tt_entry else { return Ok(0) };
        let asked = !K::ROOT
            && node.excluded.is_none()
            && Some(candidate.mv) == node.tt_move
            && node.depth >= params::singular_depth() + i32::from(node.tt_pv)
            && entry.depth >= node.depth - 3
            && entry.bound.is_some_and(|bound| bound.is_lower())
            && node.tt_value != NONE
            && !is_decided(node.tt_value)
            && (ply as i32) < 2 * self.root_depth;
        if !asked {
            return Ok(0);
        }
        let target = node.tt_value - params::singular_margin() * node.depth / 16;
        self.entry_mut(ply).excluded = Some(candidate.mv);
        let value =
            self.search::<NonPv>(ply, target - 1, target, (node.depth - 1) / 2, node.cut_node);
        self.entry_mut(ply).excluded = None;
        if self.stopped {
            return Err(DRAW);
        }
        if value < target {
            return Ok(self.singular::<K>(node, candidate, target - value));
        }
        if value >= node.beta && !is_decided(value) {
            return Err(value);
        }
        Ok(if node.tt_value >= node.beta {
            -2 - i32::from(!K::PV)
        } else if node.cut_node {
            -2
        } else {
            0
        })
    }

    /// How far to extend a singular move that is better than all others by so much.
    fn singular<K: NodeType>(&mut self, node: &Node, candidate: &Candidate, by: Value) -> i32 {
        if K::PV
            || by <= params::double_margin()
            || self.entry(node.ply).double_extensions >= params::doubles_most()
        {
            return 1;
        }
        if by > params::triple_margin() && !candidate.noisy { 3 } else { 2 }
    }
}
