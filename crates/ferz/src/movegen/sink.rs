use super::move_writer::MoveWriter;
use crate::types::{Bitboard, Move, MoveFlag, PieceType, Square};
use core::convert::Infallible;
use core::ops::ControlFlow;

/// What pawns may promote to in a kind of moves: any of the four pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PromotionSet(u8);

impl PromotionSet {
    /// Nothing but a knight.
    pub const KNIGHT: Self = Self(0b0001);
    /// The underpromotions.
    pub const MINORS_AND_ROOK: Self = Self(0b0111);
    /// Nothing but a queen.
    pub const QUEEN: Self = Self(0b1000);
    /// All four.
    pub const ALL: Self = Self(0b1111);

    /// How many pieces there are to choose from, 1 to 4.
    #[inline(always)]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Never: there is always a piece to choose.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The pieces, best first.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = PieceType> {
        PieceType::PROMOTIONS.into_iter().filter(move |&p| self.0 >> (p as u8 - 1) & 1 != 0)
    }
}

/// Where generated moves go, as sets: whoever only counts need not look at single moves.
///
/// A sink may stop the generation with a value; one that never does has `Stop = Infallible`.
pub trait MoveSink {
    /// What an early stop carries.
    type Stop;

    /// The piece on `from` may go to each square of `quiets` and take on each of `captures`.
    fn piece(
        &mut self,
        from: Square,
        quiets: Bitboard,
        captures: Bitboard,
    ) -> ControlFlow<Self::Stop>;

    /// A pawn may go to each square of `targets`; it comes from `step` squares before it. The kind
    /// is a push, a double push, a capture, or en passant.
    fn pawns(&mut self, targets: Bitboard, offset: i8, flag: MoveFlag) -> ControlFlow<Self::Stop>;

    /// A pawn may go to each square of `targets` and become any of `pieces`.
    fn promotions(
        &mut self,
        targets: Bitboard,
        offset: i8,
        captures: bool,
        pieces: PromotionSet,
    ) -> ControlFlow<Self::Stop>;

    /// One move: castling and en passant.
    fn single(&mut self, mv: Move) -> ControlFlow<Self::Stop>;
}

/// Counts moves.
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

/// Shows each move to a closure.
pub(super) struct VisitSink<F>(F);

impl<F> VisitSink<F> {
    pub(super) fn new(visit: F) -> Self {
        Self(visit)
    }
}

impl<B, F: FnMut(Move) -> ControlFlow<B>> MoveSink for VisitSink<F> {
    type Stop = B;

    #[inline]
    fn piece(&mut self, from: Square, quiets: Bitboard, captures: Bitboard) -> ControlFlow<B> {
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

/// The kinds of the promotions to these pieces.
#[inline(always)]
pub(super) fn promotion_flags(
    pieces: PromotionSet,
    captures: bool,
) -> impl Iterator<Item = MoveFlag> {
    pieces.iter().filter_map(move |piece| MoveFlag::promotion(piece, captures))
}
