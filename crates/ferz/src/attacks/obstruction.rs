//! Slider attacks by arithmetic: no table but the lines, for WebAssembly, where each byte is downloaded.
//! With the tables of `sliders` the rules take twice as many bytes, and searches are as fast.

use super::{AXES, ray};
use crate::types::{Bitboard, Square};

/// The two rays of a line through a square: the squares below it and those above it, in bit order.
#[derive(Clone, Copy)]
struct Line {
    below: u64,
    above: u64,
}

/// The lines of each square, in the order of [`AXES`].
static LINES: [[Line; AXES.len()]; Square::COUNT] = {
    let mut lines = [[Line { below: 0, above: 0 }; AXES.len()]; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT * AXES.len() {
        let (square, axis) = (Square::wrapping(i / AXES.len()), i % AXES.len());
        let both = ray(square, AXES[axis][0]).0 | ray(square, AXES[axis][1]).0;
        let below = both & ((1 << square.index()) - 1);
        lines[square.index()][axis] = Line { below, above: both & !below };
        i += 1;
    }
    lines
};

/// Computes the attacks on a line by obstruction difference (Michael Hoffmann).
///
/// The first blocker above is the lowest bit of the blockers above; twice that bit minus a bit `b` below
/// has all bits from `b` up to the blocker. `b` is the highest blocker below, or the lowest square of the
/// board. Without a blocker above, the doubled bit is 0, and the difference has all bits from `b` up.
#[inline(always)]
fn attacks_on(line: &Line, occupied: u64) -> u64 {
    let above = occupied & line.above;
    let first_above = above & above.wrapping_neg();
    let first_below = 1 << 63 >> (occupied & line.below | 1).leading_zeros();
    (first_above.wrapping_mul(2).wrapping_sub(first_below)) & (line.below | line.above)
}

/// Returns the attacks of a bishop.
#[inline(always)]
pub(super) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    let [_, _, diagonal, antidiagonal] = &LINES[square.index()];
    Bitboard(attacks_on(diagonal, occupied.0) | attacks_on(antidiagonal, occupied.0))
}

/// Returns the attacks of a rook.
#[inline(always)]
pub(super) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let [file, rank, ..] = &LINES[square.index()];
    Bitboard(attacks_on(file, occupied.0) | attacks_on(rank, occupied.0))
}
