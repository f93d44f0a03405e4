//! The files of a writer in the folder of an index: its lock, and what is removed.

use crate::index::blocks::{IndexError, commit, step};
use crate::index::manifest::Manifest;
use crate::index::segment::{segment_number, segment_paths};
use ferz_output::OutputFile;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;

/// Copies a file.
pub(super) fn copy(from: &Path, to: &Path) -> Result<(), IndexError> {
    let mut input = File::open(from).map_err(|error| IndexError::file(from, error))?;
    step().map_err(|error| IndexError::file(to, error))?;
    let mut output = OutputFile::create(to)?;
    io::copy(&mut input, &mut output).map_err(|error| IndexError::file(to, error))?;
    commit(output)
}

/// The name of the file that a writer locks.
const LOCK: &str = "lock";

/// Locks the index for this process.
pub(super) fn lock(folder: &Path) -> Result<File, IndexError> {
    let path = folder.join(LOCK);
    let error = |error| IndexError::file(&path, error);
    step().map_err(error)?;
    let file = File::options().create(true).append(true).open(&path).map_err(error)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(IndexError::Locked { path: folder.to_owned() }),
        // A file system without locks leaves it to the user that one process writes.
        Err(TryLockError::Error(found)) if found.kind() != ErrorKind::Unsupported => {
            Err(error(found))
        }
        _ => Ok(file),
    }
}

/// Returns true for the name of a file that a writer creates and an index need not have.
fn is_removable(name: &str, manifest: &Manifest) -> bool {
    let is_listed = |number| manifest.segments.iter().any(|segment| segment.number == number);
    match segment_number(name) {
        Some(number) => !is_listed(number),
        None => name.starts_with(".ferz-") && name.ends_with(".tmp"),
    }
}

/// Removes the files of no listed segment. Ignores errors: the next writer tries again.
pub(super) fn remove_unlisted(folder: &Path, manifest: &Manifest) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_str().is_some_and(|name| is_removable(name, manifest))
            && step().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Removes the files of a segment. Ignores errors, as [`remove_unlisted`].
pub(super) fn remove_segment(folder: &Path, number: u64) {
    for path in segment_paths(folder, number) {
        if step().is_ok() {
            let _ = fs::remove_file(path);
        }
    }
}

/// Refuses a folder without an index that has other files than those of a writer that was killed.
pub(super) fn refuse_other_files(folder: &Path) -> Result<(), IndexError> {
    let error = |error| IndexError::file(folder, error);
    let empty = Manifest::new(0);
    for entry in fs::read_dir(folder).map_err(error)? {
        let name = entry.map_err(error)?.file_name();
        if !name.to_str().is_some_and(|name| name == LOCK || is_removable(name, &empty)) {
            let reason = "the folder has other files, expected an index or an empty folder";
            return Err(IndexError::NoIndex { path: folder.to_owned(), reason });
        }
    }
    Ok(())
}
