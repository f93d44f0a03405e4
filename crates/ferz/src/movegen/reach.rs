//! Writing of a piece's moves where PEXT is fast: the moves to all squares that the piece reaches on the
//! empty board stand in a table, PEXT numbers the targets among them, and those are compacted in a vector
//! register. No loop over the targets whose end is mispredicted, and no computation of single moves.
//!
//! Without PEXT a number for a set of targets costs more than the loop saves, so that NEON and WebAssembly,
//! which have the shuffles, write pieces one move at a time.

use super::writer::MoveWriter;
use crate::attacks;
use crate::isa::Isa;
use crate::types::{Bitboard, PieceType, Square};
use core::arch::x86_64::*;

/// The moves of a piece from each square to its targets on the empty board, by ascending target, without
/// the flag of captures. Entries behind the last target are zero. The alignment is that of a cache line,
/// which no row crosses.
#[repr(C, align(64))]
struct Reach<const N: usize>([[u16; N]; Square::COUNT]);

impl<const N: usize> Reach<N> {
    const fn of(piece_type: PieceType) -> Self {
        let mut table = [[0; N]; Square::COUNT];
        let mut index = 0;
        while index < Square::COUNT {
            let from = Square::wrapping(index);
            let mut targets = attacks::pseudo(piece_type, from);
            let mut lane = 0;
            while let Some(to) = targets.pop_first() {
                table[index][lane] = from as u16 | (to as u16) << 6;
                lane += 1;
            }
            index += 1;
        }
        Self(table)
    }
}

// 10 KiB in all. A bishop has at most 13 targets, a rook 14, a queen 27.
static KNIGHT: Reach<8> = Reach::of(PieceType::Knight);
static KING: Reach<8> = Reach::of(PieceType::King);
static BISHOP: Reach<16> = Reach::of(PieceType::Bishop);
static ROOK: Reach<16> = Reach::of(PieceType::Rook);
static QUEEN: Reach<32> = Reach::of(PieceType::Queen);

/// Writes the moves of a piece to `targets`, those to `captures` as captures, by ascending target, without
/// those outside of the reach of the type on the empty board. Returns the end of the written moves. Up to
/// 32 entries from `out` on may be overwritten.
///
/// # Safety
/// `out` must be valid for writes of 32 moves, and the machine must have the instructions of `I`, of which
/// [`PEXT`](Isa::PEXT) is true.
///
/// # Panics
/// For a pawn.
#[inline(always)]
pub(super) unsafe fn write<I: Isa>(
    piece_type: PieceType,
    from: Square,
    targets: Bitboard,
    captures: Bitboard,
    out: *mut u16,
) -> *mut u16 {
    use PieceType::{Bishop, King, Knight, Pawn, Queen, Rook};
    let reach = attacks::pseudo(piece_type, from);
    // SAFETY: `out` is valid for 32 moves, and each function overwrites at most as many. Those by name of
    // an instruction set are called only for an `I` that has it.
    unsafe {
        let lanes = Lanes::new(targets, captures, reach);
        match (piece_type, I::AVX512) {
            (Knight, true) => lanes.compress_8(&KNIGHT.0[from], out),
            (Knight, false) => lanes.shuffle_8(&KNIGHT.0[from], out),
            (King, true) => lanes.compress_8(&KING.0[from], out),
            (King, false) => lanes.shuffle_8(&KING.0[from], out),
            (Bishop, true) => lanes.compress_16(&BISHOP.0[from], out),
            (Bishop, false) => lanes.shuffle_16(&BISHOP.0[from], out),
            (Rook, true) => lanes.compress_16(&ROOK.0[from], out),
            (Rook, false) => lanes.shuffle_16(&ROOK.0[from], out),
            (Queen, true) => lanes.compress_32(&QUEEN.0[from], out),
            (Queen, false) => lanes.shuffle_32(&QUEEN.0[from], out),
            (Pawn, _) => unreachable!("a pawn's reach depends on its colour"),
        }
    }
}

/// The moves of a row of a table that are written, and those of them that are captures, one bit each.
#[derive(Clone, Copy)]
struct Lanes {
    moves: u32,
    captures: u32,
}

/// Each of the functions that write does so to `out`, with the moves of one row in the order of the row. It
/// returns their end and may overwrite as many entries as the row has.
///
/// # Safety
/// The machine must have the instructions named, and `out` must be valid for writes of as many moves as the
/// row has.
impl Lanes {
    #[inline]
    #[target_feature(enable = "bmi2")]
    fn new(targets: Bitboard, captures: Bitboard, reach: Bitboard) -> Self {
        let pext = |set: Bitboard| _pext_u64(set.0, reach.0) as u32;
        Self { moves: pext(targets), captures: pext(captures) }
    }

    #[inline]
    #[target_feature(enable = "popcnt,avx2")]
    unsafe fn shuffle_8(self, row: &[u16; 8], out: *mut u16) -> *mut u16 {
        // SAFETY: the row and the factors have the 16 bytes of the vector; the rest is the contract.
        unsafe {
            let moves = _mm_loadu_si128(row.as_ptr().cast());
            let factors = _mm_loadu_si128(TO_HIGHEST_BIT.as_ptr().cast());
            let bits = _mm_mullo_epi16(_mm_set1_epi16(self.captures as i16), factors);
            let bits = _mm_and_si128(bits, _mm_set1_epi16(MoveWriter::CAPTURE_BIT as i16));
            compact(_mm_or_si128(moves, bits), self.moves as u8, out)
        }
    }

    #[inline]
    #[target_feature(enable = "popcnt,avx2")]
    unsafe fn shuffle_16(self, row: &[u16; 16], out: *mut u16) -> *mut u16 {
        // SAFETY: the row and the factors have the 32 bytes of the vector. The first half moves the end
        // by eight at most, so that the second is within 16; the rest is the contract.
        unsafe {
            let moves = _mm256_loadu_si256(row.as_ptr().cast());
            let factors = _mm256_loadu_si256(TO_HIGHEST_BIT.as_ptr().cast());
            let bits = _mm256_mullo_epi16(_mm256_set1_epi16(self.captures as i16), factors);
            let bits = _mm256_and_si256(bits, _mm256_set1_epi16(MoveWriter::CAPTURE_BIT as i16));
            let moves = _mm256_or_si256(moves, bits);
            let end = compact(_mm256_castsi256_si128(moves), self.moves as u8, out);
            compact(_mm256_extracti128_si256(moves, 1), (self.moves >> 8) as u8, end)
        }
    }

    #[inline]
    #[target_feature(enable = "popcnt,avx2")]
    unsafe fn shuffle_32(self, row: &[u16; 32], out: *mut u16) -> *mut u16 {
        let (halves, _) = row.as_chunks::<16>();
        let upper = Self { moves: self.moves >> 16, captures: self.captures >> 16 };
        // SAFETY: as in `shuffle_16`, the first half moves the end by 16 at most.
        unsafe {
            let end = self.shuffle_16(&halves[0], out);
            upper.shuffle_16(&halves[1], end)
        }
    }

    #[inline]
    #[target_feature(enable = "popcnt,avx512bw,avx512vl,avx512vbmi2")]
    unsafe fn compress_8(self, row: &[u16; 8], out: *mut u16) -> *mut u16 {
        let bit = _mm_set1_epi16(MoveWriter::CAPTURE_BIT as i16);
        // SAFETY: the row has the 16 bytes of the vector; the rest is the contract.
        unsafe {
            let moves = _mm_loadu_si128(row.as_ptr().cast());
            let moves = _mm_mask_add_epi16(moves, self.captures as u8, moves, bit);
            _mm_storeu_si128(out.cast(), _mm_maskz_compress_epi16(self.moves as u8, moves));
            out.add(self.moves.count_ones() as usize)
        }
    }

    #[inline]
    #[target_feature(enable = "popcnt,avx512bw,avx512vl,avx512vbmi2")]
    unsafe fn compress_16(self, row: &[u16; 16], out: *mut u16) -> *mut u16 {
        let bit = _mm256_set1_epi16(MoveWriter::CAPTURE_BIT as i16);
        // SAFETY: the row has the 32 bytes of the vector; the rest is the contract.
        unsafe {
            let moves = _mm256_loadu_si256(row.as_ptr().cast());
            let moves = _mm256_mask_add_epi16(moves, self.captures as u16, moves, bit);
            let compressed = _mm256_maskz_compress_epi16(self.moves as u16, moves);
            _mm256_storeu_si256(out.cast(), compressed);
            out.add(self.moves.count_ones() as usize)
        }
    }

    #[inline]
    #[target_feature(enable = "popcnt,avx512bw,avx512vl,avx512vbmi2")]
    unsafe fn compress_32(self, row: &[u16; 32], out: *mut u16) -> *mut u16 {
        let bit = _mm512_set1_epi16(MoveWriter::CAPTURE_BIT as i16);
        // SAFETY: the row has the 64 bytes of the vector; the rest is the contract.
        unsafe {
            let moves = _mm512_loadu_si512(row.as_ptr().cast());
            let moves = _mm512_mask_add_epi16(moves, self.captures, moves, bit);
            _mm512_storeu_si512(out.cast(), _mm512_maskz_compress_epi16(self.moves, moves));
            out.add(self.moves.count_ones() as usize)
        }
    }
}

const _: () = assert!(MoveWriter::CAPTURE_BIT == 1 << 15);

/// Factors that shift bit n of a set into the highest bit of lane n, which is that of captures.
static TO_HIGHEST_BIT: [u16; 16] = {
    let mut factors = [0; 16];
    let mut lane = 0;
    while lane < 16 {
        factors[lane] = 1 << (15 - lane);
        lane += 1;
    }
    factors
};

/// The shuffles that move the lanes of each set to the front, 4 KiB.
#[repr(C, align(64))]
struct Shuffles([[u8; 16]; 256]);

static COMPACT: Shuffles = Shuffles({
    let mut table = [[0; 16]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut rest, mut n): (usize, usize) = (set, 0);
        while rest != 0 {
            let lane = rest.trailing_zeros() as u8;
            table[set][2 * n] = 2 * lane;
            table[set][2 * n + 1] = 2 * lane + 1;
            rest &= rest - 1;
            n += 1;
        }
        set += 1;
    }
    table
});

/// Writes the moves of the lanes in a set. Returns their end.
///
/// # Safety
/// `out` must be valid for writes of eight moves, and the machine must have the instructions.
#[inline]
#[target_feature(enable = "popcnt,avx2")]
unsafe fn compact(moves: __m128i, lanes: u8, out: *mut u16) -> *mut u16 {
    // SAFETY: each entry of the table has the 16 bytes of the vector; the rest is the contract.
    unsafe {
        let shuffle = _mm_loadu_si128(COMPACT.0[usize::from(lanes)].as_ptr().cast());
        _mm_storeu_si128(out.cast(), _mm_shuffle_epi8(moves, shuffle));
        out.add(lanes.count_ones() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::{self, Versioned};
    use crate::types::MoveFlag;

    /// The moves of a piece, by [`write`] where the version has it.
    #[derive(Clone)]
    struct Written {
        piece_type: PieceType,
        from: Square,
        targets: Bitboard,
        captures: Bitboard,
    }

    impl Versioned for Written {
        type Output = Option<([u16; 64], usize)>;

        #[inline(always)]
        fn run<I: Isa>(self) -> Self::Output {
            if !I::PEXT {
                return None;
            }
            let Self { piece_type, from, targets, captures } = self;
            let mut moves = [0; 64];
            let start = moves.as_mut_ptr();
            // SAFETY: 64 moves are 32 and more, and the version runs where its instructions are.
            let len = unsafe {
                write::<I>(piece_type, from, targets, captures, start).offset_from_unsigned(start)
            };
            Some((moves, len))
        }
    }

    #[test]
    fn pieces_are_written_as_one_by_one() {
        let mut random = fastrand::Rng::with_seed(3);
        for from in Square::ALL {
            for piece_type in PieceType::ALL.into_iter().filter(|&it| it != PieceType::Pawn) {
                let reach = attacks::pseudo(piece_type, from);
                for round in 0..20 {
                    let targets = if round == 0 { reach } else { reach & Bitboard(random.u64(..)) };
                    let captures = targets & Bitboard(random.u64(..));
                    let mut expected = [0; 64];
                    let start = expected.as_mut_ptr();
                    // SAFETY: the array has 64 moves.
                    unsafe {
                        MoveWriter::piece(from, MoveFlag::Quiet).write(targets, captures, start);
                    }
                    let written = Written { piece_type, from, targets, captures };
                    isa::run_each(written, |version, written| {
                        let Some((moves, len)) = written else { return };
                        assert_eq!(len, targets.len(), "{version}: {piece_type:?} {from}");
                        assert_eq!(
                            moves[..len],
                            expected[..len],
                            "{version}: {piece_type:?} {from}"
                        );
                    });
                }
            }
        }
    }
}
