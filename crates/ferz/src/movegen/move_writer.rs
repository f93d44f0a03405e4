//! Encoding of a set of target squares as moves.

use crate::isa::Isa;
use crate::types::{Bitboard, Move, MoveFlag, Square};
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
    /// The bit of captures.
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

    /// Writes the moves to `targets` from `out` on, those to `captures` as captures. Returns the
    /// number of moves, at most 64. Up to 64 entries from `out` on may be overwritten.
    ///
    /// # Safety
    /// `out` must be valid for writes of 64 moves, and the machine must have the instructions of `I`.
    #[inline(always)]
    pub(super) unsafe fn write<I: Isa>(
        self,
        targets: Bitboard,
        captures: Bitboard,
        out: *mut u16,
    ) -> usize {
        #[cfg(target_arch = "x86_64")]
        if I::COMPRESS {
            // SAFETY: this function's contract.
            return unsafe { self.compress(targets, captures, out) };
        }
        for (n, to) in targets.squares().enumerate() {
            let capture_bit = if captures.contains(to) { Self::CAPTURE_BIT } else { 0 };
            // SAFETY: a set has at most 64 squares, and `out` is valid for as many entries.
            unsafe { out.add(n).write(self.bits(to) | capture_bit) };
        }
        targets.len()
    }

    /// Computes all 64 moves in vector registers and compresses those to the targets: constant
    /// time, without a branch to mispredict.
    ///
    /// # Safety
    /// As for [`write`](Self::write).
    #[cfg(target_arch = "x86_64")]
    #[inline]
    #[target_feature(enable = "popcnt,avx512f,avx512bw,avx512vl,avx512vbmi2")]
    unsafe fn compress(self, targets: Bitboard, captures: Bitboard, out: *mut u16) -> usize {
        use core::arch::x86_64::*;
        static INDEX: [u16; 64] = {
            let mut index = [0; 64];
            let mut i = 0;
            while i < 64 {
                index[i] = i as u16;
                i += 1;
            }
            index
        };
        let halves = |set: Bitboard| [set.0 as u32, (set.0 >> 32) as u32];
        let (targets_of, captures_of) = (halves(targets), halves(captures));
        // SAFETY: `INDEX` has 64 words. At most 32 moves go to the lower half of the board, so both
        // stores of 32 words are within 64 entries from `out` on.
        unsafe {
            let capture_bit = _mm512_set1_epi16(Self::CAPTURE_BIT as i16);
            let moves = |half: usize| {
                let index = _mm512_loadu_si512(INDEX.as_ptr().add(32 * half).cast());
                let products = _mm512_mullo_epi16(index, _mm512_set1_epi16(self.factor as i16));
                let quiet = _mm512_add_epi16(products, _mm512_set1_epi16(self.base as i16));
                let all = _mm512_mask_add_epi16(quiet, captures_of[half], quiet, capture_bit);
                _mm512_maskz_compress_epi16(targets_of[half], all)
            };
            _mm512_storeu_si512(out.cast(), moves(0));
            let lower = targets_of[0].count_ones() as usize;
            _mm512_storeu_si512(out.add(lower).cast(), moves(1));
        }
        targets.len()
    }
}
