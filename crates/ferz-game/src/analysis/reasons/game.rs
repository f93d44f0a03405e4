//! The reasons of the moves of an analysed game, and their annotations.

use super::{Concern, Evidence, Mistake, Reason, explain};
use crate::analysis::GameAnalysis;
use crate::pgn::annotation::Annotation;
use crate::pgn::{CommentPlace, NodeId, Tree};
use crate::svg::squares_of;
use crate::{Arrow, MarkColor, SquareMark};

/// A move of a game that lost, with the reasons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExplainedMove {
    /// The index of the move in [`GameAnalysis::moves`].
    pub index: usize,
    /// The node of the move.
    pub node: NodeId,
    /// The reasons with their sentences, what the move allows first; at least one.
    pub reasons: Vec<(Reason, String)>,
}

/// Returns the moves of an analysed game that have an assessment and a reason.
///
/// # Errors
/// The error of the source.
///
/// # Panics
/// If a node of the analysis is not part of the game: it is that of another game.
pub fn explain_game<E: Evidence>(
    tree: &Tree,
    analysis: &GameAnalysis,
    evidence: &mut E,
) -> Result<Vec<ExplainedMove>, E::Error> {
    let explained = (0..analysis.moves().len())
        .filter_map(|index| explain_move(tree, analysis, index, evidence).transpose());
    explained.collect()
}

/// Returns a move of an analysed game with its reasons; none without an assessment or a reason.
///
/// # Errors
/// The error of the source.
///
/// # Panics
/// If there is no such move, or it is not part of the game: the analysis is that of another one.
pub fn explain_move<E: Evidence>(
    tree: &Tree,
    analysis: &GameAnalysis,
    index: usize,
    evidence: &mut E,
) -> Result<Option<ExplainedMove>, E::Error> {
    let analysed = analysis.moves()[index];
    let (node, positions) = (analysed.node, analysis.positions());
    let Some((played, parent)) = tree.mv(node).zip(tree.parent(node)) else { return Ok(None) };
    if analysed.assessment.is_none() {
        return Ok(None);
    }
    let mistake = Mistake {
        position: &tree.position(parent),
        played,
        before: &positions[index],
        after: &positions[index + 1],
    };
    let reasons = explain(&mistake, evidence)?.into_iter().map(|reason| {
        let text = reason.text(&mistake);
        (reason, text)
    });
    let reasons: Vec<_> = reasons.collect();
    Ok((!reasons.is_empty()).then_some(ExplainedMove { index, node, reasons }))
}

impl ExplainedMove {
    /// Returns the sentences of the reasons, separated by a space.
    pub fn text(&self) -> String {
        let sentences: Vec<_> = self.reasons.iter().map(|(_, text)| text.as_str()).collect();
        sentences.join(" ")
    }

    /// Adds the sentences as a comment to the move, with its first reply as a red arrow and the squares of the
    /// reason marked. A comment that has the sentences already is left as it is.
    pub fn annotate(&self, tree: &mut Tree) {
        let text = self.text();
        let is_known = |tree: &Tree| {
            tree.comments(self.node, CommentPlace::After).any(|comment| comment.contains(&text))
        };
        if !is_known(tree) {
            tree.add_comment(self.node, CommentPlace::After, &self.comment());
        }
    }

    /// Returns the comment of [`annotate`](Self::annotate): the sentences and the marks.
    pub fn comment(&self) -> String {
        format!("{}{}", self.text(), self.marks())
    }

    /// Returns the marks of what the move allows, which are drawn in the position after it.
    fn marks(&self) -> String {
        let allowed = self.reasons.iter().find(|(reason, _)| reason.concern == Concern::Played);
        let Some((reason, _)) = allowed else { return String::new() };
        let color = MarkColor::Red;
        let mut text = String::new();
        let squares: Vec<_> =
            reason.squares.iter().map(|&square| SquareMark { square, color }).collect();
        if !squares.is_empty() {
            text += &format!(" {}", Annotation::Squares(squares));
        }
        if let Some(mv) = reason.line.first() {
            let [from, to] = squares_of(*mv);
            let arrow = Arrow { from, to, color };
            text += &format!(" {}", Annotation::Arrows(vec![arrow]));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::super::NoEvidence;
    use super::*;
    use crate::analysis::{AnalysisOptions, EvaluatedPosition, Evaluation};
    use crate::pgn::{Games, PgnGame};
    use ferz::Move;

    #[test]
    fn reasons_are_comments_with_marks_once() {
        let pgn = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0";
        let (mut game, _): (PgnGame, _) = Games::new(pgn.as_bytes()).next().unwrap().unwrap();
        let mut positions: Vec<_> = [30, 30, 20, 20, 10, 0]
            .map(|cp| EvaluatedPosition::new(Evaluation::Centipawns(cp)))
            .into();
        let mate = |moves| Evaluation::Mate { winner: ferz::Color::White, moves };
        positions.extend([1, 0].map(|moves| EvaluatedPosition::new(mate(moves))));
        let nodes: Vec<_> = game.tree.main_line().collect();
        positions[5].line = vec![game.tree.position(nodes[4]).parse_san("g6").unwrap()];
        positions[6].line = vec![game.tree.mv(nodes[6]).unwrap()];
        let options = AnalysisOptions::default();
        let analysis = GameAnalysis::new(&game.tree, positions, &options).unwrap();
        let explained = explain_game(&game.tree, &analysis, &mut NoEvidence).unwrap();
        assert_eq!((explained.len(), explained[0].index), (1, 5));
        assert_eq!(explained[0].text(), "It allows mate: 4. Qxf7#.");
        for _ in 0..2 {
            explained[0].annotate(&mut game.tree);
            let comments: Vec<_> = game.tree.comments(nodes[5], CommentPlace::After).collect();
            assert_eq!(comments, ["It allows mate: 4. Qxf7#. [%csl Re8] [%cal Rh5f7]"]);
        }
    }

    #[test]
    fn castling_is_marked_by_the_squares_of_the_king() {
        let pgn = "[FEN \"3k4/8/8/8/4b3/8/8/R3K3 b Q - 0 1\"]\n\n1... Bd5 2. O-O-O Kc7 3. Rxd5 *";
        let (game, _): (PgnGame, _) = Games::new(pgn.as_bytes()).next().unwrap().unwrap();
        let nodes: Vec<_> = game.tree.main_line().collect();
        let played = game.tree.mv(nodes[0]).unwrap();
        let line = |score, moves: &[Move]| EvaluatedPosition {
            line: moves.to_vec(),
            ..EvaluatedPosition::new(Evaluation::Centipawns(score))
        };
        let moves: Vec<_> = nodes.iter().map(|&node| game.tree.mv(node).unwrap()).collect();
        let better = game.tree.start().parse_san("Bc6").unwrap();
        let mistake = Mistake {
            position: &game.tree.start(),
            played,
            before: &line(100, &[better]),
            after: &line(500, &moves[1..]),
        };
        let reasons = explain(&mistake, &mut NoEvidence).unwrap().into_iter();
        let reasons = reasons.map(|reason| (reason.clone(), reason.text(&mistake))).collect();
        let explained = ExplainedMove { index: 0, node: nodes[0], reasons };
        assert_eq!(
            explained.comment(),
            "2. O-O-O Kc7 3. Rxd5 wins a bishop: the bishop on d5 has no safe square. [%csl Rd5] [%cal Re1c1]"
        );
    }
}
