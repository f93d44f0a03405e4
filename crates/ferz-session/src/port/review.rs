//! The review of a game by an engine.

use super::{PortError, SearchEngine};
use ferz_engine::{Control, Limits};
use ferz_game::analysis::{
    AnalysisOptions, EvaluatedPosition, Evaluation, GameAnalysis, GameReview, ReviewEffort,
    ReviewSearch,
};
use ferz_game::pgn::Tree;

/// The error of a search of a review.
#[derive(Debug, thiserror::Error)]
#[error("{fen}: {reason}")]
pub struct ReviewError {
    /// The position.
    pub fen: String,
    /// The reason.
    pub reason: PortError,
}

impl SearchEngine {
    /// Reviews the main line of a game, with `limits` for the first search of each position, and calls `on_search`
    /// after each search. Returns the analysis and the nodes of all searches.
    ///
    /// # Errors
    /// If the engine fails or sends no score, or `control` is stopped.
    pub fn review(
        &mut self,
        tree: &Tree,
        limits: &Limits,
        options: AnalysisOptions,
        control: &Control,
        on_search: &mut dyn FnMut(ReviewSearch),
    ) -> Result<(GameAnalysis, u64), ReviewError> {
        let mut review = GameReview::new(tree, options);
        let mut nodes = 0;
        loop {
            let searches = review.searches();
            if searches.is_empty() {
                let analysis = review.analysis().expect("each position has been evaluated");
                return Ok((analysis, nodes));
            }
            for search in searches {
                nodes += self.search_for(&mut review, search, limits, control)?;
                on_search(search);
            }
        }
    }

    /// Does a search of a review. Returns its nodes.
    fn search_for(
        &mut self,
        review: &mut GameReview<'_>,
        search: ReviewSearch,
        limits: &Limits,
        control: &Control,
    ) -> Result<u64, ReviewError> {
        let (start, moves) = review.line(search.index);
        let mut position = start.clone();
        moves.iter().for_each(|&mv| position.do_move(mv));
        let limits = limits_of(limits, search.effort);
        // Each search has a clean table, and so depends on its position alone.
        let searched = self
            .new_game()
            .and_then(|()| self.search(start, moves, &limits, control, &mut |_, _| {}));
        let searched = match searched {
            // A process can fail because it was ended too.
            _ if control.is_stopped() => Err(PortError::Stopped),
            searched => searched,
        };
        let error = |reason| ReviewError { fen: position.fen(), reason };
        let searched = searched.map_err(error)?;
        let score = searched.score.ok_or_else(|| error(PortError::NoScore))?;
        let found = EvaluatedPosition {
            evaluation: Evaluation::new(score.score, position.side_to_move()),
            depth: (searched.depth > 0).then_some(searched.depth),
            line: searched.line,
        };
        review.add(search, found);
        Ok(searched.nodes)
    }
}

/// Returns the limits of a search of a review.
fn limits_of(limits: &Limits, effort: ReviewEffort) -> Limits {
    match effort {
        ReviewEffort::First => limits.clone(),
        ReviewEffort::Deeper => Limits {
            nodes: limits.nodes.map(|nodes| nodes.saturating_mul(GameReview::DEEPER.into())),
            move_time: limits.move_time.map(|time| time.saturating_mul(GameReview::DEEPER)),
            depth: limits.depth.map(|depth| depth.saturating_add(GameReview::DEEPER_PLIES)),
            ..limits.clone()
        },
    }
}

#[cfg(test)]
mod tests {
    use super::super::EngineSettings;
    use super::*;
    use ferz::Color;
    use ferz_game::pgn::Games;
    use std::num::NonZeroUsize;

    fn engine() -> SearchEngine {
        let settings = EngineSettings { threads: Some(1), hash: NonZeroUsize::MIN, options: &[] };
        SearchEngine::built_in(settings).unwrap()
    }

    fn reviewed(engine: &mut SearchEngine, pgn: &str, limits: &Limits) -> GameAnalysis {
        let (game, error) = Games::new(pgn.as_bytes()).next().unwrap().unwrap();
        assert_eq!(error, None);
        let (options, control) = (AnalysisOptions::default(), Control::default());
        let mut searches = 0;
        let on_search = &mut |_| searches += 1;
        let (analysis, nodes) =
            engine.review(&game.tree, limits, options, &control, on_search).unwrap();
        assert!(nodes > 0 && searches > 0);
        analysis
    }

    #[test]
    fn positions_are_evaluated_from_the_view_of_white() {
        let analysis = reviewed(&mut engine(), "1. f3 e5 2. g4 Qh4# 0-1", &Limits::depth(6));
        let positions = analysis.positions();
        let mate = |moves| Evaluation::Mate { winner: Color::Black, moves };
        assert_eq!(positions.len(), 5);
        assert_eq!((positions[3].evaluation, positions[4].evaluation), (mate(1), mate(0)));
        assert_eq!(positions[3].line.len(), 1);
        assert_eq!((positions[4].depth, positions[4].line.len()), (None, 0));
        assert!(positions[2].line.len() > 1 && positions[2].depth >= Some(6));
    }

    #[test]
    fn null_moves_and_ended_games_are_evaluated() {
        let analysis = reviewed(
            &mut engine(),
            "1. e4 -- 2. Qh5 -- 3. Bc4 -- 4. Qxf7# *",
            &Limits::nodes(2000),
        );
        let positions = analysis.positions();
        let mate = |moves| Evaluation::Mate { winner: Color::White, moves };
        assert_eq!(positions.len(), 8);
        assert_eq!((positions[6].evaluation, positions[7].evaluation), (mate(1), mate(0)));
        let stalemate = "[FEN \"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1\"]\n\n1. Qf7 1/2-1/2";
        let analysis = reviewed(&mut engine(), stalemate, &Limits::nodes(2000));
        assert_eq!(analysis.positions()[0].evaluation, mate(1));
        assert_eq!(analysis.positions()[1], EvaluatedPosition::new(Evaluation::Centipawns(0)));
    }

    #[test]
    fn a_review_does_not_depend_on_the_searches_before() {
        const GAME: &str =
            "1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0";
        let first = reviewed(&mut engine(), GAME, &Limits::nodes(5000));
        let mut used = engine();
        reviewed(&mut used, "1. d4 d5 2. c4 *", &Limits::nodes(3000));
        assert_eq!(reviewed(&mut used, GAME, &Limits::nodes(5000)), first);
    }

    #[test]
    fn a_stop_is_an_error() {
        let (game, _) = Games::new(b"1. e4 *".as_slice()).next().unwrap().unwrap();
        let control = Control::default();
        control.stop();
        let options = AnalysisOptions::default();
        let found =
            engine().review(&game.tree, &Limits::nodes(1000), options, &control, &mut |_| {});
        assert!(matches!(found, Err(ReviewError { reason: PortError::Stopped, .. })));
    }

    #[test]
    fn second_searches_have_higher_limits() {
        let limits = Limits { depth: Some(9), ..Limits::nodes(1000) };
        let deeper = limits_of(&limits, ReviewEffort::Deeper);
        assert_eq!((deeper.nodes, deeper.depth, deeper.move_time), (Some(4000), Some(12), None));
    }
}
