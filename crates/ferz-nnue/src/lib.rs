#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

mod block;
mod dense;
mod dirty_pieces;
mod evaluator;
pub mod features;
mod kernels;
mod network;
mod quantization;
mod refresh_cache;
mod shape;

pub use dense::{FIRST_NEURONS, SECOND_INPUTS, SECOND_NEURONS};
pub use dirty_pieces::DirtyPieces;
pub use evaluator::Evaluator;
pub use features::{FEATURES, Perspective, feature};
pub use kernels::Kernel;
pub use network::{
    AccumulatorOverflow, DenseOverflow, FloatLayers, FloatNetwork, LoadError, Network,
    NetworkFileError, QuantizeError, WeightError,
};
pub use quantization::{MAX_DENSE_WEIGHT, MAX_FIRST_WEIGHT, QA, QB, QC};
pub use shape::{Shape, ShapeError};
