//! The JSON object of an analysed position.

use super::line::{AnalysisLine, LineObject};
use super::{SearchEnd, TablebaseResult};
use ferz::Position;
use serde::Serialize;

/// JSON object of an analysed position, with its result by tablebases.
#[derive(Serialize)]
pub struct PositionAnalysis<'a> {
    engine: &'a str,
    fen: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    nps: u128,
    best: Option<String>,
    lines: Vec<LineObject>,
    /// Tablebase result of the position, if tables with it were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    tablebase: Option<TablebaseResult>,
}

impl<'a> PositionAnalysis<'a> {
    /// Creates the report of a search of the position that has ended.
    pub fn new(
        engine: &'a str,
        position: &Position,
        result: &SearchEnd,
        lines: &[AnalysisLine],
        tablebase: Option<TablebaseResult>,
    ) -> Self {
        Self {
            engine,
            fen: position.fen(),
            depth: result.depth,
            nodes: result.nodes,
            seconds: result.time.as_secs_f64(),
            nps: speed(result),
            best: result.best.map(|mv| position.uci(mv).to_string()),
            lines: lines.iter().map(|line| line.object(position)).collect(),
            tablebase,
        }
    }
}

/// Returns the nodes per second; 0 if no time has passed.
fn speed(result: &SearchEnd) -> u128 {
    let nanos = result.time.as_nanos();
    (u128::from(result.nodes) * 1_000_000_000).checked_div(nanos).unwrap_or(0)
}
