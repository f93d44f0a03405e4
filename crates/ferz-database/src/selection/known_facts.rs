//! The facts that the tests of conditions see, whatever they are read from.

use super::Selection;
use crate::facts::{GameRules, GameTags, PlayerName};
use crate::{GameDate, GameMode, Speed};
use ferz::{Color, Position};
use ferz_game::GameResult;

/// A list of names among the conditions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum NameList {
    Player,
    Opponent,
    White,
    Black,
    Won,
    Lost,
    Drew,
}

impl NameList {
    pub(crate) const ALL: [Self; 7] =
        [Self::Player, Self::Opponent, Self::White, Self::Black, Self::Won, Self::Lost, Self::Drew];

    /// Returns true if a name of the list can be that of a side, in a game whose player can have these sides.
    pub(crate) fn has_role(
        self,
        side: Color,
        player: [bool; Color::COUNT],
        result: GameResult,
    ) -> bool {
        match self {
            Self::Player => player[side],
            Self::Opponent => player[!side],
            Self::White => side == Color::White,
            Self::Black => side == Color::Black,
            Self::Won => result.winner() == Some(side),
            Self::Lost => result.winner() == Some(!side),
            Self::Drew => result == GameResult::Draw,
        }
    }
}

/// The facts of a game: those of tags, or those of a record of an index, which has compared its names before.
pub(crate) trait KnownFacts {
    /// Returns true if the player of a side has a name of a list.
    fn has_name(&self, list: NameList, side: Color) -> bool;

    /// Returns true if the event has one of the parts that are conditions.
    fn has_event(&self) -> bool;

    /// Returns true if the mode is one of the conditions.
    fn has_mode(&self) -> bool;

    fn rating(&self, side: Color) -> Option<u16>;

    fn date(&self) -> GameDate;

    fn speed(&self) -> Option<Speed>;

    fn result(&self) -> GameResult;
}

/// Returns the sides that the player can have, White and Black: by name, colour, and name and rating of the opponent.
pub(crate) fn player_sides(selection: &Selection, facts: &dyn KnownFacts) -> [bool; Color::COUNT] {
    let Selection { players, color, opponents, opponent_elo, .. } = selection;
    Color::ALL.map(|side| {
        color.is_none_or(|color| color == side)
            && (players.is_empty() || facts.has_name(NameList::Player, side))
            && (opponents.is_empty() || facts.has_name(NameList::Opponent, !side))
            && opponent_elo.as_ref().is_none_or(|ranges| {
                facts.rating(!side).is_some_and(|rating| ranges.contains(rating.into()))
            })
    })
}

/// Returns true if one of the sides has a name of a list.
pub(super) fn has_any(facts: &dyn KnownFacts, list: NameList) -> bool {
    Color::ALL.into_iter().any(|side| facts.has_name(list, side))
}

/// Returns the ratings of both players if both are known.
pub(super) fn ratings(facts: &dyn KnownFacts) -> Option<[u16; Color::COUNT]> {
    Some([facts.rating(Color::White)?, facts.rating(Color::Black)?])
}

/// Returns true if an event has one of the parts, in any case. Without a part any event has it.
pub(crate) fn has_event(selection: &Selection, event: &str) -> bool {
    let event = event.to_lowercase();
    selection.events.iter().any(|part| event.contains(part.as_str()))
}

/// Returns true if the mode of an event is one of the conditions.
pub(crate) fn has_mode(selection: &Selection, event: &str) -> bool {
    GameMode::of_event(event).is_some_and(|mode| selection.modes.contains(&mode))
}

/// The facts of a game by its tags, its start position and its marker, as far as they are known.
pub(super) struct TagFacts<'a> {
    selection: &'a Selection,
    pub(super) tags: &'a GameTags,
    start: Option<&'a Position>,
    pub(super) marker: Option<GameResult>,
}

impl<'a> TagFacts<'a> {
    pub(super) fn new(
        selection: &'a Selection,
        tags: &'a GameTags,
        start: Option<&'a Position>,
        marker: Option<GameResult>,
    ) -> Self {
        Self { selection, tags, start, marker }
    }

    /// Returns the rules by the tag, or Chess960 by the castling rights; `None` for a tag of unknown rules.
    pub(super) fn rules(&self) -> Option<GameRules> {
        let is_chess960 = self.start.is_some_and(|start| start.is_chess960());
        if is_chess960 {
            return Some(GameRules::Chess960);
        }
        GameRules::from_name(self.tags.get("Variant"))
    }
}

impl KnownFacts for TagFacts<'_> {
    fn has_name(&self, list: NameList, side: Color) -> bool {
        let player = self.tags.player(side);
        self.selection.list(list).iter().any(|name: &PlayerName| name.matches(player))
    }

    fn has_event(&self) -> bool {
        has_event(self.selection, self.tags.get("Event"))
    }

    fn has_mode(&self) -> bool {
        has_mode(self.selection, self.tags.get("Event"))
    }

    fn rating(&self, side: Color) -> Option<u16> {
        self.tags.elo(side)
    }

    fn date(&self) -> GameDate {
        self.tags.date()
    }

    fn speed(&self) -> Option<Speed> {
        self.tags.speed()
    }

    fn result(&self) -> GameResult {
        self.tags.result(self.marker)
    }
}
