//! The results of a player's games, and their columns in tables.

use super::text::{columns, grouped, wrapped};
use ferz::Color;
use ferz_game::GameResult;
use serde::Serialize;
use std::ops::Add;

/// Results of a player's games.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PlayerResults {
    wins: u64,
    draws: u64,
    losses: u64,
    unknown: u64,
}

impl PlayerResults {
    /// Counts a game in which the player has a side.
    pub(crate) fn count(&mut self, side: Color, result: GameResult) {
        *match (result.winner(), result) {
            (Some(winner), _) if winner == side => &mut self.wins,
            (Some(_), _) => &mut self.losses,
            (None, GameResult::Draw) => &mut self.draws,
            (None, _) => &mut self.unknown,
        } += 1;
    }

    pub(crate) fn games(&self) -> u64 {
        self.wins + self.draws + self.losses + self.unknown
    }

    /// Returns the score of the games with a result in percent: wins and half of the draws.
    fn score(&self) -> Option<f64> {
        let decided = self.wins + self.draws + self.losses;
        let score = self.wins as f64 + self.draws as f64 / 2.0;
        (decided > 0).then(|| 100.0 * score / decided as f64)
    }
}

/// The sums of results of different games.
impl Add for PlayerResults {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            unknown: self.unknown + other.unknown,
        }
    }
}

/// JSON object of a player's results with their number and score.
#[derive(Serialize, Clone, Copy, Debug)]
pub(crate) struct ResultRow {
    games: u64,
    #[serde(flatten)]
    results: PlayerResults,
    /// The score in percent, with one decimal; `null` without a game that has a result.
    score: Option<f64>,
}

impl From<PlayerResults> for ResultRow {
    fn from(results: PlayerResults) -> Self {
        let score = results.score().map(|score| (score * 10.0).round() / 10.0);
        Self { games: results.games(), results, score }
    }
}

/// The header of the columns of [`player_columns`].
pub(crate) const PLAYER_HEADER: &str = "   games    won  drawn   lost   score";

/// Returns the columns of a player's results.
pub(crate) fn player_columns(row: &ResultRow) -> String {
    let PlayerResults { wins, draws, losses, .. } = row.results;
    let score = row.score.map_or("-".to_owned(), |score| format!("{score:.1} %"));
    let [games, won, drawn, lost] =
        [row.games, wins, draws, losses].map(|count| grouped(count.into()));
    format!("{games:>8}{won:>7}{drawn:>7}{lost:>7}{score:>8}")
}

/// Returns a name beside its columns, in several lines if the terminal is narrow.
pub(crate) fn beside(row: &str, name: &str) -> String {
    let indent = row.chars().count() + 2;
    // The spaces of the columns stay.
    let width = columns().map_or(usize::MAX, |columns| columns.max(indent + LEAST_NAME_WIDTH));
    format!(
        "{row}  {}",
        wrapped(name, width - indent.min(width), 0).replace('\n', &format!("\n{:indent$}", ""))
    )
}

/// The least number of characters for a name, on a narrow terminal too.
const LEAST_NAME_WIDTH: usize = 16;
