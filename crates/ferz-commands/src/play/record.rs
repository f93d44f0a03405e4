//! The PGN of a game.

use super::ending::PlayEnd;
use crate::common::error::Error;
use ferz::{Color, Move, Position};
use ferz_game::pgn::{NodeId, PgnGame, Tree};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// The names and the time control of a game.
pub(super) struct GameRecord {
    /// The names of White and Black.
    pub(super) names: [String; 2],
    /// The tag `TimeControl`.
    pub(super) time_control: Option<String>,
}

impl GameRecord {
    /// Returns the game from a start position.
    ///
    /// # Errors
    /// If a move is illegal or a tag is invalid.
    pub(super) fn pgn(
        &self,
        start: &Position,
        moves: &[Move],
        ending: PlayEnd,
    ) -> Result<PgnGame, Error> {
        let mut game = PgnGame::new();
        let [white, black] = [Color::White, Color::Black].map(|color| self.names[color].as_str());
        let date = date(SystemTime::now());
        let mut tags = vec![("Event", "Casual game"), ("Date", &date)];
        tags.extend([("White", white), ("Black", black)]);
        tags.extend(self.time_control.as_deref().map(|control| ("TimeControl", control)));
        let error = |error: &dyn std::error::Error| Error::Unavailable(format!("PGN: {error}"));
        for (name, value) in tags {
            game.tags.set(name, value).map_err(|invalid| error(&invalid))?;
        }
        if *start != Position::startpos() {
            game.tree = Tree::from_position(start);
        }
        game.tree.add_line(NodeId::ROOT, moves).map_err(|illegal| error(&illegal))?;
        game.result = ending.result();
        Ok(game)
    }
}

/// Appends a game to a file, after an empty line if the file has text.
///
/// # Errors
/// If the file cannot be written.
pub(super) fn append(path: &Path, game: &PgnGame) -> Result<(), Error> {
    let append = || {
        let mut file = OpenOptions::new().append(true).create(true).open(path)?;
        let separator = if file.metadata()?.len() > 0 { "\n" } else { "" };
        write!(file, "{separator}{game}")
    };
    append().map_err(|error| Error::file(path, error))
}

/// Returns a date as `2026.11.22`, in UTC. Times before 1970 give the first day of 1970.
///
/// The year is counted from 1 March, so that a leap day is the last day of its year.
fn date(time: SystemTime) -> String {
    let days = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() / 86_400);
    // Days since 1 March of year 0; an era of 400 years has 146,097 days.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = 400 * era + year + u64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn dates_follow_the_gregorian_calendar() {
        for (day, text) in [
            (0, "1970.01.01"),
            (58, "1970.02.28"),
            (59, "1970.03.01"),
            (11_016, "2000.02.29"),
            (11_017, "2000.03.01"),
            (20_453, "2025.12.31"),
            (20_454, "2026.01.01"),
            (47_540, "2100.02.28"),
            (47_541, "2100.03.01"),
        ] {
            let last_second = Duration::from_secs(day * 86_400 + 86_399);
            assert_eq!(date(UNIX_EPOCH + last_second), text);
        }
    }
}
