//! `pgn split`: divides games into files by their number or by a value.

use crate::common::collector::{collect_games, collect_texts};
use crate::common::files::is_standard_stream;
use crate::common::prelude::*;
use ferz_database::collector::{CollectedGame, GameParts, MoveChoice, TagChoice};
use ferz_database::facts::GameTags;
use ferz_output::FinishedFile;
use std::collections::HashMap;
use std::convert::Infallible;
use std::path::is_separator;
use std::str::FromStr;

#[derive(Args, Debug)]
pub(crate) struct SplitArgs {
    #[command(flatten)]
    pub(super) source: SourceArgs,

    #[command(flatten)]
    pub(super) move_forms: MoveArgs,

    /// Name of the files to write, to which `-0001` and so forth, or a value, is added before the
    /// extension; existing files are replaced
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: PathBuf,

    #[command(flatten)]
    pub(super) parts: SplitParts,

    /// Print the numbers of games and files as one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

/// The games of each file.
#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
pub(crate) struct SplitParts {
    /// Number of games of each file
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,

    /// Value that the games of a file share: eco, found by the positions, month, or a tag
    #[arg(long, value_name = "VALUE")]
    by: Option<SplitKey>,
}

/// The value that the games of a file share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum SplitKey {
    /// The ECO code of the opening by the positions.
    Eco,
    /// Year and month of the date.
    Month,
    /// The value of a tag.
    Tag(String),
}

impl FromStr for SplitKey {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text.to_ascii_lowercase().as_str() {
            "eco" => Self::Eco,
            "month" => Self::Month,
            _ => Self::Tag(text.to_owned()),
        })
    }
}

impl SplitKey {
    /// The part of the name of the file of games without a value.
    const UNKNOWN: &str = "unknown";

    /// Returns the names of the tags that the value is of.
    fn tags(&self) -> Vec<&str> {
        match self {
            Self::Eco => Vec::new(),
            Self::Month => vec!["Date", "UTCDate", "EventDate"],
            Self::Tag(name) => vec![name],
        }
    }

    /// Returns the value of a game by its tags as a part of the name of a file.
    fn of_tags(&self, tags: &GameTags) -> String {
        match self {
            Self::Tag(name) => file_part(tags.get(name)),
            Self::Eco | Self::Month => {
                let date = tags.date();
                let Some(year) = date.year() else { return Self::UNKNOWN.to_owned() };
                let month =
                    date.month().map_or("unknown".to_owned(), |month| format!("{month:02}"));
                format!("{year:04}-{month}")
            }
        }
    }
}

/// Returns a value with `_` for the characters that names of files may not have on some systems, cut after 100
/// characters.
fn file_part(value: &str) -> String {
    let value = value.trim();
    if value.chars().all(|c| matches!(c, '?' | '.' | '-')) {
        return SplitKey::UNKNOWN.to_owned();
    }
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '+');
    value.chars().take(100).map(|c| if is_plain(c) { c } else { '_' }).collect()
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
    let (totals, finished) = match (&args.parts.by, args.parts.games) {
        (Some(key), _) => split_by(args, key)?,
        (None, games) => split_by_number(args, games.unwrap_or(u64::MAX))?,
    };
    // An error until here leaves all old files.
    finished.into_iter().try_for_each(FinishedFile::commit)?;
    let next = numbered(&args.output, totals.files + 1);
    if args.parts.by.is_none() && next.exists() {
        let next = next.display();
        print_message(format_args!("ferz: {next} is not of this split and was left"));
    }
    let (games, files) = (counted(totals.games, "game"), counted(totals.files, "file"));
    print_summary(args.json, &totals, format_args!("{games} in {files}"))
}

/// Writes the files of a number of games each, which do not replace others yet.
fn split_by_number(
    args: &SplitArgs,
    games_per_file: u64,
) -> Result<(SplitReport, Vec<FinishedFile>), Error> {
    let mut totals = SplitReport { games: 0, files: 0 };
    let (mut out, mut finished) = (None, Vec::new());
    let sources = args.source.sources().with_texts();
    collect_texts(&sources, TagChoice::None, &mut |_, text| {
        if totals.games.is_multiple_of(games_per_file) {
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
    Ok((totals, finished))
}

/// Writes the files of the games with a value each, which do not replace others yet.
fn split_by(args: &SplitArgs, key: &SplitKey) -> Result<(SplitReport, Vec<FinishedFile>), Error> {
    let sources = args.source.sources().with_texts();
    let mut parts = PartFiles { args, games: 0, files: HashMap::new() };
    let tags = key.tags();
    if *key == SplitKey::Eco {
        let facts = GameParts { moves: MoveChoice::Facts, variants: true, ..GameParts::default() };
        collect_games(&sources, args.move_forms, facts, &mut |path, chunk| {
            sources.report_long_games(path, &chunk.texts, chunk.games_before);
            for (game, text) in chunk.games.into_iter().zip(chunk.texts.iter()) {
                let CollectedGame { opening, error, .. } = game;
                sources.report_all(error.map(|error| *error), chunk.games_before);
                let eco = opening.map_or(SplitKey::UNKNOWN.to_owned(), |it| it.eco.to_string());
                parts.write(eco, text)?;
            }
            Ok(ControlFlow::Continue(()))
        })?;
    } else {
        collect_texts(&sources, TagChoice::Named(&tags), &mut |tags, text| {
            parts.write(key.of_tags(tags), text)
        })?;
    }
    let totals = SplitReport { games: parts.games, files: parts.files.len() as u64 };
    let closed = parts.files.into_values().map(GameOutput::close);
    let finished = closed.collect::<Result<Vec<_>, _>>()?;
    Ok((totals, finished.into_iter().flatten().collect()))
}

/// The files of a split by values, which are all open until its end.
struct PartFiles<'a> {
    args: &'a SplitArgs,
    games: u64,
    /// By the values in lower case, since some systems do not tell names apart by case.
    files: HashMap<String, GameOutput>,
}

impl PartFiles<'_> {
    /// The largest number of files, as many as Linux lets a process open by default.
    const MAX: usize = 1000;

    /// Writes a game to the file of its value.
    fn write(&mut self, value: String, text: &[u8]) -> Result<(), Error> {
        let key = value.to_lowercase();
        let count = self.files.len();
        let out = match self.files.get_mut(&key) {
            Some(out) => out,
            None if count >= Self::MAX => {
                let max = grouped(Self::MAX);
                return Err(Error::new(format_args!(
                    "--by: found more than {max} values, one of them {value:?}; filter the games first"
                )));
            }
            None => {
                let path = with_part(&self.args.output, &value);
                let out = GameOutput::new(Some(&path), &self.args.source.files)?;
                self.files.entry(key).or_insert(out)
            }
        };
        self.games += 1;
        out.write(text)
    }
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
    with_part(path, &format!("{number:04}"))
}

/// Returns a path with a part before its extension: `games-B90.pgn`.
fn with_part(path: &Path, part: &str) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push("-");
    name.push(part);
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

    #[test]
    fn values_are_parts_of_names() {
        for (value, expected) in [
            ("B90", "B90"),
            (" Müller, K. ", "Müller__K."),
            ("../../etc/passwd", ".._.._etc_passwd"),
            ("a\\b:c\0d", "a_b_c_d"),
            ("300+5", "300+5"),
            ("", "unknown"),
            ("????.??.??", "unknown"),
            ("-", "unknown"),
            ("..", "unknown"),
        ] {
            assert_eq!(file_part(value), expected);
        }
        assert_eq!(file_part(&"x".repeat(999)).len(), 100);
    }
}
