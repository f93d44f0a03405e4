//! A UCI engine with a search of one's own, on `ferz` and this crate alone: alpha-beta on material.
//! The search runs in a thread of its own, so that `stop` and `ponderhit` reach it. Options,
//! `searchmoves` and limits of nodes are ignored.
//! `cargo run --release -p ferz-uci --example own_search`

use ferz::notation::FenOptions;
use ferz::{Color, Move, PieceType, Position, Score, SetupFaults};
use ferz_uci::{Command, Go, Info, Reply, UciPosition, UciPositionError};
use std::error::Error;
use std::io::stdin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{JoinHandle, sleep, spawn};
use std::time::{Duration, Instant};

const MATE: i32 = 30_000;
const MAX_DEPTH: u32 = 64;

fn main() {
    let mut position = Some(Position::startpos());
    let mut running = None;
    for line in stdin().lines().map_while(Result::ok) {
        match line.parse() {
            Ok(Command::Uci) => println!("{}\n{}", Reply::IdName("Own".into()), Reply::UciOk),
            Ok(Command::IsReady) => println!("{}", Reply::ReadyOk),
            // After an error there is no position, so that no move for another one is sent.
            Ok(Command::Position(command)) => {
                position = set_up(&command).map_err(|error| print_error(error.into())).ok();
            }
            Ok(Command::Go(go)) => {
                stop(running.take());
                match position.clone() {
                    Some(position) => running = Some(start(position, go)),
                    None => println!("{}", Reply::BestMove { best: None, ponder: None }),
                }
            }
            Ok(Command::Stop) => stop(running.take()),
            Ok(Command::PonderHit) => {
                let waits = running.as_ref().map(|(_, signals): &Running| &signals.waits);
                waits.inspect(|waits| waits.store(false, Relaxed));
            }
            Ok(Command::Quit) => break,
            Ok(_) => {}
            Err(error) => print_error(error.into()),
        }
    }
    stop(running);
}

fn print_error(error: Box<dyn Error>) {
    println!("{}", Reply::Info(Info::text(error.to_string())));
}

/// Sets up a position, also one that only the strictest reader refuses, such as with move number 0.
fn set_up(command: &UciPosition) -> Result<Position, UciPositionError> {
    command.position_with(FenOptions::STRICT.ignore(SetupFaults::IGNORABLE))
}

/// Signals of the input to a running search.
struct Signals {
    stop: AtomicBool,
    /// Set by `go infinite` and `go ponder`: no limit ends the search.
    waits: AtomicBool,
}

type Running = (JoinHandle<()>, Arc<Signals>);

/// Starts a search that prints its best move.
fn start(position: Position, go: Go) -> Running {
    let (stop, waits) = (AtomicBool::new(false), AtomicBool::new(go.infinite || go.ponder));
    let signals = Arc::new(Signals { stop, waits });
    let shared = Arc::clone(&signals);
    (spawn(move || println!("{}", best_move(&position, &go, &signals))), shared)
}

/// Ends a search and waits for its best move.
fn stop(running: Option<Running>) {
    if let Some((thread, signals)) = running {
        signals.stop.store(true, Relaxed);
        thread.join().expect("the search does not panic");
    }
}

/// Searches deeper and deeper: to a depth, for a time, or else for a 30th of the clock.
fn best_move(position: &Position, go: &Go, signals: &Signals) -> Reply {
    let start = Instant::now();
    let millis = go.movetime.or(go.clock(position.side_to_move()).map(|left| left / 30));
    let end = millis.map(|millis| start + Duration::from_millis(millis.max(0).unsigned_abs()));
    let default_depth = if end.is_some() || go.infinite { MAX_DEPTH } else { 5 };
    let mut search = Search { position: position.clone(), nodes: 0, end, signals };
    let mut best = position.legal_moves().first().copied();
    for depth in 1..=go.depth.unwrap_or(default_depth).min(MAX_DEPTH) {
        let mut line = Vec::new();
        let Some(value) = search.alpha_beta(depth, 0, -MATE, MATE, &mut line) else { break };
        let Some(&first) = line.first() else { break };
        best = Some(first);
        let score = match MATE - value.abs() {
            plies if plies < 1000 => Score::Mate(value.signum() * (plies + 1) / 2),
            _ => Score::Cp(value),
        };
        let (nodes, time) = (Some(search.nodes), Some(start.elapsed().as_millis() as u64));
        let pv = line.iter().map(|&mv| position.uci(mv)).collect();
        let (depth, score) = (Some(depth), Some(score));
        println!("{}", Reply::Info(Info { depth, score, nodes, time, pv, ..Info::default() }));
    }
    while signals.waits.load(Relaxed) && !signals.stop.load(Relaxed) {
        sleep(Duration::from_millis(1));
    }
    Reply::BestMove { best: best.map(|best| position.uci(best)), ponder: None }
}

struct Search<'a> {
    position: Position,
    nodes: u64,
    end: Option<Instant>,
    signals: &'a Signals,
}

impl Search<'_> {
    fn is_over(&self) -> bool {
        let is_late = || self.end.is_some_and(|end| Instant::now() >= end);
        self.signals.stop.load(Relaxed) || !self.signals.waits.load(Relaxed) && is_late()
    }

    /// Returns the value for the side to move and writes the best line; `None` once the search is over.
    fn alpha_beta(
        &mut self,
        depth: u32,
        ply: usize,
        mut alpha: i32,
        beta: i32,
        line: &mut Vec<Move>,
    ) -> Option<i32> {
        line.clear();
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) && self.is_over() {
            return None;
        }
        let mut moves = self.position.legal_moves().to_vec();
        if moves.is_empty() {
            return Some(if self.position.in_check() { ply as i32 - MATE } else { 0 });
        }
        let is_draw = self.position.is_search_repetition(ply) || self.position.rule50() >= 100;
        if ply > 0 && (is_draw || self.position.is_insufficient_material()) {
            return Some(0);
        }
        if depth == 0 {
            return Some(material(&self.position));
        }
        moves.sort_by_key(|mv| !mv.is_capture());
        let mut rest = Vec::new();
        for mv in moves {
            self.position.do_move(mv);
            let value = self.alpha_beta(depth - 1, ply + 1, -beta, -alpha, &mut rest);
            self.position.undo_move();
            let value = -value?;
            if value > alpha {
                alpha = value;
                *line = [&[mv], &rest[..]].concat();
            }
            if alpha >= beta {
                break;
            }
        }
        Some(alpha)
    }
}

/// Returns the material balance for the side to move, in centipawns.
fn material(position: &Position) -> i32 {
    use PieceType::{Bishop, Knight, Pawn, Queen, Rook};
    let of = |color: Color| -> i32 {
        let values = [(Pawn, 100), (Knight, 320), (Bishop, 330), (Rook, 500), (Queen, 900)];
        values
            .iter()
            .map(|&(piece, value)| position.pieces(color, piece).len() as i32 * value)
            .sum()
    };
    let side = position.side_to_move();
    of(side) - of(!side)
}
