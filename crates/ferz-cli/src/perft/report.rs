//! Output of a count: progress, then text or one JSON object.

use crate::args::PerftArgs;
use crate::error::Error;
use crate::progress::Progress;
use crate::text::{counted, duration, grouped, per_second, scaled};
use ferz::Position;
use ferz_cli_common::interrupt;
use ferz_perft::parallel::Counts;
use ferz_perft::{Event, Statistics};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{Write, stdout};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

/// JSON fields of the counting method.
#[derive(Serialize)]
pub(super) struct Counting {
    method: &'static str,
    threads: u16,
    /// Size of the table in MiB.
    #[serde(skip_serializing_if = "Option::is_none")]
    hash: Option<usize>,
}

impl Counting {
    /// Returns the fields for these arguments.
    pub(super) fn new(args: &PerftArgs) -> Self {
        let hash = args.hash.map(NonZeroUsize::get);
        Self { method: args.method.name(), threads: args.threads, hash }
    }
}

/// JSON object of a count.
#[derive(Serialize)]
struct Count<'a> {
    fen: String,
    depth: u32,
    #[serde(flatten)]
    counting: Counting,
    nodes: u128,
    seconds: f64,
    nps: u128,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<&'a str, u128>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<&'a Statistics>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unfinished: Option<usize>,
}

/// Prints a JSON object on one line.
///
/// # Errors
/// If standard output cannot be written.
pub(super) fn print_json(object: &impl Serialize) -> Result<(), Error> {
    let text = serde_json::to_string(object).map_err(std::io::Error::from)?;
    Ok(writeln!(stdout(), "{text}")?)
}

/// Updates the progress bar, and cancels the count after Ctrl-C.
pub(super) fn show(progress: &mut Progress, event: Event) -> ControlFlow<()> {
    match event {
        Event::Started { subtrees } => progress.expect_steps(subtrees),
        Event::Finished { leaves } => progress.step(leaves),
        Event::Waiting => {}
    }
    if interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// Returns duration and speed: `210 ms, 567 M leaves/s`.
pub(super) fn speed(nodes: u128, elapsed: Duration) -> String {
    format!("{}, {} leaves/s", duration(elapsed), scaled(per_second(nodes, elapsed)))
}

/// Prints a count.
///
/// # Errors
/// If standard output cannot be written.
pub(super) fn print_counts(
    args: &PerftArgs,
    root: &Position,
    depth: u32,
    counts: &Counts,
    elapsed: Duration,
) -> Result<(), Error> {
    let finished = || counts.rows.iter().filter(|row| row.is_finished());
    if args.json {
        let divide = || finished().map(|row| (row.uci.as_str(), row.leaves)).collect();
        return print_json(&Count {
            fen: root.fen(),
            depth,
            counting: Counting::new(args),
            nodes: counts.leaves,
            seconds: elapsed.as_secs_f64(),
            nps: per_second(counts.counted_now, elapsed),
            divide: args.divide.then(divide),
            stats: None,
            unfinished: (!counts.is_finished()).then_some(counts.unfinished),
        });
    }
    let mut out = stdout().lock();
    if args.divide {
        for row in finished() {
            writeln!(out, "{}: {}", row.uci, row.leaves)?;
        }
        writeln!(out)?;
    }
    if counts.is_finished() {
        writeln!(out, "Nodes searched: {}", counts.leaves)?;
    } else {
        let subtrees = counted(counts.subtrees, "subtree");
        let done = grouped((counts.subtrees - counts.unfinished) as u128);
        let nodes = grouped(counts.leaves);
        writeln!(out, "Interrupted after {done} of {subtrees}: {nodes} leaves so far")?;
    }
    Ok(writeln!(out, "{}", speed(counts.counted_now, elapsed))?)
}

/// Prints the leaves of each kind.
///
/// # Errors
/// If standard output cannot be written.
pub(super) fn print_statistics(
    args: &PerftArgs,
    root: &Position,
    depth: u32,
    statistics: &Statistics,
    elapsed: Duration,
) -> Result<(), Error> {
    if args.json {
        return print_json(&Count {
            fen: root.fen(),
            depth,
            counting: Counting { method: "make", threads: args.threads, hash: None },
            nodes: statistics.nodes,
            seconds: elapsed.as_secs_f64(),
            nps: per_second(statistics.nodes, elapsed),
            divide: None,
            stats: Some(statistics),
            unfinished: None,
        });
    }
    let mut out = stdout().lock();
    let columns = statistics.columns();
    let width = columns.iter().map(|(_, count)| grouped(*count).len()).max().unwrap_or(0);
    for (title, count) in columns {
        writeln!(out, "{title:<18} {:>width$}", grouped(count))?;
    }
    Ok(writeln!(out, "\n{}", speed(statistics.nodes, elapsed))?)
}
