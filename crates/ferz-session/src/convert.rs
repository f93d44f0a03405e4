//! Conversions between types of the protocol and of the engine.

pub use crate::setup::{Accepted, PositionError, position};

use ferz::{Color, Position};
use ferz_engine::Limits;
use ferz_engine::eval::wdl::WinRates;
use ferz_engine::{PvLine, Report, SearchResult};
use ferz_uci::{Go, Info, Reply, WdlPermille};
use std::time::{Duration, Instant};

/// Converts the arguments of `go` to limits. Also returns a warning for each invalid search move.
pub fn limits(go: &Go, position: &Position) -> (Limits, Vec<String>) {
    let mut warnings = Vec::new();
    let mut search_moves = Vec::new();
    for &uci_move in &go.searchmoves {
        match position.find_uci(uci_move) {
            Ok(mv) => search_moves.push(mv),
            Err(reason) => warnings.push(format!("searchmoves: {uci_move} ignored: {reason}")),
        }
    }
    let limits = Limits {
        start: Some(Instant::now()),
        clock: Color::ALL.map(|color| go.clock(color).map(milliseconds)),
        increment: Color::ALL.map(|color| go.increment(color).map_or(Duration::ZERO, milliseconds)),
        moves_to_go: go.movestogo.filter(|&moves| moves > 0),
        move_time: go.movetime.map(milliseconds),
        depth: go.depth,
        nodes: go.nodes,
        mate: go.mate.map(|moves| moves.max(1)),
        search_moves,
        infinite: go.infinite,
        ..Limits::none()
    };
    (limits, warnings)
}

/// Converts a time of the protocol; negative times are zero.
fn milliseconds(n: i64) -> Duration {
    Duration::from_millis(n.max(0).unsigned_abs())
}

/// Converts a report of a search of `position` to a reply: `info`, with win, draw and loss rates if
/// `show_wdl` is set, or `bestmove`.
pub fn reply(position: &Position, show_wdl: bool, report: &Report) -> Reply {
    Reply::Info(match report {
        Report::Line(line) => line_info(position, show_wdl, line),
        Report::CurrentMove { depth, mv, number } => Info {
            depth: Some(*depth),
            currmove: Some(position.uci(*mv)),
            currmovenumber: u32::try_from(*number).ok(),
            ..Info::default()
        },
        Report::Done(result) => return best_move(position, result),
    })
}

fn line_info(position: &Position, show_wdl: bool, line: &PvLine) -> Info {
    let rates = if line.proven { WinRates::proven(line.value) } else { WinRates::of(line.value) };
    let seconds = line.elapsed.as_secs_f64().max(0.001);
    Info {
        depth: Some(line.depth),
        seldepth: Some(line.seldepth),
        multipv: u32::try_from(line.multipv).ok(),
        score: Some(line.score()),
        bound: line.bound,
        wdl: show_wdl.then_some(WdlPermille {
            win: rates.win as u16,
            draw: rates.draw as u16,
            loss: rates.loss as u16,
        }),
        nodes: Some(line.nodes),
        nps: Some((line.nodes as f64 / seconds) as u64),
        hashfull: Some(line.hashfull as u16),
        tbhits: Some(line.tb_hits),
        time: Some(line.elapsed.as_millis() as u64),
        pv: line.pv.iter().map(|&mv| position.uci(mv)).collect(),
        ..Info::default()
    }
}

/// Returns the comment on a search for the record of the game: the value of the best move in internal
/// centipawns for the side to move, and the nodes. Unlike the score it is not normalised.
pub(super) fn pgn_comment(result: &SearchResult) -> Reply {
    let SearchResult { value, nodes, .. } = result;
    Reply::Info(Info::text(format!("pgncomment value {value} nodes {nodes}")))
}

/// Returns the `bestmove` reply.
fn best_move(position: &Position, result: &SearchResult) -> Reply {
    let [best, ponder] = [result.best, result.ponder].map(|mv| Some(position.uci(mv?)));
    Reply::BestMove { best, ponder }
}
