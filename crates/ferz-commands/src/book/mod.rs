//! The command `book`: makes, changes and prints opening books in the Polyglot format.

mod args;
mod dump;
mod edit;
mod make;
mod probe;

pub(crate) use args::BookArgs;

use crate::common::error::Error;
use crate::common::output_file::commit;
use args::{BookCheckArgs, BookCommand};
use ferz_game::book::{Book, BookEntry, write_book};
use ferz_output::OutputFile;
use serde::Serialize;
use std::io::{self, Write, stdout};
use std::path::Path;

/// Runs a command on books.
///
/// # Errors
/// If the arguments are invalid, a file cannot be read or written, or a check fails.
pub(crate) fn run(args: &BookArgs) -> Result<(), Error> {
    match &args.command {
        BookCommand::Make(args) => make::run(args),
        BookCommand::Merge(args) => edit::merge(args),
        BookCommand::Filter(args) => edit::filter(args),
        BookCommand::Dump(args) => dump::run(args),
        BookCommand::Probe(args) => probe::run(args),
        BookCommand::Check(args) => check(args),
    }
}

/// Opens a book.
fn open(path: &Path) -> Result<Book, Error> {
    Ok(Book::open(path)?)
}

/// Reads all entries of a book.
fn read(path: &Path) -> Result<Vec<BookEntry>, Error> {
    open(path)?.entries().collect::<Result<_, _>>().map_err(|error| Error::file(path, error))
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

/// Prints one JSON object on a line.
fn print_json(value: &impl Serialize) -> Result<(), Error> {
    let mut out = stdout().lock();
    serde_json::to_writer(&mut out, value).map_err(io::Error::from)?;
    Ok(writeln!(out)?)
}

/// JSON object of a check.
#[derive(Serialize)]
struct CheckReport {
    entries: u64,
    unsorted: u64,
    malformed: u64,
    illegal: u64,
    zero_weights: u64,
}

fn check(args: &BookCheckArgs) -> Result<(), Error> {
    let book = open(&args.book)?;
    let faults = book.check().map_err(|error| Error::file(&args.book, error))?;
    if args.json {
        print_json(&CheckReport {
            entries: book.len(),
            unsorted: faults.unsorted,
            malformed: faults.malformed,
            illegal: faults.illegal,
            zero_weights: faults.zero_weights,
        })?;
    } else {
        let mut out = stdout().lock();
        writeln!(out, "{} entries", book.len())?;
        writeln!(out, "{} out of order", faults.unsorted)?;
        writeln!(out, "{} with 16 bits that are no move", faults.malformed)?;
        writeln!(out, "{} illegal in positions reached from the start", faults.illegal)?;
        writeln!(out, "{} with weight 0", faults.zero_weights)?;
    }
    match faults.unsorted + faults.malformed + faults.illegal {
        0 => Ok(()),
        _ => Err(Error::Mismatch),
    }
}
