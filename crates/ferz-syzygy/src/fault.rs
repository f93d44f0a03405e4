//! What can be wrong with a table's file, and why a probe gives no answer.

use crate::Material;
use std::fmt;
use std::io;

/// What is wrong with a table's file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TableError {
    /// The system does not let it be read.
    #[error("it cannot be read: {0}")]
    Io(io::ErrorKind),
    /// It does not begin as such a table does, or its length is none that a table has.
    #[error("it is no table of this kind")]
    NotATable,
    /// It ends where more is expected.
    #[error("it ends too early")]
    Truncated,
    /// What it says of itself cannot be.
    #[error("it is damaged: {0}")]
    Damaged(&'static str),
}

impl From<io::Error> for TableError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Truncated,
            kind => Self::Io(kind),
        }
    }
}

/// What a table tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TableKind {
    /// Win, draw or loss: files named `.rtbw`.
    Wdl,
    /// The distance to zeroing: files named `.rtbz`.
    Dtz,
}

impl TableKind {
    /// How the names of its files end.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Wdl => "rtbw",
            Self::Dtz => "rtbz",
        }
    }

    /// The first four bytes of its files.
    pub(crate) const fn magic(self) -> [u8; 4] {
        match self {
            Self::Wdl => [0x71, 0xE8, 0x23, 0x5D],
            Self::Dtz => [0xD7, 0x66, 0x0C, 0xA5],
        }
    }
}

impl fmt::Display for TableKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Wdl => "WDL",
            Self::Dtz => "DTZ",
        })
    }
}

/// Why a probe gives no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProbeError {
    /// No table has so many men.
    #[error("no table has {men} men")]
    TooManyMen {
        /// The men on the board.
        men: usize,
    },
    /// Tables know nothing of castling.
    #[error("tables know nothing of castling rights")]
    CastlingRights,
    /// A table that is needed has not been found.
    #[error("the {kind} table {table} is missing")]
    Missing {
        /// The table, as a file would be named.
        table: Material,
        /// Its kind.
        kind: TableKind,
    },
    /// A table that is needed cannot be used.
    #[error("the {kind} table {table} is of no use: {fault}")]
    Faulty {
        /// The table.
        table: Material,
        /// Its kind.
        kind: TableKind,
        /// What is wrong with it.
        fault: TableError,
    },
}
