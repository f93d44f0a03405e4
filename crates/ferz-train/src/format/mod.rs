#![doc = include_str!("../../../../docs/game-format.md")]

mod board;
mod cursor;
mod error;
mod file;
mod game;
mod pgn;
mod reader;
mod record;
mod replay;
mod score;
mod verify;
mod writer;

pub use error::{BoardError, Damage, GameError, OpenError, ReadError, WriteError};
pub use file::GameFile;
pub use game::{Ending, Game, GameResult};
pub use reader::GameReader;
pub use replay::{Filter, IllegalPly, Ply, Replay};
pub use verify::FalseGame;
pub use writer::GameWriter;

/// The first bytes of every game file.
pub const MAGIC: [u8; 8] = *b"FERZGAME";
/// The version that is written, and the only one that is read.
pub const VERSION: u16 = 1;
/// The bytes before the first record.
pub const HEADER_SIZE: usize = MAGIC.len() + size_of::<u16>();
/// The most bytes of a record's payload.
pub const MAX_PAYLOAD: usize = u16::MAX as usize;
/// The most plies without a score that a game may begin with.
pub const MAX_OPENING: usize = u8::MAX as usize;
