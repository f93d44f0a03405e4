//! Adam (Kingma and Ba, 2015): steps of one size for every weight, however steep its slope.

/// The size of the steps in centipawns, from the first to the last along half a cosine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// The first step's.
    pub first: f32,
    /// The last step's.
    pub last: f32,
}

impl Rate {
    /// The size of one of so many steps.
    pub fn at(&self, step: usize, steps: usize) -> f32 {
        let done = step as f32 / steps.max(1) as f32;
        let share = 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
        self.last + (self.first - self.last) * share
    }
}

/// The running means of each weight's slopes and of their squares.
#[derive(Clone, Debug)]
pub struct Adam {
    means: Vec<[[f32; 2]; 2]>,
    steps: i32,
}

/// How much of the mean of the slopes stays at each step.
const MOMENTUM: f32 = 0.9;
/// How much of the mean of their squares stays.
const MEMORY: f32 = 0.999;
/// Keeps a weight that no sample knows where it is.
const EPSILON: f32 = 1e-9;

impl Adam {
    /// For so many weights.
    pub fn new(weights: usize) -> Self {
        Self { means: vec![[[0.0; 2]; 2]; weights], steps: 0 }
    }

    /// Moves the weights down the gradient.
    pub fn step(&mut self, weights: &mut [[f32; 2]], gradient: &[[f32; 2]], rate: f32) {
        self.steps += 1;
        let unbiased = |decay: f32| 1.0 / (1.0 - decay.powi(self.steps));
        let (momentum, memory) = (unbiased(MOMENTUM), unbiased(MEMORY));
        for ((weight, gradient), means) in weights.iter_mut().zip(gradient).zip(&mut self.means) {
            for half in 0..2 {
                let [mean, square] = &mut means[half];
                *mean += (1.0 - MOMENTUM) * (gradient[half] - *mean);
                *square += (1.0 - MEMORY) * (gradient[half] * gradient[half] - *square);
                let slope = *mean * momentum;
                weight[half] -= rate * slope / ((*square * memory).sqrt() + EPSILON);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_finds_the_bottom_of_a_bowl() {
        let mut weights = vec![[90.0, -40.0], [3.0, 3.0]];
        let mut adam = Adam::new(2);
        let rate = Rate { first: 1.0, last: 0.01 };
        for step in 0..600 {
            let slopes = [[weights[0][0] - 30.0, 4.0 * (weights[0][1] - 7.0)], [0.0, 0.0]];
            adam.step(&mut weights, &slopes, rate.at(step, 600));
        }
        assert!((weights[0][0] - 30.0).abs() < 0.5 && (weights[0][1] - 7.0).abs() < 0.5);
        assert_eq!(weights[1], [3.0, 3.0], "nothing was learned of it");
    }

    #[test]
    fn rates_fall_from_first_to_last() {
        let rate = Rate { first: 2.0, last: 0.5 };
        assert_eq!(rate.at(0, 10), 2.0);
        assert!((rate.at(10, 10) - 0.5).abs() < 1e-6);
        assert!((1..=10).all(|step| rate.at(step, 10) < rate.at(step - 1, 10)));
    }
}
