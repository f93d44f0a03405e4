//! The analysis of games that `analyse`, `play` and `pgn annotate` share: the review with its progress, the report
//! for a person, and the JSON object.

mod evidence;
mod report;

use crate::common::engines::{SearchLimits, search_error};
use crate::common::error::Error;
use crate::common::progress::progress_bar;
use evidence::EngineEvidence;
use ferz_engine::Control;
use ferz_game::analysis::reasons::{ExplainedMove, explain_game};
use ferz_game::analysis::{AnalysisOptions, GameAnalysis, GameReview, ReviewEffort};
use ferz_game::pgn::Tree;
use ferz_session::port::SearchEngine;
use indicatif::ProgressBar;

pub(crate) use report::GameReport;

/// A game to analyse, with the limits of the first search of each position.
pub(crate) struct AnalysisJob<'a> {
    pub(crate) tree: &'a Tree,
    /// The name of the game in errors.
    pub(crate) name: &'a str,
    /// Without any the nodes are those of all reviews.
    pub(crate) limits: SearchLimits,
    pub(crate) options: AnalysisOptions,
}

impl AnalysisJob<'_> {
    /// Reviews the game with a progress bar of its own, as [`run_with`](Self::run_with) does.
    ///
    /// # Errors
    /// As [`run_with`](Self::run_with).
    pub(crate) fn run(
        &self,
        engine: &mut SearchEngine,
        control: &Control,
    ) -> Result<(GameAnalysis, u64), Error> {
        let positions = self.tree.main_line().count() + 1;
        let bar = progress_bar(Some(positions as u64));
        bar.set_message(format!("{positions} positions"));
        let reviewed = self.run_with(engine, control, &bar);
        bar.finish_and_clear();
        reviewed
    }

    /// Reviews the game. Returns the analysis and the nodes of all searches.
    ///
    /// # Errors
    /// If the engine fails or sends no score; [`Error::Interrupted`] if `control` is stopped.
    pub(crate) fn run_with(
        &self,
        engine: &mut SearchEngine,
        control: &Control,
        bar: &ProgressBar,
    ) -> Result<(GameAnalysis, u64), Error> {
        let default = SearchLimits { nodes: Some(GameReview::NODES), ..SearchLimits::default() };
        let limits = self.limits.or(default).limits();
        let mut searched = 0;
        let reviewed = engine.review(self.tree, &limits, self.options, control, &mut |search| {
            match search.effort {
                ReviewEffort::First => searched += 1,
                ReviewEffort::Deeper => bar.inc_length(1),
            }
            bar.inc(1);
        });
        match reviewed {
            Ok((analysis, nodes)) => {
                // Ended games are not searched.
                bar.inc(analysis.positions().len() as u64 - searched);
                Ok((analysis, nodes))
            }
            Err(_) if control.is_stopped() => Err(Error::Interrupted),
            Err(error) => Err(search_error(engine, format_args!("{}, {error}", self.name))),
        }
    }
}

/// Returns the reasons of the moves with an assessment, for which the engine searches further lines.
///
/// # Errors
/// If the engine fails; [`Error::Interrupted`] if `control` is stopped.
pub(crate) fn explain(
    search_engine: &mut SearchEngine,
    tree: &Tree,
    analysis: &GameAnalysis,
    limits: SearchLimits,
    control: &Control,
) -> Result<Vec<ExplainedMove>, Error> {
    let default = SearchLimits { nodes: Some(GameReview::NODES), ..SearchLimits::default() };
    let limits = limits.or(default);
    explain_game(tree, analysis, &mut EngineEvidence { search_engine, limits, control })
}
