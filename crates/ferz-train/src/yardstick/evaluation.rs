//! Evaluations and search scores of positions, for the side to move.

use crate::score_search::ScoreSearcher;
use ferz::{Color, Position};
use ferz_engine::eval::Evaluator;
use ferz_engine::{AllocationError, Control};
use ferz_nnue::Network;
use rayon::prelude::*;
use std::sync::Arc;

/// The size of the transposition table of each search in MiB.
const HASH_MIB: usize = 4;
/// The positions that a thread searches at a time.
const CHUNK: usize = 32;

/// Returns the static evaluations by a network, or by the classical evaluation without one, in
/// centipawns.
pub fn static_evaluations<'a>(
    positions: impl IntoIterator<Item = &'a Position>,
    network: Option<Arc<Network>>,
) -> Vec<f32> {
    let mut evaluator = Evaluator::new(network);
    let evaluate = |position| {
        evaluator.reset(position);
        evaluator.evaluate(position) as f32
    };
    positions.into_iter().map(evaluate).collect()
}

/// Returns the scores of searches with a soft node limit and an empty table, as self-play and
/// relabelling search, in centipawns. All cores search.
///
/// # Errors
/// If the memory for a transposition table cannot be allocated.
pub fn search_scores(
    positions: &[&Position],
    network: &Arc<Network>,
    nodes: u64,
) -> Result<Vec<f32>, AllocationError> {
    let control = Control::default();
    let search = |chunk: &[&Position]| {
        let mut searcher =
            ScoreSearcher::new(nodes, HASH_MIB, false, Arc::clone(network), &control)?;
        let score = |&position: &&Position| {
            searcher.clear();
            // A position without a legal move has no score.
            let score = searcher.search(position).map_or(0, |scored| scored.score);
            f32::from(if position.side_to_move() == Color::White { score } else { -score })
        };
        Ok(chunk.iter().map(score).collect::<Vec<_>>())
    };
    let scores: Vec<_> = positions.par_chunks(CHUNK).map(search).collect::<Result<_, _>>()?;
    Ok(scores.concat())
}
