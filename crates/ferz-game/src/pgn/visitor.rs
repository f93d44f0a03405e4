use super::errors::{PgnError, PgnErrorKind};
use super::token::{Comment, MoveToken, Nag, Tag};
use crate::GameResult;

/// Receives the tokens of a PGN text in their order, from a [`Reader`](super::Reader).
///
/// Tokens borrow the reader's buffer. Every function does nothing by default and continues, so a
/// visitor implements only the ones it needs. For one game they are called in this order:
///
/// ```text
/// begin_game  tag*  begin_movetext  (san | nag | comment | begin_variation ... end_variation)*  end_game
/// ```
///
/// A game with a faulty tag has no `begin_movetext`. At an error, [`error`](Self::error) and then
/// [`end_game`](Self::end_game) are called, the rest of the game is skipped, and reading continues
/// with the next game. The borders between games do not depend on the answers of the visitor.
pub trait Visitor {
    /// Begins a game. Games are numbered from 1.
    #[inline]
    fn begin_game(&mut self, _number: u64) {}

    /// Receives a tag pair. The order is that of the text, and names may occur twice.
    #[inline]
    fn tag(&mut self, _tag: Tag<'_>) {}

    /// Begins the movetext after all tags.
    #[inline]
    fn begin_movetext(&mut self) -> Visit {
        Visit::Continue
    }

    /// Receives a move.
    #[inline]
    fn san(&mut self, _mv: MoveToken<'_>) -> Visit {
        Visit::Continue
    }

    /// Receives a numeric annotation glyph; `!`, `?`, `!!`, `??`, `!?` and `?!` are `$1` to `$6`.
    #[inline]
    fn nag(&mut self, _nag: Nag) {}

    /// Receives a comment, with its commands like `[%clk 0:01:00]` as they stand in the text.
    #[inline]
    fn comment(&mut self, _comment: Comment<'_>) {}

    /// Begins a variation: its first move replaces the last move of the enclosing line.
    #[inline]
    fn begin_variation(&mut self) -> Visit {
        Visit::Continue
    }

    /// Ends a variation that was not skipped by [`begin_variation`](Self::begin_variation).
    #[inline]
    fn end_variation(&mut self) {}

    /// Ends a game. The result is `None` if the game termination marker is missing, if the rest of
    /// the game was skipped, and after an error.
    #[inline]
    fn end_game(&mut self, _result: Option<GameResult>) {}

    /// Receives an error in the text or a rejection by the visitor itself.
    #[inline]
    fn error(&mut self, _error: PgnError) {}
}

/// The answer of a [`Visitor`] to a token.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Visit {
    /// Continues with the next token.
    #[default]
    Continue,
    /// Skips the rest of the variation. In the main line this skips the rest of the game.
    SkipVariation,
    /// Skips the rest of the game.
    SkipGame,
    /// Reports an error at this token and skips the rest of the game.
    Reject(Box<PgnErrorKind>),
}

impl<V: Visitor + ?Sized> Visitor for &mut V {
    #[inline]
    fn begin_game(&mut self, number: u64) {
        (**self).begin_game(number);
    }

    #[inline]
    fn tag(&mut self, tag: Tag<'_>) {
        (**self).tag(tag);
    }

    #[inline]
    fn begin_movetext(&mut self) -> Visit {
        (**self).begin_movetext()
    }

    #[inline]
    fn san(&mut self, mv: MoveToken<'_>) -> Visit {
        (**self).san(mv)
    }

    #[inline]
    fn nag(&mut self, nag: Nag) {
        (**self).nag(nag);
    }

    #[inline]
    fn comment(&mut self, comment: Comment<'_>) {
        (**self).comment(comment);
    }

    #[inline]
    fn begin_variation(&mut self) -> Visit {
        (**self).begin_variation()
    }

    #[inline]
    fn end_variation(&mut self) {
        (**self).end_variation();
    }

    #[inline]
    fn end_game(&mut self, result: Option<GameResult>) {
        (**self).end_game(result);
    }

    #[inline]
    fn error(&mut self, error: PgnError) {
        (**self).error(error);
    }
}
