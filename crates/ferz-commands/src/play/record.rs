//! The PGN of a game.

use crate::common::error::Error;
use ferz_game::game::Game;
use ferz_game::pgn::{NodeId, PgnGame, Tree};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// Returns a game with the names of White and Black as PGN.
///
/// # Errors
/// If a tag is invalid.
pub(super) fn pgn(game: &Game, [white, black]: &[String; 2]) -> Result<PgnGame, Error> {
    let mut pgn = PgnGame { tree: Tree::from_position(game.start()), ..PgnGame::new() };
    let date = date(SystemTime::now());
    let control = game.clock().map(|clock| clock.control().to_string());
    let mut tags = vec![("Event", "Casual game"), ("Date", &date)];
    tags.extend([("White", white.as_str()), ("Black", black)]);
    tags.extend(control.as_deref().map(|control| ("TimeControl", control)));
    let error = |error: &dyn std::error::Error| Error::new(format!("PGN: {error}"));
    for (name, value) in tags {
        pgn.tags.set(name, value).map_err(|invalid| error(&invalid))?;
    }
    pgn.tree.add_line(NodeId::ROOT, game.moves()).map_err(|illegal| error(&illegal))?;
    pgn.result = game.result();
    Ok(pgn)
}

/// Appends a game to a file, after an empty line if the file has text.
///
/// # Errors
/// If the file cannot be written.
pub(super) fn append(path: &Path, game: &PgnGame) -> Result<(), Error> {
    let append = || {
        let mut file = OpenOptions::new().append(true).create(true).open(path)?;
        let separator = if file.metadata()?.len() > 0 { "\n" } else { "" };
        // One write, so that a process that is killed appends the whole game or nothing.
        file.write_all(format!("{separator}{game}").as_bytes())
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

    /// A process that is killed between two writes would leave part of a game.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_game_is_appended_in_one_write() {
        let writes = || {
            let counts = std::fs::read_to_string("/proc/thread-self/io").unwrap();
            let count = counts.lines().find_map(|line| line.strip_prefix("syscw: "));
            count.unwrap().parse::<u64>().unwrap()
        };
        let path = std::env::temp_dir().join(format!("ferz-play-{}.pgn", std::process::id()));
        let game = PgnGame::new();
        for number in 1..=2 {
            let before = writes();
            append(&path, &game).unwrap();
            assert_eq!(writes(), before + 1, "game {number}");
        }
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(text, format!("{game}\n{game}"));
    }
}
