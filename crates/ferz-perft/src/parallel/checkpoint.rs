//! Checkpoint file of finished subtrees. See
//! [`divide_with_checkpoint`](super::divide_with_checkpoint) for the format.

use super::split::Split;
use ferz::Position;
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// Checkpoint file that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// Path of the file.
        path: PathBuf,
        /// Error of the system.
        error: io::Error,
    },
    /// A line of the file is invalid.
    #[error("{}, line {line}: {problem}", path.display())]
    Line {
        /// Path of the file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// Problem with the line.
        problem: CheckpointProblem,
    },
}

/// Problem with a line of a checkpoint file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointProblem {
    /// The first line is not the header of this tree.
    #[error("expected {expected:?}, found {found:?}")]
    Header {
        /// Header of a checkpoint file for this tree.
        expected: String,
        /// First line of the file.
        found: String,
    },
    /// The line does not end with a count.
    #[error("expected a count at the end, found {0:?}")]
    Count(String),
    /// The moves lead to no subtree of the tree.
    #[error("expected the moves of a subtree, found {0:?}")]
    Subtree(String),
    /// An earlier line has another count for the subtree.
    #[error("expected the earlier count {earlier} of this subtree, found {found}")]
    Contradiction {
        /// Count of the earlier line.
        earlier: u128,
        /// Count of this line.
        found: u128,
    },
    /// The subtree cannot have so many leaves.
    #[error("expected a count of {min} to {max} for this subtree, found {found}")]
    Impossible {
        /// Smallest possible count.
        min: u128,
        /// Largest possible count, by the number of legal moves at the root of the subtree.
        max: u128,
        /// Count of the line.
        found: u128,
    },
    /// The sum of the counts up to this line is above `u128::MAX`.
    #[error("the sum of the counts is too large")]
    Overflow,
}

/// Open checkpoint file.
pub(crate) struct Checkpoint {
    path: PathBuf,
    file: File,
    /// Subtrees as the file names them, by index.
    names: Vec<String>,
}

/// Largest number of characters of the file that an error repeats.
const MAX_QUOTED: usize = 80;
/// Largest length in bytes of a count with its space and line end.
const COUNT_LEN: usize = 48;

impl Checkpoint {
    /// Opens or creates the file, and returns it with the counts of the finished subtrees by index.
    ///
    /// # Errors
    /// If the file cannot be read or written, belongs to another tree, or has an invalid line.
    pub(crate) fn open(
        path: &Path,
        root: &Position,
        depth: u32,
        split: &Split,
    ) -> Result<(Self, HashMap<usize, u128>), CheckpointError> {
        let io_error = |error| CheckpointError::File { path: path.to_owned(), error };
        let mut options = OpenOptions::new();
        let mut file = options.read(true).append(true).create(true).open(path).map_err(io_error)?;
        let header = format!("ferz perft {depth} {}", root.fen());
        let names: Vec<_> = split.subtrees.iter().map(|subtree| subtree.uci(root)).collect();
        // Each subtree once, and some lines more: a larger file is no checkpoint of this tree.
        let lines = names.iter().map(|name| name.len() + COUNT_LEN).sum::<usize>();
        let limit = 2 * (header.len() + lines) as u64 + (1 << 16);
        let mut bytes = Vec::new();
        Read::by_ref(&mut file).take(limit + 1).read_to_end(&mut bytes).map_err(io_error)?;
        if bytes.len() as u64 > limit {
            let reason = format!("expected a checkpoint of at most {limit} bytes, found more");
            return Err(io_error(io::Error::new(ErrorKind::InvalidData, reason)));
        }
        let complete = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let text = std::str::from_utf8(&bytes[..complete]).map_err(|error| {
            let reason = format!("expected UTF-8 text, found {error}");
            io_error(io::Error::new(ErrorKind::InvalidData, reason))
        })?;
        if text.is_empty() && !header.as_bytes().starts_with(&bytes) {
            let found = quoted(&String::from_utf8_lossy(&bytes));
            let problem = CheckpointProblem::Header { expected: header, found };
            return Err(CheckpointError::Line { path: path.to_owned(), line: 1, problem });
        }
        let finished = read(text, &header, &names, |index| split.bounds(root, index)).map_err(
            |(line, problem)| CheckpointError::Line { path: path.to_owned(), line, problem },
        )?;
        if complete < bytes.len() {
            file.set_len(complete as u64).map_err(io_error)?;
        }
        if text.is_empty() {
            writeln!(file, "{header}").map_err(io_error)?;
        }
        Ok((Self { path: path.to_owned(), file, names }, finished))
    }

    /// Appends a finished subtree.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn append(&mut self, index: usize, leaves: u128) -> Result<(), CheckpointError> {
        // One write for each line, so that a killed process is unlikely to leave a partial line.
        let line = format!("{} {leaves}\n", self.names[index]);
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| CheckpointError::File { path: self.path.clone(), error })
    }
}

/// Returns the counts of the finished subtrees by index, or the first problem and its line.
fn read(
    text: &str,
    header: &str,
    names: &[String],
    bounds: impl Fn(usize) -> (u128, u128),
) -> Result<HashMap<usize, u128>, (usize, CheckpointProblem)> {
    let indices: HashMap<&str, usize> = names.iter().map(String::as_str).zip(0..).collect();
    let mut finished = HashMap::new();
    let mut sum = 0_u128;
    for (number, line) in (1..).zip(text.lines()) {
        if number == 1 {
            if line != header {
                let (expected, found) = (header.to_owned(), quoted(line));
                return Err((1, CheckpointProblem::Header { expected, found }));
            }
            continue;
        }
        let (name, count) = line.rsplit_once(' ').unwrap_or(("", line));
        let Ok(leaves) = count.parse::<u128>() else {
            return Err((number, CheckpointProblem::Count(quoted(count))));
        };
        let Some(&index) = indices.get(name) else {
            return Err((number, CheckpointProblem::Subtree(quoted(name))));
        };
        match finished.insert(index, leaves) {
            Some(earlier) if earlier != leaves => {
                let problem = CheckpointProblem::Contradiction { earlier, found: leaves };
                return Err((number, problem));
            }
            Some(_) => continue,
            None => {}
        }
        let (min, max) = bounds(index);
        if !(min..=max).contains(&leaves) {
            return Err((number, CheckpointProblem::Impossible { min, max, found: leaves }));
        }
        sum = sum.checked_add(leaves).ok_or((number, CheckpointProblem::Overflow))?;
    }
    Ok(finished)
}

/// Returns the start of a text, for an error.
fn quoted(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
