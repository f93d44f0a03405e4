//! The prober against known positions, against the laws that hold between a position and those one
//! move on, from several threads, and with damaged files.
//!
//! A few small tables lie beside the tests. Where all those of four men are at hand, the tests use
//! them too: in the folder that `FERZ_SYZYGY` names, or in `../shared/data/syzygy`.

mod damaged;
mod known;
mod laws;
mod random;

use ferz::Position;
use ferz_syzygy::Tablebases;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The folder of the tables that are always there.
fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

/// The tables that are always there.
fn few() -> Tablebases {
    Tablebases::open([fixture()])
}

/// The tables of all materials of three and four men, if they are at hand.
fn all_of_four(test: &str) -> Option<Tablebases> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/syzygy");
    let folder = std::env::var_os("FERZ_SYZYGY").map_or(beside, PathBuf::from);
    let tables = Tablebases::open([&folder]);
    if tables.count(ferz_syzygy::TableKind::Wdl) < 35 {
        // Not through the macros, whose output a test that passes does not show.
        let _ = writeln!(
            std::io::stderr(),
            "{test}: skipped, {} has not all tables of four men",
            folder.display()
        );
        return None;
    }
    Some(tables)
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}
