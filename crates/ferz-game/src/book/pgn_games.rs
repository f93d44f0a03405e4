use super::{BookBuilder, BookMove};
use crate::GameResult;
use crate::pgn::{GameVisitor, PgnError, Tag, Visit};
use ferz::{Color, Move, Position};

/// Adds the main lines of PGN games to a [`BookBuilder`], for a [`Player`](crate::pgn::Player).
///
/// The result of a game is [`GameResult::of_game`]. A game with an error is used up to the error.
///
/// ```
/// use ferz_game::book::{BookBuilder, BuildOptions, PgnGames};
/// use ferz_game::pgn::{Player, Reader};
///
/// let pgn = "1. e4 e5 1-0\n\n1. e4 e5 2. Ke3 1-0";
/// let mut errors = 0;
/// let builder = BookBuilder::new(BuildOptions { min_games: 2, ..BuildOptions::default() });
/// let mut player = Player::new(PgnGames::new(builder, |_| errors += 1));
/// Reader::new(pgn.as_bytes()).read_all(&mut player)?;
/// let entries = player.into_visitor().into_builder().finish();
/// // The result of the second game is unknown, so 1... e5 has one point.
/// assert_eq!(entries.iter().map(|entry| entry.weight).collect::<Vec<_>>(), [3, 1]);
/// assert_eq!(errors, 1);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct PgnGames<E> {
    builder: BookBuilder,
    report: E,
    /// The tag `Result`.
    tag_result: String,
    /// The moves of the current game with the keys of the positions before them.
    moves: Vec<(u64, BookMove, Color)>,
}

impl<E: FnMut(PgnError)> PgnGames<E> {
    /// Creates a visitor that adds games to `builder` and passes errors to `report`.
    pub fn new(builder: BookBuilder, report: E) -> Self {
        Self { builder, report, tag_result: String::new(), moves: Vec::new() }
    }

    /// Returns the builder so far.
    pub fn builder(&self) -> &BookBuilder {
        &self.builder
    }

    /// Returns the builder and drops the visitor.
    pub fn into_builder(self) -> BookBuilder {
        self.builder
    }
}

impl<E: FnMut(PgnError)> GameVisitor for PgnGames<E> {
    fn begin_game(&mut self, _number: u64) {
        self.tag_result.clear();
        self.moves.clear();
    }

    fn tag(&mut self, tag: Tag<'_>) {
        if tag.name() == b"Result" {
            self.tag_result = tag.value().into_owned();
        }
    }

    fn played(&mut self, before: &Position, mv: Move) -> Visit {
        if self.moves.len() >= self.builder.options().max_plies as usize {
            return Visit::SkipGame;
        }
        self.moves.push((before.polyglot_key(), BookMove::new(mv), before.side_to_move()));
        Visit::Continue
    }

    fn end_game(&mut self, _last: &Position, result: Option<GameResult>) {
        let result = GameResult::of_game(result, &self.tag_result);
        for (key, mv, color) in self.moves.drain(..) {
            self.builder.add(key, mv, color, result);
        }
        self.builder.end_game();
    }

    fn error(&mut self, error: PgnError) {
        (self.report)(error);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::BuildOptions;
    use crate::pgn::{Player, Reader};

    /// Returns the weight of 1. e4 in a book of one game.
    fn weight(pgn: &str) -> Option<u16> {
        let builder = BookBuilder::new(BuildOptions { min_games: 1, ..BuildOptions::default() });
        let mut player = Player::new(PgnGames::new(builder, |_| {}));
        Reader::new(pgn.as_bytes()).read_all(&mut player).unwrap();
        let entries = player.into_visitor().into_builder().finish();
        entries.first().map(|entry| entry.weight)
    }

    #[test]
    fn marker_of_a_game_comes_before_its_tag() {
        let draw = weight("1. e4 1/2-1/2");
        assert_eq!(weight("[Result \"1-0\"]\n\n1. e4 1/2-1/2"), draw);
        assert_eq!(weight("[Result \"1/2-1/2\"]\n\n1. e4"), draw);
        assert_ne!(weight("[Result \"1/2-1/2\"]\n\n1. e4 1-0"), draw);
    }
}
