//! Slider attacks by PEXT: the instruction extracts the relevant occupancy as the table index.

use super::sliders::{self, BISHOP_OFFSET, Lines, Slot, Slots, TABLE_LEN};
use crate::types::{Bitboard, Square};
use core::arch::x86_64::_pext_u64;

static ROOKS: Slots = sliders::slots(true, 0);
static BISHOPS: Slots = sliders::slots(false, BISHOP_OFFSET);
static ATTACKS: [Bitboard; TABLE_LEN] =
    fill(&sliders::slots(true, 0), &sliders::slots(false, BISHOP_OFFSET));

/// Builds the attack table. Carry-Rippler enumerates the subsets of a mask in ascending order, so
/// the n-th subset is the one that PEXT maps to n.
const fn fill(rooks: &Slots, bishops: &Slots) -> [Bitboard; TABLE_LEN] {
    let mut table = [Bitboard::EMPTY; TABLE_LEN];
    let mut next = 0;
    let mut i = 0;
    while i < 2 * Square::COUNT {
        let rook = i < Square::COUNT;
        let square = Square::wrapping(i);
        let slot = if rook { rooks[i] } else { bishops[i - Square::COUNT] };
        assert!(slot.offset as usize == next);
        let lines = Lines::of(square, rook);
        let mut subset = 0u64;
        loop {
            table[next] = lines.attacks(Bitboard(subset));
            next += 1;
            subset = subset.wrapping_sub(slot.mask.0) & slot.mask.0;
            if subset == 0 {
                break;
            }
        }
        i += 1;
    }
    assert!(next == TABLE_LEN);
    table
}

#[inline(always)]
fn lookup(slot: &Slot, occupied: Bitboard) -> Bitboard {
    // SAFETY: this module is compiled only for targets with BMI2.
    let subset = unsafe { _pext_u64(occupied.0, slot.mask.0) };
    let index = slot.offset as usize + subset as usize;
    // SAFETY: `subset` is less than 2^len(mask), and `fill` asserts at compile time that ranges of
    // that length tile the table. A bounds check would cost a branch in each lookup.
    unsafe { *ATTACKS.get_unchecked(index) }
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
