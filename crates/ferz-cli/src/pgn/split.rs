//! `pgn split`: divides games into files of a number of games.

use super::collector::collect_texts;
use crate::common::error::Error;
use crate::common::files::{GameOutput, is_standard_stream};
use crate::common::output::print_message;
use crate::common::sources::SourceArgs;
use crate::common::text::{counted, print_json};
use clap::Args;
use ferz_output::FinishedFile;
use serde::Serialize;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf, is_separator};

#[derive(Args, Debug)]
pub(crate) struct SplitArgs {
    #[command(flatten)]
    pub(super) source: SourceArgs,

    /// Name of the files to write, to which `-0001` and so forth is added before the extension;
    /// existing files are replaced
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: PathBuf,

    /// Number of games of each file
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) games: u64,

    /// Print the numbers of games and files as one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

/// JSON object of the numbers of games and files.
#[derive(Serialize)]
struct SplitReport {
    games: u64,
    files: u64,
}

/// Writes the files.
///
/// # Errors
/// If the output is a directory, a file cannot be read or written, and [`Error::Interrupted`] after Ctrl-C.
pub(super) fn run(args: &SplitArgs) -> Result<(), Error> {
    check_name(&args.output)?;
    let mut totals = SplitReport { games: 0, files: 0 };
    let (mut out, mut finished) = (None, Vec::new());
    let sources = args.source.sources().with_texts();
    collect_texts(&sources, None, &mut |_, text| {
        if totals.games.is_multiple_of(args.games) {
            totals.files += 1;
            let path = numbered(&args.output, totals.files);
            let next = GameOutput::new(Some(&path), &args.source.files)?;
            if let Some(full) = out.replace(next) {
                finished.extend(full.close()?);
            }
        }
        totals.games += 1;
        out.as_mut().map_or(Ok(()), |out| out.write(text))
    })?;
    if let Some(last) = out {
        finished.extend(last.close()?);
    }
    // An error until here leaves all old files.
    finished.into_iter().try_for_each(FinishedFile::commit)?;
    let next = numbered(&args.output, totals.files + 1);
    if next.exists() {
        let next = next.display();
        print_message(format_args!("ferz: {next} is not of this split and was left"));
    }
    if args.json {
        return print_json(&totals);
    }
    let SplitReport { games, files } = totals;
    let (games, files) = (counted(games as usize, "game"), counted(files as usize, "file"));
    Ok(writeln!(stdout(), "{games} in {files}")?)
}

/// Refuses an output that cannot be numbered: standard output, or a directory, beside which the files
/// would lie.
///
/// # Errors
/// If it is one.
fn check_name(output: &Path) -> Result<(), Error> {
    let found = match output.to_string_lossy() {
        _ if is_standard_stream(output) => "standard output".to_owned(),
        name if output.is_dir() || name.ends_with(is_separator) => format!("{name} is a directory"),
        _ => return Ok(()),
    };
    Err(Error::usage(format!("--output: {found}, expected a file"), "ferz pgn split"))
}

/// Returns a path with a number of at least four digits before its extension: `games-0001.pgn`.
fn numbered(path: &Path, number: u64) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number:04}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_before_the_extension() {
        for (path, expected) in [
            ("games.pgn", "games-0007.pgn"),
            ("a.b/games", "a.b/games-0007"),
            ("a/b.c.pgn", "a/b.c-0007.pgn"),
        ] {
            assert_eq!(numbered(Path::new(path), 7), Path::new(expected));
        }
    }
}
