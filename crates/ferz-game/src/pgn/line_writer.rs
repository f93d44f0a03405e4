//! Words wrapped to lines.

use std::fmt::{self, Write};

/// Writes words separated by spaces or, at the end of a line, by line feeds.
pub(super) struct LineWriter<'a, W> {
    out: &'a mut W,
    /// The largest number of characters of a line; 0 for any number.
    width: usize,
    /// The number of characters of the current line.
    column: usize,
    /// The last word, which is not written yet: a bracket may follow it.
    word: String,
    /// Set if the next word follows an opening bracket.
    is_open: bool,
}

impl<'a, W: Write> LineWriter<'a, W> {
    pub(super) fn new(out: &'a mut W, width: usize) -> Self {
        Self { out, width, column: 0, word: String::new(), is_open: false }
    }

    /// Writes a word.
    pub(super) fn word(&mut self, word: impl fmt::Display) -> fmt::Result {
        if !self.is_open {
            self.flush()?;
        }
        self.is_open = false;
        write!(self.word, "{word}")
    }

    /// Writes an opening bracket directly before the next word.
    pub(super) fn open(&mut self, bracket: char) -> fmt::Result {
        self.word(bracket)?;
        self.is_open = true;
        Ok(())
    }

    /// Writes a closing bracket directly behind the last word.
    pub(super) fn close(&mut self, bracket: char) {
        self.word.push(bracket);
        self.is_open = false;
    }

    /// Writes text as the rest of the line. A space precedes it at the start of a line too, where
    /// readers skip comments to the end of the line as if they were outside of the game.
    pub(super) fn rest_of_line(&mut self, text: &str) -> fmt::Result {
        self.flush()?;
        self.column = 0;
        self.is_open = false;
        writeln!(self.out, " {text}")
    }

    /// Ends the line if it has words.
    pub(super) fn end_line(&mut self) -> fmt::Result {
        self.flush()?;
        if std::mem::take(&mut self.column) > 0 { self.out.write_char('\n') } else { Ok(()) }
    }

    /// Writes the last word.
    fn flush(&mut self) -> fmt::Result {
        if self.word.is_empty() {
            return Ok(());
        }
        let len = self.word.chars().count();
        if self.column > 0 {
            // A percent sign in the first column would hide the line from readers.
            let fits = self.width == 0 || self.column + 1 + len <= self.width;
            if fits || self.word.starts_with('%') {
                self.out.write_char(' ')?;
                self.column += 1;
            } else {
                self.out.write_char('\n')?;
                self.column = 0;
            }
        }
        self.column += len;
        self.out.write_str(&self.word)?;
        self.word.clear();
        Ok(())
    }
}
