//! Legality of a single move, check detection and attacked squares.

use super::{Board, CastlingPath, View};
use crate::attacks;
use crate::isa::{Compiled, Isa};
use crate::types::{Bitboard, Move, MoveFlag, PieceType, Rank, Square};

impl View<'_> {
    /// Returns true if the generator would emit this move here: among the
    /// [`Evasions`](crate::Evasions) in check, else among the [`NonEvasions`](crate::NonEvasions).
    /// Accepts any [`Move`], for example one from a hash table.
    ///
    /// The move may still leave the king in check: see [`keeps_king_safe`](Self::keeps_king_safe).
    pub(crate) fn is_pseudo_legal(self, mv: Move) -> bool {
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = self.piece_on(from).filter(|piece| piece.color() == us) else {
            return false;
        };
        let pawn = piece.piece_type() == PieceType::Pawn;
        let reaches = match mv.flag() {
            // Rare, with conditions that the generator implements.
            MoveFlag::Castle => return self.can_castle(mv),
            MoveFlag::EnPassant => {
                pawn && self.en_passant() == Some(to) && attacks::pawn(us, from).contains(to)
            }
            MoveFlag::Quiet | MoveFlag::Capture if !pawn => {
                mv.is_capture() == self.by_color(!us).contains(to)
                    && !self.by_color(us).contains(to)
                    && attacks::of(piece.piece_type(), from, self.occupied()).contains(to)
            }
            _ => pawn && self.pawn_can_move(mv),
        };
        reaches && self.evades_check(mv, piece.piece_type())
    }

    /// Returns true if a pawn can make this move, which is not en passant.
    fn pawn_can_move(self, mv: Move) -> bool {
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        let last_rank = Bitboard::relative_rank(us, Rank::Eighth).contains(to);
        if mv.is_promotion() != last_rank {
            return false;
        }
        if mv.is_capture() {
            return attacks::pawn(us, from).contains(to) && self.by_color(!us).contains(to);
        }
        let pushed = Bitboard::of(from).shift(us.forward()) - self.occupied();
        if mv.is_double_push() {
            let on_initial_rank = Bitboard::relative_rank(us, Rank::Second).contains(from);
            return on_initial_rank && (pushed.shift(us.forward()) - self.occupied()).contains(to);
        }
        pushed.contains(to)
    }

    /// Returns true if the side to move is not in check, or if the move is one of the evasions.
    fn evades_check(self, mv: Move, piece_type: PieceType) -> bool {
        let checkers = self.checkers();
        let Some(checker) = checkers.first() else { return true };
        let (to, king) = (mv.to(), self.king(self.side_to_move));
        if piece_type == PieceType::King {
            return !self.evasion_lines().contains(to);
        }
        if checkers.more_than_one() {
            return false;
        }
        let captured = to.offset(-self.side_to_move.forward().offset());
        attacks::between(king, checker).with(checker).contains(to)
            || mv.is_en_passant() && captured == checker
    }

    /// Returns the lines through the king and its checking sliders, without the sliders. A king
    /// move along them is not an evasion.
    pub(crate) fn evasion_lines(self) -> Bitboard {
        let king = self.king(self.side_to_move);
        let sliders =
            self.checkers() & (self.sets().diagonal_sliders() | self.sets().straight_sliders());
        sliders.squares().fold(Bitboard::EMPTY, |lines, checker| {
            lines | attacks::line(checker, king).without(checker)
        })
    }

    fn can_castle(self, mv: Move) -> bool {
        !self.in_check() && self.legal_moves().contains(&mv)
    }

    /// Returns true if a pseudo-legal move does not leave its own king in check. The result has no
    /// meaning for other moves: [`is_legal`](Self::is_legal) accepts any.
    #[inline]
    pub(crate) fn keeps_king_safe(self, mv: Move) -> bool {
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        if mv.is_en_passant() {
            return self.en_passant_is_safe(us, from, to);
        }
        let king = self.king(us);
        if from == king {
            // The generator emits only legal castling moves.
            let occupied = self.occupied().without(from);
            return mv.is_castling() || !self.is_attacked_by(!us, to, occupied);
        }
        !self.blockers(us).contains(from) || attacks::aligned(from, to, king)
    }

    /// Returns true if a move is legal. Accepts any [`Move`]: tests
    /// [`is_pseudo_legal`](Self::is_pseudo_legal), then [`keeps_king_safe`](Self::keeps_king_safe).
    pub(crate) fn is_legal(self, mv: Move) -> bool {
        self.is_pseudo_legal(mv) && self.keeps_king_safe(mv)
    }

    /// Returns true if a pseudo-legal move gives check.
    ///
    /// # Panics
    /// If there is no piece on the move's origin.
    #[inline]
    pub(crate) fn gives_check(self, mv: Move) -> bool {
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        let king = self.king(!us);
        let piece = self.moving_piece(from);
        if mv.is_castling() {
            return self.castling_gives_check(to, king);
        }
        let direct = match mv.promotion() {
            None => self.check_squares(piece.piece_type()),
            // The pawn has left its square and does not block the promoted piece.
            Some(piece_type) => attacks::of(piece_type, king, self.occupied().without(from)),
        };
        if direct.contains(to) {
            return true;
        }
        if self.blockers(!us).contains(from) && !attacks::aligned(from, to, king) {
            return true;
        }
        mv.is_en_passant() && self.en_passant_discovers_check(from, to, king)
    }

    /// Returns true if the removal of the captured pawn opens a line to the other king.
    fn en_passant_discovers_check(self, from: Square, to: Square, king: Square) -> bool {
        let captured = to.offset(-self.side_to_move.forward().offset());
        let occupied = self.occupied().without(from).without(captured).with(to);
        (self.sets().sliders_to(king, occupied) & self.by_color(self.side_to_move)).any()
    }

    fn castling_gives_check(self, rook: Square, king: Square) -> bool {
        let us = self.side_to_move;
        let path = CastlingPath::of(self.king(us), rook);
        let left = Bitboard::of(path.king_from).with(path.rook_from);
        let occupied = (self.occupied() - left).with(path.king_to).with(path.rook_to);
        let sliders = self.sets().sliders_to(king, occupied) & (self.by_color(us) - left);
        sliders.any() || attacks::rook(king, occupied).contains(path.rook_to)
    }

    /// Returns true if the king is safe on its path, its origin included.
    pub(crate) fn castling_is_safe(self, path: &CastlingPath) -> bool {
        path.is_safe(self.king_danger::<Compiled>(), self.blockers(self.side_to_move))
    }
}

impl Board {
    /// Returns the squares that the enemy attacks. The king of the side to move does not block
    /// lines to the squares behind it.
    #[inline(always)]
    pub(crate) fn king_danger<I: Isa>(&self) -> Bitboard {
        let (us, them) = (self.side_to_move, !self.side_to_move);
        let enemies = self.by_color(them);
        let occupied = self.occupied().without(self.king(us));
        let mut attacked = self.pawn_attacks(them) | attacks::king(self.king(them));
        for from in enemies & self.by_type(PieceType::Knight) {
            attacked |= attacks::knight(from);
        }
        for from in enemies & self.pieces.diagonal_sliders() {
            attacked |= I::bishop(from, occupied);
        }
        for from in enemies & self.pieces.straight_sliders() {
            attacked |= I::rook(from, occupied);
        }
        attacked
    }
}
