//! `ferz train show`: prints the totals, positions or games of game files.

mod totals;

use super::args::ShowArgs;
use super::error::TrainError;
use crate::common::interrupt;
use ferz_output::{check, replace};
use ferz_train::format::{Filter, GameReader, TrainingGame};
use ferz_train::statistics::{GameStatistics, draw};
use std::fs::File;
use std::io::{self, BufWriter, Write, stdout};
use std::path::Path;
use totals::{FileTotals, GameFileTotals};

/// Prints totals, positions or games.
///
/// # Errors
/// If a file cannot be read, is damaged or truncated, or contains an invalid game. The games before
/// are in the output; after a damaged or truncated file the other files are too.
pub(crate) fn run(args: &ShowArgs) -> Result<(), TrainError> {
    let svg: Vec<_> = args.svg.as_deref().map(|path| ("--svg", path)).into_iter().collect();
    let games: Vec<_> = args.files.iter().map(|path| ("games", path.as_path())).collect();
    check(&svg, &games)?;
    interrupt::install_exit();
    let mut out = BufWriter::new(stdout().lock());
    if args.fen || args.pgn {
        let result = write_games(args, &mut out);
        out.flush()?;
        return result;
    }
    let (totals, result) = count(args)?;
    if args.json {
        writeln!(out, "{}", serde_json::json!(totals.summary()))?;
    } else {
        totals.write(&mut out)?;
        if args.check && result.is_ok() {
            writeln!(out, "\nall games are valid")?;
        }
    }
    out.flush()?;
    if let Some(path) = &args.svg {
        let text = draw(totals.statistics.scores()).map_err(TrainError::Chart)?;
        replace(path, text.as_bytes())?;
    }
    result
}

/// Reads the games of the files, up to `limit` in all, and passes each chunk with the number of its
/// first game to `visit`. Returns the totals of each file with settings, and the error of the first file
/// that is damaged or truncated. That error ends the reading if no file has settings.
fn for_each_chunk(
    args: &ShowArgs,
    mut visit: impl FnMut(&Path, usize, &[TrainingGame]) -> Result<(), TrainError>,
) -> Result<(Vec<FileTotals>, Result<(), TrainError>), TrainError> {
    let mut left = args.limit.unwrap_or(usize::MAX);
    let (mut files, mut result) = (Vec::new(), Ok(()));
    for path in &args.files {
        let read_error = |error| TrainError::Read { path: path.clone(), error };
        let file = File::open(path).map_err(|error| TrainError::file(path, error))?;
        let mut reader = match GameReader::new(file) {
            Ok(reader) => reader,
            Err(error) => {
                result = result.and(Err(read_error(error)));
                continue;
            }
        };
        let mut games = 0;
        loop {
            let (chunk, read) = reader.read_chunk(left);
            result = result.and(read.map_err(read_error));
            if chunk.is_empty() {
                break;
            }
            visit(path, games + 1, &chunk)?;
            games += chunk.len();
            left -= chunk.len();
        }
        files.push(FileTotals::new(path, games, &reader));
    }
    if files.is_empty() {
        result?;
        result = Ok(());
    }
    Ok((files, result))
}

fn invalid(path: &Path, number: usize, reason: &dyn ToString) -> TrainError {
    TrainError::Game { path: path.to_owned(), number, reason: reason.to_string() }
}

/// Counts the games, and verifies them if requested. The inner error is that of a damaged file.
fn count(args: &ShowArgs) -> Result<(GameFileTotals, Result<(), TrainError>), TrainError> {
    let mut statistics = GameStatistics::default();
    let (files, result) = for_each_chunk(args, |path, first, games| {
        if args.check {
            for (number, game) in (first..).zip(games) {
                game.verify().map_err(|error| invalid(path, number, &error))?;
            }
        }
        let counted = statistics.add(games);
        counted.map_err(|illegal| invalid(path, first + illegal.index, &illegal.error))
    })?;
    Ok((GameFileTotals { files, statistics }, result))
}

/// Writes positions or games.
fn write_games(args: &ShowArgs, out: &mut impl Write) -> Result<(), TrainError> {
    let filter = Filter {
        min_ply: args.min_ply,
        max_score: args.max_score,
        no_check: args.quiet,
        no_tactics: args.quiet,
    };
    let (_, result) = for_each_chunk(args, |path, first, games| {
        for (number, game) in (first..).zip(games) {
            if args.fen {
                write_positions(game, &filter, out)?
                    .map_err(|error| invalid(path, number, &error))?;
            } else {
                let text = game.pgn().map_err(|error| invalid(path, number, &error))?;
                out.write_all(text.as_bytes())?;
            }
        }
        Ok(())
    })?;
    result
}

/// Writes the positions of a game that the filter accepts. The inner error is an illegal move.
fn write_positions(
    game: &TrainingGame,
    filter: &Filter,
    out: &mut impl Write,
) -> io::Result<Result<(), String>> {
    let mut written = Ok(());
    let visited = game.visit(filter, |ply| {
        if let (Ok(()), Some(score)) = (&written, ply.score) {
            let (fen, points) = (ply.position.fen(), ply.result.points());
            written = writeln!(out, "{fen};{score};{points}");
        }
    });
    written.map(|()| visited.map_err(|error| error.to_string()))
}
