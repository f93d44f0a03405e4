//! The files of a writer in the folder of an index: its lock with the list of what it creates, and what is removed.

use crate::index::blocks::{BLOCK, IndexError, commit, step};
use crate::index::header::SegmentHeader;
use crate::index::manifest::Manifest;
use crate::index::segment::{segment_number, segment_paths};
use ferz_output::OutputFile;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// Copies a file.
pub(super) fn copy(from: &Path, to: &Path) -> Result<(), IndexError> {
    copy_after(&[], from, to)
}

/// Copies a table of games with another header.
pub(super) fn copy_table(header: SegmentHeader, from: &Path, to: &Path) -> Result<(), IndexError> {
    copy_after(&header.block(), from, to)
}

/// Copies a file with other first bytes.
fn copy_after(first: &[u8], from: &Path, to: &Path) -> Result<(), IndexError> {
    debug_assert!(first.is_empty() || first.len() == BLOCK);
    let read_error = |error| IndexError::file(from, error);
    let write_error = |error| IndexError::file(to, error);
    let mut input = File::open(from).map_err(read_error)?;
    io::copy(&mut (&mut input).take(first.len() as u64), &mut io::sink()).map_err(read_error)?;
    step().map_err(write_error)?;
    let mut output = OutputFile::create(to)?;
    output.write_all(first).map_err(write_error)?;
    io::copy(&mut input, &mut output).map_err(write_error)?;
    commit(output)
}

/// The name of the file that a writer locks.
const LOCK: &str = "lock";

/// The locked file of an index, as long as it lives. It lists the process that writes and the segments whose files it
/// creates or removes: the next writer removes these and no other file, whatever its name is.
///
/// A list that is lost leaves files behind, and removes none.
pub(super) struct FolderLock {
    file: File,
    folder: PathBuf,
}

impl FolderLock {
    /// Locks the index for this process.
    pub(super) fn take(folder: &Path) -> Result<Self, IndexError> {
        let path = folder.join(LOCK);
        let error = |error| IndexError::file(&path, error);
        step().map_err(error)?;
        // Windows locks no file that is open for appending alone.
        let options = File::options().create(true).read(true).append(true).open(&path);
        let file = options.map_err(error)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(IndexError::Locked { path: folder.to_owned() }),
            // A file system without locks leaves it to the user that one process writes.
            Err(TryLockError::Error(found)) if found.kind() != ErrorKind::Unsupported => {
                Err(error(found))
            }
            _ => Ok(Self { file, folder: folder.to_owned() }),
        }
    }

    fn write(&mut self, line: &str) -> Result<(), IndexError> {
        step()
            .and_then(|()| self.file.write_all(line.as_bytes()))
            .map_err(|error| IndexError::file(&self.folder.join(LOCK), error))
    }

    /// Notes the process before it creates a file.
    pub(super) fn note_process(&mut self) -> Result<(), IndexError> {
        self.write(&format!("process {}\n", std::process::id()))
    }

    /// Notes a segment before its files are created, and before a manifest without it is written.
    pub(super) fn note_segment(&mut self, number: u64) -> Result<(), IndexError> {
        self.write(&format!("segment {number}\n"))
    }

    /// Removes the files of noted segments that the manifest does not list, and temporary files of noted processes. Ignores
    /// errors: the list stays, and the next writer tries again.
    pub(super) fn remove_left(&mut self, manifest: &Manifest) {
        let Ok(mut text) = fs::read_to_string(self.folder.join(LOCK)) else { return };
        // A line that was cut names another segment.
        text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
        let numbers = |name: &'static str| {
            text.lines().filter_map(move |line| {
                line.split_once(' ')?.1.parse().ok().filter(|_| line.starts_with(name))
            })
        };
        let is_listed = |number| manifest.segments.iter().any(|segment| segment.number == number);
        let unlisted = numbers("segment").filter(|&number| !is_listed(number));
        let mut are_removed =
            unlisted.filter(|&number| !remove_segment(&self.folder, number)).count() == 0;
        for process in numbers("process") {
            are_removed &= remove_temporary(&self.folder, process);
        }
        if are_removed && step().is_ok() {
            let _ = self.file.set_len(0);
        }
    }
}

/// Removes a file. Returns false if it is there still.
fn remove(path: &Path) -> bool {
    step().is_ok()
        && fs::remove_file(path).map_or_else(|error| error.kind() == ErrorKind::NotFound, |()| true)
}

/// Removes the files of a segment. Returns false if there is one still.
pub(super) fn remove_segment(folder: &Path, number: u64) -> bool {
    segment_paths(folder, number).iter().filter(|path| !remove(path)).count() == 0
}

/// Removes the temporary files of a process. Returns false if there is one still.
fn remove_temporary(folder: &Path, process: u64) -> bool {
    let start = format!(".ferz-{process}-");
    file_names(folder)
        .into_iter()
        .filter(|name| name.starts_with(&start) && name.ends_with(".tmp"))
        .filter(|name| !remove(&folder.join(name)))
        .count()
        == 0
}

/// Returns the names of the files of a folder, as far as it can be read.
fn file_names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

/// Returns the numbers of the segments that have any file in a folder, in their order.
pub(super) fn segment_numbers(folder: &Path) -> Vec<u64> {
    let names = file_names(folder);
    let mut numbers: Vec<u64> = names.iter().filter_map(|name| segment_number(name)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// Refuses a folder without a manifest that has other files than those of a writer that was killed before it wrote the
/// first manifest: no file of a segment is removed without one.
pub(super) fn refuse_other_files(folder: &Path) -> Result<(), IndexError> {
    let error = |error| IndexError::file(folder, error);
    for entry in fs::read_dir(folder).map_err(error)? {
        let name = entry.map_err(error)?.file_name();
        let is_temporary = |name: &str| name.starts_with(".ferz-") && name.ends_with(".tmp");
        if !name.to_str().is_some_and(|name| name == LOCK || is_temporary(name)) {
            let reason = "the folder has other files, expected an index or an empty folder";
            return Err(Manifest::missing(folder, reason));
        }
    }
    Ok(())
}
