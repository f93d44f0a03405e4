//! Tuning the weights of the classical evaluation on games that the engine played against itself:
//! logistic regression of the games' results on the evaluation, known among engine authors as
//! Texel's method (Peter Österlund, 2014).
//!
//! ```text
//! games -> Dataset (each position as weights and how often they count)
//!       -> mix     (the truth: the result, and what the search thought)
//!       -> Model   (weights, and centipawns to chances, fitted once)
//!       -> Adam    (batches in random order, all cores)
//!       -> weights, a loss curve, new numbers in the sources
//! ```

mod adam;
mod chances;
mod chart;
mod dataset;
mod games;
mod model;
mod source;

pub use adam::{Adam, Rate};
pub use chances::{Chances, Outcome, fitted_scale};
pub use chart::draw;
pub use dataset::{Dataset, Sample};
pub use games::{GamesError, Samples};
pub use model::{Model, Weights};
pub use source::{SourceError, Sources};

/// How to tune.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    /// How often each sample is seen.
    pub epochs: usize,
    /// The samples between two steps of the weights.
    pub batch: usize,
    /// The steps' size in centipawns.
    pub rate: Rate,
    /// How hard the weights are pulled back to where they started: what a centipawn of distance
    /// adds to the slope of the mean loss. See [`Plan::pull`].
    pub pull: f32,
    /// What the order of the samples depends on.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            epochs: 16,
            batch: 16_384,
            rate: Rate { first: 1.0, last: 0.02 },
            pull: 0.0,
            seed: 1,
        }
    }
}

impl Plan {
    /// The pull under which weights are believed to lie about `distance` centipawns from where they
    /// start (a normal prior), against the evidence of so many independent observations: games,
    /// rather than positions, for those of a game are alike.
    pub fn pull(distance: f32, observations: usize) -> f32 {
        1.0 / (distance * distance * observations.max(1) as f32)
    }
}

/// The mean logistic loss after an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Loss {
    /// On the samples learned from.
    pub learned: f32,
    /// On those held out.
    pub held_out: f32,
}

/// Tunes weights: from `start`, on `learned`, watched on `held_out`. Tells the loss before the first
/// epoch and after each; stops early if `tell` says no.
pub fn tune(
    start: Weights,
    learned: &Dataset,
    held_out: &Dataset,
    plan: &Plan,
    mut tell: impl FnMut(usize, Loss) -> bool,
) -> Model {
    let mut model = Model::fitted(start.clone(), learned);
    let mut adam = Adam::new(model.weights.len());
    let mut order: Vec<u32> = (0..learned.len() as u32).collect();
    let mut random = fastrand::Rng::with_seed(plan.seed);
    let batches = plan.epochs * learned.len().div_ceil(plan.batch.max(1));
    let loss =
        |model: &Model| Loss { learned: model.loss(learned), held_out: model.loss(held_out) };
    let mut step = 0;
    if !tell(0, loss(&model)) {
        return model;
    }
    for epoch in 1..=plan.epochs {
        random.shuffle(&mut order);
        for batch in order.chunks(plan.batch.max(1)) {
            let mut gradient = model.gradient(learned, batch);
            let distances = model.weights.iter().zip(start.iter());
            for (slope, (weight, start)) in gradient.iter_mut().zip(distances) {
                *slope = [0, 1].map(|half| slope[half] + plan.pull * (weight[half] - start[half]));
            }
            adam.step(&mut model.weights, &gradient, plan.rate.at(step, batches));
            step += 1;
        }
        if !tell(epoch, loss(&model)) {
            break;
        }
    }
    model
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::Position;

    /// Positions labelled by an evaluation with known weights teach weights back that judge alike.
    #[test]
    fn known_weights_are_found_again() {
        let truth: Weights = Weights::current();
        let mut start = truth.clone();
        for (i, weight) in start.iter_mut().enumerate() {
            weight[0] += if i % 2 == 0 { 12.0 } else { -12.0 };
            weight[1] += if i % 3 == 0 { 12.0 } else { -12.0 };
        }
        let teacher = Model { weights: truth, scale: 150.0 };
        let dataset = |seed: u64| {
            let mut dataset = Dataset::default();
            let mut random = seed;
            for _ in 0..60 {
                let mut pos = Position::startpos();
                for ply in 0..70 {
                    let moves = pos.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    pos.do_move(moves[(random >> 33) as usize % moves.len()]);
                    if ply > 8 && !pos.in_check() {
                        let mut alone = Dataset::default();
                        let outcome = |points| Outcome { value: 0.0, points };
                        alone.push(&pos, outcome(0.5));
                        if !alone.is_empty() {
                            dataset.push(&pos, outcome(teacher.chance(&alone.sample(0))));
                        }
                    }
                }
            }
            dataset
        };
        let (learned, held_out) = (dataset(1), dataset(2));
        let plan = Plan { epochs: 40, batch: 256, ..Plan::default() };
        let mut losses = Vec::new();
        let tuned = tune(start, &learned, &held_out, &plan, |_, loss| {
            losses.push(loss);
            true
        });
        assert_eq!(losses.len(), plan.epochs + 1);
        let floor = teacher.loss(&held_out);
        let (first, last) = (losses[0].held_out - floor, tuned.loss(&held_out) - floor);
        assert!(last < first / 4.0, "loss above the teacher's: {first} at first, {last} at last");
    }
}
