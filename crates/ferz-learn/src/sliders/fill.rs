// [start:head]
//! Sliders by filling: no table at all.

use super::Sliders;
use crate::bitboard::Bitboard;
use crate::types::Square;
// [end:head]

// [start:fill]
/// Lets sets grow along the empty squares (Peter Kogge and Harold Stone).
#[derive(Clone, Debug)]
pub struct Fill;

/// Everything but file a, and everything but file h.
const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;

/// Shifts up the squares, or down if `by` is negative.
fn shifted(set: u64, by: i32) -> u64 {
    if by >= 0 { set << by } else { set >> -by }
}

/// Returns what all sliders of a set attack in one direction: `by` is the distance of a step, and
/// `inside` are the squares that a step can reach without going round the edge.
pub fn fill(sliders: u64, empty: u64, by: i32, inside: u64) -> u64 {
    let (mut reached, mut free) = (sliders, empty & inside);
    // After each line the set has grown twice as far: 1, 2 and 4 steps.
    reached |= free & shifted(reached, by);
    free &= shifted(free, by);
    reached |= free & shifted(reached, 2 * by);
    free &= shifted(free, 2 * by);
    reached |= free & shifted(reached, 4 * by);
    // One step more is the first square that is not empty.
    shifted(reached, by) & inside
}

impl Sliders for Fill {
    fn bishop_attacks(from: Square, occupied: Bitboard) -> Bitboard {
        let (from, empty) = (Bitboard::of(from).0, !occupied.0);
        let directions = [(9, NOT_A), (-7, NOT_A), (7, NOT_H), (-9, NOT_H)];
        Bitboard(
            directions.into_iter().fold(0, |all, (by, inside)| all | fill(from, empty, by, inside)),
        )
    }

    fn rook_attacks(from: Square, occupied: Bitboard) -> Bitboard {
        let (from, empty) = (Bitboard::of(from).0, !occupied.0);
        let directions = [(8, !0), (-8, !0), (1, NOT_A), (-1, NOT_H)];
        Bitboard(
            directions.into_iter().fold(0, |all, (by, inside)| all | fill(from, empty, by, inside)),
        )
    }
}
// [end:fill]
