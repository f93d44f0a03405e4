//! Files that are not tables, truncated files and damaged files are reported when their directory is
//! opened.

use super::data_directory;
use ferz_syzygy::{TableError, TableKind, Tablebases};
use std::fs;
use std::io::ErrorKind;
use std::ops::ControlFlow;
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

    /// Writes a file and returns the errors of all files in the directory.
    fn write(&self, name: &str, bytes: &[u8]) -> Vec<TableError> {
        fs::write(self.0.join(name), bytes).unwrap();
        let unusable = match Tablebases::open([&self.0]) {
            Ok(tables) => tables.skipped().to_vec(),
            Err(error) => error.unusable,
        };
        unusable.into_iter().map(|file| file.error).collect()
    }
}

impl Drop for TempDirectory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn table(name: &str) -> Vec<u8> {
    fs::read(data_directory().join(name)).unwrap()
}

#[test]
fn directories_without_tables_are_an_error() {
    let directory = TempDirectory::new("no_tables");
    let missing = directory.0.join("missing");
    let error = Tablebases::open([&directory.0, &missing]).err().unwrap();
    assert_eq!(error.directories, [directory.0.clone(), missing.clone()]);
    assert_eq!(error.unusable[0].path, missing);
    assert_eq!(error.unusable[0].error, TableError::Io(ErrorKind::NotFound));
    let text = error.to_string();
    assert!(
        text.starts_with("no tablebases in ")
            && text.contains("missing: cannot read the file: no such file or directory"),
        "{text}"
    );
    let empty = Tablebases::open([""]).err().unwrap().to_string();
    assert!(empty.starts_with("no tablebases in \"\" (\"\": cannot read"), "{empty}");
    let none = Tablebases::open([""; 0]).err().unwrap().to_string();
    assert_eq!(none, "no tablebases in an empty list of directories");
    // A directory without tables beside one with tables is listed.
    let tables = Tablebases::open([missing.clone(), data_directory()]).unwrap();
    assert_eq!((tables.skipped()[0].path.clone(), tables.count(TableKind::Wdl)), (missing, 7));
}

#[test]
fn tables_in_subdirectories_are_found() {
    let directory = TempDirectory::new("subdirectories");
    let tables = [
        "3-wdl/KQvK.rtbw",
        "3-dtz/KQvK.rtbz",
        "standard/3-wdl/KRvK.rtbw",
        "standard/3-wdl/deeper/KBvK.rtbw",
        "KPvK.rtbw",
    ];
    for path in tables.map(|path| directory.0.join(path)) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, table(path.file_name().unwrap().to_str().unwrap())).unwrap();
    }
    let tables = Tablebases::open([&directory.0]).unwrap();
    assert_eq!(TableKind::ALL.map(|kind| tables.count(kind)), [3, 1]);
}

#[test]
fn unusable_files_are_listed() {
    let directory = TempDirectory::new("unusable");
    assert_eq!(directory.write("notes.txt", b"neither a table nor the name of one"), []);
    assert_eq!(directory.write("KQvKx.rtbw", b"not the name of a table"), []);
    assert_eq!(directory.write("KQvK.rtbw", b"no table"), [TableError::NotATable]);
    assert_eq!(directory.write("KRvK.rtbw", b""), [TableError::NotATable, TableError::Truncated]);
    fs::remove_file(directory.0.join("KRvK.rtbw")).unwrap();
    // A table of the other kind, truncated tables, and a table of other material.
    let dtz = table("KQvK.rtbz");
    assert_eq!(directory.write("KQvK.rtbw", &dtz), [TableError::NotATable]);
    assert_eq!(directory.write("KQvK.rtbw", &table("KQvK.rtbw")), []);
    assert_eq!(directory.write("KQvK.rtbz", &dtz[..dtz.len() - 32]), [TableError::NotATable]);
    assert_eq!(directory.write("KQvK.rtbz", &dtz[..dtz.len() - 64]), [TableError::Checksum]);
    fs::create_dir(directory.0.join("KBvK.rtbz")).unwrap();
    assert!(directory.write("KQvK.rtbz", &dtz).len() == 1, "a directory is no table");
    fs::remove_dir(directory.0.join("KBvK.rtbz")).unwrap();
    let renamed = directory.write("KRvK.rtbw", &table("KQvK.rtbw"));
    assert!(matches!(renamed[..], [TableError::Damaged(_)]), "{renamed:?}");
}

#[test]
fn each_flipped_bit_is_reported() {
    let directory = TempDirectory::new("flipped");
    for name in ["KQvK.rtbw", "KBvK.rtbz", "KPvK.rtbw", "KRvK.rtbz", "KQvKR.rtbw", "KBNvK.rtbz"] {
        let valid = table(name);
        assert_eq!(directory.write(name, &valid), [], "{name}");
        // Every byte of a small table, and about 200 bytes of a large one.
        let step = 1.max(valid.len() / 200);
        for byte in (0..valid.len()).step_by(step) {
            let mut damaged = valid.clone();
            damaged[byte] ^= 1 << (byte % 8);
            let errors = directory.write(name, &damaged);
            let expected = if byte < 4 { TableError::NotATable } else { TableError::Checksum };
            assert_eq!(errors, [expected], "{name}, byte {byte}");
        }
        fs::remove_file(directory.0.join(name)).unwrap();
    }
}

#[test]
fn single_files_are_verified_with_progress() {
    let paths: Vec<_> = super::small_tables().files().map(PathBuf::from).collect();
    assert_eq!(paths.len(), 14);
    for path in paths {
        let mut bytes = 0;
        let verified = Tablebases::verify_file(&path, |read| {
            bytes += read;
            ControlFlow::Continue(())
        });
        assert_eq!(verified, Ok(ControlFlow::Continue(())));
        assert_eq!(bytes, fs::metadata(&path).unwrap().len(), "{}", path.display());
        let cancelled = Tablebases::verify_file(&path, |_| ControlFlow::Break(()));
        assert_eq!(cancelled, Ok(ControlFlow::Break(())));
    }
    let missing = Tablebases::verify_file("/nowhere/KQvK.rtbw", |_| ControlFlow::Continue(()));
    assert_eq!(missing, Err(TableError::Io(ErrorKind::NotFound)));
}

#[test]
fn a_table_damaged_after_opening_is_an_error_of_the_probe() {
    let directory = TempDirectory::new("damaged_later");
    let valid = table("KQvK.rtbw");
    assert_eq!(directory.write("KQvK.rtbw", &valid), []);
    let tables = Tablebases::open([&directory.0]).unwrap();
    assert!(tables.verify().is_empty());
    let mut damaged = valid.clone();
    damaged[valid.len() / 2] ^= 1;
    fs::write(directory.0.join("KQvK.rtbw"), &damaged).unwrap();
    assert_eq!(tables.verify()[0].error, TableError::Checksum);
    let error = tables.wdl(&super::position("8/8/8/8/8/2k5/8/KQ6 w - - 0 1")).unwrap_err();
    assert!(error.to_string().ends_with("its checksum does not match its contents"), "{error}");
}
