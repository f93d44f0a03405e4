#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

mod block;
mod dirty_pieces;
mod evaluator;
pub mod features;
mod kernels;
mod network;
mod quantization;
mod refresh_cache;
mod shape;

pub use dirty_pieces::DirtyPieces;
pub use evaluator::Evaluator;
pub use features::{FEATURES, Perspective, feature};
pub use kernels::Kernel;
pub use network::{
    AccumulatorOverflow, FloatNetwork, LoadError, Network, NetworkFileError, OutputWeightTooLarge,
    QuantizeError, WeightError,
};
pub use quantization::{MAX_OUTPUT_WEIGHT, QA, QB};
pub use shape::{Shape, ShapeError};
