//! `ferz perft`: leaf counts of one position, of a suite, or compared with another engine.

mod against;
mod report;
mod suite;

use crate::args::{MethodArg, PerftArgs};
use crate::common::error::Error;
use crate::common::progress::CountProgress;
use crate::common::{interrupt, output};
use ferz_perft::parallel::{self, CheckpointError};
use ferz_perft::{CountOptions, Method, Table, statistics};
use report::show;
use std::sync::Arc;
use std::time::Instant;

/// Runs the command.
///
/// # Errors
/// If the arguments contradict each other, a position or file is invalid, or counts differ.
pub(crate) fn run(args: &PerftArgs) -> Result<(), Error> {
    let options = count_options(args)?;
    if args.against.is_none() {
        output::exit_when_closed();
    }
    if let Some(path) = &args.suite {
        return suite::run(args, &options, path);
    }
    let root = args.start.position(args.position, "ferz perft")?;
    let depth = args.depth.unwrap_or(0);
    if let Some(engine) = &args.against {
        return against::run(args, &options, &root, depth, engine);
    }
    interrupt::install(|| {});
    let started = Instant::now();
    let mut progress = CountProgress::by_steps();
    if args.stats {
        let on_event = |event| show(&mut progress, event);
        let counts = statistics::divide(&root, depth, options.threads, on_event)?;
        drop(progress);
        report::print_statistics(args, &root, depth, &counts, started.elapsed())?;
        return if counts.is_finished() { Ok(()) } else { Err(Error::Interrupted) };
    }
    let on_event = |event| show(&mut progress, event);
    let counts = match &args.resume {
        Some(file) => parallel::divide_with_checkpoint(&root, depth, &options, file, on_event)?,
        None => parallel::divide(&root, depth, &options, on_event)?,
    };
    drop(progress);
    report::print_counts(args, &root, depth, &counts, started.elapsed())?;
    if counts.is_finished() { Ok(()) } else { Err(Error::Interrupted) }
}

/// Returns the method and the number of threads.
///
/// # Errors
/// If there is no memory for the table, or the method does not use one.
fn count_options(args: &PerftArgs) -> Result<CountOptions, Error> {
    let method = match (args.method, args.hash) {
        (MethodArg::Make, None) => Method::Make,
        (MethodArg::Bulk, None) => Method::Bulk,
        (MethodArg::Count, None) => Method::Count,
        (MethodArg::Count, Some(mib)) => match Table::new(mib.get()) {
            Ok(table) => Method::CountHashed(Arc::new(table)),
            Err(error) => return Err(Error::Unavailable(error.to_string())),
        },
        (method, Some(_)) => {
            let reason = format!("--hash requires --method count, found {}", method.name());
            return Err(Error::CommandLine { reason, command: "ferz perft".into() });
        }
    };
    Ok(CountOptions { method, threads: args.threads.into() })
}

impl From<ferz_perft::Error> for Error {
    fn from(error: ferz_perft::Error) -> Self {
        use ferz_perft::Error as Cause;
        match error {
            Cause::Cancelled => Self::Interrupted,
            Cause::Checkpoint(CheckpointError::File { path, error }) => Self::File { path, error },
            Cause::Checkpoint(CheckpointError::Line { path, line, problem }) => {
                Self::line(&path, line, problem)
            }
            _ => Self::Unavailable(error.to_string()),
        }
    }
}
