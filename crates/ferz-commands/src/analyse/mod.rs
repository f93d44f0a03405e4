//! `ferz analyse`: searches a position and prints the lines as a table or as JSON.

mod line_table;
pub(crate) mod report;

use crate::args::AnalyseArgs;
use crate::common::error::Error;
use crate::common::setup::read_position;
use crate::common::tables::{TablebaseResult, open as open_tables};
use crate::common::text::board;
use crate::common::{interrupt, output};
use ferz::{Color, DrawReason, Outcome, Position};
use ferz_engine::{Control, Limits, Line, Report, SearchSettings, Searcher};
use line_table::LineTable;
use std::io::{Write, stdout};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The search time if the arguments set no limit.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// Searches the position and prints the result.
///
/// # Errors
/// If the position is invalid, the memory for the transposition table cannot be allocated, or the
/// directories of `--syzygy` have no table; [`Error::Interrupted`] after Ctrl-C.
pub(crate) fn run(args: &AnalyseArgs) -> Result<(), Error> {
    let fen = if args.fen.is_empty() { "startpos".to_owned() } else { args.fen.join(" ") };
    let position = read_position(&fen, args.position)?;
    let searcher = Searcher::new(args.threads.into(), args.hash.get());
    let mut searcher = searcher.map_err(|error| Error::Unavailable(error.to_string()))?;
    let tables = args.syzygy.as_deref().map(open_tables).transpose()?.map(Arc::new);
    let tablebase =
        tables.as_deref().and_then(|tables| TablebaseResult::new(tables, &position).ok());
    searcher.set_tablebases(tables);
    output::exit_when_closed();
    let control = Arc::new(Control::default());
    let handler_control = Arc::clone(&control);
    interrupt::install(move || handler_control.stop());

    if !args.json {
        writeln!(stdout(), "{}", board(&position))?;
        if let Some(result) = &tablebase {
            writeln!(stdout(), "Tablebases: {result}\n")?;
        }
        if let Some(outcome) = position.outcome() {
            return Ok(writeln!(stdout(), "{}", outcome_text(outcome))?);
        }
    }
    let mut table = (!args.json).then(|| LineTable::new(&position, args.multipv.into()));
    let mut written = table.as_ref().map_or(Ok(()), LineTable::print_header);
    let mut lines: Vec<Line> = Vec::new();
    let settings = SearchSettings::default().with_multipv(args.multipv.into());
    let started = Instant::now();
    let result = searcher.search(&position, &limits(args), &settings, &control, &mut |report| {
        if let Report::Line(line) = report {
            if let Some(table) = &mut table
                && written.is_ok()
            {
                written = table.print_row(&line);
            }
            update_line(&mut lines, line);
        }
    });
    let result = result.map_err(|error| Error::Unavailable(error.to_string()))?;
    let elapsed = started.elapsed();
    written?;
    match table {
        Some(table) => table.print_lines(&lines)?,
        None => report::print_json(&position, &result, &lines, tablebase, elapsed)?,
    }
    if interrupt::requested() { Err(Error::Interrupted) } else { Ok(()) }
}

fn limits(args: &AnalyseArgs) -> Limits {
    let unlimited = args.depth.is_none() && args.nodes.is_none() && args.time.is_none();
    Limits {
        depth: args.depth,
        nodes: args.nodes,
        move_time: args.time.map(Duration::from_millis).or(unlimited.then_some(DEFAULT_TIME)),
        ..Limits::none()
    }
}

/// Replaces the line of the same rank, or adds the line. The last line can be a bound, whose move is
/// the one to play.
fn update_line(lines: &mut Vec<Line>, line: Line) {
    match lines.iter_mut().find(|old| old.multipv == line.multipv) {
        Some(old) => *old = line,
        None => lines.push(line),
    }
    lines.sort_by_key(|line| line.multipv);
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
