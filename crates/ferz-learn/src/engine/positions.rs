// [start:head]
//! Positions of games that the engine played against itself, to learn from.

use crate::bitboards::Bitboards;
use crate::board::Board;
use crate::engine::game::Record;
use crate::engine::node::{MATE, MAX_PLY};
use crate::engine::openings::fen;
use crate::engine::order::is_noisy;
use crate::types::*;
use std::fmt;
use std::str::FromStr;
// [end:head]

// [start:sample]
/// A position with what the engine thought of it and how the game ended.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The position.
    pub board: Bitboards,
    /// The value of the search, for White.
    pub value: i32,
    /// The points of White: 0, 1 or 2.
    pub points: usize,
}

/// One line: the FEN, the value and the points.
impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};{};{}", fen(&self.board), self.value, self.points)
    }
}

impl FromStr for Sample {
    type Err = String;

    fn from_str(line: &str) -> Result<Sample, String> {
        let sample = || {
            let mut fields = line.split(';');
            let board = Bitboards::from_fen(fields.next()?).ok()?;
            let value = fields.next()?.parse().ok()?;
            let points = fields.next()?.parse().ok().filter(|&points| points <= 2)?;
            Some(Sample { board, value, points })
        };
        sample().ok_or_else(|| format!("no sample: {line}"))
    }
}

impl Sample {
    /// Returns the expected score of White to learn, from 0 to 1: what came out with a share, what
    /// the search expected with the rest.
    pub fn target(&self, share: f32) -> f32 {
        share * self.points as f32 / 2.0 + (1.0 - share) * sigmoid(self.value as f32)
    }
}

/// Returns the expected score of a value in hundredths of a pawn, from 0 to 1.
pub fn sigmoid(value: f32) -> f32 {
    // A lead of one pawn wins as often as a lead of 100 Elo points.
    1.0 / (1.0 + 10f32.powf(-value / 400.0))
}
// [end:sample]

// [start:samples]
/// Returns the quiet positions of a game: without a check, a capture as the best move, or a mate in
/// sight. A static evaluation cannot know how those end.
pub fn samples(opening: &str, record: &Record) -> Vec<Sample> {
    let mut board = Bitboards::from_fen(opening).expect("the game began there");
    let mut samples = Vec::new();
    for &(mv, value) in &record.moves {
        let us = board.side_to_move();
        if !is_noisy(mv) && !board.in_check(us) && value.abs() < MATE - MAX_PLY {
            let value = if us == Color::White { value } else { -value };
            samples.push(Sample { board: board.clone(), value, points: record.points });
        }
        board.do_move(mv);
    }
    samples
}
// [end:samples]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Features;
    use crate::engine::game::play;
    use crate::engine::player::Own;
    use crate::fen::START;

    #[test]
    fn samples_are_quiet_and_come_back_from_their_lines() {
        let player = || Own::new(Features::rung(1), 200);
        let record = play([&mut player(), &mut player()], START, None).unwrap();
        let samples = samples(START, &record);
        assert!(samples.len() > 10 && samples.len() < record.moves.len());
        for sample in samples {
            assert!(!sample.board.in_check(sample.board.side_to_move()));
            let line = sample.to_string();
            assert_eq!(line.parse::<Sample>().unwrap().to_string(), line);
        }
        assert!("8/8/8/8/8/8/8/8 w - - 0 1;0;0".parse::<Sample>().is_err());
    }

    #[test]
    fn a_target_lies_between_result_and_value() {
        let line = "4k3/8/8/8/8/8/8/4K2R w - - 0 1;400;1";
        let target = |share| line.parse::<Sample>().unwrap().target(share);
        assert!((target(0.0) - 10.0 / 11.0).abs() < 1e-6 && target(1.0) == 0.5);
        assert!((target(0.5) - (10.0 / 11.0 + 0.5) / 2.0).abs() < 1e-6);
    }
}
// [end:tests]
