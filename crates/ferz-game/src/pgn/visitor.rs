//! The visitor of a text, and the errors that it receives.

use super::nag::Nag;
use crate::GameResult;
use ferz::notation::{FenCorrection, FenError, ParseSanProblem, SanPattern};
use ferz_variants::Rules;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// Receives the tokens of a PGN text in their order, from a [`Reader`](super::Reader).
///
/// Tokens borrow the reader's buffer. [`begin_game`](Self::begin_game) creates a value for each game,
/// which the other functions receive and [`end_game`](Self::end_game) takes: what belongs to one game
/// is kept there and cannot reach the next one. Every other function does nothing by default and
/// continues, so a visitor implements only the ones it needs. For one game they are called in this
/// order:
///
/// ```text
/// begin_game  tag*  begin_movetext  (san | nag | comment | begin_variation ... end_variation)*  end_game
/// ```
///
/// At an error, [`error`](Self::error) and then [`end_game`](Self::end_game) are called, the rest of
/// the game is skipped, and reading continues with the next game. Text that is read in spite of a fault
/// causes a [`warning`](Self::warning) and nothing else. The borders between games do not depend on
/// the answers of the visitor.
pub trait Visitor {
    /// The state of one game: `()` for a visitor that needs none.
    type Game;

    /// Begins a game. Games are numbered from 1.
    fn begin_game(&mut self, number: u64) -> Self::Game;

    /// Receives a tag pair. The order is that of the text, and names may occur twice.
    #[inline]
    fn tag(&mut self, _game: &mut Self::Game, _tag: Tag<'_>) {}

    /// Begins the movetext after all tags.
    #[inline]
    fn begin_movetext(&mut self, _game: &mut Self::Game) -> Visit {
        Visit::Continue
    }

    /// Receives a move.
    #[inline]
    fn san(&mut self, _game: &mut Self::Game, _mv: MoveToken<'_>) -> Visit {
        Visit::Continue
    }

    /// Receives a numeric annotation glyph. `!`, `?`, `!!`, `??`, `!?` and `?!` are `$1` to `$6`;
    /// [`Nag::from_glyph`] has the others.
    #[inline]
    fn nag(&mut self, _game: &mut Self::Game, _nag: Nag) {}

    /// Receives a comment, with its commands like `[%clk 0:01:00]` as they stand in the text.
    #[inline]
    fn comment(&mut self, _game: &mut Self::Game, _comment: Comment<'_>) {}

    /// Begins a variation: its first move replaces the last move of the enclosing line.
    #[inline]
    fn begin_variation(&mut self, _game: &mut Self::Game) -> Visit {
        Visit::Continue
    }

    /// Ends a variation that was not skipped by [`begin_variation`](Self::begin_variation).
    #[inline]
    fn end_variation(&mut self, _game: &mut Self::Game) {}

    /// Ends a game. The result is `None` if the game termination marker is missing, if the rest of
    /// the game was skipped, and after an error.
    #[inline]
    fn end_game(&mut self, _game: Self::Game, _result: Option<GameResult>) {}

    /// Receives an error in the text or a rejection by the visitor itself.
    #[inline]
    fn error(&mut self, _game: &mut Self::Game, _error: PgnError) {}

    /// Receives a fault that does not hide the moves of the game, such as a malformed tag, which is
    /// left out. [`Reader::set_strict`](super::Reader::set_strict) makes it an error.
    #[inline]
    fn warning(&mut self, _game: &mut Self::Game, _warning: PgnError) {}
}

/// The answer of a [`Visitor`] to a token.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Visit {
    /// Continues with the next token.
    #[default]
    Continue,
    /// Reports a warning at this token and continues.
    Warn(Box<PgnErrorKind>),
    /// Skips the rest of the variation. In the main line this skips the rest of the game.
    SkipVariation,
    /// Skips the rest of the game.
    SkipGame,
    /// In the main line, reports an error at this token and skips the rest of the game. In a variation,
    /// reports a warning and skips the rest of the variation.
    Reject(Box<PgnErrorKind>),
}

/// The greatest depth of nested variations.
pub const MAX_DEPTH: u16 = 500;

/// An error or a warning in a PGN text, with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PgnError {
    /// The name of the text, such as a path.
    pub source: Option<Arc<str>>,
    /// The number of the game, from 1.
    pub game: u64,
    /// The line, from 1.
    pub line: u64,
    /// The column in bytes, from 1.
    pub column: u64,
    /// The text found and the text expected.
    pub kind: PgnErrorKind,
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { source, game, line, column, kind } = self;
        match source {
            Some(source) => write!(f, "{source}:{line}:{column}: game {game}: {kind}"),
            None => write!(f, "line {line}, column {column}: game {game}: {kind}"),
        }
    }
}

impl std::error::Error for PgnError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.kind)
    }
}

/// The kind of an error or a warning in a PGN text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PgnErrorKind {
    /// A move that cannot be read or made. In a variation, whose rest is left out, a warning.
    #[error("found the move `{found}`: {reason}")]
    Move {
        /// The text of the move.
        found: String,
        /// The reason.
        reason: ParseSanProblem,
    },
    /// A move with the piece letters of another language.
    #[error("found the move `{found}`, with the piece letters of {language} (`{code}`)")]
    PieceLetters {
        /// The text of the move.
        found: String,
        /// The English name of the language.
        language: &'static str,
        /// Its code in ISO 639-1, for [`PieceLetters::of_language`](super::PieceLetters::of_language).
        code: &'static str,
    },
    /// A `FEN` tag that is not a position.
    #[error("found the FEN `{found}`: {reason}")]
    Fen {
        /// The value of the tag.
        found: String,
        /// The reason.
        reason: FenError,
    },
    /// A `FEN` tag that is not a position of the variant.
    #[error("found the FEN `{found}` of a game of {rules}: {reason}")]
    VariantFen {
        /// The value of the tag.
        found: String,
        /// The rules of the variant.
        rules: Rules,
        /// The reason.
        reason: Box<ferz_variants::FenError>,
    },
    /// A `FEN` tag that was corrected: a warning. The first correction.
    #[error("the FEN was corrected: {correction}")]
    CorrectedFen {
        /// The correction.
        correction: FenCorrection,
    },
    /// A `Variant` tag that names a game with other rules.
    #[error("found the variant `{found}`, expected standard chess or Chess960")]
    Variant {
        /// The value of the tag.
        found: String,
    },
    /// Text that is not expected. A warning if it is left out.
    #[error("found `{found}`, expected {expected}")]
    Unexpected {
        /// The start of the text found.
        found: String,
        /// The text expected.
        expected: &'static str,
    },
    /// A tag pair without quotes, such as `[WhiteElo 1710]`, that was read: a warning.
    #[error("found the tag `{name}` with the value `{value}` without quotes")]
    UnquotedTag {
        /// The name.
        name: String,
        /// The value.
        value: String,
    },
    /// A second tag pair with the same name, whose value counts: a warning.
    #[error("found the tag `{name}` a second time")]
    RepeatedTag {
        /// The name.
        name: String,
    },
    /// A tag `Result` that is no result: a warning.
    #[error("found the result `{found}`, expected 1-0, 0-1, 1/2-1/2 or *")]
    Result {
        /// The value of the tag.
        found: String,
    },
    /// A null move in the main line: a warning.
    #[error("found the null move `{found}` in the main line")]
    NullMove {
        /// The text of the move.
        found: String,
    },
    /// A move in UCI notation, such as `g1f3`: a warning.
    #[error("found the move `{found}` in UCI notation")]
    UciMove {
        /// The text of the move.
        found: String,
    },
    /// A comment without `}` before the end of the game.
    #[error("found the end of the game, expected `}}` to close this comment")]
    UnterminatedComment,
    /// A variation without `)` before the end of the game.
    #[error("found the end of the game, expected `)` to close {open} {}", if *.open == 1 { "variation" } else { "variations" })]
    UnterminatedVariation {
        /// The number of open variations.
        open: u16,
    },
    /// More nested variations than [`MAX_DEPTH`].
    #[error("found more than {} nested variations", MAX_DEPTH)]
    TooDeep,
    /// A game whose text is kept, such as for a file of selected games, and too long for that.
    #[error("found a game of more than {limit} bytes")]
    LongGame {
        /// The limit in bytes.
        limit: usize,
    },
    /// A tag or a comment longer than the [limit](super::Reader::set_max_token).
    #[error("found a tag or a comment of more than {limit} bytes")]
    TooLong {
        /// The limit in bytes.
        limit: usize,
    },
}

impl PgnErrorKind {
    /// Returns the text that was found and what was expected in its place, if the error has them.
    pub fn evidence(&self) -> (Option<&str>, Option<&str>) {
        match self {
            Self::Move { found, .. } => (Some(found.as_str()), Some("a legal move")),
            Self::PieceLetters { found, .. } => {
                (Some(found.as_str()), Some("English piece letters"))
            }
            Self::Fen { found, .. } | Self::VariantFen { found, .. } => {
                (Some(found.as_str()), Some("a legal position"))
            }
            Self::Variant { found } => (Some(found.as_str()), Some("standard chess or Chess960")),
            Self::NullMove { found } => (Some(found.as_str()), Some("a move")),
            Self::UciMove { found } => (Some(found.as_str()), Some("a move in SAN")),
            Self::UnquotedTag { value, .. } => (Some(value.as_str()), Some("a value in quotes")),
            Self::Unexpected { found, expected } => (Some(found.as_str()), Some(*expected)),
            Self::UnterminatedComment => (Some("end of game"), Some("}")),
            Self::UnterminatedVariation { .. } => (Some("end of game"), Some(")")),
            _ => (None, None),
        }
    }
}

// The tokens that a visitor receives.

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
