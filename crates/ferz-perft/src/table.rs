//! Hash table of subtree counts.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::sync::atomic::{AtomicU64, Ordering};

/// Hash table of subtree counts, shared by all threads of a run.
///
/// The key of a board and depth has 128 bits and is stored in full. It is an NH hash (Black,
/// Halevi, Krawczyk, Krovetz, Rogaway, "UMAC", 1999): any two different boards have the same key
/// with a probability of at most 2^-64 over the choice of the hash constants. A probe compares two
/// stored keys, so the probability of a wrong count in a run of 10^12 probes is below 10^-7.
///
/// An entry is four words, which are read and written one by one without a lock. The stored key is
/// the key XORed with a mix of the count, so an entry of which another thread has written a part
/// does not match (Robert Hyatt and Tim Mann, "A lock-less transposition table implementation").
pub struct Table {
    buckets: Box<[Bucket]>,
}

/// Two entries in one cache line: the first is replaced by counts at least as large, the second by
/// all others.
#[repr(align(64))]
#[derive(Default)]
struct Bucket([Entry; 2]);

#[derive(Default)]
struct Entry {
    key: [AtomicU64; 2],
    count: [AtomicU64; 2],
}

/// Failed allocation of a [`Table`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not enough memory for a table of {mebibytes} MiB")]
pub struct OutOfMemory {
    /// Requested size.
    pub mebibytes: usize,
}

impl Table {
    /// Allocates an empty table of at most this many MiB, and at least one bucket of 64 bytes.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the allocation fails.
    pub fn new(mebibytes: usize) -> Result<Self, OutOfMemory> {
        let out_of_memory = OutOfMemory { mebibytes };
        let bytes = mebibytes.checked_mul(1 << 20).ok_or(out_of_memory)?;
        let len = (bytes / size_of::<Bucket>()).max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(len).map_err(|_| out_of_memory)?;
        buckets.resize_with(len, Bucket::default);
        Ok(Self { buckets: buckets.into_boxed_slice() })
    }

    /// Returns the bucket of a key. A multiplication replaces the modulo operation (Daniel Lemire).
    #[inline(always)]
    fn bucket(&self, key: u128) -> &Bucket {
        let spread = (key as u64 ^ (key >> 64) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        &self.buckets[((u128::from(spread) * self.buckets.len() as u128) >> 64) as usize]
    }

    /// Returns the count stored for a key.
    #[inline]
    pub(crate) fn probe(&self, key: u128) -> Option<u128> {
        self.bucket(key).0.iter().map(Entry::load).find(|e| e.0 == key && e.1 != 0).map(|e| e.1)
    }

    /// Stores a count. A count of zero marks an empty entry and is not found again.
    #[inline]
    pub(crate) fn store(&self, key: u128, count: u128) {
        let [large, small] = &self.bucket(key).0;
        let entry = if large.load().1 <= count { large } else { small };
        entry.store(key, count);
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("buckets", &self.buckets.len()).finish_non_exhaustive()
    }
}

impl Entry {
    #[inline(always)]
    fn load(&self) -> (u128, u128) {
        let word = |word: &AtomicU64| u128::from(word.load(Ordering::Relaxed));
        let pair = |words: &[AtomicU64; 2]| word(&words[0]) | word(&words[1]) << 64;
        let count = pair(&self.count);
        (pair(&self.key) ^ mix(count), count)
    }

    #[inline(always)]
    fn store(&self, key: u128, count: u128) {
        let set = |words: &[AtomicU64; 2], value: u128| {
            words[0].store(value as u64, Ordering::Relaxed);
            words[1].store((value >> 64) as u64, Ordering::Relaxed);
        };
        set(&self.key, key ^ mix(count));
        set(&self.count, count);
    }
}

/// Spreads a count over both key words, so that words of two entries do not form a match.
#[inline(always)]
fn mix(count: u128) -> u128 {
    count.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_larger_count_and_the_last_count_stay_in_a_bucket() {
        let table = Table::new(0).expect("a single bucket");
        for (key, count) in [(1, 10), (2, 5), (3, 7)] {
            table.store(key, count);
        }
        assert_eq!([1, 2, 3].map(|key| table.probe(key)), [Some(10), None, Some(7)]);
        table.store(4, 1 << 100);
        assert_eq!(table.probe(4), Some(1 << 100));
        assert_eq!(table.probe(1), None);
    }

    #[test]
    fn a_partly_overwritten_entry_does_not_match() {
        let entry = Entry::default();
        entry.store(77, 1000);
        entry.count[0].store(1001, Ordering::Relaxed);
        assert_ne!(entry.load().0, 77);
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri reports the failed allocation as an error of its own")]
    fn a_table_larger_than_the_address_space_is_an_error() {
        assert!(Table::new(usize::MAX).is_err());
        assert!(Table::new(1 << 40).is_err());
    }
}
