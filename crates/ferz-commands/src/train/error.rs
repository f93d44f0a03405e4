//! The errors that end a command.

use crate::common::options::OpeningsError;
use crate::common::program::{CommonError, Exit};
use ferz_engine::AllocationError;
use ferz_nnue::{LoadError, QuantizeError};
use ferz_output::OutputError;
use ferz_train::GamesError;
use ferz_train::format::{OpenError, ReadError, WriteError};
use ferz_train::nnue::{InitialWeightsError, TrainCheckpointError, TrainSettingsError};
use ferz_train::relabel::{ParallelRelabelError, SettingsError};
use ferz_train::selfplay::RunnerError;
use ferz_train::tune::SourceError;
use ferz_train::yardstick::YardstickError;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

/// An error that ends a command of `ferz train`.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TrainError {
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    /// The start positions cannot be read.
    #[error("{0}")]
    Openings(#[from] OpeningsError),
    /// A game file cannot be opened for appending.
    #[error("{0}")]
    Open(#[from] OpenError),
    /// A game cannot be written.
    #[error("{}: {error}", path.display())]
    Write { path: PathBuf, error: WriteError },
    /// A game file is damaged, or a file is not a game file.
    #[error("{}: {error}", path.display())]
    Read { path: PathBuf, error: ReadError },
    /// A game breaks the rules of chess.
    #[error("{}, game {number}: {reason}", path.display())]
    Game { path: PathBuf, number: usize, reason: String },
    /// A network cannot be read.
    #[error("{0}")]
    Network(#[from] LoadError),
    /// Games cannot be relabelled.
    #[error("{0}")]
    Relabel(ParallelRelabelError),
    /// The memory for a transposition table cannot be allocated.
    #[error("{0}")]
    Memory(#[from] AllocationError),
    /// The settings of a game file are not a JSON object.
    #[error("{}: {error}", path.display())]
    Json { path: PathBuf, error: SettingsError },
    /// A file of relabelled games was made of other games.
    #[error("{}, game {number}: not the game of the input with this number", path.display())]
    OtherGame { path: PathBuf, number: u64 },
    /// The input of relabelling has no game.
    #[error("the files contain no game")]
    NoGames,
    /// Self-play cannot continue.
    #[error("{0}")]
    Selfplay(#[from] RunnerError),
    /// Training games cannot be read.
    #[error("{0}")]
    Games(#[from] GamesError),
    /// The filters leave no position to train with.
    #[error("no position to train with passes the filters")]
    NoSamples,
    /// The positions to compare with cannot be read.
    #[error("{}: {error}", path.display())]
    Yardstick { path: PathBuf, error: YardstickError },
    /// The loss curve cannot be drawn.
    #[error("{0}")]
    Chart(String),
    /// The sources cannot be rewritten.
    #[error("{0}")]
    Sources(#[from] SourceError),
    /// An output file or a checkpoint belongs to a run with other settings, games or filters.
    #[error("{}: {found}; the arguments give {expected}", path.display())]
    Settings { path: PathBuf, found: String, expected: String },
    /// The games of an output file were not relabelled.
    #[error("{}: its games were not relabelled; give a new file", path.display())]
    NotRelabelled { path: PathBuf },
    /// An input file cannot be opened, or an output file cannot be written.
    #[error("{0}")]
    Files(#[from] OutputError),
    /// A checkpoint cannot be read.
    #[error("{}: {error}", path.display())]
    Checkpoint { path: PathBuf, error: TrainCheckpointError },
    /// The initial weights cannot be read.
    #[error("{}: {error}", path.display())]
    InitialWeights { path: PathBuf, error: InitialWeightsError },
    /// The settings of the training run are invalid.
    #[error("{0}")]
    TrainSettings(#[from] TrainSettingsError),
    /// The trained weights cannot be quantised.
    #[error("{0}")]
    Quantize(#[from] QuantizeError),
    /// The network or checkpoint of the initial weights has another shape.
    #[error("{}: {found}; the arguments give {expected}", path.display())]
    InitialShape { path: PathBuf, found: String, expected: String },
    /// Ctrl-C was pressed before the requested number of games or positions was reached.
    #[error("interrupted")]
    Interrupted,
    /// Standard output cannot be written to.
    #[error("standard output: {0}")]
    Output(#[from] io::Error),
}

impl TrainError {
    /// Creates the error of a file that cannot be read or written.
    pub(crate) fn file(path: &Path, error: io::Error) -> Self {
        Self::File { path: path.to_owned(), error }
    }

    /// Creates the error of a file with other settings than those of the arguments, with the entries
    /// that differ.
    pub(crate) fn settings<T: Serialize>(path: &Path, found: &T, expected: &T) -> Self {
        let [found, expected] = differences(&json!(found), &json!(expected));
        Self::Settings { path: path.to_owned(), found, expected }
    }
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

impl CommonError for TrainError {
    fn exit(&self) -> Exit {
        match self {
            Self::Read { error, .. }
            | Self::Games(GamesError::Read { error, .. })
            | Self::Relabel(ParallelRelabelError::Games(GamesError::Read { error, .. })) => {
                // A file that cannot be read is not known to be damaged.
                Exit::Message(if matches!(error, ReadError::Io(_)) { 2 } else { 1 })
            }
            Self::Game { .. }
            | Self::Games(GamesError::Illegal { .. })
            | Self::Relabel(ParallelRelabelError::Illegal { .. }) => Exit::Message(1),
            Self::Interrupted => Exit::INTERRUPTED,
            Self::Output(error) => Exit::output_error(error),
            _ => Exit::Message(2),
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
        let error = TrainError::settings(Path::new("a.checkpoint"), &found, &expected);
        assert_eq!(
            error.to_string(),
            "a.checkpoint: epochs 2, filter {\"min_ply\":16}, init none; the arguments give epochs 3, \
             filter {\"min_ply\":8}, init \"00c0ffee\""
        );
    }
}
