//! A game of a PGN file: tags, moves and result.

use super::player::{GameVisitor, Player};
use super::reader::Reader;
use super::visitor::{Comment, Nag, Tag, decode};
use super::visitor::{PgnError, Visit};
use super::{CommentPlace, NodeId, Tags, Tree};
use crate::GameResult;
use ferz::{Move, Position};
use std::io::{self, Read};

/// A game of a PGN file: tags, moves with variations, and the result.
///
/// `Display` writes the game in export format with [`WriteOptions::default`](super::WriteOptions::default).
///
/// ```
/// use ferz_game::GameResult;
/// use ferz_game::pgn::{NodeId, PgnGame};
/// let mut game = PgnGame::new();
/// game.tags.set("White", "Gibaud")?;
/// let mut node = NodeId::ROOT;
/// for san in ["d4", "Nf6", "Nd2", "e5", "dxe5", "Ng4", "h3", "Ne3"] {
///     node = game.tree.add_san(node, san)?;
/// }
/// game.tree.add_nag(node, 3);
/// game.result = GameResult::BlackWins;
/// let text = game.to_string();
/// assert!(text.contains("[White \"Gibaud\"]\n"));
/// assert!(text.ends_with("\n1. d4 Nf6 2. Nd2 e5 3. dxe5 Ng4 4. h3 Ne3 $3 0-1\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PgnGame {
    /// The tag pairs, without result and start position.
    pub tags: Tags,
    /// The moves.
    pub tree: Tree,
    /// The result.
    pub result: GameResult,
}

impl PgnGame {
    /// Creates a game without tags and moves from the initial position.
    pub fn new() -> Self {
        Self::default()
    }
}

/// A [`GameVisitor`] that builds each game in memory, with its variations and comments.
///
/// After each game of the reader, [`take`](Self::take) returns it; after several games,
/// [`take_all`](Self::take_all) returns them. The result is [`GameResult::of_game`]. [`Games`] reads all games of a text.
#[derive(Debug, Default)]
pub struct GameBuilder {
    /// The games before the last one, with their errors.
    earlier: Vec<(PgnGame, Option<PgnError>)>,
    /// Set from the beginning of a game until it is taken.
    has_game: bool,
    game: PgnGame,
    /// The tag `Result`.
    tagged: String,
    /// The last node.
    node: NodeId,
    /// The last nodes of the lines around the current variation.
    outer: Vec<NodeId>,
    /// The comments before the first move of the current variation.
    before: Vec<String>,
    /// Set between the start of a variation and its first move.
    is_beginning: bool,
    error: Option<PgnError>,
}

impl GameBuilder {
    /// Creates a builder.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the last game, which ends before an error, and the error.
    pub fn take(&mut self) -> (PgnGame, Option<PgnError>) {
        let taken = std::mem::take(self);
        (taken.game, taken.error)
    }

    /// Returns all games since the last call, in their order, as [`take`](Self::take) returns one.
    pub fn take_all(&mut self) -> Vec<(PgnGame, Option<PgnError>)> {
        let mut games = std::mem::take(&mut self.earlier);
        if self.has_game {
            games.push(self.take());
        }
        games
    }

    fn add(&mut self, mv: Option<Move>) {
        let tree = &mut self.game.tree;
        self.node = tree.push_child(self.node, mv);
        for comment in self.before.drain(..) {
            tree.add_comment(self.node, CommentPlace::Before, &comment);
        }
        self.is_beginning = false;
    }
}

impl GameVisitor for GameBuilder {
    fn begin_game(&mut self, _number: u64) {
        let earlier = self.take_all();
        *self = Self { earlier, has_game: true, ..Self::default() };
    }

    fn tag(&mut self, tag: Tag<'_>) {
        let name = decode(tag.name());
        if name == "Result" {
            self.tagged = tag.value().into_owned();
        } else {
            // A tag with a malformed name, and those that follow from other parts, are dropped.
            let _ = self.game.tags.set(&name, &tag.value());
        }
    }

    fn begin_moves(&mut self, start: &Position) -> Visit {
        self.game.tree = Tree::from_position(start);
        if start.is_chess960() && self.game.tags.get("Variant").is_some_and(Tags::is_chess960) {
            self.game.tags.remove("Variant");
        }
        Visit::Continue
    }

    fn played(&mut self, _before: &Position, mv: Move) -> Visit {
        self.add(Some(mv));
        Visit::Continue
    }

    fn null_move(&mut self, _before: &Position, _is_variation: bool) -> bool {
        self.add(None);
        true
    }

    fn nag(&mut self, nag: Nag) {
        if !self.is_beginning {
            self.game.tree.add_nag(self.node, nag.0);
        }
    }

    fn comment(&mut self, comment: Comment<'_>) {
        if self.is_beginning {
            self.before.push(comment.text().into_owned());
        } else {
            self.game.tree.add_comment(self.node, CommentPlace::After, &comment.text());
        }
    }

    fn begin_variation(&mut self) -> Visit {
        if self.is_beginning || self.node == NodeId::ROOT {
            // The player reports the missing move.
            return Visit::Continue;
        }
        self.outer.push(self.node);
        self.node = self.game.tree.parent(self.node).unwrap_or(NodeId::ROOT);
        self.is_beginning = true;
        Visit::Continue
    }

    fn end_variation(&mut self) {
        self.before.clear();
        self.is_beginning = false;
        self.node = self.outer.pop().unwrap_or(NodeId::ROOT);
    }

    fn end_game(&mut self, _last: &Position, result: Option<GameResult>) {
        self.game.result = GameResult::of_game(result, &self.tagged);
    }

    fn error(&mut self, error: PgnError) {
        self.error = Some(error);
    }
}

/// Iterator over the games of a PGN text, built in memory.
///
/// A game with an error is returned up to the error, with the error.
///
/// ```
/// use ferz_game::pgn::Games;
/// let pgn = "1. e4 {best by test} e5 (1... c5 2. Nf3) 2. Nf3 *";
/// let (game, error) = Games::new(pgn.as_bytes()).next().transpose()?.unwrap();
/// assert_eq!((game.tree.len(), error), (5, None));
/// assert!(game.to_string().contains("1. e4 {best by test} 1... e5 (1... c5 2. Nf3) 2. Nf3 *"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Games<R> {
    reader: Reader<R>,
    player: Player<GameBuilder>,
}

impl<R: Read> Games<R> {
    /// Creates an iterator over the games of a text.
    pub fn new(input: R) -> Self {
        Self::from_reader(Reader::new(input))
    }

    /// Creates an iterator over the next games of a reader.
    pub fn from_reader(reader: Reader<R>) -> Self {
        Self { reader, player: Player::new(GameBuilder::new()) }
    }

    /// Returns the player, to set its options.
    pub fn player_mut(&mut self) -> &mut Player<GameBuilder> {
        &mut self.player
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = io::Result<(PgnGame, Option<PgnError>)>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.reader.read_game(&mut self.player) {
            Ok(true) => Some(Ok(self.player.visitor_mut().take())),
            Ok(false) => None,
            Err(error) => Some(Err(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::Reader;

    #[test]
    fn all_games_are_taken_once() {
        let mut player = Player::new(GameBuilder::new());
        assert_eq!(player.visitor_mut().take_all().len(), 0, "no game has begun");
        Reader::new(&b"1. e4 *\n\n1. d4 *\n"[..]).read_all(&mut player).unwrap();
        let taken = player.visitor_mut().take_all();
        let moves: Vec<_> = taken.iter().map(|(game, _)| game.tree.main_line().count()).collect();
        assert_eq!(moves, [1, 1]);
        assert_eq!(player.visitor_mut().take_all().len(), 0, "the games are taken");
    }
}
