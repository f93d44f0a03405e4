//! Allocation and clearing of the table's memory, by several threads if it is large.

use super::cluster::Cluster;
use crate::available_memory::available_mib;
use rayon::prelude::*;
use std::thread::available_parallelism;

/// The maximum size of a table in MiB (32 TiB).
pub(super) const MAX_MIB: usize = 1 << 25;

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
pub(super) fn check(mib: usize, held: usize) -> Result<(), AllocationError> {
    match available_mib().map(|available| available + held) {
        Some(available) if available < mib => Err(AllocationError::Unavailable { mib, available }),
        _ => Ok(()),
    }
}

/// Allocates `mib` MiB of empty clusters and writes them, so that the memory is really in use.
pub(super) fn allocate(mib: usize) -> Result<Vec<Cluster>, AllocationError> {
    let bytes = mib.checked_mul(1 << 20).filter(|&bytes| bytes > 0);
    let count = bytes.ok_or(AllocationError::Size { mib })? / size_of::<Cluster>();
    check(mib, 0)?;
    let mut clusters = Vec::new();
    clusters.try_reserve_exact(count).map_err(|_| AllocationError::OutOfMemory { mib })?;
    match thread_pool(mib) {
        Some(pool) => pool.install(|| {
            let empty = (0..count).into_par_iter().map(|_| Cluster::default());
            empty.collect_into_vec(&mut clusters);
        }),
        None => clusters.resize_with(count, Cluster::default),
    }
    Ok(clusters)
}

/// Allocates `mib` MiB of empty clusters, halving the size until an allocation succeeds.
pub(super) fn allocate_at_most(mib: usize) -> Vec<Cluster> {
    let sizes = std::iter::successors(Some(mib), |&mib| (mib > 1).then_some(mib / 2));
    sizes.map(allocate).find_map(Result::ok).unwrap_or_else(|| {
        // Last resort: 1 MiB, infallible.
        std::iter::repeat_with(Cluster::default).take((1 << 20) / size_of::<Cluster>()).collect()
    })
}

/// Clears the clusters.
pub(super) fn clear(clusters: &mut [Cluster]) {
    match thread_pool(size_of_val(clusters) >> 20) {
        Some(pool) => pool.install(|| {
            clusters.par_iter_mut().for_each(|cluster| *cluster = Cluster::default());
        }),
        None => clusters.fill_with(Cluster::default),
    }
}

/// Creates a thread pool to write `mib` MiB of memory; `None` if one thread suffices.
fn thread_pool(mib: usize) -> Option<rayon::ThreadPool> {
    let processors = available_parallelism().map_or(1, usize::from);
    let threads = processors.min(mib / MIB_PER_THREAD);
    (threads > 1).then(|| rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tt::entry::tests::entry;

    #[test]
    fn impossible_sizes_are_errors() {
        assert_eq!(allocate(0).err(), Some(AllocationError::Size { mib: 0 }));
        assert_eq!(allocate(usize::MAX).err(), Some(AllocationError::Size { mib: usize::MAX }));
        let error = allocate(MAX_MIB).err().unwrap();
        assert!(error.to_string().starts_with("no memory for a hash table of 33554432 MiB"));
    }

    #[test]
    fn memory_of_the_current_table_counts_as_available() {
        assert_eq!(check(MAX_MIB, MAX_MIB), Ok(()));
    }

    #[test]
    fn large_tables_are_allocated_and_cleared_completely() {
        for mib in [1, 3, 2 * MIB_PER_THREAD] {
            let mut clusters = allocate(mib).unwrap();
            assert_eq!(size_of_val(clusters.as_slice()), mib << 20);
            clusters.iter().for_each(|cluster| cluster.store(77, entry(5, 10), 0));
            clear(&mut clusters);
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
