//! The side that a condition is about.

use std::str::FromStr;

/// The side that a condition is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SideChoice {
    /// White or Black.
    #[default]
    Either,
    /// White.
    White,
    /// Black.
    Black,
    /// The player whose name is a condition.
    Player,
}

impl SideChoice {
    /// All choices.
    pub(super) const ALL: [Self; 4] = [Self::White, Self::Black, Self::Player, Self::Either];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Either => "either",
            Self::White => "white",
            Self::Black => "black",
            Self::Player => "player",
        }
    }

    pub(super) fn description(self) -> &'static str {
        match self {
            Self::Player => "The player of won, lost or drew, else of player",
            Self::Either | Self::White | Self::Black => "",
        }
    }
}

/// Parses a name.
impl FromStr for SideChoice {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|choice| choice.name() == text);
        found.ok_or("expected white, black, player or either")
    }
}
