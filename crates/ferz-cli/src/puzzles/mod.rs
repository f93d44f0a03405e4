//! `ferz puzzles`: puzzles out of games.

mod check;
mod checkpoint;
mod choice;
mod engine_judge;
mod find;
mod score;
mod solve;

use crate::common::prelude::*;
use crate::common::program::help;
use check::CheckArgs;
use find::FindArgs;
use solve::SolveArgs;

/// The subcommands.
#[derive(Subcommand, Debug)]
pub(crate) enum PuzzlesCommand {
    /// Find puzzles in games: errors after which the other side has the only moves
    #[command(
        after_help = help!("puzzles-find")
    )]
    Find(Box<FindArgs>),
    /// Solve puzzles in the terminal: the board, your moves, hints and a score
    #[command(
        after_help = help!("puzzles-solve")
    )]
    Solve(SolveArgs),
    /// Test the solutions of puzzles: is each move the only one that wins?
    #[command(
        after_help = help!("puzzles-check")
    )]
    Check(CheckArgs),
}

/// Runs a subcommand.
///
/// # Errors
/// As the subcommand.
pub(crate) fn run(command: &PuzzlesCommand) -> Result<(), Error> {
    match command {
        PuzzlesCommand::Find(args) => find::run(args),
        PuzzlesCommand::Solve(args) => solve::run(args),
        PuzzlesCommand::Check(args) => check::run(args),
    }
}
