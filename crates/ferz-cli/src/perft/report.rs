//! What is printed of a count: lines for people, or an object for programs.

use super::stats::Stats;
use super::tally::Tally;
use crate::args::PerftArgs;
use crate::failure::Failure;
use crate::text::{counted, duration, grouped, per_second, scaled};
use ferz::Position;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{Write, stdout};
use std::num::NonZeroUsize;
use std::time::Duration;

/// How was counted, as JSON has it.
#[derive(Serialize)]
pub(super) struct How {
    method: &'static str,
    threads: u16,
    /// The size of the table in MiB.
    #[serde(skip_serializing_if = "Option::is_none")]
    hash: Option<usize>,
}

impl How {
    /// As the arguments say.
    pub(super) fn new(args: &PerftArgs) -> Self {
        let hash = args.hash.map(NonZeroUsize::get);
        Self { method: args.method.name(), threads: args.threads, hash }
    }
}

/// A count, as JSON has it.
#[derive(Serialize)]
struct Count<'a> {
    fen: String,
    depth: u32,
    #[serde(flatten)]
    how: How,
    nodes: u128,
    seconds: f64,
    nps: u128,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<&'a str, u128>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<&'a Stats>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unfinished: Option<usize>,
}

/// Prints an object on a line of its own.
///
/// # Errors
/// If standard output cannot be written.
pub(super) fn print_json(object: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(object).map_err(std::io::Error::from)?;
    Ok(writeln!(stdout(), "{text}")?)
}

/// How long it took and how fast that was: `210 ms, 567 M leaves/s`.
pub(super) fn speed(nodes: u128, elapsed: Duration) -> String {
    format!("{}, {} leaves/s", duration(elapsed), scaled(per_second(nodes, elapsed)))
}

/// Prints a count.
///
/// # Errors
/// If standard output cannot be written.
pub(super) fn print_tally(
    args: &PerftArgs,
    root: &Position,
    depth: u32,
    tally: &Tally,
) -> Result<(), Failure> {
    let finished = || tally.rows.iter().filter(|row| row.is_finished());
    if args.json {
        let divide = || finished().map(|row| (row.name.as_str(), row.nodes)).collect();
        return print_json(&Count {
            fen: root.fen(),
            depth,
            how: How::new(args),
            nodes: tally.nodes,
            seconds: tally.elapsed.as_secs_f64(),
            nps: per_second(tally.counted_now, tally.elapsed),
            divide: args.divide.then(divide),
            stats: None,
            unfinished: (!tally.is_finished()).then_some(tally.unfinished),
        });
    }
    let mut out = stdout().lock();
    if args.divide {
        for row in finished() {
            writeln!(out, "{}: {}", row.name, row.nodes)?;
        }
        writeln!(out)?;
    }
    if tally.is_finished() {
        writeln!(out, "Nodes searched: {}", tally.nodes)?;
    } else {
        let subtrees = counted(tally.subtrees, "subtree");
        let done = grouped((tally.subtrees - tally.unfinished) as u128);
        let nodes = grouped(tally.nodes);
        writeln!(out, "Interrupted after {done} of {subtrees}: {nodes} leaves so far")?;
    }
    Ok(writeln!(out, "{}", speed(tally.counted_now, tally.elapsed))?)
}

/// Prints the kinds of a count's leaves.
///
/// # Errors
/// If standard output cannot be written.
pub(super) fn print_stats(
    args: &PerftArgs,
    root: &Position,
    depth: u32,
    stats: &Stats,
    elapsed: Duration,
) -> Result<(), Failure> {
    if args.json {
        return print_json(&Count {
            fen: root.fen(),
            depth,
            how: How { method: "make", threads: args.threads, hash: None },
            nodes: stats.nodes,
            seconds: elapsed.as_secs_f64(),
            nps: per_second(stats.nodes, elapsed),
            divide: None,
            stats: Some(stats),
            unfinished: None,
        });
    }
    let mut out = stdout().lock();
    write!(out, "{}", stats.table())?;
    Ok(writeln!(out, "\n{}", speed(stats.nodes, elapsed))?)
}
