//! Output files of commands.

use super::error::Error;
use super::interrupt;
use ferz_output::{OutputFile, check_distinct, check_inputs};
use std::path::{Path, PathBuf};

/// Checks that the inputs of a command can be opened and that none is its output file, or standard
/// output without one.
///
/// # Errors
/// [`Error::Files`] with the first file that cannot be used.
pub(crate) fn check(output: Option<&Path>, inputs: &[PathBuf]) -> Result<(), Error> {
    let inputs = || inputs.iter().map(PathBuf::as_path).filter(|path| path.as_os_str() != "-");
    check_inputs(inputs())?;
    let output =
        output.map_or(("standard output", Path::new("/dev/stdout")), |path| ("--output", path));
    let inputs: Vec<_> = inputs().map(|path| ("an input file", path)).collect();
    Ok(check_distinct(&[output], &inputs)?)
}

/// Checks the inputs of a command and creates its output file. After a signal the file stays as it was:
/// a command that can be cancelled has installed its handler before.
///
/// # Errors
/// If a file cannot be opened or created, or the output is an input.
pub(crate) fn create(path: &Path, inputs: &[PathBuf]) -> Result<OutputFile, Error> {
    check(Some(path), inputs)?;
    interrupt::install_exit();
    Ok(OutputFile::create(path)?)
}

/// Replaces the file by what has been written.
///
/// # Errors
/// If the file cannot be written, and [`Error::Interrupted`] after Ctrl-C. The old file then stays.
pub(crate) fn commit(file: OutputFile) -> Result<(), Error> {
    if interrupt::requested() {
        return Err(Error::Interrupted);
    }
    Ok(file.commit()?)
}
