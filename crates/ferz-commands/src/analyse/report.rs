//! The result of an analysis as JSON, and the scores of lines.

use super::search::{Analysed, RootLine};
use crate::common::error::Error;
use crate::common::score::LineScore;
use crate::common::tables::TablebaseResult;
use crate::common::text::{self, per_second};
use ferz::Position;
use serde::Serialize;
use std::time::Duration;

/// The JSON object of an analysis.
#[derive(Serialize)]
struct AnalysisReport<'a> {
    engine: &'a str,
    fen: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    nps: u128,
    best: Option<String>,
    lines: Vec<AnalysisLine>,
    /// Tablebase result of the position, if tables with it were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    tablebase: Option<TablebaseResult>,
}

/// The JSON object of a line.
#[derive(Serialize)]
struct AnalysisLine {
    rank: usize,
    depth: u32,
    seldepth: u32,
    score: LineScore,
    pv: Vec<String>,
    san: Vec<String>,
}

impl AnalysisLine {
    fn new(root: &Position, line: &RootLine) -> Self {
        let mut position = root.clone();
        let (mut pv, mut san) = (Vec::new(), Vec::new());
        for &mv in &line.moves {
            pv.push(position.uci(mv).to_string());
            san.push(position.san(mv).to_string());
            position.do_move(mv);
        }
        let RootLine { rank, depth, seldepth, score, .. } = *line;
        Self { rank, depth, seldepth, score, pv, san }
    }
}

/// Prints the result as one JSON object.
pub(super) fn print_json(
    engine: &str,
    position: &Position,
    result: &Analysed,
    lines: &[RootLine],
    tablebase: Option<TablebaseResult>,
    elapsed: Duration,
) -> Result<(), Error> {
    let analysis = AnalysisReport {
        engine,
        fen: position.fen(),
        depth: result.depth,
        nodes: result.nodes,
        seconds: elapsed.as_secs_f64(),
        nps: per_second(result.nodes.into(), elapsed),
        best: result.best.map(|mv| position.uci(mv).to_string()),
        lines: lines.iter().map(|line| AnalysisLine::new(position, line)).collect(),
        tablebase,
    };
    text::print_json(&analysis)
}
