//! The result of an analysis as JSON, and the notation of scores.

use super::tablebases::TablebaseResult;
use crate::error::Error;
use crate::text::{self, per_second};
use ferz::{Color, Position};
use ferz_engine::eval::wdl::centipawns;
use ferz_engine::value::{Bound, moves_to_mate};
use ferz_engine::{Line, SearchResult};
use ferz_game::analysis::Evaluation;
use ferz_uci::{Score, ScoreBound, ScoreValue};
use serde::Serialize;
use std::fmt;
use std::time::Duration;

/// The JSON object of an analysis.
#[derive(Serialize)]
struct Analysis {
    fen: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    nps: u128,
    best: Option<String>,
    lines: Vec<AnalysisLine>,
    /// Tablebase result of the position, if tables with it were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    tablebase: Option<TablebaseResult>,
}

/// The JSON object of a line.
#[derive(Serialize)]
struct AnalysisLine {
    rank: usize,
    depth: u32,
    seldepth: u32,
    score: LineScore,
    pv: Vec<String>,
    san: Vec<String>,
}

impl AnalysisLine {
    fn new(root: &Position, line: &Line) -> Self {
        let mut position = root.clone();
        let (mut pv, mut san) = (Vec::new(), Vec::new());
        for &mv in &line.pv {
            pv.push(position.uci(mv).to_string());
            san.push(position.san(mv).to_string());
            position.do_move(mv);
        }
        let (rank, depth, seldepth) = (line.multipv, line.depth, line.seldepth);
        Self { rank, depth, seldepth, score: LineScore::new(line), pv, san }
    }
}

/// The score of a line from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct LineScore {
    /// Centipawns: at 100, half of the games are won.
    #[serde(skip_serializing_if = "Option::is_none")]
    cp: Option<i32>,
    /// The number of moves to mate; negative or 0 if the side to move is mated.
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
    /// `exact`, `lower` or `upper`.
    bound: &'static str,
}

impl LineScore {
    /// Returns the score of a line.
    pub(crate) fn new(line: &Line) -> Self {
        let mate = moves_to_mate(line.value);
        let cp = mate.is_none().then(|| centipawns(line.value));
        let bound = match line.bound {
            Bound::Exact => "exact",
            Bound::Lower => "lower",
            Bound::Upper => "upper",
        };
        Self { cp, mate, bound }
    }

    /// Returns the evaluation from White's view of a position with this side to move.
    pub(crate) fn evaluation(self, side: Color) -> Evaluation {
        let sign = if side == Color::White { 1 } else { -1 };
        match (self.mate, self.cp) {
            (Some(moves), _) => Evaluation::Mate {
                winner: if moves > 0 { side } else { !side },
                moves: moves.unsigned_abs(),
            },
            (None, cp) => Evaluation::Centipawns(cp.unwrap_or(0).saturating_mul(sign)),
        }
    }

    /// Returns the number of moves in which the side to move gives mate.
    pub(crate) fn mates_in(self) -> Option<i32> {
        self.mate.filter(|&moves| moves > 0 && self.bound != "upper")
    }
}

/// Converts the score of an `info` line.
impl From<Score> for LineScore {
    fn from(score: Score) -> Self {
        let (cp, mate) = match score.value {
            ScoreValue::Cp(cp) => (Some(cp), None),
            ScoreValue::Mate(moves) => (None, Some(moves)),
        };
        let bound = match score.bound {
            ScoreBound::Exact => "exact",
            ScoreBound::Lower => "lower",
            ScoreBound::Upper => "upper",
        };
        Self { cp, mate, bound }
    }
}

/// Writes `+0.31` in pawns, `#3` and `-#3` for mates.
impl fmt::Display for LineScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match (self.mate, self.cp.unwrap_or(0)) {
            (Some(moves @ 1..), _) => format!("#{moves}"),
            (Some(moves), _) => format!("-#{}", -moves),
            (None, 0) => "0.00".to_owned(),
            (None, cp) => format!("{:+.2}", f64::from(cp) / 100.0),
        };
        f.pad(&text)
    }
}

/// Prints the result as one JSON object.
pub(super) fn print_json(
    position: &Position,
    result: &SearchResult,
    lines: &[Line],
    tablebase: Option<TablebaseResult>,
    elapsed: Duration,
) -> Result<(), Error> {
    let analysis = Analysis {
        fen: position.fen(),
        depth: result.depth,
        nodes: result.nodes,
        seconds: elapsed.as_secs_f64(),
        nps: per_second(result.nodes.into(), elapsed),
        best: result.best.map(|mv| position.uci(mv).to_string()),
        lines: lines.iter().map(|line| AnalysisLine::new(position, line)).collect(),
        tablebase,
    };
    text::print_json(&analysis)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_written_in_pawns_and_moves_to_mate() {
        let score = |cp, mate| LineScore { cp, mate, bound: "exact" }.to_string();
        assert_eq!(score(Some(31), None), "+0.31");
        assert_eq!(score(Some(-1_205), None), "-12.05");
        assert_eq!(score(Some(0), None), "0.00");
        assert_eq!(score(None, Some(3)), "#3");
        assert_eq!(score(None, Some(-3)), "-#3");
        assert_eq!(score(None, Some(0)), "-#0");
    }

    #[test]
    fn evaluations_are_those_of_white() {
        let mate = |winner, moves| Evaluation::Mate { winner, moves };
        for (cp, moves, white, black) in [
            (Some(31), None, Evaluation::Centipawns(31), Evaluation::Centipawns(-31)),
            (None, Some(3), mate(Color::White, 3), mate(Color::Black, 3)),
            (None, Some(-2), mate(Color::Black, 2), mate(Color::White, 2)),
        ] {
            let score = LineScore { cp, mate: moves, bound: "exact" };
            assert_eq!(score.evaluation(Color::White), white);
            assert_eq!(score.evaluation(Color::Black), black);
        }
    }
}
