//! The lines of a Python file as a stream of bytes.

use super::append_text;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::io::{self, Read};

/// The results that end games, for the lines before which a position of the file is kept.
const RESULTS: [&[u8]; 4] = [b"1-0", b"0-1", b"1/2-1/2", b"*"];

/// A stream that reads one line of a file for each that is used, and can give lines back.
pub(super) struct FileLines<'py> {
    readline: Bound<'py, PyAny>,
    file: Bound<'py, PyAny>,
    /// The text that has not been used yet.
    pending: Vec<u8>,
    at: usize,
    /// The length of each line that has been read, with the position of the file before it, if it can
    /// be the first one after a game.
    lines: Vec<(usize, Option<Bound<'py, PyAny>>)>,
    /// Set if the next line can be the first one after a game.
    keeps_position: bool,
    /// The exception that ended the stream.
    pub(super) error: Option<PyErr>,
}

impl<'py> FileLines<'py> {
    /// Creates a stream of the text `before` and the lines of a file, an object with a method `readline`.
    pub(super) fn new(file: &Bound<'py, PyAny>, before: Vec<u8>) -> PyResult<Self> {
        Ok(Self {
            readline: file.getattr("readline")?,
            file: file.clone(),
            pending: before,
            at: 0,
            lines: Vec::new(),
            keeps_position: false,
            error: None,
        })
    }

    /// Reads the next line, with a line feed at its end in any case.
    fn read_line(&mut self) -> PyResult<()> {
        let position = self.keeps_position.then(|| self.file.call_method0("tell").ok()).flatten();
        self.pending.clear();
        self.at = 0;
        let line = self.readline.call0()?;
        let line = line.cast::<PyString>().map_err(|_| {
            PyTypeError::new_err("expected a file opened in text mode: readline() returned no str")
        })?;
        append_text(line, &mut self.pending)?;
        match self.pending[..] {
            [] => return Ok(()),
            [.., b'\n'] => {}
            [.., b'\r'] => *self.pending.last_mut().unwrap_or(&mut 0) = b'\n',
            _ => self.pending.push(b'\n'),
        }
        let text = self.pending.trim_ascii_end();
        self.keeps_position =
            text.is_empty() || RESULTS.iter().any(|result| text.ends_with(result));
        self.lines.push((self.pending.len(), position));
        Ok(())
    }

    /// Returns the text that has been read from the file but not from the stream.
    pub(super) fn rest(&self) -> &[u8] {
        &self.pending[self.at..]
    }

    /// Sets the file back by text at the end of its lines, of this length. Returns false if it has no
    /// position, or the text is not of whole lines.
    pub(super) fn give_back(&self, length: usize) -> bool {
        let mut rest = length;
        for (line, position) in self.lines.iter().rev() {
            let Some(left) = rest.checked_sub(*line) else { return false };
            rest = left;
            if rest == 0 {
                let Some(position) = position else { return false };
                return self.file.call_method1("seek", (position,)).is_ok();
            }
        }
        false
    }
}

impl Read for FileLines<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.at == self.pending.len()
            && let Err(error) = self.read_line()
        {
            self.error = Some(error);
            return Err(io::Error::other("Python exception"));
        }
        let rest = self.rest();
        // No more than a line, also of the text before.
        let line = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
        let length = line.min(bytes.len());
        bytes[..length].copy_from_slice(&rest[..length]);
        self.at += length;
        Ok(length)
    }
}
