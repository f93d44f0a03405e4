//! The transposition table, shared by all search threads without locks.

use crate::memory::{available_mib, fill_capacity, for_each_chunk, prefetch};
use crate::value::{Bound, NONE, Value};
use ferz::Move;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::thread::available_parallelism;

/// The transposition table: clusters of five entries, indexed by the position key.
///
/// [`probe`](Self::probe) and [`store`](Self::store) take a shared reference and any thread may
/// call them at any time.
pub(crate) struct TranspositionTable {
    clusters: Vec<Cluster>,
    generation: u8,
}

impl TranspositionTable {
    /// Creates an empty table of `mib` MiB.
    ///
    /// # Errors
    /// If the memory is not available.
    pub(crate) fn new(mib: usize) -> Result<Self, AllocationError> {
        Ok(Self { clusters: allocate(mib)?, generation: 0 })
    }

    /// Resizes the table to `mib` MiB and clears it.
    ///
    /// # Errors
    /// If the memory is not available. The table is unchanged if the size exceeds the available
    /// memory. If the allocation itself fails, it is empty, of its old size or, if that fails too, a
    /// smaller one.
    pub(crate) fn resize(&mut self, mib: usize) -> Result<(), AllocationError> {
        let old = self.mib();
        check_memory(mib, old)?;
        // Free the old memory first, as both tables may not fit.
        self.clusters = Vec::new();
        let (clusters, result) = match allocate(mib) {
            Ok(clusters) => (clusters, Ok(())),
            Err(error) => (allocate_at_most(old), Err(error)),
        };
        self.clusters = clusters;
        result
    }

    /// Returns the size in MiB.
    pub(crate) fn mib(&self) -> usize {
        size_of_val(self.clusters.as_slice()) >> 20
    }

    /// Clears the table, with several threads if it is large.
    pub(crate) fn clear(&mut self) {
        self.generation = 0;
        clear_clusters(&mut self.clusters);
    }

    /// Starts a new search: entries of earlier searches are replaced first.
    pub(crate) fn new_search(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// Returns the cluster of a key, whose upper bits are scaled to the number of clusters.
    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }

    /// Prefetches the cluster of a key for [`Self::probe`].
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(self.cluster(key));
    }

    /// Returns the entry of the position with this key.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<TtEntry> {
        self.cluster(key).probe(key)
    }

    /// Stores an entry. Replaces the entry of the same position, or else the one of the cluster with the
    /// least depth, less eight for each search since.
    ///
    /// Keeps a much deeper entry of the same position and search unless the new bound is exact, any bound
    /// against an evaluation alone, and the old best move if the new entry has none.
    pub(crate) fn store(&self, key: u64, entry: TtEntry) {
        self.cluster(key).store(key, entry, self.generation);
    }

    /// Returns the permille of entries used by the current search, from the first 1000 clusters.
    pub(crate) fn hashfull(&self) -> usize {
        let sample = &self.clusters[..self.clusters.len().min(1000)];
        let used: usize =
            sample.iter().map(|cluster| cluster.count_generation(self.generation)).sum();
        used * 1000 / (sample.len() * ENTRIES)
    }
}

/// An entry of the transposition table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TtEntry {
    /// The best or refutation move. It may belong to another position, so test it with
    /// [`Position::is_legal`](ferz::Position::is_legal) or `is_pseudo_legal` before use.
    pub(crate) best: Option<Move>,
    /// The value, with mate distances from this position, or `NONE`.
    pub(crate) value: Value,
    /// The raw output of the evaluator, or `NONE`.
    pub(crate) eval: Value,
    /// The search depth, -1 to 253.
    pub(crate) depth: i32,
    /// The bound of the value; `None` for an entry with a raw evaluation only.
    pub(crate) bound: Option<Bound>,
    /// True if the position was on a principal variation in any search.
    pub(crate) pv: bool,
}

/// The offset of stored depths, which are unsigned bytes.
const DEPTH_OFFSET: i32 = 2;

/// The number of generations, five bits.
const GENERATIONS: u8 = 32;

// From the lowest bit: move 16, value 16, evaluation 16, depth 8, bound 2, pv 1, generation 5.
const VALUE_AT: u32 = 16;

const EVAL_AT: u32 = 32;

const DEPTH_AT: u32 = 48;

const BOUND_AT: u32 = 56;

const PV_AT: u32 = 58;

const GENERATION_AT: u32 = 59;

impl TtEntry {
    /// Creates an entry with a static evaluation only.
    pub(crate) const fn of_eval(eval: Value, pv: bool) -> Self {
        Self { best: None, value: NONE, eval, depth: -1, bound: None, pv }
    }

    /// Packs the entry and its generation into a word that is never zero.
    fn pack(&self, generation: u8) -> u64 {
        let best = self.best.map_or(0, Move::bits);
        let depth = (self.depth + DEPTH_OFFSET).clamp(1, 255);
        u64::from(best)
            | u64::from(self.value as i16 as u16) << VALUE_AT
            | u64::from(self.eval as i16 as u16) << EVAL_AT
            | (depth as u64) << DEPTH_AT
            | self.bound.map_or(0, |bound| bound as u64) << BOUND_AT
            | u64::from(self.pv) << PV_AT
            | u64::from(generation % GENERATIONS) << GENERATION_AT
    }

    /// Unpacks a word. Any word gives some entry.
    fn unpack(word: u64) -> Self {
        Self {
            best: Move::from_bits(word as u16),
            value: Value::from((word >> VALUE_AT) as i16),
            eval: Value::from((word >> EVAL_AT) as i16),
            depth: depth_of(word),
            bound: Bound::from_bits((word >> BOUND_AT) as u8),
            pv: word >> PV_AT & 1 != 0,
        }
    }
}

/// Returns the depth in a packed word.
fn depth_of(word: u64) -> i32 {
    i32::from((word >> DEPTH_AT) as u8) - DEPTH_OFFSET
}

/// Returns the generation in a packed word.
fn generation_of(word: u64) -> u8 {
    (word >> GENERATION_AT) as u8
}

/// The number of entries per cluster.
const ENTRIES: usize = 5;

/// The replacement penalty per search of age, in plies of depth.
const AGE_PENALTY: i32 = 8;

/// The depth advantage in plies by which an entry of the same position is kept.
const KEEP_DEPTH_MARGIN: i32 = 4;

/// One cache line of entries.
#[derive(Default)]
#[repr(align(64))]
struct Cluster {
    data: [AtomicU64; ENTRIES],
    check: [AtomicU32; ENTRIES],
}

impl Cluster {
    /// Returns the entry of a position.
    #[inline]
    fn probe(&self, key: u64) -> Option<TtEntry> {
        (0..ENTRIES).find_map(|slot| {
            let data = self.data[slot].load(Relaxed);
            let matches = self.check[slot].load(Relaxed) == check(key, data) && data != 0;
            matches.then(|| TtEntry::unpack(data))
        })
    }

    /// Stores an entry with the generation of the current search. See
    /// [`TranspositionTable::store`].
    #[inline]
    fn store(&self, key: u64, mut entry: TtEntry, generation: u8) {
        let mut victim = (0, i32::MAX);
        for slot in 0..ENTRIES {
            let data = self.data[slot].load(Relaxed);
            if data == 0 {
                victim = (slot, 0);
                break;
            }
            if self.check[slot].load(Relaxed) == check(key, data) {
                if keeps_old(data, &entry, generation) {
                    return;
                }
                entry.best = entry.best.or(TtEntry::unpack(data).best);
                victim = (slot, 0);
                break;
            }
            let score = depth_of(data) - AGE_PENALTY * age(data, generation);
            if score < victim.1 {
                victim = (slot, score);
            }
        }
        let data = entry.pack(generation);
        self.data[victim.0].store(data, Relaxed);
        self.check[victim.0].store(check(key, data), Relaxed);
    }

    /// Returns the number of entries of a generation.
    fn count_generation(&self, generation: u8) -> usize {
        let is_current = |data: u64| data != 0 && age(data, generation) == 0;
        self.data.iter().filter(|data| is_current(data.load(Relaxed))).count()
    }
}

/// Returns true if the old entry of the same position is kept in place of the new one: if it alone
/// has a bound, or if it is of this search and much deeper and the new bound is not exact.
fn keeps_old(old: u64, new: &TtEntry, generation: u8) -> bool {
    let old_entry = TtEntry::unpack(old);
    if new.bound.is_none() && old_entry.bound.is_some() && old_entry.eval != NONE {
        return true;
    }
    new.bound != Some(Bound::Exact)
        && age(old, generation) == 0
        && new.depth + KEEP_DEPTH_MARGIN + 2 * i32::from(new.pv) < old_entry.depth
}

/// Returns the age of an entry in searches.
fn age(data: u64, generation: u8) -> i32 {
    i32::from((GENERATIONS + generation - generation_of(data)) % GENERATIONS)
}

/// Returns the check of an entry: the low half of the key, mixed with a hash of the data (Fibonacci
/// hashing).
#[inline(always)]
fn check(key: u64, data: u64) -> u32 {
    key as u32 ^ (data.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32
}

/// The maximum size of a table in MiB (32 TiB).
pub(crate) const MAX_MIB: usize = 1 << 25;

/// The reason that the memory of a searcher cannot be allocated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AllocationError {
    /// The size is zero or exceeds the address space.
    #[error("a hash table of {mib} MiB is not possible")]
    Size {
        /// The requested size in MiB.
        mib: usize,
    },
    /// The size exceeds the available memory.
    #[error("no memory for a hash table of {mib} MiB: {available} MiB are available")]
    Unavailable {
        /// The requested size in MiB.
        mib: usize,
        /// The available memory in MiB.
        available: usize,
    },
    /// The memory of the search threads exceeds the available memory.
    #[error("no memory for {threads} threads of {mib} MiB in all: {available} MiB are available")]
    Threads {
        /// The requested number of threads.
        threads: usize,
        /// The memory of all threads in MiB.
        mib: usize,
        /// The available memory in MiB.
        available: usize,
    },
    /// The allocation failed.
    #[error("no memory for a hash table of {mib} MiB")]
    OutOfMemory {
        /// The requested size in MiB.
        mib: usize,
    },
}

/// The minimum memory per writing thread in MiB.
const MIB_PER_THREAD: usize = 64;

/// Returns an error if `mib` MiB exceed the available memory plus `held` MiB of the current table.
///
/// Linux grants more memory than it has and kills the process on use, so the size is checked before
/// the allocation.
fn check_memory(mib: usize, held: usize) -> Result<(), AllocationError> {
    match available_mib().map(|available| available + held) {
        Some(available) if available < mib => Err(AllocationError::Unavailable { mib, available }),
        _ => Ok(()),
    }
}

/// Allocates `mib` MiB of empty clusters and writes them, so that the memory is really in use.
fn allocate(mib: usize) -> Result<Vec<Cluster>, AllocationError> {
    let bytes = mib.checked_mul(1 << 20).filter(|&bytes| bytes > 0);
    let count = bytes.ok_or(AllocationError::Size { mib })? / size_of::<Cluster>();
    check_memory(mib, 0)?;
    let mut clusters = Vec::new();
    clusters.try_reserve_exact(count).map_err(|_| AllocationError::OutOfMemory { mib })?;
    fill_capacity(&mut clusters, count, threads(mib));
    Ok(clusters)
}

/// Allocates `mib` MiB of empty clusters, halving the size until an allocation succeeds.
fn allocate_at_most(mib: usize) -> Vec<Cluster> {
    let sizes = std::iter::successors(Some(mib), |&mib| (mib > 1).then_some(mib / 2));
    sizes.map(allocate).find_map(Result::ok).unwrap_or_else(|| {
        // Last resort: 1 MiB, infallible.
        std::iter::repeat_with(Cluster::default).take((1 << 20) / size_of::<Cluster>()).collect()
    })
}

/// Clears the clusters.
fn clear_clusters(clusters: &mut [Cluster]) {
    let threads = threads(size_of_val(clusters) >> 20);
    for_each_chunk(clusters, threads, |chunk| chunk.fill_with(Cluster::default));
}

/// Returns the number of threads that write `mib` MiB of memory.
fn threads(mib: usize) -> usize {
    let processors = available_parallelism().map_or(1, usize::from);
    processors.min(mib / MIB_PER_THREAD).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{MATE, NONE};
    use ferz::{MoveFlag, Square};

    #[test]
    fn stored_entries_are_found() {
        let table = TranspositionTable::new(1).unwrap();
        let key = |i: u64| i.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for i in 1..1000 {
            table.store(key(i), entry(5, i as i32));
        }
        assert!((1..1000).all(|i| table.probe(key(i)) == Some(entry(5, i as i32))));
        assert_eq!(table.probe(3), None);
    }

    #[test]
    fn clear_and_resize_empty_the_table() {
        let mut table = TranspositionTable::new(2).unwrap();
        table.store(77, entry(20, 10));
        table.clear();
        assert_eq!(table.probe(77), None);
        table.store(77, entry(20, 10));
        table.resize(1).unwrap();
        assert_eq!((table.probe(77), table.mib()), (None, 1));
    }

    #[test]
    fn failed_resize_leaves_the_table_unchanged() {
        let mut table = TranspositionTable::new(2).unwrap();
        table.store(77, entry(20, 10));
        assert!(table.resize(MAX_MIB).is_err());
        assert_eq!((table.probe(77), table.mib()), (Some(entry(20, 10)), 2));
    }

    /// Returns an entry with this depth and value.
    pub(in crate::tt) fn entry(depth: i32, value: i32) -> TtEntry {
        let best = Some(Move::new(Square::G1, Square::F3, MoveFlag::Quiet));
        TtEntry { best, value, eval: 12, depth, bound: Some(Bound::Lower), pv: false }
    }

    #[test]
    fn entries_round_trip() {
        let best = Move::new(Square::E2, Square::E4, MoveFlag::DoublePush);
        for value in [-MATE, -1, 0, 77, MATE, NONE] {
            for (depth, bound) in [(-1, None), (0, Some(Bound::Upper)), (240, Some(Bound::Exact))] {
                for best in [None, Some(best)] {
                    let entry =
                        TtEntry { best, value, eval: -value / 2, depth, bound, pv: depth == 0 };
                    let word = entry.pack(29);
                    assert_eq!(TtEntry::unpack(word), entry);
                    assert_eq!(generation_of(word), 29);
                    assert_ne!(word, 0);
                }
            }
        }
    }

    #[test]
    fn old_move_is_kept_if_the_new_entry_has_none() {
        let cluster = Cluster::default();
        cluster.store(77, entry(5, 10), 0);
        cluster.store(77, TtEntry { best: None, ..entry(6, 20) }, 0);
        assert_eq!(cluster.probe(77), Some(entry(6, 20)));
    }

    #[test]
    fn deeper_entries_of_the_same_search_are_kept() {
        let cluster = Cluster::default();
        let depth_after = |depth, generation| {
            cluster.store(77, entry(depth, 0), generation);
            cluster.probe(77).map(|entry| entry.depth)
        };
        let last = GENERATIONS - 1;
        assert_eq!(depth_after(20, last), Some(20));
        assert_eq!(depth_after(5, last), Some(20));
        assert_eq!((cluster.count_generation(last), cluster.count_generation(0)), (1, 0));
        assert_eq!(depth_after(5, 0), Some(5));
    }

    #[test]
    fn shallowest_entry_of_a_full_cluster_is_replaced() {
        let cluster = Cluster::default();
        for (i, depth) in [9, 8, 3, 7, 6, 5].into_iter().enumerate() {
            cluster.store(i as u64, entry(depth, 0), 0);
        }
        let depths: Vec<_> = (0..6).map(|i| cluster.probe(i).map(|e| e.depth)).collect();
        assert_eq!(depths, [Some(9), Some(8), None, Some(7), Some(6), Some(5)]);
    }

    #[test]
    fn concurrent_stores_never_mix_two_entries() {
        let cluster = Cluster::default();
        // Miri is a thousand times slower, but switches threads at any step.
        let rounds = if cfg!(miri) { 40 } else { 200_000 };
        // More positions than entries. Value and evaluation of an entry depend on each other.
        let consistent = |key: u64, i: i32| TtEntry { eval: -i, ..entry(i % 100, i + key as i32) };
        std::thread::scope(|scope| {
            for start in 0..4 {
                let cluster = &cluster;
                scope.spawn(move || {
                    for i in start..rounds {
                        for key in 1..8 {
                            cluster.store(key, consistent(key, i % 10_000), 0);
                            if let Some(found) = cluster.probe(key) {
                                assert_eq!(found, consistent(key, -found.eval));
                            }
                        }
                    }
                });
            }
        });
    }

    #[test]
    fn impossible_sizes_are_errors() {
        assert_eq!(allocate(0).err(), Some(AllocationError::Size { mib: 0 }));
        assert_eq!(allocate(usize::MAX).err(), Some(AllocationError::Size { mib: usize::MAX }));
        let error = allocate(MAX_MIB).err().unwrap();
        assert!(error.to_string().starts_with("no memory for a hash table of 33554432 MiB"));
    }

    #[test]
    fn memory_of_the_current_table_counts_as_available() {
        assert_eq!(check_memory(MAX_MIB, MAX_MIB), Ok(()));
    }

    #[test]
    fn large_tables_are_allocated_and_cleared_completely() {
        for mib in [1, 3, 2 * MIB_PER_THREAD] {
            let mut clusters = allocate(mib).unwrap();
            assert_eq!(size_of_val(clusters.as_slice()), mib << 20);
            clusters.iter().for_each(|cluster| cluster.store(77, entry(5, 10), 0));
            clear_clusters(&mut clusters);
            assert!(clusters.iter().all(|cluster| cluster.probe(77).is_none()));
        }
    }

    #[test]
    fn smaller_table_is_allocated_if_the_size_is_refused() {
        // Size 0 is refused. Halving a size beyond the memory would allocate most of the machine.
        for (mib, expected) in [(3, 3), (0, 1)] {
            assert_eq!(size_of_val(allocate_at_most(mib).as_slice()), expected << 20);
        }
    }
}
