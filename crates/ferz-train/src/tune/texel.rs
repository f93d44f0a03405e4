//! Texel's tuning method (Peter Österlund, 2014): logistic regression of game results on the
//! evaluation.

use super::dataset::Dataset;
use super::model::Model;
use crate::loss_chart::{EpochLoss, draw_losses};
use crate::optimizer::{AdamW, LearningRate, Update};

/// The settings of a tuning run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TuneSettings {
    /// The number of passes over the samples.
    pub epochs: usize,
    /// The number of samples per step.
    pub batch: usize,
    /// The learning rate.
    pub rate: LearningRate,
    /// The L2 regularization towards the start weights: the addition to the slope of the mean
    /// loss per centipawn of distance. See [`TuneSettings::regularization`].
    pub regularization: f32,
    /// The seed of the sample order.
    pub seed: u64,
}

impl TuneSettings {
    /// Returns the regularization of a normal prior with this standard deviation, in centipawns,
    /// given a number of independent observations. These are games, not positions, since the
    /// positions of a game are correlated.
    pub fn regularization(deviation: f32, observations: usize) -> f32 {
        1.0 / (deviation * deviation * observations.max(1) as f32)
    }
}

/// Tunes weights from `start` on a training set.
///
/// Calls `report` with the losses before the first epoch, as epoch 0, and after each. Stops early if
/// it returns false.
pub fn tune(
    start: Vec<[f32; 2]>,
    training: &Dataset,
    held_out: &Dataset,
    settings: &TuneSettings,
    mut report: impl FnMut(usize, EpochLoss) -> bool,
) -> Model {
    let mut model = Model::fitted(start.clone(), training);
    let mut adam = AdamW::new(2 * model.weights.len());
    let mut order: Vec<u32> = (0..training.len() as u32).collect();
    let mut rng = fastrand::Rng::with_seed(settings.seed);
    let steps = settings.epochs * training.len().div_ceil(settings.batch.max(1));
    let losses = |model: &Model| EpochLoss {
        training: model.loss(training),
        held_out: model.loss(held_out),
    };
    let mut step = 0;
    if !report(0, losses(&model)) {
        return model;
    }
    for epoch in 1..=settings.epochs {
        rng.shuffle(&mut order);
        for batch in order.chunks(settings.batch.max(1)) {
            let mut gradient = model.gradient(training, batch);
            let pairs = model.weights.iter().zip(start.iter());
            for (slope, (weight, start)) in gradient.iter_mut().zip(pairs) {
                *slope = [0, 1].map(|half| {
                    slope[half] + settings.regularization * (weight[half] - start[half])
                });
            }
            let learning_rate = settings.rate.at(step, steps);
            let update = Update { learning_rate, weight_decay: 0.0, clip: f32::INFINITY };
            let weights = model.weights.as_flattened_mut();
            adam.step(weights, &[gradient.as_flattened()], 1.0, update);
            step += 1;
        }
        if !report(epoch, losses(&model)) {
            break;
        }
    }
    model
}

/// Draws the losses by epoch, from epoch 0 on, and returns the SVG text.
///
/// # Errors
/// If there are no losses, or a loss is not finite.
pub fn draw(losses: &[EpochLoss]) -> Result<String, String> {
    draw_losses(0, "Tuning the evaluation: loss by epoch", "mean logistic loss", losses)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::current_weights;
    use crate::tune::wdl_fit::ScoredResult;
    use ferz::Position;

    /// Labels random positions with a reference model and tunes from disturbed weights.
    #[test]
    fn tuning_approaches_the_loss_of_the_reference_weights() {
        let weights = current_weights();
        let mut start = weights.clone();
        for (i, weight) in start.iter_mut().enumerate() {
            weight[0] += if i % 2 == 0 { 12.0 } else { -12.0 };
            weight[1] += if i % 3 == 0 { 12.0 } else { -12.0 };
        }
        let reference = Model { weights, scale: 150.0 };
        let dataset = |seed: u64| {
            let mut dataset = Dataset::default();
            let mut rng = fastrand::Rng::with_seed(seed);
            for _ in 0..60 {
                let mut pos = Position::startpos();
                for ply in 0..70 {
                    let moves = pos.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    pos.do_move(moves[rng.usize(..moves.len())]);
                    if ply > 8 && !pos.in_check() {
                        let mut alone = Dataset::default();
                        let result = |points| ScoredResult { score: 0.0, points };
                        alone.push(&pos, result(0.5));
                        if !alone.is_empty() {
                            dataset.push(&pos, result(reference.expected(&alone.sample(0))));
                        }
                    }
                }
            }
            dataset
        };
        let (training, held_out) = (dataset(1), dataset(2));
        let rate = LearningRate { first: 1.0, last: 0.02 };
        let settings = TuneSettings { epochs: 40, batch: 256, rate, regularization: 0.0, seed: 1 };
        let mut losses = Vec::new();
        let tuned = tune(start, &training, &held_out, &settings, |_, loss| {
            losses.push(loss);
            true
        });
        assert_eq!(losses.len(), settings.epochs + 1);
        let floor = reference.loss(&held_out);
        let (first, last) = (losses[0].held_out - floor, tuned.loss(&held_out) - floor);
        assert!(last < first / 4.0, "loss above the reference: {first} at first, {last} at last");
    }

    #[test]
    fn chart_has_one_curve_per_dataset() {
        let losses: Vec<EpochLoss> = (0_u8..20)
            .map(|i| {
                let training = 0.6 - 0.01 * f64::from(i);
                EpochLoss { training, held_out: training + 0.02 }
            })
            .collect();
        let text = draw(&losses).unwrap();
        assert!(text.starts_with("<svg") && text.contains("held out"));
        assert!(text.matches("<polyline").count() >= 2);
    }
}
