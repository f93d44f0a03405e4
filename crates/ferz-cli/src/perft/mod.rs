//! `ferz perft`: counting leaves, alone, by a suite, or against another engine.

mod against;
mod count;
#[path = "../../../ferz-perft/src/parallel/workers.rs"]
mod crew;
#[path = "../../../ferz-perft/src/parallel/checkpoint.rs"]
mod ledger;
#[path = "engine_process.rs"]
mod peer;
#[path = "../../../ferz-perft/src/parallel/split.rs"]
mod plan;
mod report;
#[path = "../../../ferz-perft/src/statistics.rs"]
mod stats;
mod suite;
#[path = "../../../ferz-perft/src/parallel/counts.rs"]
mod tally;

use crate::args::PerftArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::progress::Progress;
use crate::setup::read_position;
use count::Counting;
use ledger::Ledger;
use std::time::Instant;

/// Does what the arguments say.
///
/// # Errors
/// If they make no sense, or counts are not as they should be.
pub(crate) fn run(args: &PerftArgs) -> Result<(), Failure> {
    let counting = Counting::new(args)?;
    if let Some(path) = &args.suite {
        return suite::run(args, &counting, path);
    }
    let root = read_position(args.fen.as_deref().unwrap_or("startpos"), args.dialect)?;
    let depth = args.depth.unwrap_or(0);
    if let Some(engine) = &args.against {
        return against::run(args, &counting, &root, depth, engine);
    }
    interrupt::listen(|| {});
    if args.stats {
        let started = Instant::now();
        let stats = stats::count(&root, depth, args.threads.into())?;
        return report::print_stats(args, &root, depth, &stats, started.elapsed());
    }
    let mut ledger = args.resume.as_deref().map(Ledger::new);
    let mut progress = Progress::by_steps();
    let tally = tally::count(&root, depth, &counting, ledger.as_mut(), &mut progress)?;
    drop(progress);
    report::print_tally(args, &root, depth, &tally)?;
    if tally.is_finished() { Ok(()) } else { Err(Failure::Interrupted) }
}
