//! Evaluations that the comments of a game have.

use super::{EvaluatedPosition, Evaluation};
use crate::pgn::annotation::{Annotation, annotations};
use crate::pgn::{CommentPlace, NodeId, Tree};
use ferz::Color;

/// Returns the positions of the main line with the evaluations of its comments, as
/// [`GameAnalysis::new`](super::GameAnalysis::new) takes them; `None` if a position lacks one.
///
/// The comment after a move has the evaluation of the position (`[%eval 0.35]`), which need not be given
/// for checkmates and draws on the board. The position before the first move may lack one: it then has
/// that of the position after it.
///
/// ```
/// use ferz::Score;
/// use ferz_game::analysis::recorded_positions;
/// use ferz_game::pgn::Games;
/// let text = "1. f3 {[%eval -0.7]} e5 {[%eval -0.6]} 2. g4 {[%eval #-1]} Qh4# 0-1";
/// let (game, _) = Games::new(text.as_bytes()).next().transpose()?.unwrap();
/// let positions = recorded_positions(&game.tree).unwrap();
/// let scores: Vec<_> = positions.iter().map(|position| position.evaluation.score()).collect();
/// assert_eq!(scores[..3], [Score::Cp(-70), Score::Cp(-70), Score::Cp(-60)]);
/// assert!(positions[4].evaluation.is_checkmate());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn recorded_positions(tree: &Tree) -> Option<Vec<EvaluatedPosition>> {
    let mut cursor = tree.cursor();
    let start = Evaluation::of_outcome(cursor.position()).map(EvaluatedPosition::new);
    let start = start.or_else(|| written(tree, NodeId::ROOT));
    let mut positions = Vec::new();
    while cursor.forward() {
        let ended = Evaluation::of_outcome(cursor.position()).map(EvaluatedPosition::new);
        positions.push(ended.or_else(|| written(tree, cursor.node()))?);
    }
    let first = start.or_else(|| positions.first().cloned())?;
    positions.insert(0, first);
    Some(positions)
}

/// Returns the first evaluation of the comments after a move, at the root of those before the first move.
fn written(tree: &Tree, node: NodeId) -> Option<EvaluatedPosition> {
    let mut found = tree.comments(node, CommentPlace::After).flat_map(annotations);
    let eval = found.find_map(|annotation| match annotation {
        Annotation::Eval(eval) => Some(eval),
        _ => None,
    })?;
    let evaluation = Evaluation::new(eval.score, Color::White);
    Some(EvaluatedPosition { depth: eval.depth, ..EvaluatedPosition::new(evaluation) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{AnalysisOptions, AnnotationOptions, GameAnalysis};
    use crate::pgn::Games;

    fn tree(pgn: &str) -> Tree {
        Games::new(pgn.as_bytes()).next().unwrap().unwrap().0.tree
    }

    #[test]
    fn evaluations_that_were_written_are_read() {
        let (mut game, _) = Games::new(b"1. e4 e5 2. -- Nc6 *".as_slice()).next().unwrap().unwrap();
        let position = |(cp, depth): (i32, u32)| EvaluatedPosition {
            depth: Some(depth),
            ..EvaluatedPosition::new(Evaluation::Centipawns(cp))
        };
        let positions: Vec<_> = [(25, 9), (25, 9), (31, 8), (-14, 7), (0, 6)].map(position).into();
        let options = AnalysisOptions::default();
        let analysis = GameAnalysis::new(&game.tree, positions.clone(), &options).unwrap();
        AnnotationOptions::default().annotate(&mut game, &analysis);
        assert_eq!(recorded_positions(&game.tree), Some(positions));
    }

    #[test]
    fn every_position_needs_an_evaluation() {
        let read = |pgn| recorded_positions(&tree(pgn)).map(|positions| positions.len());
        assert_eq!(read("1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} *"), Some(3));
        assert_eq!(read("{[%eval 0.2]} 1. e4 {good} {[%eval 0.3]} *"), Some(2));
        assert_eq!(read("1. e4 {[%eval 0.3]} e5 *"), None);
        assert_eq!(read("1. e4 e5 {[%eval 0.3]} *"), None);
        assert_eq!(read("1. e4 {[%eval ?]} *"), None);
        assert_eq!(read("*"), None);
        assert_eq!(read("{[%eval 0.2]} *"), Some(1));
        let first = recorded_positions(&tree("{[%eval 0.2]} 1. e4 {[%eval 0.3]} *")).unwrap();
        assert_eq!(first[0].evaluation, Evaluation::Centipawns(20));
    }
}
