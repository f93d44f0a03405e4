//! The command `pgn`: checks, measures, selects and annotates the games of PGN files.

mod annotate;
mod args;
mod check;
mod dedupe;
mod ending;
mod fen;
mod filter;
mod main_line;
mod sort;
mod sources;
mod split;
mod stats;

pub(crate) use args::{MoveArgs, PgnArgs};

use crate::common::error::Error;
use args::PgnCommand;

/// Runs a command on PGN files.
///
/// # Errors
/// If the arguments are invalid, a file cannot be read or written, or a check fails.
pub(crate) fn run(args: &PgnArgs) -> Result<(), Error> {
    match &args.command {
        PgnCommand::Check(args) => check::run(args),
        PgnCommand::Stats(args) => stats::run(args),
        PgnCommand::Fen(args) => fen::run(args),
        PgnCommand::Filter(args) => filter::run(args),
        PgnCommand::Dedupe(args) => dedupe::run(args),
        PgnCommand::Split(args) => split::run(args),
        PgnCommand::Sort(args) => sort::run(args),
        PgnCommand::Annotate(args) => annotate::run(args),
    }
}
