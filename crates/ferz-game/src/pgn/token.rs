//! The tokens that a visitor receives.

use ferz::notation::{ParseSanProblem, SanPattern};
use std::borrow::Cow;
use std::fmt;

/// Returns the bytes of a token as UTF-8 if they are valid, else each byte as a character of
/// Latin-1.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().copied().map(char::from).collect()),
    }
}

/// A tag pair: `[Name "value"]`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Tag<'a> {
    pub(super) name: &'a [u8],
    pub(super) value: &'a [u8],
}

impl<'a> Tag<'a> {
    /// Returns the name.
    #[inline]
    pub fn name(&self) -> &'a [u8] {
        self.name
    }

    /// Returns the bytes between the quotes, with the escapes `\"` and `\\` as in the text.
    #[inline]
    pub fn raw_value(&self) -> &'a [u8] {
        self.value
    }

    /// Returns the value without escapes, from UTF-8 or Latin-1.
    pub fn value(&self) -> Cow<'a, str> {
        let text = decode(self.value);
        if !text.contains('\\') {
            return text;
        }
        let (mut value, mut chars) = (String::with_capacity(text.len()), text.chars());
        while let Some(c) = chars.next() {
            let rest = chars.as_str();
            if c == '\\' && rest.starts_with(['"', '\\']) {
                value.extend(chars.next());
            } else {
                value.push(c);
            }
        }
        Cow::Owned(value)
    }
}

impl fmt::Debug for Tag<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{} {:?}]", decode(self.name), self.value())
    }
}

/// The text of a move, without `!` and `?`, which follow as a [`Nag`].
#[derive(Clone, Copy)]
pub struct MoveToken<'a> {
    pub(super) text: &'a [u8],
    /// The first bytes of the token and bytes that follow it.
    pub(super) head: [u8; 8],
}

impl<'a> MoveToken<'a> {
    /// Returns the bytes of the move.
    #[inline]
    pub fn text(&self) -> &'a [u8] {
        self.text
    }

    /// Parses the move without a position.
    ///
    /// # Errors
    /// If the text is not a move in SAN or its accepted variants, or is a null move.
    #[inline]
    pub fn parse(&self) -> Result<SanPattern, ParseSanProblem> {
        SanPattern::parse_with_head(self.head, self.text)
    }
}

impl fmt::Debug for MoveToken<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MoveToken({})", decode(self.text))
    }
}

/// A comment, in braces or from `;` to the end of the line, without these marks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Comment<'a>(pub(super) &'a [u8]);

impl<'a> Comment<'a> {
    /// Returns the bytes of the comment.
    #[inline]
    pub fn bytes(&self) -> &'a [u8] {
        self.0
    }

    /// Returns the text, from UTF-8 or Latin-1.
    pub fn text(&self) -> Cow<'a, str> {
        decode(self.0)
    }
}

impl fmt::Debug for Comment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{}}}", self.text())
    }
}

/// A numeric annotation glyph: `$0` to `$255`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Nag(pub u8);

impl Nag {
    /// Returns the glyph of a suffix: `!`, `?`, `!!`, `??`, `!?` or `?!`.
    pub fn from_suffix(suffix: &[u8]) -> Option<Self> {
        let suffixes: [&[u8]; 6] = [b"!", b"?", b"!!", b"??", b"!?", b"?!"];
        let index = suffixes.iter().position(|&known| known == suffix)?;
        Some(Self(index as u8 + 1))
    }
}

impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}
