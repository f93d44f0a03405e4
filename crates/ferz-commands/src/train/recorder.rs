//! The game file that a command appends to, with counts.

use ferz_train::format::{GameWriter, TrainingGame, WriteError};
use std::fs::File;
use std::time::{Duration, Instant};

/// The interval between flushes of the file to the storage device.
const SYNC_INTERVAL: Duration = Duration::from_secs(60);

/// Writes games to the file, flushes it at intervals and counts.
pub(crate) struct Recorder {
    writer: GameWriter<File>,
    games: u64,
    positions: u64,
    started: Instant,
    last_sync: Instant,
}

impl Recorder {
    pub(crate) fn new(writer: GameWriter<File>) -> Self {
        let now = Instant::now();
        Self { writer, games: 0, positions: 0, started: now, last_sync: now }
    }

    /// Returns the number of games written.
    pub(crate) fn games(&self) -> u64 {
        self.games
    }

    /// Returns the number of scored positions written.
    pub(crate) fn positions(&self) -> u64 {
        self.positions
    }

    /// Returns the number of bytes of the games written.
    pub(crate) fn bytes_written(&self) -> u64 {
        self.writer.bytes_written()
    }

    pub(crate) fn positions_per_second(&self) -> f64 {
        self.positions as f64 / self.started.elapsed().as_secs_f64().max(1e-9)
    }

    /// Returns the progress in words.
    pub(crate) fn message(&self) -> String {
        let (games, positions, speed) = (self.games, self.positions, self.positions_per_second());
        format!("{games} games, {positions} positions, {speed:.0}/s")
    }

    /// Sets the settings of the games that follow.
    ///
    /// # Errors
    /// If the file cannot be written to.
    pub(crate) fn set_settings(&mut self, settings: &str) -> Result<(), WriteError> {
        self.writer.set_settings(settings)
    }

    /// Writes a game.
    ///
    /// # Errors
    /// If the file cannot be written to, or the game does not fit the format.
    pub(crate) fn write(&mut self, game: &TrainingGame) -> Result<(), WriteError> {
        self.writer.write(game)?;
        if self.last_sync.elapsed() >= SYNC_INTERVAL {
            self.sync()?;
            self.last_sync = Instant::now();
        }
        self.games += 1;
        self.positions += game.search_scores().count() as u64;
        Ok(())
    }

    /// Flushes the file to the storage device.
    ///
    /// # Errors
    /// If the operating system reports one.
    pub(crate) fn sync(&self) -> Result<(), WriteError> {
        Ok(self.writer.sync()?)
    }
}
