//! Output files.

use crate::OutputError;
use crate::target::{
    copy_ownership, folder, is_special, open, open_special, resolved, sync_folder,
};
use crate::temporary::Temporary;
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// A buffered output file, which replaces its target when it is [committed](Self::commit).
pub struct OutputFile {
    file: BufWriter<File>,
    destination: Destination,
}

/// The way of the content to the target.
struct Destination {
    path: PathBuf,
    /// None for a special file, which is written directly.
    replacement: Option<Replacement>,
}

/// A temporary file and the file that it replaces.
struct Replacement {
    temporary: Temporary,
    target: PathBuf,
    is_new: bool,
}

impl OutputFile {
    /// Begins a file. An existing file stays as it is.
    ///
    /// # Errors
    /// If the path is a folder or cannot be written, or no file can be created in its folder.
    pub fn create(path: &Path) -> Result<Self, OutputError> {
        let begun = match resolved(path) {
            Some(target) if !is_special(path) => begin(target),
            _ => open_special(path).map(|file| (file, None)),
        };
        let (file, replacement) = begun.map_err(|error| OutputError::file(path, error))?;
        let destination = Destination { path: path.to_owned(), replacement };
        Ok(Self { file: BufWriter::new(file), destination })
    }

    /// Returns the path that the file was created with.
    pub fn path(&self) -> &Path {
        &self.destination.path
    }

    /// Returns true if no file existed when this one was created.
    pub fn is_new(&self) -> bool {
        self.destination.replacement.as_ref().is_some_and(|replacement| replacement.is_new)
    }

    /// Flushes the content to the storage device and closes the file. The target stays as it is.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(self) -> Result<FinishedFile, OutputError> {
        let Self { file, destination } = self;
        let is_regular = destination.replacement.is_some();
        file.into_inner()
            .map_err(io::IntoInnerError::into_error)
            .and_then(|file| if is_regular { file.sync_all() } else { Ok(()) })
            .map_err(|error| OutputError::file(&destination.path, error))?;
        Ok(FinishedFile(destination))
    }

    /// Flushes the content to the storage device and replaces the target.
    ///
    /// # Errors
    /// If the file cannot be written or the target cannot be replaced.
    pub fn commit(self) -> Result<(), OutputError> {
        self.finish()?.commit()
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// A file whose content is complete, and which replaces its target when it is committed: several files
/// can be completed before the first target changes.
pub struct FinishedFile(Destination);

impl FinishedFile {
    /// Replaces the target.
    ///
    /// # Errors
    /// If the target cannot be replaced. It then stays as it is.
    pub fn commit(self) -> Result<(), OutputError> {
        let Destination { path, replacement } = self.0;
        let Some(Replacement { temporary, target, .. }) = replacement else { return Ok(()) };
        temporary.rename(&target).map_err(|error| OutputError::file(&path, error))?;
        sync_folder(folder(&target));
        Ok(())
    }
}

/// Replaces a file by this content.
///
/// # Errors
/// If the file cannot be written. It then stays as it is.
pub fn replace(path: &Path, content: &[u8]) -> Result<(), OutputError> {
    let mut file = OutputFile::create(path)?;
    file.write_all(content).map_err(|error| OutputError::file(path, error))?;
    file.commit()
}

/// Creates the temporary file beside a target that is no special file.
fn begin(target: PathBuf) -> io::Result<(File, Option<Replacement>)> {
    // A rename needs no permission on the old file, and a folder fails only at the end.
    let old = match open(&target) {
        Ok(file) => Some(file.metadata()?),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let (temporary, file) = Temporary::create(folder(&target))?;
    if let Some(old) = &old {
        copy_ownership(old, &file)?;
    }
    Ok((file, Some(Replacement { temporary, target, is_new: old.is_none() })))
}

#[cfg(test)]
mod tests;
