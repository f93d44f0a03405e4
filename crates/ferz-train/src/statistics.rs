//! Statistics of games: results, endings, scores, results by score, and duplicates.
//!
//! [`GameStatistics`] counts games in bounded memory (at most 110 MiB), [`StatisticsSummary`] holds the numbers,
//! and [`draw`] draws scores and results.

use crate::format::{EndingCode, IllegalPly, PositionFilter, ResultCode, TrainingGame};
use crate::games::{IllegalGame, replay_all};
use crate::nnue::TrainSettings;
use crate::score_fit::{ScoredResult, WdlFit, fitted_scale, logistic};
use crate::selfplay::opening_key;
use ferz_game::chart::{Axis, BLUE, GREY, LegendPlace, Panel, RED, document};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Counts over games, in bounded memory.
#[derive(Clone, Default, Debug)]
pub struct GameStatistics {
    games: u64,
    plies: u64,
    positions: u64,
    longest: usize,
    results: [u64; ResultCode::ALL.len()],
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
    /// The win rates by score: see [`ScoreResults::fitted_win_rates`].
    pub win_rates: Option<WdlFit>,
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
        game.visit(&PositionFilter::all(), |ply| positions.push(ply.position.key()))?;
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
            ResultCode::ALL.map(|result| (result.as_str(), self.results[result as usize]));
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
            win_rates: self.scores.fitted_win_rates(),
            // Only scores beyond the fit are left without a scale, for which any finite one will do.
            scores: self.scores.bins(logistic_scale.unwrap_or(1.0)),
            duplicate_positions: self.position_keys.duplicates(),
            duplicate_openings: self.opening_keys.duplicates(),
            duplicate_games: self.game_keys.duplicates(),
        }
    }
}

/// The upper ends of the bins of absolute scores, in centipawns. Larger scores form the last bin.
const SCORE_BINS: [u16; 8] = [5, 25, 50, 100, 200, 400, 1000, 3000];
/// The largest absolute score to which curves are fitted, in centipawns. Beyond it results are nearly
/// certain, and mate scores have no scale.
const MAX_FITTED_SCORE: i16 = 3000;
/// The number of values of a score.
const SCORES: usize = 1 << 16;

/// The numbers of results for each search score, White's view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreResults {
    /// The numbers of results, in the order of [`ResultCode`], from the lowest score on.
    counts: Vec<[u64; ResultCode::ALL.len()]>,
}

/// The positions whose absolute scores are in a range, from the view of the side ahead: White at a
/// score of 0.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ScoreBin {
    /// The largest absolute score in centipawns; `None` for no limit.
    pub up_to: Option<u16>,
    /// The number of positions.
    pub positions: u64,
    /// The mean of the points at the end of the game, 0 to 1; `None` without positions.
    pub mean_result: Option<f64>,
    /// The mean of the logistic function of the scores; `None` without positions.
    pub expected: Option<f64>,
}

impl Default for ScoreResults {
    fn default() -> Self {
        Self { counts: vec![Default::default(); SCORES] }
    }
}

impl ScoreResults {
    /// Counts a position with its score and the result of its game, both White's view.
    pub fn add(&mut self, score: i16, result: ResultCode) {
        self.counts[index(score)][result as usize] += 1;
    }

    /// Returns the number of positions with scores from `low` to `high`, and the mean of White's
    /// points, which is not a number without positions.
    pub fn mean_result(&self, low: i16, high: i16) -> (u64, f64) {
        let (mut positions, mut points) = (0, 0.0);
        for (result, times) in self.between(low, high) {
            positions += times;
            points += f64::from(result.points) * times as f64;
        }
        (positions, points / positions as f64)
    }

    /// Returns the logistic scale fitted to all scores up to 3000 centipawns: the number of
    /// centipawns that changes the odds of a point by a factor of e. `None` without positions.
    pub fn fitted_scale(&self) -> Option<f32> {
        let results = self.fitted_results();
        (!results.is_empty()).then(|| fitted_scale(&results))
    }

    /// Returns the win rates fitted to all scores up to 3000 centipawns; `None` without positions.
    pub fn fitted_win_rates(&self) -> Option<WdlFit> {
        let results = self.fitted_results();
        (!results.is_empty()).then(|| WdlFit::fitted(&results))
    }

    fn fitted_results(&self) -> Vec<(ScoredResult, u64)> {
        self.between(-MAX_FITTED_SCORE, MAX_FITTED_SCORE).collect()
    }

    /// Returns the positions by absolute score. The expected points are those of this logistic scale,
    /// in centipawns.
    pub fn bins(&self, scale: f32) -> Vec<ScoreBin> {
        let ends = SCORE_BINS.into_iter().map(Some).chain([None]);
        let mut bins: Vec<_> = ends.map(|up_to| (up_to, 0_u64, [0.0_f64; 2])).collect();
        for (result, times) in self.between(i16::MIN, i16::MAX) {
            let ScoredResult { score, points } = result;
            let points = if score < 0.0 { 1.0 - points } else { points };
            let bin = SCORE_BINS.partition_point(|&end| f32::from(end) < score.abs());
            let (_, positions, sums) = &mut bins[bin];
            *positions += times;
            for (sum, value) in sums.iter_mut().zip([points, logistic(score.abs() / scale)]) {
                *sum += f64::from(value) * times as f64;
            }
        }
        let bin = |(up_to, positions, sums): (_, u64, [f64; 2])| {
            let [mean_result, expected] =
                sums.map(|sum| (positions > 0).then(|| sum / positions as f64));
            ScoreBin { up_to, positions, mean_result, expected }
        };
        bins.into_iter().map(bin).collect()
    }

    /// Iterates over the scores from `low` to `high` and their results that occur.
    fn between(&self, low: i16, high: i16) -> impl Iterator<Item = (ScoredResult, u64)> {
        (low..=high).flat_map(move |score| {
            let counts = self.counts[index(score)];
            let results = ResultCode::ALL.into_iter().zip(counts).filter(|&(_, times)| times > 0);
            results.map(move |(result, times)| {
                (ScoredResult { score: score.into(), points: result.points() }, times)
            })
        })
    }
}

/// Returns the index of a score's counts.
fn index(score: i16) -> usize {
    (i32::from(score) - i32::from(i16::MIN)) as usize
}

/// The largest number of keys: a hash map of so many takes 36 MiB.
const MAX_KEYS: usize = 1_800_000;

/// Counts of 64-bit keys in bounded memory, at most 36 MiB.
///
/// All keys are counted up to 1.8 million different ones. Then every second key is dropped with its
/// count, and again each time that the limit is exceeded: the keys that remain are a random sample
/// of all keys, each with all its occurrences, so that shares are estimated without bias. The keys
/// are expected to be random numbers, such as position keys.
#[derive(Clone, Debug)]
pub struct KeyCounts {
    counts: HashMap<u64, u32>,
    /// The number of high bits that are 0 in a key of the sample.
    zero_bits: u32,
    max_keys: usize,
}

/// The numbers of occurrences of the keys in a sample.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Duplicates {
    /// The number of keys of which one is in the sample; 1 if all are counted.
    pub sampled_one_in: u64,
    /// The number of occurrences.
    pub counted: u64,
    /// The number of different keys.
    pub distinct: u64,
    /// The number of occurrences of keys that occur more than once.
    pub repeated: u64,
}

impl Default for KeyCounts {
    fn default() -> Self {
        Self { counts: HashMap::new(), zero_bits: 0, max_keys: MAX_KEYS }
    }
}

impl KeyCounts {
    /// Counts an occurrence of a key.
    pub fn add(&mut self, key: u64) {
        if key.leading_zeros() < self.zero_bits {
            return;
        }
        let count = self.counts.entry(key).or_default();
        *count = count.saturating_add(1);
        while self.counts.len() > self.max_keys {
            self.zero_bits += 1;
            let zero_bits = self.zero_bits;
            self.counts.retain(|key, _| key.leading_zeros() >= zero_bits);
        }
    }

    /// Returns the numbers of occurrences.
    pub fn duplicates(&self) -> Duplicates {
        let counts = || self.counts.values().map(|&count| u64::from(count));
        Duplicates {
            sampled_one_in: 1 << self.zero_bits.min(63),
            counted: counts().sum(),
            distinct: self.counts.len() as u64,
            repeated: counts().filter(|&count| count > 1).sum(),
        }
    }
}

impl Duplicates {
    /// Returns the share of occurrences of keys that occur more than once, 0 to 1.
    pub fn share(&self) -> f64 {
        self.repeated as f64 / self.counted.max(1) as f64
    }
}

// The chart of scores and results.

/// The height in points.
const HEIGHT: f64 = 760.0;
/// The largest absolute score of the chart in centipawns.
const LIMIT: i16 = 1500;
/// The width of a bin in centipawns.
const BIN: i16 = 25;

/// Draws a histogram of the scores from -1500 to 1500 centipawns, and White's mean result at each
/// score beside the logistic curves of the fitted scale and of the trainer's default, and returns the
/// SVG text.
///
/// # Errors
/// If no position has a score within the chart.
pub fn draw(scores: &ScoreResults) -> Result<String, String> {
    let bins: Vec<Bin> = (-LIMIT / BIN..=LIMIT / BIN)
        .map(|bin| Bin::new(scores, bin * BIN))
        .filter(|bin| bin.positions > 0.0)
        .collect();
    let Some(scale) = scores.fitted_scale().filter(|_| !bins.is_empty()) else {
        return Err(format!("no scores up to {LIMIT} centipawns to draw"));
    };
    Ok(document(HEIGHT, &[histogram(&bins), results(&bins, scale)]))
}

/// The positions around a score.
struct Bin {
    score: f64,
    positions: f64,
    mean_result: f64,
}

impl Bin {
    /// Counts the positions of the bin with this score in its middle.
    fn new(scores: &ScoreResults, middle: i16) -> Self {
        let (positions, mean_result) =
            scores.mean_result(middle - BIN / 2, middle + BIN - BIN / 2 - 1);
        Self { score: middle.into(), positions: positions as f64, mean_result }
    }
}

/// Returns the horizontal axis.
fn score_axis() -> Axis<'static> {
    let limit = f64::from(LIMIT + BIN);
    Axis { name: "centipawns", range: -limit..limit, decimals: 0 }
}

fn histogram(bins: &[Bin]) -> String {
    let highest = bins.iter().map(|bin| bin.positions).fold(1.0, f64::max);
    let name = format!("positions in {BIN} centipawns");
    let positions = Axis { name: &name, range: 0.0..1.05 * highest, decimals: 0 };
    let title = "Search scores, White's view";
    let mut panel = Panel::new(title, score_axis(), positions, 0.0..HEIGHT / 2.0);
    panel.bars(BLUE, f64::from(BIN) * 0.9, bins.iter().map(|bin| (bin.score, bin.positions)));
    panel.finish(LegendPlace::Left)
}

fn results(bins: &[Bin], scale: f32) -> String {
    let points = Axis { name: "points", range: 0.0..1.0, decimals: 1 };
    let title = "White's mean result by score";
    let mut panel = Panel::new(title, score_axis(), points, HEIGHT / 2.0..HEIGHT);
    let default = f32::from(TrainSettings::default().scale);
    for (name, scale, color) in [("fitted", scale, RED), ("default of train", default, GREY)] {
        let scores = (-LIMIT..=LIMIT).step_by(10).map(f32::from);
        let curve = scores.map(|score| (score.into(), logistic(score / scale).into()));
        panel.curve(&format!("logistic scale {scale:.0} ({name})"), color, curve);
    }
    panel.dots("games", BLUE, bins.iter().map(|bin| (bin.score, bin.mean_result)));
    panel.finish(LegendPlace::Left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::ResultCode;

    #[test]
    fn bins_have_the_view_of_the_side_ahead() {
        let mut results = ScoreResults::default();
        results.add(60, ResultCode::WhiteWins);
        results.add(-100, ResultCode::BlackWins);
        results.add(-70, ResultCode::Draw);
        results.add(-90, ResultCode::WhiteWins);
        results.add(i16::MIN, ResultCode::BlackWins);
        let bins = results.bins(100.0);
        let [.., hundred, _, _, _, _, more] = bins[..] else { panic!("{bins:?}") };
        assert_eq!((hundred.up_to, hundred.positions), (Some(100), 4));
        assert_eq!(hundred.mean_result, Some(2.5 / 4.0));
        let expected = [0.6_f64, 1.0, 0.7, 0.9].map(|x| 1.0 / (1.0 + (-x).exp()));
        let expected = expected.into_iter().sum::<f64>() / 4.0;
        assert!((hundred.expected.unwrap() - expected).abs() < 1e-6);
        assert_eq!((more.up_to, more.positions, more.mean_result), (None, 1, Some(1.0)));
        assert_eq!((bins[0].positions, bins[0].mean_result), (0, None));
        assert_eq!(results.mean_result(-100, -70), (3, 0.5));
    }

    #[test]
    fn scale_of_the_results_is_found() {
        let mut results = ScoreResults::default();
        assert_eq!(results.fitted_scale(), None);
        for score in (-2000..=2000).step_by(10) {
            let wins = (1000.0 * logistic(f32::from(score) / 230.0)).round() as usize;
            (0..wins).for_each(|_| results.add(score, ResultCode::WhiteWins));
            (wins..1000).for_each(|_| results.add(score, ResultCode::BlackWins));
        }
        // Mate scores do not count.
        (0..100_000).for_each(|_| results.add(31_990, ResultCode::BlackWins));
        let scale = results.fitted_scale().unwrap();
        assert!((scale - 230.0).abs() < 2.0, "{scale}");
        let bins = results.bins(scale);
        let difference = bins[5].mean_result.unwrap() - bins[5].expected.unwrap();
        assert!(difference.abs() < 0.003, "{difference}");
    }

    #[test]
    fn occurrences_are_counted() {
        let mut counts = KeyCounts::default();
        [5, 7, 5, u64::MAX, 5, 7, 1].into_iter().for_each(|key| counts.add(key));
        let expected = Duplicates { sampled_one_in: 1, counted: 7, distinct: 4, repeated: 5 };
        assert_eq!(counts.duplicates(), expected);
        assert!((expected.share() - 5.0 / 7.0).abs() < 1e-9);
        assert_eq!(KeyCounts::default().duplicates().share(), 0.0);
    }

    #[test]
    fn a_sample_estimates_the_share_in_bounded_memory() {
        let mut counts = KeyCounts { max_keys: 4000, ..KeyCounts::default() };
        let mut rng = fastrand::Rng::with_seed(1);
        // A fifth of the keys occurs three times: 3 / 7 of the occurrences, in any order.
        let keys: Vec<u64> = (0..100_000).map(|_| rng.u64(..)).collect();
        let repeated = keys[..20_000].iter();
        let mut all: Vec<u64> =
            keys.iter().chain(repeated.clone()).chain(repeated).copied().collect();
        rng.shuffle(&mut all);
        all.into_iter().for_each(|key| counts.add(key));
        let found = counts.duplicates();
        assert_eq!(found.sampled_one_in, 32);
        assert!(found.distinct <= 4000 && found.distinct > 2500, "{found:?}");
        assert!((found.share() - 3.0 / 7.0).abs() < 0.03, "{found:?}");
    }

    #[test]
    fn a_frequent_key_takes_one_place() {
        let mut counts = KeyCounts { max_keys: 2, ..KeyCounts::default() };
        (0..100).for_each(|_| counts.add(u64::MAX));
        assert_eq!(counts.duplicates().sampled_one_in, 1);
        assert_eq!(counts.duplicates().repeated, 100);
    }

    #[test]
    fn chart_has_a_bar_and_a_point_for_each_bin_with_positions() {
        let mut scores = ScoreResults::default();
        for (score, times) in [(-400, 2), (0, 9), (12, 1), (13, 4), (300, 5)] {
            (0..times).for_each(|_| scores.add(score, ResultCode::WhiteWins));
        }
        scores.add(5000, ResultCode::WhiteWins);
        scores.add(0, ResultCode::Draw);
        let text = draw(&scores).unwrap();
        assert!(text.starts_with("<svg") && text.contains("default of train"));
        // Scores of 0 and 12 share a bin. The legend has a point of its own.
        let count = |name| text.matches(&format!("<{name} ")[..]).count();
        let bars = text.matches("fill=\"#1F77B4\"").count() - count("circle");
        assert_eq!((bars, count("circle")), (4, 5), "{text}");
    }

    #[test]
    fn drawing_without_scores_is_an_error() {
        let mut scores = ScoreResults::default();
        assert!(draw(&scores).is_err());
        scores.add(2000, ResultCode::Draw);
        assert!(draw(&scores).is_err());
    }
}
