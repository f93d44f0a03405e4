//! The Adam optimiser (Kingma and Ba, 2015), which scales the step of each weight by its gradients.

/// The learning rate in centipawns, which decays along half a cosine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LearningRate {
    /// The rate of the first step.
    pub first: f32,
    /// The rate of the last step.
    pub last: f32,
}

impl LearningRate {
    /// Returns the rate of step `step` of `steps`.
    pub fn at(&self, step: usize, steps: usize) -> f32 {
        let progress = step as f32 / steps.max(1) as f32;
        let factor = 0.5 * (1.0 + (std::f32::consts::PI * progress).cos());
        self.last + (self.first - self.last) * factor
    }
}

/// The optimiser's state: running means of the gradient of each weight.
#[derive(Clone, Debug)]
pub struct Adam {
    moments: Vec<[Moments; 2]>,
    steps: i32,
}

/// The first and second moment of the gradient of one weight.
#[derive(Clone, Copy, Default, Debug)]
struct Moments {
    mean: f32,
    square: f32,
}

/// The decay rate of the first moment.
const BETA1: f32 = 0.9;
/// The decay rate of the second moment.
const BETA2: f32 = 0.999;
/// Prevents a division by zero for weights without gradient.
const EPSILON: f32 = 1e-9;

impl Adam {
    /// Creates an optimiser for a number of weights.
    pub fn new(weights: usize) -> Self {
        Self { moments: vec![[Moments::default(); 2]; weights], steps: 0 }
    }

    /// Updates the weights by one step against the gradient.
    pub fn step(&mut self, weights: &mut [[f32; 2]], gradient: &[[f32; 2]], rate: f32) {
        self.steps += 1;
        let unbiased = |decay: f32| 1.0 / (1.0 - decay.powi(self.steps));
        let (mean_factor, square_factor) = (unbiased(BETA1), unbiased(BETA2));
        for ((weight, gradient), moments) in weights.iter_mut().zip(gradient).zip(&mut self.moments)
        {
            for half in 0..2 {
                let Moments { mean, square } = &mut moments[half];
                *mean += (1.0 - BETA1) * (gradient[half] - *mean);
                *square += (1.0 - BETA2) * (gradient[half] * gradient[half] - *square);
                let root = (*square * square_factor).sqrt();
                weight[half] -= rate * *mean * mean_factor / (root + EPSILON);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adam_minimises_a_quadratic_function() {
        let mut weights = vec![[90.0, -40.0], [3.0, 3.0]];
        let mut adam = Adam::new(2);
        let rate = LearningRate { first: 1.0, last: 0.01 };
        for step in 0..600 {
            let gradient = [[weights[0][0] - 30.0, 4.0 * (weights[0][1] - 7.0)], [0.0, 0.0]];
            adam.step(&mut weights, &gradient, rate.at(step, 600));
        }
        assert!((weights[0][0] - 30.0).abs() < 0.5 && (weights[0][1] - 7.0).abs() < 0.5);
        assert_eq!(weights[1], [3.0, 3.0], "a weight without gradient must not move");
    }

    #[test]
    fn learning_rate_falls_from_first_to_last() {
        let rate = LearningRate { first: 2.0, last: 0.5 };
        assert_eq!(rate.at(0, 10), 2.0);
        assert!((rate.at(10, 10) - 0.5).abs() < 1e-6);
        assert!((1..=10).all(|step| rate.at(step, 10) < rate.at(step - 1, 10)));
    }
}
