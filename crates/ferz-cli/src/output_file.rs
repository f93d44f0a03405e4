//! Checks of the paths of output files.

use crate::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// Refuses an output file that is one of the input files, which it would replace.
///
/// # Errors
/// [`Error::CommandLine`] with the name of the command.
pub(crate) fn refuse_inputs(
    output: Option<&Path>,
    files: &[PathBuf],
    command: &str,
) -> Result<(), Error> {
    let Some(output) = output.and_then(|path| fs::canonicalize(path).ok()) else { return Ok(()) };
    if files.iter().any(|file| fs::canonicalize(file).is_ok_and(|file| file == output)) {
        let reason = format!("{} is an input file and the output file", output.display());
        return Err(Error::CommandLine { reason, command: command.to_owned() });
    }
    Ok(())
}
