//! Files of games.

use crate::error::Error;
use std::fs::File;
use std::io::{self, BufWriter, Write, stdout};
use std::path::{Path, PathBuf};

/// A file of games, or standard output.
pub(super) struct GameOutput {
    path: Option<PathBuf>,
    out: BufWriter<Box<dyn Write>>,
    is_empty: bool,
}

impl GameOutput {
    /// Creates a file, or uses standard output.
    ///
    /// # Errors
    /// If the file cannot be created.
    pub(super) fn new(path: Option<&Path>) -> Result<Self, Error> {
        let out: Box<dyn Write> = match path {
            Some(path) => Box::new(File::create(path).map_err(|error| Error::file(path, error))?),
            None => Box::new(stdout()),
        };
        Ok(Self { path: path.map(Path::to_owned), out: BufWriter::new(out), is_empty: true })
    }

    /// Writes the text of a game after a blank line, with the line end of its first line.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn write(&mut self, text: &[u8]) -> Result<(), Error> {
        let first_line = text.split_inclusive(|&byte| byte == b'\n').next().unwrap_or_default();
        let line_end: &[u8] = if first_line.ends_with(b"\r\n") { b"\r\n" } else { b"\n" };
        let separator = if self.is_empty { b"" } else { line_end };
        self.is_empty = false;
        let parts = [separator, text, line_end];
        parts
            .iter()
            .try_for_each(|part| self.out.write_all(part))
            .map_err(|error| self.error(error))
    }

    /// Writes the buffered text.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn finish(&mut self) -> Result<(), Error> {
        self.out.flush().map_err(|error| self.error(error))
    }

    fn error(&self, error: io::Error) -> Error {
        match &self.path {
            Some(path) => Error::file(path, error),
            None => Error::Output(error),
        }
    }
}
