use crate::{BadMove, BadNumber, UciMove};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

/// How UCI writes an empty text, in the defaults and values of options.
const EMPTY_TEXT: &str = "<empty>";

/// A type of whole numbers with an end on both sides.
pub(crate) trait ClampedInt: FromStr + Default {
    const LEAST: Self;
    const MOST: Self;

    /// The whole part of the number that a token is, or the nearest there is to one that is too large
    /// or too small; `None` if it is no number.
    fn nearest(token: &str) -> Option<Self> {
        let is_number =
            |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let (whole, fraction) = token.split_once('.').unwrap_or((token, "0"));
        let digits = whole.strip_prefix(['-', '+']).unwrap_or(whole);
        if !is_number(digits) || !is_number(fraction) {
            return None;
        }
        let end = if token.starts_with('-') { Self::LEAST } else { Self::MOST };
        Some(whole.parse().unwrap_or(end))
    }
}

macro_rules! whole {
    ($($number:ty),*) => {
        $(impl ClampedInt for $number {
            const LEAST: Self = Self::MIN;
            const MOST: Self = Self::MAX;
        })*
    };
}

whole!(i64, u32, u64);

/// The words of one line, with the rest of the line at hand for texts that run to its end.
#[derive(Clone, Copy)]
pub(crate) struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    /// The words of `line`, less the byte order mark that some pipes put before the first one.
    pub(crate) fn new(line: &'a str) -> Self {
        Self { rest: line.strip_prefix('\u{feff}').unwrap_or(line) }
    }

    /// The next word, left where it is.
    pub(crate) fn peek(&self) -> Option<&'a str> {
        { *self }.next()
    }

    /// Everything not yet read: blanks inside stay as they are, those at the ends go.
    pub(crate) fn rest(&mut self) -> &'a str {
        core::mem::take(&mut self.rest).trim_matches(is_blank)
    }

    /// Reads the next word if it is a `T`, and otherwise leaves it.
    pub(crate) fn next_if<T: FromStr>(&mut self) -> Option<T> {
        let value = self.peek()?.parse().ok()?;
        self.next();
        Some(value)
    }

    /// Reads the number that must follow `keyword`; `missing` makes the error for the line's end.
    pub(crate) fn number<T: FromStr, E: From<BadNumber>>(
        &mut self,
        keyword: &'static str,
        missing: fn(&'static str) -> E,
    ) -> Result<T, E> {
        let token = self.next().ok_or(missing(keyword))?;
        token.parse().map_err(|_| BadNumber { keyword, token: clipped(token) }.into())
    }

    /// Reads the next word, unless it `ends` what is being read.
    pub(crate) fn next_unless(&mut self, ends: impl Fn(&str) -> bool) -> Option<&'a str> {
        let word = self.peek().filter(|word| !ends(word))?;
        self.next();
        Some(word)
    }

    /// Reads moves up to the first word that is not one.
    pub(crate) fn moves(&mut self) -> Vec<UciMove> {
        core::iter::from_fn(|| self.next_if()).collect()
    }

    /// Reads all words left, each of which must be a move.
    pub(crate) fn all_moves(&mut self) -> Result<Vec<UciMove>, BadMove> {
        self.enumerate()
            .map(|(index, word)| {
                word.parse().map_err(|reason| BadMove { index, token: clipped(word), reason })
            })
            .collect()
    }

    /// Reads words up to the first that `ends` the text, and joins them with single spaces.
    pub(crate) fn text_until(&mut self, ends: impl Fn(Self, &str) -> bool) -> String {
        let mut text = String::new();
        while let Some(word) = self.peek() {
            let mut after = *self;
            after.next();
            if ends(after, word) {
                break;
            }
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word);
            *self = after;
        }
        text
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let start = self.rest.trim_start_matches(is_blank);
        let (word, rest) = start.split_at(start.find(is_blank).unwrap_or(start.len()));
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }
}

/// White space between words. Only ASCII: file names may contain any other.
fn is_blank(letter: char) -> bool {
    letter.is_ascii_whitespace() || letter == '\x0b'
}

/// A token for an error to carry: the first sixty-four characters, with a mark if there were more.
pub(crate) fn clipped(token: &str) -> String {
    const LONGEST: usize = 64;
    match token.char_indices().nth(LONGEST) {
        Some((end, _)) => {
            let mut clipped = token[..end].to_string();
            clipped.push('…');
            clipped
        }
        None => token.to_string(),
    }
}

/// Text written so that it stays on its line whatever it contains.
pub(crate) struct OneLine<'a>(pub(crate) &'a str);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, part) in self.0.split(['\n', '\r']).enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            f.write_str(part)?;
        }
        Ok(())
    }
}

/// A text of an option, written so that it stays on its line and is seen where it is empty.
pub(crate) struct OptionText<'a>(pub(crate) &'a str);

impl<'a> OptionText<'a> {
    /// The text that a written one stands for.
    pub(crate) fn read(written: &'a str) -> &'a str {
        if written == EMPTY_TEXT { "" } else { written }
    }
}

impl fmt::Display for OptionText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        OneLine(if self.0.is_empty() { EMPTY_TEXT } else { self.0 }).fmt(f)
    }
}

/// Writes ` name value` if there is a value.
pub(crate) fn write_field(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    value: Option<impl fmt::Display>,
) -> fmt::Result {
    match value {
        Some(value) => write!(f, " {name} {value}"),
        None => Ok(()),
    }
}

/// Writes ` name move move ...` if there is a move.
pub(crate) fn write_moves(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    moves: &[UciMove],
) -> fmt::Result {
    if !moves.is_empty() {
        write!(f, " {name}")?;
    }
    moves.iter().try_for_each(|mv| write!(f, " {mv}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_between_any_blanks() {
        let words: Vec<_> = Tokens::new("\u{feff}\t go \x0b depth\r\n3\x0c").collect();
        assert_eq!(words, ["go", "depth", "3"]);
        assert_eq!(Tokens::new(" \t\r\n").next(), None);
        let path = "C:\\My\u{a0}Files";
        assert_eq!(Tokens::new(path).next(), Some(path), "a no-break space belongs to the word");
    }

    #[test]
    fn the_rest_keeps_its_inner_blanks() {
        let mut tokens = Tokens::new("string  a  b\tc \r\n");
        tokens.next();
        assert_eq!(tokens.rest(), "a  b\tc");
        assert_eq!(tokens.rest(), "");
    }

    #[test]
    fn a_carried_token_is_short_and_whole_characters() {
        assert_eq!(clipped("short"), "short");
        assert_eq!(clipped(&"é".repeat(64)), "é".repeat(64));
        assert_eq!(clipped(&"é".repeat(65)), "é".repeat(64) + "…");
    }

    #[test]
    fn text_cannot_start_a_second_line() {
        assert_eq!(OneLine("a\r\nbestmove e2e4").to_string(), "a  bestmove e2e4");
    }
}
