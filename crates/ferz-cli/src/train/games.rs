//! Shared parts of the commands of `ferz train`: arguments, game files and networks.

use crate::common::prelude::*;
use ferz_engine::eval::default_network;
use ferz_nnue::Network;
use ferz_train::format::{GameWriter, ReadError, TrainingGame, WriteError};
use ferz_train::{EpochLoss, GamesError};
use indicatif::ProgressBar;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs::{File, metadata};

/// The interval between flushes of the file to the storage device.
const SYNC_INTERVAL: Duration = Duration::from_secs(60);

#[derive(Args, Debug)]
pub(crate) struct TrainSearchArgs {
    /// Soft node limit per position: complete the iteration that exceeds it, up to 8 N nodes
    #[arg(long, value_name = "N", default_value = "500",
        value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,

    /// Prune moves in the move loop, as the engine does; with few nodes the scores are worse
    #[arg(long)]
    pub(crate) move_pruning: bool,

    /// Number of threads; each searches the positions of a game of its own
    #[arg(long, value_name = "N", default_value = "1", value_parser = thread_count())]
    pub(crate) threads: u16,

    /// Transposition table size per thread, in MiB
    #[arg(long, value_name = "MIB", default_value = "8",
        value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) hash: u16,

    /// Evaluate by the network in FILE [default: the embedded network]
    #[arg(long, value_name = "FILE")]
    pub(crate) evalfile: Option<PathBuf>,
}

/// Writes games to the file, flushes it at intervals, counts and shows the progress.
pub(crate) struct GameRecorder {
    pub(crate) writer: GameWriter<File>,
    /// The progress bar, whose position is that of the command.
    pub(crate) bar: ProgressBar,
    /// The number of games written.
    pub(crate) games: u64,
    /// The number of scored positions written.
    pub(crate) positions: u64,
    started: Instant,
    last_sync: Instant,
}

impl GameRecorder {
    /// Creates a recorder with a progress bar of this length.
    pub(crate) fn new(writer: GameWriter<File>, length: Option<u64>) -> Self {
        let now = Instant::now();
        let bar = progress_bar(length);
        Self { writer, bar, games: 0, positions: 0, started: now, last_sync: now }
    }

    fn positions_per_second(&self) -> f64 {
        self.positions as f64 / self.started.elapsed().as_secs_f64().max(1e-9)
    }

    /// Writes a game.
    ///
    /// # Errors
    /// If the file cannot be written to, or the game does not fit the format.
    pub(crate) fn write(&mut self, game: &TrainingGame) -> Result<(), WriteError> {
        self.writer.write(game)?;
        if self.last_sync.elapsed() >= SYNC_INTERVAL {
            self.writer.sync()?;
            self.last_sync = Instant::now();
        }
        self.games += 1;
        self.positions += game.search_scores().count() as u64;
        let (games, positions, speed) = (self.games, self.positions, self.positions_per_second());
        self.bar.set_message(format!("{games} games, {positions} positions, {speed:.0}/s"));
        Ok(())
    }

    /// Flushes the file to the storage device and returns the summary.
    ///
    /// # Errors
    /// If the operating system reports one.
    pub(crate) fn finish(self) -> Result<String, WriteError> {
        self.bar.finish_and_clear();
        let (games, positions, speed) = (self.games, self.positions, self.positions_per_second());
        self.writer.sync()?;
        let bytes = self.writer.bytes_written();
        Ok(format!("{games} games, {positions} positions ({speed:.0} per second), {bytes} bytes"))
    }
}

pub(super) fn positive(text: &str) -> Result<f32, String> {
    let number: f32 = text.parse().map_err(|_| "expected a number".to_owned())?;
    let is_valid = number > 0.0 && number.is_finite();
    if is_valid { Ok(number) } else { Err("not a positive number".to_owned()) }
}

/// Checks the game files of a command and its chart, if there is one, before any work.
///
/// # Errors
/// If a file cannot be used: the first of them.
pub(crate) fn check_files(games: &[PathBuf], svg: Option<&Path>) -> Result<(), Error> {
    let outputs: Vec<_> = svg.map(|path| ("--svg", path)).into_iter().collect();
    let games: Vec<_> = games.iter().map(|path| ("games", path.as_path())).collect();
    ferz_output::check(&outputs, &games)?;
    svg.map_or(Ok(()), |path| FileKind::Image.check_replaced(path))
}

/// Returns the size of a file in bytes; 0 if it is unknown.
pub(crate) fn size(path: &Path) -> u64 {
    metadata(path).map_or(0, |data| data.len())
}

/// Calls `read` for each file, with a function that takes the number of bytes of the file read so far.
/// Reports the incomplete record whose offset `read` returns.
///
/// # Errors
/// The first error of `read`.
pub(crate) fn read_files(
    paths: &[PathBuf],
    mut read: impl FnMut(&Path, &mut dyn FnMut(u64)) -> Result<Option<u64>, GamesError>,
) -> Result<(), Error> {
    let bar = progress_bar(Some(paths.iter().map(|path| size(path)).sum()));
    bar.set_message("of the games read");
    let mut bytes_before = 0;
    for path in paths {
        let incomplete = read(path, &mut |bytes| bar.set_position(bytes_before + bytes))?;
        if let Some(offset) = incomplete {
            bar.suspend(|| {
                let path = path.display();
                print_message(format_args!("{path}: incomplete record at byte {offset} ignored"));
            });
        }
        bytes_before += size(path);
    }
    bar.finish_and_clear();
    Ok(())
}

/// The message if no position is held out.
pub(crate) const NO_HELD_OUT: &str =
    "no position is held out: the loss is that of the training positions alone";

/// Returns the losses of the training positions and of those held out. Leaves out a held-out loss that
/// is not a number, since there is none.
pub(crate) fn losses_text(EpochLoss { training, held_out }: EpochLoss) -> String {
    if held_out.is_nan() {
        format!("loss {training:.6}")
    } else {
        format!("loss {training:.6}, held out {held_out:.6}")
    }
}

/// Reads a network, or returns the embedded one without a file.
///
/// # Errors
/// If the file cannot be read or is not a network.
pub(crate) fn load_network(file: Option<&Path>) -> Result<Arc<Network>, Error> {
    let Some(path) = file else { return Ok(default_network()) };
    Ok(Arc::new(Network::load(path)?))
}

/// Returns the error of games without a position that passes the filters.
pub(super) fn no_samples() -> Error {
    Error::new("no position to train with passes the filters")
}

/// Creates the error of a file with other settings than those of the arguments, with the entries that
/// differ.
pub(super) fn settings_error<T: Serialize>(path: &Path, found: &T, expected: &T) -> Error {
    let [found, expected] = differences(&json!(found), &json!(expected));
    Error::file(path, format_args!("{found}; the arguments give {expected}"))
}

/// Returns the entries in which two JSON objects differ, as texts.
fn differences(a: &Value, b: &Value) -> [String; 2] {
    let mut texts = [String::new(), String::new()];
    let names = [a, b].into_iter().filter_map(Value::as_object).flat_map(|object| object.keys());
    for name in names.collect::<BTreeSet<_>>() {
        if a.get(name) == b.get(name) {
            continue;
        }
        for (text, object) in texts.iter_mut().zip([a, b]) {
            let separator = if text.is_empty() { "" } else { ", " };
            let value = object.get(name).filter(|value| !value.is_null());
            let value = value.map_or_else(|| "none".to_owned(), Value::to_string);
            text.push_str(&format!("{separator}{name} {value}"));
        }
    }
    texts
}

/// Creates the error of a game file that cannot be read: a failed check if it is damaged, but not if it
/// is of another kind.
pub(super) fn read_error(path: &Path, error: &ReadError) -> Error {
    let text = format!("{}: {error}", path.display());
    match error {
        ReadError::Truncated { .. } | ReadError::Damaged { .. } => Error::failed_check(text),
        ReadError::Io(_) | ReadError::Magic | ReadError::Version(_) => Error::new(text),
    }
}

impl From<GamesError> for Error {
    fn from(error: GamesError) -> Self {
        match &error {
            GamesError::Read { path, error } => read_error(path, error),
            GamesError::Illegal { .. } => Self::failed_check(error),
            _ => Self::new(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_entries_that_differ_are_named() {
        let found = json!({"epochs": 2, "seed": 1, "init": null, "filter": {"min_ply": 16}});
        let expected =
            json!({"epochs": 3, "seed": 1, "init": "00c0ffee", "filter": {"min_ply": 8}});
        let error = settings_error(Path::new("a.checkpoint"), &found, &expected);
        assert_eq!(
            error.to_string(),
            "a.checkpoint: epochs 2, filter {\"min_ply\":16}, init none; the arguments give epochs 3, \
             filter {\"min_ply\":8}, init \"00c0ffee\""
        );
    }
}
