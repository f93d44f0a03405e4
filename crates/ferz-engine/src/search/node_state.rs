//! The data of a node: its type, its window, table entry and evaluations, and the moves searched.

use super::correction::CorrectionKeys;
use super::history::QuietKey;
use crate::tt::TtEntry;
use crate::value::{INFINITE, NONE, Value};
use ferz::{Move, PieceType};

/// Type of a node, a compile-time parameter of the search.
pub(super) trait NodeType {
    /// True at the root of the tree.
    const ROOT: bool;
    /// True on a principal variation, where the window may be open.
    const PV: bool;
    /// Type of the child on the principal variation.
    type Child: NodeType;
}

/// The root.
pub(super) struct Root;
/// A principal variation node below the root.
pub(super) struct Pv;
/// A node with a null window.
pub(super) struct NonPv;

impl NodeType for Root {
    const ROOT: bool = true;
    const PV: bool = true;
    type Child = Pv;
}

impl NodeType for Pv {
    const ROOT: bool = false;
    const PV: bool = true;
    type Child = Self;
}

impl NodeType for NonPv {
    const ROOT: bool = false;
    const PV: bool = false;
    type Child = Self;
}

/// State of a node while it is searched.
pub(super) struct Node {
    pub(super) alpha: Value,
    pub(super) beta: Value,
    pub(super) depth: i32,
    pub(super) ply: usize,
    /// Set on principal variations, as [`NodeType::PV`].
    pub(super) pv: bool,
    /// Set if the node is expected to fail high.
    pub(super) cut_node: bool,
    pub(super) in_check: bool,
    /// Move excluded by a singular search.
    pub(super) excluded: Option<Move>,
    pub(super) tb: TbRange,
    pub(super) tt: TtProbe,
    pub(super) eval: NodeEval,
    /// Previous moves of the line and pawn structure, which select the histories of quiet moves.
    pub(super) quiet_key: QuietKey,
}

/// Range of a node's value by tablebases; everything without a tablebase result.
pub(super) struct TbRange {
    pub(super) min: Value,
    pub(super) max: Value,
}

impl TbRange {
    pub(super) const ALL: Self = Self { min: -INFINITE, max: INFINITE };
}

/// Result of the transposition table probe of a node.
pub(super) struct TtProbe {
    pub(super) entry: Option<TtEntry>,
    /// Value of the entry with mates counted from the root, or `NONE`.
    pub(super) value: Value,
    /// Move of the entry; at the root the best move of the last iteration.
    pub(super) mv: Option<Move>,
    /// Set if the position is or ever was on a principal variation.
    pub(super) pv: bool,
}

/// Evaluations of a node that is not in check. All values are `NONE` in check.
pub(super) struct NodeEval {
    /// Raw output of the evaluator, as stored in the transposition table.
    pub(super) raw: Value,
    /// Static evaluation: the raw evaluation after the scaling by the fifty-move counter and
    /// correction history.
    pub(super) static_eval: Value,
    /// The table value where its bound is tighter than the static evaluation, else the latter.
    pub(super) estimate: Value,
    /// Set if the static evaluation is better than at this side's previous turn.
    pub(super) improving: bool,
    pub(super) correction_keys: Option<CorrectionKeys>,
}

impl NodeEval {
    pub(super) const EMPTY: Self = Self {
        raw: NONE,
        static_eval: NONE,
        estimate: NONE,
        improving: false,
        correction_keys: None,
    };
}

/// A legal move of a node before its search.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    /// Number among the node's legal moves, from 1.
    pub(super) number: usize,
    /// Set for captures and queen promotions.
    pub(super) noisy: bool,
    pub(super) gives_check: bool,
    pub(super) killer: bool,
    /// Sum of the histories of the move.
    pub(super) history: i32,
}

/// Decision about a move before its search.
pub(super) enum PruneDecision {
    Search,
    Skip,
    SkipAllQuiets,
}

/// A list of at most `N` items.
pub(super) struct ArrayVec<T, const N: usize> {
    items: [Option<T>; N],
    len: usize,
}

impl<T: Copy, const N: usize> Default for ArrayVec<T, N> {
    fn default() -> Self {
        Self { items: [None; N], len: 0 }
    }
}

impl<T: Copy, const N: usize> ArrayVec<T, N> {
    /// Appends an item. Returns false and drops it if the list is full.
    pub(super) fn push(&mut self, item: T) -> bool {
        let slot = self.items.get_mut(self.len);
        self.len += usize::from(slot.is_some());
        slot.map(|slot| *slot = Some(item)).is_some()
    }

    /// Returns the item at an index.
    pub(super) fn get(&self, index: usize) -> Option<T> {
        self.items[..self.len].get(index).copied().flatten()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.items[..self.len].iter().flatten().copied()
    }
}

/// Moves of a node that were searched and did not fail high, at most 32 of each kind.
#[derive(Default)]
pub(super) struct SearchedMoves {
    quiets: ArrayVec<Move, 32>,
    captures: ArrayVec<Move, 32>,
}

impl SearchedMoves {
    /// Appends a move to the list of its kind.
    pub(super) fn push(&mut self, mv: Move) {
        let list = if is_noisy(mv) { &mut self.captures } else { &mut self.quiets };
        list.push(mv);
    }

    pub(super) fn quiets(&self) -> impl Iterator<Item = Move> + '_ {
        self.quiets.iter()
    }

    pub(super) fn captures(&self) -> impl Iterator<Item = Move> + '_ {
        self.captures.iter()
    }
}

/// Returns true for captures and queen promotions.
#[inline(always)]
pub(super) fn is_noisy(mv: Move) -> bool {
    mv.is_capture() || mv.promotion() == Some(PieceType::Queen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_array_vec_drops_further_items() {
        let mut list = ArrayVec::<u8, 2>::default();
        assert!(list.push(1) && list.push(2) && !list.push(3));
        assert!(list.iter().eq([1, 2]));
        assert_eq!([list.get(1), list.get(2)], [Some(2), None]);
    }
}
