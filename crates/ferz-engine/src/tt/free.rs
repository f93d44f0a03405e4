//! How much memory is free, where the system tells it.

use std::fs::read_to_string;
use std::path::Path;

/// The memory in MiB that this process can take and use, less a margin for all else that runs;
/// `None` where the system does not tell.
pub(super) fn available_mib() -> Option<usize> {
    let on_machine = machine(&read_to_string("/proc/meminfo").ok()?)?;
    let groups = read_to_string("/proc/self/cgroup").unwrap_or_default();
    let bytes = on_machine.min(in_groups(Path::new("/sys/fs/cgroup"), &groups));
    usize::try_from((bytes - bytes / 16) >> 20).ok()
}

/// The bytes that Linux would give without swapping, as its `meminfo` says.
fn machine(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
}

/// The files in which a control group tells its memory.
struct GroupFiles {
    limit: &'static str,
    usage: &'static str,
    /// The count of bytes in `memory.stat` that would be given back first.
    cache: &'static str,
}

const VERSION_1: GroupFiles = GroupFiles {
    limit: "memory.limit_in_bytes",
    usage: "memory.usage_in_bytes",
    cache: "total_inactive_file ",
};
const VERSION_2: GroupFiles =
    GroupFiles { limit: "memory.max", usage: "memory.current", cache: "inactive_file " };

/// The bytes that the control groups of a process leave it: the least of all, `u64::MAX` if none
/// sets a limit. `groups` are the lines `id:controllers:path` of `/proc/self/cgroup`.
fn in_groups(root: &Path, groups: &str) -> u64 {
    let mut least = u64::MAX;
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
        // Every group above sets its limit too. In a container only the top may be to be seen.
        let chain = group.ancestors().take_while(|group| group.starts_with(&top));
        least = chain.filter_map(|group| in_group(group, files)).fold(least, u64::min);
    }
    least
}

/// The bytes that one control group leaves; `None` if it sets no limit.
fn in_group(group: &Path, files: &GroupFiles) -> Option<u64> {
    let number = |file| read_to_string(group.join(file)).ok()?.trim().parse::<u64>().ok();
    let (limit, usage) = (number(files.limit)?, number(files.usage)?);
    let stat = read_to_string(group.join("memory.stat")).unwrap_or_default();
    let cache = stat.lines().find_map(|line| line.strip_prefix(files.cache)?.trim().parse().ok());
    Some(limit.saturating_sub(usage.saturating_sub(cache.unwrap_or(0))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{create_dir_all, remove_dir_all, write};

    #[test]
    fn meminfo_is_read() {
        assert_eq!(
            machine("MemTotal: 9 kB\nMemAvailable:    2048 kB\nCached: 1 kB"),
            Some(2 << 20)
        );
        assert_eq!(machine("MemTotal: 9 kB"), None);
    }

    #[test]
    fn the_tightest_group_counts() {
        let root = std::env::temp_dir().join(format!("ferz-groups-{}", std::process::id()));
        let tell = |folder: &str, files: [(&str, &str); 3]| {
            let folder = root.join(folder);
            create_dir_all(&folder).unwrap();
            files.iter().for_each(|(name, text)| write(folder.join(name), text).unwrap());
        };
        let stat = "anon 5\ninactive_file 100\n";
        tell("a", [("memory.max", "1000\n"), ("memory.current", "700\n"), ("memory.stat", stat)]);
        tell("a/b", [("memory.max", "max\n"), ("memory.current", "10\n"), ("memory.stat", "")]);
        let stat = "inactive_file 7\ntotal_inactive_file 1\n";
        let limit = ("memory.limit_in_bytes", "50\n");
        tell("memory/c", [limit, ("memory.usage_in_bytes", "11\n"), ("memory.stat", stat)]);
        assert_eq!(in_groups(&root, "0::/a/b\n"), 400);
        assert_eq!(in_groups(&root, "4:cpu,memory:/c\n3:cpuset:/c\n0::/a/b\n"), 40);
        assert_eq!(in_groups(&root, "0::/elsewhere\nnonsense\n"), u64::MAX);
        remove_dir_all(&root).unwrap();
    }
}
