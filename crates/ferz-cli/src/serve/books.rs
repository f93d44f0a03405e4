//! The books of the command line.

use crate::book::{BookMoveReport, describe};
use crate::common::prelude::*;
use ferz_game::book::Book;
use ferz_game::openings;
use ferz_serve::Refusal;

/// Open books, each with the name of its file.
pub(super) struct Books(Vec<(String, Book)>);

/// The JSON object of a position in a book.
#[derive(Serialize)]
pub(super) struct BookAnswer {
    fen: String,
    eco: Option<String>,
    opening: Option<&'static str>,
    moves: Vec<BookMoveReport>,
}

impl Books {
    /// Opens books.
    ///
    /// # Errors
    /// If one cannot be read.
    pub(super) fn open(paths: &[PathBuf]) -> Result<Self, Error> {
        let open = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            Ok((name, Book::open(path)?))
        };
        paths.iter().map(open).collect::<Result<_, Error>>().map(Self)
    }

    /// Returns the names, in the order of the command line.
    pub(super) fn names(&self) -> Vec<&str> {
        self.0.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// Returns the moves of a position in the book of this number, from 0.
    ///
    /// # Errors
    /// If there is no such book, or it cannot be read.
    pub(super) fn find(&self, number: usize, position: &Position) -> Result<BookAnswer, Refusal> {
        let missing = || Refusal::NotFound(format!("no book {number}"));
        let (name, book) = self.0.get(number).ok_or_else(missing)?;
        let failed = |error| Refusal::Failed(format!("{name}: {error}"));
        let moves = book.moves(position).map_err(failed)?;
        let opening = openings::find(position);
        Ok(BookAnswer {
            fen: position.fen(),
            eco: opening.map(|opening| opening.eco.to_string()),
            opening: opening.map(|opening| opening.name),
            moves: describe(position, &moves),
        })
    }
}
