//! The faults of a board, as the bits of `ferz.Status`.

use super::State;
use ferz::{Bitboard, PieceType, Rank, Square, attacks};

/// The bits of `ferz.Status` that standard chess uses.
mod bit {
    pub const NO_WHITE_KING: u32 = 1 << 0;
    pub const NO_BLACK_KING: u32 = 1 << 1;
    pub const TOO_MANY_KINGS: u32 = 1 << 2;
    pub const TOO_MANY_WHITE_PAWNS: u32 = 1 << 3;
    pub const TOO_MANY_BLACK_PAWNS: u32 = 1 << 4;
    pub const PAWNS_ON_BACKRANK: u32 = 1 << 5;
    pub const TOO_MANY_WHITE_PIECES: u32 = 1 << 6;
    pub const TOO_MANY_BLACK_PIECES: u32 = 1 << 7;
    pub const BAD_CASTLING_RIGHTS: u32 = 1 << 8;
    pub const INVALID_EP_SQUARE: u32 = 1 << 9;
    pub const OPPOSITE_CHECK: u32 = 1 << 10;
    pub const EMPTY: u32 = 1 << 11;
    pub const TOO_MANY_CHECKERS: u32 = 1 << 15;
    pub const IMPOSSIBLE_CHECK: u32 = 1 << 16;
}

impl State {
    /// Returns the faults; 0 for a valid position.
    pub fn status(&self) -> u32 {
        let [white, black] = self.by_color;
        let pawns = self.by_type[PieceType::Pawn];
        let kings = self.by_type[PieceType::King];
        let back_ranks = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
        let rows = [
            (self.occupied.is_empty(), bit::EMPTY),
            (!white.intersects(kings), bit::NO_WHITE_KING),
            (!black.intersects(kings), bit::NO_BLACK_KING),
            ((kings & self.occupied).len() > 2, bit::TOO_MANY_KINGS),
            (white.len() > 16, bit::TOO_MANY_WHITE_PIECES),
            (black.len() > 16, bit::TOO_MANY_BLACK_PIECES),
            ((white & pawns).len() > 8, bit::TOO_MANY_WHITE_PAWNS),
            ((black & pawns).len() > 8, bit::TOO_MANY_BLACK_PAWNS),
            (pawns.intersects(back_ranks), bit::PAWNS_ON_BACKRANK),
            (self.castling_rights != self.clean_castling_rights(), bit::BAD_CASTLING_RIGHTS),
            (self.ep_square != self.possible_ep_square(), bit::INVALID_EP_SQUARE),
            (self.was_into_check(), bit::OPPOSITE_CHECK),
        ];
        let faults = rows.iter().filter(|row| row.0).fold(0, |faults, row| faults | row.1);
        faults | self.check_faults()
    }

    /// Returns the faults of checks that no last move can have given.
    fn check_faults(&self) -> u32 {
        let checkers = self.checkers();
        let [Some(first), Some(last)] = [checkers.first(), checkers.last()] else { return 0 };
        let kings = self.kings(self.turn);
        let of = |piece_type| self.by_type[piece_type];
        // Two leapers cannot both have begun to give check with one move, nor can two sliders on one
        // line through the king.
        let leapers = of(PieceType::Pawn) | of(PieceType::Knight) | of(PieceType::King);
        let impossible = (checkers & leapers).more_than_one()
            || match self.possible_ep_square() {
                Some(passed) => checkers.more_than_one() || !self.pushed_into(passed, first, kings),
                None => {
                    checkers.len() > 2
                        || checkers.len() == 2 && attacks::line(first, last).intersects(kings)
                }
            };
        let too_many = if checkers.len() > 2 { bit::TOO_MANY_CHECKERS } else { 0 };
        if impossible { too_many | bit::IMPOSSIBLE_CHECK } else { too_many }
    }

    /// Returns true if a double push past a square can have given this check: the pawn gives it, or it
    /// opened a line and did not block one before.
    fn pushed_into(&self, passed: Square, checker: Square, kings: Bitboard) -> bool {
        let us = self.turn;
        let Some((pushed, origin)) = passed.step((!us).forward()).zip(passed.step(us.forward()))
        else {
            return true;
        };
        let before = self.occupied.without(pushed).with(origin);
        checker == pushed || !kings.squares().any(|king| self.attackers(!us, king, before).any())
    }

    /// Returns the state without castling rights and an en passant square that are impossible.
    pub fn without_impossible_rights(&self) -> Self {
        let castling_rights = self.clean_castling_rights();
        Self { castling_rights, ep_square: self.possible_ep_square(), ..*self }
    }

    /// Returns true if there are no faults.
    pub fn is_valid(&self) -> bool {
        self.status() == 0
    }

    /// Returns the en passant square if a double push can have passed it.
    fn possible_ep_square(&self) -> Option<Square> {
        let square = self.ep_square?;
        let us = self.turn;
        let pushed = square.step((!us).forward())?;
        let origin = square.step(us.forward())?;
        let in_place = square.rank() == us.relative_rank(Rank::Sixth)
            && self.pieces(!us, PieceType::Pawn).contains(pushed)
            && !self.occupied.contains(square)
            && !self.occupied.contains(origin);
        in_place.then_some(square)
    }
}
