#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

mod evaluator;
pub mod features;
mod kernels;
mod layers;
mod network;
mod shape;

pub use evaluator::AccumulatorStack;
pub use features::{FEATURES, Perspective, PieceSets};
pub use kernels::Kernel;
pub use layers::{
    FIRST_NEURONS, Layers, MAX_DENSE_WEIGHT, MAX_FIRST_WEIGHT, QA, QB, QC, SECOND_INPUTS,
    SECOND_NEURONS,
};
pub use network::{
    AccumulatorOverflow, DenseOverflow, FloatNetwork, LoadError, Network, NetworkFileError,
    QuantizeError, WeightError,
};
pub use shape::{Shape, ShapeError};
