//! Text: a reader of words with their columns, and the bounded text of an error.

use alloc::string::String;
use core::fmt::{self, Display, Write};

/// Maximum number of characters that an error keeps of a refused text.
pub const MAX_ERROR_CHARS: usize = 64;

/// Returns the text of a value for an error message: at most [`MAX_ERROR_CHARS`] characters, with an
/// ellipsis if that is not all. Memory stays bounded even if the text is long.
///
/// ```
/// use ferz::notation::truncated;
/// assert_eq!(truncated("e2e9"), "e2e9");
/// assert_eq!(truncated("x".repeat(65)), "x".repeat(64) + "…");
/// ```
pub fn truncated(text: impl Display) -> String {
    let mut excerpt = Excerpt { text: String::new(), left: MAX_ERROR_CHARS };
    // Only a full excerpt stops the writer, and an excerpt that is full needs no more text.
    let _ = write!(excerpt, "{text}");
    excerpt.text
}

/// A writer that fails after the text that an error keeps.
struct Excerpt {
    text: String,
    /// The number of characters until the end.
    left: usize,
}

impl Write for Excerpt {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            if self.left == 0 {
                self.text.push('…');
                return Err(fmt::Error);
            }
            self.text.push(c);
            self.left -= 1;
        }
        Ok(())
    }
}

/// A run of text with its first column, counted in characters from 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<'a> {
    pub(crate) text: &'a str,
    pub(crate) column: usize,
}

impl<'a> Word<'a> {
    /// Returns the characters with their columns.
    pub(crate) fn columns(self) -> impl Iterator<Item = (usize, char)> + 'a {
        (self.column..).zip(self.text.chars())
    }

    /// Returns the column after the last character.
    pub(crate) fn end(self) -> usize {
        self.column + self.text.chars().count()
    }
}

/// Reader of words with their columns.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'a> {
    rest: &'a str,
    column: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { rest: text, column: 1 }
    }

    /// Returns the column of the next character.
    pub(crate) fn column(&self) -> usize {
        self.column
    }

    /// Returns the next character without consuming it.
    pub(crate) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Consumes the next character if it is `expected`, and returns true if it was.
    pub(crate) fn take(&mut self, expected: char) -> bool {
        let found = self.peek() == Some(expected);
        if found {
            self.advance(expected.len_utf8());
        }
        found
    }

    /// Consumes the text before the first character that `ends` accepts. The text may be empty.
    pub(crate) fn take_until(&mut self, ends: impl Fn(char) -> bool) -> Word<'a> {
        let (text, column) = (self.rest, self.column);
        let length = text.find(ends).unwrap_or(text.len());
        self.advance(length);
        Word { text: &text[..length], column }
    }

    pub(crate) fn skip_space(&mut self) {
        self.take_until(|c| !c.is_whitespace());
    }

    /// Skips white space and consumes the following word, if there is one.
    pub(crate) fn word(&mut self) -> Option<Word<'a>> {
        self.skip_space();
        let word = self.take_until(char::is_whitespace);
        (!word.text.is_empty()).then_some(word)
    }

    /// Consumes `length` bytes, which must end at a character boundary.
    fn advance(&mut self, length: usize) {
        let (taken, rest) = self.rest.split_at(length);
        self.column += taken.chars().count();
        self.rest = rest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use core::cell::Cell;

    #[test]
    fn texts_are_cut_between_characters() {
        for (text, expected) in [
            ("", String::new()),
            ("short", "short".into()),
            (&"é".repeat(64), "é".repeat(64)),
            (&"é".repeat(65), "é".repeat(64) + "…"),
            (&"♔".repeat(1000), "♔".repeat(64) + "…"),
        ] {
            assert_eq!(truncated(text), expected);
        }
        assert_eq!(truncated(format_args!("{} {}", "a".repeat(60), "bcdefg")).chars().count(), 65);
    }

    #[test]
    fn a_long_text_is_not_written_to_its_end() {
        /// A text of a billion pieces that counts those written.
        struct Endless<'a>(&'a Cell<usize>);
        impl Display for Endless<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                (0..1_000_000_000).try_for_each(|_| {
                    self.0.set(self.0.get() + 1);
                    f.write_str("ab")
                })
            }
        }
        let written = Cell::new(0);
        assert_eq!(truncated(Endless(&written)), format!("{}…", "ab".repeat(32)));
        assert_eq!(written.get(), 33);
    }
}
