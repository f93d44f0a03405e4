//! Who checks, who is pinned, and where a check could be given: worked out when first asked for.

use super::Position;
use crate::attacks;
use crate::types::{Bitboard, Color, PieceType, Square};

/// What stands between a king and the enemy sliders that aim at it.
struct Shield {
    /// Sliders with nothing between: they give check.
    checkers: Bitboard,
    /// Pieces of either colour that stand alone between.
    blockers: Bitboard,
    /// Sliders whose blocker belongs to the king.
    pinners: Bitboard,
}

impl Position {
    #[inline(always)]
    fn shield(&self, color: Color, king: Square) -> Shield {
        let mut shield = Shield {
            checkers: Bitboard::EMPTY,
            blockers: Bitboard::EMPTY,
            pinners: Bitboard::EMPTY,
        };
        let occupied = self.occupied();
        for sniper in self.board.snipers_of(king) & self.by_color(!color) {
            let between = attacks::between(king, sniper) & occupied;
            if between.is_empty() {
                shield.checkers |= sniper.into();
            } else if !between.more_than_one() {
                shield.blockers |= between;
                if between.intersects(self.by_color(color)) {
                    shield.pinners |= sniper.into();
                }
            }
        }
        shield
    }

    /// Checkers, blockers and pinners of the king to move.
    #[inline]
    fn own_king(&self) -> [Bitboard; 3] {
        let compute = || {
            let us = self.side_to_move;
            let king = self.king(us);
            let shield = self.shield(us, king);
            let leapers = attacks::knight(king) & self.by_type(PieceType::Knight)
                | attacks::pawn(us, king) & self.by_type(PieceType::Pawn);
            let checkers = shield.checkers | leapers & self.by_color(!us);
            [checkers.0, shield.blockers.0, shield.pinners.0]
        };
        self.state().own_king.get_or_compute(compute).map(Bitboard)
    }

    /// Blockers, pinners, bishop and rook check squares of the other king.
    #[inline]
    fn other_king(&self) -> [Bitboard; 4] {
        let compute = || {
            let king = self.king(!self.side_to_move);
            let shield = self.shield(!self.side_to_move, king);
            let occupied = self.occupied();
            let (bishop, rook) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
            [shield.blockers.0, shield.pinners.0, bishop.0, rook.0]
        };
        self.state().other_king.get_or_compute(compute).map(Bitboard)
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        if self.state().no_check { Bitboard::EMPTY } else { self.own_king()[0] }
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers().any()
    }

    /// The pieces of either side that alone stand between this side's king and an enemy slider.
    /// Those of its own side are pinned; those of the other side give a discovered check when they
    /// leave the line.
    #[inline]
    pub fn blockers(&self, color: Color) -> Bitboard {
        if color == self.side_to_move { self.own_king()[1] } else { self.other_king()[0] }
    }

    /// The enemy sliders that pin a piece of this side to its king.
    #[inline]
    pub fn pinners(&self, color: Color) -> Bitboard {
        if color == self.side_to_move { self.own_king()[2] } else { self.other_king()[1] }
    }

    /// The pieces of this side that are pinned to their king.
    #[inline]
    pub fn pinned(&self, color: Color) -> Bitboard {
        self.blockers(color) & self.by_color(color)
    }

    /// Checkers and pinned pieces of the side to move, in one question.
    #[inline(always)]
    pub(crate) fn checkers_and_pinned(&self) -> (Bitboard, Bitboard) {
        let [checkers, blockers, _] = self.own_king();
        (checkers, blockers & self.by_color(self.side_to_move))
    }

    /// The squares from which a piece of this type and of the side to move would give check.
    #[inline]
    pub fn check_squares(&self, kind: PieceType) -> Bitboard {
        let king = self.king(!self.side_to_move);
        match kind {
            PieceType::Pawn => attacks::pawn(!self.side_to_move, king),
            PieceType::Knight => attacks::knight(king),
            PieceType::Bishop => self.other_king()[2],
            PieceType::Rook => self.other_king()[3],
            PieceType::Queen => {
                let [_, _, bishop, rook] = self.other_king();
                bishop | rook
            }
            PieceType::King => Bitboard::EMPTY,
        }
    }

    /// The pieces of the side to move that uncover a check when they leave their line.
    #[inline]
    pub fn discovered_check_candidates(&self) -> Bitboard {
        self.blockers(!self.side_to_move) & self.by_color(self.side_to_move)
    }
}
