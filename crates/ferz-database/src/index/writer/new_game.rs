//! The games that an index receives: their facts, positions and fingerprints, collected while a text is read.

use crate::index::games::{GameInfo, MAX_NAME};
use crate::index::segment::MAX_RANK;
use crate::{GameDate, Speed};
use ferz::{Move, Position};
use ferz_game::GameResult;
use ferz_game::pgn::{GameVisitor, PgnError, Tag, Visit};

/// A game for an [`IndexWriter`](super::IndexWriter).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NewGame {
    /// The facts by its tags.
    pub info: GameInfo,
    /// The error that ends the game: the moves before it are known.
    pub error: Option<Box<PgnError>>,
    /// The key of each position, once, with the rank of the last move played there.
    pub(super) positions: Vec<(u64, u8)>,
    fingerprint: Fingerprint,
    /// The number of moves so far.
    plies: u32,
    /// Set after a null move: the positions behind it are those of no game.
    has_null_move: bool,
    tag_result: GameResult,
    /// Those of the tags `Date`, `UTCDate` and `EventDate`: the first with a year is that of the game.
    dates: [GameDate; 3],
}

/// A hash of the moves and the players of a game, the same on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Fingerprint(u64);

impl Fingerprint {
    /// Adds a number: a round of SplitMix64.
    fn add(&mut self, number: u64) {
        let mut bits = (self.0 ^ number).wrapping_add(0x9E37_79B9_7F4A_7C15);
        bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        self.0 = bits ^ bits >> 31;
    }

    fn add_text(&mut self, text: &str) {
        self.add(text.len() as u64);
        for part in text.as_bytes().chunks(8) {
            let mut bytes = [0; 8];
            bytes[..part.len()].copy_from_slice(part);
            self.add(u64::from_le_bytes(bytes));
        }
    }
}

impl NewGame {
    /// Returns a hash of start, moves, players, date and result, the same on every machine: games with the same
    /// one are the same game for an index.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint.0
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

/// Returns a name without spaces around it, of at most [`MAX_NAME`] bytes; `?` for an empty one.
fn name(value: &str) -> String {
    let value = value.trim();
    let is_end = |&end: &usize| value.is_char_boundary(end);
    let end = (0..=value.len().min(MAX_NAME)).rev().find(is_end).unwrap_or(0);
    if value.is_empty() { "?".to_owned() } else { value[..end].to_owned() }
}

fn rating(value: &str) -> Option<u16> {
    value.trim().parse().ok().filter(|&rating| rating > 0)
}

impl GameVisitor for GameIndexer {
    type Game = NewGame;

    fn begin_game(&mut self, _: u64) -> NewGame {
        let unknown = || "?".to_owned();
        let names = GameInfo {
            white: unknown(),
            black: unknown(),
            event: unknown(),
            ..GameInfo::default()
        };
        NewGame { info: names, ..NewGame::default() }
    }

    fn tag(&mut self, game: &mut NewGame, tag: Tag<'_>) {
        let info = &mut game.info;
        match tag.name() {
            b"White" => info.white = name(&tag.value()),
            b"Black" => info.black = name(&tag.value()),
            b"Event" => info.event = name(&tag.value()),
            b"WhiteElo" => info.white_elo = rating(&tag.value()),
            b"BlackElo" => info.black_elo = rating(&tag.value()),
            b"TimeControl" => info.speed = Speed::of_time_control(&tag.value()),
            b"Date" => game.dates[0] = GameDate::from_tag(&tag.value()),
            b"UTCDate" => game.dates[1] = GameDate::from_tag(&tag.value()),
            b"EventDate" => game.dates[2] = GameDate::from_tag(&tag.value()),
            b"Result" => game.tag_result = tag.value().trim().parse().unwrap_or_default(),
            _ => {}
        }
    }

    fn begin_moves(&mut self, game: &mut NewGame, start: &Position) -> Visit {
        game.fingerprint.add(start.key());
        Visit::Continue
    }

    fn played(&mut self, game: &mut NewGame, before: &Position, mv: Move) -> Visit {
        game.fingerprint.add(mv.bits().into());
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

    fn null_move(&mut self, game: &mut NewGame, _: &Position) -> Visit {
        game.fingerprint.add(0);
        game.has_null_move = true;
        Visit::Continue
    }

    fn end_game(&mut self, mut game: NewGame, _: &Position, marker: Option<GameResult>) {
        game.info.result = GameResult::of_game(marker, game.tag_result.as_str());
        if let Some(date) = game.dates.into_iter().find(|date| date.year().is_some()) {
            game.info.date = date;
        }
        for name in [&game.info.white, &game.info.black] {
            game.fingerprint.add_text(&name.to_lowercase());
        }
        game.fingerprint.add(game.info.date.bits().into());
        game.fingerprint.add_text(game.info.result.as_str());
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
