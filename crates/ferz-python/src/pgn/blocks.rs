//! Lines of Python's text files, read in blocks in place of a call of `readline` for each.

use crate::wide_text::append_text;
use memchr::memchr;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyString, PyType};

/// The size of the first block of a game in bytes or characters. Most games fit.
const BLOCK: usize = 2048;

/// The reason for which a game is not read in blocks.
pub(super) enum Stop {
    /// The game needs the decoder or the line breaks of the file object.
    Lines,
    Error(PyErr),
}

impl From<PyErr> for Stop {
    fn from(error: PyErr) -> Self {
        Self::Error(error)
    }
}

/// The encoding of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Encoding {
    /// The text of a `StringIO`, whose positions count characters.
    Text,
    Utf8,
    Latin1,
    Ascii,
}

/// The lines from the position of a seekable file on.
pub(super) struct Blocks<'a, 'py> {
    handle: &'a Bound<'py, PyAny>,
    /// The file with the method `read`: the text file itself or the binary file that it decodes.
    source: Bound<'py, PyAny>,
    encoding: Encoding,
    start: u64,
    /// The blocks read so far, in the encoding of the file.
    bytes: Vec<u8>,
    /// The length of the lines returned so far.
    used: usize,
}

impl<'a, 'py> Blocks<'a, 'py> {
    /// Returns the lines of an `io.StringIO`, or of a file of the system opened by `open` in an encoding
    /// whose positions are offsets. Returns `None` for another object, or one that is being iterated.
    pub(super) fn open(handle: &'a Bound<'py, PyAny>) -> PyResult<Option<Self>> {
        let py = handle.py();
        let (source, encoding) = if handle.is_exact_instance(class(py, Class::StringIO)?) {
            (handle.clone(), Encoding::Text)
        } else if handle.is_exact_instance(class(py, Class::TextIOWrapper)?) {
            let Some(encoding) = encoding_of(handle)? else { return Ok(None) };
            let buffer = handle.getattr(intern!(py, "buffer"))?;
            if !buffer.is_exact_instance(class(py, Class::BufferedReader)?)
                || !buffer.getattr(intern!(py, "raw"))?.is_exact_instance(class(py, Class::FileIO)?)
            {
                return Ok(None);
            }
            (buffer, encoding)
        } else {
            return Ok(None);
        };
        // A pipe, a file that is being iterated or a closed one has no position; that of a decoder in
        // the middle of a line break exceeds 64 bits.
        let position = handle.call_method0(intern!(py, "tell"));
        let Some(start) = position.ok().and_then(|position| position.extract().ok()) else {
            return Ok(None);
        };
        let blocks = Self { handle, source, encoding, start, bytes: Vec::new(), used: 0 };
        if encoding != Encoding::Text {
            blocks.source.call_method1(intern!(py, "seek"), (start,))?;
        }
        Ok(Some(blocks))
    }

    /// Appends the next line with its line break, or nothing at the end.
    pub(super) fn next_line(&mut self, text: &mut Vec<u8>) -> Result<(), Stop> {
        let mut searched = self.used;
        let end = loop {
            if let Some(at) = memchr(b'\n', &self.bytes[searched..]) {
                break searched + at + 1;
            }
            searched = self.bytes.len();
            self.read_block()?;
            if self.bytes.len() == searched {
                break searched;
            }
        };
        let line = &self.bytes[self.used..end];
        self.used = end;
        self.encoding.decode(line, text)
    }

    /// Appends a block, which is as long as the blocks before it, or nothing at the end.
    fn read_block(&mut self) -> PyResult<()> {
        let size = self.bytes.len().max(BLOCK);
        let block = self.source.call_method1(intern!(self.source.py(), "read"), (size,))?;
        if self.encoding == Encoding::Text {
            append_text(block.cast::<PyString>()?, &mut self.bytes)
        } else {
            self.bytes.extend_from_slice(block.cast::<PyBytes>()?.as_bytes());
            Ok(())
        }
    }

    /// Moves the file to the end of the lines returned so far.
    pub(super) fn finish(&self) -> PyResult<()> {
        let used = &self.bytes[..self.used];
        let length = match self.encoding {
            Encoding::Text => used.iter().filter(|&&byte| byte & 0xC0 != 0x80).count(),
            _ => used.len(),
        };
        self.seek(self.start + length as u64)
    }

    /// Moves the file back to its first line.
    pub(super) fn rewind(&self) -> PyResult<()> {
        self.seek(self.start)
    }

    fn seek(&self, position: u64) -> PyResult<()> {
        self.handle.call_method1(intern!(self.handle.py(), "seek"), (position,))?;
        Ok(())
    }
}

impl Encoding {
    /// Appends a line in UTF-8, and that of a file with the line break `\n`.
    fn decode(self, line: &[u8], text: &mut Vec<u8>) -> Result<(), Stop> {
        let (body, line_break) = match line {
            [body @ .., b'\r', b'\n'] => (body, if self == Self::Text { 2 } else { 1 }),
            [body @ .., b'\n'] => (body, 1),
            body => (body, 0),
        };
        if memchr(b'\r', body).is_some() {
            return Err(Stop::Lines);
        }
        match self {
            Self::Text => text.extend_from_slice(body),
            _ if body.is_ascii() => text.extend_from_slice(body),
            Self::Utf8 if str::from_utf8(body).is_ok() => text.extend_from_slice(body),
            Self::Latin1 => {
                for &byte in body {
                    let mut utf8 = [0; 2];
                    text.extend_from_slice(char::from(byte).encode_utf8(&mut utf8).as_bytes());
                }
            }
            Self::Utf8 | Self::Ascii => return Err(Stop::Lines),
        }
        text.extend_from_slice(&b"\r\n"[2 - line_break..]);
        Ok(())
    }
}

/// Returns the encoding of a text file, or `None` if it is another one.
fn encoding_of(handle: &Bound<'_, PyAny>) -> PyResult<Option<Encoding>> {
    let name = handle.getattr(intern!(handle.py(), "encoding"))?;
    let Ok(name) = name.cast::<PyString>() else { return Ok(None) };
    let mut name = name.to_string_lossy().to_ascii_lowercase();
    name.retain(|letter| letter != '-' && letter != '_');
    Ok(match name.as_str() {
        "utf8" => Some(Encoding::Utf8),
        "latin1" | "iso88591" => Some(Encoding::Latin1),
        "ascii" | "usascii" => Some(Encoding::Ascii),
        _ => None,
    })
}

/// The classes of the module `io` that are recognised.
#[derive(Clone, Copy)]
enum Class {
    StringIO,
    TextIOWrapper,
    BufferedReader,
    FileIO,
}

fn class<'py>(py: Python<'py>, class: Class) -> PyResult<&'py Bound<'py, PyType>> {
    static CLASSES: [PyOnceLock<Py<PyType>>; 4] = [const { PyOnceLock::new() }; 4];
    let name = match class {
        Class::StringIO => "StringIO",
        Class::TextIOWrapper => "TextIOWrapper",
        Class::BufferedReader => "BufferedReader",
        Class::FileIO => "FileIO",
    };
    CLASSES[class as usize].import(py, "io", name)
}
