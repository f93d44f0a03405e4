//! `ferz perft`: leaf counts of one position, of a suite, or compared with another engine.

mod against;
mod variant;

use crate::common::files::read_text;
use crate::common::output;
use crate::common::prelude::*;
use crate::common::progress::CountProgress;
use clap::builder::NonEmptyStringValueParser;
use ferz::notation::{EpdError, FenError};
use ferz_perft::parallel::{self, CheckpointError, Counts, Row};
use ferz_perft::suite::{Mismatch, SuiteError, SuiteEvent, SuiteProblem};
use ferz_perft::{CountOptions, Event, Method, Statistics, Suite, Table, statistics};
use ferz_variants::Rules;
use std::collections::BTreeMap;

#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    /// Depth in plies, 0 to 64; with --suite, the maximum depth to check [default: all]
    #[arg(required_unless_present = "suite", value_parser = clap::value_parser!(u32).range(0..=64))]
    pub(crate) depth: Option<u32>,

    #[command(flatten)]
    pub(crate) start: StartArgs,

    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// Print the count after each first move, with --stats of each kind
    #[arg(long, conflicts_with_all = ["suite", "against"])]
    pub(crate) divide: bool,

    /// Counting method
    #[arg(long, value_enum, default_value_t = MethodArg::Count)]
    pub(crate) method: MethodArg,

    /// Number of threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = thread_count())]
    pub(crate) threads: u16,

    /// Cache subtree counts in a hash table of this size in MiB (--method count only)
    #[arg(long, value_name = "MIB", conflicts_with = "stats", value_parser = mebibytes)]
    pub(crate) hash: Option<NonZeroUsize>,

    /// Print the result as one JSON object, on the last line
    #[arg(long)]
    pub(crate) json: bool,

    /// Count captures, en passant captures, castles, promotions, checks and checkmates separately
    #[arg(long, conflicts_with_all = ["suite", "against", "method"])]
    pub(crate) stats: bool,

    /// Check the counts in a file with lines of the form `FEN ;D1 20 ;D2 400`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["words", "fen", "moves"])]
    pub(crate) suite: Option<PathBuf>,

    /// Compare with the `go perft` of another UCI engine, a program or a command with arguments, and
    /// find the first difference
    #[arg(long, value_name = "ENGINE", conflicts_with = "suite", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) against: Option<String>,

    /// With --against, end with an error if the comparison takes longer, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 3600, requires = "against",
        value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) timeout: u32,

    /// Count by the rules of a variant, in one thread: kingofthehill, 3check, crazyhouse, racingkings, atomic,
    /// horde, antichess, giveaway, suicide or chess, in any spelling
    #[arg(long, value_name = "NAME",
        conflicts_with_all = ["suite", "against", "stats", "hash", "resume", "method", "threads", "moves", "chess960"])]
    pub(crate) variant: Option<Rules>,

    /// Save finished subtrees to a file and skip those that it already contains
    #[arg(long, value_name = "FILE", conflicts_with_all = ["suite", "against", "stats"])]
    pub(crate) resume: Option<PathBuf>,
}

/// The counting method of perft.
#[derive(ValueEnum, Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum MethodArg {
    /// Make and unmake every move
    Make,
    /// Count the moves of the last ply as sets, without making them (bulk counting)
    Bulk,
    /// Count the moves of the last plies without generating them
    Count,
}

/// Runs the command.
///
/// # Errors
/// If the arguments contradict each other, a position or file is invalid, or counts differ.
pub(crate) fn run(args: &PerftArgs) -> Result<(), Error> {
    let options = count_options(args)?;
    if args.against.is_none() {
        output::exit_when_closed();
    }
    if let Some(path) = &args.suite {
        return run_suite(args, &options, path);
    }
    if let Some(rules) = args.variant {
        return variant::run(args, rules);
    }
    let root = args.start.position(args.position, "ferz perft")?;
    let depth = args.depth.unwrap_or(0);
    if let Some(engine) = &args.against {
        return against::run(args, &options, &root, depth, engine);
    }
    interrupt::install(|| {});
    let started = Instant::now();
    let mut progress = CountProgress::new(None);
    let on_event = |event| show(&mut progress, event);
    let is_finished = if args.stats {
        let counts = statistics::divide(&root, depth, options.threads, on_event)?;
        drop(progress);
        print_statistics(args, &root, depth, &counts, started.elapsed())?;
        counts.is_finished()
    } else {
        let counts = match &args.resume {
            Some(file) => parallel::divide_with_checkpoint(&root, depth, &options, file, on_event)?,
            None => parallel::divide(&root, depth, &options, on_event)?,
        };
        drop(progress);
        print_counts(args, &root, depth, &counts, started.elapsed())?;
        counts.is_finished()
    };
    if is_finished { Ok(()) } else { Err(Error::Interrupted) }
}

/// Returns the method and the number of threads.
///
/// # Errors
/// If there is no memory for the table, or the method does not use one.
fn count_options(args: &PerftArgs) -> Result<CountOptions, Error> {
    let method = match (args.method, args.hash) {
        (MethodArg::Make, None) => Method::Make,
        (MethodArg::Bulk, None) => Method::Bulk,
        (MethodArg::Count, None) => Method::Count,
        (MethodArg::Count, Some(mib)) => {
            Method::CountHashed(Arc::new(Table::new(mib.get()).map_err(Error::new)?))
        }
        (MethodArg::Make | MethodArg::Bulk, Some(_)) => {
            let found = if args.method == MethodArg::Make { "make" } else { "bulk" };
            let reason = format!("--hash requires --method count, found {found}");
            return Err(Error::usage(reason, "ferz perft"));
        }
    };
    Ok(CountOptions { method, threads: args.threads.into() })
}

impl From<ferz_perft::Error> for Error {
    fn from(error: ferz_perft::Error) -> Self {
        use ferz_perft::Error as Cause;
        match error {
            Cause::Cancelled => Self::Interrupted,
            Cause::Checkpoint(CheckpointError::File { path, error }) => Self::file(&path, error),
            Cause::Checkpoint(CheckpointError::Line { path, line, problem }) => {
                Self::line(&path, line, problem)
            }
            _ => Self::new(error),
        }
    }
}

/// JSON fields of the counting method.
#[derive(Serialize)]
struct MethodFields {
    /// Counting method; none for statistics.
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<MethodArg>,
    threads: u16,
    /// Size of the table in MiB.
    #[serde(skip_serializing_if = "Option::is_none")]
    hash: Option<usize>,
}

impl MethodFields {
    /// Returns the fields for these arguments.
    fn new(args: &PerftArgs) -> Self {
        let hash = args.hash.map(NonZeroUsize::get);
        let method = (!args.stats).then_some(args.method);
        Self { method, threads: args.threads, hash }
    }
}

/// JSON object of a count. `T` is the count below a first move.
#[derive(Serialize)]
struct CountReport<'a, T> {
    fen: String,
    depth: u32,
    #[serde(flatten)]
    method: MethodFields,
    nodes: u128,
    /// The nodes that this run counted, with `--resume`.
    #[serde(skip_serializing_if = "Option::is_none")]
    counted: Option<u128>,
    seconds: f64,
    nps: u128,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<&'a str, T>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<&'a Statistics>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unfinished: Option<usize>,
}

impl<'a, T: Copy> CountReport<'a, T> {
    /// Returns the report of a count without numbers.
    fn new(args: &PerftArgs, root: &Position, depth: u32, counts: &'a Counts<T>) -> Self {
        let divide = || finished(counts).map(|row| (row.uci.as_str(), row.leaves)).collect();
        Self {
            fen: root.fen(),
            depth,
            method: MethodFields::new(args),
            nodes: 0,
            counted: None,
            seconds: 0.0,
            nps: 0,
            divide: args.divide.then(divide),
            stats: None,
            unfinished: (counts.unfinished > 0).then_some(counts.unfinished),
        }
    }
}

/// Returns the moves whose counts are finished.
fn finished<T>(counts: &Counts<T>) -> impl Iterator<Item = &Row<T>> {
    counts.rows.iter().filter(|row| row.is_finished())
}

/// Updates the progress bar, and cancels the count after Ctrl-C.
fn show(progress: &mut CountProgress, event: Event) -> ControlFlow<()> {
    match event {
        Event::Started { subtrees } => progress.expect_steps(subtrees),
        Event::Finished { leaves } => progress.step(leaves),
        Event::Waiting => {}
    }
    if interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// Returns duration and speed: `210 ms, 567 M leaves/s`.
fn speed(nodes: u128, elapsed: Duration) -> String {
    format!("{}, {} leaves/s", duration(elapsed), scaled(per_second(nodes, elapsed)))
}

/// Prints a count.
///
/// # Errors
/// If standard output cannot be written.
fn print_counts(
    args: &PerftArgs,
    root: &Position,
    depth: u32,
    counts: &Counts,
    elapsed: Duration,
) -> Result<(), Error> {
    if args.json {
        return print_json(&CountReport {
            nodes: counts.leaves,
            counted: args.resume.is_some().then_some(counts.counted_now),
            seconds: elapsed.as_secs_f64(),
            nps: per_second(counts.counted_now, elapsed),
            ..CountReport::new(args, root, depth, counts)
        });
    }
    let mut out = stdout().lock();
    if args.divide {
        for row in finished(counts) {
            writeln!(out, "{}: {}", row.uci, row.leaves)?;
        }
        writeln!(out)?;
    }
    if counts.is_finished() {
        writeln!(out, "Nodes searched: {}", counts.leaves)?;
    } else {
        let nodes = grouped(counts.leaves);
        writeln!(out, "{}: {nodes} leaves so far", interrupted(counts))?;
    }
    if args.resume.is_some() && counts.is_finished() && counts.counted_now == 0 {
        return Ok(writeln!(out, "complete in the file of --resume: nothing was counted")?);
    }
    Ok(writeln!(out, "{}", speed(counts.counted_now, elapsed))?)
}

/// Returns the share of a cancelled count that is finished.
fn interrupted<T>(counts: &Counts<T>) -> String {
    let subtrees = counted(counts.subtrees, "subtree");
    let done = grouped(counts.subtrees - counts.unfinished);
    format!("Interrupted after {done} of {subtrees}")
}

/// Prints the leaves of each kind.
///
/// # Errors
/// If standard output cannot be written.
fn print_statistics(
    args: &PerftArgs,
    root: &Position,
    depth: u32,
    counts: &Counts<Statistics>,
    elapsed: Duration,
) -> Result<(), Error> {
    let total = &counts.leaves;
    if args.json {
        return print_json(&CountReport {
            nodes: total.nodes,
            seconds: elapsed.as_secs_f64(),
            nps: per_second(total.nodes, elapsed),
            stats: Some(total),
            ..CountReport::new(args, root, depth, counts)
        });
    }
    let mut out = stdout().lock();
    if args.divide {
        for row in finished(counts) {
            let columns = row.leaves.columns();
            let columns: Vec<_> = columns.iter().map(|(title, n)| column(title, *n)).collect();
            writeln!(out, "{}: {}", row.uci, columns.join(", "))?;
        }
        writeln!(out)?;
    }
    if !counts.is_finished() {
        writeln!(out, "{}; so far:", interrupted(counts))?;
    }
    // The line of a plain count has the nodes.
    let columns = &total.columns()[1..];
    let width = columns.iter().map(|(_, count)| grouped(*count).len()).max().unwrap_or(0);
    for (title, count) in columns {
        writeln!(out, "{title:<18} {:>width$}", grouped(*count))?;
    }
    writeln!(out, "\nNodes searched: {}", total.nodes)?;
    Ok(writeln!(out, "{}", speed(total.nodes, elapsed))?)
}

/// Returns a column of statistics in a line: `captures 8`.
fn column(title: &str, count: u128) -> String {
    format!("{} {}", title.to_ascii_lowercase(), grouped(count))
}

/// JSON object of a check.
#[derive(Serialize)]
struct PerftSuiteReport<'a> {
    suite: String,
    positions: usize,
    counts: usize,
    failed: usize,
    #[serde(flatten)]
    method: MethodFields,
    nodes: u128,
    seconds: f64,
    nps: u128,
    mismatches: &'a [Mismatch],
    invalid: Vec<InvalidLine>,
}

/// JSON object of an invalid line.
#[derive(Serialize)]
struct InvalidLine {
    line: usize,
    reason: String,
}

/// Checks the counts of a file up to the depth of the arguments.
///
/// # Errors
/// [`Error::CheckFailed`] if a count is wrong or a line is invalid; others if the file cannot be read or
/// has no valid line.
fn run_suite(args: &PerftArgs, options: &CountOptions, path: &Path) -> Result<(), Error> {
    let suite = read_suite(args, path)?;
    interrupt::install(|| {});
    let started = Instant::now();
    let mut progress = CountProgress::new(Some(suite.expected_leaves()));
    let mut printed = Ok(());
    let checked = suite.check(options, |event| {
        printed = match event {
            SuiteEvent::Count(event) => return show(&mut progress, event),
            _ if args.json => Ok(()),
            SuiteEvent::Mismatch(mismatch) => progress.aside(|| print_mismatch(mismatch)),
            SuiteEvent::Invalid(error) => progress.aside(|| print_invalid(error)),
        };
        if printed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    drop(progress);
    printed?;
    let report = checked?;
    let (elapsed, nodes, wrong) = (started.elapsed(), report.leaves, report.mismatches.len());
    let failed = wrong + suite.invalid.len();
    if args.json {
        let invalid_line =
            |error: &SuiteError| InvalidLine { line: error.line, reason: reason(&error.problem) };
        print_json(&PerftSuiteReport {
            suite: path.display().to_string(),
            positions: suite.rows.len(),
            counts: suite.count_len(),
            failed,
            method: MethodFields::new(args),
            nodes,
            seconds: elapsed.as_secs_f64(),
            nps: per_second(nodes, elapsed),
            mismatches: &report.mismatches,
            invalid: suite.invalid.iter().map(invalid_line).collect(),
        })?;
    } else {
        let positions = counted(suite.rows.len(), "position");
        let counts = counted(suite.count_len(), "count");
        let invalid = counted(suite.invalid.len(), "invalid line");
        let result = match (wrong, suite.invalid.len()) {
            (0, 0) => "all agree".to_owned(),
            (0, _) => format!("all agree; {invalid}"),
            (_, 0) => format!("{} wrong", grouped(wrong)),
            _ => format!("{} wrong; {invalid}", grouped(wrong)),
        };
        writeln!(stdout(), "{positions}, {counts}: {result}")?;
        writeln!(stdout(), "{} leaves in {}", grouped(nodes), speed(nodes, elapsed))?;
    }
    if failed == 0 { Ok(()) } else { Err(Error::CheckFailed) }
}

fn print_mismatch(mismatch: &Mismatch) -> Result<(), Error> {
    let Mismatch { line, fen, depth, expected, counted } = mismatch;
    let (expected, counted) = (grouped(*expected), grouped(*counted));
    Ok(writeln!(
        stdout(),
        "line {line}, depth {depth}: {expected} expected, {counted} counted: {fen}"
    )?)
}

fn print_invalid(error: &SuiteError) -> Result<(), Error> {
    let reason = output::escaped(&reason(&error.problem));
    Ok(writeln!(stdout(), "line {}: {reason}", error.line)?)
}

/// Reads the whole file before anything is counted.
///
/// # Errors
/// If the file cannot be read, or contains no count of the depth of the arguments: the first invalid
/// line if there is one.
fn read_suite(args: &PerftArgs, path: &Path) -> Result<Suite, Error> {
    let text = read_text(path)?;
    let mut suite = Suite::parse(&text, args.position.ignored_faults());
    if let ([], [error, ..]) = (suite.rows.as_slice(), suite.invalid.as_slice()) {
        return Err(Error::line(path, error.line, reason(&error.problem)));
    }
    if args.position.chess960 {
        suite.rows.iter_mut().for_each(|row| row.position.set_chess960(true));
    }
    suite.limit_depth(args.depth.unwrap_or(u32::MAX));
    if suite.count_len() == 0 {
        let expected = match args.depth {
            None => "counts".to_owned(),
            Some(depth) => format!("a count of depth {depth} or less"),
        };
        return Err(Error::file(path, format_args!("expected {expected}, found none")));
    }
    Ok(suite)
}

/// Returns the text of a problem; for harmless faults it mentions `--lenient`, as for `--fen`.
fn reason(problem: &SuiteProblem) -> String {
    match problem {
        SuiteProblem::Epd(EpdError::Fields(error)) => {
            Error::from(FenError::from(error.clone())).to_string()
        }
        SuiteProblem::Setup(invalid) => Error::from(*invalid).to_string(),
        problem => problem.to_string(),
    }
}
