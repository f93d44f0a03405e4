//! The table and the JSON object of a suite.

use super::case::Case;
use super::searched::Solved;
use crate::args::SuiteArgs;
use crate::common::error::Error;
use crate::common::score::LineScore;
use crate::common::text::{counted, duration, grouped, per_second, scaled};
use serde::Serialize;
use std::io::{self, Write, stdout};
use std::time::Duration;

/// The number of characters of the columns for the position and the expected moves.
const ID_WIDTH: usize = 16;
const EXPECTED_WIDTH: usize = 14;
/// The number of characters of an engine's column.
const CELL_WIDTH: usize = 28;

/// The totals of an engine.
#[derive(Serialize)]
pub(super) struct EngineTotals {
    name: String,
    positions: usize,
    pub(super) solved: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_points: Option<u32>,
    nodes: u64,
    seconds: f64,
    nps: u128,
    #[serde(skip)]
    time: Duration,
}

impl EngineTotals {
    /// Creates the totals of an engine before its first search.
    pub(super) fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            positions: 0,
            solved: 0,
            points: None,
            max_points: None,
            nodes: 0,
            seconds: 0.0,
            nps: 0,
            time: Duration::ZERO,
        }
    }

    /// Adds a search.
    pub(super) fn add(&mut self, case: &Case, Solved { searched, .. }: &Solved) {
        self.positions += 1;
        self.solved += usize::from(case.is_solved_by(searched));
        let sum = |total: Option<u32>, points: Option<u32>| match (total, points) {
            (None, None) => None,
            (total, points) => Some(total.unwrap_or(0).saturating_add(points.unwrap_or(0))),
        };
        self.points = sum(self.points, case.points_of(searched.best));
        self.max_points = sum(self.max_points, case.max_points());
        self.nodes = self.nodes.saturating_add(searched.nodes);
        self.time += searched.time;
        self.seconds = self.time.as_secs_f64();
        self.nps = per_second(self.nodes.into(), self.time);
    }
}

/// A position with the search of each engine.
#[derive(Serialize)]
pub(super) struct PositionRow {
    line: usize,
    id: String,
    fen: String,
    expected: String,
    results: Vec<ResultRow>,
}

/// The search of one engine.
#[derive(Serialize)]
struct ResultRow {
    best: Option<String>,
    san: Option<String>,
    solved: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<u32>,
    score: Option<LineScore>,
    depth: u32,
    nodes: u64,
    seconds: f64,
    /// The time after which the best move stayed an expected one.
    found_after: Option<f64>,
}

impl PositionRow {
    /// Creates the row of a position from the searches of all engines.
    pub(super) fn new(case: &Case, searches: &[Solved]) -> Self {
        let row = |Solved { searched, found_after }: &Solved| ResultRow {
            best: searched.best.map(|mv| case.position.uci(mv).to_string()),
            san: searched.best.map(|mv| case.position.san(mv).to_string()),
            solved: case.is_solved_by(searched),
            points: case.points_of(searched.best),
            score: searched.score,
            depth: searched.depth,
            nodes: searched.nodes,
            seconds: searched.time.as_secs_f64(),
            found_after: found_after.map(|time| time.as_secs_f64()),
        };
        Self {
            line: case.line,
            id: case.id.clone(),
            fen: case.position.fen(),
            expected: case.expected(),
            results: searches.iter().map(row).collect(),
        }
    }
}

/// The JSON object of a suite.
#[derive(Serialize)]
pub(super) struct SuiteRun<'a> {
    pub(super) suite: String,
    pub(super) time_ms: Option<u64>,
    pub(super) nodes: Option<u64>,
    pub(super) depth: Option<u32>,
    pub(super) total_positions: usize,
    pub(super) interrupted: bool,
    pub(super) engines: &'a [EngineTotals],
    pub(super) positions: &'a [PositionRow],
}

/// Prints the object on one line.
pub(super) fn print_json(summary: &SuiteRun<'_>) -> Result<(), Error> {
    let text = serde_json::to_string(summary).map_err(io::Error::from)?;
    Ok(writeln!(stdout(), "{text}")?)
}

/// Truncates a text to a column.
fn fitted(text: &str, width: usize) -> String {
    match text.char_indices().nth(width) {
        None => text.to_owned(),
        Some(_) => text.chars().take(width - 1).chain(['…']).collect(),
    }
}

/// Prints the header of the table.
pub(super) fn print_header(
    args: &SuiteArgs,
    cases: usize,
    engines: &[EngineTotals],
) -> io::Result<()> {
    let limits = [
        args.move_time().map(|millis| duration(Duration::from_millis(millis))),
        args.nodes.map(|nodes| format!("{} nodes", grouped(nodes.into()))),
        args.depth.map(|depth| format!("depth {depth}")),
    ];
    let limits: Vec<_> = limits.into_iter().flatten().collect();
    let mut out = stdout().lock();
    writeln!(out, "{}, {} each", counted(cases, "position"), limits.join(" or "))?;
    writeln!(out, "+ solved; score, depth, and the time after which the move stayed the best\n")?;
    let mut header = format!("{:<ID_WIDTH$} {:<EXPECTED_WIDTH$}", "position", "expected");
    for engine in engines {
        header.push_str(&format!(" {:<CELL_WIDTH$}", fitted(&engine.name, CELL_WIDTH)));
    }
    writeln!(out, "{}", header.trim_end())
}

/// Prints the row of a position.
pub(super) fn print_row(case: &Case, searches: &[Solved]) -> io::Result<()> {
    let id = fitted(&case.id, ID_WIDTH);
    let expected = fitted(&case.expected(), EXPECTED_WIDTH);
    let mut row = format!("{id:<ID_WIDTH$} {expected:<EXPECTED_WIDTH$}");
    for searched in searches {
        row.push(' ');
        row.push_str(&format!("{:<CELL_WIDTH$}", cell(case, searched)));
    }
    writeln!(stdout(), "{}", row.trim_end())
}

/// Returns the text of a search.
fn cell(case: &Case, Solved { searched, found_after }: &Solved) -> String {
    let sign = if case.is_solved_by(searched) { '+' } else { '-' };
    let best = searched.best.map_or("none".to_owned(), |mv| case.position.san(mv).to_string());
    let points = case.points_of(searched.best).map_or(String::new(), |points| format!("={points}"));
    let score = searched.score.map_or(String::new(), |score| score.score.to_string());
    let time = found_after.map_or(String::new(), |time| format!(" {:.2}s", time.as_secs_f64()));
    format!("{sign} {:<7} {score:>6} {:>3}{time}", format!("{best}{points}"), searched.depth)
}

/// Prints the totals of all engines.
pub(super) fn print_totals(engines: &[EngineTotals]) -> io::Result<()> {
    let mut out = stdout().lock();
    writeln!(out)?;
    for engine in engines {
        let EngineTotals { name, positions, solved, time, nodes, nps, .. } = engine;
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
