//! The tags of a game.

use super::composition::composed;
use super::{Termination, rating};
use crate::{GameDate, Speed};
use ferz::{Color, Position};
use ferz_game::GameResult;
use ferz_game::pgn::{PgnGame, Tag, Tags, decode};
use std::ops::Range;

/// The tags of a game, in one string.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct GameTags {
    text: String,
    /// The places of name and value of each tag.
    places: Vec<(Range<usize>, Range<usize>)>,
}

impl GameTags {
    /// Adds a tag.
    pub fn add(&mut self, tag: Tag<'_>) {
        self.set(&decode(tag.name()), &tag.value());
    }

    /// Returns tags as they are stored.
    pub(crate) fn of_tags(stored: &Tags) -> Self {
        let mut tags = Self::default();
        stored.iter().for_each(|(name, value)| tags.set(name, value));
        tags
    }

    /// Returns the tags of a game, with those that follow from result and start position.
    pub fn of_game(game: &PgnGame) -> Self {
        let mut tags = Self::of_tags(&game.tags);
        tags.set("Result", game.result.as_str());
        let start = game.tree.start();
        if start.key() != Position::startpos().key() {
            tags.set("SetUp", "1");
            tags.set("FEN", &start.fen());
        }
        tags
    }

    /// Adds a tag by its name and its value. A letter and the marks that follow it in the name of a player become
    /// one character, so that equal names are equal texts everywhere.
    pub fn set(&mut self, name: &str, value: &str) {
        let is_player = matches!(name, "White" | "Black");
        let value = if is_player { composed(value) } else { value.into() };
        let (start, middle) = (self.text.len(), self.text.len() + name.len());
        self.text.push_str(name);
        self.text.push_str(&value);
        self.places.push((start..middle, middle..self.text.len()));
    }

    /// Returns the value of a tag, of its last occurrence; `""` without the tag.
    pub fn get(&self, name: &str) -> &str {
        let found = self.places.iter().rev().find(|(known, _)| self.text[known.clone()] == *name);
        found.map_or("", |(_, value)| &self.text[value.clone()])
    }

    /// Returns the names and values in their order. A name may occur twice.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let text = &self.text;
        self.places.iter().map(|(name, value)| (&text[name.clone()], &text[value.clone()]))
    }

    /// Returns the name of a side's player.
    pub fn player(&self, color: Color) -> &str {
        self.get(if color == Color::White { "White" } else { "Black" })
    }

    /// Returns the rating of a side's player.
    pub fn elo(&self, color: Color) -> Option<u16> {
        rating(self.get(if color == Color::White { "WhiteElo" } else { "BlackElo" }))
    }

    /// Returns true if there is a tag with a name.
    pub fn has(&self, name: &str) -> bool {
        self.iter().any(|(known, _)| known == name)
    }

    /// Returns the rating of White minus that of Black.
    pub fn elo_difference(&self) -> Option<i64> {
        Some(i64::from(self.elo(Color::White)?) - i64::from(self.elo(Color::Black)?))
    }

    /// Returns the date of the first of the tags `Date`, `UTCDate` and `EventDate` that has a year; an
    /// unknown one without it.
    pub fn date(&self) -> GameDate {
        let tags = ["Date", "UTCDate", "EventDate"];
        let mut dates = tags.into_iter().map(|name| GameDate::from_tag(self.get(name)));
        dates.find(|date| date.year().is_some()).unwrap_or_default()
    }

    /// Returns the speed by the tag `TimeControl`.
    pub fn speed(&self) -> Option<Speed> {
        Speed::of_time_control(self.get("TimeControl"))
    }

    /// Returns the result of the game.
    pub fn result(&self, marker: Option<GameResult>) -> GameResult {
        GameResult::of_game(marker, self.get("Result"))
    }

    /// Returns the termination of the game.
    pub fn termination(&self, last: &Position, marker: Option<GameResult>) -> Termination {
        Termination::of(last, self.result(marker), self.get("Termination"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_of_the_last_tag() {
        let mut tags = GameTags::default();
        for (name, value) in [
            ("WhiteElo", "x"),
            ("WhiteElo", " 2400.5? "),
            ("BlackElo", "2500"),
            ("White", "Mu\u{308}ller"),
            ("Date", "????.??.??"),
            ("UTCDate", "2024.05.01"),
            ("TimeControl", "60+0"),
        ] {
            tags.set(name, value);
        }
        assert_eq!(tags.elo_difference(), Some(-100));
        assert_eq!(tags.date(), GameDate::from_tag("2024.05.01"));
        assert_eq!(tags.speed(), Some(Speed::Bullet));
        assert_eq!((tags.get("Elo"), tags.iter().count()), ("", 7));
        assert_eq!((tags.player(Color::White), tags.has("BlackElo")), ("Müller", true));
        tags.set("BlackElo", "?");
        assert_eq!(tags.elo_difference(), None);
    }
}
