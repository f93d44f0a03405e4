//! Getting the memory for the table, or a clear reason why not.

use super::{Cluster, free};
use rayon::prelude::*;
use std::thread::available_parallelism;

/// Why a table of the wished size cannot be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AllocationError {
    /// The size is zero or more than an address can reach.
    #[error("a hash table of {mib} MiB is not possible")]
    Size {
        /// The size asked for.
        mib: usize,
    },
    /// The system says that less is free.
    #[error("no memory for a hash table of {mib} MiB: {free} MiB are free")]
    NotFree {
        /// The size asked for.
        mib: usize,
        /// What the system says is free, in MiB.
        free: usize,
    },
    /// The system refused.
    #[error("no memory for a hash table of {mib} MiB")]
    Refused {
        /// The size asked for.
        mib: usize,
    },
}

/// The least memory that is worth a thread of its own to write zeros into, in MiB.
const SHARE_MIB: usize = 64;

/// Whether the system has `mib` MiB, `held` MiB of which are already the table's.
///
/// Linux grants more than it has and kills the process that then uses it, so it is asked first.
pub(super) fn check(mib: usize, held: usize) -> Result<(), AllocationError> {
    match free::available_mib().map(|free| free + held) {
        Some(free) if free < mib => Err(AllocationError::NotFree { mib, free }),
        _ => Ok(()),
    }
}

/// Empty clusters, `mib` MiB of them. The memory is used when this returns, not merely promised.
pub(super) fn allocate(mib: usize) -> Result<Vec<Cluster>, AllocationError> {
    let bytes = mib.checked_mul(1 << 20).filter(|&bytes| bytes > 0);
    let count = bytes.ok_or(AllocationError::Size { mib })? / size_of::<Cluster>();
    check(mib, 0)?;
    let mut clusters = Vec::new();
    clusters.try_reserve_exact(count).map_err(|_| AllocationError::Refused { mib })?;
    match thread_pool(mib) {
        Some(pool) => pool.install(|| {
            let empty = (0..count).into_par_iter().map(|_| Cluster::default());
            empty.collect_into_vec(&mut clusters);
        }),
        None => clusters.resize_with(count, Cluster::default),
    }
    Ok(clusters)
}

/// Empty clusters, `mib` MiB of them, or half as many as often as it takes.
pub(super) fn allocate_at_most(mib: usize) -> Vec<Cluster> {
    let sizes = std::iter::successors(Some(mib), |&mib| (mib > 1).then_some(mib / 2));
    let granted = sizes.map(allocate).find_map(Result::ok);
    granted.unwrap_or_else(|| {
        // Without even that nothing goes on, whatever the system says is free.
        std::iter::repeat_with(Cluster::default).take((1 << 20) / size_of::<Cluster>()).collect()
    })
}

/// How many threads may write into `mib` MiB of memory at once.
pub(super) fn writers(mib: usize) -> usize {
    available_parallelism().map_or(1, usize::from).min(mib / SHARE_MIB).max(1)
}

/// The threads that write into much memory at once; none for little.
fn thread_pool(mib: usize) -> Option<rayon::ThreadPool> {
    let threads = writers(mib);
    (threads > 1).then(|| rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_sizes_are_refused_with_a_reason() {
        assert_eq!(allocate(0).err(), Some(AllocationError::Size { mib: 0 }));
        assert_eq!(allocate(usize::MAX).err(), Some(AllocationError::Size { mib: usize::MAX }));
        let error = allocate(super::super::TranspositionTable::MAX_MIB).err().unwrap();
        assert!(error.to_string().starts_with("no memory for a hash table of 33554432 MiB"));
    }

    #[test]
    fn what_the_table_holds_counts_as_free() {
        let huge = super::super::TranspositionTable::MAX_MIB;
        assert_eq!(check(huge, huge), Ok(()));
    }

    #[test]
    fn many_threads_fill_the_whole_of_a_table() {
        for mib in [1, 3, 2 * SHARE_MIB] {
            assert_eq!(size_of_val(allocate(mib).unwrap().as_slice()), mib << 20);
        }
    }

    #[test]
    fn a_smaller_table_is_had_where_a_large_one_is_not() {
        // An impossible size is tried first; halving one that no machine has would end only where
        // all the memory there is was taken.
        for (mib, had) in [(3, 3), (0, 1)] {
            assert_eq!(size_of_val(allocate_at_most(mib).as_slice()), had << 20);
        }
    }
}
