//! Slider attacks by table: PEXT where it is fast, else magic bitboards. Both have the same functions and
//! the same layout of the table.

use super::BISHOP_RAYS;
use crate::types::{Bitboard, File, Rank, Square};

#[cfg(any(miri, not(target_arch = "x86_64")))]
pub(super) use magics::{bishop, rook};
#[cfg(all(not(miri), target_arch = "x86_64", target_feature = "bmi2"))]
pub(super) use pext::{bishop, rook};

#[cfg(all(not(miri), target_arch = "x86_64", not(target_feature = "bmi2")))]
pub(super) use lookup::{bishop, rook};

/// Portable builds use one of the two tables, so that the other stays out of the caches.
#[cfg(all(not(miri), target_arch = "x86_64", not(target_feature = "bmi2")))]
mod lookup {
    use super::{magics, pext};
    use crate::cpu::pext_is_selected;
    use crate::types::{Bitboard, Square};

    #[inline(always)]
    pub(in super::super) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        if pext_is_selected() {
            pext::bishop(square, occupied)
        } else {
            magics::bishop(square, occupied)
        }
    }

    #[inline(always)]
    pub(in super::super) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        if pext_is_selected() {
            pext::rook(square, occupied)
        } else {
            magics::rook(square, occupied)
        }
    }
}

/// Length of the attack table: all subsets of all masks, 102,400 for rooks and 5,248 for bishops.
const TABLE_LEN: usize = 107_648;

/// The range of a square in the attack table.
#[derive(Clone, Copy)]
struct Slice {
    /// The relevant occupancy: the rays without their last squares.
    mask: Bitboard,
    /// Index of the first entry.
    offset: u32,
}

/// Computes the slices of rooks or bishops from `offset` on. The length of a slice is the number of
/// subsets of its mask.
const fn slices(rook: bool, mut offset: u32) -> [Slice; Square::COUNT] {
    let mut slices = [Slice { mask: Bitboard::EMPTY, offset: 0 }; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        let mask = relevant(Square::wrapping(i), rook);
        slices[i] = Slice { mask, offset };
        offset += 1 << mask.len();
        i += 1;
    }
    slices
}

/// Index of the first bishop entry.
const BISHOP_OFFSET: u32 = 102_400;

const fn relevant(square: Square, rook: bool) -> Bitboard {
    let (file, rank) = (Bitboard::file(square.file()).0, Bitboard::rank(square.rank()).0);
    let files = (Bitboard::file(File::A).0 | Bitboard::file(File::H).0) & !file;
    let ranks = (Bitboard::rank(Rank::First).0 | Bitboard::rank(Rank::Eighth).0) & !rank;
    if rook {
        Bitboard((file ^ rank) & !(files | ranks))
    } else {
        Bitboard(BISHOP_RAYS[square.index()].0 & !Bitboard::EDGES.0)
    }
}

/// The contribution of each relevant square to the index of an occupancy.
type Units = [u64; Square::COUNT];

/// Writes the attacks of a slider for all occupancies. The index of an occupancy in the slice is the
/// sum of the units of its squares, shifted right by `shift`.
///
/// # Panics
/// If two occupancies with different attacks have the same index.
const fn fill(
    table: &mut [Bitboard; TABLE_LEN],
    square: Square,
    rook: bool,
    slice: &Slice,
    units: &Units,
    shift: u32,
) {
    let [first, second] = lines_of(square, rook);
    let (first, second) =
        (Line::of(square, first, slice, units), Line::of(square, second, slice, units));
    let mut i = 0;
    while i < first.len {
        let (attacks, sum) = first.occupancies[i];
        let mut j = 0;
        while j < second.len {
            let (other_attacks, other_sum) = second.occupancies[j];
            let index = slice.offset as usize + (sum.wrapping_add(other_sum) >> shift) as usize;
            let union = attacks | other_attacks;
            // A slider attacks at least one square, so an empty entry is unused.
            assert!(table[index].0 == 0 || table[index].0 == union, "a magic number collides");
            table[index] = Bitboard(union);
            j += 1;
        }
        i += 1;
    }
}

/// Returns the two lines on which a rook or a bishop moves.
const fn lines_of(square: Square, rook: bool) -> [u64; 2] {
    let (file, rank) = (square.file().index() as i32, square.rank().index() as i32);
    if rook {
        return [Bitboard::file(square.file()).0, Bitboard::rank(square.rank()).0];
    }
    // The long diagonals, shifted by ranks.
    const A1_H8: u64 = 0x8040_2010_0804_0201;
    const A8_H1: u64 = 0x0102_0408_1020_4080;
    [shift_ranks(A1_H8, rank - file), shift_ranks(A8_H1, rank + file - 7)]
}

const fn shift_ranks(set: u64, ranks: i32) -> u64 {
    if ranks >= 0 { set << (8 * ranks) } else { set >> (-8 * ranks) }
}

/// The occupancies of the relevant squares on one line.
struct Line {
    /// Attacks on the line, and the sum of the units of the occupied squares.
    occupancies: [(u64, u64); 64],
    len: usize,
}

impl Line {
    const fn of(square: Square, line: u64, slice: &Slice, units: &Units) -> Self {
        let slider = 1 << square.index();
        let mut relevant = Bitboard(slice.mask.0 & line);
        let mut occupied = [0u64; 64];
        let mut occupancies = [(attacks_on(line, slider, 0), 0u64); 64];
        let mut len = 1;
        // Each square doubles the number of occupancies.
        while let Some(at) = relevant.pop_first() {
            let mut i = 0;
            while i < len {
                occupied[len + i] = occupied[i] | 1 << at.index();
                occupancies[len + i] = (
                    attacks_on(line, slider, occupied[len + i]),
                    occupancies[i].1.wrapping_add(units[at.index()]),
                );
                i += 1;
            }
            len *= 2;
        }
        Self { occupancies, len }
    }
}

/// Computes the attacks on one line by hyperbola quintessence (Peshkov and Isenberg): subtracting
/// twice the slider flips the bits up to the first blocker, and the reversed board gives the other
/// direction.
const fn attacks_on(line: u64, slider: u64, blockers: u64) -> u64 {
    let up = blockers.wrapping_sub(slider.wrapping_mul(2));
    let back = blockers.reverse_bits();
    let down = back.wrapping_sub(slider.reverse_bits().wrapping_mul(2)).reverse_bits();
    (up ^ down) & line
}

/// PEXT: the instruction extracts the relevant occupancy as the table index.
#[cfg(target_arch = "x86_64")]
pub(crate) mod pext {
    use super::{BISHOP_OFFSET, Slice, TABLE_LEN, Units};
    use crate::types::{Bitboard, Square};

    static ROOKS: [Slice; Square::COUNT] = super::slices(true, 0);
    static BISHOPS: [Slice; Square::COUNT] = super::slices(false, BISHOP_OFFSET);
    static ATTACKS: [Bitboard; TABLE_LEN] = fill();

    /// Builds the attack table. PEXT maps the n-th square of a mask to bit n.
    const fn fill() -> [Bitboard; TABLE_LEN] {
        let mut table = [Bitboard::EMPTY; TABLE_LEN];
        let slices = [super::slices(true, 0), super::slices(false, BISHOP_OFFSET)];
        let mut next = 0;
        let mut i = 0;
        while i < 2 * Square::COUNT {
            let (piece, square) = (i / Square::COUNT, Square::wrapping(i));
            let slice = &slices[piece][square.index()];
            assert!(slice.offset == next);
            let mut bits: Units = [0; 64];
            let mut mask = slice.mask;
            let mut bit = 1;
            while let Some(at) = mask.pop_first() {
                bits[at.index()] = bit;
                bit <<= 1;
            }
            super::fill(&mut table, square, piece == 0, slice, &bits, 0);
            next += bit as u32;
            i += 1;
        }
        assert!(next as usize == TABLE_LEN);
        table
    }

    /// Extracts the bits of a mask. The caller has found BMI2 in the target or in this machine.
    #[cfg(target_feature = "bmi2")]
    #[inline(always)]
    fn pext(bits: u64, mask: u64) -> u64 {
        // SAFETY: the target has BMI2.
        unsafe { core::arch::x86_64::_pext_u64(bits, mask) }
    }

    /// Extracts the bits of a mask. The caller has found BMI2 in this machine. Assembly, because the
    /// intrinsic is inlined only where the target has BMI2.
    #[cfg(not(target_feature = "bmi2"))]
    #[inline(always)]
    fn pext(bits: u64, mask: u64) -> u64 {
        let extracted;
        // SAFETY: the instruction reads and writes registers alone.
        unsafe {
            core::arch::asm!(
                "pext {}, {}, {}", out(reg) extracted, in(reg) bits, in(reg) mask,
                options(pure, nomem, nostack, preserves_flags)
            );
        }
        extracted
    }

    #[inline(always)]
    fn lookup(slice: &Slice, occupied: Bitboard) -> Bitboard {
        let subset = pext(occupied.0, slice.mask.0);
        let index = slice.offset as usize + subset as usize;
        // SAFETY: `subset` is less than 2^len(mask), and `fill` asserts at compile time that ranges of
        // that length tile the table. A bounds check would cost a branch in each lookup.
        unsafe { *ATTACKS.get_unchecked(index) }
    }

    /// Returns the attacks of a bishop.
    #[inline(always)]
    pub(crate) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        lookup(&BISHOPS[square], occupied)
    }

    /// Returns the attacks of a rook.
    #[inline(always)]
    pub(crate) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        lookup(&ROOKS[square], occupied)
    }
}

/// Magic bitboards (Lasse Hansen; the fancy variant of Pradu Kannan, with a shift for each square), for
/// targets without PEXT.
///
/// The magic numbers were found by `examples/find_magics.rs`. Building the table at compile time
/// proves that they are valid.
#[cfg(any(test, miri, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
pub(crate) mod magics {
    use super::{BISHOP_OFFSET, TABLE_LEN, Units};
    use crate::types::{Bitboard, Square};

    /// The lookup data of a square. The shift is stored because its computation from the mask is slow
    /// on targets without a population count.
    #[derive(Clone, Copy)]
    struct Magic {
        /// The relevant occupancy.
        mask: Bitboard,
        magic: u64,
        /// Index of the first attack set.
        offset: u32,
        /// 64 minus the number of squares of the mask.
        shift: u32,
    }

    static ROOKS: [Magic; Square::COUNT] = entries(true, 0, &ROOK_MAGICS);
    static BISHOPS: [Magic; Square::COUNT] = entries(false, BISHOP_OFFSET, &BISHOP_MAGICS);
    static ATTACKS: [Bitboard; TABLE_LEN] = fill();

    const fn entries(
        rook: bool,
        offset: u32,
        magics: &[u64; Square::COUNT],
    ) -> [Magic; Square::COUNT] {
        let slices = super::slices(rook, offset);
        let mut entries = [Magic { mask: Bitboard::EMPTY, magic: 0, offset: 0, shift: 0 }; 64];
        let mut i = 0;
        while i < Square::COUNT {
            let (mask, offset) = (slices[i].mask, slices[i].offset);
            entries[i] = Magic { mask, magic: magics[i], offset, shift: 64 - mask.len() as u32 };
            i += 1;
        }
        entries
    }

    /// Builds the attack table. Compilation fails if two occupancies with different attacks have the
    /// same index.
    const fn fill() -> [Bitboard; TABLE_LEN] {
        let mut table = [Bitboard::EMPTY; TABLE_LEN];
        let entries =
            [entries(true, 0, &ROOK_MAGICS), entries(false, BISHOP_OFFSET, &BISHOP_MAGICS)];
        let mut i = 0;
        while i < 2 * Square::COUNT {
            let (piece, square) = (i / Square::COUNT, Square::wrapping(i));
            let entry = &entries[piece][square.index()];
            // The product of a sum of bits is the sum of their products.
            let mut products: Units = [0; 64];
            let mut mask = entry.mask;
            while let Some(at) = mask.pop_first() {
                products[at.index()] = entry.magic << at.index();
            }
            let slice = super::Slice { mask: entry.mask, offset: entry.offset };
            super::fill(&mut table, square, piece == 0, &slice, &products, entry.shift);
            i += 1;
        }
        table
    }

    #[inline(always)]
    fn lookup(entry: &Magic, occupied: Bitboard) -> Bitboard {
        let subset = (occupied.0 & entry.mask.0).wrapping_mul(entry.magic) >> entry.shift;
        ATTACKS[entry.offset as usize + subset as usize]
    }

    /// Returns the attacks of a bishop.
    #[inline(always)]
    pub(crate) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        lookup(&BISHOPS[square], occupied)
    }

    /// Returns the attacks of a rook.
    #[inline(always)]
    pub(crate) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        lookup(&ROOKS[square], occupied)
    }
    const ROOK_MAGICS: [u64; Square::COUNT] = [
        0x0080_0220_4000_3080,
        0x0040_00a0_01c8_1002,
        0xa080_0810_0420_0082,
        0x0080_1000_0408_0080,
        0x0200_2004_0200_1008,
        0x0100_2a08_0400_0100,
        0x0200_0148_0600_0084,
        0x0200_030c_0080_6542,
        0x8000_8008_a840_0080,
        0x0404_4040_0020_1000,
        0x0001_0041_2000_1104,
        0x0880_8030_0008_0080,
        0x4010_8004_0028_0080,
        0x0101_8004_0002_0180,
        0x000a_0042_0048_054c,
        0x0081_0000_40b5_0002,
        0x1280_0040_0020_0040,
        0x0000_8200_2201_00c0,
        0x8020_8880_1000_2000,
        0x0000_0900_5001_0020,
        0x2020_8080_0800_3c02,
        0x4603_0100_0204_0008,
        0x2008_0400_0102_5008,
        0x2011_0a00_0051_2584,
        0x0200_c002_8008_2080,
        0x0030_0040_4000_2000,
        0x4408_4101_0010_2000,
        0x8041_1901_0020_1001,
        0x2908_0068_8014_0080,
        0x0000_3200_804c_0080,
        0x0040_8204_0021_1048,
        0x0009_0082_0014_c415,
        0x8004_4003_2080_0088,
        0x0204_8040_0080_2008,
        0x0010_0064_00e0_0800,
        0x924c_2842_0200_2010,
        0x0480_0401_8080_0800,
        0x8200_8112_0080_0400,
        0x4046_0004_2200_0801,
        0x0000_008c_4200_2405,
        0x0504_8820_4000_8000,
        0x004c_5000_a001_4000,
        0xc200_2001_0051_0040,
        0x0c90_0100_e821_0010,
        0x0802_0020_2412_0018,
        0x0002_00b0_4426_0008,
        0x1000_0208_012c_0010,
        0x8400_0100_4282_0004,
        0x4007_0080_2200_4200,
        0x0440_0261_00c0_8100,
        0xd100_4102_e001_1100,
        0x0090_2801_1000_8480,
        0x8018_0080_ac00_8880,
        0x9001_0082_0400_0900,
        0x0080_4210_0803_0400,
        0x2008_8021_0008_4280,
        0x1000_4080_0110_2301,
        0x0002_0028_1080_4102,
        0x2456_4091_0108_6001,
        0x8000_14b9_0010_0021,
        0x380a_000c_1008_2116,
        0x4229_0008_0204_0001,
        0x0018_2090_0102_4804,
        0x8080_0400_4080_2902,
    ];
    const BISHOP_MAGICS: [u64; Square::COUNT] = [
        0x5232_1002_0208_4208,
        0x1804_1404_0046_1600,
        0x0c50_1c00_8460_0000,
        0x0008_2841_0040_0200,
        0x0054_0422_0020_0080,
        0x221a_0804_0406_0020,
        0x5101_0d01_1040_0000,
        0x0002_0100_6104_2000,
        0x0801_2810_1092_2240,
        0x0200_2830_0282_0040,
        0x2902_1004_0040_4200,
        0x4040_0441_4080_8a40,
        0x8810_0404_2000_0108,
        0x0218_3824_0460_0d61,
        0x0000_0200_d004_1040,
        0x0020_6900_5110_0800,
        0x2120_1041_0849_0300,
        0x0308_000a_0e04_0400,
        0x0804_4850_0240_8102,
        0x0a08_101c_0240_0801,
        0x0404_0100_80a0_0030,
        0x4088_4012_0100_a000,
        0x9004_0005_1412_1240,
        0x2000_2002_0104_4244,
        0x0020_1004_2012_020b,
        0x0001_04c0_2004_8402,
        0x0800_4801_0409_2400,
        0x1804_0040_0c01_0002,
        0x6041_0044_0100_4000,
        0x8128_0020_0600_8414,
        0x8008_8400_2104_2200,
        0x2203_0200_0100_a086,
        0x8244_2484_2020_2102,
        0x0004_0402_0004_1001,
        0x0804_0201_0902_040a,
        0xcb00_4048_0160_8200,
        0x1000_ca00_200a_0080,
        0x1083_0101_0102_0040,
        0x3006_0801_0402_0180,
        0x2201_0c19_0a04_8040,
        0x804e_0820_4808_0480,
        0x0204_0404_0442_3201,
        0x0041_0400_2400_4208,
        0x02c4_0201_2400_020a,
        0x0024_0400_9404_0200,
        0x2002_0a00_4a04_8100,
        0x0820_0c00_8080_0200,
        0x0002_0800_4080_0100,
        0x3084_0101_9030_6000,
        0x0063_0082_01a0_8420,
        0x0201_0110_8804_0020,
        0x0000_0400_4202_00c0,
        0x0040_2240_1041_1011,
        0x0838_a810_0162_0100,
        0x0010_2001_0102_0008,
        0x0810_1a40_a401_8100,
        0x0045_0149_0488_4001,
        0x4080_9484_8090_1002,
        0x0804_00c0_4200_9080,
        0x0032_8203_4020_8821,
        0x04a0_1020_c008_a200,
        0x0240_8040_0784_1100,
        0x0200_0405_241c_0400,
        0x0090_200a_0400_a220,
    ];
}
