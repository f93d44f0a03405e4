use super::error::{OpenError, ReadError, WriteError};
use super::game::Game;
use super::reader::GameReader;
use super::writer::{GameWriter, write_header};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Seek, SeekFrom};
use std::path::Path;

/// A file to which games are to be added, and which no other process adds to meanwhile.
pub struct GameFile {
    file: File,
    /// Where its whole records end; the header may still be missing.
    whole: u64,
}

impl GameFile {
    /// Opens the file, or makes a new one, and shows every game that it holds already. What
    /// remains of a last record that was cut off is dropped.
    ///
    /// # Errors
    /// If the file cannot be read and written, if another process adds to it, or if it is damaged
    /// elsewhere than at its end. Then it stays as it is.
    pub fn open(path: &Path, seen: impl FnMut(Game)) -> Result<Self, OpenError> {
        let trouble = |error| OpenError::Io { path: path.to_owned(), error };
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(trouble)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(OpenError::Locked { path: path.to_owned() });
            }
            Err(TryLockError::Error(error)) => return Err(trouble(error)),
        }
        let whole = whole_records(&file, seen)
            .map_err(|error| OpenError::Content { path: path.to_owned(), error })?;
        file.set_len(whole).map_err(trouble)?;
        file.seek(SeekFrom::Start(whole)).map_err(trouble)?;
        Ok(Self { file, whole })
    }

    /// Begins to add games that were played with these settings, a JSON object.
    ///
    /// # Errors
    /// If the file cannot be written to, or the settings are too long for a record.
    pub fn begin(mut self, settings: &str) -> Result<GameWriter<File>, WriteError> {
        if self.whole == 0 {
            write_header(&mut self.file)?;
        }
        GameWriter::resume(self.file, settings)
    }
}

/// Where the whole records of a file end. A file that ends in mid-write is no error here.
fn whole_records(file: &File, mut seen: impl FnMut(Game)) -> Result<u64, ReadError> {
    let torn = |error| match error {
        ReadError::Torn { offset } => Ok(offset),
        error => Err(error),
    };
    let mut reader = match GameReader::new(file) {
        Ok(reader) => reader,
        Err(error) => return torn(error),
    };
    for game in reader.by_ref() {
        match game {
            Ok(game) => seen(game),
            Err(error) => return torn(error),
        }
    }
    Ok(reader.bytes_read())
}
