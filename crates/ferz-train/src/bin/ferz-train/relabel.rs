//! `ferz-train relabel`: searches the positions of games again and writes the games with the new
//! scores.

use crate::args::RelabelArgs;
use crate::error::Error;
use crate::network;
use crate::recorder::Recorder;
use ferz_cli_common::{interrupt, progress_bar};
use ferz_engine::Control;
use ferz_train::format::{Game, GameFile};
use ferz_train::relabel::{LabelSettings, ParallelRelabeler, RelabelError};
use ferz_train::{FileGame, GameFiles, GamesError};
use indicatif::ProgressBar;
use std::fs::metadata;
use std::io::{Write, stdout};
use std::sync::Arc;

/// Writes the games of the input with new scores, after those that the output has, and prints a
/// summary.
///
/// # Errors
/// If a file cannot be read or written, the output belongs to another run, a game has an illegal move,
/// or Ctrl-C was pressed. The games before stay in the output.
pub(crate) fn run(args: &RelabelArgs) -> Result<(), Error> {
    let network = network::load(args.evalfile.as_deref())?;
    let labels = LabelSettings::new(&network, args.nodes, args.hash.into());
    let mut source = GameFiles::new(args.games.clone());
    let (file, earlier_games) = open(args, &labels, &mut source)?;

    let control = Arc::new(Control::default());
    let handler_control = Arc::clone(&control);
    interrupt::install(move || handler_control.stop());
    let relabeler = ParallelRelabeler::new(args.threads.into(), &labels, &network, &control)?;
    let (mut games, mut end) = read_chunk(&mut source, relabeler.chunk_size());
    let Some(first) = games.first() else {
        return match end {
            Some(error) => Err(error.into()),
            None if earlier_games == 0 => Err(Error::NoGames),
            None => Ok(writeln!(stdout(), "all {earlier_games} games have new scores")?),
        };
    };
    let writer = file.append(&with_labels(&labels, first)?);
    let writer = writer.map_err(|error| Error::Write { path: args.out.clone(), error })?;
    let mut output = Output::new(args, labels, Recorder::new(writer));
    let mut result = Ok(());
    while result.is_ok() && !games.is_empty() {
        result =
            output.write(&relabeler, &games).and(end.map_or(Ok(()), |error| Err(error.into())));
        (games, end) = read_chunk(&mut source, relabeler.chunk_size());
    }
    output.finish(earlier_games)?;
    result
}

/// Opens the output and skips its games in the input. Returns their number.
fn open(
    args: &RelabelArgs,
    labels: &LabelSettings,
    source: &mut GameFiles,
) -> Result<(GameFile, u64), Error> {
    let (mut games, mut result) = (0, Ok(()));
    let file = GameFile::open(&args.out, |game| {
        games += 1;
        if result.is_ok() {
            result = match source.next() {
                Some(Ok(expected)) if differ_by_scores(&expected.game, &game) => Ok(()),
                Some(Err(error)) => Err(error.into()),
                _ => Err(Error::OtherGame { path: args.out.clone(), number: games }),
            };
        }
    })?;
    if let Some(settings) = file.settings() {
        let found = LabelSettings::of(settings)
            .map_err(|error| Error::Json { path: args.out.clone(), error })?;
        if found.as_ref() != Some(labels) {
            let json = |labels: &LabelSettings| serde_json::json!(labels).to_string();
            let found = found.map_or_else(|| "without labels".to_owned(), |labels| json(&labels));
            return Err(Error::Settings { path: args.out.clone(), found, expected: json(labels) });
        }
    }
    result.map(|()| (file, games))
}

/// Returns true if two games differ by the values of their scores at most.
fn differ_by_scores(a: &Game, b: &Game) -> bool {
    a.start == b.start
        && a.moves == b.moves
        && a.scores.len() == b.scores.len()
        && (a.result, a.ending) == (b.result, b.ending)
}

/// Reads games up to a number of them or an error.
fn read_chunk(source: &mut GameFiles, size: usize) -> (Vec<FileGame>, Option<GamesError>) {
    let mut games = Vec::with_capacity(size);
    for game in source.take(size) {
        match game {
            Ok(game) => games.push(game),
            Err(error) => return (games, Some(error)),
        }
    }
    (games, None)
}

/// Returns the settings of a game with new scores.
fn with_labels(labels: &LabelSettings, game: &FileGame) -> Result<String, Error> {
    labels
        .added_to(&game.settings)
        .map_err(|error| Error::Json { path: game.path.to_path_buf(), error })
}

/// Writes games with new scores and shows the progress.
struct Output<'a> {
    args: &'a RelabelArgs,
    labels: LabelSettings,
    recorder: Recorder,
    /// Progress in bytes of the input.
    progress: ProgressBar,
}

impl<'a> Output<'a> {
    fn new(args: &'a RelabelArgs, labels: LabelSettings, recorder: Recorder) -> Self {
        let bytes = args.games.iter().map(|path| metadata(path).map_or(0, |data| data.len())).sum();
        Self { args, labels, recorder, progress: progress_bar(Some(bytes)) }
    }

    /// Relabels and writes games up to an error.
    fn write(
        &mut self,
        relabeler: &ParallelRelabeler<'_>,
        games: &[FileGame],
    ) -> Result<(), Error> {
        let unlabelled: Vec<&Game> = games.iter().map(|game| &game.game).collect();
        for (game, relabelled) in games.iter().zip(relabeler.relabel(&unlabelled)) {
            let relabelled = relabelled.map_err(|error| match error {
                RelabelError::Stopped => Error::Interrupted,
                RelabelError::Illegal(error) => Error::Game {
                    path: game.path.to_path_buf(),
                    number: game.number,
                    reason: error.to_string(),
                },
            })?;
            let settings = with_labels(&self.labels, game)?;
            let written = self.recorder.set_settings(&settings);
            written
                .and_then(|()| self.recorder.write(&relabelled))
                .map_err(|error| Error::Write { path: self.args.out.clone(), error })?;
            self.progress.set_position(game.bytes_read);
        }
        self.progress.set_message(self.recorder.message());
        Ok(())
    }

    /// Flushes the file and prints the summary.
    fn finish(self, earlier_games: u64) -> Result<(), Error> {
        self.progress.finish_and_clear();
        let recorder = self.recorder;
        let write_error = |error| Error::Write { path: self.args.out.clone(), error };
        recorder.sync().map_err(write_error)?;
        writeln!(
            stdout(),
            "{} games, {} positions ({:.0} per second), {} bytes; {earlier_games} games had new \
             scores before",
            recorder.games(),
            recorder.positions(),
            recorder.positions_per_second(),
            recorder.bytes_written(),
        )?;
        Ok(())
    }
}
