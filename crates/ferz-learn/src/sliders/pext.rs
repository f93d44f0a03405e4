// [start:head]
//! Sliders by the instruction PEXT.

use super::Sliders;
use super::loops::Loops;
use super::magic::{relevant_squares, subsets};
use crate::bitboard::Bitboard;
use crate::types::Square;
use std::sync::LazyLock;
// [end:head]

// [start:extract]
/// Moves the bits under a mask together, at the low end.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
pub fn extract(bits: u64, mask: u64) -> u64 {
    // SAFETY: this function is only compiled for processors with the instruction.
    unsafe { std::arch::x86_64::_pext_u64(bits, mask) }
}

/// Moves the bits under a mask together, at the low end, on machines without PEXT.
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
pub fn extract(bits: u64, mask: u64) -> u64 {
    Bitboard(mask)
        .zip(0..)
        .fold(0, |all, (square, place)| all | (bits >> square.index() & 1) << place)
}
// [end:extract]

// [start:pext]
/// Reads the blockers as a number: the place in a table, without a factor to find.
#[derive(Clone, Debug)]
pub struct Pext;

struct Entry {
    mask: u64,
    table: Vec<Bitboard>,
}

/// Tabulates the attacks of a square. `subsets` counts up in the bits of the mask, so the places
/// come in order.
fn entry(from: Square, attacks: fn(Square, Bitboard) -> Bitboard) -> Entry {
    let mask = relevant_squares(from, attacks);
    Entry { mask: mask.0, table: subsets(mask).map(|set| attacks(from, set)).collect() }
}

static BISHOPS: LazyLock<Vec<Entry>> =
    LazyLock::new(|| Square::all().map(|from| entry(from, Loops::bishop_attacks)).collect());
static ROOKS: LazyLock<Vec<Entry>> =
    LazyLock::new(|| Square::all().map(|from| entry(from, Loops::rook_attacks)).collect());

impl Sliders for Pext {
    fn bishop_attacks(from: Square, occupied: Bitboard) -> Bitboard {
        let entry = &BISHOPS[from.index()];
        entry.table[extract(occupied.0, entry.mask) as usize]
    }

    fn rook_attacks(from: Square, occupied: Bitboard) -> Bitboard {
        let entry = &ROOKS[from.index()];
        entry.table[extract(occupied.0, entry.mask) as usize]
    }
}
// [end:pext]
