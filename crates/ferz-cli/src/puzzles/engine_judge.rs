//! An engine as the judge of puzzles.

use crate::common::engines::search_error;
use crate::common::prelude::*;
use ferz::{Bound, Score};
use ferz_database::puzzles::{Effort, Judge, JudgedLine};
use ferz_engine::eval::wdl::{HALF_WON_CENTIPAWNS, ODDS_CENTIPAWNS};
use ferz_engine::{Limits, SearchSettings};
use ferz_game::analysis::{Evaluation, ScoreCurve};
use ferz_session::port::{AnalysisLine, SearchEngine};

/// The rates of wins and draws of the engine.
const CURVE: ScoreCurve = ScoreCurve { offset: HALF_WON_CENTIPAWNS, scale: ODDS_CENTIPAWNS };

/// An engine with one thread.
pub(super) struct EngineJudge<'a> {
    engine: SearchEngine,
    nodes: u64,
    test_nodes: u64,
    control: &'a Control,
    /// The nodes of all searches.
    pub(super) total_nodes: u64,
}

impl<'a> EngineJudge<'a> {
    /// Creates the judge, which searches a solution with `nodes` and tests it with `test_nodes` at each move. A stop of
    /// `control` ends its search with [`Error::Interrupted`].
    pub(super) fn new(
        engine: SearchEngine,
        nodes: u64,
        test_nodes: u64,
        control: &'a Control,
    ) -> Self {
        Self { engine, nodes, test_nodes, control, total_nodes: 0 }
    }

    /// Forgets the searches before, so that puzzles do not depend on the games that the thread had.
    ///
    /// # Errors
    /// If the engine fails.
    pub(super) fn new_game(&mut self) -> Result<(), Error> {
        self.engine.new_game().map_err(|error| search_error(&self.engine, error))
    }
}

/// Returns a line with its probabilities: those that another engine tells, and else those of the curve, which are finer
/// than the permille of the protocol.
fn judged(line: AnalysisLine, is_built_in: bool) -> JudgedLine {
    let score = line.score.score;
    let evaluation = Evaluation::new(score, Color::White);
    let (expected, win) = match line.wdl.filter(|_| !is_built_in) {
        Some([wins, draws, _]) => (f64::from(2 * wins + draws) / 2000.0, f64::from(wins) / 1000.0),
        None => (CURVE.expected_score(evaluation), CURVE.win_probability(evaluation)),
    };
    JudgedLine { moves: line.moves, score, expected, win }
}

impl Judge for EngineJudge<'_> {
    type Error = Error;

    fn best_lines(
        &mut self,
        position: &Position,
        count: usize,
        effort: Effort,
    ) -> Result<Vec<JudgedLine>, Error> {
        let nodes = match effort {
            Effort::Glance => (self.nodes / 10).max(1),
            Effort::Search => self.nodes,
            Effort::Test => {
                self.new_game()?;
                self.test_nodes
            }
        };
        let limits = Limits { nodes: Some(nodes), ..Limits::none() };
        let settings = SearchSettings { multipv: count, ..SearchSettings::default() };
        let mut lines: Vec<Option<JudgedLine>> = vec![None; count];
        let is_built_in = self.engine.command().is_none();
        let on_line = &mut |line: AnalysisLine| {
            if line.score.bound == Bound::Exact
                && !line.moves.is_empty()
                && let Some(place) = lines.get_mut(line.rank - 1)
            {
                *place = Some(judged(line, is_built_in));
            }
        };
        let Self { engine, control, .. } = self;
        let searched = engine.search_lines(position, &[], &limits, &settings, control, on_line);
        if self.control.is_stopped() {
            return Err(Error::Interrupted);
        }
        let searched = searched.map_err(|error| search_error(&self.engine, error))?;
        self.total_nodes += searched.nodes;
        Ok(lines.into_iter().map_while(|line| line).collect())
    }

    fn expected(&self, score: Score) -> f64 {
        CURVE.expected_score(Evaluation::new(score, Color::White))
    }
}
