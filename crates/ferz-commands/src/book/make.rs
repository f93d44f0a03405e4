//! `book make`: a book from the games of PGN files.

use super::args::MakeArgs;
use super::{positions, print_json, write};
use crate::common::error::Error;
use crate::common::error_log::ErrorLog;
use crate::common::program::progress_bar;
use crate::common::text::{counted, grouped};
use crate::common::{interrupt, output_file};
use ferz::Color;
use ferz_game::book::{BookBuilder, BuildOptions, Counting, PgnGames};
use ferz_game::pgn::{Input, PgnError, Player, Reader};
use indicatif::ProgressBar;
use serde::Serialize;
use std::io::{Read, Write, stdout};
use std::path::Path;

/// The number of games between updates of the progress bar.
const GAMES_PER_UPDATE: u64 = 1000;

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
pub(super) fn run(args: &MakeArgs) -> Result<(), Error> {
    interrupt::install(|| {});
    let file = output_file::create(&args.output, &args.files)?;
    let bar = progress_bar(None);
    let (mut errors, log) = (0, ErrorLog::new(args.max_errors));
    let report = |error: PgnError| {
        errors += 1;
        log.print(&bar, error);
    };
    let mut player = args.moves.player(PgnGames::new(BookBuilder::new(options(args)), report));
    for path in &args.files {
        let input = match path.as_os_str() == "-" {
            true => Input::stdin(),
            false => Input::open(path),
        };
        read_games(input.map_err(|error| Error::file(path, error))?, path, &mut player, &bar)?;
    }
    bar.finish_and_clear();
    log.finish();
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

fn options(args: &MakeArgs) -> BuildOptions {
    BuildOptions {
        min_games: args.min_games,
        max_plies: args.max_plies,
        min_score: args.min_score,
        color: args.color.map(Color::from),
        uniform: args.uniform,
        counting: if args.exact { Counting::Exact } else { Counting::Halving },
    }
}

/// Reads the games of one text.
fn read_games<E: FnMut(PgnError)>(
    input: impl Read,
    path: &Path,
    player: &mut Player<PgnGames<E>>,
    bar: &ProgressBar,
) -> Result<(), Error> {
    let mut reader = Reader::new(input);
    reader.set_source(path.display().to_string());
    while reader.read_game(player).map_err(|error| Error::file(path, error))? {
        let builder = player.visitor().builder();
        if builder.games().is_multiple_of(GAMES_PER_UPDATE) {
            let (games, moves) = (builder.games(), builder.moves());
            let (games, moves) = (grouped(games.into()), grouped(moves as u128));
            bar.set_message(format!("{games} games, {moves} moves"));
            bar.tick();
            if interrupt::requested() {
                return Err(Error::Interrupted);
            }
        }
    }
    Ok(())
}
