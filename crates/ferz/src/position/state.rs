use super::incremental::Incremental;
use super::lazy::Lazy;
use crate::types::{CastlingRights, Move, Piece, Square};

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
    pub(super) own_king: Lazy<3>,
    /// Blockers, pinners, bishop and rook check squares of the other king.
    pub(super) other_king: Lazy<4>,
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
            own_king: Lazy::new(),
            other_king: Lazy::new(),
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
        self.own_king.invalidate();
        self.other_king.invalidate();
    }
}
