//! Probes of known positions, consistency between a position and its successors, best moves, probes
//! from several threads, and damaged files.
//!
//! The tests use a few small tables in `tests/data`. If all tables of four men are found in the
//! directory of the environment variable `FERZ_SYZYGY` or in `../shared/data/syzygy`, further tests
//! use them.

mod consistency;
mod damaged;
mod fifty_moves;
mod known;
mod random;
mod root;

use ferz::Position;
use ferz_syzygy::Tablebases;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Returns the directory of the small tables.
fn data_directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

/// Opens the small tables.
fn small_tables() -> Tablebases {
    Tablebases::open([data_directory()]).unwrap()
}

/// Opens the tables of all materials of three and four men, or prints that `test` is skipped.
fn all_four_men_tables(test: &str) -> Option<Tablebases> {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/syzygy");
    let directory = std::env::var_os("FERZ_SYZYGY").map_or(shared, PathBuf::from);
    let tables = Tablebases::open([&directory]).unwrap_or_default();
    if tables.count(ferz_syzygy::TableKind::Wdl) < 35 {
        // `eprintln!` is captured by the test harness, a direct write is not.
        let _ = writeln!(
            std::io::stderr(),
            "{test}: skipped, {} does not have all tables of four men",
            directory.display()
        );
        return None;
    }
    Some(tables)
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}
