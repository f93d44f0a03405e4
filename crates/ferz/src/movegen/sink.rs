use super::writer::MoveWriter;
use crate::types::{Bitboard, Move, MoveFlag, PieceType, Square};
use core::convert::Infallible;
use core::ops::ControlFlow;

/// A non-empty set of promotion pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PromotionSet(u8);

impl PromotionSet {
    /// Knight only.
    pub const KNIGHT: Self = Self(0b0001);
    /// The underpromotions: knight, bishop and rook.
    pub const UNDERPROMOTIONS: Self = Self(0b0111);
    /// Queen only.
    pub const QUEEN: Self = Self(0b1000);
    /// All four pieces.
    pub const ALL: Self = Self(0b1111);

    /// Returns the number of pieces, 1 to 4.
    #[inline(always)]
    #[expect(clippy::len_without_is_empty, reason = "the set is never empty")]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns the pieces, the most valuable first.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = PieceType> {
        PieceType::PROMOTIONS.into_iter().filter(move |&piece| self.contains(piece))
    }

    /// Returns true if the set contains a piece; false for a pawn and a king.
    #[inline(always)]
    pub const fn contains(self, piece: PieceType) -> bool {
        (self.0 as u32) << 1 & 1 << piece as u32 != 0
    }
}

/// Receives generated moves as sets, so that a count needs no single moves.
///
/// A sink may stop the generation with a value. A sink that never stops has `Stop = Infallible`.
pub trait MoveSink {
    /// The value of an early stop.
    type Stop;

    /// Adds the moves of the piece on `from`: to each square of `quiets`, and captures on each
    /// square of `captures`. On the empty board a piece of the type `reach` has all of these moves: it is
    /// the piece's own type or, for a pinned slider, the queen.
    fn piece(
        &mut self,
        reach: PieceType,
        from: Square,
        quiets: Bitboard,
        captures: Bitboard,
    ) -> ControlFlow<Self::Stop>;

    /// Adds a pawn move to each square of `targets`. `offset` is the target's index minus the
    /// origin's. The flag is `Quiet`, `DoublePush` or `Capture`.
    fn pawns(&mut self, targets: Bitboard, offset: i8, flag: MoveFlag) -> ControlFlow<Self::Stop>;

    /// Adds promotions to each of `pieces` on each square of `targets`. `offset` is the target's
    /// index minus the origin's.
    fn promotions(
        &mut self,
        targets: Bitboard,
        offset: i8,
        captures: bool,
        pieces: PromotionSet,
    ) -> ControlFlow<Self::Stop>;

    /// Adds one move: castling, en passant, or a check evasion generated for a type other than
    /// [`Evasions`](crate::Evasions) and [`Legal`](crate::Legal).
    fn single(&mut self, mv: Move) -> ControlFlow<Self::Stop>;
}

/// Sink that counts moves.
#[derive(Default)]
pub(super) struct CountSink(usize);

impl CountSink {
    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        self.0
    }

    #[inline(always)]
    fn add(&mut self, moves: usize) -> ControlFlow<Infallible> {
        self.0 += moves;
        ControlFlow::Continue(())
    }
}

impl MoveSink for CountSink {
    type Stop = Infallible;

    #[inline(always)]
    fn piece(
        &mut self,
        _: PieceType,
        _: Square,
        quiets: Bitboard,
        captures: Bitboard,
    ) -> ControlFlow<Infallible> {
        self.add((quiets | captures).len())
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, _: i8, _: MoveFlag) -> ControlFlow<Infallible> {
        self.add(targets.len())
    }

    #[inline(always)]
    fn promotions(
        &mut self,
        targets: Bitboard,
        _: i8,
        _: bool,
        pieces: PromotionSet,
    ) -> ControlFlow<Infallible> {
        self.add(targets.len() * pieces.len())
    }

    #[inline(always)]
    fn single(&mut self, _: Move) -> ControlFlow<Infallible> {
        self.add(1)
    }
}

/// Sink that calls a closure for each move.
pub(super) struct VisitSink<F>(F);

impl<F> VisitSink<F> {
    pub(super) fn new(visit: F) -> Self {
        Self(visit)
    }
}

impl<B, F: FnMut(Move) -> ControlFlow<B>> MoveSink for VisitSink<F> {
    type Stop = B;

    #[inline]
    fn piece(
        &mut self,
        _: PieceType,
        from: Square,
        quiets: Bitboard,
        captures: Bitboard,
    ) -> ControlFlow<B> {
        MoveWriter::piece(from, MoveFlag::Capture).for_each(captures, &mut self.0)?;
        MoveWriter::piece(from, MoveFlag::Quiet).for_each(quiets, &mut self.0)
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, offset: i8, flag: MoveFlag) -> ControlFlow<B> {
        MoveWriter::pawns(offset, flag).for_each(targets, &mut self.0)
    }

    #[inline]
    fn promotions(
        &mut self,
        targets: Bitboard,
        offset: i8,
        captures: bool,
        pieces: PromotionSet,
    ) -> ControlFlow<B> {
        for flag in promotion_flags(pieces, captures) {
            MoveWriter::pawns(offset, flag).for_each(targets, &mut self.0)?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn single(&mut self, mv: Move) -> ControlFlow<B> {
        (self.0)(mv)
    }
}

/// Returns the flags of promotions to these pieces.
#[inline(always)]
pub(super) fn promotion_flags(
    pieces: PromotionSet,
    captures: bool,
) -> impl Iterator<Item = MoveFlag> {
    pieces.iter().filter_map(move |piece| MoveFlag::promotion(piece, captures))
}
