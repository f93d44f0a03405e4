//! The parts of both reports of `pgn stats`: numbers of games, results of players and openings, and their columns.

use crate::common::prelude::*;
use ferz_database::facts::EndgamePlies;
use ferz_game::GameResult;
use ferz_game::openings::Opening;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Add;

/// The least number of plies of an endgame that is counted.
pub(super) const ENDGAME_PLIES: u32 = EndgamePlies::DEFAULT;

/// The games that are counted.
#[derive(Clone, Copy, Default)]
pub(super) struct GameCounts {
    /// All games of the files.
    pub(super) read: u64,
    /// Those that meet the conditions.
    pub(super) games: u64,
    /// Those of them with errors.
    pub(super) errors: u64,
}

/// Writes the numbers.
impl fmt::Display for GameCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.games < self.read {
            write!(f, "{} of ", grouped(self.games.into()))?;
        }
        let (read, errors) = (counted(self.read as usize, "game"), self.errors as usize);
        write!(f, "{read}, {}", counted(errors, "error"))
    }
}

/// Results of a player's games.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct PlayerResults {
    wins: u64,
    draws: u64,
    losses: u64,
    unknown: u64,
}

impl PlayerResults {
    /// Counts a game in which the player has a side.
    pub(super) fn count(&mut self, side: Color, result: GameResult) {
        *match (result.winner(), result) {
            (Some(winner), _) if winner == side => &mut self.wins,
            (Some(_), _) => &mut self.losses,
            (None, GameResult::Draw) => &mut self.draws,
            (None, _) => &mut self.unknown,
        } += 1;
    }

    pub(super) fn games(&self) -> u64 {
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
pub(super) struct ResultRow {
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

/// The number of games with each opening of an ECO code.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct OpeningNames(BTreeMap<&'static str, u64>);

impl OpeningNames {
    pub(super) fn add(&mut self, opening: Opening) {
        *self.0.entry(main_variation(opening.name)).or_default() += 1;
    }

    /// Returns the most frequent opening; of equally frequent ones, the first in the alphabet.
    pub(super) fn most_frequent(&self) -> &'static str {
        let openings = self.0.iter().min_by_key(|&(_, games)| Reverse(games));
        openings.map_or("", |(name, _)| name)
    }
}

/// Returns the name of an opening without the variations of its variation.
fn main_variation(name: &'static str) -> &'static str {
    name.split_once(", ").map_or(name, |(variation, _)| variation)
}

/// The header of the columns of [`player_columns`].
pub(super) const PLAYER_HEADER: &str = "   games    won  drawn   lost   score";

/// Returns the columns of a player's results.
pub(super) fn player_columns(row: &ResultRow) -> String {
    let PlayerResults { wins, draws, losses, .. } = row.results;
    let score = row.score.map_or("-".to_owned(), |score| format!("{score:.1} %"));
    let [games, won, drawn, lost] =
        [row.games, wins, draws, losses].map(|count| grouped(count.into()));
    format!("{games:>8}{won:>7}{drawn:>7}{lost:>7}{score:>8}")
}

/// Returns a name beside its columns, in several lines if the terminal is narrow.
pub(super) fn beside(row: &str, name: &str) -> String {
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
