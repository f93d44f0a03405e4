// [start:head]
//! Sliders by rays: classical bitboards.

use super::Sliders;
use crate::bitboard::Bitboard;
use crate::types::{ALL_DIRECTIONS, Square};
// [end:head]

// [start:table]
/// For each direction of `ALL_DIRECTIONS` and each square, the squares up to the edge.
static RAYS: [[Bitboard; 64]; 8] = rays();

const fn rays() -> [[Bitboard; 64]; 8] {
    let mut rays = [[Bitboard::EMPTY; 64]; 8];
    let mut direction = 0;
    while direction < 8 {
        let mut from = 0;
        while from < 64 {
            let mut square = Square::from_index(from).offset(ALL_DIRECTIONS[direction]);
            while let Some(next) = square {
                rays[direction][from] = rays[direction][from].with(next);
                square = next.offset(ALL_DIRECTIONS[direction]);
            }
            from += 1;
        }
        direction += 1;
    }
    rays
}
// [end:table]

// [start:rays]
/// Cuts each ray behind its first blocker.
#[derive(Clone, Debug)]
pub struct Rays;

/// Returns the attacks in one direction, a place in `ALL_DIRECTIONS`.
fn ray_attacks(direction: usize, from: Square, occupied: Bitboard) -> Bitboard {
    let rays = &RAYS[direction];
    let ray = rays[from.index()];
    let blockers = ray & occupied;
    // North, east, northeast and northwest lead to higher numbers.
    let first = match direction {
        0 | 1 | 4 | 7 => blockers.first(),
        _ => blockers.last(),
    };
    // The ray of the blocker is the part that it hides.
    first.map_or(ray, |blocker| ray ^ rays[blocker.index()])
}

impl Sliders for Rays {
    fn bishop_attacks(from: Square, occupied: Bitboard) -> Bitboard {
        (4..8).fold(Bitboard::EMPTY, |all, direction| all | ray_attacks(direction, from, occupied))
    }

    fn rook_attacks(from: Square, occupied: Bitboard) -> Bitboard {
        (0..4).fold(Bitboard::EMPTY, |all, direction| all | ray_attacks(direction, from, occupied))
    }
}
// [end:rays]

// [start:lines]
/// Returns the line from one square through another to the edge, without the first; empty if they
/// are on no common line.
pub fn line_through(from: Square, through: Square) -> Bitboard {
    let rays = RAYS.iter().map(|rays| rays[from.index()]);
    rays.into_iter().find(|ray| ray.contains(through)).unwrap_or_default()
}

/// Returns the squares between two squares of a common line; else none.
pub fn between(a: Square, b: Square) -> Bitboard {
    line_through(a, b) & line_through(b, a)
}
// [end:lines]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_the_squares_between() {
        let [a1, c3, e5, e4] = ["a1", "c3", "e5", "e4"].map(|text| text.parse().unwrap());
        assert_eq!(between(a1, e5).map(Square::index).collect::<Vec<_>>(), [9, 18, 27]);
        assert_eq!(between(a1, e4), Bitboard::EMPTY);
        assert!(line_through(a1, c3).contains(e5));
        assert!(!line_through(e5, c3).contains(e5));
    }
}
// [end:tests]
