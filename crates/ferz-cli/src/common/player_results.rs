//! The results of a player's games, and their columns in tables.

use super::table::{Column, Table};
use super::text::{columns, grouped, percent};
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

/// Returns the table of a player's results by something with a name.
pub(crate) fn player_table(names: &'static str) -> Table<'static> {
    let all = [
        Column::right("games", 8),
        Column::right("won", 6),
        Column::right("drawn", 6),
        Column::right("lost", 6),
        Column::right("score", 7),
        Column::flexible(names, 16, usize::MAX),
    ];
    Table::new(&all, columns()).wrapping()
}

/// Returns a row of a [`player_table`].
pub(crate) fn player_row(table: &Table<'_>, row: &ResultRow, name: &str) -> String {
    let PlayerResults { wins, draws, losses, .. } = row.results;
    let [games, won, drawn, lost] = [row.games, wins, draws, losses].map(grouped);
    table.row(&[&games, &won, &drawn, &lost, &percent(row.score), &name])
}
