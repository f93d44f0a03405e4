//! Counting functions of Ferz.

use ferz::Position;

/// Prepared count; parsing the position is not measured.
type Count = Box<dyn FnOnce() -> u128>;

/// Method of counting.
pub(crate) struct Counter {
    pub(crate) name: &'static str,
    /// True if every leaf is made, which takes several times as long: counts to the shallow depth.
    pub(crate) makes_leaves: bool,
    pub(crate) prepare: fn(&str, u32) -> Count,
}

const HASH_MIB: usize = 64;

pub(crate) const COUNTERS: &[Counter] = &[
    Counter { name: "Ferz, make", makes_leaves: true, prepare: ferz_make },
    Counter { name: "Ferz, bulk", makes_leaves: false, prepare: ferz_bulk },
    Counter { name: "Ferz, count", makes_leaves: false, prepare: ferz_count },
    Counter { name: "Ferz, count, hash 64 MiB", makes_leaves: false, prepare: ferz_hashed },
];

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect("a classic position is legal")
}

fn ferz_make(fen: &str, depth: u32) -> Count {
    let mut position = position(fen);
    Box::new(move || ferz_perft::make(&mut position, depth).into())
}

fn ferz_bulk(fen: &str, depth: u32) -> Count {
    let mut position = position(fen);
    Box::new(move || ferz_perft::bulk(&mut position, depth).into())
}

fn ferz_count(fen: &str, depth: u32) -> Count {
    let position = position(fen);
    Box::new(move || ferz_perft::count(&position, depth))
}

fn ferz_hashed(fen: &str, depth: u32) -> Count {
    let position = position(fen);
    let table = ferz_perft::Table::new(HASH_MIB).expect("memory for a small table");
    Box::new(move || ferz_perft::count_hashed(&position, depth, &table))
}
