//! The errors of each parser. Tokens in errors are truncated to 64 characters.

use alloc::string::String;
use ferz::notation::{FenError, UciLineError, UciMoveTextError, UciMoveTextProblem};

/// A token in a list of moves that is not a move.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("move {} ({token:?}): {reason}", index + 1)]
pub struct BadMove {
    /// The index in the list, from 0. The message counts from 1.
    pub index: usize,
    /// The token found.
    pub token: String,
    /// The error of the token.
    pub reason: UciMoveTextProblem,
}

impl BadMove {
    pub(crate) fn new(index: usize, error: UciMoveTextError) -> Self {
        Self { index, token: error.text, reason: error.problem }
    }
}

/// A token after a keyword that is not a number in the keyword's range.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("{keyword}: expected a number in range, found {token:?}")]
pub struct BadNumber {
    /// The keyword, like `depth`.
    pub keyword: &'static str,
    /// The token found.
    pub token: String,
}

/// Errors of a line from a GUI to an engine.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CommandError {
    /// The line is empty or blank. Callers usually ignore this error.
    #[error("empty line")]
    Empty,
    /// No token of the line is a command; holds the first token.
    #[error("unknown command {0:?}")]
    UnknownCommand(String),
    /// The line ends after a keyword that needs a value.
    #[error("{0}: missing value")]
    MissingValue(&'static str),
    /// A token is not a number in range.
    #[error(transparent)]
    BadNumber(#[from] BadNumber),
    /// A token of `position` is not a move.
    #[error(transparent)]
    BadMove(#[from] BadMove),
    /// The token after `debug` is not `on` or `off`.
    #[error("debug: expected on or off, found {0:?}")]
    BadSwitch(String),
    /// The token after `position` is not `startpos` or `fen`.
    #[error("position: expected startpos or fen, found {0:?}")]
    BadStart(String),
    /// The token after `startpos` is not `moves`.
    #[error("startpos: expected moves, found {0:?}")]
    ExpectedMoves(String),
    /// The token after `setoption` is not `name`.
    #[error("setoption: expected name, found {0:?}")]
    ExpectedName(String),
    /// The token after `register` is not `later`, `name` or `code`.
    #[error("register: expected later, name or code, found {0:?}")]
    BadRegister(String),
}

impl CommandError {
    /// Returns true for the errors of a `position` command. After such an error an engine does not
    /// have the position that the GUI searches next.
    ///
    /// ```
    /// use ferz_uci::Command;
    ///
    /// let is_of_position = |line: &str| line.parse::<Command>().unwrap_err().is_of_position();
    /// assert!(is_of_position("position startpos moves e2e9"));
    /// assert!(!is_of_position("go perft"));
    /// ```
    pub fn is_of_position(&self) -> bool {
        match self {
            Self::BadMove(_) | Self::BadStart(_) | Self::ExpectedMoves(_) => true,
            Self::MissingValue(keyword) => matches!(*keyword, "position" | "fen"),
            Self::Empty
            | Self::UnknownCommand(_)
            | Self::BadNumber(_)
            | Self::BadSwitch(_)
            | Self::ExpectedName(_)
            | Self::BadRegister(_) => false,
        }
    }
}

/// Errors of [`UciPosition::position`](crate::UciPosition::position).
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum UciPositionError {
    /// The FEN is not one of a legal position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move is not legal.
    #[error(transparent)]
    Moves(#[from] UciLineError),
}

impl From<UciPositionError> for ferz::Error {
    fn from(error: UciPositionError) -> Self {
        match error {
            UciPositionError::Fen(error) => error.into(),
            UciPositionError::Moves(error) => error.into(),
        }
    }
}

/// Errors of a line from an engine to a GUI.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReplyError {
    /// The line is empty or blank. Callers usually ignore this error.
    #[error("empty line")]
    Empty,
    /// No token of the line begins a reply; holds the first token.
    #[error("unknown reply {0:?}")]
    UnknownReply(String),
    /// The line ends, or another keyword follows, after a keyword that needs a value.
    #[error("{0}: missing value")]
    MissingValue(&'static str),
    /// A token is not a number in range.
    #[error(transparent)]
    BadNumber(#[from] BadNumber),
    /// A token of `bestmove` is not a move: index 0 is the best move, 1 the ponder move.
    #[error(transparent)]
    BadMove(#[from] BadMove),
    /// The token after `id` is not `name` or `author`.
    #[error("id: expected name or author, found {0:?}")]
    BadId(String),
    /// The token after `copyprotection` or `registration` is not `checking`, `ok` or `error`.
    #[error("status: expected checking, ok or error, found {0:?}")]
    BadStatus(String),
    /// The token after `option` is not `name`.
    #[error("option: expected name, found {0:?}")]
    ExpectedName(String),
    /// The default of a `check` option is not `true` or `false`.
    #[error("default: expected true or false, found {0:?}")]
    BadCheck(String),
}

/// Text that is not a line of perft output.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("expected a perft line, a move or a total with a count, like `e2e4: 20`")]
pub struct PerftLineError;
