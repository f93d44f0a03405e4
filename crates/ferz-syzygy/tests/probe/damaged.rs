//! Files that are no tables, cut short, or damaged anywhere give errors or wrong answers, and never
//! a panic.

use super::random::Random;
use super::{few, fixture};
use ferz_syzygy::{ProbeError, TableError, TableKind, Tablebases};
use std::fs;
use std::path::PathBuf;

/// A folder of its own, removed when dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Tablebases {
        fs::write(self.0.join(name), bytes).unwrap();
        Tablebases::open([&self.0])
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn folders_and_files_that_are_of_no_use_are_named() {
    let folder = Folder::new("refused");
    let nowhere = folder.0.join("nowhere");
    let tables = Tablebases::open([&nowhere]);
    assert_eq!(tables.refused()[0].path, nowhere);
    assert_eq!(tables.refused()[0].fault, TableError::Io(std::io::ErrorKind::NotFound));
    folder.write("notes.txt", b"not a table, and not named like one");
    folder.write("KQvKx.rtbw", b"nor this");
    assert!(Tablebases::open([&folder.0]).refused().is_empty());
    let tables = folder.write("KQvK.rtbw", b"no table");
    assert_eq!(tables.refused()[0].fault, TableError::NotATable);
    let tables = folder.write("KRvK.rtbw", b"");
    assert_eq!(tables.refused()[1].fault, TableError::Truncated);
    // A table of the other kind, and one that is cut short.
    let bytes = fs::read(fixture().join("KQvK.rtbz")).unwrap();
    let tables = folder.write("KQvK.rtbw", &bytes);
    assert_eq!(tables.refused()[0].fault, TableError::NotATable);
    let tables = folder.write("KQvK.rtbz", &bytes[..bytes.len() - 32]);
    assert_eq!(tables.refused()[1].fault, TableError::NotATable);
    assert_eq!((tables.count(TableKind::Wdl), tables.max_men()), (0, 0));
}

#[test]
fn a_table_under_another_name_is_found_out() {
    let folder = Folder::new("renamed");
    let bytes = fs::read(fixture().join("KQvK.rtbw")).unwrap();
    let tables = folder.write("KRvK.rtbw", &bytes);
    let answer = tables.wdl(&mut Random::new(1).position("KRvK"));
    assert!(matches!(answer, Err(ProbeError::Faulty { .. })), "{answer:?}");
}

#[test]
fn damage_does_no_harm() {
    let folder = Folder::new("damaged");
    let mut random = Random::new(0xDA);
    let mut faults = 0;
    for name in ["KQvK", "KPvK", "KRvK"] {
        for kind in [TableKind::Wdl, TableKind::Dtz] {
            for other in ["KQvK", "KPvK", "KRvK", "KBvK", "KNvK"] {
                for kind in [TableKind::Wdl, TableKind::Dtz] {
                    let file = format!("{other}.{}", kind.extension());
                    fs::copy(fixture().join(&file), folder.0.join(&file)).unwrap();
                }
            }
            let file = format!("{name}.{}", kind.extension());
            let whole = fs::read(fixture().join(&file)).unwrap();
            for round in 0..150 {
                let mut bytes = whole.clone();
                // The header is where damage hurts.
                let range = if round % 2 == 0 { 100 } else { bytes.len() };
                for _ in 0..=random.below(4) {
                    bytes[4 + random.below(range - 4)] = random.below(256) as u8;
                }
                if round % 5 == 0 {
                    bytes.truncate(random.below(bytes.len() / 64) * 64 + 16);
                }
                let tables = folder.write(&file, &bytes);
                for _ in 0..20 {
                    let mut pos = random.position(name);
                    let answers = (tables.wdl(&mut pos), tables.dtz(&mut pos));
                    let is_fault = matches!(answers.0, Err(ProbeError::Faulty { .. }))
                        || matches!(answers.1, Err(ProbeError::Faulty { .. }));
                    faults += usize::from(is_fault);
                }
            }
        }
    }
    assert!(faults > 100, "{faults}");
    assert!(few().refused().is_empty());
}
