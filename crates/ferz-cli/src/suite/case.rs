//! The lines of a suite.

use crate::common::files::read_text;
use crate::common::prelude::*;
use ferz_session::suite::{CaseError, EpdCase};

/// A line of a suite that is no case.
#[derive(Serialize)]
pub(super) struct RefusedLine {
    /// The line of the file, from 1.
    pub(super) line: usize,
    pub(super) reason: String,
}

/// The lines of a suite.
pub(super) struct EpdSuite {
    /// At least one case.
    pub(super) cases: Vec<EpdCase>,
    pub(super) refused: Vec<RefusedLine>,
}

impl EpdSuite {
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
            match EpdCase::read(line, text, args.ignored_faults(), args.chess960) {
                Ok(case) => suite.cases.push(case),
                Err(error) => suite.refused.push(RefusedLine { line, reason: reason(error) }),
            }
        }
        match (&suite.cases[..], &suite.refused[..]) {
            ([], []) => Err(Error::line(path, 1, "expected a position, found none")),
            ([], [first, ..]) => Err(Error::line(path, first.line, &first.reason)),
            _ => Ok(suite),
        }
    }
}

/// Returns the text of an error; for harmless faults it mentions `--lenient`, as for `--fen`.
fn reason(error: CaseError) -> String {
    match error {
        CaseError::Setup(invalid) => Error::from(invalid).to_string(),
        error => error.to_string(),
    }
}
