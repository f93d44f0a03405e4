//! Labels of training positions: their expected points.

use crate::format::Game;
use crate::tune::logistic;

/// Settings of the labels.
///
/// The label of a position is the TD(λ) return of its game (Sutton 1988): the expected points of its
/// own search score, of the scores after the following moves and of the result, each with λ times
/// the weight of the one before. Later scores see further along the line that was played, and their mean
/// has less noise than a single score. The result has a further share of its own.
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
    /// Returns the labels of a game's scored positions, in order: White's expected points, 0 to 1.
    pub fn labels(&self, game: &Game) -> Vec<f32> {
        let result = game.result.points();
        let mut labels = vec![0.0; game.scores.len()];
        let mut after = result;
        for (label, &score) in labels.iter_mut().zip(&game.scores).rev() {
            let expected = logistic(f32::from(score) / self.scale);
            after = (1.0 - self.lambda) * expected + self.lambda * after;
            *label = (1.0 - self.result_share) * after + self.result_share * result;
        }
        labels
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Ending, GameResult};
    use ferz::Position;

    /// Returns the labels of a game that White won, with these scores.
    fn labels(lambda: f32, result_share: f32, scores: &[i16]) -> Vec<f32> {
        let game = Game {
            start: Position::startpos(),
            moves: Vec::new(),
            scores: scores.to_vec(),
            result: GameResult::WhiteWins,
            ending: Ending::AdjudicatedWin,
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
}
