//! Conversions between types of the protocol and of the engine.

use crate::port::AnalysisLine;
use ferz::notation::{
    CastlingMode, FenCorrection, FenError, FenOptions, ParseUciMoveError, UciLineError,
};
use ferz::{Color, Position, SetupFaults};
use ferz_engine::clock::Instant;
use ferz_engine::{Limits, Report, SearchResult};
use ferz_uci::{Go, Info, Reply, StartPosition, UciPosition, WdlPermille};
use std::time::Duration;

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
        Report::Line(line) => line_info(position, show_wdl, &line.clone().into()),
        Report::CurrentMove { depth, mv, number } => Info {
            depth: Some(*depth),
            currmove: Some(position.uci(*mv)),
            currmovenumber: u32::try_from(*number).ok(),
            ..Info::default()
        },
        Report::Done(result) => return best_move(position, result),
    })
}

fn line_info(position: &Position, show_wdl: bool, line: &AnalysisLine) -> Info {
    let rates = line.wdl.map(|[win, draw, loss]| WdlPermille { win, draw, loss });
    Info {
        depth: Some(line.depth),
        seldepth: Some(line.seldepth),
        multipv: u32::try_from(line.rank).ok(),
        score: Some(line.score.score),
        bound: line.score.bound,
        wdl: rates.filter(|_| show_wdl),
        nodes: Some(line.nodes),
        nps: Some(line.speed()),
        hashfull: Some(line.hashfull),
        tbhits: Some(line.tb_hits),
        time: Some(line.elapsed.as_millis() as u64),
        pv: line.moves.iter().map(|&mv| position.uci(mv)).collect(),
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
    /// The corrections and ignored faults.
    pub corrections: Vec<FenCorrection>,
}

impl Accepted {
    /// Returns the text that names all corrections; `None` without any.
    pub fn warning(&self) -> Option<String> {
        let named: Vec<_> = self.corrections.iter().map(FenCorrection::to_string).collect();
        (!named.is_empty()).then(|| format!("position accepted: {}", named.join("; ")))
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
/// The castling letters `KQkq` of a FEN are those of `mode`.
///
/// # Errors
/// If the FEN is invalid or a move is not legal.
pub fn position(command: &UciPosition, mode: CastlingMode) -> Result<Accepted, PositionError> {
    let mut accepted = match &command.start {
        StartPosition::Startpos => {
            Accepted { position: Position::startpos(), corrections: Vec::new() }
        }
        StartPosition::Fen(fen) => from_fen(fen, mode)?,
    };
    let moves = &command.moves;
    accepted.position.play_uci(moves).map_err(|UciLineError { index, reason }| {
        match moves[index] {
            null if null.is_null() => PositionError::NullMove { number: index + 1 },
            other => PositionError::Move { number: index + 1, text: other.to_string(), reason },
        }
    })?;
    Ok(accepted)
}

/// Reads a FEN, of which all fields but the first may be missing, and ignores harmless faults.
fn from_fen(fen: &str, mode: CastlingMode) -> Result<Accepted, FenError> {
    let options = FenOptions::STRICT.min_fields(1).skip_dashes().ignore(harmless());
    let read = Position::from_fen_corrected(fen, options.castling_mode(mode));
    read.map(|(position, corrections)| Accepted { position, corrections })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::Bound;
    use ferz_engine::eval::wdl::WinRates;
    use ferz_engine::{Control, PvLine, SearchSettings, Searcher, SearcherOptions};
    use ferz_uci::Command;

    /// Returns the line of a search to depth 1 and its result.
    fn line_and_result() -> (PvLine, SearchResult) {
        let search = || {
            let mut searcher = Searcher::new(SearcherOptions::default()).unwrap();
            let mut lines = Vec::new();
            let mut report = |report| lines.push(report);
            let (limits, settings) = (Limits::depth(1), SearchSettings::default());
            let (position, control) = (Position::startpos(), Control::default());
            let result =
                searcher.search(&position, &limits, &settings, &control, Some(&mut report));
            let line = lines.into_iter().find_map(|report| match report {
                Report::Line(line) => Some(line),
                _ => None,
            });
            (line.unwrap(), result.unwrap())
        };
        let thread = std::thread::Builder::new().stack_size(Searcher::STACK_SIZE);
        thread.spawn(search).unwrap().join().unwrap()
    }

    #[test]
    fn reports_become_replies() {
        let position = Position::startpos();
        let mv = |text| position.parse_uci(text).unwrap();
        let (mut line, mut result) = line_and_result();
        (line.depth, line.seldepth, line.multipv) = (12, 18, 2);
        (line.value, line.proven, line.bound) = (0, false, Bound::Lower);
        (line.nodes, line.tb_hits, line.hashfull) = (5000, 3, 7);
        (line.elapsed, line.pv) = (Duration::from_micros(250_900), vec![mv("e2e4")]);
        let rest = "nodes 5000 nps 19928 hashfull 7 tbhits 3 time 250 pv e2e4";
        let scored = "info depth 12 seldepth 18 multipv 2 score cp 0 lowerbound";
        let report = Report::Line(line.clone());
        assert_eq!(reply(&position, false, &report).to_string(), format!("{scored} {rest}"));
        let WinRates { win, draw, loss } = WinRates::of(0);
        assert!(win == loss && win > 0);
        let with_rates = format!("{scored} wdl {win} {draw} {loss} {rest}");
        assert_eq!(reply(&position, true, &report).to_string(), with_rates);
        (line.proven, line.elapsed) = (true, Duration::ZERO);
        let proven = reply(&position, true, &Report::Line(line)).to_string();
        assert!(proven.contains(" wdl 0 1000 0 nodes 5000 nps 5000000 "), "{proven}");

        let current = Report::CurrentMove { depth: 9, mv: mv("g1f3"), number: 4 };
        let current = reply(&position, true, &current).to_string();
        assert_eq!(current, "info depth 9 currmove g1f3 currmovenumber 4");
        (result.best, result.ponder) = (Some(mv("e2e4")), None);
        (result.value, result.nodes) = (-31, 20);
        let comment = pgn_comment(&result).to_string();
        assert_eq!(comment, "info string pgncomment value -31 nodes 20");
        assert_eq!(reply(&position, true, &Report::Done(result)).to_string(), "bestmove e2e4");
    }

    #[test]
    fn arguments_of_go_become_limits() {
        let position = Position::startpos();
        let go = "go infinite wtime 5000 btime -3 winc 20 movestogo 4 depth 6 nodes 7 mate 0 \
                  movetime 80 searchmoves e2e4 e2e5";
        let Ok(Command::Go(mut go)) = go.parse() else { panic!("{go}") };
        let millis = Duration::from_millis;
        let (mut found, warnings) = limits(&go, &position);
        assert!(found.start.take().is_some_and(|start| start <= Instant::now()));
        let mut expected = Limits {
            clock: [Some(millis(5000)), Some(millis(0))],
            increment: [millis(20), millis(0)],
            moves_to_go: Some(4),
            move_time: Some(millis(80)),
            depth: Some(6),
            nodes: Some(7),
            mate: Some(1),
            search_moves: vec![position.parse_uci("e2e4").unwrap()],
            infinite: true,
            ..Limits::none()
        };
        assert_eq!(found, expected);
        assert!(warnings.len() == 1 && warnings[0].starts_with("searchmoves: e2e5 ignored: "));
        (go.movestogo, go.mate) = (Some(0), Some(3));
        (expected.moves_to_go, expected.mate) = (None, Some(3));
        assert_eq!(Limits { start: None, ..limits(&go, &position).0 }, expected);
    }

    #[test]
    fn errors_of_moves_count_from_one() {
        for (line, message) in [
            ("startpos moves e2e5", "move 1 (e2e5): "),
            ("startpos moves e2e4 e7e5 e1e3", "move 3 (e1e3): "),
            ("startpos moves e2e4 0000", "move 2 is a null move"),
        ] {
            let Ok(Command::Position(command)) = line.parse() else { panic!("{line}") };
            let error = position(&command, CastlingMode::Standard).unwrap_err().to_string();
            assert!(error.starts_with(&format!("invalid position: {message}")), "{error}");
        }
    }

    fn accepted(fen: &str) -> (String, String) {
        let accepted =
            from_fen(fen, CastlingMode::Standard).unwrap_or_else(|error| panic!("{fen}: {error}"));
        (accepted.position.fen(), accepted.warning().unwrap_or_default())
    }

    fn refused(fen: &str) -> bool {
        from_fen(fen, CastlingMode::Standard).is_err()
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
                &format!("castling rights KQkq read as k: {}", SetupFaults::IMPOSSIBLE_CASTLING),
            ),
            (
                "2Bq3n/3p3N/2Pk4/rr6/1p2p3/Pp4PP/8/R5K1 w KQkq - 0 1",
                "2Bq3n/3p3N/2Pk4/rr6/1p2p3/Pp4PP/8/R5K1 w - - 0 1",
                &format!("castling rights KQkq read as -: {}", SetupFaults::IMPOSSIBLE_CASTLING),
            ),
            (
                "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1",
                "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w - - 0 1",
                &format!("castling rights KQkq read as -: {}", SetupFaults::IMPOSSIBLE_CASTLING),
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w - - - 3 9",
                "4k3/8/8/8/8/8/8/4K3 w - - 3 9",
                &"dashes in place of the counters skipped".to_owned(),
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
                "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
                &format!("en passant square e6 removed: {}", SetupFaults::IMPOSSIBLE_EN_PASSANT),
            ),
            (
                "4k3/8/8/8/8/8/PPPPPPPP/NNNNK3 w - - 0 1",
                "4k3/8/8/8/8/8/PPPPPPPP/NNNNK3 w - - 0 1",
                &SetupFaults::TOO_MANY_PROMOTED.to_string(),
            ),
            (
                "4k3/8/8/8/8/7P/PPPPPPPP/4K3 w - - 0 1",
                "4k3/8/8/8/8/7P/PPPPPPPP/4K3 w - - 0 1",
                &SetupFaults::TOO_MANY_PAWNS.to_string(),
            ),
            (
                "4k3/2N3N1/8/8/8/8/8/4K3 b - - 0 1",
                "4k3/2N3N1/8/8/8/8/8/4K3 b - - 0 1",
                &SetupFaults::IMPOSSIBLE_CHECKERS.to_string(),
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w - - 3 0",
                "4k3/8/8/8/8/8/8/4K3 w - - 3 1",
                &SetupFaults::BAD_COUNTERS.to_string(),
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w K e6 0 1",
                "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
                &format!(
                    "castling rights K read as -: {}; en passant square e6 removed: {}",
                    SetupFaults::IMPOSSIBLE_CASTLING,
                    SetupFaults::IMPOSSIBLE_EN_PASSANT
                ),
            ),
        ] {
            let (fen, warning) = accepted(fen);
            assert_eq!(fen, corrected);
            assert_eq!(warning, format!("position accepted: {named}"));
        }
    }

    /// `UCI_Chess960` or file letters declare the variant.
    #[test]
    fn declared_chess960_keeps_its_rights() {
        let start = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w";
        for (rights, mode) in [("KQkq", CastlingMode::Chess960), ("HFhf", CastlingMode::Standard)] {
            let accepted = from_fen(&format!("{start} {rights} - 0 1"), mode).unwrap();
            assert_eq!(accepted.position.fen(), format!("{start} KQkq - 0 1"));
            assert_eq!(accepted.warning(), None);
        }
    }

    #[test]
    fn missing_fields_are_completed_and_named() {
        let full = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
        let fields: Vec<_> = full.split(' ').collect();
        for present in 1..6 {
            let (fen, warning) = accepted(&fields[..present].join(" "));
            assert_eq!(fen, full);
            let names = [
                "side to move",
                "castling rights",
                "en passant square",
                "halfmove clock",
                "full move number",
            ];
            for (i, name) in names.iter().enumerate() {
                assert_eq!(warning.contains(name), i + 1 >= present, "{present}: {warning}");
            }
        }
        assert_eq!(accepted(full).1, "");
        assert!(refused("") && refused("4k3/8/8/8/8/8/8/4K3 x"));
    }

    #[test]
    fn faults_that_break_the_rules_are_refused() {
        for fen in [
            "8/8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
            "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/QQQQQQQQ/QQQQQQQQ/4K3 w - - 0 1",
        ] {
            assert!(refused(fen), "{fen}");
        }
    }
}
