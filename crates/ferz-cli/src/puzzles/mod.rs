//! `ferz puzzles`: puzzles out of games.

mod check;
mod checkpoint;
mod engine_judge;
mod find;

use crate::common::error::Error;
use check::CheckArgs;
use clap::Subcommand;
use find::FindArgs;

/// The subcommands.
#[derive(Subcommand, Debug)]
pub(crate) enum PuzzlesCommand {
    /// Find puzzles in games: errors after which the other side has the only moves
    #[command(
        after_help = "A puzzle begins with an error of the game; then each move of its solution is the only one \
        that wins, by a search with --nodes and again by one with ten times as many. Evaluations in the games \
        ([%eval], as `ferz pgn annotate` writes them) save the search for the errors. The rows have the columns \
        of Lichess's puzzle database, without ratings. Puzzles out of your own lost games: ferz pgn filter \
        games.pgn --lost \"Name\" -o lost.pgn, then ferz puzzles find lost.pgn -o puzzles.csv"
    )]
    Find(FindArgs),
    /// Test the solutions of puzzles: is each move the only one that wins?
    #[command(
        after_help = "Prints the puzzles whose solution is refuted (another move is better, or the move does not \
        win) or ambiguous (a second move is nearly as good), and the totals. Exits with status 1 if a puzzle \
        is refuted."
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
        PuzzlesCommand::Check(args) => check::run(args),
    }
}
