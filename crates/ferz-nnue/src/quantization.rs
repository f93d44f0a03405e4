//! Factors and limits of the quantised weights.

/// Quantisation factor of accumulators: the activation 1.0 is 255.
pub const QA: i16 = 255;
/// Quantisation factor of output weights: the weight 1.0 is 64.
pub const QB: i16 = 64;
/// Largest magnitude of a quantised output weight.
pub const MAX_OUTPUT_WEIGHT: i16 = 127;
/// Quantisation factor of the output, before it is scaled: 1.0 is QA * QA * QB.
pub(crate) const OUTPUT_ONE: i64 = QA as i64 * QA as i64 * QB as i64;
/// Largest length of a provenance text in bytes.
pub(crate) const MAX_PROVENANCE: usize = 65_535;
