/// A run of text with its first column, counted in characters from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) column: usize,
}

impl<'a> Word<'a> {
    /// Returns the characters with their columns.
    pub(super) fn columns(self) -> impl Iterator<Item = (usize, char)> + 'a {
        (self.column..).zip(self.text.chars())
    }

    /// Returns the column after the last character.
    pub(super) fn end(self) -> usize {
        self.column + self.text.chars().count()
    }
}

/// Reader of words with their columns.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'a> {
    rest: &'a str,
    column: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text, column: 1 }
    }

    /// Returns the column of the next character.
    pub(super) fn column(&self) -> usize {
        self.column
    }

    /// Returns the next character without consuming it.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Consumes the next character if it is `expected`, and returns true if it was.
    pub(super) fn take(&mut self, expected: char) -> bool {
        let found = self.peek() == Some(expected);
        if found {
            self.advance(expected.len_utf8());
        }
        found
    }

    /// Consumes the text before the first character that `ends` accepts. The text may be empty.
    pub(super) fn take_until(&mut self, ends: impl Fn(char) -> bool) -> Word<'a> {
        let (text, column) = (self.rest, self.column);
        let length = text.find(ends).unwrap_or(text.len());
        self.advance(length);
        Word { text: &text[..length], column }
    }

    pub(super) fn skip_space(&mut self) {
        self.take_until(|c| !c.is_whitespace());
    }

    /// Skips white space and consumes the following word, if there is one.
    pub(super) fn word(&mut self) -> Option<Word<'a>> {
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
