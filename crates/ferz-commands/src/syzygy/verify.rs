//! `syzygy verify`: compares tables with their checksums.

use super::args::VerifyArgs;
use crate::common::error::Error;
use crate::common::interrupt;
use crate::common::output::{self, escaped};
use crate::common::program::progress_bar;
use crate::common::text::{counted, grouped, print_json};
use ferz_syzygy::{TableKind, Tablebases, UnusableFile};
use indicatif::ProgressBar;
use serde::Serialize;
use std::fs;
use std::io::{Write, stdout};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// JSON object of the result.
#[derive(Default, Serialize)]
struct VerifyReport {
    /// The verified files, damaged ones included.
    files: u64,
    bytes: u64,
    damaged: Vec<DamagedFile>,
}

/// JSON object of a damaged file.
#[derive(Serialize)]
struct DamagedFile {
    file: String,
    reason: String,
}

/// Verifies all tables.
///
/// # Errors
/// If a directory cannot be read or has no tables; [`Error::Damaged`] if a file is damaged, and
/// [`Error::Interrupted`] after Ctrl-C. The result so far has been printed.
pub(super) fn run(args: &VerifyArgs) -> Result<(), Error> {
    output::exit_when_closed();
    interrupt::install(|| {});
    let (files, unusable) = find(&args.directories)?;
    let size = |path: &PathBuf| fs::metadata(path).map_or(0, |metadata| metadata.len());
    let bar = progress_bar(Some(files.iter().map(size).sum()));
    let mut totals = VerifyReport::default();
    for file in unusable {
        totals.files += 1;
        totals.add_damaged(&file, args.json, &bar)?;
    }
    for path in files {
        bar.set_message(path.file_name().unwrap_or_default().display().to_string());
        if verify(path, &mut totals, args.json, &bar)?.is_break() {
            break;
        }
    }
    bar.finish_and_clear();
    totals.print(args.json)?;
    match totals.damaged.is_empty() {
        _ if interrupt::requested() => Err(Error::Interrupted),
        true => Ok(()),
        false => Err(Error::Damaged),
    }
}

/// Returns the tables of the directories, and the files that are named like tables but are none.
///
/// # Errors
/// If a directory cannot be read or has no files of tables.
fn find(directories: &[PathBuf]) -> Result<(Vec<PathBuf>, Vec<UnusableFile>), Error> {
    let (mut files, mut unusable) = (Vec::new(), Vec::new());
    for directory in directories {
        // Each with its own set, since a set has one file of each name.
        let mut tables = Tablebases::default();
        let added = tables.add_directory(directory, &TableKind::ALL);
        added.map_err(|error| Error::file(directory, error))?;
        if tables.files().next().is_none() && tables.skipped().is_empty() {
            return Err(Error::Unavailable(format!("{}: no tables", directory.display())));
        }
        files.extend(tables.files().map(Path::to_owned));
        unusable.extend_from_slice(tables.skipped());
    }
    files.sort_unstable();
    Ok((files, unusable))
}

/// Verifies a file and adds it to the totals, unless Ctrl-C is pressed, which breaks.
fn verify(
    path: PathBuf,
    totals: &mut VerifyReport,
    json: bool,
    bar: &ProgressBar,
) -> Result<ControlFlow<()>, Error> {
    let mut bytes = 0;
    let verified = Tablebases::verify_file(&path, |read| {
        bytes += read;
        bar.inc(read);
        if interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if matches!(verified, Ok(ControlFlow::Break(()))) {
        return Ok(ControlFlow::Break(()));
    }
    totals.files += 1;
    totals.bytes += bytes;
    if let Err(error) = verified {
        totals.add_damaged(&UnusableFile { path, error }, json, bar)?;
    }
    Ok(ControlFlow::Continue(()))
}

impl VerifyReport {
    /// Adds a damaged file, and prints it if `json` is not set.
    fn add_damaged(
        &mut self,
        file: &UnusableFile,
        json: bool,
        bar: &ProgressBar,
    ) -> Result<(), Error> {
        if !json {
            bar.suspend(|| writeln!(stdout(), "{}", escaped(&file.to_string())))?;
        }
        let (file, reason) = (file.path.display().to_string(), file.error.to_string());
        self.damaged.push(DamagedFile { file, reason });
        Ok(())
    }

    fn print(&self, json: bool) -> Result<(), Error> {
        if json {
            return print_json(self);
        }
        let Self { files, bytes, damaged } = self;
        let (files, bytes) = (counted(*files as usize, "file"), grouped((*bytes).into()));
        Ok(writeln!(stdout(), "{files}, {bytes} bytes, {} damaged", damaged.len())?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file above 1 MiB is not read whole when its directory is opened: here the damage is found.
    #[test]
    fn damage_that_opening_does_not_find_is_found() {
        let folder =
            std::env::temp_dir().join(format!("ferz-syzygy-verify-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("KQvK.rtbw");
        let table =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../ferz-syzygy/tests/data/KQvK.rtbw");
        let mut bytes = fs::read(table).unwrap();
        let len = bytes.len();
        let bar = ProgressBar::hidden();
        let mut totals = VerifyReport::default();
        for damaged in [0, 1] {
            bytes[len / 2] ^= damaged;
            fs::write(&path, &bytes).unwrap();
            let verified = verify(path.clone(), &mut totals, true, &bar).unwrap();
            assert_eq!(verified, ControlFlow::Continue(()));
            assert_eq!(totals.damaged.len(), usize::from(damaged));
        }
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(
            (totals.files, totals.bytes, bar.position()),
            (2, 2 * len as u64, 2 * len as u64)
        );
        assert!(totals.damaged[0].reason.ends_with("checksum does not match its contents"));
    }
}
