//! Reading of game files with a progress bar.

use super::error::TrainError;
use crate::common::output::print_message;
use crate::common::program::progress_bar;
use ferz_train::GamesError;
use std::fs::metadata;
use std::path::{Path, PathBuf};

/// Calls `read` for each file, with a function that takes the number of bytes of the file read so far.
/// Reports the incomplete record whose offset `read` returns.
///
/// # Errors
/// The first error of `read`.
pub(crate) fn read_files(
    paths: &[PathBuf],
    mut read: impl FnMut(&Path, &mut dyn FnMut(u64)) -> Result<Option<u64>, GamesError>,
) -> Result<(), TrainError> {
    let size = |path: &PathBuf| metadata(path).map_or(0, |data| data.len());
    let bar = progress_bar(Some(paths.iter().map(size).sum()));
    bar.set_message("of the games read");
    let mut bytes_before = 0;
    for path in paths {
        let incomplete = read(path, &mut |bytes| bar.set_position(bytes_before + bytes))?;
        if let Some(offset) = incomplete {
            bar.suspend(|| {
                let path = path.display();
                print_message(format_args!("{path}: incomplete record at byte {offset} ignored"));
            });
        }
        bytes_before += size(path);
    }
    bar.finish_and_clear();
    Ok(())
}
