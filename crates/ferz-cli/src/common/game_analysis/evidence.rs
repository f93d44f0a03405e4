//! An engine and its tablebases as evidence for reasons.

use crate::common::engines::{SearchLimits, search_error};
use crate::common::error::Error;
use ferz::{Bound, Position};
use ferz_engine::{Control, SearchSettings};
use ferz_game::GameResult;
use ferz_game::analysis::reasons::Evidence;
use ferz_game::analysis::{EvaluatedPosition, Evaluation};
use ferz_session::port::{AnalysisLine, SearchEngine};
use ferz_syzygy::Wdl;

/// An engine that searches several lines of a position, if it can.
pub(super) struct EngineEvidence<'a> {
    pub(super) search_engine: &'a mut SearchEngine,
    /// The limits of the review.
    pub(super) limits: SearchLimits,
    pub(super) control: &'a Control,
}

impl Evidence for EngineEvidence<'_> {
    type Error = Error;

    fn best_lines(
        &mut self,
        position: &Position,
        count: usize,
    ) -> Result<Vec<EvaluatedPosition>, Error> {
        let mut lines: Vec<EvaluatedPosition> = Vec::new();
        let settings = SearchSettings { multipv: count, ..SearchSettings::default() };
        // Half of the nodes, so that the reasons of a game cost little beside its review.
        let halved = |number: u64| (number / 2).max(1);
        let SearchLimits { time, nodes, depth } = self.limits;
        let limits = SearchLimits { time: time.map(halved), nodes: nodes.map(halved), depth };
        let mut on_line = |line: AnalysisLine| {
            if line.score.bound == Bound::Upper || line.moves.is_empty() {
                return;
            }
            let evaluation = Evaluation::new(line.score.score, position.side_to_move());
            let found =
                EvaluatedPosition { line: line.moves, ..EvaluatedPosition::new(evaluation) };
            match lines.get_mut(line.rank - 1) {
                // A line that is the start of the last one, as bounds have it, leaves that.
                Some(known) if known.line.starts_with(&found.line) => known.evaluation = evaluation,
                Some(known) => *known = found,
                None => lines.push(found),
            }
        };
        // With a clean table, as in a review: reasons do not depend on what was searched before.
        let searched = self.search_engine.new_game().and_then(|()| {
            let limits = limits.limits();
            let engine = &mut *self.search_engine;
            engine.search_lines(position, &[], &limits, &settings, self.control, &mut on_line)
        });
        if self.control.is_stopped() {
            return Err(Error::Interrupted);
        }
        searched.map_err(|error| search_error(self.search_engine, error))?;
        Ok(lines)
    }

    fn table_result(&mut self, position: &Position) -> Result<Option<GameResult>, Error> {
        let SearchEngine::BuiltIn(searcher) = &*self.search_engine else { return Ok(None) };
        let side = position.side_to_move();
        // A position without a table has no result.
        let wdl = searcher.tablebases().and_then(|tables| tables.wdl(position).ok());
        Ok(wdl.map(|wdl| match wdl {
            Wdl::Win => GameResult::win(side),
            Wdl::Loss => GameResult::win(!side),
            Wdl::BlessedLoss | Wdl::Draw | Wdl::CursedWin => GameResult::Draw,
        }))
    }
}
