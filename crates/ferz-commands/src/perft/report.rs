//! Output of a count: progress, then text or one JSON object.

use crate::args::PerftArgs;
use crate::common::error::Error;
use crate::common::interrupt;
use crate::common::progress::CountProgress;
use crate::common::text::{counted, duration, grouped, per_second, print_json, scaled};
use ferz::Position;
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
pub(super) struct MethodFields {
    /// Counting method; none for statistics.
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<&'static str>,
    threads: u16,
    /// Size of the table in MiB.
    #[serde(skip_serializing_if = "Option::is_none")]
    hash: Option<usize>,
}

impl MethodFields {
    /// Returns the fields for these arguments.
    pub(super) fn new(args: &PerftArgs) -> Self {
        let hash = args.hash.map(NonZeroUsize::get);
        let method = (!args.stats).then(|| args.method.name());
        Self { method, threads: args.threads, hash }
    }
}

/// JSON object of a count. `T` is the count below a first move.
#[derive(Serialize)]
struct CountReport<'a, T> {
    fen: String,
    depth: u32,
    #[serde(flatten)]
    method: MethodFields,
    nodes: u128,
    /// The nodes that this run counted, with `--resume`.
    #[serde(skip_serializing_if = "Option::is_none")]
    counted: Option<u128>,
    seconds: f64,
    nps: u128,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<&'a str, T>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<&'a Statistics>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unfinished: Option<usize>,
}

/// Updates the progress bar, and cancels the count after Ctrl-C.
pub(super) fn show(progress: &mut CountProgress, event: Event) -> ControlFlow<()> {
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
        return print_json(&CountReport {
            fen: root.fen(),
            depth,
            method: MethodFields::new(args),
            nodes: counts.leaves,
            counted: args.resume.is_some().then_some(counts.counted_now),
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
        let nodes = grouped(counts.leaves);
        writeln!(out, "{}: {nodes} leaves so far", interrupted(counts))?;
    }
    if args.resume.is_some() && counts.is_finished() && counts.counted_now == 0 {
        return Ok(writeln!(out, "complete in the file of --resume: nothing was counted")?);
    }
    Ok(writeln!(out, "{}", speed(counts.counted_now, elapsed))?)
}

/// Returns the share of a cancelled count that is finished.
fn interrupted<T>(counts: &Counts<T>) -> String {
    let subtrees = counted(counts.subtrees, "subtree");
    let done = grouped((counts.subtrees - counts.unfinished) as u128);
    format!("Interrupted after {done} of {subtrees}")
}

/// Prints the leaves of each kind.
///
/// # Errors
/// If standard output cannot be written.
pub(super) fn print_statistics(
    args: &PerftArgs,
    root: &Position,
    depth: u32,
    counts: &Counts<Statistics>,
    elapsed: Duration,
) -> Result<(), Error> {
    let finished = || counts.rows.iter().filter(|row| row.is_finished());
    let total = &counts.leaves;
    if args.json {
        let divide = || finished().map(|row| (row.uci.as_str(), row.leaves)).collect();
        return print_json(&CountReport {
            fen: root.fen(),
            depth,
            method: MethodFields::new(args),
            nodes: total.nodes,
            counted: None,
            seconds: elapsed.as_secs_f64(),
            nps: per_second(total.nodes, elapsed),
            divide: args.divide.then(divide),
            stats: Some(total),
            unfinished: (!counts.is_finished()).then_some(counts.unfinished),
        });
    }
    let mut out = stdout().lock();
    if args.divide {
        for row in finished() {
            let columns = row.leaves.columns();
            let columns: Vec<_> = columns.iter().map(|(title, n)| column(title, *n)).collect();
            writeln!(out, "{}: {}", row.uci, columns.join(", "))?;
        }
        writeln!(out)?;
    }
    if !counts.is_finished() {
        writeln!(out, "{}; so far:", interrupted(counts))?;
    }
    let columns = total.columns();
    let width = columns.iter().map(|(_, count)| grouped(*count).len()).max().unwrap_or(0);
    for (title, count) in columns {
        writeln!(out, "{title:<18} {:>width$}", grouped(count))?;
    }
    Ok(writeln!(out, "\n{}", speed(total.nodes, elapsed))?)
}

/// Returns a column of statistics in a line: `captures 8`.
fn column(title: &str, count: u128) -> String {
    format!("{} {}", title.to_ascii_lowercase(), grouped(count))
}
