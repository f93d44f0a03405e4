//! A UCI engine with a search of one's own, on `ferz` and this crate alone: alpha-beta on material.
//! It reads no input while it searches, so that `stop` and `go infinite` have no effect.
//! `cargo run --release -p ferz-uci --example own_search`

use ferz::{Color, Move, PieceType, Position, Score};
use ferz_uci::{Command, Go, Info, Reply, StartPosition, UciPosition};
use std::error::Error;
use std::io::stdin;
use std::time::{Duration, Instant};

const MATE: i32 = 30_000;
const MAX_DEPTH: u32 = 64;

fn main() {
    let mut position = Position::startpos();
    for line in stdin().lines().map_while(Result::ok) {
        match line.parse() {
            Ok(Command::Uci) => println!("{}\n{}", Reply::IdName("Own".into()), Reply::UciOk),
            Ok(Command::IsReady) => println!("{}", Reply::ReadyOk),
            Ok(Command::Position(command)) => match set_up(&command) {
                Ok(new) => position = new,
                Err(error) => println!("{}", Reply::Info(Info::text(error.to_string()))),
            },
            Ok(Command::Go(go)) => println!("{}", best_move(&position, &go)),
            Ok(Command::Quit) => break,
            Ok(_) => {}
            Err(error) => println!("{}", Reply::Info(Info::text(error.to_string()))),
        }
    }
}

fn set_up(command: &UciPosition) -> Result<Position, Box<dyn Error>> {
    let mut position = match &command.start {
        StartPosition::Startpos => Position::startpos(),
        StartPosition::Fen(fen) => Position::from_fen(fen)?,
    };
    position.play_uci(&command.moves).map_err(|(_, error)| error)?;
    Ok(position)
}

/// Searches deeper and deeper: to a depth, for a time, or else for a 30th of the clock.
fn best_move(position: &Position, go: &Go) -> Reply {
    let start = Instant::now();
    let millis = go.movetime.or(go.clock(position.side_to_move()).map(|left| left / 30));
    let end = millis.map(|millis| start + Duration::from_millis(millis.max(0).unsigned_abs()));
    let default_depth = if end.is_some() { MAX_DEPTH } else { 5 };
    let mut search = Search { position: position.clone(), nodes: 0, end };
    let Some(&(mut best)) = position.legal_moves().first() else {
        return Reply::BestMove { best: None, ponder: None };
    };
    for depth in 1..=go.depth.unwrap_or(default_depth).min(MAX_DEPTH) {
        let mut line = Vec::new();
        let Some(value) = search.alpha_beta(depth, 0, -MATE, MATE, &mut line) else { break };
        best = line[0];
        let score = match MATE - value.abs() {
            plies if plies < 1000 => Score::Mate(value.signum() * (plies + 1) / 2),
            _ => Score::Cp(value),
        };
        let (nodes, time) = (Some(search.nodes), Some(start.elapsed().as_millis() as u64));
        let pv = line.iter().map(|&mv| position.uci(mv)).collect();
        let (depth, score) = (Some(depth), Some(score));
        println!("{}", Reply::Info(Info { depth, score, nodes, time, pv, ..Info::default() }));
    }
    Reply::BestMove { best: Some(position.uci(best)), ponder: None }
}

struct Search {
    position: Position,
    nodes: u64,
    end: Option<Instant>,
}

impl Search {
    /// Returns the value for the side to move and writes the best line; `None` once the time is over.
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
        let polls = self.nodes.is_multiple_of(1024);
        if polls && self.end.is_some_and(|end| Instant::now() >= end) {
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
