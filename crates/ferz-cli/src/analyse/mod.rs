//! `ferz analyse`: searches a position and prints the lines as a table or as JSON, or analyses a game.

mod game;
mod player;

use crate::common::analysis_report::AnalysisReport;
use crate::common::engines::{SearchLimits, search_error, start};
use crate::common::output;
use crate::common::prelude::*;
use crate::common::terminal_board::{described, ending_text};
use crate::syzygy::{TablebaseResult, open_tables};
use clap::builder::NonEmptyStringValueParser;
use ferz::Bound;
use ferz_engine::SearchSettings;
use ferz_session::port::{AnalysisLine, BUILT_IN, EngineSettings, SearchEngine};
use game::GameArgs;
use std::collections::HashMap;
use std::ffi::OsString;
use std::io;

/// The search time if the arguments set no limit.
const DEFAULT_MILLIS: u64 = 5_000;

/// The size of the transposition table for a position in MiB.
const DEFAULT_HASH: NonZeroUsize = NonZeroUsize::new(64).unwrap();

#[derive(Args, Debug)]
#[command(mut_arg("words", |words| words.value_name("FEN|PGN").help("Position, with or without \
    quotes, or a PGN file, whose game is analysed: plain, .gz, .bz2 or .zst, `-` for standard input \
    [default: the standard start position]")))]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,

    #[command(flatten)]
    pub(crate) position: PositionArgs,

    #[command(flatten)]
    pub(crate) limits: SearchLimits,

    /// Number of best lines
    #[arg(long, value_name = "N", default_value = "1",
        value_parser = clap::value_parser!(u16).range(1..=500))]
    pub(crate) multipv: u16,

    /// Number of threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = thread_count())]
    pub(crate) threads: u16,

    /// Transposition table size in MiB [default: 64, for a game 16]
    #[arg(long, value_name = "MIB", value_parser = mebibytes)]
    pub(crate) hash: Option<NonZeroUsize>,

    /// UCI engine to run, a path or a command with arguments; `ferz` is the built-in engine
    #[arg(long, value_name = "ENGINE", default_value = BUILT_IN, value_parser = NonEmptyStringValueParser::new())]
    pub(crate) engine: String,

    /// UCI option of an --engine but the built-in one; repeat it for several
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub(crate) options: Vec<String>,

    /// Use the Syzygy tablebases in these directories, separated as in the PATH variable, with the
    /// built-in engine
    #[arg(long, value_name = "PATH")]
    pub(crate) syzygy: Option<OsString>,

    /// Print the result as one JSON object
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) game: GameArgs,
}

/// Searches the position and prints the result, or analyses the game of a PGN file.
///
/// # Errors
/// As those of the analysis of a game. If the position is invalid, the engine cannot be started or fails, or the directories of
/// `--syzygy` have no table; [`Error::Interrupted`] after Ctrl-C.
pub(crate) fn run(args: &AnalyseArgs) -> Result<(), Error> {
    args.start.check_file("ferz analyse")?;
    if let Some(path) = args.start.pgn_file() {
        return match args.game.selection()? {
            Some(selection) => player::run(args, &path, selection),
            None => game::run(args, &path),
        };
    }
    if let Some(option) = args.game.given() {
        let reason = format_args!("{option} needs a PGN file");
        return Err(Error::usage(reason, "ferz analyse"));
    }
    let (position, opening) = args.start.opening(args.position, "ferz analyse")?;
    let control = interrupt::control();
    let mut search_engine = search_engine(args, DEFAULT_HASH)?;
    let tables = args.syzygy.as_deref().map(open_tables).transpose()?.map(Arc::new);
    let tablebase =
        tables.as_deref().and_then(|tables| TablebaseResult::new(tables, &position).ok());
    if let SearchEngine::BuiltIn(searcher) = &mut search_engine {
        searcher.set_tablebases(tables);
        // The process of another engine is ended before this one.
        output::exit_when_closed();
    }

    if !args.json {
        writeln!(stdout(), "{}", described(&position))?;
        if let Some(opening) = opening {
            writeln!(stdout(), "{opening}\n")?;
        }
        if let Some(result) = &tablebase {
            writeln!(stdout(), "Tablebases: {result}\n")?;
        }
        if let Some(outcome) = position.outcome() {
            return Ok(writeln!(stdout(), "{}", ending_text(outcome.into()))?);
        }
    }
    let mut table = (!args.json).then(|| LineTable::new(&position, args.multipv.into(), columns()));
    let mut written = table.as_ref().map_or(Ok(()), LineTable::print_header);
    let mut lines: Vec<AnalysisLine> = Vec::new();
    let settings = SearchSettings { multipv: args.multipv.into(), ..SearchSettings::default() };
    let limits = args.limits.or(SearchLimits { time: Some(DEFAULT_MILLIS), ..Default::default() });
    let has_moves = position.has_legal_move();
    let on_line = &mut |line: AnalysisLine| {
        if has_moves && line.moves.is_empty() {
            return;
        }
        if let Some(table) = &mut table
            && written.is_ok()
        {
            written = table.print_row(&line);
            if written.is_err() {
                control.stop();
            }
        }
        line.update(&mut lines);
    };
    let searched =
        search_engine.search_lines(&position, &[], &limits.limits(), &settings, &control, on_line);
    let result = searched.map_err(|error| search_error(&search_engine, error))?;
    written?;
    match table {
        Some(table) => table.print_lines(&lines)?,
        None => print_json(&AnalysisReport::new(
            search_engine.name(),
            &position,
            &result,
            &lines,
            tablebase,
        ))?,
    }
    interrupt::check()
}

/// Starts the engine of the arguments, with a table of `default_hash` MiB without `--hash`.
///
/// # Errors
/// If it cannot be started, or an option is not one of the engine.
fn search_engine(args: &AnalyseArgs, default_hash: NonZeroUsize) -> Result<SearchEngine, Error> {
    let AnalyseArgs { engine, options, threads, hash, multipv, .. } = args;
    let refused = match engine.as_str() {
        BUILT_IN if !options.is_empty() => {
            "--option is for an --engine other than the built-in one"
        }
        BUILT_IN => "",
        _ if args.syzygy.is_some() => {
            "--syzygy is for the built-in engine; --option sets SyzygyPath"
        }
        _ => "",
    };
    if !refused.is_empty() {
        return Err(Error::usage(refused, "ferz analyse"));
    }
    let mut options = options.clone();
    if engine != BUILT_IN && *multipv > 1 {
        options.push(format!("MultiPV={multipv}"));
    }
    let hash = hash.unwrap_or(default_hash);
    start(engine, EngineSettings { threads: *threads, hash, options: &options })
}

/// The number of characters before the moves of a row.
const MOVES_COLUMN: usize = 40;

/// The least number of characters for the moves of a row, on a narrow terminal too.
const LEAST_MOVES_WIDTH: usize = 16;

/// A table with depth, score, nodes, speed and moves of each line.
struct LineTable<'a> {
    root: &'a Position,
    multipv: usize,
    /// The number of columns of the terminal.
    columns: Option<usize>,
    /// The last row of each rank.
    printed: HashMap<usize, AnalysisLine>,
}

impl<'a> LineTable<'a> {
    /// Creates a table for this number of lines from a position, whose rows fit the columns
    /// of the terminal.
    fn new(root: &'a Position, multipv: usize, columns: Option<usize>) -> Self {
        Self { root, multipv, columns, printed: HashMap::new() }
    }

    /// Prints the header.
    fn print_header(&self) -> io::Result<()> {
        let side = self.root.side_to_move();
        let explanation = format!(
            "Scores are in pawns from {side}'s view: at +1.00 {side} wins half of the games."
        );
        let mut out = stdout();
        writeln!(out, "{}\n", self.wrapped(&explanation, 0))?;
        writeln!(out, "depth   score          nodes   speed/s  line")
    }

    /// Prints a line of the search. Skips bounds, which the exact value or the end of the search
    /// follows, and repetitions of the last row of the same rank, which occur when a search is
    /// stopped.
    fn print_row(&mut self, line: &AnalysisLine) -> io::Result<()> {
        let last = self.printed.get(&line.rank);
        let is_repeated = last.is_some_and(|last| {
            (last.depth, last.score, &last.moves) == (line.depth, line.score, &line.moves)
        });
        if line.score.bound != Bound::Exact || is_repeated {
            return Ok(());
        }
        let mut out = stdout().lock();
        if last.is_some() && self.multipv > 1 && line.rank == 1 {
            writeln!(out)?;
        }
        self.printed.insert(line.rank, line.clone());
        let nodes = grouped(line.nodes.into());
        let speed = scaled(per_second(line.nodes.into(), line.elapsed));
        let (depth, score) = (line.depth, format!("{:+}", line.score.score));
        let moves = self.moves(line);
        let columns = self.columns.unwrap_or(DEFAULT_COLUMNS);
        let width = columns.saturating_sub(MOVES_COLUMN).max(LEAST_MOVES_WIDTH);
        writeln!(out, "{depth:>5} {score:>7} {nodes:>14} {speed:>9}  {}", truncated(&moves, width))
    }

    /// Prints the complete final lines with their scores, of which those of a stopped search can be
    /// bounds.
    fn print_lines(&self, lines: &[AnalysisLine]) -> io::Result<()> {
        let mut out = stdout().lock();
        writeln!(out)?;
        for line in lines {
            let bound = match line.score.bound {
                Bound::Exact => "",
                Bound::Lower => "at least ",
                Bound::Upper => "at most ",
            };
            let text = format!("{bound}{:+}  {}", line.score.score, self.moves(line));
            writeln!(out, "{}", self.wrapped(&text, 4))?;
        }
        Ok(())
    }

    /// Returns a text in lines that fit the terminal.
    fn wrapped(&self, text: &str, indent: usize) -> String {
        self.columns.map_or(text.to_owned(), |columns| wrapped(text, columns, indent))
    }

    /// Returns the moves in SAN with move numbers.
    fn moves(&self, line: &AnalysisLine) -> String {
        self.root.numbered_san_line(&line.moves).unwrap_or_default()
    }
}

/// Truncates a text after a word if it is longer than `width`.
fn truncated(text: &str, width: usize) -> String {
    if text.len() <= width {
        return text.to_owned();
    }
    let room = width.saturating_sub(4);
    let end = text[..=room].rfind(' ').unwrap_or(room);
    format!("{} ...", &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_truncated_between_moves() {
        assert_eq!(truncated("1. e4 e5", 8), "1. e4 e5");
        assert_eq!(truncated("1. e4 e5 2. Nf3", 14), "1. e4 e5 ...");
        assert_eq!(truncated("1. e4 e5 2. Nf3", 12), "1. e4 e5 ...");
        assert_eq!(truncated("1. e4 e5 2. Nf3", 11), "1. e4 ...");
        assert_eq!(truncated("xxxxxxxxx", 8), "xxxx ...");
    }
}
