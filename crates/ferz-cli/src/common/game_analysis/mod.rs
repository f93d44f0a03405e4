//! The analysis of games that `analyse`, `play` and `pgn annotate` share: searches of the positions,
//! the report for a person, and the JSON object.

mod evaluator;
mod json;
mod report;

use crate::common::engines::SearchLimits;
use crate::common::error::Error;
use crate::common::progress::progress_bar;
use ferz_engine::Control;
use ferz_game::analysis::{AnalysisOptions, GameAnalysis};
use ferz_game::pgn::Tree;
use ferz_session::port::SearchEngine;

pub(crate) use evaluator::evaluate;
pub(crate) use json::{AnalysisSource, json};
pub(crate) use report::GameReport;

/// The nodes of the search of each position if the arguments set no limit.
pub(crate) const DEFAULT_NODES: u64 = 200_000;

/// A game to analyse, with the limits of the search of each position.
pub(crate) struct AnalysisJob<'a> {
    pub(crate) tree: &'a Tree,
    /// The name of the game in errors.
    pub(crate) name: &'a str,
    pub(crate) limits: SearchLimits,
    pub(crate) options: AnalysisOptions,
}

impl AnalysisJob<'_> {
    /// Searches the positions of the main line, with a progress bar. Returns the analysis and the nodes of
    /// all searches.
    ///
    /// # Errors
    /// As [`evaluate`].
    pub(crate) fn run(
        &self,
        search_engine: &mut SearchEngine,
        control: &Control,
    ) -> Result<(GameAnalysis, u64), Error> {
        let positions = self.tree.main_line().count() + 1;
        let bar = progress_bar(Some(positions as u64));
        bar.set_message(format!("{positions} positions"));
        let Self { tree, name, limits, options } = self;
        let evaluated = evaluate(search_engine, tree, name, *limits, control, &bar);
        bar.finish_and_clear();
        let (positions, nodes) = evaluated?;
        let analysis =
            GameAnalysis::new(tree, positions, options).expect("each position has been evaluated");
        Ok((analysis, nodes))
    }
}
