//! `ferz book`: commands on opening books in the Polyglot format, each in a file of its own.

mod check;
mod dump;
mod filter;
mod make;
mod merge;
mod probe;

use crate::common::files::{commit, is_standard_stream};
use crate::common::prelude::*;
use crate::common::program::help;
use check::BookCheckArgs;
use dump::BookDumpArgs;
use ferz_game::book::{Book, BookEntry, FoundMove, Learned, shares, write_book};
use ferz_output::OutputFile;
use filter::BookFilterArgs;
use make::BookMakeArgs;
use merge::BookMergeArgs;
use probe::BookProbeArgs;

#[derive(Subcommand, Debug)]
pub(crate) enum BookCommand {
    /// Make a book from the games of PGN files or of an index
    #[command(
        after_help = help!("book-make")
    )]
    Make(BookMakeArgs),
    /// Merge books
    #[command(
        after_help = "Without --first, the weights of a move that several books contain are \
        added; if a sum is above 65535, the weights of its position are scaled."
    )]
    Merge(BookMergeArgs),
    /// Copy a book without some of its moves
    Filter(BookFilterArgs),
    /// Print the positions of a book with their moves
    #[command(
        after_help = "A book contains keys instead of positions, so the positions are found by \
        following the book's moves from the start; each is printed once. --raw prints every entry."
    )]
    Dump(BookDumpArgs),
    /// Print the moves of a book in one position
    #[command(
        after_help = help!("book-probe")
    )]
    Probe(BookProbeArgs),
    /// Check the order and the moves of a book
    #[command(
        after_help = "Exits with status 1 if the entries are not in order, or a move is illegal."
    )]
    Check(BookCheckArgs),
}

/// Runs a command on books.
///
/// # Errors
/// If the arguments are invalid, a file cannot be read or written, or a check fails.
pub(crate) fn run(command: &BookCommand) -> Result<(), Error> {
    match command {
        BookCommand::Make(args) => make::run(args),
        BookCommand::Merge(args) => merge::run(args),
        BookCommand::Filter(args) => filter::run(args),
        BookCommand::Dump(args) => dump::run(args),
        BookCommand::Probe(args) => probe::run(args),
        BookCommand::Check(args) => check::run(args),
    }
}

/// Reads all entries of a book.
fn read(book: &Book, path: &Path) -> Result<Vec<BookEntry>, Error> {
    book.entries().collect::<Result<_, _>>().map_err(|error| Error::file(path, error))
}

/// Writes a book.
fn write(mut file: OutputFile, entries: &[BookEntry]) -> Result<(), Error> {
    write_book(entries, &mut file).map_err(|error| Error::file(file.path(), error))?;
    commit(file)
}

/// Returns the number of positions of sorted entries.
fn positions(entries: &[BookEntry]) -> usize {
    entries.chunk_by(|a, b| a.key == b.key).count()
}

/// JSON object of a changed book.
#[derive(Serialize)]
struct EditReport {
    entries_read: usize,
    entries: usize,
    positions: usize,
}

/// Writes the book and prints its size.
fn finish(
    entries_read: usize,
    book: &[BookEntry],
    file: OutputFile,
    json: bool,
) -> Result<(), Error> {
    let path = file.path().to_owned();
    write(file, book)?;
    if is_standard_stream(&path) {
        return Ok(());
    }
    let report = EditReport { entries_read, entries: book.len(), positions: positions(book) };
    let (moves, read) = (counted(report.entries, "move"), grouped(entries_read));
    let (path, positions) = (path.display(), counted(report.positions, "position"));
    let text = format_args!("{path}: {moves} in {positions}, of {read} moves read");
    print_summary(json, &report, text)
}

/// Harmless faults of positions are accepted: a book is probed by its key.
const LENIENT: PositionArgs = PositionArgs { chess960: false, lenient: true };

/// JSON object of a move.
#[derive(Serialize)]
pub(crate) struct BookMoveReport {
    san: String,
    uci: String,
    weight: u16,
    /// The share of the weights of the position, 0 to 1.
    share: f64,
    /// The field `learn`; 0 in a book without statistics.
    learn: u32,
    /// The number of games in the field `learn`.
    games: Option<u32>,
    /// The score in these games in percent.
    score: Option<f64>,
}

/// Returns the moves of a position for output.
pub(crate) fn describe(position: &Position, moves: &[FoundMove]) -> Vec<BookMoveReport> {
    let report = |(found, share): (&FoundMove, f64)| {
        let learned = Learned::from_field(found.learn);
        BookMoveReport {
            san: position.san(found.mv).to_string(),
            uci: position.uci(found.mv).to_string(),
            weight: found.weight,
            share,
            learn: found.learn,
            games: learned.map(|learned| learned.games),
            score: learned.map(Learned::score),
        }
    };
    moves.iter().zip(shares(moves)).map(report).collect()
}
