//! `book dump`: prints the positions or the entries of a book.

use super::{BookMoveReport, LENIENT, describe};
use crate::common::prelude::*;
use ferz_game::book::{Book, WalkLimits, WalkPosition, walk};
use std::io;

#[derive(Args, Debug)]
pub(crate) struct BookDumpArgs {
    /// Book to read
    #[arg(value_name = "BOOK")]
    book: PathBuf,

    #[command(flatten)]
    start: StartArgs,

    /// Print only positions within this number of plies from the start
    #[arg(long, value_name = "N")]
    max_plies: Option<u32>,

    /// Follow any move of the other side, and the book's moves of this side
    #[arg(long, value_name = "SIDE", value_parser = side())]
    color: Option<Color>,

    /// Print all entries in the order of the file: key, move, weight and `learn`
    #[arg(long, conflicts_with_all = ["words", "fen", "moves", "max_plies", "color"])]
    raw: bool,

    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// JSON object of a position.
#[derive(Serialize)]
struct PositionReport {
    fen: String,
    /// The moves from the start in SAN.
    line: String,
    moves: Vec<BookMoveReport>,
}

/// JSON object of an entry.
#[derive(Serialize)]
struct EntryReport {
    key: String,
    #[serde(rename = "move")]
    uci: String,
    weight: u16,
    learn: u32,
}

/// Prints a book.
///
/// # Errors
/// If the FEN is invalid, or the book cannot be read.
pub(super) fn run(args: &BookDumpArgs) -> Result<(), Error> {
    let book = Book::open(&args.book)?;
    if args.raw {
        return dump_entries(&book, &args.book, args.json);
    }
    let start = args.start.position(LENIENT, "ferz book dump")?;
    let limits = WalkLimits { max_plies: args.max_plies.unwrap_or(u32::MAX), color: args.color };
    let mut out = BufWriter::new(stdout().lock());
    let mut printed = 0;
    // Read errors are those of the book, others those of standard output.
    walk(&book, &start, limits, |visited| {
        printed += visited.moves.len() as u64;
        print_position(&mut out, &start, &visited, args.json).map_err(DumpFault::Output)
    })
    .map_err(|fault| match fault {
        DumpFault::Read(error) => Error::file(&args.book, error),
        DumpFault::Output(error) => Error::Output(error),
    })?;
    out.flush()?;
    if !args.json {
        writeln!(out, "{printed} of {} entries are legal moves on these lines", book.len())?;
    }
    Ok(())
}

/// The two kinds of failure of a dump.
enum DumpFault {
    Read(io::Error),
    Output(io::Error),
}

impl From<io::Error> for DumpFault {
    fn from(error: io::Error) -> Self {
        Self::Read(error)
    }
}

fn print_position(
    out: &mut impl Write,
    start: &Position,
    visited: &WalkPosition<'_>,
    json: bool,
) -> io::Result<()> {
    let line = start.san_line(visited.line).unwrap_or_default();
    let moves = describe(visited.position, visited.moves);
    if json {
        let report = PositionReport { fen: visited.position.fen(), line, moves };
        serde_json::to_writer(&mut *out, &report)?;
        return writeln!(out);
    }
    let line = if line.is_empty() { "start" } else { &line };
    let shares: Vec<String> = moves
        .iter()
        .map(|mv| format!("{} {:.1} % ({})", mv.san, 100.0 * mv.share, mv.weight))
        .collect();
    writeln!(out, "{line}: {}", shares.join(", "))
}

fn dump_entries(book: &Book, path: &Path, json: bool) -> Result<(), Error> {
    let mut out = BufWriter::new(stdout().lock());
    for entry in book.entries() {
        let entry = entry.map_err(|error| Error::file(path, error))?;
        let (key, uci) = (format!("{:016x}", entry.key), entry.mv.to_string());
        let (weight, learn) = (entry.weight, entry.learn);
        if json {
            let report = EntryReport { key, uci, weight, learn };
            serde_json::to_writer(&mut out, &report).map_err(io::Error::from)?;
            writeln!(out)?;
        } else {
            writeln!(out, "{key} {uci:<6} {weight:>5} {learn}")?;
        }
    }
    Ok(out.flush()?)
}
