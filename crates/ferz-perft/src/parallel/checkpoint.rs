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
}

/// Open checkpoint file.
pub(crate) struct Checkpoint {
    path: PathBuf,
    file: File,
    /// Subtrees as the file names them, by index.
    names: Vec<String>,
}

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
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(io_error)?;
        let complete = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let text = String::from_utf8(bytes[..complete].to_vec())
            .map_err(|_| io_error(io::Error::from(ErrorKind::InvalidData)))?;
        let header = format!("ferz perft {depth} {}", root.fen());
        if text.is_empty() && !header.as_bytes().starts_with(&bytes) {
            let found = String::from_utf8_lossy(&bytes).into_owned();
            let problem = CheckpointProblem::Header { expected: header, found };
            return Err(CheckpointError::Line { path: path.to_owned(), line: 1, problem });
        }
        let names: Vec<_> = split.subtrees.iter().map(|subtree| subtree.uci(root)).collect();
        let finished = read(&text, &header, &names).map_err(|(line, problem)| {
            CheckpointError::Line { path: path.to_owned(), line, problem }
        })?;
        file.set_len(complete as u64).map_err(io_error)?;
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
        // One write for each line, so that the end of the process cuts no line.
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
) -> Result<HashMap<usize, u128>, (usize, CheckpointProblem)> {
    let indices: HashMap<&str, usize> = names.iter().map(String::as_str).zip(0..).collect();
    let mut finished = HashMap::new();
    for (number, line) in (1..).zip(text.lines()) {
        if number == 1 {
            if line != header {
                let (expected, found) = (header.to_owned(), line.to_owned());
                return Err((1, CheckpointProblem::Header { expected, found }));
            }
            continue;
        }
        let (name, count) = line.rsplit_once(' ').unwrap_or(("", line));
        let Ok(leaves) = count.parse() else {
            return Err((number, CheckpointProblem::Count(count.to_owned())));
        };
        let Some(&index) = indices.get(name) else {
            return Err((number, CheckpointProblem::Subtree(name.to_owned())));
        };
        match finished.insert(index, leaves) {
            Some(earlier) if earlier != leaves => {
                let problem = CheckpointProblem::Contradiction { earlier, found: leaves };
                return Err((number, problem));
            }
            _ => {}
        }
    }
    Ok(finished)
}
