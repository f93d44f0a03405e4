//! What can be wrong with a game file.

use super::{MAGIC, MAX_OPENING, MAX_PAYLOAD, VERSION};
use ferz::{InvalidSetup, Square};
use std::io;
use std::path::PathBuf;

/// Why reading stops.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The source cannot be read.
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
    /// The first bytes are those of something else.
    #[error("not a game file: it does not begin with {:?}", String::from_utf8_lossy(&MAGIC))]
    Magic,
    /// Written in a version that is not known here.
    #[error("a game file of version {0}, where {VERSION} is understood")]
    Version(u16),
    /// The file ends within the header or a record, as a write that was cut off leaves it. All
    /// records before are whole.
    #[error("the file ends within the record at byte {offset}")]
    Torn {
        /// Where the record begins.
        offset: u64,
    },
    /// A record is there in full length but is not what was written.
    #[error("the record at byte {offset} is damaged: {damage}")]
    Damaged {
        /// Where the record begins.
        offset: u64,
        /// What is wrong with it.
        damage: Damage,
    },
}

/// What is wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Damage {
    /// The kind of record is not known.
    #[error("no record is of kind {0:#04x}")]
    Kind(u8),
    /// The checksum does not fit.
    #[error("its checksum does not fit")]
    Checksum,
    /// A game stands where the first settings should.
    #[error("a game comes before any settings")]
    NoSettings,
    /// The settings are not UTF-8.
    #[error("its settings are not UTF-8")]
    SettingsText,
    /// The payload is no game.
    #[error("{0}")]
    Game(#[from] GameError),
}

/// Why a payload is no game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameError {
    /// The payload ends too soon.
    #[error("the game ends too soon")]
    Short,
    /// The payload goes on after the game.
    #[error("{0} bytes follow the game")]
    Trailing(usize),
    /// The byte that tells the kind of start is neither 0 nor 1.
    #[error("{0} is no kind of start")]
    Start(u8),
    /// The starting position cannot be read.
    #[error("start of the game: {0}")]
    Board(#[from] BoardError),
    /// The result is none of the three.
    #[error("{0} is no result")]
    Result(u8),
    /// The ending is none of those known.
    #[error("{0} is no ending")]
    Ending(u8),
    /// More plies lack a score than there are.
    #[error("{opening} plies of opening in a game of {plies}")]
    Opening {
        /// The plies without a score.
        opening: usize,
        /// All plies.
        plies: usize,
    },
    /// Sixteen bits that write no move.
    #[error("ply {ply}: {bits:#06x} is no move")]
    Move {
        /// The ply, from 0.
        ply: usize,
        /// The bits.
        bits: u16,
    },
    /// A score that is cut off or out of bounds.
    #[error("ply {ply}: no score can be read")]
    Score {
        /// The ply, from 0.
        ply: usize,
    },
}

/// Why bytes are no position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BoardError {
    /// They end too soon.
    #[error("the position ends too soon")]
    Short,
    /// Four bits that stand for no piece.
    #[error("{code} on {square} is no piece")]
    Piece {
        /// The square.
        square: Square,
        /// The bits.
        code: u8,
    },
    /// A rook that may castle without a single king of its side, or the second on its wing.
    #[error("the rook on {0} cannot have the right to castle")]
    Castling(Square),
    /// A number that is no en passant square.
    #[error("{0} is no en passant square")]
    EnPassant(u8),
    /// The rules refuse the position.
    #[error("{0}")]
    Setup(#[from] InvalidSetup),
}

/// Why a record is not written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The sink cannot be written to.
    #[error("cannot write: {0}")]
    Io(#[from] io::Error),
    /// A record would be too large.
    #[error("a record of {0} bytes, where {MAX_PAYLOAD} fit")]
    TooLong(usize),
    /// A game has more scores than plies, or too many plies without a score.
    #[error("{scores} scores for {plies} plies, of which at most {MAX_OPENING} may lack one")]
    Scores {
        /// The scores.
        scores: usize,
        /// The plies.
        plies: usize,
    },
}

/// Why a file cannot be added to.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file cannot be opened, read or shortened.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Another process adds to it now.
    #[error("{}: another process is writing to it", path.display())]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// What is there is no game file, or damaged elsewhere than at its end.
    #[error("{}: {error}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: ReadError,
    },
}
