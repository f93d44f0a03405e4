use super::incremental::Incremental;
use super::lazy::Lazy;
use crate::types::{CastlingRights, Move, Piece, Square};
use alloc::vec::Vec;

/// The part of a position besides the board. Each ply has its own, so undoing a move restores it.
#[derive(Clone)]
pub(super) struct State {
    /// Copied from the previous state and updated piece by piece.
    pub(super) incremental: Incremental,
    /// Plies since the last capture or pawn move.
    pub(super) rule50: u16,
    /// Plies since the last null move or the initial position.
    pub(super) plies_from_null: u16,
    pub(super) castling: CastlingRights,
    /// Set only if a pawn can capture there.
    pub(super) en_passant: Option<Square>,
    /// The piece captured by the last move.
    pub(super) captured: Option<Piece>,
    /// The last move; `None` in the initial position and after a null move.
    pub(super) last_move: Option<Move>,
    /// Set if the last move is known to give no check.
    pub(super) no_check: bool,
    /// Checkers, blockers and pinners of the king to move.
    pub(super) king_info: Lazy<3>,
    /// Blockers, pinners, and check squares of bishops and rooks, of the other king.
    pub(super) check_info: Lazy<4>,
}

impl State {
    /// Creates an empty state.
    #[inline(always)]
    pub(super) const fn blank() -> Self {
        Self {
            incremental: Incremental::EMPTY,
            rule50: 0,
            plies_from_null: 0,
            castling: CastlingRights::NONE,
            en_passant: None,
            captured: None,
            last_move: None,
            no_check: false,
            king_info: Lazy::new(),
            check_info: Lazy::new(),
        }
    }

    /// Initialises the state that follows `old`. The caller sets `last_move` and `no_check`.
    #[inline(always)]
    pub(super) fn init_from(&mut self, old: &Self) {
        self.incremental = old.incremental;
        self.rule50 = old.rule50.saturating_add(1);
        self.plies_from_null = old.plies_from_null.saturating_add(1);
        self.castling = old.castling;
        self.en_passant = old.en_passant;
        self.captured = None;
        self.king_info.invalidate();
        self.check_info.invalidate();
    }
}

/// The states of a game since its initial position.
///
/// Undoing a move leaves its state in place, and the next move overwrites it there. A state built
/// elsewhere and copied in would stall the following loads (failed store forwarding).
pub(super) struct History {
    /// Entries behind `current` are unused.
    states: Vec<State>,
    current: usize,
}

impl History {
    /// Creates a history with one state.
    pub(super) fn new(first: State) -> Self {
        Self { states: alloc::vec![first], current: 0 }
    }

    #[inline(always)]
    pub(super) fn current(&self) -> &State {
        &self.states[self.current]
    }

    /// Returns the number of plies since the initial position.
    #[inline(always)]
    pub(super) fn plies(&self) -> usize {
        self.current
    }

    /// Returns the state `plies` plies ago, at most [`plies`](Self::plies).
    #[inline(always)]
    pub(super) fn back(&self, plies: usize) -> &State {
        &self.states[self.current - plies]
    }

    /// Adds a state, initialised from the current one.
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

    /// Removes the current state unless it is the first.
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
