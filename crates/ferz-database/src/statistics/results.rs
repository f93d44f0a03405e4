//! Numbers of results, of games and of a player.

use ferz::Color;
use ferz_game::GameResult;
use serde::Serialize;
use std::ops::Add;

/// Results of games. The JSON object has their number too.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(into = "GameResultsObject")]
pub struct GameResults {
    /// The number of wins of White.
    pub white_wins: u64,
    /// The number of draws.
    pub draws: u64,
    /// The number of wins of Black.
    pub black_wins: u64,
    /// The number of games without a known result.
    pub unknown: u64,
}

impl GameResults {
    /// Counts a game.
    pub fn count(&mut self, result: GameResult) {
        *match result {
            GameResult::WhiteWins => &mut self.white_wins,
            GameResult::Draw => &mut self.draws,
            GameResult::BlackWins => &mut self.black_wins,
            GameResult::Unknown => &mut self.unknown,
        } += 1;
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.white_wins + self.draws + self.black_wins + self.unknown
    }
}

/// Results of a player's games. The JSON object has their number and score too.
///
/// ```
/// use ferz::Color;
/// use ferz_database::statistics::PlayerResults;
/// use ferz_game::GameResult;
/// let mut results = PlayerResults::default();
/// results.count(Color::Black, GameResult::BlackWins);
/// results.count(Color::White, GameResult::Draw);
/// assert_eq!((results.games(), results.score()), (2, Some(75.0)));
/// ```
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(into = "PlayerResultsObject")]
pub struct PlayerResults {
    /// The number of games that the player won.
    pub wins: u64,
    /// The number of draws.
    pub draws: u64,
    /// The number of games that the player lost.
    pub losses: u64,
    /// The number of games without a known result.
    pub unknown: u64,
}

impl PlayerResults {
    /// Counts a game in which the player has a side.
    pub fn count(&mut self, side: Color, result: GameResult) {
        *match (result.winner(), result) {
            (Some(winner), _) if winner == side => &mut self.wins,
            (Some(_), _) => &mut self.losses,
            (None, GameResult::Draw) => &mut self.draws,
            (None, _) => &mut self.unknown,
        } += 1;
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses + self.unknown
    }

    /// Returns the score of the games with a result in percent, with one decimal: wins and half of the draws. `None` without
    /// such a game.
    pub fn score(&self) -> Option<f64> {
        let known = self.wins + self.draws + self.losses;
        let points = self.wins as f64 + self.draws as f64 / 2.0;
        (known > 0).then(|| (1000.0 * points / known as f64).round() / 10.0)
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

/// JSON object of results.
#[derive(Serialize)]
struct GameResultsObject {
    games: u64,
    white_wins: u64,
    draws: u64,
    black_wins: u64,
    unknown: u64,
}

impl From<GameResults> for GameResultsObject {
    fn from(results: GameResults) -> Self {
        let GameResults { white_wins, draws, black_wins, unknown } = results;
        Self { games: results.games(), white_wins, draws, black_wins, unknown }
    }
}

/// JSON object of a player's results.
#[derive(Serialize)]
struct PlayerResultsObject {
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    unknown: u64,
    score: Option<f64>,
}

impl From<PlayerResults> for PlayerResultsObject {
    fn from(results: PlayerResults) -> Self {
        let PlayerResults { wins, draws, losses, unknown } = results;
        let (games, score) = (results.games(), results.score());
        Self { games, wins, draws, losses, unknown, score }
    }
}
