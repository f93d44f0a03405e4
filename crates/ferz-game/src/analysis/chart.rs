//! The chart of a game.

use super::{EvaluatedPosition, GameAnalysis, MoveAssessment, SideSummary};
use crate::chart::{Axis, LegendPlace, Panel, document};
use crate::pgn::{GamePosition, PgnGame};
use ferz::Color;
use std::fmt;

/// The height in pixels.
const HEIGHT: f64 = 400.0;

/// The largest number of characters of a name.
const MAX_NAME: usize = 40;

const DARK: &str = "#45413c";
const LIGHT: &str = "#f3efe7";
const CURVE: &str = "#d9822b";

/// A drawing of White's expected score after each move. Markers at inaccuracies, mistakes and
/// blunders have a white border for White and a black one for Black, and show the move and its
/// evaluation as a tooltip. `Display` writes the SVG document.
///
/// ```
/// use ferz_game::analysis::{EvaluatedPosition, Evaluation, EvaluationChart, GameAnalysis};
/// use ferz_game::pgn::Games;
/// let (game, _) = Games::new("1. f3 e5 *".as_bytes()).next().transpose()?.unwrap();
/// let positions = [30, -80, -60].map(|cp| EvaluatedPosition::new(Evaluation::Centipawns(cp)));
/// let analysis = GameAnalysis::new(&game.tree, positions.into(), &Default::default())?;
/// let svg = EvaluationChart::new(&game, &analysis).to_string();
/// assert!(svg.starts_with("<svg") && svg.contains("<title>1. f3?  -0.80</title>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EvaluationChart(String);

impl EvaluationChart {
    /// Creates the chart of a game.
    ///
    /// # Panics
    /// If a node of the analysis is not part of the game: it is that of another game.
    pub fn new(game: &PgnGame, analysis: &GameAnalysis) -> Self {
        let name = |tag| {
            let name = game.tags.get(tag).unwrap_or("?").chars();
            name.filter(|c| !c.is_control()).take(MAX_NAME).collect::<String>()
        };
        let [white, black] = Color::ALL.map(|side| summary_line(side, analysis.summary(side)));
        let (names, result) = ([name("White"), name("Black")].join(" – "), game.result);
        let title = format!("{names}, {result}\n{white} | {black}");
        let mut position = game.tree.start();
        let is_black_first = position.side_to_move() == Color::Black;
        let first = f64::from(position.fullmove_number().max(1));
        // White's move of a number ends at that number of the axis, and Black's half a number later.
        let first = if is_black_first { first } else { first - 0.5 };
        let number = |index: usize| first + index as f64 / 2.0;
        let moves = analysis.moves();
        let numbers =
            Axis { name: "move number", range: first..number(moves.len().max(1)), decimals: 0 };
        let percent = Axis { name: "expected score of White in %", range: 0.0..100.0, decimals: 0 };
        let mut panel = Panel::new(&title, numbers, percent, 0.0..HEIGHT);
        let scores = [analysis.start_score()].into_iter().chain(moves.iter().map(|mv| mv.score));
        let points: Vec<_> = (0..).map(number).zip(scores).collect();
        panel.area(LIGHT, DARK, &points);
        panel.level(50.0);
        panel.curve("", CURVE, points.iter().copied());
        for (index, mv) in (1..).zip(moves) {
            let played = game.tree.mv(mv.node);
            if let (Some(played), Some(assessment)) = (played, mv.assessment) {
                let san = position.numbered_san_line(&[played]).unwrap_or_default();
                let text = tooltip(&san, assessment, &analysis.positions()[index]);
                let border = if mv.side == Color::White { "#fff" } else { "#000" };
                panel.marker(points[index], color(assessment), border, &text);
            }
            position.make(played);
        }
        for assessment in MoveAssessment::ALL {
            let name = format!("{assessment} {}", assessment.symbol());
            panel.name_dots(&name, color(assessment));
        }
        Self(document(HEIGHT, &[panel.finish(LegendPlace::Below)]))
    }
}

impl fmt::Display for EvaluationChart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn color(assessment: MoveAssessment) -> &'static str {
    match assessment {
        MoveAssessment::Inaccuracy => "#4a90d9",
        MoveAssessment::Mistake => "#e0a800",
        MoveAssessment::Blunder => "#d0342c",
    }
}

/// Returns a text such as `White: accuracy 91.3 %, mean loss 2.4 points, 2 ?!, 1 ?, 0 ??`.
fn summary_line(side: Color, summary: &SideSummary) -> String {
    let name = if side == Color::White { "White" } else { "Black" };
    let SideSummary { inaccuracies, mistakes, blunders, .. } = summary;
    match (summary.accuracy, summary.average_loss) {
        (Some(accuracy), Some(loss)) => format!(
            "{name}: accuracy {accuracy:.1} %, mean loss {loss:.1} points, {inaccuracies} ?!, \
             {mistakes} ?, {blunders} ??"
        ),
        _ => format!("{name}: no moves"),
    }
}

/// Returns a text such as `12... Nf6??  #3`.
fn tooltip(san: &str, assessment: MoveAssessment, after: &EvaluatedPosition) -> String {
    let evaluation = if after.evaluation.is_checkmate() {
        "checkmate".to_owned()
    } else {
        format!("{:+}", after.evaluation.score())
    };
    format!("{san}{}  {evaluation}", assessment.symbol())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{AnalysisOptions, Evaluation};
    use crate::pgn::Games;

    fn chart(pgn: &str, centipawns: &[i32]) -> EvaluationChart {
        let (game, _) = Games::new(pgn.as_bytes()).next().unwrap().unwrap();
        let position = |&cp| EvaluatedPosition::new(Evaluation::Centipawns(cp));
        let positions = centipawns.iter().map(position).collect();
        let analysis =
            GameAnalysis::new(&game.tree, positions, &AnalysisOptions::default()).unwrap();
        EvaluationChart::new(&game, &analysis)
    }

    #[test]
    fn curve_and_markers_are_drawn() {
        let pgn = "[White \"A & <B>\"]\n[Black \"C\"]\n\n1. e4 g5 2. d4 1-0";
        let svg = chart(pgn, &[0, 0, 2000, 2000]).to_string();
        assert!(svg.contains(">A &amp; &lt;B&gt; – C, 1-0</text>"), "{svg}");
        // Expected scores of 50 % and 99.94 % are 203.0 and 58.2.
        let points = "96.0,203.0 360.0,203.0 624.0,58.2 888.0,58.2";
        assert!(svg.contains(&format!("<polyline points=\"{points}\"")), "{svg}");
        assert!(
            svg.contains(
                "<circle cx=\"624.0\" cy=\"58.2\" r=\"5\" fill=\"#d0342c\" stroke=\"#000\""
            ),
            "{svg}"
        );
        assert_eq!(svg.matches("<title>").count(), 1);
        assert!(svg.contains("<title>1... g5??  +20.00</title>"), "{svg}");
        assert!(
            svg.contains("Black: accuracy 8.6 %, mean loss 49.9 points, 0 ?!, 0 ?, 1 ??"),
            "{svg}"
        );
        // White's two moves are numbered.
        for label in ["x=\"360.0\" y=\"364\">1<", "x=\"888.0\" y=\"364\">2<"] {
            assert!(svg.contains(&format!("<text {label}")), "{svg}");
        }
    }

    #[test]
    fn games_without_moves_and_from_any_ply_are_drawn() {
        let svg = chart("*", &[0]).to_string();
        assert!(svg.contains("points=\"96.0,203.0\"") && svg.contains("White: no moves"), "{svg}");
        let fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 65535\"]\n\n1... Kd7 2. e4 *";
        assert!(chart(fen, &[0, 0, 0]).to_string().ends_with("</svg>\n"));
    }

    #[test]
    #[should_panic = "not part of the tree"]
    fn an_analysis_of_another_game_does_not_fit() {
        let game = |pgn: &str| Games::new(pgn.as_bytes()).next().unwrap().unwrap().0;
        // A blunder on the second move, which the shorter game does not have.
        let positions = [0, 0, 2000].map(|cp| EvaluatedPosition::new(Evaluation::Centipawns(cp)));
        let analysis =
            GameAnalysis::new(&game("1. e4 g5 *").tree, positions.into(), &Default::default());
        let _ = EvaluationChart::new(&game("1. e4 *"), &analysis.unwrap());
    }
}
