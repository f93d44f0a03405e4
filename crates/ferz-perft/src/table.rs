use alloc::boxed::Box;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicU64, Ordering};

/// Counts of subtrees seen before, shared by all threads of a run.
///
/// The key of a board and depth has 128 bits and is stored whole. It is an NH hash (Black,
/// Halevi, Krawczyk, Krovetz, Rogaway, "UMAC", 1999), for which two different boards share a key
/// with a probability of at most 2^-64 over the choice of its constants, whatever the boards are. A
/// probe compares two keys, so a run of 10^12 probes goes wrong with a probability below 10^-7.
///
/// An entry is four words, written and read one by one without a lock. The key words are stored
/// mixed with the count words, so an entry of which another thread has written a part is not
/// recognised (Robert Hyatt and Tim Mann, "A lock-less transposition table implementation").
pub struct Table {
    buckets: Box<[Bucket]>,
}

/// Two entries in one cache line: the one with the larger count stays, the other is replaced.
#[repr(align(64))]
#[derive(Default)]
struct Bucket([Entry; 2]);

#[derive(Default)]
struct Entry {
    key: [AtomicU64; 2],
    count: [AtomicU64; 2],
}

/// There is not enough memory for a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not enough memory for a table of {mebibytes} MiB")]
pub struct OutOfMemory {
    /// The size asked for.
    pub mebibytes: usize,
}

impl Table {
    /// An empty table of at most this many mebibytes, at least one bucket of 64 bytes.
    ///
    /// # Errors
    /// If the memory cannot be had.
    pub fn new(mebibytes: usize) -> Result<Self, OutOfMemory> {
        let out_of_memory = OutOfMemory { mebibytes };
        let bytes = mebibytes.checked_mul(1 << 20).ok_or(out_of_memory)?;
        let len = (bytes / size_of::<Bucket>()).max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(len).map_err(|_| out_of_memory)?;
        buckets.resize_with(len, Bucket::default);
        Ok(Self { buckets: buckets.into_boxed_slice() })
    }

    /// The bucket of a key: the product takes the place of a division (Daniel Lemire).
    #[inline(always)]
    fn bucket(&self, key: u128) -> &Bucket {
        let spread = (key as u64 ^ (key >> 64) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        &self.buckets[((u128::from(spread) * self.buckets.len() as u128) >> 64) as usize]
    }

    /// The count stored for a key.
    #[inline]
    pub(super) fn get(&self, key: u128) -> Option<u128> {
        self.bucket(key).0.iter().map(Entry::load).find(|e| e.0 == key && e.1 != 0).map(|e| e.1)
    }

    /// Stores a count, which is not zero unless it need not be kept.
    #[inline]
    pub(super) fn put(&self, key: u128, count: u128) {
        let [large, small] = &self.bucket(key).0;
        let entry = if large.load().1 <= count { large } else { small };
        entry.store(key, count);
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
        let put = |words: &[AtomicU64; 2], value: u128| {
            words[0].store(value as u64, Ordering::Relaxed);
            words[1].store((value >> 64) as u64, Ordering::Relaxed);
        };
        put(&self.key, key ^ mix(count));
        put(&self.count, count);
    }
}

/// Spreads a count over both key words, so that a mixture of two entries fails in each of them.
#[inline(always)]
fn mix(count: u128) -> u128 {
    count.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_remembers_the_large_and_the_last() {
        let table = Table::new(0).expect("a single bucket");
        for (key, count) in [(1, 10), (2, 5), (3, 7)] {
            table.put(key, count);
        }
        assert_eq!([1, 2, 3].map(|key| table.get(key)), [Some(10), None, Some(7)]);
        table.put(4, 1 << 100);
        assert_eq!(table.get(4), Some(1 << 100));
        assert_eq!(table.get(1), None);
    }

    #[test]
    fn a_torn_entry_is_not_recognised() {
        let entry = Entry::default();
        entry.store(77, 1000);
        entry.count[0].store(1001, Ordering::Relaxed);
        assert_ne!(entry.load().0, 77);
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri takes a refused allocation for its own")]
    fn a_table_too_large_is_refused() {
        assert!(Table::new(usize::MAX).is_err());
        assert!(Table::new(1 << 40).is_err());
    }
}
