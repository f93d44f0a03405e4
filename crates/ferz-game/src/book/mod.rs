//! Opening books: the Polyglot format, and lists of start positions in EPD.
//!
//! A Polyglot book is a file of entries of 16 bytes, sorted by position key. [`Book`] finds the
//! entries of a position by binary search, in the file itself or in memory. [`BookBuilder`] collects
//! the moves of games, [`merge`], [`BookFilter`] and [`write_book`] change and write books, and
//! [`walk`] visits the positions that the moves of a book reach. [`PositionBook`] is a list of start
//! positions.
//!
//! Nothing in a file causes a panic: a length that is not a multiple of 16 is an error, entries in
//! the wrong order are not found, and moves that are not legal in a position are skipped.
//! [`Book::check`] counts both faults.
//!
//! ```
//! use ferz::Position;
//! use ferz_game::GameResult;
//! use ferz_game::book::{Book, BookBuilder, BuildOptions, BookSelection, select};
//!
//! let mut builder = BookBuilder::new(BuildOptions { min_games: 1, ..BuildOptions::default() });
//! let start = Position::startpos();
//! for (san, result) in [("e4", GameResult::WhiteWins), ("d4", GameResult::Draw)] {
//!     builder.add_game(&start, &[start.parse_san(san)?], result);
//! }
//! let book = Book::from_entries(&builder.finish());
//! let moves = book.moves(&start)?;
//! assert_eq!(moves.iter().map(|found| found.weight).collect::<Vec<_>>(), [2, 1]);
//! let best = select(&moves, BookSelection::Best, 0).expect("the book has moves");
//! assert_eq!(start.san(best.mv).to_string(), "e4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod builder;
mod entry;
mod polyglot;
mod positions;

pub use builder::{BookBuilder, BuildOptions, Counting, LeftOut, PgnGames};
pub use entry::{
    BookEntry, BookFilter, BookMove, Learned, MergeRule, merge, sort_entries, write_book,
};
pub use polyglot::{
    Book, BookError, BookFaults, BookSelection, FoundMove, WalkLimits, WalkPosition, select,
    shares, walk,
};
pub use positions::{PositionBook, PositionBookError};
