//! The analysis of a position as JSON.

use crate::common::engines::{LineScore, RootLine, SearchEnd};
use crate::common::text::{line_texts, per_second};
use crate::syzygy::TablebaseResult;
use ferz::Position;
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
    lines: Vec<AnalysisLine>,
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
        lines: &[RootLine],
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
            lines: lines.iter().map(|line| AnalysisLine::new(position, line)).collect(),
            tablebase,
        }
    }
}

/// The JSON object of a line.
#[derive(Serialize)]
pub(crate) struct AnalysisLine {
    rank: usize,
    depth: u32,
    seldepth: u32,
    score: LineScore,
    /// The wins, draws and losses of the side to move per mille, if the engine tells them.
    #[serde(skip_serializing_if = "Option::is_none")]
    wdl: Option<[u16; 3]>,
    pv: Vec<String>,
    san: Vec<String>,
}

impl AnalysisLine {
    /// Creates the object of a line from the position.
    pub(crate) fn new(position: &Position, line: &RootLine) -> Self {
        Self {
            rank: line.rank,
            depth: line.depth,
            seldepth: line.seldepth,
            score: line.score,
            wdl: line.wdl,
            pv: line_texts(position, &line.moves, |position, mv| position.uci(mv).to_string()),
            san: line_texts(position, &line.moves, |position, mv| position.san(mv).to_string()),
        }
    }
}

/// Replaces the line of the same rank, or adds the line. The last line can be a bound, whose move is
/// the one to play.
pub(crate) fn update_line(lines: &mut Vec<RootLine>, line: RootLine) {
    match lines.iter_mut().find(|old| old.rank == line.rank) {
        Some(old) => *old = line,
        None => lines.push(line),
    }
    lines.sort_by_key(|line| line.rank);
}
