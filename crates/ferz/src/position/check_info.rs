//! Checkers, pins and check squares, computed on first use.

use super::Position;
use crate::attacks;
use crate::types::{Bitboard, Color, PieceType, Square};

/// Enemy sliders on a line with a king, and the pieces in between.
struct SliderBlockers {
    /// Sliders with no piece in between.
    checkers: Bitboard,
    /// Single pieces of either colour in between.
    blockers: Bitboard,
    /// Sliders whose blocker has the king's colour.
    pinners: Bitboard,
}

impl Position {
    #[inline(always)]
    fn slider_blockers(&self, color: Color, king: Square) -> SliderBlockers {
        let mut found = SliderBlockers {
            checkers: Bitboard::EMPTY,
            blockers: Bitboard::EMPTY,
            pinners: Bitboard::EMPTY,
        };
        let occupied = self.occupied();
        for sniper in self.board.snipers_of(king) & self.by_color(!color) {
            let between = attacks::between(king, sniper) & occupied;
            if between.is_empty() {
                found.checkers |= sniper.into();
            } else if !between.more_than_one() {
                found.blockers |= between;
                if between.intersects(self.by_color(color)) {
                    found.pinners |= sniper.into();
                }
            }
        }
        found
    }

    /// Returns checkers, blockers and pinners of the king to move.
    #[inline]
    fn king_info(&self) -> [Bitboard; 3] {
        let compute = || {
            let us = self.side_to_move;
            let king = self.king(us);
            let found = self.slider_blockers(us, king);
            let leapers = attacks::knight(king) & self.by_type(PieceType::Knight)
                | attacks::pawn(us, king) & self.by_type(PieceType::Pawn);
            let checkers = found.checkers | leapers & self.by_color(!us);
            [checkers.0, found.blockers.0, found.pinners.0]
        };
        self.state().king_info.get_or_compute(compute).map(Bitboard)
    }

    /// Returns blockers, pinners, and the check squares of bishops and rooks, of the other king.
    #[inline]
    fn check_info(&self) -> [Bitboard; 4] {
        let compute = || {
            let king = self.king(!self.side_to_move);
            let found = self.slider_blockers(!self.side_to_move, king);
            let occupied = self.occupied();
            let (bishop, rook) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
            [found.blockers.0, found.pinners.0, bishop.0, rook.0]
        };
        self.state().check_info.get_or_compute(compute).map(Bitboard)
    }

    /// Returns the pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        if self.state().no_check { Bitboard::EMPTY } else { self.king_info()[0] }
    }

    /// Returns true if the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers().any()
    }

    /// Returns the pieces of either colour that are alone between a king and an enemy slider. Those
    /// of the king's colour are pinned; those of the other colour give a discovered check when they
    /// leave the line.
    #[inline]
    pub fn blockers(&self, color: Color) -> Bitboard {
        if color == self.side_to_move { self.king_info()[1] } else { self.check_info()[0] }
    }

    /// Returns the enemy sliders that pin a piece of this colour to its king.
    #[inline]
    pub fn pinners(&self, color: Color) -> Bitboard {
        if color == self.side_to_move { self.king_info()[2] } else { self.check_info()[1] }
    }

    /// Returns the pieces of this colour that are pinned to their king.
    #[inline]
    pub fn pinned(&self, color: Color) -> Bitboard {
        self.blockers(color) & self.by_color(color)
    }

    /// Returns the checkers and the pinned pieces of the side to move.
    #[inline(always)]
    pub(crate) fn checkers_and_pinned(&self) -> (Bitboard, Bitboard) {
        let [checkers, blockers, _] = self.king_info();
        (checkers, blockers & self.by_color(self.side_to_move))
    }

    /// Returns the squares from which a piece of this type gives check to the side not to move.
    /// Empty for a king.
    #[inline]
    pub fn check_squares(&self, piece_type: PieceType) -> Bitboard {
        let king = self.king(!self.side_to_move);
        match piece_type {
            PieceType::Pawn => attacks::pawn(!self.side_to_move, king),
            PieceType::Knight => attacks::knight(king),
            PieceType::Bishop => self.check_info()[2],
            PieceType::Rook => self.check_info()[3],
            PieceType::Queen => {
                let [_, _, bishop, rook] = self.check_info();
                bishop | rook
            }
            PieceType::King => Bitboard::EMPTY,
        }
    }

    /// Returns the pieces of the side to move that give a discovered check when they leave their
    /// line.
    #[inline]
    pub fn discovered_check_candidates(&self) -> Bitboard {
        self.blockers(!self.side_to_move) & self.by_color(self.side_to_move)
    }
}
