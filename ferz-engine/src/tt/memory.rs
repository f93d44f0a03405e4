//! Getting the memory for the table, or a clear reason why not.

use super::Cluster;

/// Why a table of the wished size cannot be had. The old table stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TableError {
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

/// Empty clusters, `mib` MiB of them.
pub(super) fn allocate(mib: usize) -> Result<Vec<Cluster>, TableError> {
    let bytes = mib.checked_mul(1 << 20).filter(|&bytes| bytes > 0);
    let count = bytes.ok_or(TableError::Size { mib })? / size_of::<Cluster>();
    // Linux grants more than it has and kills the process that then uses it, so ask first.
    if let Some(free) = free_mib().filter(|&free| free < mib) {
        return Err(TableError::NotFree { mib, free });
    }
    let mut clusters = Vec::new();
    clusters.try_reserve_exact(count).map_err(|_| TableError::Refused { mib })?;
    clusters.resize_with(count, Cluster::default);
    Ok(clusters)
}

/// The free memory in MiB, where the system tells it.
fn free_mib() -> Option<usize> {
    let meminfo = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: usize = line.split_whitespace().next()?.parse().ok()?;
    Some(kib / 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_sizes_are_refused_with_a_reason() {
        assert_eq!(allocate(0).err(), Some(TableError::Size { mib: 0 }));
        assert_eq!(allocate(usize::MAX).err(), Some(TableError::Size { mib: usize::MAX }));
        let error = allocate(super::super::Table::MAX_MIB).err().unwrap();
        assert!(error.to_string().starts_with("no memory for a hash table of 33554432 MiB"));
    }
}
