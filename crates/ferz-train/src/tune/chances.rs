//! What a search's value says of the result: the scale of its centipawns, fitted to games.

use rayon::prelude::*;

/// What a search thought of a position, and what came of it, both in White's view.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outcome {
    /// The search's value in centipawns.
    pub value: f32,
    /// White's points: 0, 0.5 or 1.
    pub points: f32,
}

/// The chances of winning, drawing and losing as logistic curves of the value: a win is as likely as
/// not at `even` centipawns, a loss at as many below nothing, and the rest are draws.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chances {
    /// The value at which half of all games are won, in centipawns.
    pub even: f32,
    /// How many centipawns more turn those even chances into e to 1.
    pub spread: f32,
}

impl Chances {
    /// The curves under which the outcomes are the most likely.
    pub fn fitted(outcomes: &[Outcome]) -> Self {
        let mut chances = Self { even: 150.0, spread: 80.0 };
        // The two hardly depend on each other: a few rounds settle them.
        for _ in 0..6 {
            chances.even = lowest(chances.even, |even| Self { even, ..chances }.loss(outcomes));
            chances.spread =
                lowest(chances.spread, |spread| Self { spread, ..chances }.loss(outcomes));
        }
        chances
    }

    /// The chances of White to win, to draw and to lose at a value.
    pub fn at(&self, value: f32) -> [f32; 3] {
        let win = logistic((value - self.even) / self.spread);
        let loss = logistic((-value - self.even) / self.spread);
        [win, 1.0 - win - loss, loss]
    }

    /// The mean logarithmic loss.
    fn loss(&self, outcomes: &[Outcome]) -> f64 {
        mean(outcomes, |outcome| {
            let [win, draw, loss] = self.at(outcome.value);
            let came = if outcome.points == 0.5 {
                draw
            } else if outcome.points > 0.5 {
                win
            } else {
                loss
            };
            -f64::from(came.max(1e-6)).ln()
        })
    }
}

/// The centipawns that turn even chances into e to 1, under which values foretell points best.
pub fn fitted_scale(outcomes: &[Outcome]) -> f32 {
    lowest(150.0, |scale| {
        mean(outcomes, |outcome| cross_entropy(outcome.points, logistic(outcome.value / scale)))
    })
}

/// The logistic function: 0 to 1, and 0.5 at 0.
pub(super) fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The loss of foretelling `chance` where `label` is true.
pub(super) fn cross_entropy(label: f32, chance: f32) -> f64 {
    let (label, chance) = (f64::from(label), f64::from(chance.clamp(1e-7, 1.0 - 1e-7)));
    -(label * chance.ln() + (1.0 - label) * (1.0 - chance).ln())
}

/// The positive number, sought from `start` on, at which a loss with one minimum is lowest.
pub(super) fn lowest(start: f32, loss: impl Fn(f32) -> f64) -> f32 {
    let (mut here, mut width) = (start, 1.5_f32);
    while width > 1.001 {
        let tried = [here / width, here, here * width].map(|place| (loss(place), place));
        let best = tried.into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
        match best {
            Some((_, place)) if place != here => here = place,
            _ => width = width.sqrt(),
        }
    }
    here
}

fn mean(outcomes: &[Outcome], loss: impl Fn(&Outcome) -> f64 + Sync + Send) -> f64 {
    let sum: f64 = outcomes.par_iter().with_min_len(1 << 14).map(loss).sum();
    sum / outcomes.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Outcomes as often as known curves have them.
    fn outcomes(truth: Chances) -> Vec<Outcome> {
        let mut outcomes = Vec::new();
        for value in (-600_i16..=600).step_by(20).map(f32::from) {
            let [win, draw, loss] = truth.at(value).map(|chance| (1000.0 * chance) as usize);
            for (points, times) in [(1.0, win), (0.5, draw), (0.0, loss)] {
                outcomes.extend(std::iter::repeat_n(Outcome { value, points }, times));
            }
        }
        outcomes
    }

    #[test]
    fn known_chances_are_found_again() {
        let truth = Chances { even: 210.0, spread: 65.0 };
        let found = Chances::fitted(&outcomes(truth));
        assert!((found.even - truth.even).abs() < 5.0, "{found:?}");
        assert!((found.spread - truth.spread).abs() < 4.0, "{found:?}");
        let half = found.at(found.even)[0];
        assert!((half - 0.5).abs() < 1e-3);
    }

    #[test]
    fn the_scale_follows_the_values() {
        let truth = Chances { even: 150.0, spread: 70.0 };
        let outcomes = outcomes(truth);
        let twice: Vec<Outcome> =
            outcomes.iter().map(|o| Outcome { value: 2.0 * o.value, ..*o }).collect();
        let (scale, double) = (fitted_scale(&outcomes), fitted_scale(&twice));
        assert!((double / scale - 2.0).abs() < 0.02, "{scale} {double}");
    }
}
