//! The tokens of a line, and the notation of texts within a line.

pub(crate) use ferz::notation::truncated;

use crate::{BadMove, BadNumber, UciMove};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

/// The notation of an empty text, in the defaults and values of options.
const EMPTY_TEXT: &str = "<empty>";

/// An integer type with parsing that clamps to its range.
pub(crate) trait ClampedInt: FromStr + Default {
    const MIN: Self;
    const MAX: Self;

    /// Parses a decimal number: truncates a fraction and clamps the rest to the range of the type.
    /// Returns `None` if the token is not a number.
    fn parse_clamped(token: &str) -> Option<Self> {
        let is_digits =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let (integer, fraction) = token.split_once('.').unwrap_or((token, "0"));
        let digits = integer.strip_prefix(['-', '+']).unwrap_or(integer);
        if !is_digits(digits) || !is_digits(fraction) {
            return None;
        }
        let limit = if token.starts_with('-') { Self::MIN } else { Self::MAX };
        Some(integer.parse().unwrap_or(limit))
    }
}

macro_rules! impl_clamped_int {
    ($($number:ty),*) => {
        $(impl ClampedInt for $number {
            const MIN: Self = <$number>::MIN;
            const MAX: Self = <$number>::MAX;
        })*
    };
}

impl_clamped_int!(i64, u32, u64);

/// The tokens of a line, separated by white space. [`rest`](Self::rest) returns a text that runs to
/// the end of the line.
#[derive(Clone, Copy)]
pub(crate) struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    /// Splits a line into tokens. Skips the byte order mark that some pipes write first.
    pub(crate) fn new(line: &'a str) -> Self {
        Self { rest: line.strip_prefix('\u{feff}').unwrap_or(line) }
    }

    /// Returns the next token without consuming it.
    pub(crate) fn peek(&self) -> Option<&'a str> {
        { *self }.next()
    }

    /// Consumes the rest of the line and returns it, trimmed at both ends.
    pub(crate) fn rest(&mut self) -> &'a str {
        core::mem::take(&mut self.rest).trim_matches(is_blank)
    }

    /// Consumes the next token if it parses as a `T`.
    pub(crate) fn next_parsed<T: FromStr>(&mut self) -> Option<T> {
        let value = self.peek()?.parse().ok()?;
        self.next();
        Some(value)
    }

    /// Parses the number after `keyword`; `missing` creates the error for the end of the line.
    pub(crate) fn number<T: FromStr, E: From<BadNumber>>(
        &mut self,
        keyword: &'static str,
        missing: fn(&'static str) -> E,
    ) -> Result<T, E> {
        let token = self.next().ok_or(missing(keyword))?;
        token.parse().map_err(|_| BadNumber { keyword, token: truncated(token) }.into())
    }

    /// Consumes the next token unless it `ends` the list.
    pub(crate) fn next_unless(&mut self, ends: impl Fn(&str) -> bool) -> Option<&'a str> {
        let token = self.peek().filter(|token| !ends(token))?;
        self.next();
        Some(token)
    }

    /// Parses moves up to the first token that is not a move.
    pub(crate) fn moves(&mut self) -> Vec<UciMove> {
        core::iter::from_fn(|| self.next_parsed()).collect()
    }

    /// Parses all remaining tokens, each of which must be a move.
    pub(crate) fn all_moves(&mut self) -> Result<Vec<UciMove>, BadMove> {
        self.enumerate()
            .map(|(index, token)| token.parse().map_err(|error| BadMove::new(index, error)))
            .collect()
    }

    /// Consumes tokens up to the first that `ends` the text and joins them with single spaces. `ends`
    /// receives the tokens after the one to test, and that token.
    pub(crate) fn text_until(&mut self, ends: impl Fn(Self, &str) -> bool) -> String {
        let mut text = String::new();
        while let Some(token) = self.peek() {
            let mut after = *self;
            after.next();
            if ends(after, token) {
                break;
            }
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(token);
            *self = after;
        }
        text
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let start = self.rest.trim_start_matches(is_blank);
        let (token, rest) = start.split_at(start.find(is_blank).unwrap_or(start.len()));
        self.rest = rest;
        (!token.is_empty()).then_some(token)
    }
}

/// Returns true for the white space between tokens: ASCII only, since file names may contain other
/// white space.
fn is_blank(c: char) -> bool {
    c.is_ascii_whitespace() || c == '\x0b'
}

/// Text written on one line: line breaks become spaces.
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

/// Text of an option written on one line, with `<empty>` for an empty text.
pub(crate) struct OptionText<'a>(pub(crate) &'a str);

impl<'a> OptionText<'a> {
    /// Converts `<empty>` to an empty text.
    pub(crate) fn parse(written: &'a str) -> &'a str {
        if written == EMPTY_TEXT { "" } else { written }
    }
}

impl fmt::Display for OptionText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        OneLine(if self.0.is_empty() { EMPTY_TEXT } else { self.0 }).fmt(f)
    }
}

/// Writes ` name value` for `Some(value)`.
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

/// Writes ` name move move ...` unless the list is empty.
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
    fn tokens_are_separated_by_ascii_white_space() {
        let tokens: Vec<_> = Tokens::new("\u{feff}\t go \x0b depth\r\n3\x0c").collect();
        assert_eq!(tokens, ["go", "depth", "3"]);
        assert_eq!(Tokens::new(" \t\r\n").next(), None);
        let path = "C:\\My\u{a0}Files";
        assert_eq!(Tokens::new(path).next(), Some(path), "a no-break space is part of the token");
    }

    #[test]
    fn rest_keeps_inner_white_space() {
        let mut tokens = Tokens::new("string  a  b\tc \r\n");
        tokens.next();
        assert_eq!(tokens.rest(), "a  b\tc");
        assert_eq!(tokens.rest(), "");
    }

    #[test]
    fn line_breaks_become_spaces() {
        assert_eq!(OneLine("a\r\nbestmove e2e4").to_string(), "a  bestmove e2e4");
    }
}
