//! `ferz train relabel`: searches the positions of games again and writes the games with the new
//! scores.

use super::games::{GameRecorder, TrainSearchArgs, load_network, settings_error, size};
use crate::common::prelude::*;
use ferz_output::check_distinct;
use ferz_train::format::{GameFile, TrainingGame};
use ferz_train::relabel::{RelabelFilesError, RelabelSettings, Relabeler, relabel_files};
use ferz_train::{FileGame, GameFiles, GamesError};
use std::fs::{File, metadata};
use std::io::ErrorKind;
use std::iter::Peekable;

#[derive(Args, Debug)]
pub(crate) struct RelabelArgs {
    /// Game files
    #[arg(value_name = "FILE", required = true)]
    pub(crate) games: Vec<PathBuf>,

    /// Append the games with new scores to this file, and create it if necessary
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,

    /// Search one position in N and leave the others without a score
    #[arg(long, value_name = "N", default_value = "1",
        value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) every: u32,

    /// Search and count positions from ply 16 on that are not in check and whose move is neither a
    /// capture nor a promotion
    #[arg(long)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) search: TrainSearchArgs,
}

/// Writes the games of the input with new scores, after those that the output has, and prints a
/// summary.
///
/// # Errors
/// If a file cannot be read or written, the output belongs to another run, a game has an illegal move,
/// or Ctrl-C was pressed. The games before stay in the output.
pub(crate) fn run(args: &RelabelArgs) -> Result<(), Error> {
    let network = load_network(args.search.evalfile.as_deref())?;
    let labels = RelabelSettings {
        move_pruning: args.search.move_pruning,
        every: args.every,
        quiet: args.quiet,
        ..RelabelSettings::new(&network, args.search.nodes, args.search.hash.into())
    };
    check_files(args)?;
    let mut source = GameFiles::new(args.games.clone()).peekable();
    // Creates an output for a first game only.
    if next_game(&mut source)?.is_none() && !args.out.exists() {
        return Err(no_games());
    }
    let (file, earlier_games) = open(args, &labels, &mut source)?;
    let settings = match next_game(&mut source)? {
        Some(game) => with_labels(&labels, game)?,
        None if earlier_games == 0 => return Err(no_games()),
        None => return Ok(writeln!(stdout(), "all {earlier_games} games have new scores")?),
    };

    let control = interrupt::control();
    let relabelers = (0..args.search.threads)
        .map(|_| Relabeler::new(&labels, Arc::clone(&network), &control))
        .collect::<Result<_, _>>()?;
    let write_error = |error| Error::file(&args.out, error);
    let writer = file.append(&settings).map_err(write_error)?;
    let mut recorder =
        GameRecorder::new(writer, Some(args.games.iter().map(|path| size(path)).sum()));
    let mut written = Ok(());
    let result = relabel_files(relabelers, &control, source, |game| {
        written = with_labels(&labels, &game).and_then(|settings| {
            recorder.writer.set_settings(&settings).map_err(write_error)?;
            recorder.write(&game.game).map_err(write_error)
        });
        recorder.bar.set_position(game.bytes_read);
        if written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    written?;
    let summary = recorder.finish().map_err(write_error)?;
    writeln!(stdout(), "{summary}; {earlier_games} games had new scores before")?;
    result.map_err(|error| match error {
        RelabelFilesError::Stopped => Error::Interrupted,
        RelabelFilesError::Games(error) => error.into(),
        error => Error::new(error),
    })
}

/// Returns the error of an input without games.
fn no_games() -> Error {
    Error::new("the files contain no game")
}

/// Checks that all inputs can be opened, since the last ones are read after hours of work, and that
/// none of them is the output, which would be read while it grows.
fn check_files(args: &RelabelArgs) -> Result<(), Error> {
    let inputs: Vec<_> = args.games.iter().map(|path| ("games", path.as_path())).collect();
    check_distinct(&[("--out", &args.out)], &inputs)?;
    for path in &args.games {
        let checked = metadata(path).and_then(|data| match data {
            data if data.is_dir() => Err(ErrorKind::IsADirectory.into()),
            data if data.is_file() => File::open(path).map(drop),
            // A pipe can be opened once.
            _ => Ok(()),
        });
        checked.map_err(|error| GamesError::Open { path: path.clone(), error })?;
    }
    Ok(())
}

/// Returns the next game, which stays in the source.
fn next_game(source: &mut Peekable<GameFiles>) -> Result<Option<&FileGame>, Error> {
    if let Some(Err(error)) = source.next_if(Result::is_err) {
        return Err(error.into());
    }
    Ok(source.peek().and_then(|game| game.as_ref().ok()))
}

/// Opens the output and skips its games in the input. Returns their number.
fn open(
    args: &RelabelArgs,
    labels: &RelabelSettings,
    source: &mut Peekable<GameFiles>,
) -> Result<(GameFile, u64), Error> {
    let (mut games, mut result) = (0, Ok(()));
    let file = GameFile::open(&args.out, |game| {
        games += 1;
        if result.is_ok() {
            result = match source.next() {
                Some(Ok(expected)) if differ_by_scores(&expected.game, &game) => Ok(()),
                Some(Err(error)) => Err(error.into()),
                _ => {
                    let path = args.out.display();
                    Err(Error::new(format_args!(
                        "{path}, game {games}: not the game of the input with this number"
                    )))
                }
            };
        }
    })?;
    if let Some(settings) = file.settings() {
        let found = RelabelSettings::of(settings).map_err(|error| Error::file(&args.out, error))?;
        if found.as_ref() != Some(labels) {
            return Err(match found {
                Some(found) => settings_error(&args.out, &found, labels),
                None => Error::file(&args.out, "its games were not relabelled; give a new file"),
            });
        }
    }
    result.map(|()| (file, games))
}

/// Returns true if two games differ by the values of their scores at most.
fn differ_by_scores(a: &TrainingGame, b: &TrainingGame) -> bool {
    a.start == b.start
        && a.moves == b.moves
        && a.scores.len() == b.scores.len()
        && (a.result, a.ending) == (b.result, b.ending)
}

/// Returns the settings of a game with new scores.
fn with_labels(labels: &RelabelSettings, game: &FileGame) -> Result<String, Error> {
    labels.added_to(&game.settings).map_err(|error| Error::file(&game.path, error))
}
