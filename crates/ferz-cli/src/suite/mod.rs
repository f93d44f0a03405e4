//! `ferz suite`: searches the positions of an EPD file and counts those solved.

mod case;

use crate::common::engines::{SearchLimits, search_error, start};
use crate::common::prelude::*;
use case::{EpdSuite, RefusedLine};
use clap::builder::NonEmptyStringValueParser;
use ferz_session::port::{BUILT_IN, EngineSettings, SearchEngine};
use ferz_session::suite::{EpdCase, SuiteResult, SuiteTotals};
use std::io;

#[derive(Args, Debug)]
pub(crate) struct SuiteArgs {
    /// EPD file: a position and its operations in each line, like `4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;`
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    #[command(flatten)]
    pub(crate) position: PositionArgs,

    #[command(flatten)]
    pub(crate) limits: SearchLimits,

    /// UCI engine to run, a path or a command with arguments; `ferz` is the built-in engine.
    /// Repeat it to compare engines [default: ferz]
    #[arg(long = "engine", value_name = "ENGINE", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) engines: Vec<String>,

    /// UCI option for every --engine but the built-in one; repeat it for several options
    #[arg(long = "option", value_name = "NAME=VALUE", requires = "engines")]
    pub(crate) options: Vec<String>,

    /// Number of threads of each engine
    #[arg(long, value_name = "N", default_value = "1", value_parser = thread_count())]
    pub(crate) threads: u16,

    /// Transposition table size of each engine in MiB
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = mebibytes)]
    pub(crate) hash: NonZeroUsize,

    /// Exit with status 1 if an engine solves fewer positions
    #[arg(long, value_name = "N")]
    pub(crate) min_solved: Option<usize>,

    /// Print the result as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

impl SuiteArgs {
    /// Returns the limits of each search, by default one second.
    fn limits(&self) -> SearchLimits {
        self.limits.or(SearchLimits { time: Some(1000), ..SearchLimits::default() })
    }
}

/// Runs the command.
///
/// # Errors
/// If the file or an engine is invalid, [`Error::Interrupted`] after Ctrl-C, and [`Error::CheckFailed`]
/// if an engine solved fewer positions than `--min-solved`. The results so far have been printed.
pub(crate) fn run(args: &SuiteArgs) -> Result<(), Error> {
    let EpdSuite { cases, refused } = EpdSuite::read(&args.file, args.position)?;
    for RefusedLine { line, reason } in &refused {
        print_message(format_args!("ferz: {}", Error::line(&args.file, *line, reason)));
    }
    let control = interrupt::control();
    let mut search_engines = search_engines(args)?;

    let totals = |name| SuiteTotals { name, ..SuiteTotals::default() };
    let mut totals: Vec<_> = names(&search_engines).into_iter().map(totals).collect();
    if !args.json {
        print_header(args, cases.len(), refused.len(), &totals)?;
    }
    let bar = progress_bar(Some(cases.len() as u64));
    let mut rows = Vec::new();
    let mut result = Ok(());
    for case in &cases {
        bar.set_message(case.id.clone());
        let row = match search(&mut search_engines, case, args, &control) {
            Ok(row) => row,
            Err(error) => {
                result = Err(error);
                break;
            }
        };
        totals.iter_mut().zip(&row.results).for_each(|(totals, found)| totals.add(case, found));
        if !args.json {
            bar.suspend(|| print_row(&row, &totals))?;
        }
        rows.push(row);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let interrupted = matches!(result, Err(Error::Interrupted));
    let run = SuiteRun {
        suite: args.file.display().to_string(),
        limits: args.limits(),
        total_positions: cases.len(),
        refused: &refused,
        interrupted,
        engines: &totals,
        positions: &rows,
    };
    if args.json {
        print_json(&run)?
    } else {
        print_totals(&totals)?
    }
    result?;
    let missed = |totals: &SuiteTotals| args.min_solved.is_some_and(|least| totals.solved < least);
    if totals.iter().any(missed) { Err(Error::CheckFailed) } else { Ok(()) }
}

/// Returns the engines of the arguments, or the built-in one.
fn search_engines(args: &SuiteArgs) -> Result<Vec<SearchEngine>, Error> {
    let SuiteArgs { threads, hash, options, .. } = args;
    let settings = EngineSettings { threads: Some(*threads), hash: *hash, options };
    if args.engines.is_empty() {
        return Ok(vec![start(BUILT_IN, settings)?]);
    }
    args.engines.iter().map(|command| start(command, settings)).collect()
}

/// Returns the names of the engines, with the command of those that share a name with another.
fn names(search_engines: &[SearchEngine]) -> Vec<String> {
    let is_shared =
        |name: &str| search_engines.iter().filter(|other| other.name() == name).count() > 1;
    let name = |search_engine: &SearchEngine| match (search_engine.name(), search_engine.command())
    {
        (name, Some(command)) if is_shared(name) => format!("{name} ({command})"),
        (name, _) => name.to_owned(),
    };
    search_engines.iter().map(name).collect()
}

/// Searches a position with each engine.
///
/// # Errors
/// If an engine fails; [`Error::Interrupted`] after Ctrl-C.
fn search(
    search_engines: &mut [SearchEngine],
    case: &EpdCase,
    args: &SuiteArgs,
    control: &Control,
) -> Result<PositionRow, Error> {
    let mut results = Vec::with_capacity(search_engines.len());
    for search_engine in search_engines {
        let searched = case.search(search_engine, &args.limits().limits(), control);
        results.push(
            searched
                .map_err(|error| search_error(search_engine, format!("{}: {error}", case.id)))?,
        );
        interrupt::check()?;
    }
    let (line, id, fen) = (case.line, case.id.clone(), case.position.fen());
    Ok(PositionRow { line, id, fen, expected: case.expected(), results })
}

/// Returns the table, with a column for each engine.
fn table(engines: &[SuiteTotals]) -> Table<'_> {
    let engines = engines.iter().map(|engine| Column::left(&engine.name, 28));
    let first = [Column::left("position", 16), Column::left("expected", 14)];
    let columns: Vec<_> = first.into_iter().chain(engines).collect();
    // Positions have their names cut off in a file too, as those of some suites are whole sentences.
    Table::new(&columns, Some(usize::MAX))
}

/// A position with the search of each engine.
#[derive(Serialize)]
struct PositionRow {
    line: usize,
    id: String,
    fen: String,
    expected: String,
    results: Vec<SuiteResult>,
}

/// The JSON object of a suite.
#[derive(Serialize)]
struct SuiteRun<'a> {
    suite: String,
    #[serde(flatten)]
    limits: SearchLimits,
    total_positions: usize,
    /// The lines of the file that are no positions with expected moves.
    refused: &'a [RefusedLine],
    interrupted: bool,
    engines: &'a [SuiteTotals],
    positions: &'a [PositionRow],
}

/// Prints the header of the table.
fn print_header(
    args: &SuiteArgs,
    cases: usize,
    refused: usize,
    engines: &[SuiteTotals],
) -> io::Result<()> {
    let SearchLimits { time, nodes, depth } = args.limits();
    let limits = [
        time.map(|millis| duration(Duration::from_millis(millis))),
        nodes.map(|nodes| format!("{} nodes", grouped(nodes))),
        depth.map(|depth| format!("depth {depth}")),
    ];
    let limits: Vec<_> = limits.into_iter().flatten().collect();
    let mut out = stdout().lock();
    write!(out, "{}, {} each", counted(cases, "position"), limits.join(" or "))?;
    if refused > 0 {
        write!(out, "; {} refused", counted(refused, "line"))?;
    }
    writeln!(out)?;
    writeln!(out, "+ solved; score, depth, and the time after which the move stayed the best\n")?;
    writeln!(out, "{}", table(engines).header())
}

/// Prints the row of a position.
fn print_row(row: &PositionRow, engines: &[SuiteTotals]) -> io::Result<()> {
    let results: Vec<_> = row.results.iter().map(cell).collect();
    let mut cells: Vec<&dyn Display> = vec![&row.id, &row.expected];
    cells.extend(results.iter().map(|text| text as &dyn Display));
    writeln!(stdout(), "{}", table(engines).row(&cells))
}

/// Returns the text of a search.
fn cell(found: &SuiteResult) -> String {
    let sign = if found.solved { '+' } else { '-' };
    let best = found.san.as_deref().unwrap_or("none");
    let points = found.points.map_or(String::new(), |points| format!("={points}"));
    let score = found.score.map_or(String::new(), |score| score.score.to_string());
    let time = found.found_after.map_or(String::new(), |seconds| format!(" {seconds:.2}s"));
    format!("{sign} {:<7} {score:>6} {:>3}{time}", format!("{best}{points}"), found.depth)
}

/// Prints the totals of all engines.
fn print_totals(engines: &[SuiteTotals]) -> io::Result<()> {
    let mut out = stdout().lock();
    writeln!(out)?;
    for engine in engines {
        let SuiteTotals { name, positions, solved, time, nodes, nps, .. } = engine;
        let percent = 100.0 * *solved as f64 / (*positions).max(1) as f64;
        write!(out, "{name}: {solved} of {positions} solved ({percent:.1} %)")?;
        if let (Some(points), Some(max)) = (engine.points, engine.max_points) {
            let percent = 100.0 * f64::from(points) / f64::from(max.max(1));
            write!(out, ", {points} of {max} points ({percent:.1} %)")?;
        }
        let nodes = scaled(u128::from(*nodes));
        writeln!(out, "; {nodes} nodes in {}, {}/s", duration(*time), scaled(*nps))?;
    }
    Ok(())
}
