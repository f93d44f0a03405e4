/// A run of text and the 1-based column, in characters, at which it begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) column: usize,
}

impl<'a> Word<'a> {
    /// The characters with the column of each.
    pub(super) fn columns(self) -> impl Iterator<Item = (usize, char)> + 'a {
        (self.column..).zip(self.text.chars())
    }

    /// The column after the last character.
    pub(super) fn end(self) -> usize {
        self.column + self.text.chars().count()
    }
}

/// Reads a text word by word and knows the column of each.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'a> {
    rest: &'a str,
    column: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text, column: 1 }
    }

    /// The column of the next character to read.
    pub(super) fn column(&self) -> usize {
        self.column
    }

    /// The next character, left where it is.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Takes the next character if it is this one.
    pub(super) fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.advance(wanted.len_utf8());
        }
        found
    }

    /// Takes everything before the first character that ends the run, which may be nothing.
    pub(super) fn take_until(&mut self, ends: impl Fn(char) -> bool) -> Word<'a> {
        let (text, column) = (self.rest, self.column);
        let length = text.find(ends).unwrap_or(text.len());
        self.advance(length);
        Word { text: &text[..length], column }
    }

    pub(super) fn skip_space(&mut self) {
        self.take_until(|c| !c.is_whitespace());
    }

    /// Skips white space and takes the word behind it, if there is one.
    pub(super) fn word(&mut self) -> Option<Word<'a>> {
        self.skip_space();
        let word = self.take_until(char::is_whitespace);
        (!word.text.is_empty()).then_some(word)
    }

    /// Moves on by `length` bytes, which end at a character's boundary.
    fn advance(&mut self, length: usize) {
        let (taken, rest) = self.rest.split_at(length);
        self.column += taken.chars().count();
        self.rest = rest;
    }
}
