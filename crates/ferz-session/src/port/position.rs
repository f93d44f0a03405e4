//! The analysis of a position as JSON.

use crate::common::text::per_second;
use crate::syzygy::TablebaseResult;
use ferz::Position;
use ferz_session::port::{AnalysisLine, LineObject, SearchEnd};
use serde::Serialize;

/// The JSON object of an analysis.
#[derive(Serialize)]
pub(crate) struct AnalysisReport<'a> {
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

impl<'a> AnalysisReport<'a> {
    /// Creates the report of a search of the position that has ended.
    pub(crate) fn new(
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
            nps: per_second(result.nodes.into(), result.time),
            best: result.best.map(|mv| position.uci(mv).to_string()),
            lines: lines.iter().map(|line| line.object(position)).collect(),
            tablebase,
        }
    }
}
