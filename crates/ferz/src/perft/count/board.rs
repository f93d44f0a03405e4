//! The board: sets only, copied for every move.

use super::castling::Castling;
use super::side::{Side, forward, pawn_attacks};
use crate::position::Position;
use crate::types::{Bitboard, CastleSide, Color, PieceType};

/// A kind of piece, as moves name it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Piece {
    /// A pawn.
    Pawn,
    /// A knight.
    Knight,
    /// A bishop.
    Bishop,
    /// A rook.
    Rook,
    /// A queen.
    Queen,
    /// A king.
    King,
}

impl Piece {
    /// Whether it moves along diagonals.
    #[inline(always)]
    pub(crate) const fn is_diagonal(self) -> bool {
        matches!(self, Self::Bishop | Self::Queen)
    }

    /// Whether it moves along ranks and files.
    #[inline(always)]
    pub(crate) const fn is_orthogonal(self) -> bool {
        matches!(self, Self::Rook | Self::Queen)
    }
}

/// A position without its history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    /// The pieces of White and of Black.
    pub(crate) colors: [u64; 2],
    /// All pawns.
    pub(crate) pawns: u64,
    /// All knights.
    pub(crate) knights: u64,
    /// All bishops and queens.
    pub(crate) diagonals: u64,
    /// All rooks and queens.
    pub(crate) orthogonals: u64,
    /// Both kings.
    pub(crate) kings: u64,
    /// The rooks that may still castle.
    pub(crate) castling: u64,
    /// The square that a pawn has just passed, if an enemy pawn stands ready to take it there.
    pub(crate) en_passant: u64,
}

impl Board {
    /// The pieces of one side.
    #[inline(always)]
    pub(crate) fn of<S: Side>(&self) -> u64 {
        self.colors[S::US]
    }

    /// Every occupied square.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> u64 {
        self.colors[0] | self.colors[1]
    }

    /// The square of a side's king.
    #[inline(always)]
    pub(crate) fn king<S: Side>(&self) -> usize {
        (self.kings & self.of::<S>()).trailing_zeros() as usize
    }

    /// The board after a piece of `S` moves, takes or is promoted to `placed`.
    #[inline(always)]
    pub(crate) fn play<S: Side>(
        &self,
        moved: Piece,
        placed: Piece,
        from: usize,
        to: usize,
    ) -> Self {
        let (origin, target) = (1u64 << from, 1u64 << to);
        let mut next = *self;
        next.lift::<S::Enemy>(target);
        next.en_passant = 0;
        next.castling &= !(origin | target);
        if moved == Piece::King {
            next.castling &= !S::RANK_1.0;
        }
        next.colors[S::US] ^= origin | target;
        next.toggle(moved, origin);
        next.toggle(placed, target);
        next
    }

    /// The board without the piece of `S` on this square.
    #[inline(always)]
    pub(crate) fn without<S: Side>(&self, square: usize) -> Self {
        let mut next = *self;
        next.lift::<S>(1 << square);
        next.kings &= !(1 << square);
        next
    }

    #[inline(always)]
    fn lift<S: Side>(&mut self, square: u64) {
        self.colors[S::US] &= !square;
        self.pawns &= !square;
        self.knights &= !square;
        self.diagonals &= !square;
        self.orthogonals &= !square;
    }

    /// Puts a piece on empty squares or takes it away, in the sets of its kind.
    #[inline(always)]
    fn toggle(&mut self, piece: Piece, squares: u64) {
        match piece {
            Piece::Pawn => self.pawns ^= squares,
            Piece::Knight => self.knights ^= squares,
            Piece::Bishop => self.diagonals ^= squares,
            Piece::Rook => self.orthogonals ^= squares,
            Piece::Queen => {
                self.diagonals ^= squares;
                self.orthogonals ^= squares;
            }
            Piece::King => self.kings ^= squares,
        }
    }

    /// The board after a pawn of `S` moves two ranks.
    #[inline(always)]
    pub(crate) fn play_double<S: Side>(&self, from: usize, to: usize) -> Self {
        let mut next = self.play::<S>(Piece::Pawn, Piece::Pawn, from, to);
        let passed = forward::<S>(1 << from);
        let takers = pawn_attacks::<S>(passed) & next.pawns & next.of::<S::Enemy>();
        next.en_passant = if takers != 0 { passed } else { 0 };
        next
    }

    /// The board after a pawn of `S` takes en passant.
    #[inline(always)]
    pub(crate) fn play_en_passant<S: Side>(&self, from: usize) -> Self {
        let taken = forward::<S::Enemy>(self.en_passant);
        let to = self.en_passant.trailing_zeros() as usize;
        let mut next = self.play::<S>(Piece::Pawn, Piece::Pawn, from, to);
        next.lift::<S::Enemy>(taken);
        next
    }

    /// The board after the king of `S` castles with the rook on this square.
    #[inline]
    pub(crate) fn play_castling<S: Side>(&self, rook: usize) -> Self {
        let king = self.king::<S>();
        let castling = Castling::of(king, rook);
        let mut next = *self;
        next.en_passant = 0;
        next.castling &= !S::RANK_1.0;
        next.kings ^= 1 << king;
        next.orthogonals ^= 1 << rook;
        next.colors[S::US] ^= 1 << king;
        next.colors[S::US] ^= 1 << rook;
        next.kings |= 1 << castling.king_to;
        next.orthogonals |= 1 << castling.rook_to;
        next.colors[S::US] |= 1 << castling.king_to | 1 << castling.rook_to;
        next
    }
}

impl Board {
    /// The board of a position.
    pub(crate) fn from_position(position: &Position) -> Self {
        let rooks =
            Color::ALL.into_iter().flat_map(|color| CastleSide::ALL.map(|side| (color, side)));
        let castling: Bitboard =
            rooks.filter_map(|(color, side)| position.castling_rook(color, side)).collect();
        let en_passant: Bitboard = position.en_passant().into_iter().collect();
        let kind = |kind| position.by_type(kind).0;
        Self {
            colors: Color::ALL.map(|color| position.by_color(color).0),
            pawns: kind(PieceType::Pawn),
            knights: kind(PieceType::Knight),
            diagonals: kind(PieceType::Bishop) | kind(PieceType::Queen),
            orthogonals: kind(PieceType::Rook) | kind(PieceType::Queen),
            kings: kind(PieceType::King),
            castling: castling.0,
            en_passant: en_passant.0,
        }
    }
}
