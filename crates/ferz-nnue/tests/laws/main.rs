//! Properties of the network: incremental evaluation, symmetry, file format, quantisation.

mod file;
mod incremental;
mod positions;
mod quantization;
mod symmetry;
