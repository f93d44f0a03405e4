//! Slider lookup by PEXT: the instruction gathers the relevant occupancy into a table index.

use super::sliders::{self, BISHOP_OFFSET, Lines, Slot, Slots, TABLE_LEN};
use crate::types::{Bitboard, Square};
use core::arch::x86_64::_pext_u64;

static ROOKS: Slots = sliders::slots(true, 0);
static BISHOPS: Slots = sliders::slots(false, BISHOP_OFFSET);
static ATTACKS: [Bitboard; TABLE_LEN] =
    fill(&sliders::slots(true, 0), &sliders::slots(false, BISHOP_OFFSET));

/// Fills the table. Carry-Rippler counts up in the bits of the mask, so the n-th subset is the one
/// that PEXT maps to n.
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
    // SAFETY: this module is compiled only where the target has BMI2.
    let subset = unsafe { _pext_u64(occupied.0, slot.mask.0) };
    let index = slot.offset as usize + subset as usize;
    // SAFETY: `subset` is below 2^len(mask), and `fill` asserted at compile time that the slots'
    // ranges of that length tile the table exactly. The check would cost a branch per lookup.
    unsafe { *ATTACKS.get_unchecked(index) }
}

/// A bishop's attacks.
#[inline(always)]
pub(super) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    lookup(&BISHOPS[square], occupied)
}

/// A rook's attacks.
#[inline(always)]
pub(super) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    lookup(&ROOKS[square], occupied)
}
