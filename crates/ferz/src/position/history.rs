use super::Board;
use super::view::Lines;
use crate::types::{Move, Piece};
use alloc::vec::Vec;

/// The board after a ply, with what the position caches of it.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct Slot {
    pub(super) board: Board,
    pub(super) lines: Lines,
    /// The last move; `None` at first and after a null move.
    pub(super) last_move: Option<Move>,
    /// The piece captured by the last move.
    pub(super) captured: Option<Piece>,
    /// Plies since the last null move or the first board.
    pub(super) plies_from_null: u32,
}

impl Slot {
    pub(super) const fn first(board: Board) -> Self {
        Self { board, lines: Lines::unknown(), last_move: None, captured: None, plies_from_null: 0 }
    }
}

/// The boards of a game.
///
/// Making a move writes the next slot, undoing one steps back: no piece is put back. Changing one
/// board in place is slower, because each change then waits for the one before it. A pointer to the
/// current slot makes moves 9 % faster than an index on x86-64 without BMI2.
pub(super) struct History {
    /// Slots behind `top` are unused.
    slots: Vec<Slot>,
    /// The current slot, an element of `slots`.
    top: *mut Slot,
    /// The last element of `slots`.
    last: *mut Slot,
}

// SAFETY: the pointers point into the vector that the history owns, and shared access only reads.
unsafe impl Send for History {}
// SAFETY: as above; what a slot computes on first use is atomic.
#[cfg(target_has_atomic = "64")]
unsafe impl Sync for History {}

impl History {
    /// Creates a history with one board.
    pub(super) fn new(board: Board) -> Self {
        Self::of(alloc::vec![Slot::first(board)], 0)
    }

    /// Creates the history of these slots with the one at `current` as the current one.
    fn of(mut slots: Vec<Slot>, current: usize) -> Self {
        let last = slots.len() - 1;
        let first = slots.as_mut_ptr();
        assert!(current <= last, "the current slot is an element");
        // SAFETY: both are indices of elements.
        let (top, last) = unsafe { (first.add(current), first.add(last)) };
        Self { slots, top, last }
    }

    #[inline(always)]
    pub(super) fn current(&self) -> &Slot {
        // SAFETY: `top` points to an element, which only `&mut self` changes.
        unsafe { &*self.top }
    }

    /// Returns the current slot for a test that corrupts it.
    #[cfg(test)]
    pub(super) fn current_mut(&mut self) -> &mut Slot {
        // SAFETY: `top` points to an element.
        unsafe { &mut *self.top }
    }

    /// Returns the number of plies since the first board.
    #[inline(always)]
    pub(super) fn plies(&self) -> usize {
        // SAFETY: both pointers are in the vector.
        unsafe { self.top.offset_from_unsigned(self.slots.as_ptr()) }
    }

    /// Returns the slot `plies` plies ago, at most [`plies`](Self::plies).
    #[inline(always)]
    pub(super) fn back(&self, plies: usize) -> &Slot {
        &self.slots[self.plies() - plies]
    }

    /// Changes the board of each ply.
    pub(super) fn for_each_board(&mut self, change: impl Fn(&mut Board)) {
        let current = self.plies();
        self.slots[..=current].iter_mut().for_each(|slot| change(&mut slot.board));
        *self = Self::of(core::mem::take(&mut self.slots), current);
    }

    /// Adds a slot, which the caller fills. Returns the former and the new slot.
    #[inline(always)]
    pub(super) fn advance(&mut self) -> (&Slot, &mut Slot) {
        if self.top == self.last {
            self.grow();
        }
        let old = self.top;
        // SAFETY: `top` is not the last element, so the next one exists, and the two are different.
        unsafe {
            self.top = old.add(1);
            (&*old, &mut *self.top)
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let current = self.plies();
        let mut slots = core::mem::take(&mut self.slots);
        slots.push(Slot::first(Board::EMPTY));
        *self = Self::of(slots, current);
    }

    /// Removes the current slot if it is not the first.
    #[inline(always)]
    pub(super) fn step_back(&mut self) {
        if self.top.cast_const() != self.slots.as_ptr() {
            // SAFETY: an element precedes `top`.
            self.top = unsafe { self.top.sub(1) };
        }
    }
}

impl Clone for History {
    fn clone(&self) -> Self {
        Self::of(self.slots[..=self.plies()].to_vec(), self.plies())
    }

    /// Copies the slots into the existing ones, which need no new memory.
    fn clone_from(&mut self, source: &Self) {
        let from = &source.slots[..=source.plies()];
        let mut slots = core::mem::take(&mut self.slots);
        let common = from.len().min(slots.len());
        slots[..common].clone_from_slice(&from[..common]);
        slots.extend_from_slice(&from[common..]);
        *self = Self::of(slots, source.plies());
    }
}
