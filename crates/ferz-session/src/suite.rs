//! The positions of test suites in EPD, and whether a search solves them.

use crate::port::{LineScore, PortError, SearchEngine, SearchOutcome};
use ferz::notation::{Epd, EpdError};
use ferz::{InvalidSetup, Move, Position, SetupFaults};
use ferz_engine::{Control, Limits};
use std::fmt::Display;
use std::time::Duration;

/// The reason why a line of EPD is no position of a suite.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CaseError {
    /// The line is no EPD.
    #[error(transparent)]
    Epd(#[from] EpdError),
    /// The position is invalid.
    #[error(transparent)]
    Setup(#[from] InvalidSetup),
    /// An operation has no moves or no number.
    #[error("{opcode}: {reason}")]
    Operation {
        /// The name of the operation.
        opcode: String,
        /// The reason.
        reason: String,
    },
    /// The line has no expected move.
    #[error("expected an operation bm, am or dm, or c0 with points")]
    Unsolvable,
}

/// A position of a suite with the moves and the mate that solve it.
pub struct EpdCase {
    /// The line of the file, from 1.
    pub line: usize,
    /// The operation `id`, else the number of the line.
    pub id: String,
    /// The position.
    pub position: Position,
    best_moves: Vec<Move>,
    avoid_moves: Vec<Move>,
    mate_in: Option<i64>,
    /// The points of moves, from `c0`.
    points: Vec<(Move, u32)>,
}

impl EpdCase {
    /// Reads a line of EPD. `ignored` are the faults that the position may have; with `chess960`, castling moves are those of
    /// Chess960 in UCI notation.
    ///
    /// # Errors
    /// If the line is no position with expected moves.
    pub fn read(
        line: usize,
        text: &str,
        ignored: SetupFaults,
        chess960: bool,
    ) -> Result<Self, CaseError> {
        let epd: Epd = text.parse()?;
        let mut position = Position::from_setup_ignoring(epd.setup(), ignored)?;
        if chess960 {
            position.set_chess960(true);
        }
        let invalid = |opcode: &str, reason: &dyn Display| CaseError::Operation {
            opcode: opcode.to_owned(),
            reason: reason.to_string(),
        };
        let moves = |opcode: &str| {
            let moves = epd.get(opcode).map(|operation| operation.as_moves(&position)).transpose();
            moves.map(Option::unwrap_or_default).map_err(|error| invalid(opcode, &error))
        };
        let mate_in = epd.get("dm").map(|operation| operation.as_integer()).transpose();
        let mate_in = mate_in.map_err(|error| invalid("dm", &error))?;
        let comment = epd.get("c0").and_then(|operation| operation.as_text().ok());
        let id = epd.get("id").and_then(|operation| operation.as_text().ok());
        let case = Self {
            line,
            id: id.map_or_else(|| format!("line {line}"), str::to_owned),
            best_moves: moves("bm")?,
            avoid_moves: moves("am")?,
            mate_in,
            points: comment.and_then(|text| points(&position, text)).unwrap_or_default(),
            position,
        };
        if case.expected().is_empty() {
            return Err(CaseError::Unsolvable);
        }
        Ok(case)
    }

    /// Searches the position as the first of a new game.
    ///
    /// # Errors
    /// If the engine fails.
    pub fn search(
        &self,
        engine: &mut SearchEngine,
        limits: &Limits,
        control: &Control,
    ) -> Result<SuiteResult, PortError> {
        let mut found_after = None;
        let mut on_line = |first: Option<Move>, elapsed: Duration| {
            if !self.accepts(first) {
                found_after = None;
            } else if found_after.is_none() {
                found_after = Some(elapsed);
            }
        };
        engine.new_game()?;
        let searched = engine.search(&self.position, &[], limits, control, &mut on_line)?;
        let (best, time) = (searched.best, searched.time);
        on_line(best, time);
        Ok(SuiteResult {
            best: best.map(|mv| self.position.uci(mv).to_string()),
            san: best.map(|mv| self.position.san(mv).to_string()),
            solved: self.is_solved_by(&searched),
            points: self.points_of(best),
            score: searched.score,
            depth: searched.depth,
            nodes: searched.nodes,
            seconds: time.as_secs_f64(),
            found_after: found_after.map(|time| time.as_secs_f64()),
            time,
        })
    }

    /// Returns true if a search fulfils every operation: its move is one of `bm` and none of `am`, and
    /// it found a mate in at most `dm` moves. With points alone, its move has the most points.
    pub fn is_solved_by(&self, searched: &SearchOutcome) -> bool {
        let mate = searched.score.and_then(|score| score.mates_in());
        self.accepts(searched.best)
            && self.mate_in.is_none_or(|limit| mate.is_some_and(|moves| i64::from(moves) <= limit))
    }

    /// Returns true if a move fulfils `bm` and `am`, or has the most points if there are only points.
    pub fn accepts(&self, best: Option<Move>) -> bool {
        let Some(best) = best else { return false };
        if self.best_moves.is_empty() && self.avoid_moves.is_empty() && self.mate_in.is_none() {
            return self.points_of(Some(best)) == self.max_points();
        }
        (self.best_moves.is_empty() || self.best_moves.contains(&best))
            && !self.avoid_moves.contains(&best)
    }

    /// Returns the points of a move; `None` if the position has no points.
    pub fn points_of(&self, best: Option<Move>) -> Option<u32> {
        let points = self.points.iter().find(|(mv, _)| Some(*mv) == best);
        (!self.points.is_empty()).then(|| points.map_or(0, |&(_, points)| points))
    }

    /// Returns the most points of a move; `None` if the position has no points.
    pub fn max_points(&self) -> Option<u32> {
        self.points.iter().map(|&(_, points)| points).max()
    }

    /// Returns the expected moves as text, such as `bm Qg6` or `dm 3`.
    pub fn expected(&self) -> String {
        let list = |opcode: &str, moves: &[Move]| {
            let san = moves.iter().map(|&mv| format!(" {}", self.position.san(mv)));
            (!moves.is_empty()).then(|| format!("{opcode}{}", san.collect::<String>()))
        };
        let operations = [
            list("bm", &self.best_moves),
            list("am", &self.avoid_moves),
            self.mate_in.map(|moves| format!("dm {moves}")),
        ];
        let mut text = operations.into_iter().flatten().collect::<Vec<_>>().join(", ");
        if text.is_empty()
            && let Some((best, _)) = self.points.iter().max_by_key(|(_, points)| points)
        {
            text = self.position.san(*best).to_string();
        }
        text
    }
}

/// The search of a position by an engine, and its JSON object.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SuiteResult {
    /// The best move in UCI notation.
    pub best: Option<String>,
    /// The best move in SAN.
    pub san: Option<String>,
    /// Set if the search solves the position.
    pub solved: bool,
    /// The points of the move, if the position has points.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub points: Option<u32>,
    /// The score.
    pub score: Option<LineScore>,
    /// The depth in plies.
    pub depth: u32,
    /// The number of nodes.
    pub nodes: u64,
    /// The time in seconds.
    pub seconds: f64,
    /// The time after which the first move of the best line stayed an expected one.
    pub found_after: Option<f64>,
    /// The time.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub time: Duration,
}

/// The totals of an engine, and their JSON object.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SuiteTotals {
    /// The name of the engine.
    pub name: String,
    /// The number of positions.
    pub positions: usize,
    /// The number of positions that are solved.
    pub solved: usize,
    /// The sum of the points, if a position has points.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub points: Option<u32>,
    /// The sum of the most points.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub max_points: Option<u32>,
    /// The number of nodes.
    pub nodes: u64,
    /// The time in seconds.
    pub seconds: f64,
    /// The number of nodes per second, 0 without time.
    pub nps: u128,
    /// The time.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub time: Duration,
}

impl SuiteTotals {
    /// Adds the search of a position.
    pub fn add(&mut self, case: &EpdCase, found: &SuiteResult) {
        self.positions += 1;
        self.solved += usize::from(found.solved);
        let sum = |total: Option<u32>, points: Option<u32>| match (total, points) {
            (None, None) => None,
            (total, points) => Some(total.unwrap_or(0).saturating_add(points.unwrap_or(0))),
        };
        self.points = sum(self.points, found.points);
        self.max_points = sum(self.max_points, case.max_points());
        self.nodes = self.nodes.saturating_add(found.nodes);
        self.time += found.time;
        self.seconds = self.time.as_secs_f64();
        let nanos = self.time.as_nanos();
        self.nps = (u128::from(self.nodes) * 1_000_000_000).checked_div(nanos).unwrap_or(0);
    }
}

/// Parses points of moves such as `f5=10, Be5+=2, e8=Q=7`, the `c0` of the Strategic Test Suite.
/// Returns `None` for any other text.
fn points(position: &Position, text: &str) -> Option<Vec<(Move, u32)>> {
    let entries = text.split(',').map(str::trim).filter(|entry| !entry.is_empty());
    let parse = |entry: &str| {
        let (san, points) = entry.rsplit_once('=')?;
        Some((position.parse_san(san).ok()?, points.trim().parse().ok()?))
    };
    entries.map(parse).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::{Bound, Score};

    fn searched(case: &EpdCase, san: &str, mate: Option<i32>) -> SearchOutcome {
        SearchOutcome {
            best: Some(case.position.parse_san(san).unwrap()),
            score: mate.map(|moves| LineScore { score: Score::Mate(moves), bound: Bound::Exact }),
            ..SearchOutcome::default()
        }
    }

    #[test]
    fn operations_are_expectations() {
        let read = |operations: &str| {
            EpdCase::read(
                7,
                &format!("4k3/P7/8/8/8/8/4P3/4K3 w - - {operations}"),
                SetupFaults::NONE,
                false,
            )
        };
        let case = read("bm e4 a8=Q; id \"two moves\";").unwrap();
        assert_eq!((case.id.as_str(), case.expected().as_str()), ("two moves", "bm e4 a8=Q+"));
        assert!(case.is_solved_by(&searched(&case, "e4", None)));
        assert!(!case.is_solved_by(&searched(&case, "a8=R", None)));

        let case = read("am e3;").unwrap();
        assert_eq!(case.id, "line 7");
        assert!(case.is_solved_by(&searched(&case, "e4", None)));
        assert!(!case.is_solved_by(&searched(&case, "e3", None)));

        let case = read("dm 3;").unwrap();
        assert!(case.is_solved_by(&searched(&case, "e4", Some(3))));
        assert!(!case.is_solved_by(&searched(&case, "e4", Some(4))));
        assert!(!case.is_solved_by(&searched(&case, "e4", Some(-2))));
        assert!(!case.is_solved_by(&searched(&case, "e4", None)));

        let case = read("bm a8=Q; c0 \"a8=Q=10, e4=3\";").unwrap();
        let best = |san| Some(case.position.parse_san(san).unwrap());
        assert_eq!(case.points_of(best("a8=Q")), Some(10));
        assert_eq!(case.points_of(best("e4")), Some(3));
        assert_eq!(case.points_of(best("e3")), Some(0));
        assert_eq!(case.max_points(), Some(10));
        let case = read("c0 \"a8=Q=10, e4=3\";").unwrap();
        assert!(case.is_solved_by(&searched(&case, "a8=Q", None)));
        assert!(!case.is_solved_by(&searched(&case, "e4", None)));

        assert_eq!(read("bm e4; c0 \"the pawn moves\";").unwrap().max_points(), None);
        assert!(
            read("c0 \"the pawn moves\";")
                .is_err_and(|reason| reason.to_string().contains("bm, am or dm"))
        );
        assert!(read("bm e5;").is_err_and(|reason| reason.to_string().starts_with("bm: move 1: ")));
        assert!(read("dm soon;").is_err_and(|reason| reason.to_string().starts_with("dm: ")));
    }
}
