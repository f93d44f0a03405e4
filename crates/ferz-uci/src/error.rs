//! One error type a parser. Tokens that errors carry are cut to sixty-four characters.

use alloc::string::String;
use ferz::notation::UciMoveTextError;

/// A word in a list of moves that is not a move.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("move {} ({token:?}): {reason}", index + 1)]
pub struct BadMove {
    /// The word's place in the list; the first has index 0 (and is called move 1 in the message).
    pub index: usize,
    /// The word as it was found.
    pub token: String,
    /// What is wrong with it.
    pub reason: UciMoveTextError,
}

/// A word that is not the number its keyword asks for: no number at all, or too large or small.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("{keyword} needs a number in its range, not {token:?}")]
pub struct BadNumber {
    /// The word before the number, like `depth`.
    pub keyword: &'static str,
    /// The word that stood where the number belongs.
    pub token: String,
}

/// Why a line is not a command.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum CommandError {
    /// The line is empty or blank. Most readers just go on to the next.
    #[error("an empty line")]
    Empty,
    /// No word of the line is a command; this is the first word.
    #[error("unknown command {0:?}")]
    UnknownCommand(String),
    /// The line ends where this keyword needs something after it.
    #[error("{0} needs a value")]
    MissingValue(&'static str),
    /// A number is not one.
    #[error(transparent)]
    BadNumber(#[from] BadNumber),
    /// A move of `position` or `searchmoves` is not one.
    #[error(transparent)]
    BadMove(#[from] BadMove),
    /// `debug` knows only `on` and `off`.
    #[error("debug is on or off, not {0:?}")]
    BadSwitch(String),
    /// `position` starts from `startpos` or `fen`.
    #[error("position needs startpos or fen, not {0:?}")]
    BadStart(String),
    /// Only `moves` may follow `startpos`.
    #[error("startpos is followed by moves, not {0:?}")]
    ExpectedMoves(String),
    /// `setoption` is followed by `name`.
    #[error("setoption needs name, not {0:?}")]
    ExpectedName(String),
    /// `register` is followed by `later`, or by `name` and `code`.
    #[error("register needs later, name or code, not {0:?}")]
    BadRegister(String),
}

/// Why a line is not a reply of an engine.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum ReplyError {
    /// The line is empty or blank. Most readers just go on to the next.
    #[error("an empty line")]
    Empty,
    /// No word of the line begins a reply; this is the first word.
    #[error("unknown reply {0:?}")]
    UnknownReply(String),
    /// The line ends, or another keyword comes, where this keyword needs something after it.
    #[error("{0} needs a value")]
    MissingValue(&'static str),
    /// A number is not one.
    #[error(transparent)]
    BadNumber(#[from] BadNumber),
    /// One of the two moves of `bestmove` is not one: index 0 is the move, 1 the ponder move.
    #[error(transparent)]
    BadMove(#[from] BadMove),
    /// `id` is followed by `name` or `author`.
    #[error("id is name or author, not {0:?}")]
    BadId(String),
    /// `copyprotection` and `registration` are `checking`, `ok` or `error`.
    #[error("the status is checking, ok or error, not {0:?}")]
    BadStatus(String),
    /// `option` is followed by `name`.
    #[error("option needs name, not {0:?}")]
    ExpectedName(String),
    /// A `check` option's default is `true` or `false`.
    #[error("the default is true or false, not {0:?}")]
    BadCheck(String),
}

/// Text that is not a line of a perft's output.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("a perft line is a move or a total and a count, like `e2e4: 20`")]
pub struct PerftLineError;
