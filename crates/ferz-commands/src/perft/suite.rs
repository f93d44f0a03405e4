//! Check of a suite: a file of positions with expected counts.

use super::report::{MethodFields, show, speed};
use crate::args::PerftArgs;
use crate::common::error::Error;
use crate::common::input::read_text;
use crate::common::progress::CountProgress;
use crate::common::text::{counted, grouped, per_second, print_json};
use crate::common::{interrupt, output};
use ferz::SetupFaults;
use ferz::notation::EpdError;
use ferz_perft::suite::{Mismatch, SuiteError, SuiteEvent, SuiteProblem};
use ferz_perft::{CountOptions, Suite};
use serde::Serialize;
use std::io::{Write, stdout};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

/// JSON object of a check.
#[derive(Serialize)]
struct PerftSuiteReport<'a> {
    suite: String,
    positions: usize,
    counts: usize,
    failed: usize,
    #[serde(flatten)]
    method: MethodFields,
    nodes: u128,
    seconds: f64,
    nps: u128,
    mismatches: &'a [Mismatch],
    invalid: Vec<InvalidLine>,
}

/// JSON object of an invalid line.
#[derive(Serialize)]
struct InvalidLine {
    line: usize,
    reason: String,
}

/// Checks the counts of a file up to the depth of the arguments.
///
/// # Errors
/// [`Error::Mismatch`] if a count is wrong or a line is invalid; others if the file cannot be read or
/// has no valid line.
pub(super) fn run(args: &PerftArgs, options: &CountOptions, path: &Path) -> Result<(), Error> {
    let suite = read(args, path)?;
    interrupt::install(|| {});
    let started = Instant::now();
    let mut progress = CountProgress::by_leaves(suite.expected_leaves());
    let mut printed = Ok(());
    let checked = suite.check(options, |event| match event {
        SuiteEvent::Count(event) => show(&mut progress, event),
        _ if args.json => ControlFlow::Continue(()),
        SuiteEvent::Mismatch(mismatch) => {
            printed = progress.aside(|| print_mismatch(mismatch));
            if printed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }
        SuiteEvent::Invalid(error) => {
            printed = progress.aside(|| print_invalid(error));
            if printed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }
    });
    drop(progress);
    printed?;
    let report = checked?;
    let (elapsed, nodes, wrong) = (started.elapsed(), report.leaves, report.mismatches.len());
    let failed = wrong + suite.invalid.len();
    if args.json {
        print_json(&PerftSuiteReport {
            suite: path.display().to_string(),
            positions: suite.rows.len(),
            counts: suite.count_len(),
            failed,
            method: MethodFields::new(args),
            nodes,
            seconds: elapsed.as_secs_f64(),
            nps: per_second(nodes, elapsed),
            mismatches: &report.mismatches,
            invalid: suite.invalid.iter().map(InvalidLine::new).collect(),
        })?;
    } else {
        let positions = counted(suite.rows.len(), "position");
        let counts = counted(suite.count_len(), "count");
        let invalid = counted(suite.invalid.len(), "invalid line");
        let result = match (wrong, suite.invalid.len()) {
            (0, 0) => "all agree".to_owned(),
            (0, _) => format!("all agree; {invalid}"),
            (_, 0) => format!("{} wrong", grouped(wrong as u128)),
            _ => format!("{} wrong; {invalid}", grouped(wrong as u128)),
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

impl InvalidLine {
    fn new(error: &SuiteError) -> Self {
        Self { line: error.line, reason: reason(&error.problem) }
    }
}

fn print_invalid(error: &SuiteError) -> Result<(), Error> {
    let reason = output::escaped(&reason(&error.problem));
    Ok(writeln!(stdout(), "line {}: {reason}", error.line)?)
}

/// Reads the whole file before anything is counted.
///
/// # Errors
/// If the file cannot be read, or contains no count of the depth of the arguments: the first invalid
/// line if there is one.
fn read(args: &PerftArgs, path: &Path) -> Result<Suite, Error> {
    let text = read_text(path).map_err(|error| Error::file(path, error))?;
    let ignored = if args.position.lenient { SetupFaults::IGNORABLE } else { SetupFaults::NONE };
    let mut suite = Suite::parse(&text, ignored);
    if let ([], [error, ..]) = (suite.rows.as_slice(), suite.invalid.as_slice()) {
        return Err(Error::line(path, error.line, reason(&error.problem)));
    }
    if args.position.chess960 {
        suite.rows.iter_mut().for_each(|row| row.position.set_chess960(true));
    }
    suite.limit_depth(args.depth.unwrap_or(u32::MAX));
    if suite.count_len() == 0 {
        return Err(Error::EmptySuite { path: path.to_owned(), max_depth: args.depth });
    }
    Ok(suite)
}

/// Returns the text of a problem; for harmless faults it mentions `--lenient`, as for `--fen`.
fn reason(problem: &SuiteProblem) -> String {
    match problem {
        SuiteProblem::Epd(EpdError::Fields(error)) => Error::from(error.clone()).to_string(),
        SuiteProblem::Setup(invalid) => Error::from(*invalid).to_string(),
        problem => problem.to_string(),
    }
}
