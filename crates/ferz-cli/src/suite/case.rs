//! A position of a suite with its expected moves.

use crate::common::files::read_text;
use crate::common::prelude::*;
use ferz::notation::Epd;
use ferz_session::port::SearchOutcome;

/// A position of a suite with the moves and the mate that solve it.
pub(super) struct Case {
    /// The line of the file, from 1.
    pub(super) line: usize,
    /// The operation `id`, else the number of the line.
    pub(super) id: String,
    pub(super) position: Position,
    best_moves: Vec<Move>,
    avoid_moves: Vec<Move>,
    mate_in: Option<i64>,
    /// The points of moves, from `c0`.
    points: Vec<(Move, u32)>,
}

/// A line of a suite that is no case.
#[derive(Serialize)]
pub(super) struct RefusedLine {
    /// The line of the file, from 1.
    pub(super) line: usize,
    pub(super) reason: String,
}

/// The lines of a suite.
pub(super) struct Suite {
    /// At least one case.
    pub(super) cases: Vec<Case>,
    pub(super) refused: Vec<RefusedLine>,
}

impl Suite {
    /// Reads the lines of a file. Blank lines and lines that begin with `#` are skipped.
    ///
    /// # Errors
    /// If the file cannot be read or has no line that is a case: the first refused line if there is one.
    pub(super) fn read(path: &Path, args: PositionArgs) -> Result<Self, Error> {
        let text = read_text(path)?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let mut suite = Self { cases: Vec::new(), refused: Vec::new() };
        for (line, text) in (1..).zip(text.lines()) {
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            match Case::read(line, text, args) {
                Ok(case) => suite.cases.push(case),
                Err(reason) => suite.refused.push(RefusedLine { line, reason }),
            }
        }
        match (&suite.cases[..], &suite.refused[..]) {
            ([], []) => Err(Error::line(path, 1, "expected a position, found none")),
            ([], [first, ..]) => Err(Error::line(path, first.line, &first.reason)),
            _ => Ok(suite),
        }
    }
}

impl Case {
    /// Reads a line. The error is its text.
    fn read(line: usize, text: &str, args: PositionArgs) -> Result<Self, String> {
        let epd: Epd = text.parse().map_err(|error| format!("{error}"))?;
        let mut position = Position::from_setup_ignoring(epd.setup(), args.ignored_faults())
            .map_err(|invalid| Error::from(invalid).to_string())?;
        if args.chess960 {
            position.set_chess960(true);
        }
        let moves = |opcode: &str| {
            let moves = epd.get(opcode).map(|operation| operation.as_moves(&position)).transpose();
            moves.map(Option::unwrap_or_default).map_err(|error| format!("{opcode}: {error}"))
        };
        let mate_in = epd.get("dm").map(|operation| operation.as_integer()).transpose();
        let mate_in = mate_in.map_err(|error| format!("dm: {error}"))?;
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
            return Err("expected an operation bm, am or dm, or c0 with points".to_owned());
        }
        Ok(case)
    }

    /// Returns true if a search fulfils every operation: its move is one of `bm` and none of `am`, and
    /// it found a mate in at most `dm` moves. With points alone, its move has the most points.
    pub(super) fn is_solved_by(&self, searched: &SearchOutcome) -> bool {
        let mate = searched.score.and_then(|score| score.mates_in());
        self.accepts(searched.best)
            && self.mate_in.is_none_or(|limit| mate.is_some_and(|moves| i64::from(moves) <= limit))
    }

    /// Returns true if a move fulfils `bm` and `am`, or has the most points if there are only points.
    pub(super) fn accepts(&self, best: Option<Move>) -> bool {
        let Some(best) = best else { return false };
        if self.best_moves.is_empty() && self.avoid_moves.is_empty() && self.mate_in.is_none() {
            return self.points_of(Some(best)) == self.max_points();
        }
        (self.best_moves.is_empty() || self.best_moves.contains(&best))
            && !self.avoid_moves.contains(&best)
    }

    /// Returns the points of a move; `None` if the position has no points.
    pub(super) fn points_of(&self, best: Option<Move>) -> Option<u32> {
        let points = self.points.iter().find(|(mv, _)| Some(*mv) == best);
        (!self.points.is_empty()).then(|| points.map_or(0, |&(_, points)| points))
    }

    /// Returns the most points of a move; `None` if the position has no points.
    pub(super) fn max_points(&self) -> Option<u32> {
        self.points.iter().map(|&(_, points)| points).max()
    }

    /// Returns the expected moves as text, such as `bm Qg6` or `dm 3`.
    pub(super) fn expected(&self) -> String {
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
    use ferz_session::port::LineScore;

    const STRICT: PositionArgs = PositionArgs { chess960: false, lenient: false };

    fn searched(case: &Case, san: &str, mate: Option<i32>) -> SearchOutcome {
        SearchOutcome {
            best: Some(case.position.parse_san(san).unwrap()),
            score: mate.map(|moves| LineScore { score: Score::Mate(moves), bound: Bound::Exact }),
            ..SearchOutcome::default()
        }
    }

    #[test]
    fn operations_are_expectations() {
        let read = |operations: &str| {
            Case::read(7, &format!("4k3/P7/8/8/8/8/4P3/4K3 w - - {operations}"), STRICT)
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
            read("c0 \"the pawn moves\";").is_err_and(|reason| reason.contains("bm, am or dm"))
        );
        assert!(read("bm e5;").is_err_and(|reason| reason.starts_with("bm: move 1: ")));
        assert!(read("dm soon;").is_err_and(|reason| reason.starts_with("dm: ")));
    }
}
