//! The games that an index receives: their facts, positions and fingerprints, collected while a text is read.

use crate::facts::{Fingerprint, GameFacts, GameTags, MainLine, MoveFacts, Occurrence};
use crate::index::columns::{LEAST, MOVES, SQUARES, STARTS};
use crate::index::games::MAX_NAME;
use crate::index::kept_facts::{self, KEPT};
use crate::index::moves::{push_move, start_value};
use crate::index::reached::Reached;
use crate::index::segment::MAX_RANK;
use ferz::{Move, Position};
use ferz_game::GameResult;
use ferz_game::pgn::{GameVisitor, PgnError, Tag, Visit};

/// A game for an [`IndexWriter`](super::IndexWriter).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NewGame {
    /// The facts by its tags.
    pub info: GameFacts,
    /// The error that ends the game: the moves before it are known.
    pub error: Option<Box<PgnError>>,
    /// The key of each position, once, with the rank of the last move played there.
    pub(super) positions: Vec<(u64, u8)>,
    fingerprint: Fingerprint,
    /// The start position, as its column has it.
    start: Vec<u8>,
    /// The moves, as of [`push_move`].
    moves: Vec<u8>,
    /// The values of the columns of what the positions have: see [`Reached`].
    least: [u8; 12],
    squares: Vec<u8>,
    reached: Reached,
    /// The values of the columns of what conditions know of the moves.
    kept: [String; KEPT.len()],
    facts: MoveFacts,
    line: MainLine,
    /// The number of moves so far.
    plies: u32,
    /// Set after a null move: the positions behind it are those of no game.
    has_null_move: bool,
    tags: GameTags,
}

impl NewGame {
    /// Returns a hash of start, moves, players, date and result, the same on every machine: games with the same
    /// one are the same game for an index.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint.bits()
    }

    /// Adds a move, `None` for a null move, to the facts that an index keeps.
    fn add_facts(&mut self, before: &Position, mv: Option<Move>) {
        self.reached.add(before);
        self.line.add(before);
        self.facts.endgames.add(before);
        self.facts.plies += 1;
        self.add_occurrences(before, mv);
    }

    fn add_occurrences(&mut self, position: &Position, mv: Option<Move>) {
        for kind in Occurrence::ALL {
            if !self.facts.occurrences.contains(kind) && kind.happens(position, mv) {
                self.facts.occurrences.add(kind);
            }
        }
    }

    /// Returns the values of the game with the names of their columns, which all differ: of a tag that occurs twice
    /// the last value.
    pub(super) fn columns(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        let is_last = |(name, value): &(&str, &str)| self.tags.get(name).as_ptr() == value.as_ptr();
        let tags = self.tags.iter().filter(is_last);
        let tags = tags.map(|(name, value)| (name.as_bytes(), value.as_bytes()));
        let others: [(&[u8], &[u8]); 4] = [
            (STARTS, &self.start),
            (MOVES, &self.moves),
            (LEAST, &self.least),
            (SQUARES, &self.squares),
        ];
        let kept = self.kept.iter().map(String::as_bytes);
        tags.chain(others).chain(KEPT.into_iter().zip(kept))
    }
}

/// Collects the games of a PGN text for an [`IndexWriter`](super::IndexWriter), as the visitor of a
/// [`Player`](ferz_game::pgn::Player).
#[derive(Debug)]
pub struct GameIndexer {
    plies: u16,
    games: Vec<NewGame>,
}

impl GameIndexer {
    /// Creates a collector of the positions before the first `plies` moves of each game.
    pub fn new(plies: u16) -> Self {
        Self { plies, games: Vec::new() }
    }

    /// Returns the games in the order of the text, also those with errors.
    pub fn into_games(self) -> Vec<NewGame> {
        self.games
    }
}

/// Shortens a name to at most [`MAX_NAME`] bytes.
fn shorten(name: &mut String) {
    let is_end = |&end: &usize| name.is_char_boundary(end);
    let end = (0..=name.len().min(MAX_NAME)).rev().find(is_end).unwrap_or(0);
    name.truncate(end);
}

impl GameVisitor for GameIndexer {
    type Game = NewGame;

    fn begin_game(&mut self, _: u64) -> NewGame {
        NewGame::default()
    }

    fn tag(&mut self, game: &mut NewGame, tag: Tag<'_>) {
        game.tags.add(tag);
    }

    fn begin_moves(&mut self, game: &mut NewGame, start: &Position) -> Visit {
        game.start = start_value(start);
        game.fingerprint.add_start(start.key());
        Visit::Continue
    }

    fn played(&mut self, game: &mut NewGame, before: &Position, mv: Move) -> Visit {
        push_move(&mut game.moves, before, Some(mv));
        game.add_facts(before, Some(mv));
        game.fingerprint.add_move(Some(mv.into()));
        let is_stored = game.plies < u32::from(self.plies) && !game.has_null_move;
        game.plies += 1;
        if is_stored && let Some(rank) = rank_of(before, mv) {
            let key = before.key();
            let reversible = usize::from(before.rule50());
            let mut earlier = game.positions.iter_mut().rev().take(reversible);
            match earlier.find(|(known, _)| *known == key) {
                Some(known) => known.1 = rank,
                None => game.positions.push((key, rank)),
            }
        }
        Visit::Continue
    }

    fn null_move(&mut self, game: &mut NewGame, before: &Position) -> Visit {
        push_move(&mut game.moves, before, None);
        game.add_facts(before, None);
        game.fingerprint.add_move(None);
        game.has_null_move = true;
        Visit::Continue
    }

    fn end_game(&mut self, mut game: NewGame, last: &Position, marker: Option<GameResult>) {
        game.reached.add(last);
        game.add_occurrences(last, None);
        game.line.finish(last);
        game.facts.opening = game.line.opening().map(|opening| opening.eco);
        game.facts.termination = Some(game.tags.termination(last, marker));
        game.kept = kept_facts::values(&game.facts);
        let (least, squares) = game.reached.values();
        (game.least, game.squares) = (least, squares.into());
        game.info = GameFacts::of(&game.tags, marker);
        let GameFacts { white, black, event, .. } = &mut game.info;
        [white, black, event].into_iter().for_each(shorten);
        game.fingerprint.add_facts(&game.info);
        self.games.push(game);
    }

    fn error(&mut self, game: &mut NewGame, error: PgnError) {
        game.error = Some(Box::new(error));
    }
}

/// Returns the rank of a move: the number of legal moves with a smaller encoding. `None` above
/// [`MAX_RANK`], in positions that no game reaches.
fn rank_of(position: &Position, mv: Move) -> Option<u8> {
    let rank = position.legal_moves().iter().filter(|other| other.bits() < mv.bits()).count();
    u8::try_from(rank).ok().filter(|&rank| rank <= MAX_RANK)
}
