use super::state::State;
use alloc::vec::Vec;

/// The states of a game from its first position on, the current one last.
///
/// Undoing a move steps back and leaves the state where it lies; the next move fills the same place
/// again. A state built elsewhere and moved here would be read back before the processor has
/// finished writing it, which costs more than all the rest of making a move.
pub(super) struct History {
    /// Those behind `current` are waste.
    states: Vec<State>,
    current: usize,
}

impl History {
    /// A history that starts here.
    pub(super) fn new(first: State) -> Self {
        Self { states: alloc::vec![first], current: 0 }
    }

    #[inline(always)]
    pub(super) fn current(&self) -> &State {
        &self.states[self.current]
    }

    /// How many plies have been played.
    #[inline(always)]
    pub(super) fn plies(&self) -> usize {
        self.current
    }

    /// The state so many plies ago, at most [`plies`](Self::plies).
    #[inline(always)]
    pub(super) fn back(&self, plies: usize) -> &State {
        &self.states[self.current - plies]
    }

    /// Goes on to the next state, which begins as a copy of what a move changes step by step.
    #[inline(always)]
    pub(super) fn advance(&mut self) -> &mut State {
        self.current += 1;
        if self.current == self.states.len() {
            self.grow();
        }
        match &mut self.states[self.current - 1..=self.current] {
            [old, new] => {
                new.init_from(old);
                new
            }
            _ => unreachable!("the range holds two states"),
        }
    }

    #[cold]
    fn grow(&mut self) {
        self.states.push(State::blank());
    }

    /// Goes back to the state before; the first one stays.
    #[inline(always)]
    pub(super) fn step_back(&mut self) {
        self.current = self.current.saturating_sub(1);
    }
}

impl Clone for History {
    fn clone(&self) -> Self {
        Self { states: self.states[..=self.current].to_vec(), current: self.current }
    }
}
