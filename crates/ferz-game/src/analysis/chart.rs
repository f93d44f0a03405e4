//! The chart of a game.

use super::{EvaluatedPosition, GameAnalysis, MoveAssessment, SideSummary};
use crate::pgn::{PgnGame, make};
use ferz::Color;
use std::fmt::{self, Write};

/// Width and height in pixels.
const SIZE: (u32, u32) = (900, 400);
/// The edges of the plot.
const LEFT: f64 = 58.0;
const RIGHT: f64 = 884.0;
const TOP: f64 = 62.0;
const BOTTOM: f64 = 352.0;
/// The largest number of labels of the horizontal axis.
const MAX_LABELS: u32 = 16;

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
#[derive(Clone, PartialEq, Debug)]
pub struct EvaluationChart {
    title: String,
    /// A line for each side.
    summaries: [String; 2],
    /// White's expected score in percent: before the first move and after each.
    scores: Vec<f64>,
    markers: Vec<Marker>,
    /// The number of plies before the game since the first move of the first number.
    first_ply: u32,
}

/// A marked move.
#[derive(Clone, PartialEq, Debug)]
struct Marker {
    /// The index of the position after the move.
    index: usize,
    side: Color,
    assessment: MoveAssessment,
    tooltip: String,
}

impl EvaluationChart {
    /// Creates the chart of a game.
    ///
    /// # Panics
    /// If a node of the analysis is not part of the game: it is that of another game.
    pub fn new(game: &PgnGame, analysis: &GameAnalysis) -> Self {
        let name = |tag| {
            let name = game.tags.get(tag).unwrap_or("?");
            name.chars().take(MAX_NAME).collect::<String>()
        };
        let moves = analysis.moves();
        let scores = [analysis.start_score()].into_iter().chain(moves.iter().map(|mv| mv.score));
        let start = game.tree.start();
        let is_black_first = start.side_to_move() == Color::Black;
        let mut position = start.clone();
        let mut markers = Vec::new();
        for (index, mv) in (1..).zip(moves) {
            let played = game.tree.mv(mv.node);
            if let (Some(played), Some(assessment)) = (played, mv.assessment) {
                let san = position.numbered_san_line(&[played]).unwrap_or_default();
                let tooltip = tooltip(&san, assessment, &analysis.positions()[index]);
                markers.push(Marker { index, side: mv.side, assessment, tooltip });
            }
            make(&mut position, played);
        }
        Self {
            title: format!("{} – {}, {}", name("White"), name("Black"), game.result),
            summaries: [Color::White, Color::Black]
                .map(|side| summary_line(side, analysis.summary(side))),
            scores: scores.collect(),
            markers,
            first_ply: 2 * (u32::from(start.fullmove_number()).max(1) - 1)
                + u32::from(is_black_first),
        }
    }

    /// Returns the horizontal place of a position.
    fn x(&self, index: usize) -> f64 {
        let last = self.scores.len().saturating_sub(1).max(1);
        LEFT + (RIGHT - LEFT) * index as f64 / last as f64
    }

    fn point(&self, index: usize) -> (f64, f64) {
        (self.x(index), y(self.scores[index]))
    }

    /// Writes the area below the curve, which is White's share, and the curve.
    fn write_curve(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = (RIGHT - LEFT, BOTTOM - TOP);
        let place = format!("x=\"{LEFT}\" y=\"{TOP}\" width=\"{width}\" height=\"{height}\"");
        writeln!(f, "<rect {place} fill=\"{DARK}\"/>")?;
        let mut points = String::new();
        for index in 0..self.scores.len() {
            let (x, y) = self.point(index);
            write!(points, "{x:.1},{y:.1} ")?;
        }
        let points = points.trim_end();
        let end = self.x(self.scores.len().saturating_sub(1));
        writeln!(
            f,
            "<polygon points=\"{LEFT},{BOTTOM} {points} {end:.1},{BOTTOM}\" fill=\"{LIGHT}\"/>"
        )?;
        self.write_grid(f)?;
        writeln!(
            f,
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{CURVE}\" stroke-width=\"2\" \
             stroke-linejoin=\"round\"/>"
        )
    }

    /// Writes the lines of the grid with their labels.
    fn write_grid(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "<g stroke=\"#8c8578\" stroke-width=\"1\" fill=\"#333\" font-size=\"12\">")?;
        for percent in [0_u8, 25, 50, 75, 100] {
            let y = y(percent.into());
            let style = if percent == 50 { "" } else { " stroke-opacity=\"0.35\"" };
            write!(f, "<path d=\"M{LEFT} {y}H{RIGHT}\"{style}/>")?;
            let place = format!("x=\"{}\" y=\"{}\"", LEFT - 6.0, y + 4.0);
            writeln!(f, "<text {place} stroke=\"none\" text-anchor=\"end\">{percent} %</text>")?;
        }
        let plies = self.scores.len().saturating_sub(1) as u32;
        let step = label_step(self.first_ply, plies);
        for number in (1..).map(|nth| nth * step) {
            // White's move of this number ends at this position.
            let Some(index) = (2 * number - 1).checked_sub(self.first_ply) else { continue };
            if index > plies {
                break;
            }
            let x = self.x(index as usize);
            write!(f, "<path d=\"M{x:.1} {TOP}V{BOTTOM}\" stroke-opacity=\"0.2\"/>")?;
            let place = format!("x=\"{x:.1}\" y=\"{}\"", BOTTOM + 16.0);
            writeln!(f, "<text {place} stroke=\"none\" text-anchor=\"middle\">{number}</text>")?;
        }
        writeln!(f, "</g>")
    }

    fn write_markers(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for marker in &self.markers {
            let (x, y) = self.point(marker.index);
            let border = if marker.side == Color::White { "#fff" } else { "#000" };
            write!(
                f,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"{}\" stroke=\"{border}\" \
                 stroke-width=\"1.5\"><title>",
                color(marker.assessment)
            )?;
            write_escaped(f, &marker.tooltip)?;
            writeln!(f, "</title></circle>")?;
        }
        Ok(())
    }

    /// Writes the title, the summaries, the legend and the names of the axes.
    fn write_texts(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<text x=\"{LEFT}\" y=\"24\" font-size=\"17\" fill=\"#111\">")?;
        write_escaped(f, &self.title)?;
        writeln!(f, "</text>")?;
        let [white, black] = &self.summaries;
        writeln!(
            f,
            "<text x=\"{LEFT}\" y=\"46\" font-size=\"13\" fill=\"#333\">{white} | {black}</text>"
        )?;
        for (assessment, place) in MoveAssessment::ALL.into_iter().zip([300.0, 195.0, 105.0]) {
            let x = RIGHT - place;
            let (color, y) = (color(assessment), BOTTOM + 34.0);
            write!(f, "<circle cx=\"{x}\" cy=\"{}\" r=\"5\" fill=\"{color}\"/>", y - 4.0)?;
            writeln!(
                f,
                "<text x=\"{}\" y=\"{y}\" font-size=\"12\" fill=\"#333\">{assessment} {}</text>",
                x + 10.0,
                assessment.symbol()
            )?;
        }
        let y = BOTTOM + 34.0;
        writeln!(
            f,
            "<text x=\"{LEFT}\" y=\"{y}\" font-size=\"12\" fill=\"#333\">move number</text>"
        )?;
        let middle = f64::midpoint(TOP, BOTTOM);
        writeln!(
            f,
            "<text transform=\"translate(14 {middle}) rotate(-90)\" font-size=\"12\" fill=\"#333\" \
             text-anchor=\"middle\">expected score of White</text>"
        )
    }
}

impl fmt::Display for EvaluationChart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = SIZE;
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\">"
        )?;
        writeln!(f, "<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>")?;
        self.write_curve(f)?;
        self.write_markers(f)?;
        self.write_texts(f)?;
        writeln!(f, "</svg>")
    }
}

/// Returns the vertical place of a score in percent.
fn y(score: f64) -> f64 {
    BOTTOM - (BOTTOM - TOP) * score / 100.0
}

/// Returns the difference between the move numbers of labels: 1, 2, 5, 10 and so on.
fn label_step(first_ply: u32, plies: u32) -> u32 {
    let numbers = (first_ply % 2 + plies).div_ceil(2);
    let steps = (0..).map(|power| 10_u32.saturating_pow(power));
    let mut steps =
        steps.flat_map(|power| [1, 2, 5].map(|factor: u32| factor.saturating_mul(power)));
    steps.find(|&step| numbers / step <= MAX_LABELS).unwrap_or(u32::MAX)
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

/// Writes a text with the characters of XML as entities. Control characters, which XML forbids, are
/// left out.
fn write_escaped(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    for c in text.chars() {
        match c {
            '&' => f.write_str("&amp;")?,
            '<' => f.write_str("&lt;")?,
            '>' => f.write_str("&gt;")?,
            '"' => f.write_str("&quot;")?,
            c if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') => {}
            c => f.write_char(c)?,
        }
    }
    Ok(())
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
        // Expected scores of 50 % and 99.94 % are 207.0 and 62.2.
        let points = "58.0,207.0 333.3,207.0 608.7,62.2 884.0,62.2";
        assert!(svg.contains(&format!("<polyline points=\"{points}\"")), "{svg}");
        assert!(
            svg.contains(
                "<circle cx=\"608.7\" cy=\"62.2\" r=\"5\" fill=\"#d0342c\" stroke=\"#000\""
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
        for label in ["x=\"333.3\" y=\"368\"", "x=\"884.0\" y=\"368\""] {
            assert!(svg.contains(&format!("<text {label} stroke=\"none\"")), "{svg}");
        }
        assert_eq!(svg.matches("stroke-opacity=\"0.2\"").count(), 2, "{svg}");
    }

    #[test]
    fn games_without_moves_and_from_any_ply_are_drawn() {
        let svg = chart("*", &[0]).to_string();
        assert!(svg.contains("points=\"58.0,207.0\"") && svg.contains("White: no moves"), "{svg}");
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

    #[test]
    fn labels_are_few() {
        for (first_ply, plies, step) in [
            (0, 1, 1),
            (0, 32, 1),
            (0, 34, 2),
            (1, 33, 2),
            (0, 66, 2),
            (0, 68, 5),
            (80, 20, 1),
            (0, 400, 20),
        ] {
            assert_eq!(label_step(first_ply, plies), step, "{first_ply} {plies}");
        }
    }
}
