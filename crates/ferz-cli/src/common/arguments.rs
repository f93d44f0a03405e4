//! The arguments that several commands share, and the values they give.

use super::files::read_text;
use super::output::print_message;
use super::puzzle_file::has_puzzles;
use crate::common::error::Error;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use ferz::notation::{CastlingMode, FenOptions};
use ferz::{Color, Move, Position, SetupFaults};
use ferz_database::parse_line;
use ferz_game::book::{PositionBook, PositionBookError};
use ferz_game::openings::{self, Opening};
use ferz_session::convert::Accepted;
use std::fmt::Display;
use std::fs::File;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A position, given as an argument or with `--fen`, and moves from it: the same for every command.
#[derive(Args, Clone, Debug)]
pub(crate) struct StartArgs {
    /// Position, with or without quotes [default: the standard start position]
    #[arg(value_name = "FEN", num_args = 0..)]
    pub(crate) words: Vec<String>,

    /// The position as an option
    #[arg(long, value_name = "FEN", conflicts_with = "words")]
    pub(crate) fen: Option<String>,

    /// Moves to play first, in SAN or UCI notation, with or without move numbers:
    /// `--moves "1. e4 e5 2. Nf3"`
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    pub(crate) moves: String,
}

impl StartArgs {
    /// Returns true if the position or moves are given.
    pub(crate) fn is_given(&self) -> bool {
        !self.words.is_empty() || self.fen.is_some() || !self.moves.is_empty()
    }

    /// Returns the path of a file if the words are one: the name of an existing file, a name that ends
    /// like that of a PGN file, or `-`.
    pub(crate) fn pgn_file(&self) -> Option<PathBuf> {
        let text = self.words.join(" ");
        let plain = [".gz", ".bz2", ".zst"].iter().find_map(|ending| text.strip_suffix(ending));
        let is_pgn = plain.unwrap_or(&text).to_ascii_lowercase().ends_with(".pgn");
        let path = PathBuf::from(&text);
        (text == "-" || is_pgn || (!text.is_empty() && path.is_file())).then_some(path)
    }

    /// Returns the PGN file and the number of a game if the words are both: `games.pgn 3`.
    fn numbered_file(&self) -> Option<(String, &str)> {
        let (number, file) = self.words.split_last()?;
        let words = file.to_vec();
        let file = Self { words, fen: None, moves: String::new() }.pgn_file()?;
        number.parse::<GameNumber>().ok()?;
        Some((file.display().to_string(), number))
    }

    /// Checks that no number of a game follows a PGN file.
    ///
    /// # Errors
    /// An error of usage that names the option.
    pub(crate) fn check_file(&self, command: &str) -> Result<(), Error> {
        match self.numbered_file() {
            Some((file, number)) => {
                let reason =
                    format_args!("found {number} after {file}: --game {number} selects it");
                Err(Error::usage(reason, command))
            }
            None => Ok(()),
        }
    }

    /// Returns the position after the moves, and the opening of the moves if there are any.
    ///
    /// # Errors
    /// As [`line`](Self::line).
    pub(crate) fn opening(
        &self,
        args: PositionArgs,
        command: &str,
    ) -> Result<(Position, Option<Opening>), Error> {
        let (mut position, moves) = self.line(args, command)?;
        let opening = openings::classify(&position, &moves).filter(|_| !moves.is_empty());
        moves.into_iter().for_each(|mv| position.do_move(mv));
        Ok((position, opening))
    }

    /// Returns the position after the moves.
    ///
    /// # Errors
    /// As [`line`](Self::line).
    pub(crate) fn position(&self, args: PositionArgs, command: &str) -> Result<Position, Error> {
        let (mut position, moves) = self.line(args, command)?;
        moves.into_iter().for_each(|mv| position.do_move(mv));
        Ok(position)
    }

    /// Returns the position and the moves, which are in UCI notation or SAN with white space between
    /// them. Move numbers, NAGs and results are skipped.
    ///
    /// # Errors
    /// As [`read_position`]; an error of usage for words that are a file or no position, and for the
    /// first move that is not legal, with the name of the command.
    pub(crate) fn line(
        &self,
        args: PositionArgs,
        command: &str,
    ) -> Result<(Position, Vec<Move>), Error> {
        let words = self.words.join(" ");
        if let Some(path) = self.pgn_file() {
            return Err(file_as_position(&path, ""));
        }
        if let Some((file, number)) = self.numbered_file() {
            return Err(file_as_position(Path::new(&file), &format!(" --game {number}")));
        }
        if let [word] = &self.words[..]
            && !word.contains(' ')
            && !word.bytes().all(|byte| b"pnbrqkPNBRQK/0123456789".contains(&byte))
            && word != "startpos"
        {
            let reason = format_args!("{word:?} is neither a file nor a FEN");
            return Err(Error::usage(reason, command));
        }
        let fen = match &self.fen {
            Some(fen) => fen.as_str(),
            None if self.words.is_empty() => "startpos",
            None => &words,
        };
        let start = read_position(fen, args)?;
        let moves = parse_line(&self.moves, &start)
            .map_err(|error| Error::usage(format_args!("--moves: {error}"), command))?;
        Ok((start, moves))
    }
}

/// Options for reading a position and writing its moves.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct PositionArgs {
    /// Write castling as king takes rook (e1h1), as UCI does in Chess960; both forms are read
    #[arg(long)]
    pub(crate) chess960: bool,

    /// Accept positions with harmless faults, such as impossible counters, castling rights without
    /// a rook or too many pieces
    #[arg(long)]
    pub(crate) lenient: bool,
}

impl PositionArgs {
    fn fen_options(self) -> FenOptions {
        let options = if self.lenient { FenOptions::LENIENT } else { FenOptions::STRICT };
        // Without the option a FEN of Chess960 is recognised by its castling rights.
        let mode = if self.chess960 { CastlingMode::Chess960 } else { CastlingMode::Detect };
        options.castling_mode(mode)
    }

    /// Returns the faults that positions may have.
    pub(crate) fn ignored_faults(self) -> SetupFaults {
        self.fen_options().ignored_faults()
    }
}

/// The arguments that select start positions.
#[derive(Args, Clone, Debug)]
pub(crate) struct OpeningArgs {
    /// Start from the positions in a file, one FEN or EPD per line [default: the standard position]
    #[arg(long = "openings", id = "openings", value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    /// Order in which the positions of --openings are used
    #[arg(long, value_enum, default_value_t = FileOrder::Random, requires = "openings")]
    pub(crate) order: FileOrder,

    /// Number of the first position of --openings in sequential order, from 1; after the last
    /// position follows the first
    #[arg(long = "start", id = "start", value_name = "N", default_value = "1",
        requires = "openings", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) first: u64,
}

impl OpeningArgs {
    /// Reads the start positions; none without a file. The faults in `ignored` are accepted, as by
    /// [`Position::from_setup_ignoring`].
    ///
    /// # Errors
    /// If the file cannot be read, or a line is invalid.
    pub(crate) fn positions(&self, ignored: SetupFaults) -> Result<Vec<Position>, Error> {
        let Some(path) = &self.file else { return Ok(Vec::new()) };
        let text = read_text(path)?;
        let book = PositionBook::parse_ignoring(&text, ignored).map_err(|error| match error {
            PositionBookError::Empty => Error::file(path, error),
            // The error begins with the line.
            error => Error::new(format_args!("{}, {error}", path.display())),
        })?;
        Ok(book.start_positions().collect())
    }

    /// Returns the index of the first position in sequential order, from 0; `None` in random order.
    pub(crate) fn first_index(&self) -> Option<u64> {
        (self.order == FileOrder::Sequential).then(|| self.first - 1)
    }
}

/// The order in which the positions or puzzles of a file are used.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FileOrder {
    /// Draw at random
    Random,
    /// Use the order of the file
    Sequential,
}

/// Reads a FEN or `startpos`. Names the corrections of a lenient reading on standard error.
///
/// # Errors
/// If the text is not a FEN, or the position has a fault that the options do not accept.
pub(crate) fn read_position(fen: &str, args: PositionArgs) -> Result<Position, Error> {
    let (position, corrections) = match fen.trim() {
        "startpos" => (Position::startpos(), Vec::new()),
        text => Position::from_fen_corrected(text, args.fen_options())?,
    };
    let mut accepted = Accepted { position, corrections };
    if let Some(warning) = accepted.warning().filter(|_| args.lenient) {
        print_message(format_args!("ferz: {warning}"));
    }
    if args.chess960 {
        accepted.position.set_chess960(true);
    }
    Ok(accepted.position)
}

/// Returns the error of a file in place of a position. The options of a command for its game are named.
fn file_as_position(path: &Path, options: &str) -> Error {
    let name = path.display();
    if name.to_string() == "-" {
        return Error::new("`-` is no position: expected a FEN");
    }
    if let Err(error) = File::open(path) {
        return Error::file(path, error);
    }
    if has_puzzles(path) {
        return Error::new(format_args!(
            "{name} is a file of puzzles, expected a FEN: `ferz puzzles solve {name}` shows them one by one"
        ));
    }
    Error::new(format_args!(
        "{name} is a file, expected a FEN: `ferz analyse {name}{options}` analyses a game of a PGN \
         file, and `ferz board --pgn {name}{options}` draws a position of it"
    ))
}

/// Returns the parser of a side.
pub(crate) fn side() -> impl TypedValueParser<Value = Color> {
    named(&[("white", "", Color::White), ("black", "", Color::Black)])
}

/// Returns the parser of a value that has a name, with a text of help for each.
pub(crate) fn named<T: Clone + Send + Sync + 'static>(
    values: &'static [(&'static str, &'static str, T)],
) -> impl TypedValueParser<Value = T> {
    let names = values.iter().map(|(name, help, _)| match *help {
        "" => PossibleValue::new(*name),
        help => PossibleValue::new(*name).help(help),
    });
    PossibleValuesParser::new(names).map(|text| {
        let value = values.iter().find(|(name, ..)| *name == text);
        value.expect("the text is one of the possible values").2.clone()
    })
}

/// Returns the parser of a number in a range.
pub(crate) fn number<T: FromStr + PartialOrd + Display + Clone + Send + Sync>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected a number from {} to {}", range.start(), range.end()))
    }
}

/// Returns a parser for a number of threads. The limit rejects typing errors.
pub(crate) fn thread_count() -> clap::builder::RangedI64ValueParser<u16> {
    clap::value_parser!(u16).range(1..=1024)
}

/// Parses a size in MiB.
pub(crate) fn mebibytes(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a whole number of MiB, 1 or more".to_owned())
}

/// The place of a game in its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GameNumber {
    /// A number, from 1.
    Number(u64),
    /// The last game.
    Last,
}

/// Parses a number from 1, or `last`.
impl FromStr for GameNumber {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.parse() {
            Ok(number @ 1..) => Ok(Self::Number(number)),
            _ if text == "last" => Ok(Self::Last),
            _ => Err("expected the number of a game, from 1, or `last`"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRICT: PositionArgs = PositionArgs { chess960: false, lenient: false };
    const LENIENT: PositionArgs = PositionArgs { chess960: false, lenient: true };

    #[test]
    fn only_errors_of_harmless_faults_mention_lenient() {
        let castling_right = "4k3/8/8/8/8/8/8/4K3 w K - 0 1";
        let error = read_position(castling_right, STRICT).err().unwrap().to_string();
        assert!(error.contains("castling right") && error.contains("--lenient"), "{error}");
        assert!(read_position(castling_right, LENIENT).is_ok());
        let board = "4k3/8/8/8/8/8/8/4K3";
        assert!(read_position(board, STRICT).is_err() && read_position(board, LENIENT).is_ok());
        for fen in ["8/8/8/8/8/8/8/4K3 w - - 0 1", "", "startpos now"] {
            let error = read_position(fen, LENIENT).err().unwrap();
            assert!(!error.to_string().contains("--lenient"), "{error}");
        }
    }

    #[test]
    fn chess960_option_sets_the_castling_notation() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert!(!read_position(fen, STRICT).unwrap().is_chess960());
        assert!(
            read_position(fen, PositionArgs { chess960: true, ..STRICT }).unwrap().is_chess960()
        );
        assert!(read_position("startpos", STRICT).is_ok());
    }
}
