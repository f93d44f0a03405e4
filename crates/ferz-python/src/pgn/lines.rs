//! The lines of a Python file as a stream of bytes.

use super::append_text;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::io::{self, Read};

/// A stream that reads one line of a file for each that is used, and can give lines back.
pub(super) struct FileLines<'py> {
    file: Bound<'py, PyAny>,
    readline: Bound<'py, PyAny>,
    /// The text that has not been used yet.
    pending: Vec<u8>,
    at: usize,
    lines: Vec<FileLine<'py>>,
    /// The encoding of the file, which it has if it is one of bytes.
    encoding: Option<String>,
    /// The positions of the encoding hold the state of its decoder, so that each line has to be asked for its own.
    has_state: bool,
    /// The exception that ended the stream.
    pub(super) error: Option<PyErr>,
}

/// A line that has been read.
struct FileLine<'py> {
    text: Bound<'py, PyString>,
    /// The length in the stream.
    length: usize,
    /// The position of the file before it, for encodings whose positions cannot be computed.
    position: Option<Bound<'py, PyAny>>,
}

impl<'py> FileLines<'py> {
    /// Creates a stream of the text `before` and the lines of a file, an object with a method `readline`.
    pub(super) fn new(file: &Bound<'py, PyAny>, before: Vec<u8>) -> PyResult<Self> {
        let readline = file.getattr(intern!(file.py(), "readline"))?;
        let encoding = file.getattr_opt(intern!(file.py(), "encoding"))?;
        let encoding: Option<String> = encoding.and_then(|encoding| encoding.extract().ok());
        let has_state =
            encoding.as_ref().is_some_and(|name| name.contains("16") || name.contains("32"));
        Ok(Self {
            file: file.clone(),
            readline,
            pending: before,
            at: 0,
            lines: Vec::new(),
            encoding,
            has_state,
            error: None,
        })
    }

    /// Reads the next line, with a line feed at its end in any case.
    fn read_line(&mut self) -> PyResult<()> {
        self.pending.clear();
        self.at = 0;
        let position = self.has_state.then(|| self.file.call_method0("tell").ok()).flatten();
        let line = self.readline.call0()?;
        let line = line.cast_into::<PyString>().map_err(|_| {
            PyTypeError::new_err("expected a file opened in text mode: readline() returned no str")
        })?;
        append_text(&line, &mut self.pending)?;
        match self.pending[..] {
            [] => return Ok(()),
            [.., b'\n'] => {}
            [.., b'\r'] => *self.pending.last_mut().unwrap_or(&mut 0) = b'\n',
            _ => self.pending.push(b'\n'),
        }
        self.lines.push(FileLine { text: line, length: self.pending.len(), position });
        Ok(())
    }

    /// Returns the text that has been read from the file but not from the stream.
    pub(super) fn rest(&self) -> &[u8] {
        &self.pending[self.at..]
    }

    /// Sets the file back to the last lines, if they have this length together and the file can seek.
    pub(super) fn give_back(&self, length: usize) -> bool {
        let (mut first, mut rest) = (self.lines.len(), length);
        while rest > 0 {
            let Some(last) = first.checked_sub(1) else { return false };
            let Some(left) = rest.checked_sub(self.lines[last].length) else { return false };
            (first, rest) = (last, left);
        }
        let Ok(end) = self.file.call_method0("tell") else { return false };
        let is_back = self.seek_back(&end, &self.lines[first..]).unwrap_or(false);
        if !is_back {
            // A file that cannot seek was not moved.
            let _ = self.file.call_method1("seek", (end,));
        }
        is_back
    }

    /// Sets the file to the first of the lines before a position. Returns false if it is not found.
    ///
    /// The position of a line is not known, as `tell` before each line would take longer than the reading.
    /// It is computed from the lengths of the lines in the file, and tried: the next line must be the first
    /// of them.
    fn seek_back(&self, end: &Bound<'py, PyAny>, lines: &[FileLine<'py>]) -> PyResult<bool> {
        let Some(first) = lines.first() else { return Ok(false) };
        if let Some(position) = &first.position {
            self.file.call_method1("seek", (position,))?;
            return Ok(true);
        }
        // The bits above are the state of the decoder.
        let end: u64 = end.call_method1("__and__", (u64::MAX,))?.extract()?;
        let mut length = 0;
        for line in lines {
            length += match &self.encoding {
                // A byte order mark stands at the start of the file only.
                Some(encoding) => {
                    let encoding = encoding.strip_suffix("-sig").unwrap_or(encoding);
                    line.text.call_method1("encode", (encoding,))?.len()?
                }
                None => line.text.len()?,
            };
        }
        // A line break of two characters is read as one.
        for length in [length, length + lines.len()] {
            let Some(start) = end.checked_sub(length as u64) else { break };
            self.file.call_method1("seek", (start,))?;
            let line = self.readline.call0();
            if line.is_ok_and(|line| line.eq(&first.text).unwrap_or(false)) {
                self.file.call_method1("seek", (start,))?;
                return Ok(true);
            }
        }
        Ok(false)
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
