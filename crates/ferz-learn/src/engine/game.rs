// [start:head]
//! A game between two players.

use crate::bitboards::Bitboards;
use crate::board::Board;
use crate::engine::player::{Choice, Player, Task};
use crate::fen::FenError;
use crate::types::*;
use std::io;
use std::time::{Duration, Instant};
// [end:head]

// [start:record]
/// How a game ended, as the points of White: 2 for a win, 1 for a draw.
pub type Points = usize;

/// A game that has been played.
#[derive(Clone, Debug)]
pub struct Record {
    /// The moves, with their values for the side that moved.
    pub moves: Vec<Choice>,
    /// The points of White.
    pub points: Points,
}

/// The time for a game and its increment for each move.
pub type TimeControl = (Duration, Duration);
// [end:record]

// [start:adjudication]
/// Returns the result if the rules end the game: mate, stalemate, the third repetition, fifty moves
/// without progress, or too few pieces to mate.
fn ended(board: &mut Bitboards, keys: &[u64]) -> Option<Points> {
    let us = board.side_to_move();
    if board.legal_moves().is_empty() {
        return Some(match us {
            _ if !board.in_check(us) => 1,
            Color::White => 0,
            Color::Black => 2,
        });
    }
    let minors =
        |color| board.pieces(color, PieceType::Knight) | board.pieces(color, PieceType::Bishop);
    let all = board.occupied().len();
    let is_bare = all == 2 || all == 3 && !(minors(us) | minors(!us)).is_empty();
    let repeated = keys.iter().filter(|&&key| key == board.key()).count();
    (is_bare || repeated >= 2 || board.state().halfmove_clock >= 100).then_some(1)
}

/// Returns the result if both players have agreed on it for a while: a lead of six pawns for three
/// moves of each, or nothing for either in the last eight moves of a long game.
fn agreed(moves: &[Choice], white_begins: bool) -> Option<Points> {
    let is_white = |number: usize| number.is_multiple_of(2) == white_begins;
    let values = moves.iter().enumerate().rev();
    let mut values = values.map(|(i, &(_, value))| if is_white(i) { value } else { -value });
    let last: Vec<i32> = values.by_ref().take(16).collect();
    if last.len() == 16 && last[..6].iter().all(|&value| value >= 600) {
        return Some(2);
    }
    if last.len() == 16 && last[..6].iter().all(|&value| value <= -600) {
        return Some(0);
    }
    (moves.len() >= 80 && last.iter().all(|value| value.abs() <= 15)).then_some(1)
}
// [end:adjudication]

// [start:play]
/// Plays a game, White first, with clocks if there is a time control.
///
/// # Errors
/// If a player fails, or the FEN is no position.
pub fn play(
    players: [&mut dyn Player; 2],
    fen: &str,
    time: Option<TimeControl>,
) -> io::Result<Record> {
    let wrong = |error: FenError| io::Error::new(io::ErrorKind::InvalidInput, error);
    let mut board = Bitboards::from_fen(fen).map_err(wrong)?;
    let white_begins = board.side_to_move() == Color::White;
    let (mut keys, mut moves) = (Vec::new(), Vec::<Choice>::new());
    let mut left = time.map(|(base, _)| [base; 2]);
    let [white, black] = players;
    white.new_game();
    black.new_game();
    loop {
        if let Some(points) = ended(&mut board, &keys).or_else(|| agreed(&moves, white_begins)) {
            return Ok(Record { moves, points });
        }
        let us = board.side_to_move();
        let player = if us == Color::White { &mut *white } else { &mut *black };
        let played: Vec<Move> = moves.iter().map(|choice| choice.0).collect();
        let clock = left.zip(time.map(|(_, increment)| increment));
        let start = Instant::now();
        let task = Task { board: &mut board, keys: &keys, fen, moves: &played, clock };
        let choice = player.choose(task)?;
        if let (Some(left), Some((_, increment))) = (&mut left, time) {
            let rest = left[us as usize].checked_sub(start.elapsed());
            let Some(rest) = rest else {
                return Ok(Record { moves, points: if us == Color::White { 0 } else { 2 } });
            };
            left[us as usize] = rest + increment;
        }
        keys.push(board.key());
        board.do_move(choice.0);
        moves.push(choice);
    }
}
// [end:play]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Features;
    use crate::engine::player::Own;

    fn points(fen: &str) -> (Points, usize) {
        let player = || Own::new(Features::rung(1), 500);
        let record = play([&mut player(), &mut player()], fen, None).unwrap();
        (record.points, record.moves.len())
    }

    #[test]
    fn games_end_by_the_rules() {
        // Mate in one, stalemate, two kings, and a counter at its end.
        assert_eq!(points("6k1/5ppp/8/8/8/8/8/KR6 w - - 0 1"), (2, 1));
        assert_eq!(points("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), (1, 0));
        assert_eq!(points("7k/8/8/8/8/8/8/K6N b - - 0 1"), (1, 0));
        assert_eq!(points("7k/8/8/8/8/8/8/K5R1 w - - 99 90"), (1, 1));
    }

    #[test]
    fn a_clear_game_is_ended_early() {
        let (points, moves) = points("3qk3/8/8/8/8/8/PPP5/K7 b - - 0 1");
        assert!(points == 0 && moves <= 40, "{moves}");
    }
}
// [end:tests]
