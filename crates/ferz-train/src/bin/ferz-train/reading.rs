//! Reading of game files with a progress bar.

use crate::error::Error;
use ferz_cli_common::progress_bar;
use ferz_train::GamesError;
use std::fs::metadata;
use std::path::{Path, PathBuf};

/// Calls `read` for each file, with a function that takes the number of bytes of the file read so far.
///
/// # Errors
/// The first error of `read`.
pub(crate) fn read_files(
    paths: &[PathBuf],
    mut read: impl FnMut(&Path, &mut dyn FnMut(u64)) -> Result<(), GamesError>,
) -> Result<(), Error> {
    let size = |path: &PathBuf| metadata(path).map_or(0, |data| data.len());
    let bar = progress_bar(Some(paths.iter().map(size).sum()));
    bar.set_message("of the games read");
    let mut bytes_before = 0;
    for path in paths {
        read(path, &mut |bytes| bar.set_position(bytes_before + bytes))?;
        bytes_before += size(path);
    }
    bar.finish_and_clear();
    Ok(())
}
