//! The optimiser of the network trainer, AdamW: Adam with decoupled weight decay (Loshchilov and Hutter,
//! 2019), and clipped weights.

use crate::workers::Workers;

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
const EPSILON: f32 = 1e-8;
/// The parameters that a thread updates at a time.
const CHUNK: usize = 4096;

/// Running means of the gradient and of its square, for each parameter.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct AdamW {
    pub(crate) means: Vec<f32>,
    pub(crate) squares: Vec<f32>,
    /// Updates made so far.
    pub(crate) steps: u64,
}

/// The numbers of one update.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Update {
    pub(crate) learning_rate: f32,
    pub(crate) weight_decay: f32,
    /// Largest magnitude of a parameter after the update.
    pub(crate) clip: f32,
}

impl AdamW {
    pub(crate) fn new(parameters: usize) -> Self {
        Self { means: vec![0.0; parameters], squares: vec![0.0; parameters], steps: 0 }
    }

    /// Updates the parameters by the mean of partial gradients: their sum times `weight`.
    ///
    /// The partial gradients are added in their order, so the result does not depend on the number
    /// of threads.
    pub(crate) fn step(
        &mut self,
        parameters: &mut [f32],
        gradients: &[&[f32]],
        weight: f32,
        update: Update,
        workers: Workers,
    ) {
        self.steps = self.steps.saturating_add(1);
        let steps = self.steps.min(1 << 20) as i32;
        let (correction1, correction2) = (1.0 - BETA1.powi(steps), 1.0 - BETA2.powi(steps));
        let decay = 1.0 - update.learning_rate * update.weight_decay;
        let rate = update.learning_rate / correction1;
        let chunks = parameters
            .chunks_mut(CHUNK)
            .zip(self.means.chunks_mut(CHUNK))
            .zip(self.squares.chunks_mut(CHUNK));
        workers.for_each(chunks.enumerate(), |(i, ((parameters, means), squares))| {
            let mut gradient = [0.0_f32; CHUNK];
            let gradient = &mut gradient[..parameters.len()];
            for partial in gradients {
                let partial = &partial[i * CHUNK..][..gradient.len()];
                gradient.iter_mut().zip(partial).for_each(|(sum, &part)| *sum += part);
            }
            for (((parameter, mean), square), gradient) in
                parameters.iter_mut().zip(means).zip(squares).zip(gradient)
            {
                let slope = *gradient * weight;
                *mean += (1.0 - BETA1) * (slope - *mean);
                *square += (1.0 - BETA2) * (slope * slope - *square);
                let step = rate * *mean / ((*square / correction2).sqrt() + EPSILON);
                *parameter = (*parameter * decay - step).clamp(-update.clip, update.clip);
            }
        });
    }
}

/// A learning rate, which decays along half a cosine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct LearningRate {
    /// The rate of the first step.
    pub(crate) first: f32,
    /// The rate of the last step.
    pub(crate) last: f32,
}

impl LearningRate {
    /// Returns the rate of step `step` of `steps`.
    pub(crate) fn at(&self, step: usize, steps: usize) -> f32 {
        let progress = (step as f32 / steps.max(1) as f32).min(1.0);
        let factor = 0.5 * (1.0 + (std::f32::consts::PI * progress).cos());
        self.last + (self.first - self.last) * factor
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_minimum_of_a_quadratic() {
        let mut parameters = vec![0.9, -0.5, 0.1];
        let mut optimizer = AdamW::new(3);
        let update = Update { learning_rate: 0.01, weight_decay: 0.0, clip: 1.0 };
        for _ in 0..2000 {
            let gradient = [parameters[0] - 0.3, 4.0 * (parameters[1] + 0.7), 0.0];
            // Two halves of the gradient weighted by one half are the gradient.
            optimizer.step(&mut parameters, &[&gradient, &gradient], 0.5, update, Workers::ALONE);
        }
        assert!((parameters[0] - 0.3).abs() < 0.01 && (parameters[1] + 0.7).abs() < 0.01);
        assert_eq!(parameters[2], 0.1, "a parameter without gradient stays");
    }

    #[test]
    fn parameters_are_clipped_and_decay() {
        let mut parameters = vec![0.5, 0.5];
        let mut optimizer = AdamW::new(2);
        let update = Update { learning_rate: 0.1, weight_decay: 1.0, clip: 0.6 };
        for _ in 0..50 {
            optimizer.step(&mut parameters, &[&[-1.0, 0.0]], 1.0, update, Workers::ALONE);
        }
        assert_eq!(parameters[0], 0.6);
        assert!(parameters[1] < 0.01);
    }

    #[test]
    fn learning_rate_falls_from_first_to_last() {
        let rate = LearningRate { first: 2.0, last: 0.5 };
        assert_eq!(rate.at(0, 10), 2.0);
        assert!((rate.at(10, 10) - 0.5).abs() < 1e-6);
        assert!((1..=10).all(|step| rate.at(step, 10) < rate.at(step - 1, 10)));
    }
}
