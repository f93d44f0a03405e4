//! Perft suites: positions with the expected number of leaves at some depths.
//!
//! Each line is an EPD of the form `FEN ;D1 20 ;D2 400`, standard chess and Chess960 mixed. Blank
//! lines and lines that begin with `#` are skipped; an invalid line is reported and the others are
//! checked.
//!
//! ```
//! use ferz::SetupFaults;
//! use ferz_perft::{CountOptions, Suite};
//! use std::ops::ControlFlow;
//!
//! let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8903";
//! let suite = Suite::parse(text, SetupFaults::NONE);
//! let report = suite.check(&CountOptions::default(), |_| ControlFlow::Continue(()))?;
//! assert_eq!(report.leaves, 20 + 400 + 8_902);
//! assert_eq!((report.mismatches[0].depth, report.mismatches[0].counted), (3, 8_902));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::parallel;
use crate::parallel::{CountOptions, Error, Event, unless_cancelled};
use ferz::notation::{Epd, EpdError, truncated};
use ferz::{InvalidSetup, Position, SetupFaults};
use std::ops::ControlFlow;

/// Largest depth that a suite may name.
pub const MAX_DEPTH: u32 = 64;

/// Positions with expected counts.
#[derive(Clone, Debug)]
pub struct Suite {
    /// Rows in the order of the text.
    pub rows: Vec<SuiteRow>,
    /// Lines that are no rows, in the order of the text, such as one with an illegal position. A
    /// check counts them as failed.
    pub invalid: Vec<SuiteError>,
}

/// Position with expected counts.
#[derive(Clone, Debug)]
pub struct SuiteRow {
    /// Number of the line, from 1.
    pub line: usize,
    /// Position.
    pub position: Position,
    /// Depths and expected numbers of leaves.
    pub counts: Vec<(u32, u128)>,
}

/// Invalid line of a suite.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct SuiteError {
    /// Number of the line, from 1.
    pub line: usize,
    /// Problem with the line.
    pub problem: SuiteProblem,
}

/// Problem with a line of a suite.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SuiteProblem {
    /// The line is no EPD.
    #[error(transparent)]
    Epd(#[from] EpdError),
    /// The position is not legal.
    #[error(transparent)]
    Setup(#[from] InvalidSetup),
    /// The line has a position without counts.
    #[error("expected counts like \"D1 20\", found none")]
    NoCounts,
    /// An operation is no count, or its depth is above [`MAX_DEPTH`]; holds the operation, as
    /// [`truncated`] shortens it.
    #[error("expected a count like \"D3 8902\", found {0:?}")]
    NotACount(String),
}

/// Count that differs from the expected one.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Mismatch {
    /// Number of the line, from 1.
    pub line: usize,
    /// FEN of the position.
    pub fen: String,
    /// Depth of the count.
    pub depth: u32,
    /// Number of leaves in the suite.
    pub expected: u128,
    /// Number of leaves counted.
    pub counted: u128,
}

/// Result of a check.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SuiteReport {
    /// Number of leaves counted in all.
    pub leaves: u128,
    /// Counts that differ from the expected ones, in the order of the suite.
    pub mismatches: Vec<Mismatch>,
}

/// Progress of a check.
#[derive(Clone, Copy, Debug)]
pub enum SuiteEvent<'a> {
    /// Progress of one count.
    Count(Event),
    /// A count differs from the expected one.
    Mismatch(&'a Mismatch),
    /// A line is invalid. It is reported before the counts of the rows that follow it.
    Invalid(&'a SuiteError),
}

impl Suite {
    /// Parses the lines of a suite. `ignored` are the setup faults with which a position is
    /// accepted; see [`Position::from_setup_ignoring`]. Invalid lines are collected in
    /// [`invalid`](Self::invalid).
    pub fn parse(text: &str, ignored: SetupFaults) -> Self {
        let mut suite = Self { rows: Vec::new(), invalid: Vec::new() };
        for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match parse_row(number, line, ignored) {
                Ok(row) => suite.rows.push(row),
                Err(problem) => suite.invalid.push(SuiteError { line: number, problem }),
            }
        }
        suite
    }

    /// Removes the counts of depths above `max_depth`.
    pub fn limit_depth(&mut self, max_depth: u32) {
        for row in &mut self.rows {
            row.counts.retain(|&(depth, _)| depth <= max_depth);
        }
    }

    /// Returns the number of expected counts.
    pub fn count_len(&self) -> usize {
        self.rows.iter().map(|row| row.counts.len()).sum()
    }

    /// Returns the sum of the expected counts, at most `u128::MAX`.
    pub fn expected_leaves(&self) -> u128 {
        let counts = self.rows.iter().flat_map(|row| &row.counts);
        counts.fold(0, |sum, &(_, leaves)| sum.saturating_add(leaves))
    }

    /// Counts every position to every depth and compares with the expected counts. Reports invalid
    /// lines, which are not counted.
    ///
    /// # Errors
    /// [`Error::Cancelled`] if the callback returns [`ControlFlow::Break`]; others if no thread can
    /// be started or a worker thread panics.
    pub fn check(
        &self,
        options: &CountOptions,
        mut progress: impl FnMut(SuiteEvent<'_>) -> ControlFlow<()>,
    ) -> Result<SuiteReport, Error> {
        let mut report = SuiteReport::default();
        let mut invalid = self.invalid.iter().peekable();
        for row in &self.rows {
            while let Some(error) = invalid.next_if(|error| error.line < row.line) {
                unless_cancelled(progress(SuiteEvent::Invalid(error)))?;
            }
            for &(depth, expected) in &row.counts {
                let counts = parallel::divide(&row.position, depth, options, |event| {
                    progress(SuiteEvent::Count(event))
                })?;
                if !counts.is_finished() {
                    return Err(Error::Cancelled);
                }
                let counted = counts.leaves;
                report.leaves = report.leaves.saturating_add(counted);
                if counted == expected {
                    continue;
                }
                let (line, fen) = (row.line, row.position.fen());
                let mismatch = Mismatch { line, fen, depth, expected, counted };
                let flow = progress(SuiteEvent::Mismatch(&mismatch));
                report.mismatches.push(mismatch);
                unless_cancelled(flow)?;
            }
        }
        for error in invalid {
            unless_cancelled(progress(SuiteEvent::Invalid(error)))?;
        }
        Ok(report)
    }
}

fn parse_row(line: usize, text: &str, ignored: SetupFaults) -> Result<SuiteRow, SuiteProblem> {
    let epd: Epd = text.parse()?;
    let position = Position::from_setup_ignoring(epd.setup(), ignored)?;
    let mut counts = Vec::new();
    for operation in epd.operations() {
        match operation.perft_count() {
            Some(Ok((depth, leaves))) if depth <= MAX_DEPTH => counts.push((depth, leaves)),
            _ => return Err(SuiteProblem::NotACount(truncated(operation))),
        }
    }
    if counts.is_empty() {
        return Err(SuiteProblem::NoCounts);
    }
    Ok(SuiteRow { line, position, counts })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

    /// Parses a suite of one line.
    fn parse(operations: &str) -> Result<Suite, SuiteError> {
        let mut suite = Suite::parse(&format!("{FEN} {operations}"), SetupFaults::NONE);
        assert_eq!(suite.rows.len() + suite.invalid.len(), 1);
        suite.invalid.pop().map_or(Ok(suite), Err)
    }

    #[test]
    fn counts_are_parsed() {
        let suite = parse(";D1 5 ;d12  1 ;D64 18446744073709551616").unwrap();
        assert_eq!(suite.rows[0].counts, [(1, 5), (12, 1), (64, 1 << 64)]);
        for operation in ["D", "D3", "D3 x", "D65 1", "D3 8902 1", "D-1 20", "D3 -1", "id \"x\""] {
            let error = parse(&format!(";{operation}")).unwrap_err();
            assert_eq!((error.line, error.problem), (1, SuiteProblem::NotACount(operation.into())));
        }
        for operation in ["3 8902", "\u{e9} 1"] {
            let error = parse(&format!(";{operation}")).unwrap_err();
            assert!(matches!(error.problem, SuiteProblem::Epd(_)), "{operation}");
        }
        assert_eq!(parse("").unwrap_err().problem, SuiteProblem::NoCounts);
    }

    #[test]
    fn comments_and_blank_lines_are_skipped() {
        let text = format!("\u{feff}# A comment\r\n\r\n{FEN} ;D1 5 ;D2 25\r\n  \n{FEN};D1 5;\n");
        let mut suite = Suite::parse(&text, SetupFaults::NONE);
        assert!(suite.invalid.is_empty());
        assert_eq!(suite.rows.iter().map(|row| row.line).collect::<Vec<_>>(), [3, 5]);
        assert_eq!((suite.count_len(), suite.expected_leaves()), (3, 35));
        suite.limit_depth(1);
        assert_eq!((suite.count_len(), suite.expected_leaves()), (2, 10));
    }

    #[test]
    fn invalid_lines_are_reported_and_the_others_checked() {
        let text = format!(
            "hello\n{FEN} ;D1 5\n4k3/8/8/8/8/8/8/8 w - - 0 1 ;D1 0\n{FEN} ;D2 26\n{FEN} ;D1\n"
        );
        let suite = Suite::parse(&text, SetupFaults::IGNORABLE);
        assert_eq!(suite.invalid.iter().map(|error| error.line).collect::<Vec<_>>(), [1, 3, 5]);
        assert!(matches!(suite.invalid[1].problem, SuiteProblem::Setup(_)));
        let mut events = Vec::new();
        let report = suite.check(&CountOptions::default(), |event| {
            match event {
                SuiteEvent::Invalid(error) => events.push((error.line, "invalid")),
                SuiteEvent::Mismatch(mismatch) => events.push((mismatch.line, "mismatch")),
                SuiteEvent::Count(_) => {}
            }
            ControlFlow::Continue(())
        });
        assert_eq!(events, [(1, "invalid"), (3, "invalid"), (4, "mismatch"), (5, "invalid")]);
        assert_eq!(report.unwrap().leaves, 5 + 25);
    }
}
