//! The error of a condition that cannot be read.

use std::borrow::Cow;
use std::fmt;

/// The error for text that is no condition, with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseConditionError {
    /// The number of the first character that is not expected, from 1.
    pub column: usize,
    /// The character; `None` at the end of the text.
    pub found: Option<char>,
    /// The text expected.
    pub expected: Cow<'static, str>,
}

impl ParseConditionError {
    /// Creates the error at the byte `offset` of a text.
    pub(super) fn at(text: &str, offset: usize, expected: impl Into<Cow<'static, str>>) -> Self {
        let (before, rest) = text.split_at_checked(offset).unwrap_or((text, ""));
        let (column, found) = (before.chars().count() + 1, rest.chars().next());
        Self { column, found, expected: expected.into() }
    }
}

impl fmt::Display for ParseConditionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { column, found, expected } = self;
        match found {
            Some(found) => write!(f, "column {column}: found `{}`", found.escape_debug())?,
            None => write!(f, "column {column}: found the end")?,
        }
        write!(f, ", expected {expected}")
    }
}

impl std::error::Error for ParseConditionError {}
