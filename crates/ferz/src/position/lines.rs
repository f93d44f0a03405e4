//! Lines to the kings: checkers, pins and check squares. A board computes them at each call; a position
//! caches them.

use super::Board;
use super::lazy::Lines;
use crate::attacks;
use crate::types::{Bitboard, Color, PieceType, Square};
use core::ops::Deref;

/// A board with what is cached of its lines. All queries that need lines are written once, here
/// and in the generator; [`Board`] and [`Position`](crate::Position) call them.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(super) board: &'a Board,
    /// `None` for a board by itself.
    pub(super) lines: Option<&'a Lines>,
}

#[cfg(test)]
impl<'a> View<'a> {
    pub(crate) fn of(board: &'a Board) -> Self {
        Self { board, lines: None }
    }
}

impl Deref for View<'_> {
    type Target = Board;

    #[inline(always)]
    fn deref(&self) -> &Board {
        self.board
    }
}

/// Enemy sliders on a line with a king, and the pieces in between.
struct SliderBlockers {
    /// Sliders with no piece in between.
    checkers: Bitboard,
    /// Single pieces of either colour in between.
    blockers: Bitboard,
    /// Sliders whose blocker has the king's colour.
    pinners: Bitboard,
}

impl Board {
    #[inline(always)]
    fn slider_blockers(&self, color: Color, king: Square) -> SliderBlockers {
        let mut found = SliderBlockers {
            checkers: Bitboard::EMPTY,
            blockers: Bitboard::EMPTY,
            pinners: Bitboard::EMPTY,
        };
        let occupied = self.occupied();
        for sniper in self.pieces.snipers_of(king) & self.by_color(!color) {
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
    #[inline(always)]
    fn lines_of_our_king(&self) -> [u64; 3] {
        let us = self.side_to_move;
        let king = self.king(us);
        let found = self.slider_blockers(us, king);
        let leapers = attacks::knight(king) & self.by_type(PieceType::Knight)
            | attacks::pawn(us, king) & self.by_type(PieceType::Pawn);
        let checkers = found.checkers | leapers & self.by_color(!us);
        [checkers.0, found.blockers.0, found.pinners.0]
    }

    /// Returns blockers, pinners, and the check squares of bishops and rooks, of the other king.
    #[inline(always)]
    fn lines_of_their_king(&self) -> [u64; 4] {
        let king = self.king(!self.side_to_move);
        let found = self.slider_blockers(!self.side_to_move, king);
        let occupied = self.occupied();
        let (bishop, rook) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
        [found.blockers.0, found.pinners.0, bishop.0, rook.0]
    }
}

impl View<'_> {
    #[inline(always)]
    fn our_king(self) -> [Bitboard; 3] {
        match self.lines {
            None => self.board.lines_of_our_king(),
            Some(lines) => lines.our_king(|| self.board.lines_of_our_king()),
        }
        .map(Bitboard)
    }

    #[inline(always)]
    fn their_king(self) -> [Bitboard; 4] {
        match self.lines {
            None => self.board.lines_of_their_king(),
            Some(lines) => lines.their_king(|| self.board.lines_of_their_king()),
        }
        .map(Bitboard)
    }

    #[inline(always)]
    pub(crate) fn checkers(self) -> Bitboard {
        match self.lines {
            Some(lines) if lines.no_check() => Bitboard::EMPTY,
            _ => self.our_king()[0],
        }
    }

    #[inline(always)]
    pub(crate) fn in_check(self) -> bool {
        self.checkers().any()
    }

    #[inline(always)]
    pub(crate) fn blockers(self, color: Color) -> Bitboard {
        if color == self.side_to_move { self.our_king()[1] } else { self.their_king()[0] }
    }

    #[inline(always)]
    pub(crate) fn pinners(self, color: Color) -> Bitboard {
        if color == self.side_to_move { self.our_king()[2] } else { self.their_king()[1] }
    }

    #[inline(always)]
    pub(crate) fn pinned(self, color: Color) -> Bitboard {
        self.blockers(color) & self.by_color(color)
    }

    /// Returns the checkers and the pinned pieces of the side to move.
    #[inline(always)]
    pub(crate) fn checkers_and_pinned(self) -> (Bitboard, Bitboard) {
        let [checkers, blockers, _] = self.our_king();
        (checkers, blockers & self.by_color(self.side_to_move))
    }

    #[inline(always)]
    pub(crate) fn check_squares(self, piece_type: PieceType) -> Bitboard {
        let king = self.king(!self.side_to_move);
        match piece_type {
            PieceType::Pawn => attacks::pawn(!self.side_to_move, king),
            PieceType::Knight => attacks::knight(king),
            PieceType::Bishop => self.their_king()[2],
            PieceType::Rook => self.their_king()[3],
            PieceType::Queen => {
                let [_, _, bishop, rook] = self.their_king();
                bishop | rook
            }
            PieceType::King => Bitboard::EMPTY,
        }
    }

    #[inline(always)]
    pub(crate) fn discovered_check_candidates(self) -> Bitboard {
        self.blockers(!self.side_to_move) & self.by_color(self.side_to_move)
    }
}
