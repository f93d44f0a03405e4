//! The files of games and puzzles of the command line.

use crate::common::error::Error;
use ferz_serve::{Answer, Refusal, Stream};
use serde::Serialize;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The number of files that are offered.
const MAX_FILES: usize = 10_000;

/// The size of the pieces in which a file is sent.
const PIECE: usize = 64 << 10;

/// The ends of the names of files of games and of puzzles; the page reads compressed ones.
const ENDINGS: [&str; 4] = [".pgn", ".pgn.gz", ".csv", ".csv.gz"];

/// The files of some folders. A file keeps its number; new ones are found at each list.
pub(super) struct OfferedFiles {
    sources: Vec<PathBuf>,
    files: Mutex<Vec<PathBuf>>,
}

/// The JSON object of a file.
#[derive(Serialize)]
struct FileInfo {
    number: usize,
    name: String,
    bytes: u64,
}

impl OfferedFiles {
    /// Finds the files of folders, and single files.
    ///
    /// # Errors
    /// If one cannot be read.
    pub(super) fn new(sources: &[PathBuf]) -> Result<Self, Error> {
        for source in sources {
            found(source).map_err(|error| Error::file(source, error))?;
        }
        Ok(Self { sources: sources.to_vec(), files: Mutex::default() })
    }

    /// Finds new files, and returns the number of all.
    pub(super) fn count(&self) -> usize {
        self.found().len()
    }

    /// Returns the list of the files as a JSON text.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn list(&self) -> Result<Answer, Refusal> {
        let described = |(number, path): (usize, &PathBuf)| {
            let bytes = path.metadata().ok()?.len();
            let name = path.file_name()?.to_string_lossy().into_owned();
            Some(FileInfo { number, name, bytes })
        };
        let list: Vec<_> = self.found().iter().enumerate().filter_map(described).collect();
        super::json::json(&list)
    }

    /// Finds new files, and returns all.
    fn found(&self) -> MutexGuard<'_, Vec<PathBuf>> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        // A folder that is gone has no files.
        let mut new: Vec<_> =
            self.sources.iter().flat_map(|source| found(source).unwrap_or_default()).collect();
        new.sort_unstable();
        for path in new {
            if files.len() < MAX_FILES && !files.contains(&path) {
                files.push(path);
            }
        }
        files
    }

    /// Sends the file of a number, as it is.
    ///
    /// # Errors
    /// If the list has no such file, or it cannot be opened.
    pub(super) fn content(&self, number: usize) -> Result<Answer, Refusal> {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let path =
            files.get(number).ok_or_else(|| Refusal::NotFound(format!("no file {number}")))?;
        let mut file = File::open(path).map_err(|error| Refusal::Failed(error.to_string()))?;
        let write = move |stream: &Stream| {
            // A file that cannot be read on ends here: its length tells the page.
            let mut piece = vec![0; PIECE];
            while let Ok(count @ 1..) = file.read(&mut piece) {
                if stream.send(piece[..count].to_vec()).is_err() {
                    return;
                }
            }
        };
        Ok(Answer::Stream { content_type: "application/octet-stream", write: Box::new(write) })
    }
}

/// Returns the files of games and puzzles of a folder, or the file itself.
fn found(source: &Path) -> io::Result<Vec<PathBuf>> {
    if source.is_file() {
        return Ok(vec![source.to_owned()]);
    }
    let mut files = Vec::new();
    for entry in source.read_dir()? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        if ENDINGS.iter().any(|ending| name.ends_with(ending)) && path.is_file() {
            files.push(path);
        }
    }
    Ok(files)
}
