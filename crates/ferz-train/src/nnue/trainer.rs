//! Training: epochs of minibatches on up to 16 cores.

use super::model::{Parameters, Scratch, for_each_group};
use super::sample::{Sample, SampleStore};
use super::settings::{TrainSettings, TrainSettingsError};
use super::training_set::TrainingData;
use crate::EpochLoss;
use crate::optimizer::{AdamW, LearningRate, Update};
use crate::workers::Workers;
use std::io;
use std::ops::ControlFlow;

/// The parts into which a minibatch is cut, each with a gradient of its own. The number is fixed,
/// so that the sums, and with them the network, do not depend on the number of threads.
const PARTS: usize = 16;
/// The minibatches between two progress reports.
const REPORT_INTERVAL: usize = 16;

/// The state of an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EpochProgress {
    /// Samples of this epoch trained so far.
    pub samples: usize,
    /// Mean loss of the samples since the last report.
    pub loss: f64,
    /// The current learning rate.
    pub learning_rate: f32,
}

/// A network in training.
#[derive(Clone, PartialEq, Debug)]
pub struct Trainer {
    pub(super) settings: TrainSettings,
    pub(super) parameters: Parameters,
    pub(super) optimizer: AdamW,
    pub(super) losses: Vec<EpochLoss>,
    pub(super) workers: Workers,
    /// The identity of the samples, which a checkpoint holds; `None` if none was set.
    pub data: Option<TrainingData>,
}

/// One part of a minibatch: its gradient and error.
struct BatchPart {
    gradient: Vec<f32>,
    scratch: Scratch,
    error: f64,
}

impl Trainer {
    /// Begins a training run with random weights.
    ///
    /// # Errors
    /// If a setting is outside its range.
    pub fn new(settings: TrainSettings) -> Result<Self, TrainSettingsError> {
        let parameters = Parameters::random(settings.check()?, settings.seed);
        Self::with_parameters(settings, parameters)
    }

    /// Begins a training run with given weights, for example those of an earlier network. The settings
    /// get their shape.
    ///
    /// # Errors
    /// If a setting is outside its range.
    pub fn with_parameters(
        mut settings: TrainSettings,
        parameters: Parameters,
    ) -> Result<Self, TrainSettingsError> {
        (settings.hidden, settings.buckets) =
            (parameters.shape().hidden(), parameters.shape().buckets());
        settings.check()?;
        let optimizer = AdamW::new(parameters.values().len());
        let (losses, workers) = (Vec::new(), Workers::all());
        Ok(Self { settings, parameters, optimizer, losses, workers, data: None })
    }

    /// Returns the settings.
    pub fn settings(&self) -> &TrainSettings {
        &self.settings
    }

    /// Returns the parameters of the network as trained so far.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Returns the losses of all epochs completed.
    pub fn losses(&self) -> &[EpochLoss] {
        &self.losses
    }

    /// Returns true if all epochs are completed.
    pub fn is_finished(&self) -> bool {
        self.losses.len() >= self.settings.epochs
    }

    /// Trains one epoch: every sample once, in minibatches of consecutive samples of a part. The order
    /// of the parts is random, and that of the minibatches of each. The samples are expected to be
    /// shuffled.
    ///
    /// If `report` breaks, the epoch is abandoned with the weights as they are at that moment, and
    /// `None` is returned: continue from the last checkpoint instead.
    ///
    /// # Errors
    /// If samples cannot be read from their temporary file. The epoch is abandoned.
    ///
    /// # Panics
    /// If there are no samples.
    pub fn train_epoch(
        &mut self,
        samples: &SampleStore,
        held_out: &[Sample],
        mut report: impl FnMut(EpochProgress) -> ControlFlow<()>,
    ) -> io::Result<Option<EpochLoss>> {
        assert!(!samples.is_empty(), "no training samples");
        let epoch = self.losses.len();
        let batch_size = self.settings.batch_size;
        let lens = samples.part_lens();
        let batches = lens.iter().map(|len| len.div_ceil(batch_size)).sum();
        let mut rng = fastrand::Rng::with_seed(self.settings.seed.wrapping_add(1 + epoch as u64));
        let mut parts = self.parts();
        let (mut total, mut recent, mut recent_samples, mut done, mut step) = (0.0, 0.0, 0, 0, 0);
        for part in shuffled(lens.len(), &mut rng) {
            let samples = samples.part(part)?;
            let minibatches: Vec<&[Sample]> = samples.chunks(batch_size).collect();
            for batch in shuffled(minibatches.len(), &mut rng) {
                let batch = minibatches[batch];
                let learning_rate = self.learning_rate(epoch * batches + step, batches);
                let error = self.train_batch(batch, &mut parts, learning_rate);
                step += 1;
                total += error;
                recent += error;
                recent_samples += batch.len();
                done += batch.len();
                if step.is_multiple_of(REPORT_INTERVAL) || step == batches {
                    let loss = recent / recent_samples as f64;
                    (recent, recent_samples) = (0.0, 0);
                    let progress = EpochProgress { samples: done, loss, learning_rate };
                    if report(progress).is_break() && step < batches {
                        return Ok(None);
                    }
                }
            }
        }
        let loss = EpochLoss { training: total / done as f64, held_out: self.mean_loss(held_out) };
        self.losses.push(loss);
        Ok(Some(loss))
    }

    fn parts(&self) -> Vec<BatchPart> {
        let part = || BatchPart {
            gradient: vec![0.0; self.parameters.values().len()],
            scratch: Scratch::new(self.parameters.shape()),
            error: 0.0,
        };
        std::iter::repeat_with(part).take(PARTS).collect()
    }

    /// Updates the parameters by one minibatch and returns the sum of its losses.
    fn train_batch(
        &mut self,
        batch: &[Sample],
        parts: &mut [BatchPart],
        learning_rate: f32,
    ) -> f64 {
        let (settings, parameters) = (&self.settings, &self.parameters);
        let size = batch.len().div_ceil(PARTS);
        self.workers.for_each(parts.iter_mut().zip(batch.chunks(size)), |(part, samples)| {
            part.gradient.fill(0.0);
            part.error = 0.0;
            let BatchPart { gradient, scratch, error } = &mut *part;
            for_each_group(parameters.shape(), samples, |group| {
                *error += parameters.add_gradient(group, settings.loss_exponent, scratch, gradient);
            });
        });
        let parts = &parts[..batch.len().div_ceil(size)];
        let gradients: Vec<&[f32]> = parts.iter().map(|part| part.gradient.as_slice()).collect();
        let weight = 1.0 / batch.len() as f32;
        let update =
            Update { learning_rate, weight_decay: settings.weight_decay, clip: settings.clip };
        let values = self.parameters.values_mut();
        self.optimizer.step(values, &gradients, weight, update, self.workers);
        self.parameters.clip_first_weights();
        parts.iter().map(|part| part.error).sum()
    }

    /// Returns the learning rate of a minibatch: a linear warm-up over a tenth of an epoch, then
    /// half a cosine.
    fn learning_rate(&self, step: usize, steps_per_epoch: usize) -> f32 {
        let warm_up = (steps_per_epoch / 10).max(1);
        let settings = &self.settings;
        if step < warm_up {
            return settings.learning_rate * (step + 1) as f32 / warm_up as f32;
        }
        let rest = (settings.epochs * steps_per_epoch).saturating_sub(warm_up).max(1);
        let rate =
            LearningRate { first: settings.learning_rate, last: settings.final_learning_rate };
        rate.at(step - warm_up, rest)
    }

    /// Returns the mean loss of samples under the current weights; not a number if there are none.
    pub fn mean_loss(&self, samples: &[Sample]) -> f64 {
        let exponent = self.settings.loss_exponent;
        let parts: Vec<&[Sample]> = samples.chunks(4096).collect();
        let errors = self.workers.map(&parts, |samples| {
            let mut scratch = Scratch::new(self.parameters.shape());
            let mut error = 0.0;
            for_each_group(self.parameters.shape(), samples, |group| {
                error += self.parameters.loss(group, exponent, &mut scratch);
            });
            error
        });
        errors.iter().sum::<f64>() / samples.len() as f64
    }
}

/// Returns the numbers below `len` in random order.
fn shuffled(len: usize, rng: &mut fastrand::Rng) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..len).collect();
    rng.shuffle(&mut numbers);
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::{PieceType, Position};

    /// Positions of random games, scored by their material.
    fn material_samples(count: usize) -> Vec<Sample> {
        const VALUES: [i16; PieceType::COUNT] = [100, 300, 300, 500, 900, 0];
        let mut rng = fastrand::Rng::with_seed(5);
        let mut samples = Vec::with_capacity(count);
        while samples.len() < count {
            let mut position = Position::startpos();
            for _ in 0..150 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.do_move(moves[rng.usize(..moves.len())]);
                let us = position.side_to_move();
                let material = |color| {
                    let count = |kind| position.pieces(color, kind).len() as i16;
                    PieceType::ALL.iter().map(|&kind| VALUES[kind as usize] * count(kind)).sum()
                };
                let difference: i16 = i16::wrapping_sub(material(us), material(!us));
                let label = crate::score_fit::logistic(f32::from(difference) / 400.0);
                samples.extend(Sample::new(&position, label));
            }
        }
        samples.truncate(count);
        rng.shuffle(&mut samples);
        samples
    }

    fn settings() -> TrainSettings {
        TrainSettings {
            hidden: 32,
            buckets: 1,
            epochs: 6,
            batch_size: 256,
            learning_rate: 0.01,
            final_learning_rate: 0.001,
            scale: 400,
            ..TrainSettings::default()
        }
    }

    #[test]
    fn invalid_settings_are_refused_with_random_and_with_given_weights() {
        let parameters = Trainer::new(settings()).unwrap().parameters().clone();
        let invalid = TrainSettings { batch_size: 0, ..settings() };
        let error = Trainer::new(invalid.clone()).unwrap_err();
        assert_eq!(Trainer::with_parameters(invalid, parameters).unwrap_err(), error);
        assert_eq!(error.to_string(), "batch size 0; expected at least 1");
    }

    #[test]
    fn training_makes_a_small_network_count_material() {
        let samples = material_samples(12_000);
        let (held_out, training) = samples.split_at(2000);
        let training = SampleStore::from(training.to_vec());
        let mut trainer = Trainer::new(settings()).unwrap();
        let before = trainer.mean_loss(held_out);
        while !trainer.is_finished() {
            let loss = trainer.train_epoch(&training, held_out, |_| ControlFlow::Continue(()));
            assert!(loss.unwrap().is_some());
        }
        let after = trainer.losses().last().unwrap().held_out;
        assert!(after < 0.002 && after < before / 10.0, "{before} -> {after}");
    }

    #[test]
    fn the_same_seed_gives_the_same_network_on_any_number_of_threads() {
        let samples = SampleStore::from(material_samples(3000));
        let train = |workers| {
            let mut trainer = Trainer::new(settings()).unwrap();
            trainer.workers = workers;
            trainer.train_epoch(&samples, &[], |_| ControlFlow::Continue(())).unwrap();
            trainer.parameters().clone()
        };
        assert_eq!(train(Workers::ALONE), train(Workers::of(3)));
    }

    #[test]
    fn an_epoch_has_the_mean_loss_of_its_samples() {
        let samples = SampleStore::from(material_samples(3000));
        let mut reports = Vec::new();
        let loss = Trainer::new(settings()).unwrap().train_epoch(&samples, &[], |progress| {
            reports.push((progress.samples, progress.loss));
            ControlFlow::Continue(())
        });
        let training = loss.unwrap().unwrap().training;
        assert!((0.001..0.1).contains(&training), "{training}");
        assert_eq!(reports, [(3000, training)]);
    }

    #[test]
    fn an_epoch_can_be_abandoned() {
        let samples = SampleStore::from(material_samples(9000));
        let mut trainer = Trainer::new(settings()).unwrap();
        let mut reports = 0;
        let loss = trainer.train_epoch(&samples, &[], |_| {
            reports += 1;
            ControlFlow::Break(())
        });
        assert_eq!((loss.unwrap(), reports, trainer.losses().len()), (None, 1, 0));
    }

    #[test]
    fn learning_rate_rises_and_falls() {
        let trainer = Trainer::new(settings()).unwrap();
        let rates: Vec<f32> = (0..600).map(|step| trainer.learning_rate(step, 100)).collect();
        assert!(rates[..10].is_sorted() && rates[10..].is_sorted_by(|a, b| a >= b));
        assert!((rates[10] - 0.01).abs() < 1e-6 && (rates[599] - 0.001).abs() < 1e-4);
    }
}
