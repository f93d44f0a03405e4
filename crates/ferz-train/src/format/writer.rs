//! Writing games: to any sink, and to the end of a file.

use super::error::{OpenError, ReadError, WriteError};
use super::game::TrainingGame;
use super::reader::GameReader;
use super::record::{RecordType, write_record};
use super::{MAGIC, VERSION};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

/// Writes games, each with one call of the sink's `write_all`.
pub struct GameWriter<W> {
    sink: W,
    record: Vec<u8>,
    /// The settings of the next game; `None` if the file has none.
    settings: Option<String>,
    bytes_written: u64,
}

impl<W: Write> GameWriter<W> {
    /// Starts a file: writes the header and the settings of the games that follow, a JSON object.
    ///
    /// # Errors
    /// If the sink cannot be written to, or the settings exceed [`MAX_PAYLOAD`](super::MAX_PAYLOAD).
    pub fn new(mut sink: W, settings: &str) -> Result<Self, WriteError> {
        sink.write_all(&MAGIC)?;
        sink.write_all(&VERSION.to_le_bytes())?;
        let mut writer = Self { sink, record: Vec::new(), settings: None, bytes_written: 0 };
        writer.set_settings(settings)?;
        Ok(writer)
    }

    /// Writes the settings of the games that follow, a JSON object, unless they are those of the games
    /// before.
    ///
    /// # Errors
    /// If the sink cannot be written to, or the settings exceed [`MAX_PAYLOAD`](super::MAX_PAYLOAD).
    pub fn set_settings(&mut self, settings: &str) -> Result<(), WriteError> {
        if self.settings.as_deref() == Some(settings) {
            return Ok(());
        }
        write_record(RecordType::Settings, &mut self.record, |out| {
            out.extend(settings.as_bytes());
            Ok(())
        })?;
        self.sink.write_all(&self.record)?;
        self.settings = Some(settings.to_owned());
        Ok(())
    }

    /// Writes a game.
    ///
    /// # Errors
    /// If the sink cannot be written to, or the game does not fit the format: it exceeds
    /// [`MAX_PAYLOAD`](super::MAX_PAYLOAD), has more scores than moves, or more than
    /// [`MAX_OPENING_PLIES`](super::MAX_OPENING_PLIES) moves without a score.
    pub fn write(&mut self, game: &TrainingGame) -> Result<(), WriteError> {
        write_record(RecordType::Game, &mut self.record, |out| game.encode(out))?;
        self.sink.write_all(&self.record)?;
        self.bytes_written += self.record.len() as u64;
        Ok(())
    }

    /// Returns the number of bytes of all games written by this writer.
    pub fn bytes_written(&self) -> u64 {
        self.bytes_written
    }

    /// Returns the sink.
    pub fn into_inner(self) -> W {
        self.sink
    }
}

impl GameWriter<File> {
    /// Flushes the games written so far to the storage device.
    ///
    /// # Errors
    /// If the operating system reports one.
    pub fn sync(&self) -> io::Result<()> {
        self.sink.sync_data()
    }
}

/// A game file opened for appending, with an exclusive lock.
pub struct GameFile {
    file: File,
    /// The end of the last complete record; 0 if the header or the first settings are missing.
    end: u64,
    /// The last settings.
    settings: Option<String>,
}

impl GameFile {
    /// Opens or creates a file and passes each game in it to `on_game`. An incomplete record at the
    /// end, which an interrupted write leaves, is not an error.
    ///
    /// # Errors
    /// If the file cannot be read and written, another process has opened it for appending, or it
    /// is damaged elsewhere than at its end.
    pub fn open(path: &Path, on_game: impl FnMut(TrainingGame)) -> Result<Self, OpenError> {
        let io_error = |error| OpenError::Io { path: path.to_owned(), error };
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let file = options.open(path).map_err(io_error)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(OpenError::Locked { path: path.to_owned() });
            }
            Err(TryLockError::Error(error)) => return Err(io_error(error)),
        }
        let (end, settings) = end_of_complete_records(&file, on_game)
            .map_err(|error| OpenError::Content { path: path.to_owned(), error })?;
        Ok(Self { file, end, settings })
    }

    /// Returns the settings of the last game in the file; `None` in a new file.
    pub fn settings(&self) -> Option<&str> {
        self.settings.as_deref()
    }

    /// Returns a writer for more games, with their settings, a JSON object, which are written unless
    /// they equal the last ones. Writes the header if the file is empty, and truncates an incomplete
    /// record at the end.
    ///
    /// # Errors
    /// If the file cannot be written to, or the settings exceed [`MAX_PAYLOAD`](super::MAX_PAYLOAD).
    pub fn append(self, settings: &str) -> Result<GameWriter<File>, WriteError> {
        let Self { file: mut sink, end, settings: last } = self;
        sink.set_len(end)?;
        sink.seek(SeekFrom::Start(end))?;
        if end == 0 {
            return GameWriter::new(sink, settings);
        }
        let mut writer = GameWriter { sink, record: Vec::new(), settings: last, bytes_written: 0 };
        writer.set_settings(settings)?;
        Ok(writer)
    }
}

/// Passes each game of a file to `on_game` and returns the end of the last complete record with the
/// last settings. An incomplete record at the end is not an error.
fn end_of_complete_records(
    file: &File,
    mut on_game: impl FnMut(TrainingGame),
) -> Result<(u64, Option<String>), ReadError> {
    let mut reader = match GameReader::new(file) {
        Ok(reader) => reader,
        // Without complete settings the file begins again.
        Err(ReadError::Truncated { .. }) => return Ok((0, None)),
        Err(error) => return Err(error),
    };
    for game in reader.by_ref() {
        match game {
            Ok(game) => on_game(game),
            Err(ReadError::Truncated { .. }) => break,
            Err(error) => return Err(error),
        }
    }
    Ok((reader.bytes_read(), Some(reader.settings().to_owned())))
}
