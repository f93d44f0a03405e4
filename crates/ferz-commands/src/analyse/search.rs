//! The search of `ferz analyse`, by the built-in engine or another one.

use crate::common::engines::{SearchEngine, SearchLimits, legal_line, run_search};
use crate::common::error::Error;
use crate::common::score::LineScore;
use ferz::{Move, Position};
use ferz_engine::{Control, Limits, Report, SearchSettings, Searcher};
use ferz_uci::Info;
use ferz_uci::client::{Engine, EngineError};
use std::time::{Duration, Instant};

/// A line from the root with its score.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct RootLine {
    /// The rank among the best lines, from 1.
    pub(super) rank: usize,
    pub(super) depth: u32,
    pub(super) seldepth: u32,
    /// The score from the view of the side to move.
    pub(super) score: LineScore,
    /// The nodes of all threads.
    pub(super) nodes: u64,
    pub(super) elapsed: Duration,
    pub(super) moves: Vec<Move>,
}

/// The result of a search.
pub(super) struct Analysed {
    pub(super) best: Option<Move>,
    pub(super) depth: u32,
    pub(super) nodes: u64,
}

/// Searches a position for a number of best lines and passes on each line.
///
/// # Errors
/// If the engine fails, or its memory cannot be allocated.
pub(super) fn search(
    contender: &mut SearchEngine,
    position: &Position,
    limits: SearchLimits,
    multipv: usize,
    control: &Control,
    on_line: &mut dyn FnMut(RootLine),
) -> Result<Analysed, Error> {
    match contender {
        SearchEngine::BuiltIn(searcher) => {
            search_built_in(searcher, position, limits, multipv, control, on_line)
        }
        SearchEngine::Process { engine, command } => {
            search_process(engine, position, limits, control, on_line)
                .map_err(|error| Error::engine(command, error))
        }
    }
}

fn search_built_in(
    searcher: &mut Searcher,
    position: &Position,
    limits: SearchLimits,
    multipv: usize,
    control: &Control,
    on_line: &mut dyn FnMut(RootLine),
) -> Result<Analysed, Error> {
    let SearchLimits { depth, nodes, time: move_time } = limits;
    let limits = Limits { depth, nodes, move_time, ..Limits::none() };
    let settings = SearchSettings::default().with_multipv(multipv);
    let result = searcher.search(position, &limits, &settings, control, &mut |report| {
        if let Report::Line(line) = report {
            on_line(RootLine {
                rank: line.multipv,
                depth: line.depth,
                seldepth: line.seldepth,
                score: LineScore::new(&line),
                nodes: line.nodes,
                elapsed: line.elapsed,
                moves: line.pv,
            });
        }
    });
    let result = result.map_err(|error| Error::Unavailable(error.to_string()))?;
    Ok(Analysed { best: result.best, depth: result.depth, nodes: result.nodes })
}

fn search_process(
    engine: &mut Engine,
    position: &Position,
    limits: SearchLimits,
    control: &Control,
    on_line: &mut dyn FnMut(RootLine),
) -> Result<Analysed, EngineError> {
    engine.set_position(position, &[])?;
    let started = Instant::now();
    let (mut depth, mut nodes) = (0, 0);
    let best = run_search(engine, limits, control, &mut |info| {
        nodes = info.nodes.unwrap_or(nodes);
        if let Some(line) = root_line(position, info, nodes, started.elapsed()) {
            depth = depth.max(line.depth);
            on_line(line);
        }
    })?;
    Ok(Analysed { best: best.best, depth, nodes })
}

/// Returns the line of an `info` line, if it has one with a score.
fn root_line(position: &Position, info: &Info, nodes: u64, elapsed: Duration) -> Option<RootLine> {
    let (score, moves) = (info.score?, legal_line(position, &info.pv));
    let is_over = position.legal_moves().is_empty();
    (is_over || !moves.is_empty()).then(|| RootLine {
        rank: info.multipv.map_or(1, |rank| rank as usize),
        depth: info.depth.unwrap_or(0),
        seldepth: info.seldepth.unwrap_or(0),
        score: LineScore { score, bound: info.bound },
        nodes,
        elapsed,
        moves,
    })
}
