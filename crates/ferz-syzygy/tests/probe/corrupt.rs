//! Files that are not tables, truncated files and corrupt files: probes return errors or wrong values
//! and never panic.

use super::random::random_position;
use super::{data_directory, small_tables};
use fastrand::Rng;
use ferz_syzygy::{ProbeError, TableError, TableKind, Tablebases};
use std::fs;
use std::path::PathBuf;

/// A temporary directory, removed when dropped.
struct TempDirectory(PathBuf);

impl TempDirectory {
    fn new(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Writes a file and opens the tables of the directory.
    fn write(&self, name: &str, bytes: &[u8]) -> Tablebases {
        fs::write(self.0.join(name), bytes).unwrap();
        Tablebases::open([&self.0])
    }
}

impl Drop for TempDirectory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn skipped_directories_and_files_are_listed() {
    let directory = TempDirectory::new("skipped");
    let nonexistent = directory.0.join("nonexistent");
    let tables = Tablebases::open([&nonexistent]);
    assert_eq!(tables.skipped()[0].path, nonexistent);
    assert_eq!(tables.skipped()[0].error, TableError::Io(std::io::ErrorKind::NotFound));
    directory.write("notes.txt", b"neither a table nor the name of one");
    directory.write("KQvKx.rtbw", b"not the name of a table");
    assert!(Tablebases::open([&directory.0]).skipped().is_empty());
    let tables = directory.write("KQvK.rtbw", b"no table");
    assert_eq!(tables.skipped()[0].error, TableError::NotATable);
    let tables = directory.write("KRvK.rtbw", b"");
    assert_eq!(tables.skipped()[1].error, TableError::Truncated);
    // A table of the other kind and a truncated table.
    let bytes = fs::read(data_directory().join("KQvK.rtbz")).unwrap();
    let tables = directory.write("KQvK.rtbw", &bytes);
    assert_eq!(tables.skipped()[0].error, TableError::NotATable);
    let tables = directory.write("KQvK.rtbz", &bytes[..bytes.len() - 32]);
    assert_eq!(tables.skipped()[1].error, TableError::NotATable);
    assert_eq!((tables.count(TableKind::Wdl), tables.max_men()), (0, 0));
}

#[test]
fn renamed_table_is_unusable() {
    let directory = TempDirectory::new("renamed");
    let bytes = fs::read(data_directory().join("KQvK.rtbw")).unwrap();
    let tables = directory.write("KRvK.rtbw", &bytes);
    let result = tables.wdl(&mut random_position(&mut Rng::with_seed(1), "KRvK"));
    assert!(matches!(result, Err(ProbeError::Unusable { .. })), "{result:?}");
}

#[test]
fn corrupt_files_never_panic() {
    let directory = TempDirectory::new("corrupt");
    let mut rng = Rng::with_seed(0xDA);
    let mut errors = 0;
    for name in ["KQvK", "KPvK", "KRvK"] {
        for kind in [TableKind::Wdl, TableKind::Dtz] {
            for other in ["KQvK", "KPvK", "KRvK", "KBvK", "KNvK"] {
                for kind in [TableKind::Wdl, TableKind::Dtz] {
                    let file = format!("{other}.{}", kind.extension());
                    fs::copy(data_directory().join(&file), directory.0.join(&file)).unwrap();
                }
            }
            let file = format!("{name}.{}", kind.extension());
            let valid = fs::read(data_directory().join(&file)).unwrap();
            for round in 0..150 {
                let mut bytes = valid.clone();
                // Every second round corrupts the header only.
                let end = if round % 2 == 0 { 100 } else { bytes.len() };
                for _ in 0..rng.usize(1..=4) {
                    bytes[rng.usize(4..end)] = rng.u8(..);
                }
                if round % 5 == 0 {
                    bytes.truncate(rng.usize(..bytes.len() / 64) * 64 + 16);
                }
                let tables = directory.write(&file, &bytes);
                for _ in 0..20 {
                    let mut pos = random_position(&mut rng, name);
                    let (wdl, dtz) = (tables.wdl(&mut pos), tables.dtz(&mut pos));
                    let is_unusable = matches!(wdl, Err(ProbeError::Unusable { .. }))
                        || matches!(dtz, Err(ProbeError::Unusable { .. }));
                    errors += usize::from(is_unusable);
                }
            }
        }
    }
    assert!(errors > 100, "{errors}");
    assert!(small_tables().skipped().is_empty());
}
