//! Labels of training positions: their expected points.

use crate::format::{RANDOM_MOVE, TrainingGame, UNSEARCHED};
use crate::tune::logistic;

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
    use crate::format::{EndingCode, GameResult};
    use ferz::Position;

    /// Returns the labels of a game that White won, with these scores.
    fn labels(lambda: f32, result_share: f32, scores: &[i16]) -> Vec<f32> {
        let game = TrainingGame {
            start: Position::startpos(),
            moves: Vec::new(),
            scores: scores.to_vec(),
            result: GameResult::WhiteWins,
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
