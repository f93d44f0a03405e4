//! The static evaluation of positions.
//!
//! [`Evaluator`] is the evaluator of a search thread: a [`NetworkEvaluator`] or the
//! [`ClassicalEvaluator`], a sum of terms. Terms are written against `TermAccumulator`, so that the
//! tuner ([`trace`]) runs the same code. [`wdl`] converts values to win probabilities.

mod attacks;
mod classical;
mod evaluator;
mod king;
mod material;
mod network;
mod pawns;
mod pieces;
mod shelter;
mod spans;
mod term_accumulator;
mod threats;
pub mod trace;
pub mod wdl;
mod weights;

#[cfg(test)]
mod tests;

pub use classical::{ClassicalEvaluator, EvalBreakdown, Term};
pub use evaluator::Evaluator;
pub(crate) use evaluator::scale_by_rule50;
pub use material::{Endgame, PHASE_MAX};
pub use network::{NetworkEvaluator, default_network};
