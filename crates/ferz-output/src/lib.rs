//! Output files that are replaced as a whole or stay as they are.
//!
//! An [`OutputFile`] is written to a temporary file in the folder of its target, which
//! [`commit`](OutputFile::commit) flushes to the storage device and renames. After an error, a dropped
//! file or a killed process, the target has its old content; only a process killed at once leaves the
//! temporary file. Before an exit that runs no destructors, call [`discard_all`].
//!
//! | target | |
//! |---|---|
//! | a new file | gets the permissions that the system gives to new files |
//! | an existing file | keeps its permissions, and its owner if the process may set it; must be writable |
//! | a symbolic link | stays; the file that it points to is replaced |
//! | one of several hard links | is separated from the others, which keep the old content |
//! | a device, pipe or open descriptor (`/dev/stdout`) | is written directly |
//! | `-` | is standard output, written directly |
//!
//! ```
//! use ferz_output::{OutputFile, replace};
//! use std::io::Write;
//!
//! let path = std::env::temp_dir().join(format!("ferz-output-{}", std::process::id()));
//! replace(&path, b"old")?;
//! let mut file = OutputFile::create(&path)?;
//! write!(file, "new")?;
//! assert_eq!(std::fs::read(&path)?, b"old");
//! file.commit()?;
//! assert_eq!(std::fs::read(&path)?, b"new");
//! # std::fs::remove_file(path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod file;
mod target;

pub use file::{FinishedFile, OutputFile, discard_all, replace};
pub use target::{OldContent, check, check_distinct, check_inputs};

use std::io;
use std::path::{Path, PathBuf};

/// Reason that a command cannot begin with its files, or an output file cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// A file cannot be opened or written.
    #[error("{}: {error}", path.display())]
    File {
        /// Path of the file.
        path: PathBuf,
        /// Error of the operating system.
        error: io::Error,
    },
    /// The folder of an output file does not exist.
    #[error("{}: the folder {} does not exist", path.display(), folder.display())]
    NoFolder {
        /// Path of the file.
        path: PathBuf,
        /// Its folder.
        folder: PathBuf,
    },
    /// An output file is an input file or another output file.
    #[error("{}: given as {name} and as {other}", path.display())]
    SameFile {
        /// Path of the output file.
        path: PathBuf,
        /// Argument of the output file.
        name: String,
        /// Argument of the other file.
        other: String,
    },
}

impl OutputError {
    fn file(path: &Path, error: io::Error) -> Self {
        Self::File { path: path.to_owned(), error }
    }

    /// Creates the error of a file that cannot be created.
    fn create(path: &Path, error: io::Error) -> Self {
        let folder = target::folder(path);
        if error.kind() == io::ErrorKind::NotFound && !folder.exists() {
            return Self::NoFolder { path: path.to_owned(), folder: folder.to_owned() };
        }
        Self::file(path, error)
    }
}
