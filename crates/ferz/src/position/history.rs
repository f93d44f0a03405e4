use super::incremental::Incremental;
use super::lazy::Lazy;
use super::zobrist;
use crate::types::{CastlingRights, Move, Piece, Square};
use alloc::vec::Vec;

/// The part of a position besides the board. Each ply has its own, so undoing a move restores it.
#[derive(Clone)]
pub(super) struct State {
    /// The sums of the previous state, updated piece by piece.
    pub(super) incremental: Incremental,
    /// Plies since the last capture or pawn move.
    pub(super) rule50: u16,
    /// Plies since the last null move or the initial position.
    pub(super) plies_from_null: u16,
    pub(super) castling: CastlingRights,
    /// Set only if a legal capture there exists.
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

    /// Initialises the state that follows `old`, without the castling rights in `lost`, except for
    /// the sums, `last_move` and `no_check`. The clocks count a reversible move. Returns the change
    /// of the key by castling rights, en passant square and side to move.
    #[inline(always)]
    pub(super) fn init_from(&mut self, old: &Self, lost: CastlingRights) -> u64 {
        let lost = old.castling & lost;
        self.castling = old.castling - lost;
        self.en_passant = None;
        self.captured = None;
        self.king_info.invalidate();
        self.check_info.invalidate();
        self.rule50 = old.rule50.saturating_add(1);
        self.plies_from_null = old.plies_from_null.saturating_add(1);
        self.incremental.material = old.incremental.material;
        let mut change = zobrist::WHITE_TO_MOVE ^ zobrist::castling(lost);
        if let Some(square) = old.en_passant {
            change ^= zobrist::en_passant(square.file());
        }
        change
    }
}

/// The states of a game since its initial position.
///
/// Undoing a move leaves its state in place, and the next move overwrites it there. A state built
/// elsewhere and copied in would stall the following loads (failed store forwarding).
pub(super) struct History {
    /// Entries behind `current` are unused.
    states: Vec<State>,
    /// The index of the current state. 32 bits, because the index of the next state then needs no
    /// overflow check.
    current: u32,
}

impl History {
    /// Creates a history with one state.
    pub(super) fn new(first: State) -> Self {
        Self { states: alloc::vec![first], current: 0 }
    }

    #[inline(always)]
    pub(super) fn current(&self) -> &State {
        &self.states[self.plies()]
    }

    /// Returns the current state for a test that corrupts it.
    #[cfg(test)]
    pub(super) fn current_mut(&mut self) -> &mut State {
        let current = self.plies();
        &mut self.states[current]
    }

    /// Returns the number of plies since the initial position.
    #[inline(always)]
    pub(super) fn plies(&self) -> usize {
        self.current as usize
    }

    /// Returns the state `plies` plies ago, at most [`plies`](Self::plies).
    #[inline(always)]
    pub(super) fn back(&self, plies: usize) -> &State {
        &self.states[self.plies() - plies]
    }

    /// Adds a state, which the caller initialises. Returns the former and the new state.
    #[inline(always)]
    pub(super) fn advance(&mut self) -> (&State, &mut State) {
        let next = self.plies() + 1;
        if next >= self.states.len() {
            self.grow();
        }
        let [.., old, new] = &mut self.states[..=next] else {
            unreachable!("a state precedes the next one");
        };
        self.current += 1;
        (old, new)
    }

    #[cold]
    fn grow(&mut self) {
        self.states.push(State::blank());
    }

    /// Removes the current state, which is not the first.
    #[inline(always)]
    pub(super) fn step_back(&mut self) {
        self.current -= 1;
    }
}

impl Clone for History {
    fn clone(&self) -> Self {
        Self { states: self.states[..=self.plies()].to_vec(), current: self.current }
    }

    /// Copies the states into the existing ones, which need no new memory.
    fn clone_from(&mut self, source: &Self) {
        let states = &source.states[..=source.plies()];
        let common = states.len().min(self.states.len());
        self.states[..common].clone_from_slice(&states[..common]);
        self.states.extend_from_slice(&states[common..]);
        self.current = source.current;
    }
}
