//! `book make`: makes a book from the games of PGN files.

use super::{positions, write};
use crate::common::arguments::{number, side};
use crate::common::error::Error;
use crate::common::files::{self, is_standard_stream};
use crate::common::sources::{MoveArgs, Sources};
use crate::common::text::{counted, grouped, print_json};
use clap::Args;
use ferz::Color;
use ferz_game::book::{BookBuilder, BuildOptions, Counting, PgnGames};
use ferz_game::pgn::PgnError;
use serde::Serialize;
use std::io::{Write, stdout};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct BookMakeArgs {
    /// PGN files, plain or compressed with gzip, bzip2 or zstd; `-` is standard input
    #[arg(value_name = "PGN", required = true)]
    files: Vec<PathBuf>,

    /// Book to write; an existing file is replaced; `-` is standard output
    #[arg(long, short, value_name = "BOOK")]
    output: PathBuf,

    #[command(flatten)]
    moves: MoveArgs,

    /// Number of errors that are printed; all are counted
    #[arg(long, value_name = "N", default_value_t = 100)]
    max_errors: u64,

    /// Minimum number of games with a move
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    min_games: u32,

    /// Number of plies of each game that are used
    #[arg(long, value_name = "N", default_value_t = 1024)]
    max_plies: u32,

    /// Minimum score of a move in percent: 100 if its side won all games, 50 if all were drawn
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0, value_parser = number(0.0..=100.0))]
    min_score: f64,

    /// Keep the moves of one side only
    #[arg(long, value_name = "SIDE", value_parser = side())]
    color: Option<Color>,

    /// Give all moves the weight 1
    #[arg(long)]
    uniform: bool,

    /// Count all games, and scale weights above 65535, instead of halving the counts of a position
    /// each time a move has 16384 games
    #[arg(long)]
    exact: bool,

    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

/// JSON object of a new book.
#[derive(Serialize)]
struct MakeReport {
    games: u64,
    errors: u64,
    moves_read: usize,
    entries: usize,
    positions: usize,
}

/// Makes a book.
///
/// # Errors
/// If a file cannot be read or written, the book is one of the PGN files, or after Ctrl-C, which
/// writes no book.
pub(super) fn run(args: &BookMakeArgs) -> Result<(), Error> {
    let sources = Sources::new(&args.files, args.max_errors);
    let file = files::create(&args.output, &args.files)?;
    let mut errors = 0;
    let report = |error: PgnError| {
        errors += 1;
        sources.report_all([error], 0);
    };
    let builder = BookBuilder::new(build_options(args));
    let mut player = args.moves.player(PgnGames::new(builder, report));
    sources.read_with(&mut player)?;
    let builder = player.into_visitor().into_builder();
    let entries = builder.finish();
    write(file, &entries)?;
    let report = MakeReport {
        games: builder.games(),
        errors,
        moves_read: builder.moves(),
        entries: entries.len(),
        positions: positions(&entries),
    };
    if is_standard_stream(&args.output) {
        return Ok(());
    }
    if args.json {
        return print_json(&report);
    }
    let (path, games) = (args.output.display(), counted(report.games as usize, "game"));
    let errors = match report.errors {
        0 => String::new(),
        errors => format!(" ({} with errors)", grouped(errors.into())),
    };
    let (moves, positions) =
        (counted(report.entries, "move"), counted(report.positions, "position"));
    Ok(writeln!(
        stdout(),
        "{path}: {moves} in {positions}, of {} moves in {games}{errors}",
        grouped(report.moves_read as u128)
    )?)
}

fn build_options(args: &BookMakeArgs) -> BuildOptions {
    BuildOptions {
        min_games: args.min_games,
        max_plies: args.max_plies,
        min_score: args.min_score,
        color: args.color,
        uniform: args.uniform,
        counting: if args.exact { Counting::Exact } else { Counting::Halving },
    }
}
