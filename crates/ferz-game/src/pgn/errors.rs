use ferz::notation::{FenError, ParseSanProblem};
use std::fmt;
use std::sync::Arc;

/// An error in a PGN text, with its place.
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

/// The kind of an error in a PGN text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PgnErrorKind {
    /// A move that cannot be read or made.
    #[error("found the move `{found}`: {reason}")]
    Move {
        /// The text of the move.
        found: String,
        /// The reason.
        reason: ParseSanProblem,
    },
    /// A `FEN` tag that is not a position.
    #[error("found the FEN `{found}`: {reason}")]
    Fen {
        /// The value of the tag.
        found: String,
        /// The reason.
        reason: FenError,
    },
    /// Text that is no token, or not in this place.
    #[error("found `{found}`, expected {expected}")]
    Unexpected {
        /// The start of the text found.
        found: String,
        /// The text expected.
        expected: &'static str,
    },
    /// A comment without `}` before the end of the game.
    #[error("found the end of the game, expected `}}` to close this comment")]
    UnterminatedComment,
    /// A variation without `)` before the end of the game.
    #[error("found the end of the game, expected `)` to close {open} variations")]
    UnterminatedVariation {
        /// The number of open variations.
        open: u16,
    },
    /// More nested variations than [`MAX_DEPTH`](super::MAX_DEPTH).
    #[error("found more than {} nested variations", super::MAX_DEPTH)]
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
