//! Slider attacks by magic bitboards (Lasse Hansen; the fancy variant of Pradu Kannan, with a shift
//! for each square), for targets without PEXT.
//!
//! The magic numbers were found by `examples/find_magics.rs`. Building the table at compile time
//! proves that they are valid.

use super::sliders::{self, BISHOP_OFFSET, TABLE_LEN, Units};
use crate::types::{Bitboard, Square};

/// The lookup data of a square. The shift is stored because its computation from the mask is slow
/// on targets without a population count.
#[derive(Clone, Copy)]
struct Entry {
    /// The relevant occupancy.
    mask: Bitboard,
    magic: u64,
    /// Index of the first attack set.
    offset: u32,
    /// 64 minus the number of squares of the mask.
    shift: u32,
}

static ROOKS: [Entry; Square::COUNT] = entries(true, 0, &ROOK_MAGICS);
static BISHOPS: [Entry; Square::COUNT] = entries(false, BISHOP_OFFSET, &BISHOP_MAGICS);
static ATTACKS: [Bitboard; TABLE_LEN] = fill();

const fn entries(rook: bool, offset: u32, magics: &[u64; Square::COUNT]) -> [Entry; Square::COUNT] {
    let slots = sliders::slots(rook, offset);
    let mut entries = [Entry { mask: Bitboard::EMPTY, magic: 0, offset: 0, shift: 0 }; 64];
    let mut i = 0;
    while i < Square::COUNT {
        let (mask, offset) = (slots[i].mask, slots[i].offset);
        entries[i] = Entry { mask, magic: magics[i], offset, shift: 64 - mask.len() as u32 };
        i += 1;
    }
    entries
}

/// Builds the attack table. Compilation fails if two occupancies with different attacks have the
/// same index.
const fn fill() -> [Bitboard; TABLE_LEN] {
    let mut table = [Bitboard::EMPTY; TABLE_LEN];
    let entries = [entries(true, 0, &ROOK_MAGICS), entries(false, BISHOP_OFFSET, &BISHOP_MAGICS)];
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
        let slot = sliders::Slot { mask: entry.mask, offset: entry.offset };
        sliders::fill(&mut table, square, piece == 0, &slot, &products, entry.shift);
        i += 1;
    }
    table
}

#[inline(always)]
fn lookup(entry: &Entry, occupied: Bitboard) -> Bitboard {
    let subset = (occupied.0 & entry.mask.0).wrapping_mul(entry.magic) >> entry.shift;
    ATTACKS[entry.offset as usize + subset as usize]
}

/// Returns the attacks of a bishop.
#[inline(always)]
pub(super) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    lookup(&BISHOPS[square], occupied)
}

/// Returns the attacks of a rook.
#[inline(always)]
pub(super) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
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
