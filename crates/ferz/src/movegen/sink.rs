use crate::isa::Isa;
use crate::types::{Bitboard, Move, MoveFlag, PieceType, Square};
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;
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
    /// square of `captures`.
    fn piece(
        &mut self,
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

/// Returns the flags of promotions to these pieces.
#[inline(always)]
pub(super) fn promotion_flags(
    pieces: PromotionSet,
    captures: bool,
) -> impl Iterator<Item = MoveFlag> {
    pieces.iter().filter_map(move |piece| MoveFlag::promotion(piece, captures))
}

/// A set of moves that differ only in their targets. The bits of the move to `to` are `base + to *
/// factor` (wrapping), plus [`CAPTURE_BIT`](Self::CAPTURE_BIT) for a capture.
///
/// For a piece the origin is fixed and the factor shifts the target into place. For pawns the
/// origin is at a fixed offset from the target.
#[derive(Clone, Copy)]
pub(super) struct MoveWriter {
    base: u16,
    factor: u16,
}

impl MoveWriter {
    const TARGET: u16 = 1 << 6;
    const ORIGIN_AND_TARGET: u16 = Self::TARGET + 1;
    /// The bit of captures, the highest.
    const CAPTURE_BIT: u16 = (MoveFlag::Capture as u16) << 12;

    /// Returns the writer of moves of the piece on `from`.
    #[inline(always)]
    pub(super) const fn piece(from: Square, flag: MoveFlag) -> Self {
        Self { base: from as u16 | (flag as u16) << 12, factor: Self::TARGET }
    }

    /// Returns the writer of pawn moves. `offset` is the target's index minus the origin's.
    #[inline(always)]
    pub(super) const fn pawns(offset: i8, flag: MoveFlag) -> Self {
        let base = ((flag as u16) << 12).wrapping_sub(offset as u16);
        Self { base, factor: Self::ORIGIN_AND_TARGET }
    }

    /// Returns the bits of the move to a square.
    #[inline(always)]
    pub(super) const fn bits(self, to: Square) -> u16 {
        self.base.wrapping_add((to as u16).wrapping_mul(self.factor))
    }

    /// Calls `visit` for each move until it returns [`ControlFlow::Break`].
    #[inline(always)]
    pub(super) fn for_each<B>(
        self,
        targets: Bitboard,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for to in targets {
            if let Some(mv) = Move::from_bits(self.bits(to)) {
                visit(mv)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Writes the moves to `targets` from `out` on, those to `captures` as captures. Returns the end of
    /// the written moves, at most 64. Up to 64 entries from `out` on may be overwritten.
    ///
    /// # Safety
    /// `out` must be valid for writes of 64 moves, and the machine must have the instructions of `I`.
    #[inline(always)]
    pub(super) unsafe fn write<I: Isa>(
        self,
        targets: Bitboard,
        captures: Bitboard,
        out: *mut u16,
    ) -> *mut u16 {
        #[cfg(target_arch = "x86_64")]
        if I::AVX512 {
            // SAFETY: this function's contract.
            return unsafe { self.compress(targets, captures, out) };
        }
        let mut end = out;
        for to in targets.squares() {
            // The capture bit is the highest: the other bits of the shifted set fall off.
            let capture_bit = ((captures.0 >> to as u8) as u16).wrapping_mul(Self::CAPTURE_BIT);
            // SAFETY: a set has at most 64 squares, and `out` is valid for as many entries.
            unsafe {
                end.write(self.bits(to) | capture_bit);
                end = end.add(1);
            }
        }
        end
    }

    /// Compresses the squares of the targets and computes their moves in vector registers: no loop to
    /// mispredict. One store, since a store across the end of a page is slow.
    ///
    /// # Safety
    /// As for [`write`](Self::write).
    #[cfg(target_arch = "x86_64")]
    #[inline]
    #[target_feature(enable = "popcnt,bmi2,avx512f,avx512bw,avx512vl,avx512vbmi2")]
    unsafe fn compress(self, targets: Bitboard, captures: Bitboard, out: *mut u16) -> *mut u16 {
        static SQUARES: [Square; Square::COUNT] = Square::ALL;
        let len = targets.len();
        // The squares one byte each, and the captures among them one bit each.
        // SAFETY: `SQUARES` has 64 bytes.
        let all = unsafe { _mm512_loadu_si512(SQUARES.as_ptr().cast()) };
        let squares = _mm512_maskz_compress_epi8(targets.0, all);
        let captured = _pext_u64(captures.0, targets.0);
        let halves = [_mm512_castsi512_si256(squares), _mm512_extracti64x4_epi64(squares, 1)];
        let moves = |half: usize| {
            let to = _mm512_cvtepu8_epi16(halves[half]);
            let products = _mm512_mullo_epi16(to, _mm512_set1_epi16(self.factor as i16));
            let quiet = _mm512_add_epi16(products, _mm512_set1_epi16(self.base as i16));
            let bit = _mm512_set1_epi16(Self::CAPTURE_BIT as i16);
            _mm512_mask_add_epi16(quiet, (captured >> (32 * half)) as u32, quiet, bit)
        };
        // SAFETY: two times 32 entries are within 64 from `out` on.
        unsafe {
            _mm512_storeu_si512(out.cast(), moves(0));
            // Only sets of pawns that no game has.
            if len > 32 {
                _mm512_storeu_si512(out.add(32).cast(), moves(1));
            }
            out.add(len)
        }
    }
}
