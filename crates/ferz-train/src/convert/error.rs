//! The errors of reading and writing training data.

use super::MAX_PLIES;
use crate::format::{IllegalPly, ReadError, WriteError};
use ferz::notation::{FenError, ParseUciMoveError};
use ferz::packed::PackedPositionError;
use ferz::{InvalidSetup, PackedPosition};
use std::io;

/// An error that ends reading. Records are counted from 1: positions, or games in viriformat.
#[derive(Debug, thiserror::Error)]
pub enum DataReadError {
    /// The source cannot be read.
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
    /// A game file of Ferz is damaged or truncated.
    #[error("{0}")]
    Games(ReadError),
    /// The file ends within a record.
    #[error("the file ends within record {record}")]
    Truncated {
        /// The number of the record.
        record: u64,
    },
    /// A record of a binary format is invalid.
    #[error("record {record}: {fault}")]
    Record {
        /// The number of the record.
        record: u64,
        /// The fault.
        fault: RecordFault,
    },
    /// A record of the text format is invalid.
    #[error("record {record}, line {line}: {fault}")]
    Line {
        /// The number of the record.
        record: u64,
        /// The number of the line of the file, from 1.
        line: u64,
        /// The fault.
        fault: LineFault,
    },
    /// A position has no move, and none was to be chosen.
    #[error("record {record}: the position has no move")]
    NoMove {
        /// The number of the record.
        record: u64,
    },
}

impl From<ReadError> for DataReadError {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Io(error) => Self::Io(error),
            error => Self::Games(error),
        }
    }
}

impl DataReadError {
    /// Returns true if the source ends within a record: the records before it are complete.
    pub fn is_truncated(&self) -> bool {
        matches!(self, Self::Truncated { .. } | Self::Games(ReadError::Truncated { .. }))
    }
}

/// The fault of a record of bulletformat or viriformat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordFault {
    /// More than 32 squares are occupied.
    #[error("expected at most {max} pieces, found {0}", max = PackedPosition::MAX_PIECES)]
    TooManyPieces(usize),
    /// A piece code is unknown.
    #[error("unknown piece code {0}")]
    PieceCode(u8),
    /// The fields for the squares of the kings differ from the pieces.
    #[error("the squares of the kings are not those of the pieces")]
    Kings,
    /// The position is invalid by the rules of chess.
    #[error("illegal position: {0}")]
    Position(#[from] InvalidSetup),
    /// The position of viriformat is invalid.
    #[error("{0}")]
    Packed(#[from] PackedPositionError),
    /// The result code is unknown.
    #[error("unknown result code {0}")]
    Result(u8),
    /// No legal move of the position has these bits.
    #[error("ply {ply}: {bits:#06x} is no legal move")]
    Move {
        /// The ply, from 0.
        ply: usize,
        /// The bits.
        bits: u16,
    },
    /// The game has more plies than [`MAX_PLIES`].
    #[error("expected a game of at most {MAX_PLIES} plies")]
    TooLong,
}

/// The maximum number of bytes of a line of the text format.
pub(super) const MAX_LINE: usize = 1024;

/// The fault of a line or a record of the text format.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineFault {
    /// The line is too long.
    #[error("expected a line of at most {max} bytes", max = MAX_LINE)]
    TooLong,
    /// The line is not UTF-8.
    #[error("the line is not UTF-8")]
    Encoding,
    /// The line begins with another word.
    #[error("expected fen, move, score, ply, result or e, found {0:?}")]
    Keyword(String),
    /// The record has a line twice.
    #[error("a second line {0} in the record: expected e before it")]
    Repeated(&'static str),
    /// The record ends without a line.
    #[error("the record has no line {0}")]
    Missing(&'static str),
    /// The position is invalid.
    #[error("fen: {0}")]
    Fen(#[from] FenError),
    /// The move is illegal.
    #[error("move: {0}")]
    Move(#[from] ParseUciMoveError),
    /// A number is invalid or out of range.
    #[error("{name}: expected {expected}, found {found:?}")]
    Number {
        /// The name of the line.
        name: &'static str,
        /// The numbers that are allowed.
        expected: &'static str,
        /// The text.
        found: String,
    },
}

/// An error that prevents writing.
#[derive(Debug, thiserror::Error)]
pub enum DataWriteError {
    /// The sink cannot be written to.
    #[error("cannot write: {0}")]
    Io(#[from] io::Error),
    /// The game does not fit a game file of Ferz.
    #[error("{0}")]
    Games(WriteError),
    /// A move of the game is illegal.
    #[error("{0}")]
    Illegal(#[from] IllegalPly),
    /// A position has more pieces than the format holds.
    #[error("expected a position of at most {max} pieces, found {0}", max = PackedPosition::MAX_PIECES)]
    TooManyPieces(usize),
}

impl From<WriteError> for DataWriteError {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::Io(error) => Self::Io(error),
            error => Self::Games(error),
        }
    }
}
