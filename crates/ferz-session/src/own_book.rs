//! The engine's own opening book: the options `OwnBook`, `BookFile`, `BookDepth` and `Best Book
//! Move`.

use crate::options::OptionValues;
use ferz::Position;
use ferz_game::book::{Book, BookError, Selection, select};
use ferz_uci::{Go, Reply};

/// The opening book of a session.
#[derive(Default)]
pub(super) struct OwnBook {
    book: Option<Book>,
}

impl OwnBook {
    /// Opens the file of the options, or closes the book if there is none. Returns the number of
    /// entries.
    ///
    /// # Errors
    /// If the file is no book; then no book is open.
    pub(super) fn open(&mut self, options: &OptionValues) -> Result<u64, BookError> {
        self.book = None;
        if options.book_file.is_empty() {
            return Ok(0);
        }
        let book = self.book.insert(Book::open(&options.book_file)?);
        Ok(book.len())
    }

    /// Returns the reply to `go` if the book has a move for the position: `bestmove`, with the book's
    /// reply to it as the move to ponder on.
    ///
    /// There is none for analysis (`UCI_AnalyseMode`, `infinite`, `ponder`, `searchmoves`, `mate`), after the depth of
    /// the options, and if the file cannot be read.
    pub(super) fn reply(
        &self,
        position: &Position,
        go: &Go,
        options: &OptionValues,
    ) -> Option<Reply> {
        let analysis = options.analyse_mode
            || go.infinite
            || go.ponder
            || go.mate.is_some()
            || !go.searchmoves.is_empty();
        if !options.own_book || analysis || position.fullmove_number() > options.book_depth {
            return None;
        }
        let book = self.book.as_ref()?;
        let moves = book.moves(position).ok()?;
        let best = select(&moves, options.book_selection(), fastrand::u64(..))?;
        let mut next = position.clone();
        next.do_move(best.mv);
        let replies = book.moves(&next).unwrap_or_default();
        let ponder = select(&replies, Selection::Best, 0).map(|found| next.uci(found.mv));
        Some(Reply::BestMove { best: Some(position.uci(best.mv)), ponder })
    }
}
