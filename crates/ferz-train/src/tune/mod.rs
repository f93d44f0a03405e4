//! Tuning of the classical evaluation's weights on self-play games.
//!
//! ```text
//! games -> Dataset      (coefficients of the weights in each position)
//!       -> blend_labels (game result and search score)
//!       -> Model        (weights, and a logistic scale fitted once)
//!       -> AdamW        (batches in random order, on all cores)
//!       -> weights, a loss chart, new numbers in the engine's sources
//! ```
//!
//! The piece-square score of a position is a constant: it belongs to the rules crate, which the
//! tuner does not edit.

mod dataset;
mod model;
mod source;
mod texel;
mod wdl_fit;

pub use crate::EpochLoss;
pub use crate::optimizer::LearningRate;
pub use dataset::{Dataset, Samples, TuneSample};
pub use model::{Model, current_weights};
pub use source::{SourceError, WeightsFile};
pub use texel::{TuneSettings, draw, tune};
pub use wdl_fit::{ScoredResult, WdlFit, fitted_scale, fitted_scale_weighted};
pub(crate) use wdl_fit::{logistic, minimum};
