//! `ferz suite`: searches the positions of an EPD file and counts those solved.

mod case;
mod report;
mod searched;

use crate::args::SuiteArgs;
use crate::common::engines::{EngineSettings, SearchEngine};
use crate::common::error::Error;
use crate::common::interrupt;
use crate::common::program::progress_bar;
use case::Case;
use ferz_engine::Control;
use report::{EngineTotals, PositionRow, SuiteRun};
use searched::Solved;
use std::sync::Arc;

/// Runs the command.
///
/// # Errors
/// If the file or an engine is invalid, [`Error::Interrupted`] after Ctrl-C, and [`Error::Unsolved`]
/// if an engine solved fewer positions than `--min-solved`. The results so far have been printed.
pub(crate) fn run(args: &SuiteArgs) -> Result<(), Error> {
    let cases = Case::read_all(&args.file, args.position)?;
    let control = Arc::new(Control::default());
    let handler_control = Arc::clone(&control);
    interrupt::install(move || handler_control.stop());
    let mut contenders = contenders(args)?;

    let mut totals: Vec<_> =
        names(&contenders).iter().map(|name| EngineTotals::new(name)).collect();
    if !args.json {
        report::print_header(args, cases.len(), &totals)?;
    }
    let bar = progress_bar(Some(cases.len() as u64));
    let mut rows = Vec::new();
    let mut result = Ok(());
    for case in &cases {
        bar.set_message(case.id.clone());
        let searches = match search(&mut contenders, case, args, &control) {
            Ok(searches) => searches,
            Err(error) => {
                result = Err(error);
                break;
            }
        };
        totals.iter_mut().zip(&searches).for_each(|(totals, searched)| totals.add(case, searched));
        if args.json {
            rows.push(PositionRow::new(case, &searches));
        } else {
            bar.suspend(|| report::print_row(case, &searches))?;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let interrupted = matches!(result, Err(Error::Interrupted));
    print(args, cases.len(), interrupted, &totals, &rows)?;
    result?;
    let missed = |totals: &EngineTotals| args.min_solved.is_some_and(|least| totals.solved < least);
    if totals.iter().any(missed) { Err(Error::Unsolved) } else { Ok(()) }
}

/// Prints the totals or the JSON object.
fn print(
    args: &SuiteArgs,
    total_positions: usize,
    interrupted: bool,
    engines: &[EngineTotals],
    positions: &[PositionRow],
) -> Result<(), Error> {
    if !args.json {
        return Ok(report::print_totals(engines)?);
    }
    report::print_json(&SuiteRun {
        suite: args.file.display().to_string(),
        time_ms: args.move_time(),
        nodes: args.nodes,
        depth: args.depth,
        total_positions,
        interrupted,
        engines,
        positions,
    })
}

/// Returns the engines of the arguments, or the built-in one.
fn contenders(args: &SuiteArgs) -> Result<Vec<SearchEngine>, Error> {
    let SuiteArgs { threads, hash, options, .. } = args;
    let settings = EngineSettings { threads: *threads, hash: *hash, options };
    if args.engines.is_empty() {
        return Ok(vec![SearchEngine::built_in(settings)?]);
    }
    args.engines.iter().map(|command| SearchEngine::new(command, settings)).collect()
}

/// Returns the names of the engines, with the command of those that share a name with another.
fn names(contenders: &[SearchEngine]) -> Vec<String> {
    let is_shared = |name: &str| contenders.iter().filter(|other| other.name() == name).count() > 1;
    let name = |contender: &SearchEngine| match (contender.name(), contender.command()) {
        (name, Some(command)) if is_shared(name) => format!("{name} ({command})"),
        (name, _) => name.to_owned(),
    };
    contenders.iter().map(name).collect()
}

/// Searches a position with each engine.
///
/// # Errors
/// If an engine fails; [`Error::Interrupted`] after Ctrl-C.
fn search(
    contenders: &mut [SearchEngine],
    case: &Case,
    args: &SuiteArgs,
    control: &Control,
) -> Result<Vec<Solved>, Error> {
    let mut searches = Vec::with_capacity(contenders.len());
    for contender in contenders {
        searches.push(searched::search(contender, case, args, control)?);
        if interrupt::requested() {
            return Err(Error::Interrupted);
        }
    }
    Ok(searches)
}
