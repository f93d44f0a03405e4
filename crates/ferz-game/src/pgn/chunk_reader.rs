//! The division of a text into chunks for several threads.

use super::border;
use super::buffer::PADDING;
use std::io::{self, Read};

/// The text that has not been divided into chunks.
pub(super) struct ChunkReader<R> {
    /// `None` after [`TextPart::Rest`].
    input: Option<R>,
    /// The text after the last border, and unused bytes.
    data: Vec<u8>,
    /// The length of the text in `data`.
    len: usize,
    /// Buffers of chunks that have been read. New ones would cost as much time as their division.
    spare: Vec<Vec<u8>>,
    /// The size of a chunk, and that up to which it grows for long games.
    chunk_size: usize,
    max_chunk: usize,
    /// The number of the next chunk.
    next: u64,
    /// The bytes and line breaks before the text.
    bytes: u64,
    lines: u64,
    complete: bool,
    /// The error after the text.
    error: Option<io::Error>,
}

/// A part of the text.
pub(super) enum TextPart<R> {
    /// A chunk.
    Chunk(Text),
    /// All text that follows, since it has no border within the size of the largest chunk.
    Rest(Rest<R>),
}

/// A text that is read by one thread.
pub(super) struct Rest<R> {
    /// The number of its first chunk.
    pub(super) number: u64,
    pub(super) input: io::Chain<io::Cursor<Vec<u8>>, R>,
    pub(super) bytes_before: u64,
    pub(super) lines_before: u64,
}

/// The text of a chunk.
pub(super) struct Text {
    pub(super) number: u64,
    /// The text, followed by [`PADDING`] zeros and unused bytes.
    pub(super) data: Vec<u8>,
    pub(super) len: usize,
    pub(super) bytes_before: u64,
    pub(super) lines_before: u64,
}

impl<R: Read> ChunkReader<R> {
    pub(super) fn new(input: R, chunk_size: usize, max_chunk: usize) -> Self {
        Self {
            input: Some(input),
            data: Vec::new(),
            len: 0,
            spare: Vec::new(),
            chunk_size,
            max_chunk,
            next: 0,
            bytes: 0,
            lines: 0,
            complete: false,
            error: None,
        }
    }

    /// Returns the next part, or `None` at the end of the text. No part follows an error.
    pub(super) fn next_part(&mut self) -> io::Result<Option<TextPart<R>>> {
        let mut target = self.chunk_size;
        loop {
            if self.error.is_none()
                && let Err(error) = self.fill(target)
            {
                self.error = Some(error);
            }
            let text = &self.data[..self.len];
            let border = if self.complete && self.len <= target {
                self.len
            } else {
                border::last_border(text).unwrap_or(0)
            };
            if border > 0 {
                return Ok(Some(TextPart::Chunk(self.divide(border))));
            }
            if let Some(error) = self.error.take() {
                (self.len, self.complete) = (0, true);
                return Err(error);
            }
            if self.complete && self.len == 0 {
                return Ok(None);
            }
            if target >= self.max_chunk {
                return Ok(self.take_rest().map(TextPart::Rest));
            }
            target = (2 * target).min(self.max_chunk);
        }
    }

    /// Takes all text that follows.
    fn take_rest(&mut self) -> Option<Rest<R>> {
        let mut data = std::mem::take(&mut self.data);
        data.truncate(self.len);
        (self.len, self.complete) = (0, true);
        Some(Rest {
            number: self.next,
            input: io::Cursor::new(data).chain(self.input.take()?),
            bytes_before: self.bytes,
            lines_before: self.lines,
        })
    }

    /// Reads until the text has a length or is complete.
    fn fill(&mut self, target: usize) -> io::Result<()> {
        if self.data.len() < target + PADDING {
            self.data.resize(target + PADDING, 0);
        }
        let Some(input) = &mut self.input else { return Ok(()) };
        while !self.complete && self.len < target {
            match input.read(&mut self.data[self.len..target]) {
                Ok(0) => self.complete = true,
                Ok(read) => self.len += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Splits off the text before an index.
    fn divide(&mut self, border: usize) -> Text {
        let mut after = self.spare.pop().unwrap_or_default();
        let rest = &self.data[border..self.len];
        if after.len() < rest.len() {
            after.resize(rest.len(), 0);
        }
        after[..rest.len()].copy_from_slice(rest);
        self.len = rest.len();
        let mut data = std::mem::replace(&mut self.data, after);
        data[border..border + PADDING].fill(0);
        let (bytes_before, lines_before) = (self.bytes, self.lines);
        self.bytes += border as u64;
        self.lines += memchr::memchr_iter(b'\n', &data[..border]).count() as u64;
        self.next += 1;
        Text { number: self.next - 1, data, len: border, bytes_before, lines_before }
    }

    /// Returns the buffer of a chunk that has been read, for further chunks. Drops large ones.
    pub(super) fn reuse(&mut self, data: Vec<u8>) {
        if (1..=self.chunk_size + PADDING).contains(&data.len()) {
            self.spare.push(data);
        }
    }
}
