//! Check of a suite: a file of positions with expected counts.

use super::report::{Counting, print_json, show, speed};
use crate::args::PerftArgs;
use crate::error::Error;
use crate::progress::Progress;
use crate::text::{counted, grouped, per_second};
use ferz::SetupFaults;
use ferz::notation::EpdError;
use ferz_cli_common::interrupt;
use ferz_perft::suite::{Mismatch, SuiteEvent, SuiteProblem};
use ferz_perft::{CountOptions, Suite};
use serde::Serialize;
use std::io::{Write, stdout};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

/// JSON object of a check.
#[derive(Serialize)]
struct Summary<'a> {
    suite: String,
    positions: usize,
    counts: usize,
    failed: usize,
    #[serde(flatten)]
    counting: Counting,
    nodes: u128,
    seconds: f64,
    nps: u128,
    mismatches: &'a [Mismatch],
}

/// Checks the counts of a file up to the depth of the arguments.
///
/// # Errors
/// [`Error::Mismatch`] if a count is wrong; others if the file cannot be read.
pub(super) fn run(args: &PerftArgs, options: &CountOptions, path: &Path) -> Result<(), Error> {
    let suite = read(args, path)?;
    interrupt::install(|| {});
    let started = Instant::now();
    let mut progress = Progress::by_leaves(suite.expected_leaves());
    let mut printed = Ok(());
    let checked = suite.check(options, |event| match event {
        SuiteEvent::Count(event) => show(&mut progress, event),
        SuiteEvent::Mismatch(_) if args.json => ControlFlow::Continue(()),
        SuiteEvent::Mismatch(mismatch) => {
            printed = progress.aside(|| print_mismatch(mismatch));
            if printed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }
    });
    drop(progress);
    printed?;
    let report = checked?;
    let (elapsed, nodes, failed) = (started.elapsed(), report.leaves, report.mismatches.len());
    if args.json {
        print_json(&Summary {
            suite: path.display().to_string(),
            positions: suite.rows.len(),
            counts: suite.count_len(),
            failed,
            counting: Counting::new(args),
            nodes,
            seconds: elapsed.as_secs_f64(),
            nps: per_second(nodes, elapsed),
            mismatches: &report.mismatches,
        })?;
    } else {
        let positions = counted(suite.rows.len(), "position");
        let counts = counted(suite.count_len(), "count");
        let result = match failed {
            0 => "all agree".to_owned(),
            _ => format!("{} wrong", grouped(failed as u128)),
        };
        writeln!(stdout(), "{positions}, {counts}: {result}")?;
        writeln!(stdout(), "{} leaves in {}", grouped(nodes), speed(nodes, elapsed))?;
    }
    if failed == 0 { Ok(()) } else { Err(Error::Mismatch) }
}

fn print_mismatch(mismatch: &Mismatch) -> Result<(), Error> {
    let Mismatch { line, fen, depth, expected, counted } = mismatch;
    let (expected, counted) = (grouped(*expected), grouped(*counted));
    Ok(writeln!(
        stdout(),
        "line {line}, depth {depth}: {expected} expected, {counted} counted: {fen}"
    )?)
}

/// Reads the whole file before anything is counted, so that an invalid line is reported at once.
fn read(args: &PerftArgs, path: &Path) -> Result<Suite, Error> {
    let text = std::fs::read_to_string(path).map_err(|error| Error::file(path, error))?;
    let ignored = if args.position.lenient { SetupFaults::IGNORABLE } else { SetupFaults::NONE };
    let mut suite = Suite::parse(&text, ignored)
        .map_err(|error| Error::line(path, error.line, reason(error.problem)))?;
    if args.position.chess960 {
        suite.rows.iter_mut().for_each(|row| row.position.set_chess960(true));
    }
    suite.limit_depth(args.depth.unwrap_or(u32::MAX));
    if suite.count_len() == 0 {
        return Err(Error::file(path, std::io::Error::other("expected counts, found none")));
    }
    Ok(suite)
}

/// Returns the text of a problem, in the words of other invalid positions on the command line.
fn reason(problem: SuiteProblem) -> String {
    match problem {
        SuiteProblem::Epd(EpdError::Fields(error)) => Error::from(error).to_string(),
        SuiteProblem::Setup(invalid) => Error::from(invalid).to_string(),
        problem => problem.to_string(),
    }
}
