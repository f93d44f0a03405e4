//! The PGN of a game.

use crate::common::error::Error;
use ferz::{Color, DrawReason, Move, Outcome, Position};
use ferz_game::GameResult;
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
        let error = |error: &dyn std::error::Error| Error::new(format!("PGN: {error}"));
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

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PlayEnd {
    /// Checkmate by the winner.
    Checkmate(Color),
    /// A draw, by the rules, by a claim or by agreement.
    Draw(&'static str),
    /// The side resigned.
    Resigned(Color),
    /// The time of the side is over. The other side wins unless it cannot mate.
    TimeForfeit {
        /// The side without time.
        loser: Color,
        /// Set if the other side cannot mate.
        is_draw: bool,
    },
    /// The player ended the program, or the input ended.
    Quit,
    /// Ctrl-C was pressed.
    Interrupted,
}

impl PlayEnd {
    /// Returns the end by the rules, if the game is over.
    pub(super) fn by_rules(position: &Position) -> Option<Self> {
        Some(match position.outcome()? {
            Outcome::Checkmate { winner } => Self::Checkmate(winner),
            Outcome::Draw(reason) => Self::Draw(match reason {
                DrawReason::Stalemate => "stalemate",
                DrawReason::InsufficientMaterial => "insufficient material",
                DrawReason::SeventyFiveMoves => "seventy-five-move rule",
                DrawReason::FivefoldRepetition => "fivefold repetition",
            }),
        })
    }

    /// Returns the draw that the side to move can claim in a position.
    pub(super) fn by_claim(position: &Position) -> Option<Self> {
        if position.is_repetition(3) {
            Some(Self::Draw("threefold repetition"))
        } else if position.is_fifty_move_draw() {
            Some(Self::Draw("fifty-move rule"))
        } else {
            None
        }
    }

    /// Returns the loss of a side whose time is over.
    pub(super) fn by_time(position: &Position, loser: Color) -> Self {
        Self::TimeForfeit { loser, is_draw: position.has_insufficient_material(!loser) }
    }

    /// Returns the result.
    pub(super) fn result(self) -> GameResult {
        match self {
            Self::Checkmate(winner) => GameResult::win(winner),
            Self::Draw(_) | Self::TimeForfeit { is_draw: true, .. } => GameResult::Draw,
            Self::Resigned(loser) | Self::TimeForfeit { loser, .. } => GameResult::win(!loser),
            Self::Quit | Self::Interrupted => GameResult::Unknown,
        }
    }

    /// Returns the text that announces the end; `None` if the game has none.
    pub(super) fn text(self) -> Option<String> {
        Some(match self {
            Self::Checkmate(winner) => format!("Checkmate: {} wins.", name(winner)),
            Self::Draw(reason) => format!("Draw: {reason}."),
            Self::Resigned(loser) => {
                format!("{} resigns: {} wins.", name(loser), name(!loser))
            }
            Self::TimeForfeit { loser, is_draw: false } => {
                format!("{} loses on time: {} wins.", name(loser), name(!loser))
            }
            Self::TimeForfeit { loser, is_draw: true } => {
                format!(
                    "The time of {} is over, and {} cannot mate: draw.",
                    name(loser),
                    name(!loser)
                )
            }
            Self::Quit | Self::Interrupted => return None,
        })
    }
}

/// Returns the name of a side.
pub(super) fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
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

    #[test]
    fn results_follow_from_the_ending() {
        let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
        for (ending, result) in [
            (PlayEnd::Checkmate(Color::White), GameResult::WhiteWins),
            (PlayEnd::Resigned(Color::White), GameResult::BlackWins),
            (PlayEnd::by_time(&position, Color::Black), GameResult::WhiteWins),
            // A bare king cannot mate.
            (PlayEnd::by_time(&position, Color::White), GameResult::Draw),
            (PlayEnd::Draw("stalemate"), GameResult::Draw),
            (PlayEnd::Quit, GameResult::Unknown),
        ] {
            assert_eq!(ending.result(), result, "{ending:?}");
        }
    }

    #[test]
    fn claims_need_a_repetition_or_fifty_moves() {
        let mut position = Position::startpos();
        assert_eq!(PlayEnd::by_claim(&position), None);
        for _ in 0..2 {
            for san in ["Nf3", "Nf6", "Ng1", "Ng8"] {
                position.do_move(position.parse_san(san).unwrap());
            }
        }
        assert_eq!(PlayEnd::by_claim(&position), Some(PlayEnd::Draw("threefold repetition")));
        let fifty = Position::from_fen("4k3/8/8/8/8/8/R7/4K3 w - - 100 80").unwrap();
        assert_eq!(PlayEnd::by_claim(&fifty), Some(PlayEnd::Draw("fifty-move rule")));
    }
}
