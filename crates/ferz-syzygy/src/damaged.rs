//! Tests with damaged tables whose checksums match: probes return errors or wrong values, read no
//! byte outside the file and never panic.

use crate::checksum::tests::seal;
use crate::{ProbeError, TableKind, Tablebases};
use fastrand::Rng;
use std::fs;
use std::path::{Path, PathBuf};

#[path = "../tests/probe/random.rs"]
mod random;

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// Damages a table: some random bytes, or a single bit of each byte in turn.
fn damage(bytes: &mut Vec<u8>, round: usize, rng: &mut Rng) {
    match round % 4 {
        // The header.
        0 => bytes[4 + round / 4 % 100] ^= 1 << rng.usize(..8),
        1 => {
            let end = bytes.len();
            bytes[rng.usize(4..end)] ^= 1 << rng.usize(..8);
        }
        2 => {
            for _ in 0..rng.usize(1..=4) {
                bytes[rng.usize(4..100)] = rng.u8(..);
            }
        }
        _ => bytes.truncate(rng.usize(1..=bytes.len() / 64) * 64 + 16),
    }
    seal(bytes);
}

#[test]
fn damaged_wdl_tables_never_panic() {
    probe_damaged(TableKind::Wdl);
}

#[test]
fn damaged_dtz_tables_never_panic() {
    probe_damaged(TableKind::Dtz);
}

/// Probes tables of which one, of this kind, is damaged.
fn probe_damaged(kind: TableKind) {
    let extension = kind.extension();
    let folder = format!("ferz-syzygy-damaged-{extension}-{}", std::process::id());
    let directory = std::env::temp_dir().join(folder);
    fs::create_dir_all(&directory).unwrap();
    let mut rng = Rng::with_seed(0xDA);
    let (mut refused, mut unusable, mut probed) = (0, 0, 0);
    for name in ["KQvK", "KPvK", "KRvK", "KQvKR"] {
        for other in ["KQvK", "KPvK", "KRvK", "KBvK", "KNvK", "KQvKR"] {
            for kind in [TableKind::Wdl, TableKind::Dtz] {
                let file = format!("{other}.{}", kind.extension());
                fs::copy(data(&file), directory.join(&file)).unwrap();
            }
        }
        let file = format!("{name}.{extension}");
        let valid = fs::read(data(&file)).unwrap();
        for round in 0..400 {
            let mut bytes = valid.clone();
            damage(&mut bytes, round, &mut rng);
            fs::write(directory.join(&file), &bytes).unwrap();
            let tables = Tablebases::open([&directory]).unwrap();
            refused += tables.skipped().len();
            for _ in 0..10 {
                let pos = random::random_position(&mut rng, name);
                let results = [tables.wdl(&pos).err(), tables.dtz(&pos).err()];
                let is_unusable =
                    |error: &Option<ProbeError>| matches!(error, Some(ProbeError::Unusable { .. }));
                unusable += usize::from(results.iter().any(is_unusable));
                probed += usize::from(results.iter().any(Option::is_none));
            }
        }
        fs::write(directory.join(&file), &valid).unwrap();
    }
    fs::remove_dir_all(&directory).unwrap();
    assert!(refused > 200 && unusable > 200 && probed > 200, "{refused} {unusable} {probed}");
}
