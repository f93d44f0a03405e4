//! A line of an analysis: the value that all users of an engine receive, and its JSON form.

use ferz::{Bound, Color, Move, Position, Score};
use ferz_engine::PvLine;
use ferz_engine::eval::wdl::WinRates;
use ferz_game::analysis::{Evaluation, ScoreCurve};
use std::time::Duration;

/// A line of a search with its score, from the view of the side to move at its start.
#[derive(Clone, PartialEq, Debug)]
pub struct AnalysisLine {
    /// The rank among the best lines, from 1.
    pub rank: usize,
    /// The depth of the iteration in plies.
    pub depth: u32,
    /// The depth of the deepest line in plies.
    pub seldepth: u32,
    /// The score from the view of the side to move.
    pub score: LineScore,
    /// The wins, draws and losses of the side to move per mille, if the engine tells them.
    pub wdl: Option<[u16; 3]>,
    /// The nodes of all threads.
    pub nodes: u64,
    /// The time since the start of the search.
    pub elapsed: Duration,
    /// The part of the transposition table in use, per mille.
    pub hashfull: u16,
    /// The tablebase hits of all threads.
    pub tb_hits: u64,
    /// Legal moves; an engine can send a score without any.
    pub moves: Vec<Move>,
}

impl From<PvLine> for AnalysisLine {
    fn from(line: PvLine) -> Self {
        let rates = if line.proven { WinRates::proven } else { WinRates::of };
        let WinRates { win, draw, loss } = rates(line.value);
        Self {
            rank: line.multipv,
            depth: line.depth,
            seldepth: line.seldepth,
            score: LineScore { score: line.score(), bound: line.bound },
            wdl: Some([win, draw, loss].map(|rate| rate as u16)),
            nodes: line.nodes,
            elapsed: line.elapsed,
            hashfull: line.hashfull as u16,
            tb_hits: line.tb_hits,
            moves: line.pv,
        }
    }
}

impl AnalysisLine {
    /// Returns the nodes per second; at least a millisecond counts as elapsed.
    pub fn speed(&self) -> u64 {
        (self.nodes as f64 / self.elapsed.as_secs_f64().max(0.001)) as u64
    }

    /// Replaces the line of the same rank, or adds the line. The last line can be a bound, whose move is
    /// the one to play.
    pub fn update(self, lines: &mut Vec<Self>) {
        match lines.iter_mut().find(|old| old.rank == self.rank) {
            Some(old) => *old = self,
            None => lines.push(self),
        }
        lines.sort_by_key(|line| line.rank);
    }
}

/// The score of a line from the view of the side to move, with its bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LineScore {
    /// The score.
    #[cfg_attr(feature = "serde", serde(flatten, with = "ScoreFields"))]
    pub score: Score,
    /// The bound of the score.
    #[cfg_attr(feature = "serde", serde(with = "BoundName"))]
    pub bound: Bound,
}

impl LineScore {
    /// Returns the number of moves in which the side to move gives mate.
    pub fn mates_in(self) -> Option<i32> {
        match self.score {
            Score::Mate(moves @ 1..) if self.bound != Bound::Upper => Some(moves),
            _ => None,
        }
    }

    /// Returns the expected score of the side to move in percent, by the curve that judges moves.
    pub fn expected(self) -> f64 {
        let evaluation = Evaluation::new(self.score, Color::White);
        100.0 * ScoreCurve::default().expected_score(evaluation)
    }
}

/// Returns a text of each move of a line from a position, such as the move in SAN.
pub fn line_texts(
    position: &Position,
    line: &[Move],
    text: impl Fn(&Position, Move) -> String,
) -> Vec<String> {
    let mut position = position.clone();
    let next = |&mv: &Move| {
        let text = text(&position, mv);
        position.do_move(mv);
        text
    };
    line.iter().map(next).collect()
}

#[cfg(feature = "serde")]
mod json {
    use super::{AnalysisLine, LineScore, line_texts};
    use ferz::{Bound, Position, Score};
    use serde::Serialize;

    /// The JSON object of a line.
    #[derive(Serialize)]
    pub struct LineObject {
        rank: usize,
        depth: u32,
        seldepth: u32,
        score: LineScore,
        /// The expected score of the side to move in percent, with two decimals.
        expected: f64,
        #[serde(skip_serializing_if = "Option::is_none")]
        wdl: Option<[u16; 3]>,
        nodes: u64,
        seconds: f64,
        nps: u64,
        hashfull: u16,
        pv: Vec<String>,
        san: Vec<String>,
    }

    impl AnalysisLine {
        /// Returns the JSON object of the line from its position.
        pub fn object(&self, position: &Position) -> LineObject {
            LineObject {
                rank: self.rank,
                depth: self.depth,
                seldepth: self.seldepth,
                score: self.score,
                expected: (self.score.expected() * 100.0).round() / 100.0,
                wdl: self.wdl,
                nodes: self.nodes,
                seconds: self.elapsed.as_secs_f64(),
                nps: self.speed(),
                hashfull: self.hashfull,
                pv: line_texts(position, &self.moves, |position, mv| position.uci(mv).to_string()),
                san: line_texts(position, &self.moves, |position, mv| position.san(mv).to_string()),
            }
        }
    }

    /// The JSON field of a score, `cp` or `mate`, for a flattened field.
    #[derive(Serialize)]
    #[serde(remote = "Score", rename_all = "lowercase")]
    pub enum ScoreFields {
        /// Centipawns: at 100, half of the games are won.
        Cp(i32),
        /// The number of moves to mate; negative or 0 if the side of the score is mated.
        Mate(i32),
    }

    /// The JSON text of a bound.
    #[derive(Serialize)]
    #[serde(remote = "Bound", rename_all = "lowercase")]
    pub(super) enum BoundName {
        Exact,
        Lower,
        Upper,
    }
}

#[cfg(feature = "serde")]
use json::BoundName;
#[cfg(feature = "serde")]
pub use json::{LineObject, ScoreFields};

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "serde")]
    #[test]
    fn scores_are_objects_with_centipawns_or_moves_to_mate() {
        let json = |score, bound| serde_json::to_string(&LineScore { score, bound }).unwrap();
        let cp = json(Score::Cp(-31), Bound::Exact);
        assert_eq!(cp, r#"{"cp":-31,"bound":"exact"}"#);
        let mate = json(Score::Mate(3), Bound::Lower);
        assert_eq!(mate, r#"{"mate":3,"bound":"lower"}"#);
    }

    #[test]
    fn mates_that_are_upper_bounds_are_not_proven() {
        let score = LineScore { score: Score::Mate(2), bound: Bound::Upper };
        assert_eq!(score.mates_in(), None);
        assert_eq!(LineScore { bound: Bound::Lower, ..score }.mates_in(), Some(2));
    }

    #[test]
    fn expected_scores_are_those_of_the_side_to_move() {
        let expected = |score| LineScore { score, bound: Bound::Exact }.expected().round();
        let found = [Score::Cp(0), Score::Cp(-300), Score::Mate(2), Score::Mate(-2)].map(expected);
        assert_eq!(found, [50.0, 25.0, 100.0, 0.0]);
    }
}
