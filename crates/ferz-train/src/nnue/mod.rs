//! The network trainer: samples from game files, gradient descent on the CPU, checkpoints.
//!
//! [`TrainingSet`] reads games into [`Sample`]s with labels by [`LabelSettings`], [`Trainer`] runs epochs
//! over them, and [`Parameters::to_network`] gives the weights that `ferz_nnue` quantises. Features and
//! shapes are those of `ferz_nnue`, whose network in floating point is the reference of the tests.

mod checkpoint;
mod first_layer;
mod labels;
mod model;
mod optimizer;
mod parameters;
mod sample;
mod sample_store;
mod settings;
mod trainer;
mod training_data;
mod training_set;

pub use checkpoint::{InitialWeightsError, TrainCheckpointError};
pub use labels::LabelSettings;
pub use parameters::Parameters;
pub use sample::{MAX_PIECES, Sample};
pub use sample_store::SampleStore;
pub use settings::{TrainSettings, TrainSettingsError};
pub use trainer::{EpochLoss, EpochProgress, Trainer};
pub use training_data::TrainingData;
pub use training_set::TrainingSet;
