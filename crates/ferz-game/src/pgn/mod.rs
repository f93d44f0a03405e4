//! Portable Game Notation: reading, trees of variations, writing.

pub mod annotation;
mod border;
#[cfg(test)]
mod border_tests;
mod buffer;
mod builder;
mod chunk;
mod chunk_reader;
mod errors;
mod input;
mod line_writer;
mod movetext;
mod parallel;
mod pgn_game;
mod player;
mod queue;
mod reader;
#[cfg(test)]
mod reader_tests;
mod tags;
mod token;
mod tree;
mod visitor;
mod window;
mod writer;
#[cfg(feature = "zstd")]
mod zstd;

pub use builder::{GameBuilder, Games};
pub use chunk::{Chunk, GameTexts};
pub use errors::{PgnError, PgnErrorKind};
pub use input::Input;
pub use movetext::MAX_DEPTH;
pub use parallel::ParallelReader;
pub use pgn_game::PgnGame;
pub use player::{GameVisitor, Player};
pub use reader::Reader;
pub use tags::{InvalidTag, SEVEN_TAG_ROSTER, Tags};
pub use token::{Comment, MoveToken, Nag, Tag, decode};
pub use tree::{CommentPlace, Cursor, NodeId, Tree, TreeError, TreeEvent, TreeWalk};
pub use visitor::{Visit, Visitor};
pub use writer::{TagOrder, WriteOptions};
