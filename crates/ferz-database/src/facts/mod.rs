//! The facts of games: what conditions, tables and the index know of them.
//!
//! A fact has one reader. [`GameTags`] reads tags, [`rating`] ratings, [`PlayerName`] compares names, and
//! [`Fingerprint`] says which games are the same.

mod composition;
mod endgame;
mod fingerprint;
mod main_line;
mod move_facts;
mod occurrence;
mod player_name;
mod rating;
mod rules;
mod tags;
mod termination;

pub use endgame::{EndgameKind, EndgamePlies, ParseEndgameKindError};
pub use fingerprint::Fingerprint;
pub use main_line::MainLine;
pub(crate) use move_facts::MoveFacts;
pub use occurrence::{Occurrence, ParseOccurrenceError};
pub use player_name::{ParsePlayerNameError, PlayerName};
pub use rating::rating;
pub use rules::GameRules;
pub use tags::GameTags;
pub use termination::{ParseTerminationError, Termination};

use crate::{GameDate, GameMode, Speed};
use ferz_game::GameResult;

/// The facts of a game by its tags and its result.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameFacts {
    /// The name of White without spaces around it, `?` if unknown, as the other names.
    pub white: String,
    /// The name of Black.
    pub black: String,
    /// The tag `Event`.
    pub event: String,
    /// The rating of White.
    pub white_elo: Option<u16>,
    /// The rating of Black.
    pub black_elo: Option<u16>,
    /// The date.
    pub date: GameDate,
    /// The result.
    pub result: GameResult,
    /// The speed.
    pub speed: Option<Speed>,
}

impl GameFacts {
    /// The tags that have facts.
    pub const TAGS: [&str; 10] = [
        "White",
        "Black",
        "Event",
        "WhiteElo",
        "BlackElo",
        "Date",
        "UTCDate",
        "EventDate",
        "TimeControl",
        "Result",
    ];

    /// Returns the facts of tags, and of the marker behind the moves.
    pub fn of(tags: &GameTags, marker: Option<GameResult>) -> Self {
        let name = |tag| match tags.get(tag).trim() {
            "" => "?".to_owned(),
            name => name.to_owned(),
        };
        let [white_elo, black_elo] = ferz::Color::ALL.map(|side| tags.elo(side));
        Self {
            white: name("White"),
            black: name("Black"),
            event: name("Event"),
            white_elo,
            black_elo,
            date: tags.date(),
            result: tags.result(marker),
            speed: tags.speed(),
        }
    }

    /// Returns the mode, if the event tells it.
    pub fn mode(&self) -> Option<GameMode> {
        GameMode::of_event(&self.event)
    }
}
