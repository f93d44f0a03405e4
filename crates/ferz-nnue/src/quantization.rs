//! Factors and limits of the quantised weights.

/// Quantisation factor of accumulators: 1.0 is 255.
pub const QA: i16 = 255;
/// Quantisation factor of the first layer's inputs, the squared accumulators: 1.0 is 127.
pub(crate) const INPUT_ONE: i32 = 127;
/// Quantisation factor of the first layer's weights: 1.0 is 128.
pub const QB: i16 = 128;
/// Largest magnitude of a quantised weight of the first layer.
pub const MAX_FIRST_WEIGHT: i8 = 127;
/// Quantisation factor of the first layer's sums and biases.
pub(crate) const FIRST_ONE: i32 = INPUT_ONE * QB as i32;
/// Quantisation factor of the inputs of the second layer and of the output layer: 1.0 is 4096.
pub(crate) const ACTIVATION_ONE: i32 = 4096;
/// Quantisation factor of the weights of the second layer and of the output layer: 1.0 is 1024.
pub const QC: i16 = 1024;
/// Largest magnitude of a quantised weight of the second layer and of the output layer.
pub const MAX_DENSE_WEIGHT: i16 = 2047;
/// Quantisation factor of the sums and biases of the second layer and of the output layer.
pub(crate) const OUTPUT_ONE: i32 = ACTIVATION_ONE * QC as i32;
/// Largest magnitude of a quantised bias of a dense layer.
pub(crate) const MAX_BIAS: i32 = 1 << 24;
/// Largest length of a provenance text in bytes.
pub(crate) const MAX_PROVENANCE: usize = 65_535;
