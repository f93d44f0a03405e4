use super::incremental::Incremental;
use super::lazy::Lazy;
use crate::types::{CastlingRights, Move, Piece, Square};
use alloc::vec::Vec;

/// What a move changes besides the board, one for each ply: undoing a move drops the last one.
#[derive(Clone)]
pub(super) struct State {
    /// Copied from the state before and brought up to date piece by piece.
    pub(super) incremental: Incremental,
    /// Plies since the last capture or pawn move.
    pub(super) rule50: u16,
    /// Plies since the last null move or the first position.
    pub(super) plies_from_null: u16,
    pub(super) castling: CastlingRights,
    /// Set only when a pawn can capture there.
    pub(super) en_passant: Option<Square>,
    /// What the last move took, for undoing it.
    pub(super) captured: Option<Piece>,
    /// The move that led here; none at the start and after a null move.
    pub(super) last_move: Option<Move>,
    /// Whoever made the move knew that it gives no check.
    pub(super) no_check: bool,
    /// Checkers, blockers and pinners of the king to move.
    pub(super) king_info: Lazy<3>,
    /// Blockers, pinners, bishop and rook check squares of the other king.
    pub(super) check_info: Lazy<4>,
}

impl State {
    /// A state that knows nothing, to be filled.
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

    /// Begins as the state after `old`: copies what a move changes step by step, and forgets what
    /// was known about checks.
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
