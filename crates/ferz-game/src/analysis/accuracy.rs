//! Accuracy of moves and games.

/// Returns the accuracy of a move, from 0 to 100, by its loss in percentage points of expected
/// score: `103.1668 exp(-0.04354 loss) - 3.1669`, the formula of
/// <https://lichess.org/page/accuracy>. A move without a loss has 100.
///
/// ```
/// use ferz_game::analysis::move_accuracy;
/// assert_eq!((move_accuracy(0.0), move_accuracy(-2.0)), (100.0, 100.0));
/// assert_eq!((move_accuracy(10.0).round(), move_accuracy(90.0)), (64.0, 0.0));
/// ```
pub fn move_accuracy(loss: f64) -> f64 {
    if loss <= 0.0 {
        return 100.0;
    }
    (103.1668 * (-0.04354 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

/// The accuracy of one side, computed from the accuracies of its moves.
///
/// [`SideSummary::accuracy`](super::SideSummary::accuracy) has the definition.
#[derive(Clone, Copy, Default)]
pub(super) struct Accuracy {
    moves: u32,
    weights: f64,
    weighted: f64,
    /// The sum of the inverse accuracies.
    inverse: f64,
}

impl Accuracy {
    /// Adds a move with its accuracy and its [weight](volatility_weights).
    pub(super) fn add(&mut self, accuracy: f64, weight: f64) {
        self.moves += 1;
        self.weights += weight;
        self.weighted += weight * accuracy;
        // Without the least value a single move would make the mean 0.
        self.inverse += 1.0 / accuracy.max(1.0);
    }

    /// Returns the accuracy from 0 to 100; `None` without moves.
    pub(super) fn percent(&self) -> Option<f64> {
        (self.moves > 0).then(|| {
            let weighted = self.weighted / self.weights;
            f64::midpoint(weighted, f64::from(self.moves) / self.inverse)
        })
    }
}

/// Returns the weight of each move by volatility. `scores` are White's expected scores in percent:
/// before the first move and after each.
pub(super) fn volatility_weights(scores: &[f64]) -> Vec<f64> {
    let moves = scores.len().saturating_sub(1);
    let width = (moves / 10).clamp(2, 8);
    let weight = |index: usize| {
        // The window ends with the position after the move, except near the start of the game.
        let start = (index + 2).saturating_sub(width);
        standard_deviation(&scores[start..start + width]).clamp(0.5, 12.0)
    };
    (0..moves).map(weight).collect()
}

/// Returns the population standard deviation.
fn standard_deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 5e-3, "found {found}, expected {expected}");
    }

    #[test]
    fn accuracies_follow_the_published_formula() {
        // 103.1668 exp(-0.2177) - 3.1669 and so on, computed by hand.
        for (loss, expected) in [(5.0, 79.817), (15.0, 50.524), (50.0, 8.530), (80.0, 0.001)] {
            assert_near(move_accuracy(loss), expected);
        }
        assert_near(move_accuracy(1e-9), 100.0);
    }

    #[test]
    fn windows_cover_the_positions_around_a_move() {
        assert_eq!(standard_deviation(&[50.0, 50.0]), 0.0);
        assert_eq!(standard_deviation(&[40.0, 60.0]), 10.0);
        assert_eq!(volatility_weights(&[50.0]), []);
        // Windows of two positions: before and after the move.
        assert_eq!(volatility_weights(&[50.0, 50.0, 60.0, 0.0]), [0.5, 5.0, 12.0]);
        // 40 moves have windows of 4: the jump to 58 after move 20 is in those of moves 20 to 22,
        // with deviations of sqrt(12), 4 and sqrt(12).
        let scores: Vec<_> = (0..=40).map(|index| if index < 20 { 50.0 } else { 58.0 }).collect();
        let weights = volatility_weights(&scores);
        assert_eq!(weights.len(), 40);
        assert_eq!(weights.iter().filter(|&&weight| weight > 0.5).count(), 3);
        assert_near(weights[19], 12_f64.sqrt());
        assert_eq!(weights[20], 4.0);
        assert_near(weights[21], 12_f64.sqrt());
        assert_eq!((weights[0], weights[18], weights[22]), (0.5, 0.5, 0.5));
    }

    #[test]
    fn means_are_weighted_and_harmonic() {
        assert_eq!(Accuracy::default().percent(), None);
        let mut accuracy = Accuracy::default();
        accuracy.add(100.0, 1.0);
        assert_eq!(accuracy.percent(), Some(100.0));
        accuracy.add(50.0, 3.0);
        // (100 + 150) / 4 = 62.5 and 2 / (0.01 + 0.02) = 66.67.
        assert_near(accuracy.percent().unwrap(), 64.583);
        accuracy.add(0.0, 1.0);
        // 250 / 5 = 50 and 3 / (0.03 + 1) = 2.91.
        assert_near(accuracy.percent().unwrap(), 26.456);
    }
}
