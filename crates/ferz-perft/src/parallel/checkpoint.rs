//! A file of finished subtrees, from which a long count goes on.
//!
//! ```text
//! ferz perft 9 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//! a2a3 a7a6 a3a4 28397452
//! a2a3 a7a6 b2b3 32190041
//! ```
//!
//! Each line is written as its subtree is finished, so a run that was cut off in any way loses no
//! more than the subtrees it was in; a last line without its end is dropped.

use super::plan::Plan;
use crate::failure::Failure;
use ferz::Position;
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// The file and what it needs to grow.
pub(super) struct Ledger {
    path: PathBuf,
    file: Option<File>,
    names: Vec<String>,
}

impl Ledger {
    /// Keeps what it is told at this path, once it is opened.
    pub(super) fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), file: None, names: Vec::new() }
    }

    /// Reads the finished subtrees of a plan, by index, and is ready to take more.
    ///
    /// # Errors
    /// If the file cannot be read or written, is about another tree, or makes no sense.
    pub(super) fn open(
        &mut self,
        root: &Position,
        depth: u32,
        plan: &Plan,
    ) -> Result<HashMap<usize, u128>, Failure> {
        let trouble = |error| Failure::file(&self.path, error);
        let mut options = OpenOptions::new();
        let mut file =
            options.read(true).append(true).create(true).open(&self.path).map_err(trouble)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(trouble)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let text = String::from_utf8(bytes[..whole].to_vec())
            .map_err(|_| trouble(std::io::Error::from(ErrorKind::InvalidData)))?;
        let header = format!("ferz perft {depth} {}", root.fen());
        self.names = plan.subtrees.iter().map(|subtree| subtree.name(root)).collect();
        if text.is_empty() && !bytes.is_empty() && !header.as_bytes().starts_with(&bytes) {
            return Err(Failure::line(&self.path, 1, "not a file of finished subtrees"));
        }
        let known = self.read(&text, &header)?;
        file.set_len(whole as u64).map_err(trouble)?;
        if text.is_empty() {
            writeln!(file, "{header}").map_err(trouble)?;
        }
        self.file = Some(file);
        Ok(known)
    }

    /// The finished subtrees of a text, by index.
    fn read(&self, text: &str, header: &str) -> Result<HashMap<usize, u128>, Failure> {
        let wrong = |line, reason: &str| Failure::line(&self.path, line, reason);
        let indices: HashMap<&str, usize> =
            self.names.iter().map(String::as_str).zip(0..).collect();
        let mut known = HashMap::new();
        for (number, line) in (1..).zip(text.lines()) {
            if number == 1 {
                if line != header {
                    return Err(wrong(1, &format!("expected {header:?}: another count's file")));
                }
                continue;
            }
            let (name, nodes) = line.rsplit_once(' ').unwrap_or(("", line));
            let nodes = nodes.parse().map_err(|_| wrong(number, "no count at its end"))?;
            let index = *indices.get(name).ok_or_else(|| wrong(number, "no such subtree"))?;
            if known.insert(index, nodes).is_some_and(|before| before != nodes) {
                return Err(wrong(number, "another count of a subtree that was counted before"));
            }
        }
        Ok(known)
    }

    /// Another subtree is finished.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn enter(&mut self, index: usize, nodes: u128) -> Result<(), Failure> {
        let Some(file) = &mut self.file else { return Ok(()) };
        // One write a line, so that no line is cut by another program's end.
        file.write_all(format!("{} {nodes}\n", self.names[index]).as_bytes())
            .map_err(|error| Failure::file(&self.path, error))
    }
}
