//! The static evaluation of positions.
//!
//! [`Evaluator`] is the evaluator of a search thread: a [`NetworkEvaluator`] or the
//! [`ClassicalEvaluator`], a sum of terms. [`wdl`] converts values to win probabilities.

mod attacks;
mod classical;
mod counts;
mod endgames;
mod evaluator;
mod king;
mod kpk;
mod material;
mod pawns;
mod pieces;
mod scale;
pub mod wdl;
mod weights;

#[cfg(test)]
mod tests;

pub use classical::{ClassicalEvaluator, EvalBreakdown, Term};
pub use counts::PHASE_MAX;
pub use endgames::Endgame;
pub(crate) use evaluator::scale_by_rule50;
pub use evaluator::{Evaluator, NetworkEvaluator, default_network};
