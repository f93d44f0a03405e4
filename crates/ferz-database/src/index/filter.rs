//! Conditions on the games of an index.

use super::blocks::IndexError;
use super::games::GameRecord;
use super::move_conditions::MoveTests;
use super::segment::Segment;
use super::stored_tags::StoredTags;
use crate::selection::{KnownFacts, NameList, Selection, known_facts};
use crate::{GameDate, Speed};
use ferz::Color;
use ferz_game::GameResult;

/// The games that are shown besides moves. The default shows none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shown {
    /// The number of games of the best rated players.
    pub top_games: usize,
    /// The number of games of the last dates.
    pub recent_games: usize,
    /// Shows the results by month.
    pub by_month: bool,
}

/// The conditions of a selection for one segment.
pub(super) struct GameMatcher<'a> {
    selection: &'a Selection,
    tests: Vec<fn(&Selection, &dyn KnownFacts) -> bool>,
    /// For each name the conditions that it meets, as bits: those of [`NameList`], [`EVENT`] and [`MODE`]. Empty
    /// without a condition on names.
    names: Vec<u16>,
    tags: StoredTags<'a>,
    /// `None` without a condition on them.
    moves: Option<MoveTests<'a>>,
}

/// The bit of the condition on events.
const EVENT: u16 = 1 << 8;

/// The bit of the condition on modes.
const MODE: u16 = 1 << 9;

/// No side: a game does not meet the conditions.
const NO_SIDE: [bool; Color::COUNT] = [false; Color::COUNT];

impl<'a> GameMatcher<'a> {
    /// Compares the names of a segment.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub(super) fn new(selection: &'a Selection, segment: &'a Segment) -> Result<Self, IndexError> {
        let mut names = Vec::new();
        let has_names = selection.names().next().is_some();
        if has_names || !selection.events.is_empty() || !selection.modes.is_empty() {
            let (mut stream, mut name) = (segment.table.names()?, Vec::new());
            while stream.next(&mut name)? {
                names.push(bits_of_name(selection, &String::from_utf8_lossy(&name)));
            }
        }
        let tests = selection.tests().of_facts();
        let tags = StoredTags::new(&selection.tags, &segment.columns);
        let moves = MoveTests::new(selection, &segment.columns);
        Ok(Self { selection, tests, names, tags, moves })
    }

    /// Tests all conditions. Returns the sides that the player can have, White and Black; none if the game is not
    /// accepted.
    pub(super) fn sides(
        &mut self,
        game: u32,
        record: &GameRecord,
    ) -> Result<[bool; Color::COUNT], IndexError> {
        let facts = RecordFacts { matcher: self, record };
        if !self.tests.iter().all(|test| test(self.selection, &facts)) {
            return Ok(NO_SIDE);
        }
        let sides = known_facts::player_sides(self.selection, &facts);
        if sides == NO_SIDE || !self.tags.accept(game)? {
            return Ok(NO_SIDE);
        }
        let is_accepted = match &mut self.moves {
            Some(moves) => moves.accept(game, record)?,
            None => true,
        };
        Ok(if is_accepted { sides } else { NO_SIDE })
    }

    /// Returns true if a game has a player with a name of the player, whatever the other conditions are.
    pub(super) fn has_player(&self, record: &GameRecord) -> bool {
        let facts = RecordFacts { matcher: self, record };
        Color::ALL.into_iter().any(|side| facts.has_name(NameList::Player, side))
    }
}

/// Returns the conditions that a name meets.
fn bits_of_name(selection: &Selection, name: &str) -> u16 {
    let mut bits = 0;
    for list in NameList::ALL {
        let is_found = selection.list(list).iter().any(|player| player.matches(name));
        bits |= u16::from(is_found) << list as u16;
    }
    if known_facts::has_event(selection, name) {
        bits |= EVENT;
    }
    if known_facts::has_mode(selection, name) {
        bits |= MODE;
    }
    bits
}

/// The facts of a game by its record and the names that were compared.
struct RecordFacts<'a> {
    matcher: &'a GameMatcher<'a>,
    record: &'a GameRecord,
}

impl RecordFacts<'_> {
    /// Returns true if a name of the record, by its place there, has a bit.
    fn has_bit(&self, place: usize, bit: u16) -> bool {
        let name = self.record.names[place] as usize;
        self.matcher.names.get(name).is_some_and(|bits| bits & bit != 0)
    }
}

impl KnownFacts for RecordFacts<'_> {
    fn has_name(&self, list: NameList, side: Color) -> bool {
        self.has_bit(side as usize, 1 << list as u16)
    }

    fn has_event(&self) -> bool {
        self.has_bit(2, EVENT)
    }

    fn has_mode(&self) -> bool {
        self.has_bit(2, MODE)
    }

    fn rating(&self, side: Color) -> Option<u16> {
        self.record.rating(side)
    }

    fn date(&self) -> GameDate {
        self.record.date
    }

    fn speed(&self) -> Option<Speed> {
        self.record.speed
    }

    fn result(&self) -> GameResult {
        self.record.result
    }
}
