//! A yardstick: positions with expected points from another engine, that measure evaluations.
//!
//! A [`Yardstick`] fits an evaluation to the expected points and finds what is left to depend on a few
//! [features](PositionFeatures) of the position: there the evaluation is wrong by a rule.

mod evaluation;
mod features;
mod reference;
mod regression;

pub use evaluation::{search_scores, static_evaluations};
pub use features::PositionFeatures;
pub use reference::{EvaluationFit, ReferencePosition, Yardstick, YardstickError};
pub use regression::{Observation, Slope, regression};
