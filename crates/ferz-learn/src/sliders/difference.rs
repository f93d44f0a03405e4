// [start:head]
//! Sliders by obstruction difference: both directions of a line by one subtraction.

use super::Sliders;
use crate::bitboard::Bitboard;
use crate::types::Square;
use std::sync::LazyLock;
// [end:head]

// [start:lines]
/// A line through a square: its squares with lower and with higher numbers.
#[derive(Clone, Copy)]
struct Line {
    lower: u64,
    upper: u64,
}

/// For each square its rank and file, then its two diagonals.
static LINES: LazyLock<Vec<[Line; 4]>> = LazyLock::new(|| {
    let line = |from: Square, step: (i8, i8)| {
        let walk = |(files, ranks): (i8, i8)| {
            let squares = std::iter::successors(from.offset((files, ranks)), |square| {
                square.offset((files, ranks))
            });
            squares.fold(0, |all, square| all | Bitboard::of(square).0)
        };
        Line { lower: walk((-step.0, -step.1)), upper: walk(step) }
    };
    let lines = |from| [(1, 0), (0, 1), (1, 1), (-1, 1)].map(|step| line(from, step));
    Square::all().map(lines).collect()
});
// [end:lines]

// [start:difference]
/// Subtracts the nearest blocker below a slider from the nearest one above it.
#[derive(Clone, Debug)]
pub struct Difference;

impl Line {
    fn attacks(self, occupied: u64) -> u64 {
        let (lower, upper) = (self.lower & occupied, self.upper & occupied);
        // The highest blocker below; the lowest square of all where there is none.
        let below = 1u64 << (63 - (lower | 1).leading_zeros());
        // The lowest blocker above, or nothing.
        let above = upper & upper.wrapping_neg();
        // From twice the upper bit the subtraction borrows: all bits from `below` to `above` are set.
        (above << 1).wrapping_sub(below) & (self.lower | self.upper)
    }
}

impl Sliders for Difference {
    fn bishop_attacks(from: Square, occupied: Bitboard) -> Bitboard {
        let [.., rising, falling] = LINES[from.index()];
        Bitboard(rising.attacks(occupied.0) | falling.attacks(occupied.0))
    }

    fn rook_attacks(from: Square, occupied: Bitboard) -> Bitboard {
        let [rank, file, ..] = LINES[from.index()];
        Bitboard(rank.attacks(occupied.0) | file.attacks(occupied.0))
    }
}
// [end:difference]
