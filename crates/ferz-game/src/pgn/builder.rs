//! A game of a PGN file: tags, moves and result.

use super::player::{GameVisitor, Player};
use super::reader::{AnyReader, Reader};
use super::visitor::{Comment, PgnError, Tag, Visit, decode};
use super::{AnyPosition, CommentPlace, GamePosition, Nag, NodeId, Tags, Tree, Variant};
use crate::GameResult;
use ferz::Position;
use std::io::{self, Read};

/// A game of a PGN file: tags, moves with variations, and the result.
///
/// `Display` writes the game in export format with [`WriteOptions::default`](super::WriteOptions::default).
///
/// ```
/// use ferz_game::GameResult;
/// use ferz_game::pgn::{Nag, NodeId, PgnGame};
/// let mut game = PgnGame::new();
/// game.tags.set("White", "Gibaud")?;
/// let mut node = NodeId::ROOT;
/// for san in ["d4", "Nf6", "Nd2", "e5", "dxe5", "Ng4", "h3", "Ne3"] {
///     node = game.tree.add_san(node, san)?;
/// }
/// game.tree.add_nag(node, Nag::BRILLIANT);
/// game.result = GameResult::BlackWins;
/// let text = game.to_string();
/// assert!(text.contains("[White \"Gibaud\"]\n"));
/// assert!(text.ends_with("\n1. d4 Nf6 2. Nd2 e5 3. dxe5 Ng4 4. h3 Ne3 $3 0-1\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct PgnGame<P: GamePosition = Position> {
    /// The tag pairs, without result and start position.
    pub tags: Tags,
    /// The moves.
    pub tree: Tree<P>,
    /// The result.
    pub result: GameResult,
}

impl<P: GamePosition> Default for PgnGame<P> {
    fn default() -> Self {
        let result = GameResult::default();
        Self { tags: Tags::new(), tree: Tree::default(), result }
    }
}

impl<P: GamePosition> Eq for PgnGame<P> {}

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
#[derive(Debug)]
pub struct GameBuilder<P: GamePosition = Position> {
    /// The games that have not been taken, with their errors.
    games: Vec<(PgnGame<P>, Option<PgnError>)>,
    /// The warnings of the last game.
    warnings: Vec<PgnError>,
}

/// A game that is being built: see [`GameBuilder`].
#[derive(Debug)]
pub struct GameDraft<P: GamePosition = Position> {
    game: PgnGame<P>,
    /// The tag `Result`.
    tagged: String,
    /// The last node.
    node: NodeId,
    /// The last nodes of the lines around the current variation, and the first nodes of the variations in them.
    outer: Vec<(NodeId, NodeId)>,
    /// The first node of the variation that has ended since the last move.
    ended: Option<NodeId>,
    /// The comments before the first move of the current variation.
    before: Vec<String>,
    /// Set between the start of a variation and its first move.
    is_beginning: bool,
    error: Option<PgnError>,
}

impl<P: GamePosition> Default for GameBuilder<P> {
    fn default() -> Self {
        Self { games: Vec::new(), warnings: Vec::new() }
    }
}

impl GameBuilder {
    /// Creates a builder of games of chess; `GameBuilder::<AnyPosition>::default()` builds those of variants too.
    pub fn new() -> Self {
        Self::default()
    }
}

impl<P: GamePosition> GameBuilder<P> {
    /// Returns the last game, which ends before an error, and the error. An empty game if there is none.
    pub fn take(&mut self) -> (PgnGame<P>, Option<PgnError>) {
        self.games.pop().unwrap_or_default()
    }

    /// Returns all games since the last call, in their order, as [`take`](Self::take) returns one.
    pub fn take_all(&mut self) -> Vec<(PgnGame<P>, Option<PgnError>)> {
        std::mem::take(&mut self.games)
    }

    /// Returns the warnings of the last game: text that was left out, such as the rest of a variation after an
    /// illegal move, and text that was read in spite of a fault.
    pub fn warnings(&self) -> &[PgnError] {
        &self.warnings
    }
}

impl<P: GamePosition> GameDraft<P> {
    fn add(&mut self, mv: Option<P::Move>) {
        let tree = &mut self.game.tree;
        self.node = tree.push_child(self.node, mv);
        if let Some((_, first)) = self.outer.last_mut().filter(|_| self.is_beginning) {
            *first = self.node;
        }
        self.ended = None;
        for comment in self.before.drain(..) {
            tree.add_comment(self.node, CommentPlace::Before, &comment);
        }
        self.is_beginning = false;
    }
}

impl<P: GamePosition> GameVisitor<P> for GameBuilder<P> {
    type Game = GameDraft<P>;

    fn begin_game(&mut self, _number: u64) -> GameDraft<P> {
        self.warnings.clear();
        GameDraft {
            game: PgnGame::default(),
            tagged: String::new(),
            node: NodeId::ROOT,
            outer: Vec::new(),
            ended: None,
            before: Vec::new(),
            is_beginning: false,
            error: None,
        }
    }

    fn tag(&mut self, draft: &mut GameDraft<P>, tag: Tag<'_>) {
        let name = decode(tag.name());
        if name == "Result" {
            draft.tagged = tag.value().into_owned();
        } else {
            // A tag with a malformed name, and those that follow from other parts, are dropped.
            let _ = draft.game.tags.set(&name, &tag.value());
        }
    }

    fn begin_moves(&mut self, draft: &mut GameDraft<P>, start: &P) -> Visit {
        draft.game.tree = Tree::from_position(start);
        let tags = &mut draft.game.tags;
        let variant = tags.get("Variant").and_then(Variant::from_tag);
        if start.chess().is_some_and(|start| start.is_chess960())
            && variant == Some(Variant::Chess960)
        {
            tags.remove("Variant");
        }
        Visit::Continue
    }

    fn played(&mut self, draft: &mut GameDraft<P>, _before: &P, mv: P::Move) -> Visit {
        draft.add(Some(mv));
        Visit::Continue
    }

    fn null_move(&mut self, draft: &mut GameDraft<P>, _before: &P) -> Visit {
        draft.add(None);
        Visit::Continue
    }

    fn nag(&mut self, draft: &mut GameDraft<P>, nag: Nag) {
        if !draft.is_beginning {
            draft.game.tree.add_nag(draft.node, nag);
        }
    }

    fn comment(&mut self, draft: &mut GameDraft<P>, comment: Comment<'_>) {
        if draft.is_beginning {
            draft.before.push(comment.text().into_owned());
            return;
        }
        let (node, place) = match draft.ended {
            Some(variation) => (variation, CommentPlace::AfterVariation),
            None => (draft.node, CommentPlace::After),
        };
        draft.game.tree.add_comment(node, place, &comment.text());
    }

    fn begin_variation(&mut self, draft: &mut GameDraft<P>) -> Visit {
        draft.outer.push((draft.node, NodeId::ROOT));
        draft.node = draft.game.tree.parent(draft.node).unwrap_or(NodeId::ROOT);
        draft.is_beginning = true;
        Visit::Continue
    }

    fn end_variation(&mut self, draft: &mut GameDraft<P>) {
        draft.before.clear();
        draft.is_beginning = false;
        let (node, first) = draft.outer.pop().unwrap_or_default();
        // A variation without moves has no node, so that a comment behind it keeps its place.
        draft.ended = Some(first).filter(|&first| first != NodeId::ROOT).or(draft.ended);
        draft.node = node;
    }

    fn end_game(&mut self, draft: GameDraft<P>, _last: &P, result: Option<GameResult>) {
        let GameDraft { mut game, tagged, error, .. } = draft;
        game.result = GameResult::of_game(result, &tagged);
        self.games.push((game, error));
    }

    fn error(&mut self, draft: &mut GameDraft<P>, error: PgnError) {
        draft.error = Some(error);
    }

    fn warning(&mut self, _draft: &mut GameDraft<P>, warning: PgnError) {
        self.warnings.push(warning);
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
pub struct Games<R, P: GamePosition = Position> {
    reader: Reader<R>,
    player: Player<GameBuilder<P>, P>,
}

impl<R: Read> Games<R> {
    /// Creates an iterator over the games of a text. Games of variants have an error.
    pub fn new(input: R) -> Self {
        Self::from_reader(Reader::new(input))
    }

    /// Creates an iterator over the next games of a reader.
    pub fn from_reader(reader: Reader<R>) -> Self {
        Self { reader, player: Player::new(GameBuilder::new()) }
    }
}

impl<R: Read> Games<R, AnyPosition> {
    /// Creates an iterator over the games of a text, those of variants too.
    ///
    /// ```
    /// use ferz_game::pgn::{GamePosition, Games};
    /// let pgn = "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. @d6 *";
    /// let (game, error) = Games::with_variants(pgn.as_bytes()).next().transpose()?.unwrap();
    /// assert_eq!((game.tree.len(), error), (5, None));
    /// let last = game.tree.main_line().last().unwrap();
    /// let fen = game.tree.position(last).fen();
    /// assert_eq!(fen, "rnb1kbnr/ppp1pppp/3P4/3q4/8/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 0 3");
    /// assert!(game.to_string().ends_with("1. e4 d5 2. exd5 Qxd5 3. @d6 *\n"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn with_variants(input: R) -> Self {
        Self { reader: Reader::new(input), player: Player::new(GameBuilder::default()) }
    }
}

impl<R: Read, P: GamePosition> Games<R, P> {
    /// Returns the player, to set its options.
    pub fn player_mut(&mut self) -> &mut Player<GameBuilder<P>, P> {
        &mut self.player
    }
}

impl<R: Read, P: GamePosition> Iterator for Games<R, P> {
    type Item = io::Result<(PgnGame<P>, Option<PgnError>)>;

    fn next(&mut self) -> Option<Self::Item> {
        match read_tree(&mut self.reader, &mut self.player) {
            Ok(true) => Some(Ok(self.player.visitor_mut().take())),
            Ok(false) => None,
            Err(error) => Some(Err(error)),
        }
    }
}

/// Reads the next game into the builder. Compiled once, not for each type of input.
fn read_tree<P: GamePosition>(
    reader: &mut AnyReader<'_>,
    player: &mut Player<GameBuilder<P>, P>,
) -> io::Result<bool> {
    reader.next_game(player)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::{PgnErrorKind, Reader};

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

    #[test]
    fn warnings_are_those_of_the_last_game() {
        let mut games = Games::new(&b"1. e4 (1. d4 d5 2. Ke3) *\n\n1. d4 *\n"[..]);
        for expected in [Some((1, "Ke3")), None] {
            let (_, error) = games.next().unwrap().unwrap();
            assert_eq!(error, None);
            let warnings = games.player_mut().visitor_mut().warnings();
            let found = warnings.first().map(|warning| match &warning.kind {
                PgnErrorKind::Move { found, .. } => (warning.line, found.as_str()),
                other => panic!("{other}"),
            });
            assert_eq!((found, warnings.len()), (expected, usize::from(expected.is_some())));
        }
    }
}
