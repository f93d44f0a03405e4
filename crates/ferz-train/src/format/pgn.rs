use super::game::Game;
use super::replay::IllegalPly;
use ferz::{Color, Position};
use ferz_engine::value::moves_to_mate;
use std::fmt::{self, Write};

impl Game {
    /// The game as PGN, with White's score after each move of the engine.
    ///
    /// # Errors
    /// If a move is not legal.
    pub fn pgn(&self) -> Result<String, IllegalPly> {
        let result = self.result.text();
        let mut text = format!("[Result \"{result}\"]\n");
        if self.start != Position::startpos() {
            let variant = if self.start.is_chess960() { "[Variant \"Chess960\"]\n" } else { "" };
            text += variant;
            text += &format!("[SetUp \"1\"]\n[FEN \"{}\"]\n", self.start.fen());
        }
        text += &format!("[Termination \"{}\"]\n\n", self.ending.text());
        let mut replay = self.replay();
        let mut first = true;
        while let Some(ply) = replay.next_ply()? {
            let number = ply.position.fullmove_number();
            let _ = match ply.position.side_to_move() {
                Color::White => write!(text, "{number}. "),
                Color::Black if first => write!(text, "{number}... "),
                Color::Black => Ok(()),
            };
            first = false;
            let _ = write!(text, "{} ", ply.position.san(ply.mv));
            if let Some(score) = ply.score {
                let _ = write!(text, "{{{}}} ", Pawns(score));
            }
        }
        Ok(text + result + "\n\n")
    }
}

/// A score as PGN readers know it: `+1.25`, `-0.30`, `#3`, `#-3`.
struct Pawns(i16);

impl fmt::Display for Pawns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match moves_to_mate(self.0.into()) {
            Some(moves) => write!(f, "#{moves}"),
            None => write!(f, "{:+.2}", f64::from(self.0) / 100.0),
        }
    }
}
