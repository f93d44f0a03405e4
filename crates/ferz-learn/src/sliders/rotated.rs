// [start:head]
//! Rotated bitboards: the occupied squares in four orders, so that each line is a row of bits.

use crate::bitboard::Bitboard;
use crate::types::Square;
use std::sync::LazyLock;
// [end:head]

// [start:tables]
/// The steps along ranks, files, rising and falling diagonals.
const STEPS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// What one square needs in one of the orders.
#[derive(Clone)]
struct Place {
    /// The bit of the square.
    bit: u32,
    /// The bit of the second square of its line, and a mask for the squares from there to the last but
    /// one: those at the ends hide nothing.
    first_inner: u32,
    inner: u64,
    /// The attacks on the line by its inner squares.
    attacks: Vec<Bitboard>,
}

static PLACES: LazyLock<[Vec<Place>; 4]> = LazyLock::new(|| STEPS.map(places));

/// Numbers the squares along the lines of one order.
fn places(step: (i8, i8)) -> Vec<Place> {
    let mut places = vec![None; 64];
    let mut bit = 0;
    let starts = Square::all().filter(|start| start.offset((-step.0, -step.1)).is_none());
    for start in starts {
        let line: Vec<Square> =
            std::iter::successors(Some(start), |square| square.offset(step)).collect();
        let inner = line.len().saturating_sub(2);
        for (place, square) in line.iter().enumerate() {
            let attacks = |occupied: u64| attacks_on_line(&line, place, occupied << 1);
            places[square.index()] = Some(Place {
                bit: bit + place as u32,
                first_inner: (bit + 1) & 63,
                inner: (1 << inner) - 1,
                attacks: (0..1 << inner).map(attacks).collect(),
            });
        }
        bit += line.len() as u32;
    }
    places.into_iter().map(|place| place.expect("each square is on a line")).collect()
}

/// Returns the squares of a line that a slider on one of them attacks.
fn attacks_on_line(line: &[Square], from: usize, occupied: u64) -> Bitboard {
    let is_blocker = |&place: &usize| occupied >> place & 1 == 1;
    let up = (from + 1..line.len()).find(is_blocker).unwrap_or(line.len() - 1);
    let down = (0..from).rev().find(is_blocker).unwrap_or(0);
    let attacked = line[down..=up].iter().copied().fold(Bitboard::EMPTY, Bitboard::with);
    attacked.without(line[from])
}
// [end:tables]

// [start:rotated]
/// The occupied squares in four orders.
#[derive(Clone, Copy, Default, Debug)]
pub struct Rotated {
    sets: [u64; 4],
}

impl Rotated {
    /// Returns the four orders of a set.
    pub fn new(occupied: Bitboard) -> Rotated {
        let mut rotated = Rotated::default();
        for square in occupied {
            rotated.toggle(square);
        }
        rotated
    }

    /// Adds a square, or removes it: what each move does for the squares that it changes.
    pub fn toggle(&mut self, square: Square) {
        for (set, places) in self.sets.iter_mut().zip(PLACES.iter()) {
            *set ^= 1 << places[square.index()].bit;
        }
    }

    fn on_line(&self, order: usize, from: Square) -> Bitboard {
        let place = &PLACES[order][from.index()];
        place.attacks[(self.sets[order] >> place.first_inner & place.inner) as usize]
    }

    /// Returns the squares that a bishop attacks.
    pub fn bishop_attacks(&self, from: Square) -> Bitboard {
        self.on_line(2, from) | self.on_line(3, from)
    }

    /// Returns the squares that a rook attacks.
    pub fn rook_attacks(&self, from: Square) -> Bitboard {
        self.on_line(0, from) | self.on_line(1, from)
    }
}
// [end:rotated]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::sliders::Sliders;
    use crate::sliders::difference::Difference;
    use crate::sliders::fill::Fill;
    use crate::sliders::loops::Loops;

    /// The judge walks.
    #[test]
    fn three_more_ways_lead_to_the_same_sets() {
        let mut random = Random(20);
        for square in (0..64_000).map(Square::from_index) {
            let occupied = Bitboard(random.next() & random.next());
            let (bishop, rook) =
                (Loops::bishop_attacks(square, occupied), Loops::rook_attacks(square, occupied));
            assert_eq!(Fill::bishop_attacks(square, occupied), bishop);
            assert_eq!(Fill::rook_attacks(square, occupied), rook);
            assert_eq!(Difference::bishop_attacks(square, occupied), bishop);
            assert_eq!(Difference::rook_attacks(square, occupied), rook);
            let rotated = Rotated::new(occupied);
            assert_eq!(rotated.bishop_attacks(square), bishop);
            assert_eq!(rotated.rook_attacks(square), rook);
        }
    }
}
// [end:tests]
