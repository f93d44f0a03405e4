//! Conversions between types of the protocol and of the engine.

use ferz::notation::{FenError, ParseUciMoveError};
use ferz::{Color, Position, Setup, SetupFaults};
use ferz_engine::eval::wdl::WinRates;
use ferz_engine::{Limits, PvLine, Report, SearchResult};
use ferz_uci::{Go, Info, Reply, StartPosition, UciPosition, WdlPermille};
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

/// The reason that a `position` command is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The FEN is invalid.
    #[error("invalid position: {0}")]
    Fen(#[from] FenError),
    /// A move is not legal.
    #[error("invalid position: move {number} ({text}): {reason}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The move.
        text: String,
        /// The reason.
        reason: ParseUciMoveError,
    },
    /// A move is a null move.
    #[error("invalid position: move {number} is a null move")]
    NullMove {
        /// The number of the move, from 1.
        number: usize,
    },
}

/// A position with the corrections that its FEN needed.
#[derive(Debug)]
pub struct Accepted {
    /// The position after the moves.
    pub position: Position,
    /// One text for each correction or ignored fault.
    corrections: Vec<String>,
}

impl Accepted {
    /// Returns the text that names all corrections; `None` without any.
    pub fn warning(&self) -> Option<String> {
        let any = !self.corrections.is_empty();
        any.then(|| format!("position accepted: {}", self.corrections.join("; ")))
    }
}

/// Returns the faults that do not affect play from the position on. The search supports 16 men of
/// each side, so [`SetupFaults::TOO_MANY_PIECES`] is not among them.
fn harmless() -> SetupFaults {
    SetupFaults::IMPOSSIBLE_CASTLING
        | SetupFaults::IMPOSSIBLE_EN_PASSANT
        | SetupFaults::IMPOSSIBLE_CHECKERS
        | SetupFaults::TOO_MANY_PAWNS
        | SetupFaults::TOO_MANY_PROMOTED
        | SetupFaults::BAD_COUNTERS
}

/// Returns the position of a `position` command. Faults of a FEN that do not affect play are corrected.
///
/// # Errors
/// If the FEN is invalid or a move is not legal.
pub fn position(command: &UciPosition) -> Result<Accepted, PositionError> {
    let mut accepted = match &command.start {
        StartPosition::Startpos => {
            Accepted { position: Position::startpos(), corrections: Vec::new() }
        }
        StartPosition::Fen(fen) => from_fen(fen)?,
    };
    let moves = &command.moves;
    accepted.position.play_uci(moves).map_err(|(index, reason)| match moves[index] {
        null if null.is_null() => PositionError::NullMove { number: index + 1 },
        other => PositionError::Move { number: index + 1, text: other.to_string(), reason },
    })?;
    Ok(accepted)
}

/// Reads a FEN, of which all fields but the first may be missing, and ignores harmless faults.
fn from_fen(fen: &str) -> Result<Accepted, FenError> {
    let (fen, mut corrections) = with_all_fields(fen);
    let setup: Setup = fen.parse().map_err(FenError::Text)?;
    let position = Position::from_setup_ignoring(&setup, harmless()).map_err(FenError::Setup)?;
    for fault in (setup.faults() & harmless()).iter() {
        corrections.push(correction(fault, &fen, &setup));
    }
    Ok(Accepted { position, corrections })
}

/// The fields after the piece placement, with the value that a missing one is read as.
const FIELDS: [(&str, &str); 5] = [
    ("side to move", "w"),
    ("castling rights", "-"),
    ("en passant square", "-"),
    ("halfmove clock", "0"),
    ("full move number", "1"),
];

/// Appends the missing fields to a FEN. Also returns the correction for them.
fn with_all_fields(fen: &str) -> (String, Vec<String>) {
    let present = fen.split_whitespace().count().max(1);
    let missing = FIELDS.get(present - 1..).unwrap_or_default();
    if missing.is_empty() {
        return (fen.to_owned(), Vec::new());
    }
    let values: Vec<_> = missing.iter().map(|(_, value)| *value).collect();
    let named: Vec<_> = missing.iter().map(|(name, value)| format!("{name} {value}")).collect();
    let completed = format!("{} {}", fen.trim(), values.join(" "));
    (completed, vec![format!("missing fields read as {}", named.join(", "))])
}

/// Names the correction of a fault, or the fault if the position keeps it.
fn correction(fault: SetupFaults, fen: &str, setup: &Setup) -> String {
    let corrected = setup.sanitized(harmless());
    match (setup.en_passant, corrected.en_passant) {
        _ if fault == SetupFaults::IMPOSSIBLE_CASTLING => {
            let field = |fen: &str| fen.split_whitespace().nth(2).unwrap_or("-").to_owned();
            let (before, after) = (field(fen), field(&corrected.to_string()));
            format!("castling rights {before} read as {after}: {fault}")
        }
        (Some(square), None) if fault == SetupFaults::IMPOSSIBLE_EN_PASSANT => {
            format!("en passant square {square} removed: {fault}")
        }
        _ => fault.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepted(fen: &str) -> (String, String) {
        let accepted = from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        (accepted.position.fen(), accepted.warning().unwrap_or_default())
    }

    #[test]
    fn fen_without_faults_needs_no_correction() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(accepted(fen), (fen.to_owned(), String::new()));
    }

    #[test]
    fn harmless_faults_are_corrected_and_named() {
        for (fen, corrected, named) in [
            (
                "4k2r/8/8/8/8/8/8/4K3 w KQkq - 0 1",
                "4k2r/8/8/8/8/8/8/4K3 w k - 0 1",
                "castling rights KQkq read as k",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
                "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
                "en passant square e6 removed",
            ),
            (
                "4k3/8/8/8/8/8/PPPPPPPP/NNNNK3 w - - 0 1",
                "4k3/8/8/8/8/8/PPPPPPPP/NNNNK3 w - - 0 1",
                "promoted",
            ),
            (
                "4k3/8/8/8/8/7P/PPPPPPPP/4K3 w - - 0 1",
                "4k3/8/8/8/8/7P/PPPPPPPP/4K3 w - - 0 1",
                "more than 8 pawns",
            ),
            ("4k3/8/8/8/8/8/8/4K3 w - - 3 0", "4k3/8/8/8/8/8/8/4K3 w - - 3 1", "counters"),
        ] {
            let (fen, warning) = accepted(fen);
            assert_eq!(fen, corrected);
            assert!(warning.starts_with("position accepted: "), "{warning}");
            assert!(warning.contains(named), "{warning}");
        }
    }

    #[test]
    fn missing_fields_are_completed_and_named() {
        let full = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
        let fields: Vec<_> = full.split(' ').collect();
        for present in 1..6 {
            let (fen, warning) = accepted(&fields[..present].join(" "));
            assert_eq!(fen, full);
            for (i, (name, _)) in FIELDS.iter().enumerate() {
                assert_eq!(warning.contains(name), i + 1 >= present, "{present}: {warning}");
            }
        }
        assert_eq!(accepted(full).1, "");
        assert!(from_fen("").is_err() && from_fen("4k3/8/8/8/8/8/8/4K3 x").is_err());
    }

    #[test]
    fn faults_that_break_the_rules_are_refused() {
        for fen in [
            "8/8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
            "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/QQQQQQQQ/QQQQQQQQ/4K3 w - - 0 1",
        ] {
            assert!(from_fen(fen).is_err(), "{fen}");
        }
    }
}
