//! Checks of the files of a command before its work begins.

use crate::target::{STDOUT, is_same, is_special};
use crate::{OutputError, OutputFile};
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::Path;

/// Checks that all inputs can be opened, that no output file is given twice or is an input file, and
/// that all outputs can be created. Existing files stay as they are. Each file has the name of its
/// argument.
///
/// # Errors
/// [`OutputError`] of the first file.
pub fn check(outputs: &[(&str, &Path)], inputs: &[(&str, &Path)]) -> Result<(), OutputError> {
    check_inputs(inputs.iter().map(|&(_, path)| path))?;
    check_distinct(outputs, inputs)?;
    let mut regular = outputs.iter().filter(|(_, path)| !is_special(path));
    regular.try_for_each(|(_, path)| OutputFile::create(path).map(drop))
}

/// Checks that input files can be opened. A pipe, which can be opened once, need only exist.
///
/// # Errors
/// [`OutputError::File`] with the first that cannot.
pub fn check_inputs<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Result<(), OutputError> {
    for path in paths {
        let opened = fs::metadata(path).and_then(|data| match data {
            data if data.is_dir() => Err(ErrorKind::IsADirectory.into()),
            data if data.is_file() => File::open(path).map(drop),
            _ => Ok(()),
        });
        opened.map_err(|error| OutputError::file(path, error))?;
    }
    Ok(())
}

/// Checks that no output file is given twice or is an input file, by way of links too. Each file has
/// the name of its argument. Special files may be given several times.
///
/// # Errors
/// [`OutputError::SameFile`].
pub fn check_distinct(
    outputs: &[(&str, &Path)],
    inputs: &[(&str, &Path)],
) -> Result<(), OutputError> {
    for (index, &(name, path)) in outputs.iter().enumerate() {
        let path = if path.as_os_str() == STDOUT { Path::new("/dev/stdout") } else { path };
        // A descriptor can be that of a regular input file.
        let is_regular = fs::metadata(path).map_or(true, |data| data.is_file());
        let mut others = outputs[..index].iter().chain(inputs).filter(|_| is_regular);
        if let Some(&(other, _)) = others.find(|(_, other)| is_same(path, other)) {
            let (name, other) = (name.to_owned(), other.to_owned());
            return Err(OutputError::SameFile { path: path.to_owned(), name, other });
        }
    }
    Ok(())
}
