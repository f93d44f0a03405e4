//! Singular extensions and multicut.

use super::node_state::{Candidate, Node, NodeType, NonPv};
use super::worker::Worker;
use crate::params;
use crate::value::{DRAW, NONE, Value, is_decided};

impl Worker<'_> {
    /// Singular extension: returns the plies by which to extend a move, negative to reduce it.
    ///
    /// A reduced search without the table move tests if all other moves stay below the table value
    /// by a margin. If so, the table move is singular and extended. If another move beats beta, the
    /// node fails high at once: multicut, returned as an error that holds the node's value.
    /// Otherwise the table move is one of several good ones and may be reduced.
    pub(super) fn extension<T: NodeType>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
    ) -> Result<i32, Value> {
        if T::ROOT || !self.allows_singular_search(node, candidate) {
            return Ok(0);
        }
        let ply = node.ply;
        let target = node.tt.value - params::singular_margin() * node.depth / 16;
        self.stack.entry_mut(ply).excluded = Some(candidate.mv);
        let value =
            self.search::<NonPv>(ply, target - 1, target, (node.depth - 1) / 2, node.cut_node);
        self.stack.entry_mut(ply).excluded = None;
        if self.stopped {
            return Err(DRAW);
        }
        if value < target {
            return Ok(self.singular_extension(node, candidate, target - value));
        }
        if value >= node.beta && !is_decided(value) {
            return Err(value);
        }
        Ok(if node.tt.value >= node.beta {
            -2 - i32::from(!T::PV)
        } else if node.cut_node {
            -2
        } else {
            0
        })
    }

    /// Returns true if the candidate is a table move with a lower bound of sufficient depth.
    fn allows_singular_search(&self, node: &Node, candidate: &Candidate) -> bool {
        let Some(entry) = node.tt.entry else { return false };
        node.excluded.is_none()
            && Some(candidate.mv) == node.tt.mv
            && node.depth >= params::singular_depth() + i32::from(node.tt.pv)
            && entry.depth >= node.depth - 3
            && entry.bound.is_some_and(|bound| bound.is_lower())
            && node.tt.value != NONE
            && !is_decided(node.tt.value)
            && (node.ply as i32) < 2 * self.iteration.depth
    }

    /// Returns the extension of a singular move by its margin: two plies if the other moves are far
    /// below (double extension), three if it is also quiet and the margin is larger still.
    fn singular_extension(&self, node: &Node, candidate: &Candidate, margin: Value) -> i32 {
        let double_extensions = self.stack.entry(node.ply).double_extensions;
        if node.pv
            || margin <= params::double_margin()
            || double_extensions >= params::double_extensions_max()
        {
            1
        } else if margin > params::triple_margin() && !candidate.noisy {
            3
        } else {
            2
        }
    }
}
