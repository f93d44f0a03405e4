//! Memory: the amount available to this process and huge pages on Linux, writing by several threads,
//! prefetching.

use std::fs::read_to_string;
use std::mem::MaybeUninit;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, scope};

/// Returns the memory in MiB that this process can allocate and use, less a margin for other
/// processes; `None` if the system does not report it.
pub(crate) fn available_mib() -> Option<usize> {
    let of_machine = parse_meminfo(&read_to_string("/proc/meminfo").ok()?)?;
    let groups = read_to_string("/proc/self/cgroup").unwrap_or_default();
    let bytes = of_machine.min(in_groups(Path::new("/sys/fs/cgroup"), &groups));
    let bytes = (bytes - bytes / 16).min(address_space().unwrap_or(u64::MAX));
    usize::try_from(bytes >> 20).ok()
}

/// Returns the address space in MiB that this process can still map; `None` without a limit.
pub(crate) fn address_space_mib() -> Option<usize> {
    usize::try_from(address_space()? >> 20).ok()
}

/// Returns the address space in bytes that this process can still map; `None` without a limit, which
/// `ulimit -v` sets.
fn address_space() -> Option<u64> {
    let limit = parse_limits(&read_to_string("/proc/self/limits").ok()?)?;
    let used = parse_status(&read_to_string("/proc/self/status").ok()?)?;
    Some(limit.saturating_sub(used))
}

/// Returns the soft limit of the address space in bytes from the text of `/proc/self/limits`; `None`
/// for `unlimited`.
fn parse_limits(limits: &str) -> Option<u64> {
    number_after("Max address space", limits)
}

/// Returns the mapped address space in bytes from the text of `/proc/self/status`.
fn parse_status(status: &str) -> Option<u64> {
    number_after("VmSize:", status)?.checked_mul(1024)
}

/// Returns the bytes available without swapping from the text of `/proc/meminfo`.
fn parse_meminfo(meminfo: &str) -> Option<u64> {
    number_after("MemAvailable:", meminfo)?.checked_mul(1024)
}

/// Returns the number after the label that begins a line.
fn number_after(label: &str, text: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix(label))?;
    rest.split_whitespace().next()?.parse().ok()
}

/// The names of a control group's memory files.
struct GroupFiles {
    limit: &'static str,
    usage: &'static str,
    /// The prefix of the line in `memory.stat` with the bytes of reclaimable file cache.
    cache: &'static str,
}

const VERSION_1: GroupFiles = GroupFiles {
    limit: "memory.limit_in_bytes",
    usage: "memory.usage_in_bytes",
    cache: "total_inactive_file ",
};

const VERSION_2: GroupFiles =
    GroupFiles { limit: "memory.max", usage: "memory.current", cache: "inactive_file " };

/// Returns the bytes available under all control groups of a process, `u64::MAX` without a limit.
/// `groups` is the text of `/proc/self/cgroup`: lines `id:controllers:path`.
fn in_groups(root: &Path, groups: &str) -> u64 {
    let mut available = u64::MAX;
    for line in groups.lines() {
        let mut fields = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (fields.next(), fields.next()) else { continue };
        let (top, files) = match controllers {
            "" => (root.to_owned(), &VERSION_2),
            _ if controllers.split(',').any(|name| name == "memory") => {
                (root.join("memory"), &VERSION_1)
            }
            _ => continue,
        };
        let group = top.join(path.trim_start_matches('/'));
        // Limits of parent groups apply too. A container may show only the top group.
        let chain = group.ancestors().take_while(|group| group.starts_with(&top));
        available = chain.filter_map(|group| in_group(group, files)).fold(available, u64::min);
    }
    available
}

/// Returns the bytes available under one control group; `None` without a limit.
fn in_group(group: &Path, files: &GroupFiles) -> Option<u64> {
    let number = |file| read_to_string(group.join(file)).ok()?.trim().parse::<u64>().ok();
    let (limit, usage) = (number(files.limit)?, number(files.usage)?);
    let stat = read_to_string(group.join("memory.stat")).unwrap_or_default();
    let cache = number_after(files.cache, &stat).unwrap_or(0);
    Some(limit.saturating_sub(usage.saturating_sub(cache)))
}

/// Number of items that a thread writes at a time.
const CHUNK: usize = 1 << 16;

/// Calls `work` with each part of a slice, on up to `threads` threads. Ignores spawn failures: fewer
/// threads do all the work.
pub(crate) fn for_each_chunk<T: Send>(
    items: &mut [T],
    threads: usize,
    work: impl Fn(&mut [T]) + Sync,
) {
    let chunks = Mutex::new(items.chunks_mut(CHUNK));
    let next = || chunks.lock().unwrap_or_else(PoisonError::into_inner).next();
    let run = || {
        while let Some(chunk) = next() {
            work(chunk);
        }
    };
    scope(|scope| {
        for _ in 1..threads {
            let _ = Builder::new().spawn_scoped(scope, run);
        }
        run();
    });
}

/// Appends `count` default values to a vector of at least that capacity, on up to `threads` threads.
///
/// # Panics
/// If the capacity is smaller.
#[expect(unsafe_code, reason = "the standard library fills the capacity of a vector on one thread")]
pub(crate) fn fill_capacity<T: Default + Send>(vec: &mut Vec<T>, count: usize, threads: usize) {
    let spare = &mut vec.spare_capacity_mut()[..count];
    use_huge_pages(spare);
    for_each_chunk(spare, threads, |chunk| {
        chunk.fill_with(|| MaybeUninit::new(T::default()));
    });
    // SAFETY: the scope of `for_each_chunk` has ended without a panic, so that every one of the
    // `count` items after the old length, which are within the capacity, is written.
    unsafe { vec.set_len(vec.len() + count) };
}

/// Asks Linux for huge pages where they fit into memory not yet written: with small pages, random
/// accesses to a large table miss the TLB.
#[cfg(all(target_os = "linux", not(miri)))]
#[expect(unsafe_code, reason = "the standard library has no advice on memory")]
fn use_huge_pages<T>(memory: &mut [MaybeUninit<T>]) {
    /// The size of a huge page on most machines, a multiple of that of a small page.
    const HUGE_PAGE: usize = 2 << 20;
    let start = memory.as_mut_ptr().cast::<u8>();
    let before = start.align_offset(HUGE_PAGE);
    let Some(whole) = size_of_val(memory).checked_sub(before) else { return };
    // SAFETY: the offset lies in the memory, which the slice borrows alone, and the advice changes no
    // content. The system may refuse it; then the pages stay small.
    unsafe {
        libc::madvise(start.add(before).cast(), whole / HUGE_PAGE * HUGE_PAGE, libc::MADV_HUGEPAGE);
    }
}

/// Does nothing on other systems, and under Miri, which knows no advice.
#[cfg(any(not(target_os = "linux"), miri))]
fn use_huge_pages<T>(_memory: &mut [MaybeUninit<T>]) {}

/// Prefetches the cache line at the start of `target` into all cache levels.
#[inline(always)]
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "the standard library has no safe prefetch")]
pub(crate) fn prefetch<T>(target: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: a prefetch reads no value and cannot fault, and it is part of SSE, which every
    // x86-64 processor has.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(target).cast()) };
}

/// Does nothing on other processors.
#[inline(always)]
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn prefetch<T>(_target: &T) {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{create_dir_all, remove_dir_all, write};

    #[test]
    fn meminfo_is_parsed() {
        assert_eq!(
            parse_meminfo("MemTotal: 9 kB\nMemAvailable:    2048 kB\nCached: 1 kB"),
            Some(2 << 20)
        );
        assert_eq!(parse_meminfo("MemTotal: 9 kB"), None);
    }

    #[test]
    fn limit_and_use_of_the_address_space_are_parsed() {
        let head = "Limit                     Soft Limit           Hard Limit           Units\n";
        let row = |limit| {
            format!("{head}Max address space         {limit}            unlimited  bytes\n")
        };
        assert_eq!(parse_limits(&row("409600000")), Some(409_600_000));
        assert_eq!(parse_limits(&row("unlimited")), None);
        assert_eq!(parse_limits(head), None);
        assert_eq!(parse_status("VmPeak:\t 9 kB\nVmSize:\t    2048 kB\n"), Some(2 << 20));
        assert_eq!(parse_status("VmPeak:\t 9 kB\n"), None);
    }

    #[test]
    fn tightest_control_group_limits_the_memory() {
        let root = std::env::temp_dir().join(format!("ferz-groups-{}", std::process::id()));
        let write_group = |folder: &str, files: [(&str, &str); 3]| {
            let folder = root.join(folder);
            create_dir_all(&folder).unwrap();
            files.iter().for_each(|(name, text)| write(folder.join(name), text).unwrap());
        };
        let stat = "anon 5\ninactive_file 100\n";
        write_group(
            "a",
            [("memory.max", "1000\n"), ("memory.current", "700\n"), ("memory.stat", stat)],
        );
        write_group(
            "a/b",
            [("memory.max", "max\n"), ("memory.current", "10\n"), ("memory.stat", "")],
        );
        let stat = "inactive_file 7\ntotal_inactive_file 1\n";
        let limit = ("memory.limit_in_bytes", "50\n");
        write_group("memory/c", [limit, ("memory.usage_in_bytes", "11\n"), ("memory.stat", stat)]);
        assert_eq!(in_groups(&root, "0::/a/b\n"), 400);
        assert_eq!(in_groups(&root, "4:cpu,memory:/c\n3:cpuset:/c\n0::/a/b\n"), 40);
        assert_eq!(in_groups(&root, "0::/elsewhere\nnonsense\n"), u64::MAX);
        remove_dir_all(&root).unwrap();
    }
}
