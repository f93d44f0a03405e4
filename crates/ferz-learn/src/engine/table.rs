// [start:head]
//! The transposition table: what earlier searches found, by the keys of the positions.

use crate::engine::node::{MATE, MAX_PLY};
use crate::packed::PackedMove;
use std::sync::atomic::{AtomicU64, Ordering};
// [end:head]

// [start:entry]
/// What a stored value says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The value is at least this: the search ended by a cutoff.
    Lower,
    /// The value is at most this: no move reached alpha.
    Upper,
    /// The value is this.
    Exact,
}

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move, if one is known.
    pub mv: PackedMove,
    /// The value, seen from the position itself.
    pub value: i32,
    /// The depth that was searched.
    pub depth: i32,
    /// What the value says.
    pub bound: Bound,
}

impl Entry {
    /// Returns the value if the entry decides a search of this depth and window.
    pub fn decides(&self, depth: i32, alpha: i32, beta: i32) -> Option<i32> {
        let is_enough = match self.bound {
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
            Bound::Exact => true,
        };
        (self.depth >= depth && is_enough).then_some(self.value)
    }
}
// [end:entry]

// [start:mates]
/// Returns a value as it is stored: a mate is counted from the position, not from the root, since
/// the position can be reached at another ply.
pub fn to_stored(value: i32, ply: i32) -> i32 {
    if value.abs() > MATE - MAX_PLY { value + value.signum() * ply } else { value }
}

/// Returns the value of a stored one at a ply.
pub fn from_stored(value: i32, ply: i32) -> i32 {
    if value.abs() > MATE - MAX_PLY { value - value.signum() * ply } else { value }
}
// [end:mates]

// [start:table]
/// A place of the table: the data, and the key mixed with them. A place that two threads have
/// written at once fails the check of its key.
#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

const SLOTS: usize = 4;

/// The table: buckets of four places, 64 bytes each, which a processor loads at once.
#[derive(Debug)]
pub struct Table {
    buckets: Vec<[Slot; SLOTS]>,
}

impl Table {
    /// Returns an empty table of 2 to the power of `bits` buckets.
    pub fn new(bits: u32) -> Table {
        Table { buckets: (0..1 << bits).map(|_| Default::default()).collect() }
    }

    fn bucket(&self, key: u64) -> &[Slot; SLOTS] {
        &self.buckets[key as usize & (self.buckets.len() - 1)]
    }

    /// Returns the entry of a position.
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            (slot.check.load(Ordering::Relaxed) ^ data == key && data != 0).then(|| unpack(data))
        })
    }

    /// Stores an entry in the place of the same position, else in that of the oldest and least deep
    /// entry. `age` counts the moves of the game.
    pub fn store(&self, key: u64, age: u8, entry: Entry) {
        let worth = |slot: &&Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let is_same = slot.check.load(Ordering::Relaxed) ^ data == key;
            let years = i32::from(age.wrapping_sub((data >> 48) as u8));
            if is_same || data == 0 { i32::MIN } else { unpack(data).depth - 8 * years }
        };
        let slot = self.bucket(key).iter().min_by_key(worth).expect("a bucket has places");
        let data = pack(entry) | u64::from(age) << 48;
        slot.check.store(key ^ data, Ordering::Relaxed);
        slot.data.store(data, Ordering::Relaxed);
    }
}
// [end:table]

// [start:pack]
/// Returns an entry in 64 bits: move, value, depth, age (bits 48 to 55) and bound. A bound is never
/// 0, so that an empty place differs from each entry.
fn pack(entry: Entry) -> u64 {
    u64::from(entry.mv.bits())
        | u64::from(entry.value as i16 as u16) << 16
        | u64::from(entry.depth as u8) << 32
        | (entry.bound as u64 + 1) << 56
}

fn unpack(data: u64) -> Entry {
    let bound = match data >> 56 {
        1 => Bound::Lower,
        2 => Bound::Upper,
        _ => Bound::Exact,
    };
    Entry {
        mv: PackedMove::from_bits(data as u16),
        value: i32::from((data >> 16) as u16 as i16),
        depth: i32::from((data >> 32) as u8),
        bound,
    }
}
// [end:pack]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: i32) -> Entry {
        Entry { mv: PackedMove::from_bits(77), value: -1234, depth, bound: Bound::Upper }
    }

    #[test]
    fn an_entry_comes_back_under_its_key_only() {
        let table = Table::new(4);
        for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
            table.store(5, 1, Entry { bound, ..entry(9) });
            assert_eq!(table.probe(5), Some(Entry { bound, ..entry(9) }));
        }
        assert_eq!(table.probe(5 + 16), None);
        assert_eq!(table.probe(0), None);
    }

    #[test]
    fn the_least_deep_entry_and_old_ones_are_replaced() {
        let table = Table::new(0);
        for (key, depth) in [(1, 7), (2, 3), (3, 9), (4, 5), (5, 1)] {
            table.store(key, 0, entry(depth));
        }
        assert_eq!(table.probe(2), None);
        assert!([1, 3, 4, 5].iter().all(|&key| table.probe(key).is_some()));
        for key in 11..15 {
            table.store(key, 2, entry(1));
        }
        assert!([1, 3, 4, 5].iter().all(|&key| table.probe(key).is_none()));
    }

    #[test]
    fn a_mate_is_counted_from_the_position() {
        let mate_in_3_plies = MATE - 5;
        assert_eq!(to_stored(mate_in_3_plies, 2), MATE - 3);
        assert_eq!(from_stored(MATE - 3, 4), MATE - 7);
        assert_eq!(from_stored(to_stored(-MATE + 6, 6), 6), -MATE + 6);
        assert_eq!(to_stored(250, 9), 250);
    }
}
// [end:tests]
