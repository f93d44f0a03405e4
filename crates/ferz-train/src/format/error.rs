//! The errors of game files.

use super::{MAGIC, MAX_OPENING_PLIES, MAX_PAYLOAD, VERSION};
use ferz::packed::PackedPositionError;
use std::io;
use std::path::PathBuf;

/// An error that ends reading.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The source cannot be read.
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
    /// The source does not start with [`MAGIC`].
    #[error("not a game file: expected {:?} at its start", String::from_utf8_lossy(&MAGIC))]
    Magic,
    /// The file has another format version.
    #[error("expected format version {VERSION}, found {0}")]
    Version(u16),
    /// The file ends within the header or a record, or has zeros only from there on, as after an
    /// interrupted write. All records before are complete.
    #[error("the file ends within the {} at byte {offset}",
        if *offset == 0 { "header" } else { "record" })]
    Truncated {
        /// The offset of the header or record.
        offset: u64,
    },
    /// A record of full length is invalid.
    #[error("the record at byte {offset} is damaged: {damage}")]
    Damaged {
        /// The offset of the record.
        offset: u64,
        /// The fault of the record.
        damage: Damage,
    },
}

/// The fault of a damaged record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Damage {
    /// The record type is unknown.
    #[error("unknown record type {0:#04x}")]
    RecordType(u8),
    /// The checksum is wrong.
    #[error("wrong checksum")]
    Checksum,
    /// The first record is a game.
    #[error("expected settings before the first game")]
    NoSettings,
    /// The settings are not UTF-8.
    #[error("the settings are not UTF-8")]
    SettingsText,
    /// The payload is not a valid game.
    #[error("{0}")]
    Game(#[from] GameError),
}

/// The fault of an invalid game payload.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameError {
    /// The payload ends within the game.
    #[error("the payload ends within the game")]
    Short,
    /// Bytes follow the game.
    #[error("{0} bytes follow the game")]
    Trailing(usize),
    /// The code of the start position is neither 0 nor 1.
    #[error("expected start code 0 or 1, found {0}")]
    Start(u8),
    /// The start position is invalid.
    #[error("start position: {0}")]
    StartPosition(#[from] PackedPositionError),
    /// The result code is unknown.
    #[error("unknown result code {0}")]
    Result(u8),
    /// The ending code is unknown.
    #[error("unknown ending code {0}")]
    Ending(u8),
    /// The opening is longer than the game.
    #[error("an opening of {opening} plies in a game of {plies}")]
    Opening {
        /// The number of plies without a score.
        opening: usize,
        /// The number of all plies.
        plies: usize,
    },
    /// The bits of a move are not a valid encoding.
    #[error("ply {ply}: {bits:#06x} is not a move")]
    Move {
        /// The ply, from 0.
        ply: usize,
        /// The bits.
        bits: u16,
    },
    /// A score is incomplete or exceeds 16 bits.
    #[error("ply {ply}: invalid score")]
    Score {
        /// The ply, from 0.
        ply: usize,
    },
}

/// An error that prevents writing.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The sink cannot be written to.
    #[error("cannot write: {0}")]
    Io(#[from] io::Error),
    /// A payload exceeds [`MAX_PAYLOAD`].
    #[error("expected a payload of at most {MAX_PAYLOAD} bytes, found {0}")]
    TooLong(usize),
    /// The start position has more pieces than a packed position can hold.
    #[error(
        "expected a start position of at most {max} pieces, found {0}",
        max = ferz::PackedPosition::MAX_PIECES
    )]
    TooManyPieces(usize),
    /// A game has more scores than moves, or more than [`MAX_OPENING_PLIES`] moves without a score.
    #[error(
        "{scores} scores for {plies} plies, of which at most {MAX_OPENING_PLIES} may have no score"
    )]
    Scores {
        /// The number of scores.
        scores: usize,
        /// The number of plies.
        plies: usize,
    },
}

/// An error that prevents appending to a file.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file cannot be opened or read.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// Another process has opened the file for appending.
    #[error("{}: another process is writing to it", path.display())]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// The file is not a game file, or is damaged elsewhere than at its end.
    #[error("{}: {error}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// The fault.
        error: ReadError,
    },
}
