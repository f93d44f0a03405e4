//! Annotations of a game by its analysis.

use super::{AnalysedMove, EvaluatedPosition, Evaluation, GameAnalysis};
use crate::pgn::annotation::{Annotation, CommentCommand, EvalAnnotation, commands};
use crate::pgn::{CommentPlace, Nag, NodeId, PgnGame, Tree};
use ferz::Color;

/// The annotations that [`annotate`](Self::annotate) adds to a game. The default adds all, with
/// lines of 8 plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnnotationOptions {
    /// Adds the evaluation after each move as `[%eval]` to its comment, in place of another one.
    pub evals: bool,
    /// Adds the NAG of the assessment to each move that has one, unless the move has one of the NAGs
    /// 1 to 6.
    pub nags: bool,
    /// Adds the best line as a variation of each move with an assessment, with at most this number of
    /// plies; 0 adds none. Moves that the game has are not added again.
    pub line_plies: usize,
    /// Sets the tags `WhiteAccuracy` and `BlackAccuracy`, in percent with one decimal.
    pub tags: bool,
}

impl Default for AnnotationOptions {
    fn default() -> Self {
        Self { evals: true, nags: true, line_plies: 8, tags: true }
    }
}

impl AnnotationOptions {
    /// Adds the annotations of an analysis to a game. Comments, NAGs and variations of the game are
    /// kept; see [`remove_annotations`].
    ///
    /// # Panics
    /// If a node of the analysis is not part of the game: it is that of another game.
    pub fn annotate(&self, game: &mut PgnGame, analysis: &GameAnalysis) {
        let tree = &mut game.tree;
        let positions = analysis.positions();
        for (index, mv) in analysis.moves().iter().enumerate() {
            if self.evals {
                let after = &positions[index + 1];
                set_eval(tree, mv.node, after.evaluation, after.depth);
            }
            let Some(assessment) = mv.assessment else { continue };
            if self.nags && !tree.nags(mv.node).any(Nag::is_move_assessment) {
                tree.add_nag(mv.node, assessment.nag());
            }
            self.add_line(tree, mv, &positions[index]);
        }
        if self.tags {
            for (name, side) in [("WhiteAccuracy", Color::White), ("BlackAccuracy", Color::Black)] {
                if let Some(accuracy) = analysis.summary(side).accuracy {
                    // The names are valid.
                    let _ = game.tags.set(name, &format!("{accuracy:.1}"));
                }
            }
        }
    }

    /// Adds the best line of the position before a move as a variation, with its evaluation at the
    /// first move.
    fn add_line(&self, tree: &mut Tree, mv: &AnalysedMove, before: &EvaluatedPosition) {
        let line = &before.line[..before.line.len().min(self.line_plies)];
        let (Some(parent), Some(&best)) = (tree.parent(mv.node), line.first()) else { return };
        // A line with an illegal move is left out.
        if tree.add_line(parent, line).is_err() {
            return;
        }
        let first = tree.find_child(parent, Some(best));
        if let Some(first) = first.filter(|_| self.evals) {
            set_eval(tree, first, after_best_move(before.evaluation, mv.side), before.depth);
        }
    }
}

/// Returns the evaluation after the best move of a side: the side that mates is one move nearer.
fn after_best_move(evaluation: Evaluation, side: Color) -> Evaluation {
    match evaluation {
        Evaluation::Mate { winner, moves } if winner == side => {
            Evaluation::Mate { winner, moves: moves.saturating_sub(1) }
        }
        evaluation => evaluation,
    }
}

/// Adds an evaluation to the first comment after a move. Other evaluations are removed, those too that cannot
/// be read. A mate has no depth: it is proven, and the iterations after it end at once.
fn set_eval(tree: &mut Tree, node: NodeId, evaluation: Evaluation, depth: Option<u32>) {
    let depth = depth.filter(|_| !matches!(evaluation, Evaluation::Mate { .. }));
    // Checkmate needs no evaluation.
    let mut eval = (!evaluation.is_checkmate())
        .then(|| Annotation::Eval(EvalAnnotation { score: evaluation.score(), depth }).to_string());
    let mut comments: Vec<_> =
        tree.comments(node, CommentPlace::After).map(str::to_owned).collect();
    if comments.is_empty() {
        comments.push(String::new());
    }
    tree.clear_comments(node, CommentPlace::After);
    for comment in comments {
        let kept = without_evals(&comment);
        let parts = eval.iter().map(String::as_str).chain(kept);
        let text = parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
        tree.add_comment(node, CommentPlace::After, &text);
        eval = None;
    }
}

/// Returns the parts of a comment before and between its evaluations and after them.
fn without_evals(comment: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut from = 0;
    for command in commands(comment).filter(|command| command.name == "eval") {
        parts.push(comment[from..command.place.start].trim());
        from = command.place.end;
    }
    parts.push(comment[from..].trim());
    parts
}

/// Removes the comments, NAGs and variations of a game, except the times of moves in `[%clk]` and
/// `[%emt]`, which belong to the game itself.
pub fn remove_annotations(tree: &mut Tree) {
    tree.delete_variations();
    let line: Vec<_> = std::iter::once(NodeId::ROOT).chain(tree.main_line()).collect();
    for node in line {
        tree.clear_nags(node);
        let mut times = Vec::new();
        for comment in tree.comments(node, CommentPlace::After) {
            let of_times = commands(comment).filter(CommentCommand::is_time);
            times.extend(of_times.map(|command| comment[command.place].to_owned()));
        }
        CommentPlace::ALL.into_iter().for_each(|place| tree.clear_comments(node, place));
        tree.add_comment(node, CommentPlace::After, &times.join(" "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::AnalysisOptions;
    use crate::pgn::Games;

    fn game(pgn: &str) -> PgnGame {
        Games::new(pgn.as_bytes()).next().unwrap().unwrap().0
    }

    /// Returns the movetext of a game whose second move loses 500 centipawns.
    fn annotated(pgn: &str, options: AnnotationOptions) -> String {
        let mut game = game(pgn);
        let after_e4 = game.tree.position(game.tree.main_line().next().unwrap());
        let mut positions: Vec<_> =
            [20, 30, 530].map(|cp| EvaluatedPosition::new(Evaluation::Centipawns(cp))).into();
        positions[1].depth = Some(9);
        let mut position = after_e4;
        for san in ["e5", "Nf3", "Nc6"] {
            let mv = position.parse_san(san).unwrap();
            positions[1].line.push(mv);
            position.do_move(mv);
        }
        let analysis =
            GameAnalysis::new(&game.tree, positions, &AnalysisOptions::default()).unwrap();
        options.annotate(&mut game, &analysis);
        let text = game.to_string();
        assert_eq!(self::game(&text), game);
        text.split("\n\n").nth(1).unwrap().trim().replace('\n', " ")
    }

    #[test]
    fn evals_glyphs_and_lines_are_added() {
        let all = AnnotationOptions::default();
        assert_eq!(
            annotated("1. e4 g5 *", all),
            "1. e4 {[%eval 0.30,9]} 1... g5 $4 {[%eval 5.30]} \
             (1... e5 {[%eval 0.30,9]} 2. Nf3 Nc6) *"
        );
        let none = AnnotationOptions { evals: false, nags: false, line_plies: 0, tags: false };
        assert_eq!(annotated("1. e4 g5 *", none), "1. e4 g5 *");
        let lines = AnnotationOptions { line_plies: 2, ..none };
        assert_eq!(annotated("1. e4 g5 *", lines), "1. e4 g5 (1... e5 2. Nf3) *");
        let nags = AnnotationOptions { nags: true, ..none };
        assert_eq!(annotated("1. e4 g5 *", nags), "1. e4 g5 $4 *");
    }

    #[test]
    fn annotations_of_the_game_are_kept() {
        let pgn = "{start} 1. e4 {[%clk 1:30] best [%eval 9.99/1] by [%eval ?] test} g5 $5 $14 (1... e5 \
                   {sound} 2. Nc3) *";
        assert_eq!(
            annotated(pgn, AnnotationOptions::default()),
            "{start} 1. e4 {[%eval 0.30,9] [%clk 1:30] best by test} 1... g5 $5 $14 {[%eval \
             5.30]} (1... e5 {[%eval 0.30,9] sound} 2. Nc3 (2. Nf3 Nc6)) *"
        );
    }

    #[test]
    fn mates_of_lines_are_counted_after_their_first_move() {
        let missed = |moves, line: &[&str]| {
            let mut game = game("[FEN \"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1\"]\n\n1. Qf7 1/2-1/2");
            let mate = Evaluation::Mate { winner: Color::White, moves };
            let mut positions = [mate, Evaluation::Centipawns(0)].map(EvaluatedPosition::new);
            let mut position = game.tree.start();
            for san in line {
                let mv = position.parse_san(san).unwrap();
                positions[0].line.push(mv);
                position.do_move(mv);
            }
            let options = AnalysisOptions::default();
            let analysis = GameAnalysis::new(&game.tree, positions.into(), &options).unwrap();
            AnnotationOptions::default().annotate(&mut game, &analysis);
            game.to_string()
        };
        let text = missed(1, &["Qf8#"]);
        assert!(text.ends_with("\n1. Qf7 $4 {[%eval 0.00]} (1. Qf8#) 1/2-1/2\n"), "{text}");
        let text = missed(2, &["Qe1", "Kg8", "Qe8#"]);
        assert!(text.contains("(1. Qe1 {[%eval #1]} 1... Kg8 2. Qe8#)"), "{text}");
        let mate = Evaluation::Mate { winner: Color::White, moves: 2 };
        assert_eq!(after_best_move(mate, Color::Black), mate);
    }

    #[test]
    fn annotating_twice_changes_nothing() {
        let options = AnnotationOptions::default();
        let once = annotated("1. e4 g5 *", options);
        assert_eq!(annotated(&once, options), once);
    }

    #[test]
    #[should_panic = "not part of the tree"]
    fn an_analysis_of_another_game_does_not_fit() {
        let (mut other, game) = (game("1. e4 *"), game("1. e4 e5 *"));
        let positions = vec![EvaluatedPosition::new(Evaluation::Centipawns(0)); 3];
        let options = AnalysisOptions::default();
        let analysis = GameAnalysis::new(&game.tree, positions, &options).unwrap();
        AnnotationOptions::default().annotate(&mut other, &analysis);
    }

    #[test]
    fn tags_have_the_accuracies() {
        let mut game = game("[WhiteAccuracy \"12.0\"]\n\n1. e4 *");
        let positions = [0, -100].map(|cp| EvaluatedPosition::new(Evaluation::Centipawns(cp)));
        let options = AnalysisOptions::default();
        let analysis = GameAnalysis::new(&game.tree, positions.into(), &options).unwrap();
        AnnotationOptions::default().annotate(&mut game, &analysis);
        // 103.1668 exp(-0.04354 * 9.1026) - 3.1669
        assert_eq!(game.tags.get("WhiteAccuracy"), Some("66.2"));
        assert_eq!(game.tags.get("BlackAccuracy"), None);
    }

    #[test]
    fn removal_keeps_times() {
        let mut game = game(
            "{start} 1. e4 $1 {[%clk 0:01:00] a [%eval 1]} {[%emt 0:00:02]} (1. d4 {b}) e5 {c} *",
        );
        remove_annotations(&mut game.tree);
        assert!(game.to_string().ends_with("\n1. e4 {[%clk 0:01:00] [%emt 0:00:02]} 1... e5 *\n"));
    }
}
