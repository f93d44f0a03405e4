use super::key_counts::{Duplicates, KeyCounts};
use super::score_results::{ScoreBin, ScoreResults};
use crate::format::{EndingCode, Filter, GameResult, IllegalPly, TrainingGame};
use crate::games::{IllegalGame, replay_all};
use crate::selfplay::opening_key;
use serde::Serialize;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Counts over games, in bounded memory.
#[derive(Clone, Default, Debug)]
pub struct GameStatistics {
    games: u64,
    plies: u64,
    positions: u64,
    longest: usize,
    results: [u64; GameResult::ALL.len()],
    endings: [u64; EndingCode::ALL.len()],
    scores: ScoreResults,
    position_keys: KeyCounts,
    opening_keys: KeyCounts,
    game_keys: KeyCounts,
}

/// The statistics of games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StatisticsSummary {
    /// The number of games.
    pub games: u64,
    /// The number of moves.
    pub plies: u64,
    /// The number of positions with a score.
    pub positions: u64,
    /// The number of plies of the longest game.
    pub longest: usize,
    /// The number of games with each result in PGN notation.
    pub results: BTreeMap<&'static str, u64>,
    /// The number of games with each ending.
    pub endings: BTreeMap<&'static str, u64>,
    /// The logistic scale of the scores: see [`ScoreResults::fitted_scale`].
    pub logistic_scale: Option<f32>,
    /// The positions by absolute score.
    pub scores: Vec<ScoreBin>,
    /// Scored positions with equal keys, which have equal boards, sides to move, castling rights and
    /// en passant captures.
    pub duplicate_positions: Duplicates,
    /// Games with equal positions after the opening.
    pub duplicate_openings: Duplicates,
    /// Games with equal start positions and moves.
    pub duplicate_games: Duplicates,
}

/// The keys of a game.
struct GameKeys {
    /// The keys of the scored positions.
    positions: Vec<u64>,
    /// The key of the position after the opening.
    opening: u64,
    /// The hash of the start position and all moves.
    game: u64,
}

impl GameKeys {
    fn of(game: &TrainingGame) -> Result<Self, IllegalPly> {
        let mut positions = Vec::with_capacity(game.scores.len());
        game.visit(&Filter::all(), |ply| positions.push(ply.position.key()))?;
        let mut hasher = DefaultHasher::new();
        game.start.key().hash(&mut hasher);
        game.moves.iter().for_each(|mv| mv.bits().hash(&mut hasher));
        Ok(Self { positions, opening: opening_key(game)?, game: hasher.finish() })
    }
}

impl GameStatistics {
    /// Counts games, whose moves are replayed on all cores.
    ///
    /// # Errors
    /// If a move is illegal. No game has been counted.
    pub fn add(&mut self, games: &[TrainingGame]) -> Result<(), IllegalGame> {
        for (game, keys) in games.iter().zip(replay_all(games, GameKeys::of)?) {
            self.count(game, &keys);
        }
        Ok(())
    }

    fn count(&mut self, game: &TrainingGame, keys: &GameKeys) {
        self.games += 1;
        self.plies += game.moves.len() as u64;
        self.positions += game.search_scores().count() as u64;
        self.longest = self.longest.max(game.moves.len());
        self.results[game.result as usize] += 1;
        self.endings[game.ending as usize] += 1;
        game.search_scores().for_each(|score| self.scores.add(score, game.result));
        keys.positions.iter().for_each(|&key| self.position_keys.add(key));
        self.opening_keys.add(keys.opening);
        self.game_keys.add(keys.game);
    }

    /// Returns the results by score.
    pub fn scores(&self) -> &ScoreResults {
        &self.scores
    }

    /// Returns the numbers so far. The expected points by score are those of the fitted scale.
    pub fn summary(&self) -> StatisticsSummary {
        let logistic_scale = self.scores.fitted_scale();
        let results =
            GameResult::ALL.map(|result| (result.as_str(), self.results[result as usize]));
        let endings =
            EndingCode::ALL.map(|ending| (ending.as_str(), self.endings[ending as usize]));
        StatisticsSummary {
            games: self.games,
            plies: self.plies,
            positions: self.positions,
            longest: self.longest,
            results: results.into(),
            endings: endings.into(),
            logistic_scale,
            // Only scores beyond the fit are left without a scale, for which any finite one will do.
            scores: self.scores.bins(logistic_scale.unwrap_or(1.0)),
            duplicate_positions: self.position_keys.duplicates(),
            duplicate_openings: self.opening_keys.duplicates(),
            duplicate_games: self.game_keys.duplicates(),
        }
    }
}
