//! `ferz train convert`: converts training data between the formats of programs.

use super::games;
use crate::common::files::{commit, create, is_standard_stream};
use crate::common::prelude::*;
use crate::common::sources::{open_tracked, read_error, total_size};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use ferz_output::{OutputFile, check_distinct};
use ferz_train::convert::{
    DataFormat, DataReadError, DataReader, DataTotals, DataWriteError, DataWriter,
};
use ferz_train::format::PositionFilter;
use indicatif::ProgressBar;
use std::io::{Chain, Cursor, Read};

/// The number of games between updates of the progress bar.
const GAMES_PER_UPDATE: u64 = 1000;

#[derive(Args, Debug)]
pub(crate) struct DataConvertArgs {
    /// Files of training data; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// File to write; an existing file of the format is replaced; `-` is standard output
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Format of the input [default: by the content of each file, or its extension]
    #[arg(long, value_name = "FORMAT", value_parser = format_name())]
    from: Option<DataFormat>,

    /// Format of the output [default: by the extension of --out: .ferz, .plain, .bullet or .vf]
    #[arg(long, value_name = "FORMAT", value_parser = format_name())]
    to: Option<DataFormat>,

    /// Choose a legal move, quiet if possible, for positions without one: those of bulletformat
    #[arg(long)]
    fill_moves: bool,

    #[command(flatten)]
    filter: FilterArgs,
}

/// Conditions on the positions of the output.
#[derive(Args, Debug)]
#[command(next_help_heading = "Positions of plain and bulletformat")]
struct FilterArgs {
    /// Skip positions in check and positions whose move is a capture or a promotion
    #[arg(long)]
    quiet: bool,

    /// Skip the first N plies of each game, by the move numbers of the positions
    #[arg(long, value_name = "N")]
    min_ply: Option<usize>,

    /// Skip positions whose absolute score exceeds this number
    #[arg(long, value_name = "SCORE", value_parser = clap::value_parser!(i16).range(0..))]
    max_score: Option<i16>,
}

impl FilterArgs {
    /// Returns the filter; `None` without a condition.
    fn filter(&self) -> Option<PositionFilter> {
        let all = PositionFilter::all();
        let filter = PositionFilter {
            min_ply: self.min_ply.unwrap_or(all.min_ply),
            max_score: self.max_score.unwrap_or(all.max_score),
            no_check: self.quiet,
            no_tactics: self.quiet,
        };
        Some(filter).filter(|filter| *filter != all)
    }
}

/// Returns a parser for the names of formats.
fn format_name() -> impl TypedValueParser<Value = DataFormat> {
    let names = PossibleValuesParser::new(DataFormat::ALL.map(DataFormat::name));
    names.map(|name| DataFormat::of_name(&name).expect("the name is one of the possible values"))
}

/// Writes the data of the files in another format and prints what was left out.
///
/// # Errors
/// If a file cannot be read or written or is invalid, no position can be written, or Ctrl-C was pressed.
/// The output then has its old content.
pub(crate) fn run(args: &DataConvertArgs) -> Result<(), Error> {
    let to = output_format(args)?;
    let filter = args.filter.filter();
    if filter.is_some() && !matches!(to, DataFormat::Plain | DataFormat::Bulletformat) {
        return Err(Error::usage(
            format_args!("{} holds whole games: no position can be skipped", to.name()),
            "ferz train convert",
        ));
    }
    let inputs = args.files.iter().filter(|path| !is_standard_stream(path));
    let inputs: Vec<_> = inputs.map(|path| ("an input file", path.as_path())).collect();
    check_distinct(&[("--out", &args.out)], &inputs)?;
    interrupt::install(|| {});
    let file = create(&args.out, FileKind::Training(to), &args.files)?;
    let mut conversion = Conversion { args, to, filter, left_out: 0, lost: Vec::new() };
    let bar = progress_bar(total_size(&args.files));
    let (file, totals) = conversion.convert_files(file, &bar)?;
    bar.finish_and_clear();
    interrupt::check()?;
    if totals.positions == 0 {
        let names: Vec<_> = args.files.iter().map(|path| path.display().to_string()).collect();
        return Err(Error::new(format_args!(
            "{}: no position to write{}",
            names.join(", "),
            conversion.left_out_text(totals)
        )));
    }
    let summary = conversion.summary(totals);
    commit(file)?;
    match is_standard_stream(&args.out) {
        true => print_message(format_args!("ferz: {summary}")),
        false => writeln!(stdout(), "{summary}")?,
    }
    Ok(())
}

/// Returns the format of the output, given or by the extension of the file.
fn output_format(args: &DataConvertArgs) -> Result<DataFormat, Error> {
    args.to.or_else(|| format_of_extension(&args.out)).ok_or_else(|| {
        let reason = format_args!("{}: unknown format, give --to FORMAT", args.out.display());
        Error::usage(reason, "ferz train convert")
    })
}

fn format_of_extension(path: &Path) -> Option<DataFormat> {
    DataFormat::of_extension(path.extension()?.to_str()?)
}

/// A run of the command.
struct Conversion<'a> {
    args: &'a DataConvertArgs,
    to: DataFormat,
    filter: Option<PositionFilter>,
    /// The number of positions without a legal move.
    left_out: u64,
    /// The parts of the inputs for which the output has no place.
    lost: Vec<&'static str>,
}

impl Conversion<'_> {
    /// Converts all files. Returns the output with all bytes and the totals.
    fn convert_files(
        &mut self,
        file: OutputFile,
        bar: &ProgressBar,
    ) -> Result<(OutputFile, DataTotals), Error> {
        let args = self.args;
        let Some((first, others)) = args.files.split_first() else {
            return Err(Error::new("expected an input file"));
        };
        let reader = self.open(first, bar)?;
        let writer = DataWriter::new(file, self.to, reader.settings());
        let mut writer = writer.map_err(|error| self.write_error(first, 0, error))?;
        if let Some(filter) = &self.filter {
            writer.set_filter(filter.clone());
        }
        self.convert_file(first, reader, &mut writer, bar)?;
        for path in others {
            let reader = self.open(path, bar)?;
            self.convert_file(path, reader, &mut writer, bar)?;
        }
        let totals = writer.totals();
        Ok((writer.into_inner(), totals))
    }

    /// Opens a file and finds its format.
    fn open(&mut self, path: &Path, bar: &ProgressBar) -> Result<DataReader<Start>, Error> {
        let source = open_tracked(path, bar.clone());
        let mut source = source.map_err(|error| read_error(path, error))?;
        let mut start = Vec::new();
        let read = source.by_ref().take(DataFormat::START as u64).read_to_end(&mut start);
        read.map_err(|error| read_error(path, error))?;
        let found = self.args.from.or_else(|| DataFormat::of_content(&start));
        let Some(from) = found.or_else(|| format_of_extension(path)) else {
            let reason = format_args!(
                "{}: expected training data in a format of `ferz train convert`: --from names it",
                path.display()
            );
            return Err(Error::new(reason));
        };
        if from == DataFormat::Bulletformat && self.args.filter.min_ply.is_some() {
            let reason = format_args!(
                "{}: bulletformat has no move numbers, which --min-ply counts",
                path.display()
            );
            return Err(Error::new(reason));
        }
        for part in from.lost_in(self.to) {
            if !self.lost.contains(part) {
                self.lost.push(part);
            }
        }
        // The moves are not written.
        let fill_moves = self.args.fill_moves
            || (from, self.to) == (DataFormat::Bulletformat, DataFormat::Bulletformat);
        let source = Cursor::new(start).chain(source);
        DataReader::new(source, from, fill_moves).map_err(|error| data_error(path, &error))
    }

    /// Converts a file.
    fn convert_file(
        &mut self,
        path: &Path,
        mut reader: DataReader<Start>,
        writer: &mut DataWriter<OutputFile>,
        bar: &ProgressBar,
    ) -> Result<(), Error> {
        let mut number = 0_u64;
        while let Some(game) = reader.next() {
            number += 1;
            let game = match game {
                Ok(game) => game,
                Err(error) => {
                    interrupt::check()?;
                    if !error.is_truncated() {
                        return Err(data_error(path, &error));
                    }
                    bar.suspend(|| {
                        let path = path.display();
                        print_message(format_args!("{path}: {error}, which is ignored"));
                    });
                    break;
                }
            };
            let written = writer.write(&game, reader.settings());
            written.map_err(|error| self.write_error(path, number, error))?;
            if number.is_multiple_of(GAMES_PER_UPDATE) {
                let positions = grouped(writer.totals().positions);
                bar.set_message(format!("{positions} positions"));
            }
        }
        self.left_out += reader.left_out();
        Ok(())
    }

    /// Returns the error of the output, or of a game that does not fit it.
    fn write_error(&self, input: &Path, game: u64, error: DataWriteError) -> Error {
        match error {
            DataWriteError::Io(error) if is_standard_stream(&self.args.out) => Error::Output(error),
            DataWriteError::Io(error) => Error::file(&self.args.out, error),
            error => Error::failed_check(format_args!("{}, game {game}: {error}", input.display())),
        }
    }

    /// Returns the last line: what was written, what was left out, and what the format does not hold.
    fn summary(&self, totals: DataTotals) -> String {
        let positions = counted(totals.positions, "position");
        let games = match self.to {
            DataFormat::Ferz | DataFormat::Viriformat => {
                format!(" of {}", counted(totals.games, "game"))
            }
            DataFormat::Plain | DataFormat::Bulletformat => String::new(),
        };
        let lost = match self.lost.split_last() {
            None => String::new(),
            Some((last, [])) => format!("; {} does not hold {last}", self.to.name()),
            Some((last, others)) => {
                format!("; {} does not hold {} and {last}", self.to.name(), others.join(", "))
            }
        };
        format!("{positions}{games} in {}{}{lost}", self.to.name(), self.left_out_text(totals))
    }

    /// Returns the numbers of positions that were left out, after a semicolon.
    fn left_out_text(&self, totals: DataTotals) -> String {
        let texts = with_reasons([
            (totals.unscored, "without a score"),
            (totals.rejected, "by --quiet, --min-ply or --max-score"),
            (self.left_out, "without a legal move"),
        ]);
        texts.strip_prefix(", ").map(|texts| format!("; left out: {texts}")).unwrap_or_default()
    }
}

/// An input after the bytes that told its format.
type Start = Chain<Cursor<Vec<u8>>, Box<dyn Read + Send>>;

/// Returns the error of an input: a failed check if it is damaged, but not if it is of another kind.
fn data_error(path: &Path, error: &DataReadError) -> Error {
    match error {
        DataReadError::Games(error) => games::read_error(path, error),
        DataReadError::Io(_) => Error::file(path, error),
        DataReadError::NoMove { .. } => Error::file(
            path,
            format_args!("{error}, which the output needs: --fill-moves chooses a legal one"),
        ),
        DataReadError::Truncated { .. }
        | DataReadError::Record { .. }
        | DataReadError::Line { .. } => {
            Error::failed_check(format_args!("{}, {error}", path.display()))
        }
    }
}
