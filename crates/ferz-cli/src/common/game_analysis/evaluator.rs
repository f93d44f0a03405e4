//! The searches of the positions of a game.

use crate::common::engines::{SearchLimits, search_error};
use crate::common::error::Error;
use ferz::{Move, Position};
use ferz_engine::Control;
use ferz_game::analysis::{EvaluatedPosition, Evaluation};
use ferz_game::pgn::Tree;
use ferz_session::port::SearchEngine;
use indicatif::ProgressBar;
use std::fmt::Display;

/// Evaluates the positions of the main line from the last to the first: the transposition table then
/// has the results of later positions. `name` names the game in errors. Returns the evaluations before the
/// first move and after each move, and the nodes of all searches.
///
/// # Errors
/// If the engine fails or sends no score; [`Error::Interrupted`] if `control` is stopped.
pub(crate) fn evaluate(
    search_engine: &mut SearchEngine,
    tree: &Tree,
    name: &str,
    limits: SearchLimits,
    control: &Control,
    bar: &ProgressBar,
) -> Result<(Vec<EvaluatedPosition>, u64), Error> {
    search_engine.new_game().map_err(|error| search_error(search_engine, error))?;
    let (mut positions, mut nodes) = (Vec::new(), 0);
    for (start, moves) in segments(tree).iter().rev() {
        let mut position = start.clone();
        moves.iter().for_each(|&mv| position.do_move(mv));
        for played in (0..=moves.len()).rev() {
            let evaluated = match Evaluation::of_outcome(&position) {
                Some(evaluation) => EvaluatedPosition::new(evaluation),
                None => {
                    let moves = &moves[..played];
                    let searched = search_engine.search(
                        start,
                        moves,
                        &limits.limits(),
                        control,
                        &mut |_, _| {},
                    );
                    // Ctrl-C can end the process of an engine too.
                    if control.is_stopped() {
                        return Err(Error::Interrupted);
                    }
                    let error = |reason: &dyn Display| {
                        search_error(search_engine, format!("{name}, {}: {reason}", position.fen()))
                    };
                    let searched = searched.map_err(|reason| error(&reason))?;
                    nodes += searched.nodes;
                    let score = searched.score.ok_or_else(|| error(&"no score in any reply"))?;
                    EvaluatedPosition {
                        evaluation: Evaluation::new(score.score, position.side_to_move()),
                        depth: (searched.depth > 0).then_some(searched.depth),
                        line: searched.line,
                    }
                }
            };
            positions.push(evaluated);
            bar.inc(1);
            position.undo_move();
        }
    }
    positions.reverse();
    Ok((positions, nodes))
}

/// Divides the main line at null moves, which are no moves of UCI. Returns the start and the moves of each
/// part.
fn segments(tree: &Tree) -> Vec<(Position, Vec<Move>)> {
    let mut position = tree.start();
    let mut segments = vec![(position.clone(), Vec::new())];
    for node in tree.main_line() {
        match (tree.mv(node), segments.last_mut()) {
            (Some(mv), Some((_, moves))) => {
                position.do_move(mv);
                moves.push(mv);
            }
            _ => {
                position.do_null_move();
                // A tree starts without the moves before it.
                position = Tree::from_position(&position).start();
                segments.push((position.clone(), Vec::new()));
            }
        }
    }
    segments
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::Color;
    use ferz_game::pgn::Games;
    use ferz_session::port::EngineSettings;
    use std::num::NonZeroUsize;

    fn evaluated(pgn: &str) -> Vec<EvaluatedPosition> {
        let (game, error) = Games::new(pgn.as_bytes()).next().unwrap().unwrap();
        assert_eq!(error, None);
        let settings = EngineSettings { threads: 1, hash: NonZeroUsize::MIN, options: &[] };
        let mut search_engine = SearchEngine::built_in(settings).unwrap();
        let limits = SearchLimits { depth: Some(6), nodes: None, time: None };
        let bar = ProgressBar::hidden();
        let control = Control::default();
        let (positions, nodes) =
            evaluate(&mut search_engine, &game.tree, "game", limits, &control, &bar).unwrap();
        assert_eq!(bar.position(), positions.len() as u64);
        assert!(nodes > 0);
        positions
    }

    #[test]
    fn positions_are_evaluated_from_the_view_of_white() {
        let positions = evaluated("1. f3 e5 2. g4 Qh4# 0-1");
        let evaluations: Vec<_> = positions.iter().map(|position| position.evaluation).collect();
        assert_eq!(evaluations.len(), 5);
        let mate = |moves| Evaluation::Mate { winner: Color::Black, moves };
        assert_eq!(evaluations[3..], [mate(1), mate(0)]);
        assert_eq!(positions[3].line.len(), 1);
        assert_eq!((positions[4].depth, positions[4].line.len()), (None, 0));
        assert!(positions[2].line.len() > 1 && positions[2].depth >= Some(6));
    }

    #[test]
    fn null_moves_and_ended_games_are_evaluated() {
        let positions = evaluated("1. e4 -- 2. Qh5 -- 3. Bc4 -- 4. Qxf7# *");
        assert_eq!(positions.len(), 8);
        let mate = |moves| Evaluation::Mate { winner: Color::White, moves };
        assert_eq!((positions[6].evaluation, positions[7].evaluation), (mate(1), mate(0)));
        let stalemate = evaluated("[FEN \"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1\"]\n\n1. Qf7 1/2-1/2");
        assert_eq!(stalemate[0].evaluation, mate(1));
        assert_eq!(stalemate[1], EvaluatedPosition::new(Evaluation::Centipawns(0)));
    }
}
