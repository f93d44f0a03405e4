//! `ferz analyse`: a position searched for a person, or for a program that reads JSON.

mod score;
mod table;

use crate::args::AnalyseArgs;
use crate::error::Error;
use crate::setup::read_position;
use crate::text::{board, per_second};
use ferz::Outcome as GameOutcome;
use ferz::{Color, DrawReason, Position};
use ferz_cli_common::interrupt;
use ferz_engine::value::Bound;
use ferz_engine::{Control, Limits, Line, Report, SearchResult, SearchSettings, Searcher};
use score::Score;
use serde::Serialize;
use std::io::{Write, stdout};
use std::sync::Arc;
use std::time::{Duration, Instant};
use table::Table;

/// How long to search if nothing else says when to stop.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// What was found, as JSON has it.
#[derive(Serialize)]
struct Analysis {
    fen: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    nps: u128,
    best: Option<String>,
    lines: Vec<Found>,
}

/// One of the best lines, as JSON has it.
#[derive(Serialize)]
struct Found {
    rank: usize,
    depth: u32,
    seldepth: u32,
    score: Score,
    pv: Vec<String>,
    san: Vec<String>,
}

/// Does what the arguments say.
///
/// # Errors
/// If they make no sense, or the memory for the table cannot be had.
pub(crate) fn run(args: &AnalyseArgs) -> Result<(), Error> {
    let fen = if args.fen.is_empty() { "startpos".to_owned() } else { args.fen.join(" ") };
    let position = read_position(&fen, args.dialect)?;
    let threads = usize::from(args.threads);
    let refused = |error: ferz_engine::AllocationError| Error::Refused(error.to_string());
    let mut searcher = Searcher::new(threads, args.hash.get()).map_err(refused)?;
    let control = Arc::new(Control::default());
    let listener = Arc::clone(&control);
    interrupt::install(move || listener.stop());

    if !args.json {
        writeln!(stdout(), "{}", board(&position))?;
        if let Some(outcome) = position.outcome() {
            return Ok(writeln!(stdout(), "{}", verdict(outcome))?);
        }
    }
    let mut table = (!args.json).then(|| Table::new(&position, args.multipv.into()));
    let mut written = table.as_ref().map_or(Ok(()), Table::print_head);
    let mut lines: Vec<Line> = Vec::new();
    let settings = SearchSettings { multipv: args.multipv.into(), ..SearchSettings::default() };
    let started = Instant::now();
    let outcome = searcher.search(&position, &limits(args), &settings, &control, &mut |report| {
        if let Report::Line(line) = report {
            if let Some(table) = &mut table
                && written.is_ok()
            {
                written = table.print_row(&line);
            }
            keep(&mut lines, line);
        }
    });
    let elapsed = started.elapsed();
    written?;
    match table {
        Some(table) => Ok(table.print_end(&lines)?),
        None => print_json(&position, &outcome, &lines, elapsed),
    }
}

/// When to stop.
fn limits(args: &AnalyseArgs) -> Limits {
    let unlimited = args.depth.is_none() && args.nodes.is_none() && args.time.is_none();
    Limits {
        depth: args.depth,
        nodes: args.nodes,
        move_time: args.time.map(Duration::from_millis).or(unlimited.then_some(DEFAULT_TIME)),
        ..Limits::none()
    }
}

/// Keeps the last word on each rank; a bound is less than an exact value.
fn keep(lines: &mut Vec<Line>, line: Line) {
    match lines.iter_mut().find(|known| known.multipv == line.multipv) {
        Some(known) if line.bound != Bound::Exact && known.bound == Bound::Exact => {}
        Some(known) => *known = line,
        None => lines.push(line),
    }
    lines.sort_by_key(|line| line.multipv);
}

fn verdict(outcome: GameOutcome) -> &'static str {
    match outcome {
        GameOutcome::Checkmate { winner: Color::White } => "Checkmate: White has won",
        GameOutcome::Checkmate { winner: Color::Black } => "Checkmate: Black has won",
        GameOutcome::Draw(DrawReason::Stalemate) => "Draw: stalemate",
        GameOutcome::Draw(DrawReason::InsufficientMaterial) => "Draw: neither side can mate",
        GameOutcome::Draw(DrawReason::SeventyFiveMoves) => "Draw: seventy-five-move rule",
        GameOutcome::Draw(DrawReason::FivefoldRepetition) => "Draw: fivefold repetition",
    }
}

fn print_json(
    position: &Position,
    outcome: &SearchResult,
    lines: &[Line],
    elapsed: Duration,
) -> Result<(), Error> {
    let analysis = Analysis {
        fen: position.fen(),
        depth: outcome.depth,
        nodes: outcome.nodes,
        seconds: elapsed.as_secs_f64(),
        nps: per_second(outcome.nodes.into(), elapsed),
        best: outcome.best.map(|mv| position.uci(mv).to_string()),
        lines: lines.iter().map(|line| found(position, line)).collect(),
    };
    let text = serde_json::to_string(&analysis).map_err(std::io::Error::from)?;
    Ok(writeln!(stdout(), "{text}")?)
}

fn found(root: &Position, line: &Line) -> Found {
    let mut position = root.clone();
    let (mut pv, mut san) = (Vec::new(), Vec::new());
    for &mv in &line.pv {
        pv.push(position.uci(mv).to_string());
        san.push(position.san(mv).to_string());
        position.do_move(mv);
    }
    let (depth, seldepth) = (line.depth, line.seldepth);
    Found { rank: line.multipv, depth, seldepth, score: Score::of(line), pv, san }
}
