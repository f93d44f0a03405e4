//! `ferz puzzles`: puzzles out of games.

mod check;
mod checkpoint;
mod choice;
mod engine_judge;
mod find;
mod score;
mod solve;

use crate::common::prelude::*;
use check::CheckArgs;
use find::FindArgs;
use solve::SolveArgs;

/// The subcommands.
#[derive(Subcommand, Debug)]
pub(crate) enum PuzzlesCommand {
    /// Find puzzles in games: errors after which the other side has the only moves
    #[command(
        after_help = "A puzzle begins with an error of the game; then each move of its solution is the only one \
        that wins, by a search with --nodes and again by one with ten times as many. Evaluations in the games \
        ([%eval], as `ferz pgn annotate` writes them) save the search for the errors. The rows have the columns \
        of Lichess's puzzle database, without ratings; PGN has players, event, date and whose error it is too. \
        Puzzles out of your own games: ferz puzzles find games.pgn --player \"Name\" --limit 10 -o puzzles.pgn, \
        then ferz puzzles solve puzzles.pgn"
    )]
    Find(Box<FindArgs>),
    /// Solve puzzles in the terminal: the board, your moves, hints and a score
    #[command(
        after_help = "Moves are entered as in `ferz play`: in SAN (e4, Nf3, O-O, e8=Q) or UCI notation (e2e4, \
        e7e8q), with or without a number; `help` lists the commands, such as hint, solution and next. Of several \
        mates each is right. A wrong move may be followed by others, but only puzzles without one and without \
        help count as solved at the first try. `quit`, the end of the input and Ctrl-C end with the score, the \
        puzzles to repeat, and how to go on. Ten mates at random: ferz puzzles solve puzzles.csv --theme mate \
        --order random --limit 10"
    )]
    Solve(SolveArgs),
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
        PuzzlesCommand::Solve(args) => solve::run(args),
        PuzzlesCommand::Check(args) => check::run(args),
    }
}
