//! The network trainer: samples from game files, gradient descent on the CPU, checkpoints.
//!
//! [`TrainingSet`] reads games into [`Sample`]s with labels by [`LabelSettings`], [`Trainer`] runs epochs
//! over them, and [`Parameters::to_network`] gives the weights that `ferz_nnue` quantises. Features and
//! shapes are those of `ferz_nnue`, whose network in floating point is the reference of the tests.

mod checkpoint;
mod model;
mod sample;
mod settings;
mod trainer;
mod training_set;

pub use crate::EpochLoss;
pub use checkpoint::{InitialWeightsError, TrainCheckpointError};
pub use model::Parameters;
pub use sample::{MAX_PIECES, Sample, SampleStore};
pub use settings::{LabelSettings, TrainSettings, TrainSettingsError};
pub use trainer::{EpochProgress, Trainer};
pub use training_set::{TrainingData, TrainingSet};
