#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

mod block;
mod dense;
mod dirty_pieces;
mod evaluator;
pub mod features;
mod kernels;
mod layers;
mod network;
mod quantization;
mod refresh_cache;
mod shape;

pub use dirty_pieces::DirtyPieces;
pub use evaluator::AccumulatorStack;
pub use features::{FEATURES, Perspective, feature};
pub use kernels::Kernel;
pub use layers::{FIRST_NEURONS, Layers, SECOND_INPUTS, SECOND_NEURONS};
pub use network::{
    AccumulatorOverflow, DenseOverflow, FloatNetwork, LoadError, Network, NetworkFileError,
    QuantizeError, WeightError,
};
pub use quantization::{MAX_DENSE_WEIGHT, MAX_FIRST_WEIGHT, QA, QB, QC};
pub use shape::{Shape, ShapeError};
