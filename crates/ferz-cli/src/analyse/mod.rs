//! `ferz analyse`: searches a position and prints the lines as a table or as JSON, or analyses a game.

mod game;
mod player;

use crate::common::engines::{EngineArgs, SearchLimits, search_error};
use crate::common::output;
use crate::common::prelude::*;
use crate::common::terminal_board::{described, ending_text};
use crate::syzygy::open_tables;
use ferz::Bound;
use ferz_engine::SearchSettings;
use ferz_session::port::{AnalysisLine, BUILT_IN, PositionAnalysis, SearchEngine, TablebaseResult};
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
#[command(mut_arg("engine_threads", |threads| threads.long("threads").help("Number of threads")))]
#[command(mut_arg("hash", |hash| hash.help("Transposition table size in MiB [default: 64, for a game 16]")))]
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

    #[command(flatten)]
    pub(crate) engine: EngineArgs,

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
    let mut table = (!args.json).then(|| LineTable::new(&position, args.multipv.into()));
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
        None => print_json(&PositionAnalysis::new(
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
    if args.engine.engine != BUILT_IN && args.syzygy.is_some() {
        let reason = "--syzygy is for the built-in engine; --option sets SyzygyPath";
        return Err(Error::usage(reason, "ferz analyse"));
    }
    let lines = (args.multipv > 1).then(|| format!("MultiPV={}", args.multipv));
    args.engine.start(default_hash, lines.into_iter().collect(), "ferz analyse")
}

/// The columns of the lines of a search.
const LINE_COLUMNS: [Column<'_>; 5] = [
    Column::right("depth", 5),
    Column::right("score", 7),
    Column::right("nodes", 14),
    Column::right("speed/s", 9),
    Column::flexible("line", 16, usize::MAX),
];

/// A table with depth, score, nodes, speed and moves of each line.
struct LineTable<'a> {
    root: &'a Position,
    multipv: usize,
    table: Table<'static>,
    /// The last row of each rank.
    printed: HashMap<usize, AnalysisLine>,
}

impl<'a> LineTable<'a> {
    /// Creates a table for this number of lines from a position, whose rows fit the columns
    /// of the terminal.
    fn new(root: &'a Position, multipv: usize) -> Self {
        let table = Table::new(&LINE_COLUMNS, Some(columns().unwrap_or(DEFAULT_COLUMNS)));
        Self { root, multipv, table, printed: HashMap::new() }
    }

    /// Prints the header.
    fn print_header(&self) -> io::Result<()> {
        let side = self.root.side_to_move();
        let explanation = format!(
            "Scores are in pawns from {side}'s view: at +1.00 {side} wins half of the games."
        );
        let mut out = stdout();
        writeln!(out, "{}\n", wrapped(&explanation, columns().unwrap_or(usize::MAX), 0))?;
        writeln!(out, "{}", self.table.header())
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
        let nodes = grouped(line.nodes);
        let speed = scaled(per_second(line.nodes.into(), line.elapsed));
        let (score, moves) = (format!("{:+}", line.score.score), self.moves(line));
        writeln!(out, "{}", self.table.row(&[&line.depth, &score, &nodes, &speed, &moves]))
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
            writeln!(out, "{}", fitting(&text))?;
        }
        Ok(())
    }

    /// Returns the moves in SAN with move numbers.
    fn moves(&self, line: &AnalysisLine) -> String {
        self.root.numbered_san_line(&line.moves).unwrap_or_default()
    }
}
