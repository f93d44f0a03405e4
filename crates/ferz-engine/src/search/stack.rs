//! The search stack: data of each ply of the current line.

use super::history::{CONTINUATIONS, ContinuationKey};
use super::history_entry::PieceTo;
use super::ranked_move::RankedMove;
use crate::value::{MAX_PLY, NONE, Value};
use ferz::Move;

/// Entries before the root, so that looking back needs no bounds test.
const BEFORE_ROOT: usize = 6;
/// Entries beyond the last ply, which nodes at that ply write to.
const BEYOND_LAST: usize = 4;

/// Data of one ply of the current line.
#[derive(Clone, Copy)]
pub(super) struct StackEntry {
    /// Move made at this ply, as piece and target.
    pub(super) moved: PieceTo,
    /// Move excluded by a singular search at this ply.
    pub(super) excluded: Option<Move>,
    /// Killer moves: the last two quiet moves that failed high at this ply.
    pub(super) killers: [Option<Move>; 2],
    /// Static evaluation, or `NONE` in check.
    pub(super) static_eval: Value,
    /// Fail highs at this ply since the node two plies above was entered.
    pub(super) cutoffs: i32,
    /// Double extensions of the line up to and with the move made at this ply.
    pub(super) double_extensions: i32,
    /// Current reduction of the move made at this ply, in plies.
    pub(super) reduction: i32,
}

impl StackEntry {
    const EMPTY: Self = Self {
        moved: PieceTo::NONE,
        excluded: None,
        killers: [None; 2],
        static_eval: NONE,
        cutoffs: 0,
        double_extensions: 0,
        reduction: 0,
    };
}

/// The current line of a thread: entries, principal variations and generated moves of all plies.
pub(super) struct SearchStack {
    entries: Box<[StackEntry]>,
    pub(super) pv_table: PvTable,
    /// Moves of all nodes of the line, each node's after its parent's.
    pub(super) moves: Vec<RankedMove>,
    /// First ply at which a null move is allowed, above 0 during a null move verification.
    pub(super) nmp_min_ply: usize,
}

impl SearchStack {
    pub(super) fn new() -> Self {
        let len = BEFORE_ROOT + MAX_PLY + BEYOND_LAST;
        Self {
            entries: vec![StackEntry::EMPTY; len].into_boxed_slice(),
            pv_table: PvTable::new(),
            moves: Vec::with_capacity(4096),
            nmp_min_ply: 0,
        }
    }

    #[inline(always)]
    pub(super) fn entry(&self, ply: usize) -> &StackEntry {
        &self.entries[ply + BEFORE_ROOT]
    }

    #[inline(always)]
    pub(super) fn entry_mut(&mut self, ply: usize) -> &mut StackEntry {
        &mut self.entries[ply + BEFORE_ROOT]
    }

    /// Returns the entry `back` plies before `ply`, at most 6; those before the root are empty.
    #[inline(always)]
    pub(super) fn entry_before(&self, ply: usize, back: usize) -> &StackEntry {
        &self.entries[ply + BEFORE_ROOT - back]
    }

    /// Returns the moves that lead to `ply`, for continuation history.
    #[inline(always)]
    pub(super) fn continuation_key(&self, ply: usize) -> ContinuationKey {
        CONTINUATIONS.map(|back| self.entry_before(ply, back).moved)
    }
}

/// Triangular table of principal variations: each ply's first move and the next ply's variation.
pub(super) struct PvTable {
    moves: Box<[Option<Move>]>,
    lengths: Box<[usize]>,
}

impl PvTable {
    const WIDTH: usize = MAX_PLY + 2;

    fn new() -> Self {
        Self {
            moves: vec![None; Self::WIDTH * Self::WIDTH].into_boxed_slice(),
            lengths: vec![0; Self::WIDTH].into_boxed_slice(),
        }
    }

    /// Empties the variation of `ply`.
    #[inline]
    pub(super) fn clear(&mut self, ply: usize) {
        self.lengths[ply] = 0;
    }

    /// Sets the variation of `ply` to `mv` and the variation of the next ply.
    pub(super) fn prepend(&mut self, ply: usize, mv: Move) {
        let length = self.lengths[ply + 1].min(Self::WIDTH - 1);
        let (before, next) = self.moves.split_at_mut((ply + 1) * Self::WIDTH);
        let current = &mut before[ply * Self::WIDTH..];
        current[0] = Some(mv);
        current[1..=length].copy_from_slice(&next[..length]);
        self.lengths[ply] = length + 1;
    }

    /// Sets the variation of `ply`.
    pub(super) fn set(&mut self, ply: usize, line: &[Move]) {
        self.lengths[ply] = line.len();
        for (slot, &mv) in self.moves[ply * Self::WIDTH..].iter_mut().zip(line) {
            *slot = Some(mv);
        }
    }

    /// Returns the variation of `ply`.
    pub(super) fn line(&self, ply: usize) -> impl Iterator<Item = Move> + '_ {
        self.moves[ply * Self::WIDTH..][..self.lengths[ply]].iter().flatten().copied()
    }
}
