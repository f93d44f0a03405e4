//! Generation of pseudo-legal and legal moves on any board, in python-chess's order: pieces from
//! h8 to a1, castling, pawn captures, single and double pushes, en passant. In check the king's
//! moves are first.
//!
//! Each generator takes the allowed origins and targets, and calls a function for each move until
//! that breaks.

use super::State;
use crate::chess_move::Move;
use ferz::{Bitboard, Color, Direction, File, PieceType, Rank, Square, attacks};
use std::ops::ControlFlow;

/// The allowed origins and targets of moves.
#[derive(Clone, Copy)]
pub struct Masks {
    /// The allowed origins.
    pub from: Bitboard,
    /// The allowed targets; for castling, the square of the rook.
    pub to: Bitboard,
}

impl Masks {
    /// All origins and targets.
    pub const ALL: Self = Self { from: Bitboard::ALL, to: Bitboard::ALL };

    /// Returns the masks of a single move.
    pub const fn of(mv: Move) -> Self {
        Self { from: Bitboard::of(mv.from), to: Bitboard::of(mv.to) }
    }
}

/// A function that receives moves; `Break` ends the generation.
pub trait MoveVisitor: FnMut(Move) -> ControlFlow<()> {}
impl<F: FnMut(Move) -> ControlFlow<()> + ?Sized> MoveVisitor for F {}

impl State {
    /// Generates the pseudo-legal moves. Castling moves are legal.
    pub fn pseudo_legal(
        &self,
        masks: Masks,
        visit: &mut (impl MoveVisitor + ?Sized),
    ) -> ControlFlow<()> {
        self.piece_moves(masks, visit)?;
        self.castling_moves(masks, visit)?;
        self.pawn_moves(masks, visit)?;
        self.en_passant_moves(masks, visit)
    }

    /// Generates the legal moves: the pseudo-legal ones that do not leave the king in check, which may
    /// here be a promoted one.
    pub fn legal(&self, masks: Masks, visit: &mut (impl MoveVisitor + ?Sized)) -> ControlFlow<()> {
        let Some(king) = self.pieces(self.turn, PieceType::King).last() else {
            return self.pseudo_legal(masks, visit);
        };
        let checkers = self.attackers(!self.turn, king, self.occupied);
        let pinned = self.pinned(king);
        let free = !pinned.with(king);
        let mut safe = |mv: Move| {
            let certain = free.contains(mv.from) && self.ep_square != Some(mv.to);
            if certain || self.keeps_king_safe(mv, king, pinned) {
                visit(mv)
            } else {
                ControlFlow::Continue(())
            }
        };
        if checkers.is_empty() {
            return self.pseudo_legal(masks, &mut safe);
        }
        self.evasions(masks, king, checkers, &mut safe)
    }

    /// Generates the pseudo-legal evasions: moves of the king off the lines of its checkers, captures
    /// of a single checker and moves in between.
    pub(super) fn evasions(
        &self,
        masks: Masks,
        king: Square,
        checkers: Bitboard,
        visit: &mut (impl MoveVisitor + ?Sized),
    ) -> ControlFlow<()> {
        let sliders = self.sets().diagonal_sliders() | self.sets().straight_sliders();
        let lines = (checkers & sliders).squares().fold(Bitboard::EMPTY, |lines, checker| {
            lines | attacks::line(king, checker).without(checker)
        });
        if masks.from.contains(king) {
            let targets = attacks::king(king) & (masks.to - self.by_color[self.turn] - lines);
            for to in targets.squares().rev() {
                visit(Move::new(king, to))?;
            }
        }
        let Some(checker) = checkers.first().filter(|_| !checkers.more_than_one()) else {
            return ControlFlow::Continue(());
        };
        let targets = attacks::between(king, checker).with(checker);
        let others =
            Masks { from: masks.from - self.by_type[PieceType::King], to: masks.to & targets };
        self.pseudo_legal(others, visit)?;
        match self.ep_square {
            Some(to) if !targets.contains(to) && behind(to, self.turn) == Some(checker) => {
                self.en_passant_moves(masks, visit)
            }
            _ => ControlFlow::Continue(()),
        }
    }

    /// Generates the pseudo-legal captures, en passant last.
    pub fn pseudo_legal_captures(
        &self,
        masks: Masks,
        visit: &mut (impl MoveVisitor + ?Sized),
    ) -> ControlFlow<()> {
        self.pseudo_legal(self.capture_masks(masks), visit)?;
        self.en_passant_moves(masks, visit)
    }

    /// Generates the legal captures, en passant last.
    pub fn legal_captures(
        &self,
        masks: Masks,
        visit: &mut (impl MoveVisitor + ?Sized),
    ) -> ControlFlow<()> {
        self.legal(self.capture_masks(masks), visit)?;
        self.legal_en_passant(masks, visit)
    }

    /// Generates the legal en passant captures.
    pub fn legal_en_passant(
        &self,
        masks: Masks,
        visit: &mut (impl MoveVisitor + ?Sized),
    ) -> ControlFlow<()> {
        self.en_passant_moves(masks, &mut |mv| match self.is_into_check(mv) {
            true => ControlFlow::Continue(()),
            false => visit(mv),
        })
    }

    fn capture_masks(&self, masks: Masks) -> Masks {
        Masks { to: masks.to & self.by_color[!self.turn], ..masks }
    }

    /// Generates the moves of pieces other than pawns, without castling.
    fn piece_moves(
        &self,
        masks: Masks,
        visit: &mut (impl MoveVisitor + ?Sized),
    ) -> ControlFlow<()> {
        let own = self.by_color[self.turn];
        let pieces = (own - self.by_type[PieceType::Pawn]) & masks.from;
        for from in pieces.squares().rev() {
            let targets = self.attacks_from(from) & (masks.to - own);
            for to in targets.squares().rev() {
                visit(Move::new(from, to))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Generates the castling moves, which are legal. The target in the mask is the rook's square.
    pub fn castling_moves(
        &self,
        masks: Masks,
        visit: &mut (impl MoveVisitor + ?Sized),
    ) -> ControlFlow<()> {
        if self.castling_rights.is_empty() {
            return ControlFlow::Continue(());
        }
        let us = self.turn;
        let rank = Self::back_rank(us);
        let Some(king) = (self.kings(us) & rank & masks.from).first() else {
            return ControlFlow::Continue(());
        };
        let rooks = self.clean_castling_rights() & rank & masks.to;
        for rook in rooks.squares().rev() {
            if self.can_castle(king, rook) {
                visit(self.king_squares(Move::new(king, rook), self.chess960))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns true if no piece is in the way of castling with a rook and the king is not attacked
    /// on its way.
    fn can_castle(&self, king: Square, rook: Square) -> bool {
        let [king_to, rook_to] =
            castling_files(king, rook).map(|file| Square::new(file, king.rank()));
        let king_path = attacks::between(king, king_to);
        let path = king_path | attacks::between(rook, rook_to);
        let lifted = self.occupied ^ Bitboard::of(king);
        let without = lifted ^ Bitboard::of(rook);
        let attacked = |square, occupied| self.attackers(!self.turn, square, occupied).any();
        !without.intersects(path.with(king_to).with(rook_to))
            && !king_path.with(king).squares().any(|square| attacked(square, lifted))
            && !attacked(king_to, without ^ Bitboard::of(rook_to))
    }

    fn pawn_moves(&self, masks: Masks, visit: &mut (impl MoveVisitor + ?Sized)) -> ControlFlow<()> {
        let us = self.turn;
        let pawns = self.pieces(us, PieceType::Pawn) & masks.from;
        if pawns.is_empty() {
            return ControlFlow::Continue(());
        }
        let enemies = self.by_color[!us] & masks.to;
        for from in pawns.squares().rev() {
            for to in (attacks::pawn(us, from) & enemies).squares().rev() {
                self.pawn_move(from, to, visit)?;
            }
        }
        let up = us.forward();
        let single = pawns.shift(up) - self.occupied;
        // A pawn on its own back rank, which no game has, also moves two squares.
        let double_ranks =
            Bitboard::relative_rank(us, Rank::Third) | Bitboard::relative_rank(us, Rank::Fourth);
        let double = (single.shift(up) - self.occupied) & double_ranks;
        let down = (!us).forward();
        for (targets, steps) in [(single, 1), (double, 2)] {
            for to in (targets & masks.to).squares().rev() {
                let from = Bitboard::of(to).shift(down);
                let from = if steps == 2 { from.shift(down) } else { from };
                if let Some(from) = from.first() {
                    self.pawn_move(from, to, visit)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits a pawn move, as four promotions on the last ranks.
    #[inline]
    fn pawn_move(
        &self,
        from: Square,
        to: Square,
        visit: &mut (impl MoveVisitor + ?Sized),
    ) -> ControlFlow<()> {
        if !matches!(to.rank(), Rank::First | Rank::Eighth) {
            return visit(Move::new(from, to));
        }
        for piece_type in PieceType::PROMOTIONS {
            visit(Move::promoting(from, to, Some(piece_type)))?;
        }
        ControlFlow::Continue(())
    }

    /// Generates the pseudo-legal en passant captures. The pawn to capture need not be there.
    pub fn en_passant_moves(
        &self,
        masks: Masks,
        visit: &mut (impl MoveVisitor + ?Sized),
    ) -> ControlFlow<()> {
        let Some(to) = self.ep_square.filter(|&to| masks.to.contains(to)) else {
            return ControlFlow::Continue(());
        };
        if self.occupied.contains(to) {
            return ControlFlow::Continue(());
        }
        let fifth = Bitboard::relative_rank(self.turn, Rank::Fifth);
        let pawns = self.pieces(self.turn, PieceType::Pawn) & masks.from & fifth;
        for from in (pawns & attacks::pawn(!self.turn, to)).squares().rev() {
            visit(Move::new(from, to))?;
        }
        ControlFlow::Continue(())
    }

    /// Returns the legal moves.
    pub fn legal_moves(&self, masks: Masks) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        let _ = self.legal(masks, &mut |mv| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
        moves
    }

    /// Returns the pseudo-legal moves.
    pub fn pseudo_legal_moves(&self, masks: Masks) -> Vec<Move> {
        collect(|mut visit| self.pseudo_legal(masks, &mut visit))
    }

    /// Returns true if the side to move has a legal move.
    pub fn has_legal_move(&self) -> bool {
        self.legal(Masks::ALL, &mut |_| ControlFlow::Break(())).is_break()
    }

    /// Returns true if a pawn can capture en passant, perhaps leaving its king in check.
    pub fn has_pseudo_legal_en_passant(&self) -> bool {
        self.ep_square.is_some()
            && self.en_passant_moves(Masks::ALL, &mut |_| ControlFlow::Break(())).is_break()
    }

    /// Returns true if a pawn can legally capture en passant.
    pub fn has_legal_en_passant(&self) -> bool {
        self.ep_square.is_some()
            && self.legal_en_passant(Masks::ALL, &mut |_| ControlFlow::Break(())).is_break()
    }
}

/// Collects the moves of a generator.
pub fn collect(
    generate: impl FnOnce(&mut dyn FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()>,
) -> Vec<Move> {
    let mut moves = Vec::with_capacity(64);
    let _ = generate(&mut |mv| {
        moves.push(mv);
        ControlFlow::Continue(())
    });
    moves
}

/// Returns the files of king and rook after castling: c and d, or g and f.
pub(super) fn castling_files(king: Square, rook: Square) -> [File; 2] {
    if rook.file() < king.file() { [File::C, File::D] } else { [File::G, File::F] }
}

/// Returns the square behind `to` from the side of `us`: the pawn captured en passant on `to`.
pub(super) fn behind(to: Square, us: Color) -> Option<Square> {
    to.step(match us {
        Color::White => Direction::South,
        Color::Black => Direction::North,
    })
}
