//! Portable Game Notation: reading, trees of variations, writing.

pub mod annotation;
mod buffer;
mod builder;
mod checker;
mod cleaner;
mod cleaning;
mod game_position;
mod input;
mod movetext;
mod nag;
mod parallel;
mod piece_letters;
mod player;
mod reader;
#[cfg(test)]
mod reader_tests;
mod tag_names;
mod tags;
mod tree;
mod visitor;
mod writer;
#[cfg(feature = "zstd")]
mod zstd;

pub(crate) use movetext::result_at;

pub use buffer::last_border;
pub use builder::{GameBuilder, GameDraft, Games, PgnGame};
pub use checker::{CheckedGames, PgnProblem};
pub use cleaner::{CleanedGame, CleanedText, FaultyGames};
pub use cleaning::{Cleaning, TagSelection};
pub use game_position::{AnyPosition, GamePosition};
pub use input::Input;
pub use nag::Nag;
pub use parallel::{Chunk, GameTexts, ParallelReader};
pub use piece_letters::{ParsePieceLettersError, PieceLetters};
pub use player::{GameVisitor, Player, PlayerGame, ReadMove, find_move};
pub use reader::Reader;
pub use tags::{InvalidTag, SEVEN_TAG_ROSTER, Tags, Variant};
pub use tree::{CommentPlace, Cursor, NodeId, Tree, TreeError, TreeEvent, TreeWalk};
pub use visitor::{
    Comment, MAX_DEPTH, MoveToken, PgnError, PgnErrorKind, Tag, Visit, Visitor, decode,
};
pub use writer::{TagOrder, WriteOptions};
