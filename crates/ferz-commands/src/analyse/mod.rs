//! `ferz analyse`: searches a position and prints the lines as a table or as JSON.

mod line_table;
pub(crate) mod report;
mod search;

use crate::args::AnalyseArgs;
use crate::common::board::described;
use crate::common::engines::{EngineSettings, SearchEngine, SearchLimits};
use crate::common::error::Error;
use crate::common::tables::{TablebaseResult, open as open_tables};
use crate::common::text::columns;
use crate::common::{interrupt, output};
use ferz::{Color, DrawReason, Outcome, Position};
use ferz_engine::Control;
use line_table::LineTable;
use search::{RootLine, search};
use std::io::{Write, stdout};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The search time if the arguments set no limit.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// Searches the position and prints the result.
///
/// # Errors
/// If the position is invalid, the engine cannot be started or fails, or the directories of
/// `--syzygy` have no table; [`Error::Interrupted`] after Ctrl-C.
pub(crate) fn run(args: &AnalyseArgs) -> Result<(), Error> {
    let position = args.start.position(args.position, "ferz analyse")?;
    let control = Arc::new(Control::default());
    let handler_control = Arc::clone(&control);
    interrupt::install(move || handler_control.stop());
    let mut contender = contender(args)?;
    let tables = args.syzygy.as_deref().map(open_tables).transpose()?.map(Arc::new);
    let tablebase =
        tables.as_deref().and_then(|tables| TablebaseResult::new(tables, &position).ok());
    if let SearchEngine::BuiltIn(searcher) = &mut contender {
        searcher.set_tablebases(tables);
        // The process of another engine is ended before this one.
        output::exit_when_closed();
    }

    if !args.json {
        writeln!(stdout(), "{}", described(&position))?;
        if let Some(result) = &tablebase {
            writeln!(stdout(), "Tablebases: {result}\n")?;
        }
        if let Some(outcome) = position.outcome() {
            return Ok(writeln!(stdout(), "{}", outcome_text(outcome))?);
        }
    }
    let mut table = (!args.json).then(|| LineTable::new(&position, args.multipv.into(), columns()));
    let mut written = table.as_ref().map_or(Ok(()), LineTable::print_header);
    let mut lines: Vec<RootLine> = Vec::new();
    let started = Instant::now();
    let multipv = args.multipv.into();
    let on_line = &mut |line: RootLine| {
        if let Some(table) = &mut table
            && written.is_ok()
        {
            written = table.print_row(&line);
            if written.is_err() {
                control.stop();
            }
        }
        update_line(&mut lines, line);
    };
    let result = search(&mut contender, &position, limits(args), multipv, &control, on_line)?;
    let elapsed = started.elapsed();
    written?;
    match table {
        Some(table) => table.print_lines(&lines)?,
        None => {
            let engine = contender.name();
            report::print_json(engine, &position, &result, &lines, tablebase, elapsed)?;
        }
    }
    if interrupt::requested() { Err(Error::Interrupted) } else { Ok(()) }
}

/// Starts the engine of the arguments.
///
/// # Errors
/// If it cannot be started, or an option is not one of the engine.
fn contender(args: &AnalyseArgs) -> Result<SearchEngine, Error> {
    let AnalyseArgs { engine, options, threads, hash, multipv, .. } = args;
    let refused = match engine.as_str() {
        "ferz" if !options.is_empty() => "--option is for an --engine other than the built-in one",
        "ferz" => "",
        _ if args.syzygy.is_some() => {
            "--syzygy is for the built-in engine; --option sets SyzygyPath"
        }
        _ => "",
    };
    if !refused.is_empty() {
        let (reason, command) = (refused.to_owned(), "ferz analyse".to_owned());
        return Err(Error::CommandLine { reason, command });
    }
    let mut options = options.clone();
    if engine != "ferz" && *multipv > 1 {
        options.push(format!("MultiPV={multipv}"));
    }
    SearchEngine::new(engine, EngineSettings { threads: *threads, hash: *hash, options: &options })
}

fn limits(args: &AnalyseArgs) -> SearchLimits {
    let unlimited = args.depth.is_none() && args.nodes.is_none() && args.time.is_none();
    SearchLimits {
        depth: args.depth,
        nodes: args.nodes,
        time: args.time.map(Duration::from_millis).or(unlimited.then_some(DEFAULT_TIME)),
    }
}

/// Replaces the line of the same rank, or adds the line. The last line can be a bound, whose move is
/// the one to play.
fn update_line(lines: &mut Vec<RootLine>, line: RootLine) {
    match lines.iter_mut().find(|old| old.rank == line.rank) {
        Some(old) => *old = line,
        None => lines.push(line),
    }
    lines.sort_by_key(|line| line.rank);
}

fn outcome_text(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Checkmate { winner: Color::White } => "Checkmate: White wins",
        Outcome::Checkmate { winner: Color::Black } => "Checkmate: Black wins",
        Outcome::Draw(DrawReason::Stalemate) => "Draw: stalemate",
        Outcome::Draw(DrawReason::InsufficientMaterial) => "Draw: insufficient material",
        Outcome::Draw(DrawReason::SeventyFiveMoves) => "Draw: seventy-five-move rule",
        Outcome::Draw(DrawReason::FivefoldRepetition) => "Draw: fivefold repetition",
    }
}

/// Returns the name of the side to move.
fn side_name(position: &Position) -> &'static str {
    match position.side_to_move() {
        Color::White => "White",
        Color::Black => "Black",
    }
}
