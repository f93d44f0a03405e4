//! The analysis of games that `analyse`, `play` and `pgn annotate` share: searches of the positions,
//! the report for a person, and the JSON object.

mod evaluator;
mod json;
mod report;

pub(crate) use evaluator::evaluate;
pub(crate) use json::{GameInfo, json};
pub(crate) use report::GameReport;

/// The nodes of the search of each position if the arguments set no limit.
pub(crate) const DEFAULT_NODES: u64 = 200_000;
