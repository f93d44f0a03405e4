//! The result of a game as text.

use ferz::Color;
use std::fmt;
use std::str::FromStr;

/// The result of a game, with the four spellings of PGN.
///
/// ```
/// use ferz_game::GameResult;
/// assert_eq!("1-0".parse(), Ok(GameResult::WhiteWins));
/// assert_eq!(GameResult::Draw.to_string(), "1/2-1/2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum GameResult {
    /// White won: `1-0`.
    WhiteWins,
    /// Black won: `0-1`.
    BlackWins,
    /// A draw: `1/2-1/2`.
    Draw,
    /// The game is not over, was abandoned, or has an unknown result: `*`.
    #[default]
    Unknown,
}

impl GameResult {
    /// The four results.
    pub const ALL: [Self; 4] = [Self::WhiteWins, Self::BlackWins, Self::Draw, Self::Unknown];

    /// Returns the result of a win by `winner`.
    pub const fn win(winner: Color) -> Self {
        match winner {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// Returns the result of a PGN game: that of the marker after its moves, and that of its tag `Result`
    /// without a marker, as in a game that ends early, and if the marker is `*`. Unknown without either.
    ///
    /// ```
    /// use ferz_game::GameResult;
    /// assert_eq!(GameResult::of_game(Some(GameResult::Draw), "1-0"), GameResult::Draw);
    /// assert_eq!(GameResult::of_game(Some(GameResult::Unknown), "1-0"), GameResult::WhiteWins);
    /// assert_eq!(GameResult::of_game(None, " 1-0"), GameResult::WhiteWins);
    /// assert_eq!(GameResult::of_game(None, "?"), GameResult::Unknown);
    /// ```
    pub fn of_game(marker: Option<Self>, tag: &str) -> Self {
        let known = marker.filter(|&marker| marker != Self::Unknown);
        known.or_else(|| tag.trim().parse().ok()).unwrap_or_default()
    }

    /// Returns the winner, or `None` for a draw and an unknown result.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::WhiteWins => Some(Color::White),
            Self::BlackWins => Some(Color::Black),
            Self::Draw | Self::Unknown => None,
        }
    }

    /// Returns the spelling of PGN.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The error for text that is not a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a result: 1-0, 0-1, 1/2-1/2 or *")]
pub struct ParseGameResultError;

/// Parses the spellings of PGN, also with a colon, a dash of Unicode or the character of a half, and half a
/// draw or decimal halves: `1:0`, `0–1`, `½-½`, `1/2`, `0.5-0.5`.
impl FromStr for GameResult {
    type Err = ParseGameResultError;

    fn from_str(text: &str) -> Result<Self, ParseGameResultError> {
        match crate::pgn::result_at(text.as_bytes()) {
            Some((result, length)) if length == text.len() => Ok(result),
            _ => Err(ParseGameResultError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_round_trip_and_other_text_is_refused() {
        for result in GameResult::ALL {
            assert_eq!(result.to_string().parse(), Ok(result));
            assert_eq!(result.winner().map(GameResult::win), result.winner().map(|_| result));
        }
        for draw in ["1/2", "½-½", "½", "1/2 - 1/2", "1/2:1/2", "0.5-0.5", "0.5 - 0.5", "0,5:0,5"]
        {
            assert_eq!(draw.parse(), Ok(GameResult::Draw), "{draw}");
        }
        for (text, result) in
            [("1:0", GameResult::WhiteWins), ("0\u{2013}1", GameResult::BlackWins)]
        {
            assert_eq!(text.parse(), Ok(result), "{text}");
        }
        for bad in ["", "1", "1-1", "0-0", " *", "1-0.", "1-01", "0.5", "0.5-0", "1/2-0.5"] {
            assert_eq!(bad.parse::<GameResult>(), Err(ParseGameResultError), "{bad}");
        }
    }
}
