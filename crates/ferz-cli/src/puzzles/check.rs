//! `ferz puzzles check`: tests the solutions of puzzles.

use super::engine_judge::EngineJudge;
use crate::common::arguments::{mebibytes, thread_count};
use crate::common::error::Error;
use crate::common::output::{escaped, print_message};
use crate::common::progress::progress_bar;
use crate::common::text::{counted, grouped};
use crate::common::{files, interrupt};
use clap::Args;
use ferz_database::puzzles::{Conditions, Puzzle, Verdict};
use ferz_engine::Searcher;
use ferz_game::ordered::work_in_order;
use std::io::{Write, stdout};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// CSV file with the columns PuzzleId, FEN and Moves first, as Lichess's puzzle database has them
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Nodes of the search of each move
    #[arg(long, value_name = "N", default_value_t = 1_500_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Number of threads; each has an engine of its own
    #[arg(long, value_name = "N", default_value = "1", value_parser = thread_count())]
    threads: u16,

    /// Transposition table size of each engine in MiB
    #[arg(long, value_name = "MIB", default_value = "32", value_parser = mebibytes)]
    hash: NonZeroUsize,
}

/// Tests the puzzles.
///
/// # Errors
/// If the file cannot be read, [`Error::Interrupted`] after Ctrl-C, and [`Error::CheckFailed`] if a puzzle is
/// refuted or a row is invalid.
pub(super) fn run(args: &CheckArgs) -> Result<(), Error> {
    let text = files::read_text(&args.file)?;
    let control = interrupt::control();
    let (mut puzzles, mut invalid) = (Vec::new(), 0);
    for (index, row) in text.lines().enumerate() {
        let is_header = index == 0 && row.starts_with("PuzzleId");
        if is_header || row.trim().is_empty() {
            continue;
        }
        match Puzzle::from_csv(row) {
            Ok(puzzle) => puzzles.push(puzzle),
            Err(error) => {
                invalid += 1;
                print_message(format_args!("ferz: {}", Error::line(&args.file, index + 1, error)));
            }
        }
    }
    let engine = |_| EngineJudge::new(args.nodes, args.nodes, args.hash, &control);
    let judges = (0..args.threads).map(engine).collect::<Result<Vec<_>, _>>()?;
    let bar = progress_bar(Some(puzzles.len() as u64));
    let conditions = Conditions::default();
    let test = |judge: &mut EngineJudge<'_>, puzzle: Puzzle| {
        let verdict = conditions.test(&puzzle, judge)?;
        Ok((puzzle.id, verdict))
    };
    let mut counts = [0; 3];
    let tested = work_in_order(judges, Searcher::STACK_SIZE, puzzles, test, |tested| {
        let print = |(id, verdict): (String, Verdict)| {
            let name = match verdict {
                Verdict::Confirmed => None,
                Verdict::Ambiguous => Some("ambiguous"),
                Verdict::Refuted => Some("refuted"),
            };
            counts[verdict as usize] += 1;
            bar.inc(1);
            name.map_or(Ok(()), |name| {
                bar.suspend(|| writeln!(stdout(), "{} {name}", escaped(&id)))
            })?;
            Ok(())
        };
        match tested.and_then(print) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                control.stop();
                ControlFlow::Break(error)
            }
        }
    });
    bar.finish_and_clear();
    let [confirmed, ambiguous, refuted] = counts;
    let total = counted(confirmed + ambiguous + refuted, "puzzle");
    writeln!(
        stdout(),
        "{total}: {} confirmed, {} ambiguous, {} refuted",
        grouped(confirmed as u128),
        grouped(ambiguous as u128),
        grouped(refuted as u128)
    )?;
    match tested.map_err(|error| Error::new(format_args!("thread: {error}")))? {
        ControlFlow::Break(error) => Err(error),
        ControlFlow::Continue(()) if refuted + invalid > 0 => Err(Error::CheckFailed),
        ControlFlow::Continue(()) => Ok(()),
    }
}
