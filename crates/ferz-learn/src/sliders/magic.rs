// [start:head]
//! Sliders by magic bitboards, found when they are first needed.

use super::Sliders;
use super::loops::Loops;
use crate::bitboard::Bitboard;
use crate::random::Random;
use crate::types::Square;
use std::sync::LazyLock;
// [end:head]

// [start:mask]
/// Returns the squares whose occupancy matters to a slider: its attacks on an empty board without
/// the last square of each direction, behind which nothing can be hidden.
pub fn relevant_squares(from: Square, attacks: fn(Square, Bitboard) -> Bitboard) -> Bitboard {
    let on_empty_board = attacks(from, Bitboard::EMPTY);
    on_empty_board
        .filter(|&square| {
            // A blocker on the last square changes nothing.
            attacks(from, Bitboard::of(square)) != on_empty_board
        })
        .fold(Bitboard::EMPTY, Bitboard::with)
}

/// Returns all subsets of a set, the empty one and itself included.
pub fn subsets(set: Bitboard) -> impl Iterator<Item = Bitboard> {
    let mut next = Some(0u64);
    std::iter::from_fn(move || {
        let subset = next?;
        // Subtracting the set counts up in its bits alone; after the set itself follows 0.
        let following = subset.wrapping_sub(set.0) & set.0;
        next = Some(following).filter(|&following| following != 0);
        Some(Bitboard(subset))
    })
}
// [end:mask]

// [start:entry]
/// What one square needs: its mask, the factor, and its part of the table.
struct Entry {
    mask: Bitboard,
    factor: u64,
    shift: u32,
    table: Vec<Bitboard>,
}

impl Entry {
    fn index(&self, occupied: Bitboard) -> usize {
        ((occupied & self.mask).0.wrapping_mul(self.factor) >> self.shift) as usize
    }
}
// [end:entry]

// [start:find]
/// Finds a factor for a square by trial. It is accepted only after every subset of the mask has
/// been looked up in the table that it makes, and found right.
fn find(from: Square, attacks: fn(Square, Bitboard) -> Bitboard) -> Entry {
    let mask = relevant_squares(from, attacks);
    let wanted: Vec<_> =
        subsets(mask).map(|occupied| (occupied, attacks(from, occupied))).collect();
    let mut random = Random(from.index() as u64);
    let mut entry = Entry { mask, factor: 0, shift: 64 - mask.len(), table: Vec::new() };
    // Which trial has filled a slot: cheaper than emptying the table before each one.
    let mut filled_by = vec![0u32; wanted.len()];
    entry.table = vec![Bitboard::EMPTY; wanted.len()];
    for trial in 1.. {
        // Factors with few bits set succeed more often.
        entry.factor = random.next() & random.next() & random.next();
        let fits = wanted.iter().all(|&(occupied, attacks)| {
            let index = entry.index(occupied);
            if filled_by[index] != trial {
                filled_by[index] = trial;
                entry.table[index] = attacks;
            }
            entry.table[index] == attacks
        });
        if fits {
            break;
        }
    }
    entry
}
// [end:find]

// [start:magic]
/// Multiplies the blockers by a factor; the upper bits of the product are a place in a table.
#[derive(Clone, Debug)]
pub struct Magic;

static BISHOPS: LazyLock<Vec<Entry>> =
    LazyLock::new(|| Square::all().map(|from| find(from, Loops::bishop_attacks)).collect());
static ROOKS: LazyLock<Vec<Entry>> =
    LazyLock::new(|| Square::all().map(|from| find(from, Loops::rook_attacks)).collect());

impl Sliders for Magic {
    fn bishop_attacks(from: Square, occupied: Bitboard) -> Bitboard {
        let entry = &BISHOPS[from.index()];
        entry.table[entry.index(occupied)]
    }

    fn rook_attacks(from: Square, occupied: Bitboard) -> Bitboard {
        let entry = &ROOKS[from.index()];
        entry.table[entry.index(occupied)]
    }
}
// [end:magic]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_blockers_lead_to_a_wrong_set() {
        for from in Square::all() {
            let mask = relevant_squares(from, Loops::rook_attacks);
            for occupied in subsets(mask) {
                let right = Loops::rook_attacks(from, occupied);
                assert_eq!(Magic::rook_attacks(from, occupied), right);
            }
        }
    }

    #[test]
    fn masks_have_the_known_sizes() {
        let sizes = |attacks| Square::all().map(move |from| relevant_squares(from, attacks).len());
        assert_eq!(sizes(Loops::rook_attacks).map(|n| 1 << n).sum::<u32>(), 102_400);
        assert_eq!(sizes(Loops::bishop_attacks).map(|n| 1 << n).sum::<u32>(), 5_248);
    }
}
// [end:tests]
