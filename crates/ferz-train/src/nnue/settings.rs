//! The settings of a training run.

use crate::format::{RANDOM_MOVE, TrainingGame, UNSEARCHED};
use crate::score_fit::logistic;
use ferz_nnue::{Shape, ShapeError};
use serde::{Deserialize, Serialize};

/// The largest magnitude of a weight or bias that may be set: with more, weights of the second and of
/// the output layer could exceed 2047 / 1024, the most that a network file accepts.
const MAX_CLIP: f32 = 1.98;

/// Settings of a training run. A checkpoint holds them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TrainSettings {
    /// Neurons of each accumulator, a multiple of 32 up to 1024.
    pub hidden: usize,
    /// Output buckets: 1, 2, 4 or 8.
    pub buckets: usize,
    /// Passes over the training samples, at least 1.
    pub epochs: usize,
    /// Samples of a minibatch, at least 1.
    pub batch_size: usize,
    /// Learning rate after the warm-up, above 0.
    pub learning_rate: f32,
    /// Learning rate at the end, above 0; in between it follows half a cosine.
    pub final_learning_rate: f32,
    /// The power of the errors of the expected points whose mean is minimised, 2 or more: 2 for squared
    /// errors.
    #[serde(default = "squared")]
    pub loss_exponent: f32,
    /// Decoupled weight decay, 0 or more.
    pub weight_decay: f32,
    /// λ of the labels: see [`LabelSettings::lambda`].
    pub lambda: f32,
    /// Share of the game's result in the labels: see [`LabelSettings::result_share`].
    pub result_share: f32,
    /// The score that is odds of e to 1 and an output of 1.0, in the internal centipawns of game
    /// files; at least 1.
    pub scale: u16,
    /// Largest magnitude of a weight or bias, above 0 and at most 1.98. Weights of the first dense
    /// layer are clipped to 127 / 128, the most that their byte holds.
    pub clip: f32,
    /// Seed of the initial weights and of the order of the minibatches.
    pub seed: u64,
    /// CRC-32 in hexadecimal of the network or checkpoint with the initial weights; `None` for
    /// random ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub init: Option<String>,
}

/// Settings with which no network can be trained.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum TrainSettingsError {
    /// The network's sizes are impossible.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// A number is outside its range.
    #[error("{name} {found}; expected {expected}")]
    Range {
        /// The name of the setting.
        name: &'static str,
        /// The number found.
        found: f32,
        /// The range.
        expected: &'static str,
    },
}

/// The most epochs, far beyond any use: their minibatches can be counted.
const MAX_EPOCHS: usize = 1_000_000;

impl TrainSettings {
    /// Checks all settings and returns the shape of the network.
    ///
    /// # Errors
    /// If a setting is outside its range.
    pub fn check(&self) -> Result<Shape, TrainSettingsError> {
        const POSITIVE: &str = "a number above 0";
        const AT_LEAST_1: &str = "at least 1";
        const SHARE: &str = "0 to 1";
        let is_positive = |number: f32| number > 0.0 && number.is_finite();
        let is_share = |number: f32| (0.0..=1.0).contains(&number);
        let shape = Shape::new(self.hidden, self.buckets)?;
        let (rate, end) = (self.learning_rate, self.final_learning_rate);
        let (power, decay, clip) = (self.loss_exponent, self.weight_decay, self.clip);
        let checks = [
            ("epochs", self.epochs as f32, (1..=MAX_EPOCHS).contains(&self.epochs), "1 to 1000000"),
            ("batch size", self.batch_size as f32, self.batch_size > 0, AT_LEAST_1),
            ("learning rate", rate, is_positive(rate), POSITIVE),
            ("final learning rate", end, is_positive(end), POSITIVE),
            ("loss exponent", power, power >= 2.0 && power.is_finite(), "2 or more"),
            ("weight decay", decay, decay >= 0.0 && decay.is_finite(), "0 or more"),
            ("lambda", self.lambda, is_share(self.lambda), SHARE),
            ("result share", self.result_share, is_share(self.result_share), SHARE),
            ("scale", self.scale.into(), self.scale > 0, AT_LEAST_1),
            ("clip", clip, clip > 0.0 && clip <= MAX_CLIP, "above 0, at most 1.98"),
        ];
        match checks.into_iter().find(|&(_, _, is_valid, _)| !is_valid) {
            Some((name, found, _, expected)) => {
                Err(TrainSettingsError::Range { name, found, expected })
            }
            None => Ok(shape),
        }
    }

    /// Returns the settings of the labels.
    pub fn labels(&self) -> LabelSettings {
        let Self { lambda, result_share, scale, .. } = *self;
        LabelSettings { scale: scale.into(), lambda, result_share }
    }
}

/// Returns the loss exponent of settings without it.
fn squared() -> f32 {
    2.0
}

impl Default for TrainSettings {
    fn default() -> Self {
        Self {
            hidden: 128,
            buckets: 8,
            epochs: 20,
            batch_size: 16_384,
            learning_rate: 1e-3,
            final_learning_rate: 1e-5,
            loss_exponent: squared(),
            weight_decay: 0.01,
            lambda: 0.7,
            result_share: 0.05,
            scale: 176,
            clip: MAX_CLIP,
            seed: 1,
            init: None,
        }
    }
}

/// Settings of the labels.
///
/// The label of a position is the TD(λ) return of its game (Sutton 1988): the expected points of its
/// own search score, of the scores after the following moves and of the result, each with λ times
/// the weight of the one before. Later scores see further along the line that was played, and their mean
/// has less noise than a single score. The result has a further share of its own.
///
/// A random move ends the line for the positions before it: the last score before it takes the place of
/// the result. Positions that were not searched are left out of the line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LabelSettings {
    /// The score that is odds of e to 1, in the internal centipawns of game files.
    pub scale: f32,
    /// λ: share of the return of the next position in that of a position, 0 to 1. With 0 the label is
    /// the position's own score, with 1 the result.
    pub lambda: f32,
    /// Additional share of the result in each label, 0 to 1.
    pub result_share: f32,
}

impl LabelSettings {
    /// Returns the labels of the entries of a game's scores, in order: White's expected points, 0 to 1.
    /// The label of a missing score is not a number.
    pub fn labels(&self, game: &TrainingGame) -> Vec<f32> {
        let mut labels = vec![f32::NAN; game.scores.len()];
        // The return of the next position and the end of the line, unless a random move is between.
        let mut line = Some((game.result.points(), game.result.points()));
        for (label, &score) in labels.iter_mut().zip(&game.scores).rev() {
            match score {
                RANDOM_MOVE => line = None,
                UNSEARCHED => {}
                score => {
                    let expected = logistic(f32::from(score) / self.scale);
                    let (after, end) = line.unwrap_or((expected, expected));
                    let after = (1.0 - self.lambda) * expected + self.lambda * after;
                    *label = (1.0 - self.result_share) * after + self.result_share * end;
                    line = Some((after, end));
                }
            }
        }
        labels
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{EndingCode, ResultCode};
    use ferz::Position;

    #[test]
    fn default_settings_are_valid() {
        let settings = TrainSettings::default();
        assert_eq!(settings.check(), Ok(Shape::new(settings.hidden, settings.buckets).unwrap()));
    }

    #[test]
    fn settings_outside_their_ranges_are_refused() {
        type Change = fn(&mut TrainSettings);
        let changes: [(Change, &str); 14] = [
            (
                |s| s.hidden = 33,
                "accumulator of 33 neurons; expected a multiple of 32 from 32 to 1024",
            ),
            (|s| s.buckets = 3, "3 output buckets; expected 1, 2, 4 or 8"),
            (|s| s.epochs = 0, "epochs 0; expected 1 to 1000000"),
            (|s| s.epochs = usize::MAX, "epochs 18446744000000000000; expected 1 to 1000000"),
            (|s| s.batch_size = 0, "batch size 0; expected at least 1"),
            (|s| s.learning_rate = f32::NAN, "learning rate NaN; expected a number above 0"),
            (|s| s.final_learning_rate = 0.0, "final learning rate 0; expected a number above 0"),
            (|s| s.loss_exponent = 1.5, "loss exponent 1.5; expected 2 or more"),
            (|s| s.weight_decay = -0.5, "weight decay -0.5; expected 0 or more"),
            (|s| s.lambda = 1.5, "lambda 1.5; expected 0 to 1"),
            (|s| s.result_share = -1.0, "result share -1; expected 0 to 1"),
            (|s| s.scale = 0, "scale 0; expected at least 1"),
            (|s| s.clip = 2.0, "clip 2; expected above 0, at most 1.98"),
            (|s| s.clip = 0.0, "clip 0; expected above 0, at most 1.98"),
        ];
        for (change, message) in changes {
            let mut settings = TrainSettings::default();
            change(&mut settings);
            assert_eq!(settings.check().unwrap_err().to_string(), message);
        }
    }

    /// Returns the labels of a game that White won, with these scores.
    fn labels(lambda: f32, result_share: f32, scores: &[i16]) -> Vec<f32> {
        let game = TrainingGame {
            start: Position::startpos(),
            moves: Vec::new(),
            scores: scores.to_vec(),
            result: ResultCode::WhiteWins,
            ending: EndingCode::AdjudicatedWin,
        };
        LabelSettings { scale: 200.0, lambda, result_share }.labels(&game)
    }

    #[test]
    fn without_lambda_labels_blend_own_score_and_result() {
        assert_eq!(labels(0.0, 0.0, &[0, 200]), [0.5, logistic(1.0)]);
        assert_eq!(labels(0.0, 1.0, &[0, -200]), [1.0, 1.0]);
        assert_eq!(labels(0.0, 0.5, &[0]), [0.75]);
    }

    #[test]
    fn lambda_adds_later_scores_and_the_result() {
        let found = labels(0.5, 0.0, &[0, -32_000, 0]);
        // From the end: half of 0.5 and half of 1; half of 0 and half of that; and so on.
        assert_eq!(found, [0.4375, 0.375, 0.75]);
        assert_eq!(labels(1.0, 0.0, &[0, -200]), [1.0, 1.0]);
    }

    #[test]
    fn random_moves_end_the_line_and_missing_scores_are_left_out() {
        let found = labels(0.5, 0.5, &[-32_000, 0, RANDOM_MOVE, 200, UNSEARCHED, -32_000]);
        assert!(found[2].is_nan() && found[4].is_nan());
        // From the end: half of 0 and half of 1, then half of the result.
        let last = 0.75;
        let before_missing = (0.5 * (logistic(1.0) + 0.5) + 1.0) / 2.0;
        assert_eq!([found[3], found[5]], [before_missing, last]);
        // As if the game had ended with 0.5 points.
        assert_eq!([found[0], found[1]], [0.375, 0.5]);
    }
}
