//! The files of games and puzzles of the command line.

use crate::common::prelude::*;
use ferz_serve::{Answer, Refusal, Stream};
use std::fs::File;
use std::io::{self, Read};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};

/// The number of files that are offered.
const MAX_FILES: usize = 10_000;

/// The size of the pieces in which a file is sent.
const PIECE: usize = 64 << 10;

/// The ends of the names of files of games and of puzzles; the page reads compressed ones.
const ENDINGS: [&str; 4] = [".pgn", ".pgn.gz", ".csv", ".csv.gz"];

/// The time to wait for the file system: a drive that is gone and a pipe may never answer.
const FILE_TIME: Duration = Duration::from_secs(2);

/// The number of requests to the file system that may be without an answer.
const MAX_UNANSWERED: usize = 8;

/// The files of some folders. A file keeps its number; new ones are found at each list.
pub(super) struct OfferedFiles {
    sources: Arc<[PathBuf]>,
    files: Mutex<Vec<PathBuf>>,
    /// The requests to the file system without an answer.
    unanswered: Arc<AtomicUsize>,
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
        Ok(Self { sources: sources.into(), files: Mutex::default(), unanswered: Arc::default() })
    }

    /// Finds new files, and returns the number of all.
    pub(super) fn count(&self) -> usize {
        self.found().len()
    }

    /// Returns the list of the files as a JSON text.
    ///
    /// # Errors
    /// If the file system does not answer, or the list cannot be written.
    pub(super) fn list(&self) -> Result<Answer, Refusal> {
        let files = self.found();
        let list = self.ask(move || {
            let described = |(number, path): (usize, &PathBuf)| {
                let bytes = path.metadata().ok()?.len();
                let name = path.file_name()?.to_string_lossy().into_owned();
                Some(FileInfo { number, name, bytes })
            };
            files.iter().enumerate().filter_map(described).collect::<Vec<_>>()
        })?;
        super::json::json(&list)
    }

    /// Finds new files, and returns all; those known before if the file system does not answer.
    fn found(&self) -> Vec<PathBuf> {
        let sources = Arc::clone(&self.sources);
        // A folder that is gone has no files.
        let new = self.ask(move || {
            let files = sources.iter().flat_map(|source| found(source).unwrap_or_default());
            let mut new: Vec<_> = files.collect();
            new.sort_unstable();
            new
        });
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        for path in new.unwrap_or_default() {
            if files.len() < MAX_FILES && !files.contains(&path) {
                files.push(path);
            }
        }
        files.clone()
    }

    /// Sends the file of a number, as it is.
    ///
    /// # Errors
    /// If the list has no such file, or it cannot be opened.
    pub(super) fn content(&self, number: usize) -> Result<Answer, Refusal> {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let path = files.get(number).cloned();
        // The open may wait for ever, and other calls need the list.
        drop(files);
        let path = path.ok_or_else(|| Refusal::NotFound(format!("no file {number}")))?;
        let opened = self.ask(move || match path.metadata()?.is_file() {
            true => File::open(path),
            false => Err(io::Error::other("it is no file any more")),
        })?;
        let mut file = opened.map_err(|error| Refusal::Failed(error.to_string()))?;
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

    /// Asks the file system in a thread of its own, and waits at most [`FILE_TIME`].
    ///
    /// # Errors
    /// If there is no answer, or [`MAX_UNANSWERED`] others have none.
    fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let silent = || Refusal::Failed("the file system does not answer".to_owned());
        if self.unanswered.fetch_add(1, Ordering::Relaxed) >= MAX_UNANSWERED {
            self.unanswered.fetch_sub(1, Ordering::Relaxed);
            return Err(silent());
        }
        let unanswered = Arc::clone(&self.unanswered);
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            let answer = work();
            unanswered.fetch_sub(1, Ordering::Relaxed);
            // After the time nobody waits.
            let _ = sender.send(answer);
        });
        receiver.recv_timeout(FILE_TIME).map_err(|_| silent())
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
