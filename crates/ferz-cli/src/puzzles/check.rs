//! `ferz puzzles check`: tests the solutions of puzzles.

use super::engine_judge::EngineJudge;
use crate::common::engines::EngineArgs;
use crate::common::prelude::*;
use crate::common::puzzle_file::read_puzzles;
use ferz_database::puzzles::{Conditions, FailedTurn, Puzzle, Verdict};
use ferz_engine::Searcher;
use ferz_threads::work_in_order;

#[derive(Args, Debug)]
#[command(mut_arg("hash", |hash| hash.default_value("32")))]
pub(crate) struct CheckArgs {
    /// CSV file with the columns PuzzleId, FEN and Moves first, as Lichess's puzzle database has them, or PGN
    /// file as `puzzles find` writes it, plain or compressed
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    engine: EngineArgs,

    /// Nodes of the search of each move
    #[arg(long, value_name = "N", default_value_t = 1_500_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Number of threads; each has an engine of its own
    #[arg(long, value_name = "N", default_value = "1", value_parser = thread_count())]
    threads: u16,
}

/// The size of the transposition table in MiB, that of `--hash`.
const DEFAULT_HASH: NonZeroUsize = NonZeroUsize::new(32).unwrap();

/// The verdicts in words, the best first.
const VERDICTS: [&str; 4] = ["confirmed", "ambiguous", "best, but not winning", "refuted"];

/// The least difference of the win probabilities of the best and the second best move of a puzzle that is not ambiguous.
/// Less than `find` requires, which has the choice: here a puzzle is judged that somebody has chosen.
const LEAST_GAP: f64 = 0.3;

/// The most puzzles of a file. They are kept in memory, and a day tests some ten thousand.
const MAX_PUZZLES: usize = 1_000_000;

/// Tests the puzzles.
///
/// # Errors
/// If the file cannot be read or has no puzzles, [`Error::Interrupted`] after Ctrl-C, and [`Error::CheckFailed`] if a puzzle is
/// refuted or a row or game is invalid.
pub(super) fn run(args: &CheckArgs) -> Result<(), Error> {
    let control = interrupt::control();
    let (mut puzzles, mut invalid) = (Vec::new(), 0_u128);
    read_puzzles(&args.file, &mut |record| {
        match record.puzzle() {
            Ok(_) if puzzles.len() == MAX_PUZZLES => {
                let limit = grouped(MAX_PUZZLES);
                let reason =
                    format_args!("found more than {limit} puzzles: check parts of the file");
                return Err(Error::file(&args.file, reason));
            }
            Ok(puzzle) => puzzles.push(puzzle),
            Err(error) => {
                invalid += 1;
                print_message(format_args!("ferz: {error}"));
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    let engine = |_| {
        let engine = args.engine.start(DEFAULT_HASH, Vec::new(), "ferz puzzles check")?;
        Ok::<_, Error>(EngineJudge::new(engine, args.nodes, args.nodes, &control))
    };
    let judges = (0..args.threads).map(engine).collect::<Result<Vec<_>, _>>()?;
    let bar = progress_bar(Some(puzzles.len() as u64));
    let conditions = Conditions { tested_gap: LEAST_GAP, ..Conditions::default() };
    let test = |judge: &mut EngineJudge<'_>, puzzle: Puzzle| {
        let verdict = conditions.test(&puzzle, judge)?;
        Ok((puzzle, verdict))
    };
    let mut counts = [0; 4];
    let tested = work_in_order(judges, Searcher::STACK_SIZE, puzzles, test, |tested| {
        let print = |(puzzle, verdict): (Puzzle, Verdict)| {
            let (kind, failure) = match &verdict {
                Verdict::Confirmed => (0, None),
                Verdict::Ambiguous(turn) => (1, Some(turn)),
                Verdict::NotWinning(turn) => (2, Some(turn)),
                Verdict::Refuted(turn) => (3, Some(turn)),
            };
            counts[kind] += 1;
            bar.inc(1);
            if let Some(turn) = failure {
                let text = failure_text(&puzzle, VERDICTS[kind], turn);
                bar.suspend(|| writeln!(stdout(), "{text}"))?;
            }
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
    let total = counted(counts.iter().sum::<usize>(), "puzzle");
    let verdicts = counts.iter().zip(VERDICTS);
    let mut parts: Vec<_> = verdicts
        .map(|(&count, verdict)| format!("{} {}", grouped(count), verdict.replace(',', "")))
        .collect();
    if invalid > 0 {
        parts.push(format!("{} not read", grouped(invalid)));
    }
    writeln!(stdout(), "{total}: {}", parts.join(", "))?;
    let refuted = counts[VERDICTS.len() - 1];
    match tested.map_err(|error| Error::new(format_args!("thread: {error}")))? {
        ControlFlow::Break(error) => Err(error),
        ControlFlow::Continue(()) if refuted > 0 || invalid > 0 => Err(Error::CheckFailed),
        ControlFlow::Continue(()) => Ok(()),
    }
}

/// Returns the line of a puzzle that is not confirmed: the move that failed, and the best moves with their
/// scores from the view of the solver.
fn failure_text(puzzle: &Puzzle, verdict: &str, turn: &FailedTurn) -> String {
    let mut position = puzzle.start.clone();
    puzzle.moves[..turn.index].iter().for_each(|&mv| position.do_move(mv));
    let number = position.fullmove_number();
    let dots = if position.side_to_move() == Color::White { "." } else { "..." };
    let best = turn.lines.iter().map(|line| {
        let (san, score) = (position.san(line.moves[0]), line.score);
        format!("{san} {score:+}")
    });
    let best = best.collect::<Vec<_>>().join(", ");
    let (id, mv) = (escaped(&puzzle.id), position.san(puzzle.moves[turn.index]));
    format!("{id} {verdict} at {number}{dots} {mv}: {best}")
}
