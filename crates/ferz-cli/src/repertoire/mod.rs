//! `ferz repertoire`: commands on one's own openings, each in a file of its own.

mod check;
mod game_source;
mod games;
mod learn;
mod progress;
mod stats;

use crate::common::files::is_standard_stream;
use crate::common::prelude::*;
use check::RepertoireCheckArgs;
use ferz_database::repertoire::{Repertoire, TextFaults};
use ferz_game::pgn::Input;
use games::RepertoireGamesArgs;
use learn::LearnArgs;
use stats::RepertoireStatsArgs;

#[derive(Subcommand, Debug)]
pub(crate) enum RepertoireCommand {
    /// Find contradictory and missing answers and lines that end too early
    #[command(
        after_help = "A repertoire consists of positions, not of orders of moves: a line that ends in a position \
        which another line or file continues has no gap. Two answers to one position exclude each other, unless one \
        game has both as variations of each other: then they are alternatives.\n\n\
        With --games or --index, moves that games have and the repertoire has not are listed by chance: the \
        probability that a game in which you play your repertoire reaches the place, which is the product of the \
        shares of the opponent's moves on the way.\n\n\
        A game with an error is read up to the error, and a variation with an illegal move up to that move; both are \
        reported with file and line. Exits with status 1 if a game has an error.\n\n\
        Examples:\n  \
        ferz repertoire check white.pgn --color white\n  \
        ferz repertoire check white.pgn --color white --games games.pgn --min-elo 2000\n  \
        ferz repertoire check white*.pgn --color white --index my.index"
    )]
    Check(Box<RepertoireCheckArgs>),
    /// Show where your games left your repertoire, and who left it
    #[command(
        after_help = "A game leaves a repertoire at the last of its positions there: one that comes back by another \
        order of moves has not left. Games with errors are reported on standard error and left out. What follows the \
        last position is not read, unless a condition needs it.\n\n\
        With --due, the positions that you left are due in `ferz repertoire learn`, if you have not answered them \
        since the day of the game; those that you have not learned yet stay new.\n\n\
        Example:\n  \
        ferz repertoire games white.pgn --color white --games mine.pgn --player meyer --since 2024"
    )]
    Games(Box<RepertoireGamesArgs>),
    /// Learn the answers of your repertoire in the terminal
    #[command(
        after_help = "Shows the positions that are due, then new ones, from the start outward, and asks for your move; \
        a new one is shown and played once before it is asked. Any answer of the repertoire is right. A wrong answer shows the line and its comment, and the position comes \
        again. A position that was answered right comes back after a time that grows with each right answer, by the \
        scheduler FSRS-6: when nine of ten are still remembered.\n\n\
        The progress is kept in a file beside the first PGN file, white.progress.json beside white.pgn, after each \
        answer; `ferz repertoire stats` counts it. Positions, not lines, are remembered, so that changes of the \
        repertoire lose nothing.\n\n\
        Example:\n  \
        ferz repertoire learn white.pgn --color white --limit 10"
    )]
    Learn(LearnArgs),
    /// Count the positions that are due, learned, forgotten and new
    Stats(RepertoireStatsArgs),
}

/// Runs a command on a repertoire.
///
/// # Errors
/// If the arguments are invalid, a file cannot be read or written, or a game of the repertoire has an error.
pub(crate) fn run(command: &RepertoireCommand) -> Result<(), Error> {
    match command {
        RepertoireCommand::Check(args) => check::run(args),
        RepertoireCommand::Games(args) => games::run(args),
        RepertoireCommand::Learn(args) => learn::run(args),
        RepertoireCommand::Stats(args) => stats::run(args),
    }
}

/// The repertoire of a command.
#[derive(Args, Debug)]
pub(crate) struct RepertoireArgs {
    /// PGN files of the repertoire with variations, plain or compressed; `-` is standard input
    #[arg(value_name = "PGN", required = true)]
    files: Vec<PathBuf>,

    /// Your side
    #[arg(long, value_name = "SIDE", value_parser = side(), required = true)]
    color: Color,

    #[command(flatten)]
    moves: MoveArgs,
}

impl RepertoireArgs {
    /// Returns true if a file is standard input.
    fn reads_stdin(&self) -> bool {
        self.files.iter().any(|path| is_standard_stream(path))
    }

    /// Reads the repertoire. Prints the faults of its texts on standard error.
    ///
    /// # Errors
    /// If a file cannot be read, or there is no move.
    fn read(&self) -> Result<(Repertoire, TextFaults), Error> {
        interrupt::install_exit();
        let (mut repertoire, mut faults) = (Repertoire::default(), TextFaults::default());
        for path in &self.files {
            let is_stdin = is_standard_stream(path);
            let input = if is_stdin { Input::stdin() } else { Input::open(path) };
            let name = path.display().to_string();
            let letters = self.moves.letters();
            let read = input.and_then(|input| repertoire.add_text(&name, input, letters));
            let read = read.map_err(|error| match is_stdin {
                true => Error::input(error),
                false => Error::file(path, error),
            })?;
            faults.errors.extend(read.errors);
            faults.warnings.extend(read.warnings);
        }
        faults.errors.iter().for_each(print_message);
        faults.warnings.iter().for_each(|it| print_message(format_args!("{it} (left out)")));
        if repertoire.positions().iter().all(|position| position.moves.is_empty()) {
            let names: Vec<_> = self.files.iter().map(|path| path.display().to_string()).collect();
            return Err(Error::new(format_args!("{}: found no move", names.join(", "))));
        }
        Ok((repertoire, faults))
    }
}
