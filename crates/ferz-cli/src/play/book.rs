//! The book of the engine.

use crate::common::prelude::*;
use ferz_game::book::{Book, BookSelection, FoundMove, select, shares};

/// An open book with its path, for errors.
pub(super) struct EngineBook<'a> {
    book: Book,
    path: &'a Path,
}

impl<'a> EngineBook<'a> {
    /// Opens a book.
    ///
    /// # Errors
    /// If the file cannot be opened, is no book or has no move.
    pub(super) fn open(path: &'a Path) -> Result<Self, Error> {
        let book = Book::open(path)?;
        if book.is_empty() {
            let reason = "found a book without moves, expected the moves of the engine: `ferz book make` \
                          makes a book from games";
            return Err(Error::file(path, reason));
        }
        Ok(Self { book, path })
    }

    fn moves(&self, position: &Position) -> Result<Vec<FoundMove>, Error> {
        self.book.moves(position).map_err(|error| Error::file(self.path, error))
    }

    /// Returns a move, selected by weight; `None` if there is none for the position.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(super) fn choose(&self, position: &Position) -> Result<Option<Move>, Error> {
        let moves = self.moves(position)?;
        Ok(select(&moves, BookSelection::Weighted, fastrand::u64(..)).map(|found| found.mv))
    }

    /// Returns the moves of a position with their shares, on one line.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(super) fn text(&self, position: &Position) -> Result<String, Error> {
        let moves = self.moves(position)?;
        let text = |(found, share): (&FoundMove, f64)| {
            format!("{} {:.0} %", position.san(found.mv), 100.0 * share)
        };
        let texts: Vec<_> = moves.iter().zip(shares(&moves)).map(text).collect();
        match texts.is_empty() {
            true => Ok("The book has no move here.".to_owned()),
            false => Ok(texts.join(", ")),
        }
    }
}
