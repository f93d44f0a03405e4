//! The part of a text that is in memory.

use super::border;
use super::buffer::PADDING;

/// The part of a text that is in the buffer.
#[derive(Clone, Copy)]
pub(super) struct TextWindow<'a> {
    /// The text, followed by [`PADDING`] zeros.
    pub(super) data: &'a [u8],
    /// The end of the text in `data`.
    pub(super) len: usize,
    /// The text ends with this part.
    pub(super) complete: bool,
}

impl<'a> TextWindow<'a> {
    /// Returns the text from an index.
    #[inline(always)]
    pub(super) fn from(self, index: usize) -> &'a [u8] {
        self.data.get(index..self.len).unwrap_or_default()
    }

    /// Returns the end of the indices with [`PADDING`] bytes of text after them, or of the text if
    /// it is complete.
    #[inline(always)]
    pub(super) fn safe_end(self) -> usize {
        if self.complete { self.len } else { self.len.saturating_sub(PADDING) }
    }

    /// Returns true if the byte at an index is the first of its line, where `%` escapes the line.
    pub(super) fn is_at_line_start(self, index: usize) -> bool {
        index == 0 || self.data[index - 1] == b'\n'
    }

    /// Returns true if a tag starts at an index, and no move before it can contain its bracket.
    pub(super) fn starts_tag(self, index: usize) -> bool {
        // The last is the end of a byte order mark.
        let is_separator = |byte: u8| byte.is_ascii_whitespace() || b")}\xBF".contains(&byte);
        (index == 0 || is_separator(self.data[index - 1]))
            && border::starts_tag(&self.data[index..])
    }

    /// Returns eight bytes.
    #[inline(always)]
    pub(super) fn head(self, index: usize) -> [u8; 8] {
        match self.data[index..].first_chunk() {
            Some(head) => *head,
            None => [0; 8],
        }
    }
}
