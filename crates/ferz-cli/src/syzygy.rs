//! `ferz syzygy`: verifies Syzygy tables and prints the results of positions.

use crate::common::output;
use crate::common::prelude::*;
use crate::common::program::help;
use crate::common::terminal_board::described;
use ferz_session::port::{TablebaseMove, TablebaseReport};
use ferz_syzygy::{TableKind, Tablebases, UnusableFile};
use indicatif::ProgressBar;
use std::ffi::{OsStr, OsString};
use std::fs;

#[derive(Subcommand, Debug)]
pub(crate) enum SyzygyCommand {
    /// Verify the checksums of all tables in directories and print the damaged files
    #[command(
        after_help = help!("syzygy-verify")
    )]
    Verify(VerifyArgs),
    /// Print the result of a position and of each of its moves, the best move first
    #[command(after_help = help!("syzygy-probe"))]
    Probe(TablebaseProbeArgs),
}

#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
    /// Directories with tables; their subdirectories are not searched
    #[arg(value_name = "DIR", required = true)]
    directories: Vec<PathBuf>,

    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct TablebaseProbeArgs {
    #[command(flatten)]
    start: StartArgs,

    #[command(flatten)]
    position: PositionArgs,

    /// Directories with tables, separated as in the PATH variable
    #[arg(long, visible_alias = "syzygy", value_name = "PATH")]
    path: OsString,

    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

/// Runs a command on tables.
///
/// # Errors
/// If the arguments are invalid, a directory cannot be read or has no tables, a file is damaged, or a
/// table of the position is missing.
pub(crate) fn run(command: &SyzygyCommand) -> Result<(), Error> {
    match command {
        SyzygyCommand::Verify(args) => verify(args),
        SyzygyCommand::Probe(args) => probe(args),
    }
}

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
/// If a directory cannot be read or has no tables; [`Error::CheckFailed`] if a file is damaged, and
/// [`Error::Interrupted`] after Ctrl-C. The result so far has been printed.
fn verify(args: &VerifyArgs) -> Result<(), Error> {
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
        if verify_file(path, &mut totals, args.json, &bar)?.is_break() {
            break;
        }
    }
    bar.finish_and_clear();
    totals.print(args.json)?;
    match totals.damaged.is_empty() {
        _ if interrupt::requested() => Err(Error::Interrupted),
        true => Ok(()),
        false => Err(Error::CheckFailed),
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
            return Err(Error::new(format!("no tablebases in {}", directory.display())));
        }
        files.extend(tables.files().map(Path::to_owned));
        unusable.extend_from_slice(tables.skipped());
    }
    files.sort_unstable();
    Ok((files, unusable))
}

/// Verifies a file and adds it to the totals, unless Ctrl-C is pressed, which breaks.
fn verify_file(
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
        let (files, bytes) = (counted(self.files, "file"), grouped(self.bytes));
        let damaged = self.damaged.len();
        print_summary(json, self, format_args!("{files}, {bytes} bytes, {damaged} damaged"))
    }
}

/// Prints the result.
///
/// # Errors
/// If the position is invalid, the directories have no tables, or a table is missing or damaged.
fn probe(args: &TablebaseProbeArgs) -> Result<(), Error> {
    if !args.start.is_given() {
        let reason = "a position is required: FEN or --fen FEN";
        return Err(Error::usage(reason, "ferz syzygy probe"));
    }
    let position = args.start.position(args.position, "ferz syzygy probe")?;
    let tables = open_tables(&args.path)?;
    let report = TablebaseReport::new(&tables, &position)
        .map_err(|error| Error::new(format!("{}: {error}", position.fen())))?;
    if args.json {
        return print_json(&report);
    }
    let TablebaseReport { result, moves, .. } = report;
    let mut out = stdout().lock();
    writeln!(out, "{}\nTablebases: {result}", described(&position))?;
    let columns = [Column::left("move", 8), Column::right("dtz", 5), Column::left("result", 6)];
    let table = Table::new(&columns, None);
    if !moves.is_empty() {
        writeln!(out, "\n{}", table.header())?;
    }
    for TablebaseMove { san, wdl, dtz, .. } in moves {
        let dtz = dtz.map_or("?".to_owned(), |dtz| dtz.to_string());
        writeln!(out, "{}", table.row(&[&san, &dtz, &wdl]))?;
    }
    Ok(())
}

/// Opens the tables in the directories of a path list. Files that cannot be used are listed on
/// standard error.
///
/// # Errors
/// If no table can be used.
pub(crate) fn open_tables(path: &OsStr) -> Result<Tablebases, Error> {
    let tables = Tablebases::open(std::env::split_paths(path)).map_err(Error::new)?;
    for file in tables.skipped() {
        print_message(format_args!("ferz: skipped {file}"));
    }
    Ok(tables)
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
            let verified = verify_file(path.clone(), &mut totals, true, &bar).unwrap();
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
