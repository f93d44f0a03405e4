//! Rated and casual games.

use std::fmt;
use std::str::FromStr;

/// The mode of a game on a server: if it counts for the ratings of its players.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GameMode {
    /// A game that counts for ratings.
    Rated,
    /// Another game.
    Casual,
}

/// The error for text that is no mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a mode: rated or casual")]
pub struct ParseGameModeError;

impl GameMode {
    /// The modes.
    pub const ALL: [Self; 2] = [Self::Rated, Self::Casual];

    /// Returns the mode of a tag `Event` whose first word names it, as in the games of Lichess. `None` for others:
    /// PGN has no tag for the mode.
    ///
    /// ```
    /// use ferz_database::GameMode;
    /// assert_eq!(GameMode::of_event("Rated Blitz game"), Some(GameMode::Rated));
    /// assert_eq!(GameMode::of_event("casual rapid game"), Some(GameMode::Casual));
    /// assert_eq!(GameMode::of_event("Wijk aan Zee"), None);
    /// ```
    pub fn of_event(value: &str) -> Option<Self> {
        value.split_ascii_whitespace().next()?.parse().ok()
    }

    /// Returns the name: `rated` or `casual`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rated => "rated",
            Self::Casual => "casual",
        }
    }
}

/// Parses a [name](GameMode::name) in any case.
impl FromStr for GameMode {
    type Err = ParseGameModeError;

    fn from_str(text: &str) -> Result<Self, ParseGameModeError> {
        let is_name = |mode: &Self| mode.name().eq_ignore_ascii_case(text);
        Self::ALL.into_iter().find(is_name).ok_or(ParseGameModeError)
    }
}

impl fmt::Display for GameMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
