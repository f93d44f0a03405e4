//! AdamW: Adam with decoupled weight decay (Loshchilov and Hutter, 2019), and clipped weights.

use rayon::prelude::*;

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
const EPSILON: f32 = 1e-8;
/// The parameters that a thread updates at a time.
const CHUNK: usize = 4096;

/// Running means of the gradient and of its square, for each parameter.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct AdamW {
    pub(super) means: Vec<f32>,
    pub(super) squares: Vec<f32>,
    /// Updates made so far.
    pub(super) steps: u64,
}

/// The numbers of one update.
#[derive(Clone, Copy, Debug)]
pub(super) struct Update {
    pub(super) learning_rate: f32,
    pub(super) weight_decay: f32,
    /// Largest magnitude of a parameter after the update.
    pub(super) clip: f32,
}

impl AdamW {
    pub(super) fn new(parameters: usize) -> Self {
        Self { means: vec![0.0; parameters], squares: vec![0.0; parameters], steps: 0 }
    }

    /// Updates the parameters by the mean of partial gradients: their sum times `weight`.
    ///
    /// The partial gradients are added in their order, so the result does not depend on the number
    /// of threads.
    pub(super) fn step(
        &mut self,
        parameters: &mut [f32],
        gradients: &[&[f32]],
        weight: f32,
        update: Update,
    ) {
        self.steps += 1;
        let steps = self.steps.min(1 << 20) as i32;
        let (correction1, correction2) = (1.0 - BETA1.powi(steps), 1.0 - BETA2.powi(steps));
        let decay = 1.0 - update.learning_rate * update.weight_decay;
        let rate = update.learning_rate / correction1;
        let chunks = parameters
            .par_chunks_mut(CHUNK)
            .zip(self.means.par_chunks_mut(CHUNK))
            .zip(self.squares.par_chunks_mut(CHUNK));
        chunks.enumerate().for_each(|(i, ((parameters, means), squares))| {
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
            optimizer.step(&mut parameters, &[&gradient, &gradient], 0.5, update);
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
            optimizer.step(&mut parameters, &[&[-1.0, 0.0]], 1.0, update);
        }
        assert_eq!(parameters[0], 0.6);
        assert!(parameters[1] < 0.01);
    }
}
