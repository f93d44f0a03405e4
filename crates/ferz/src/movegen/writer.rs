use crate::isa::Isa;
use crate::types::{Bitboard, Move, MoveFlag, Square};
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;
use core::ops::ControlFlow;

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
