//! Game files: [`GameReader`] iterates over the games of a source, [`GameWriter`] writes to any sink,
//! [`GameFile`] appends to a file, and [`TrainingGame::replay`] makes the moves of a game and checks them.
//!

#![doc = include_str!("../../game-format.md")]

mod error;
mod game;
mod reader;
mod record;
mod replay;
mod writer;

pub use error::{Damage, GameError, OpenError, ReadError, WriteError};
pub(crate) use game::ending_by_rules;
pub use game::{EndingCode, RANDOM_MOVE, ResultCode, TrainingGame, UNSEARCHED};
pub use reader::GameReader;
pub use replay::{GameReplay, IllegalPly, PositionFilter, ScoredPly, VerifyError};
pub use writer::{GameFile, GameWriter};

/// The first bytes of a game file.
pub const MAGIC: [u8; 8] = *b"FERZGAME";
/// The format version, the only one that is read and written.
pub const VERSION: u16 = 1;
/// The number of bytes before the first record.
pub const HEADER_SIZE: usize = MAGIC.len() + size_of::<u16>();
/// The maximum number of bytes in a record's payload.
pub const MAX_PAYLOAD: usize = u16::MAX as usize;
/// The maximum number of plies without a score at the start of a game.
pub const MAX_OPENING_PLIES: usize = u8::MAX as usize;
