//! The temporary files of the process.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The paths of all temporary files that exist. Locked while one is created, renamed or removed, so
/// that [`discard_all`] finds it before or after.
static PATHS: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);

fn paths() -> MutexGuard<'static, Option<HashSet<PathBuf>>> {
    PATHS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the temporary files of all output files that have not been committed, and blocks every later
/// commit: for a call directly before an exit that runs no destructors, as after a signal.
pub fn discard_all() {
    let mut paths = paths();
    for path in paths.take().into_iter().flatten() {
        // The process ends: an error cannot be handled.
        let _ = fs::remove_file(path);
    }
    std::mem::forget(paths);
}

/// A temporary file that is removed when it is dropped.
pub(crate) struct Temporary {
    path: PathBuf,
}

impl Temporary {
    /// Creates a file in a folder with the permissions of a new file.
    pub(crate) fn create(folder: &Path) -> io::Result<(Self, File)> {
        let mut paths = paths();
        let mut number = paths.as_ref().map_or(0, HashSet::len);
        loop {
            // Short, since the name of the target can be as long as the system allows.
            let path = folder.join(format!(".ferz-{}-{number}.tmp", std::process::id()));
            match File::create_new(&path) {
                Ok(file) => {
                    paths.get_or_insert_default().insert(path.clone());
                    return Ok((Self { path }, file));
                }
                // Of this process, or of a killed one.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(error),
            }
        }
    }

    /// Renames the file, which replaces the target.
    pub(crate) fn rename(self, target: &Path) -> io::Result<()> {
        let mut paths = paths();
        let renamed = fs::rename(&self.path, target);
        if let (Ok(()), Some(paths)) = (&renamed, paths.as_mut()) {
            paths.remove(&self.path);
        }
        // Dropping `self` locks again.
        drop(paths);
        renamed
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let mut paths = paths();
        // Absent after the rename.
        if paths.as_mut().is_some_and(|paths| paths.remove(&self.path)) {
            // The file is of no use, and an error cannot be reported.
            let _ = fs::remove_file(&self.path);
        }
    }
}
