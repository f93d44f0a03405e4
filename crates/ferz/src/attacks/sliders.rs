//! Parts common to PEXT and magic bitboards: relevant occupancy masks, attacks computed without a
//! table, and the layout of the attack table.

use super::lines;
use crate::types::{Bitboard, File, Rank, Square};

/// Length of the attack table: all subsets of all masks, 102,400 for rooks and 5,248 for bishops.
pub(super) const TABLE_LEN: usize = 107_648;

/// The range of a square in the attack table.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    /// The relevant occupancy: the rays without their last squares.
    pub(super) mask: Bitboard,
    /// Index of the first entry.
    pub(super) offset: u32,
}

/// Computes the slots of rooks or bishops from `offset` on. The length of a slot is the number of
/// subsets of its mask.
pub(super) const fn slots(rook: bool, mut offset: u32) -> [Slot; Square::COUNT] {
    let mut slots = [Slot { mask: Bitboard::EMPTY, offset: 0 }; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        let mask = relevant(Square::wrapping(i), rook);
        slots[i] = Slot { mask, offset };
        offset += 1 << mask.len();
        i += 1;
    }
    slots
}

/// Index of the first bishop entry.
pub(super) const BISHOP_OFFSET: u32 = 102_400;

const fn relevant(square: Square, rook: bool) -> Bitboard {
    let (file, rank) = (Bitboard::file(square.file()).0, Bitboard::rank(square.rank()).0);
    let files = (Bitboard::file(File::A).0 | Bitboard::file(File::H).0) & !file;
    let ranks = (Bitboard::rank(Rank::First).0 | Bitboard::rank(Rank::Eighth).0) & !rank;
    if rook {
        Bitboard((file ^ rank) & !(files | ranks))
    } else {
        Bitboard(lines::BISHOP_RAYS[square.index()].0 & !Bitboard::EDGES.0)
    }
}

/// The contribution of each relevant square to the index of an occupancy.
pub(super) type Units = [u64; Square::COUNT];

/// Writes the attacks of a slider for all occupancies. The index of an occupancy in the slot is the
/// sum of the units of its squares, shifted right by `shift`.
///
/// # Panics
/// If two occupancies with different attacks have the same index.
pub(super) const fn fill(
    table: &mut [Bitboard; TABLE_LEN],
    square: Square,
    rook: bool,
    slot: &Slot,
    units: &Units,
    shift: u32,
) {
    let [first, second] = lines_of(square, rook);
    let (first, second) =
        (Line::of(square, first, slot, units), Line::of(square, second, slot, units));
    let mut i = 0;
    while i < first.len {
        let (attacks, sum) = first.occupancies[i];
        let mut j = 0;
        while j < second.len {
            let (other_attacks, other_sum) = second.occupancies[j];
            let index = slot.offset as usize + (sum.wrapping_add(other_sum) >> shift) as usize;
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
    const fn of(square: Square, line: u64, slot: &Slot, units: &Units) -> Self {
        let slider = 1 << square.index();
        let mut relevant = Bitboard(slot.mask.0 & line);
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
