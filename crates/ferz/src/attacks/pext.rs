//! Slider attacks by PEXT: the instruction extracts the relevant occupancy as the table index.

use super::sliders::{self, BISHOP_OFFSET, Slot, TABLE_LEN, Units};
use crate::types::{Bitboard, Square};

static ROOKS: [Slot; Square::COUNT] = sliders::slots(true, 0);
static BISHOPS: [Slot; Square::COUNT] = sliders::slots(false, BISHOP_OFFSET);
static ATTACKS: [Bitboard; TABLE_LEN] = fill();

/// Builds the attack table. PEXT maps the n-th square of a mask to bit n.
const fn fill() -> [Bitboard; TABLE_LEN] {
    let mut table = [Bitboard::EMPTY; TABLE_LEN];
    let slots = [sliders::slots(true, 0), sliders::slots(false, BISHOP_OFFSET)];
    let mut next = 0;
    let mut i = 0;
    while i < 2 * Square::COUNT {
        let (piece, square) = (i / Square::COUNT, Square::wrapping(i));
        let slot = &slots[piece][square.index()];
        assert!(slot.offset == next);
        let mut bits: Units = [0; 64];
        let mut mask = slot.mask;
        let mut bit = 1;
        while let Some(at) = mask.pop_first() {
            bits[at.index()] = bit;
            bit <<= 1;
        }
        sliders::fill(&mut table, square, piece == 0, slot, &bits, 0);
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
fn lookup(slot: &Slot, occupied: Bitboard) -> Bitboard {
    let subset = pext(occupied.0, slot.mask.0);
    let index = slot.offset as usize + subset as usize;
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
