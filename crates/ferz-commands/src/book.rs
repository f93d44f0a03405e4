//! `ferz book`: makes, changes and prints opening books in the Polyglot format.

use crate::common::arguments::{PositionArgs, StartArgs, number, side};
use crate::common::error::Error;
use crate::common::files::{self, commit, is_standard_stream};
use crate::common::sources::{MoveArgs, Sources};
use crate::common::text::{counted, grouped, print_json};
use clap::{Args, Subcommand, ValueEnum};
use ferz::{Color, Position};
use ferz_game::book::{
    Book, BookBuilder, BookEntry, BookFilter, BookMove, BuildOptions, Counting, FoundMove,
    MergeRule, PgnGames, Selection, WalkLimits, WalkPosition, merge as merge_books, select, shares,
    walk, write_book,
};
use ferz_game::openings;
use ferz_game::pgn::PgnError;
use ferz_output::OutputFile;
use serde::Serialize;
use std::collections::HashSet;
use std::io::{self, BufWriter, Write, stdout};
use std::path::{Path, PathBuf};
use std::slice;

#[derive(Args, Debug)]
pub(crate) struct BookArgs {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(Subcommand, Debug)]
enum BookCommand {
    /// Make a book from the games of PGN files
    #[command(
        after_help = "The weight of a move is 2 for each win of its side and 1 for each draw or \
        unknown result. Games with errors are reported on standard error and used up to the error. \
        With the same options the book is that of `polyglot make-book`, whose defaults are the \
        defaults here. Variations are not used."
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
    Probe(BookProbeArgs),
    /// Check the order and the moves of a book
    #[command(
        after_help = "Exits with status 1 if the entries are not in order, or a move is illegal."
    )]
    Check(BookCheckArgs),
}

#[derive(Args, Debug)]
struct BookMakeArgs {
    /// PGN files, plain or compressed with gzip, bzip2 or zstd; `-` is standard input
    #[arg(value_name = "PGN", required = true)]
    files: Vec<PathBuf>,

    /// Book to write; an existing file is replaced; `-` is standard output
    #[arg(long, short, value_name = "BOOK")]
    output: PathBuf,

    #[command(flatten)]
    moves: MoveArgs,

    /// Number of errors that are printed; all are counted
    #[arg(long, value_name = "N", default_value_t = 100)]
    max_errors: u64,

    /// Minimum number of games with a move
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    min_games: u32,

    /// Number of plies of each game that are used
    #[arg(long, value_name = "N", default_value_t = 1024)]
    max_plies: u32,

    /// Minimum score of a move in percent: 100 if its side won all games, 50 if all were drawn
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0, value_parser = number(0.0..=100.0))]
    min_score: f64,

    /// Keep the moves of one side only
    #[arg(long, value_name = "SIDE", value_parser = side())]
    color: Option<Color>,

    /// Give all moves the weight 1
    #[arg(long)]
    uniform: bool,

    /// Count all games, and scale weights above 65535, instead of halving the counts of a position
    /// each time a move has 16384 games
    #[arg(long)]
    exact: bool,

    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Args, Debug)]
struct BookMergeArgs {
    /// Books to merge
    #[arg(value_name = "BOOK", required = true, num_args = 2..)]
    books: Vec<PathBuf>,

    /// Book to write; an existing file is replaced; `-` is standard output
    #[arg(long, short, value_name = "BOOK")]
    output: PathBuf,

    /// Take each position from the first book that contains it
    #[arg(long)]
    first: bool,

    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Args, Debug)]
struct BookFilterArgs {
    /// Book to read
    #[arg(value_name = "BOOK")]
    book: PathBuf,

    /// Book to write; an existing file is replaced; `-` is standard output
    #[arg(long, short, value_name = "BOOK")]
    output: PathBuf,

    /// Minimum weight of a move
    #[arg(long, value_name = "N", default_value_t = 0)]
    min_weight: u16,

    /// Minimum share of the weights of its position, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0, value_parser = number(0.0..=100.0))]
    min_share: f64,

    /// Maximum number of moves of a position, the heaviest first
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    max_moves: Option<u16>,

    /// Keep only legal moves of positions that the book's moves reach from the start position
    #[arg(long)]
    reachable: bool,

    /// Keep only positions with this side to move; implies --reachable, and the other side makes any
    /// moves
    #[arg(long, value_name = "SIDE", value_parser = side())]
    color: Option<Color>,

    /// Keep only moves within this number of plies from the start position; implies --reachable
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: Option<u32>,

    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Args, Debug)]
struct BookDumpArgs {
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

#[derive(Args, Debug)]
struct BookProbeArgs {
    /// Book to read
    #[arg(value_name = "BOOK")]
    book: PathBuf,

    #[command(flatten)]
    start: StartArgs,

    /// Print one move, selected by this rule, in UCI notation
    #[arg(long, value_enum, value_name = "RULE")]
    select: Option<SelectionArg>,

    /// Seed of the random numbers of --select [default: a random one]
    #[arg(long, value_name = "N", requires = "select")]
    seed: Option<u64>,

    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Args, Debug)]
struct BookCheckArgs {
    /// Book to check
    #[arg(value_name = "BOOK")]
    book: PathBuf,

    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

/// A rule that selects a move.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum SelectionArg {
    /// The move with the greatest weight
    Best,
    /// A random move, with a probability proportional to its weight
    Weighted,
    /// A random move, each with the same probability
    Uniform,
}

impl From<SelectionArg> for Selection {
    fn from(rule: SelectionArg) -> Self {
        match rule {
            SelectionArg::Best => Self::Best,
            SelectionArg::Weighted => Self::Weighted,
            SelectionArg::Uniform => Self::Uniform,
        }
    }
}

/// Runs a command on books.
///
/// # Errors
/// If the arguments are invalid, a file cannot be read or written, or a check fails.
pub(crate) fn run(args: &BookArgs) -> Result<(), Error> {
    match &args.command {
        BookCommand::Make(args) => make(args),
        BookCommand::Merge(args) => merge(args),
        BookCommand::Filter(args) => filter(args),
        BookCommand::Dump(args) => dump(args),
        BookCommand::Probe(args) => probe(args),
        BookCommand::Check(args) => check(args),
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
    let book = Book::open(&args.book)?;
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
        _ => Err(Error::CheckFailed),
    }
}

/// JSON object of a new book.
#[derive(Serialize)]
struct MakeReport {
    games: u64,
    errors: u64,
    moves_read: usize,
    entries: usize,
    positions: usize,
}

/// Makes a book.
///
/// # Errors
/// If a file cannot be read or written, the book is one of the PGN files, or after Ctrl-C, which
/// writes no book.
fn make(args: &BookMakeArgs) -> Result<(), Error> {
    let sources = Sources::new(&args.files, args.max_errors);
    let file = files::create(&args.output, &args.files)?;
    let mut errors = 0;
    let report = |error: PgnError| {
        errors += 1;
        sources.report_all([error], 0);
    };
    let builder = BookBuilder::new(build_options(args));
    let mut player = args.moves.player(PgnGames::new(builder, report));
    sources.read_with(&mut player)?;
    let builder = player.into_visitor().into_builder();
    let entries = builder.finish();
    write(file, &entries)?;
    let report = MakeReport {
        games: builder.games(),
        errors,
        moves_read: builder.moves(),
        entries: entries.len(),
        positions: positions(&entries),
    };
    if is_standard_stream(&args.output) {
        return Ok(());
    }
    if args.json {
        return print_json(&report);
    }
    let (path, games) = (args.output.display(), counted(report.games as usize, "game"));
    let errors = match report.errors {
        0 => String::new(),
        errors => format!(" ({} with errors)", grouped(errors.into())),
    };
    let (moves, positions) =
        (counted(report.entries, "move"), counted(report.positions, "position"));
    Ok(writeln!(
        stdout(),
        "{path}: {moves} in {positions}, of {} moves in {games}{errors}",
        grouped(report.moves_read as u128)
    )?)
}

fn build_options(args: &BookMakeArgs) -> BuildOptions {
    BuildOptions {
        min_games: args.min_games,
        max_plies: args.max_plies,
        min_score: args.min_score,
        color: args.color,
        uniform: args.uniform,
        counting: if args.exact { Counting::Exact } else { Counting::Halving },
    }
}

/// JSON object of a changed book.
#[derive(Serialize)]
struct EditReport {
    entries_read: usize,
    entries: usize,
    positions: usize,
}

/// Merges books.
///
/// # Errors
/// If a file cannot be read or written.
fn merge(args: &BookMergeArgs) -> Result<(), Error> {
    let file = files::create(&args.output, &args.books)?;
    let books = args.books.iter().map(|path| read(&Book::open(path)?, path));
    let books = books.collect::<Result<Vec<_>, Error>>()?;
    let rule = if args.first { MergeRule::First } else { MergeRule::Sum };
    let merged = merge_books(&books, rule);
    finish(books.iter().map(Vec::len).sum(), &merged, file, args.json)
}

/// Copies a book without the moves that the arguments exclude.
///
/// # Errors
/// If a file cannot be read or written.
fn filter(args: &BookFilterArgs) -> Result<(), Error> {
    let file = files::create(&args.output, slice::from_ref(&args.book))?;
    let book = Book::open(&args.book)?;
    let color = args.color;
    let reachable = args.reachable || color.is_some() || args.max_plies.is_some();
    // The positions before the last move have fewer plies.
    let max_plies = args.max_plies.map_or(u32::MAX, |plies| plies - 1);
    let limits = WalkLimits { max_plies, color };
    let allowed = match reachable {
        true => Some(reached(&book, limits).map_err(|error| Error::file(&args.book, error))?),
        false => None,
    };
    let filter = BookFilter {
        allowed,
        min_weight: args.min_weight,
        min_share: args.min_share,
        max_moves: args.max_moves.map_or(usize::MAX, usize::from),
    };
    let entries = read(&book, &args.book)?;
    finish(entries.len(), &filter.apply(&entries), file, args.json)
}

/// Returns the legal moves of the positions that the book's moves reach; with a colour in the
/// limits, only of those with that side to move.
fn reached(book: &Book, limits: WalkLimits) -> io::Result<HashSet<(u64, BookMove)>> {
    let mut reached = HashSet::new();
    walk(book, &Position::startpos(), limits, |visited| {
        let side = visited.position.side_to_move();
        if limits.color.is_none_or(|color| color == side) {
            let key = visited.position.polyglot_key();
            let legal = |entry: &&BookEntry| entry.mv.find(visited.position).is_some();
            let entries = book.find(key)?;
            reached.extend(entries.iter().filter(legal).map(|entry| (key, entry.mv)));
        }
        Ok::<_, io::Error>(())
    })?;
    Ok(reached)
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
    if json {
        return print_json(&report);
    }
    let moves = counted(report.entries, "move");
    let read = grouped(report.entries_read as u128);
    let positions = counted(report.positions, "position");
    Ok(writeln!(stdout(), "{}: {moves} in {positions}, of {read} moves read", path.display())?)
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
fn dump(args: &BookDumpArgs) -> Result<(), Error> {
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
        print_position(&mut out, &start, &visited, args.json).map_err(Fault::Output)
    })
    .map_err(|fault| match fault {
        Fault::Read(error) => Error::file(&args.book, error),
        Fault::Output(error) => Error::Output(error),
    })?;
    out.flush()?;
    if !args.json {
        writeln!(out, "{printed} of {} entries are legal moves on these lines", book.len())?;
    }
    Ok(())
}

/// The two kinds of failure of a dump.
enum Fault {
    Read(io::Error),
    Output(io::Error),
}

impl From<io::Error> for Fault {
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

/// JSON object of a move.
#[derive(Serialize)]
struct BookMoveReport {
    san: String,
    uci: String,
    weight: u16,
    /// The share of the weights of the position, 0 to 1.
    share: f64,
    learn: u32,
}

/// JSON object of a probe.
#[derive(Serialize)]
struct BookReport {
    fen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    eco: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<&'static str>,
    moves: Vec<BookMoveReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    selected: Option<String>,
}

/// Prints the moves of a position, or one of them.
///
/// # Errors
/// If the position or a move is invalid, the book cannot be read, or it has no move to print.
fn probe(args: &BookProbeArgs) -> Result<(), Error> {
    let book = Book::open(&args.book)?;
    let position = args.start.position(LENIENT, "ferz book probe")?;
    let found = book.moves(&position).map_err(|error| Error::file(&args.book, error))?;
    let selected = args.select.and_then(|rule| {
        let mut random = args.seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed);
        select(&found, rule.into(), random.u64(..))
    });
    let uci = |found: FoundMove| position.uci(found.mv).to_string();
    if args.json {
        let opening = openings::find(&position);
        let is_missing = if args.select.is_some() { selected.is_none() } else { found.is_empty() };
        print_json(&BookReport {
            fen: position.fen(),
            eco: opening.map(|opening| opening.eco.to_string()),
            opening: opening.map(|opening| opening.name),
            moves: describe(&position, &found),
            selected: selected.map(uci),
        })?;
        return if is_missing { Err(no_book_move()) } else { Ok(()) };
    }
    let mut out = stdout().lock();
    if args.select.is_some() {
        return match selected {
            Some(found) => Ok(writeln!(out, "{}", uci(found))?),
            None => Err(no_book_move()),
        };
    }
    writeln!(out, "{}", position.fen())?;
    if let Some(opening) = openings::find(&position) {
        writeln!(out, "{opening}")?;
    }
    if found.is_empty() {
        return Err(no_book_move());
    }
    for mv in describe(&position, &found) {
        let percent = 100.0 * mv.share;
        writeln!(out, "{:<8} {:>5.1} %  weight {}", mv.san, percent, mv.weight)?;
    }
    Ok(())
}

/// Returns the error of a position without a move, or without one with a weight above 0.
fn no_book_move() -> Error {
    Error::failed_check("the book has no move for this position")
}

/// Harmless faults of positions are accepted: a book is probed by its key.
const LENIENT: PositionArgs = PositionArgs { chess960: false, lenient: true };

/// Returns the moves of a position for output.
fn describe(position: &Position, moves: &[FoundMove]) -> Vec<BookMoveReport> {
    let report = |(found, share): (&FoundMove, f64)| BookMoveReport {
        san: position.san(found.mv).to_string(),
        uci: position.uci(found.mv).to_string(),
        weight: found.weight,
        share,
        learn: found.learn,
    };
    moves.iter().zip(shares(moves)).map(report).collect()
}
