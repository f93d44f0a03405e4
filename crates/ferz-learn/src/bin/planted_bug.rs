//! A generator with one wrong line, to find with `ferz perft --against`.

use ferz_learn::bitboards::Bitboards;
use ferz_learn::board::Board;
use ferz_learn::fen::{START, Setup};
use ferz_learn::types::*;
use ferz_learn::uci;
use std::io::{self, BufRead, Write, stdin, stdout};

struct PlantedBug(Bitboards);

// [start:bug]
impl PlantedBug {
    fn en_passant_is_legal(&self, mv: Move) -> bool {
        let us = self.0.side_to_move();
        let captured = mv.captures_on().expect("en passant captures");
        let occupied = self.0.occupied().without(mv.from).with(mv.to);
        let enemies = self.0.of_color(!us).without(captured);
        (self.0.attackers_to(self.0.king(us), occupied) & enemies).is_empty()
    }
}
// [end:bug]

impl PlantedBug {
    fn is_legal(&self, mv: Move) -> bool {
        match mv.kind {
            MoveKind::EnPassant => self.en_passant_is_legal(mv),
            _ => self.0.is_legal(mv, &self.0.safety()),
        }
    }
}

impl Board for PlantedBug {
    type Undo = <Bitboards as Board>::Undo;

    fn from_setup(setup: &Setup) -> PlantedBug {
        PlantedBug(Bitboards::from_setup(setup))
    }

    fn side_to_move(&self) -> Color {
        self.0.side_to_move()
    }

    fn pseudo_legal_moves(&self, moves: &mut Vec<Move>) {
        self.0.pseudo_legal_moves(moves);
    }

    fn legal_moves(&mut self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.pseudo_legal_moves(&mut moves);
        moves.retain(|&mv| self.is_legal(mv));
        moves
    }

    fn do_move(&mut self, mv: Move) -> Self::Undo {
        self.0.do_move(mv)
    }

    fn undo_move(&mut self, mv: Move, undo: Self::Undo) {
        self.0.undo_move(mv, undo);
    }

    fn in_check(&self, color: Color) -> bool {
        self.0.in_check(color)
    }
}

fn main() -> io::Result<()> {
    let mut output = stdout();
    let mut board = PlantedBug::from_fen(START).expect("the start is a position");
    for line in stdin().lock().lines() {
        let line = line?;
        if line == "uci" {
            writeln!(output, "id name planted_bug\nuciok")?;
        } else if line == "isready" {
            writeln!(output, "readyok")?;
        } else if let Some(words) = line.strip_prefix("position ") {
            match uci::position(words, false) {
                Some((position, _)) => board = position,
                None => writeln!(output, "info string no such position: {words}")?,
            }
        } else if let Some(depth) = line.strip_prefix("go perft ") {
            uci::divide(&mut board, depth.parse().unwrap_or(1), false, &mut output)?;
        } else if line == "quit" {
            break;
        }
        output.flush()?;
    }
    Ok(())
}
