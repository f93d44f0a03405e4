//! The faults of a board, as the bits of `ferz.Status`.

use super::State;
use ferz::{Bitboard, PieceType, Rank, attacks};

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
            (kings.len() > 2, bit::TOO_MANY_KINGS),
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
        let Some(king) = self.king(self.turn).filter(|_| checkers.any()) else { return 0 };
        if let Some(passed) = self.possible_ep_square() {
            return self.en_passant_check_faults(checkers, king, passed);
        }
        let mut faults = 0;
        if checkers.len() > 2 {
            faults |= bit::TOO_MANY_CHECKERS | bit::IMPOSSIBLE_CHECK;
        }
        // Two sliders on one line through the king, and two leapers or pawns, cannot both have begun
        // to give check with one move.
        let stepping = checkers & (self.by_type[PieceType::Pawn] | self.by_type[PieceType::Knight]);
        let aligned = checkers.len() == 2
            && match (checkers.first(), checkers.last()) {
                (Some(a), Some(b)) => attacks::aligned(a, b, king),
                _ => false,
            };
        if stepping.more_than_one() || aligned {
            faults |= bit::IMPOSSIBLE_CHECK;
        }
        faults
    }

    /// Returns the faults of checks after a double push: the pushed pawn gives check, or it opened a
    /// line, and it did not block one before.
    fn en_passant_check_faults(
        &self,
        checkers: Bitboard,
        king: ferz::Square,
        passed: ferz::Square,
    ) -> u32 {
        let us = self.turn;
        let (Some(pushed), Some(origin)) =
            (passed.step((!us).forward()), passed.step(us.forward()))
        else {
            return 0;
        };
        let before = self.occupied.without(pushed).with(origin);
        let checked_before = self.attackers(!us, king, before).without(pushed).any();
        let mut faults = 0;
        if checkers.len() > 2 {
            faults |= bit::TOO_MANY_CHECKERS;
        }
        if checked_before || checkers.len() > 1 { faults | bit::IMPOSSIBLE_CHECK } else { faults }
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
}
