// [start:head]
//! Openings of a match: random moves that leave neither side much better.

use crate::bitboards::Bitboards;
use crate::board::Board;
use crate::engine::Features;
use crate::engine::limits::Limits;
use crate::engine::search::Search;
use crate::fen::START;
use crate::random::Random;
use crate::types::*;
// [end:head]

// [start:openings]
/// The openings of a seed: the same in every match with it.
pub struct Openings(Random);

impl Openings {
    /// Returns the openings of a seed.
    pub fn new(seed: u64) -> Openings {
        Openings(Random(seed))
    }
}

impl Iterator for Openings {
    type Item = String;

    /// Returns the next position as a FEN.
    fn next(&mut self) -> Option<String> {
        loop {
            let mut board = Bitboards::from_fen(START).expect("the start is a position");
            for _ in 0..8 {
                let moves = board.legal_moves();
                if !moves.is_empty() {
                    board.do_move(moves[self.0.next() as usize % moves.len()]);
                }
            }
            let mut judge = Search::new(Features::rung(1));
            let found = judge.think(&board, &[], Limits::of_nodes(2_000), |_| {});
            if found.is_some_and(|(_, value)| value.abs() <= 80) {
                return Some(fen(&board));
            }
        }
    }
}
// [end:openings]

// [start:fen]
/// Returns the FEN of a position of standard chess.
pub fn fen(board: &Bitboards) -> String {
    let letter = |piece: Piece| match piece.color {
        Color::White => piece.kind.letter().to_ascii_uppercase(),
        Color::Black => piece.kind.letter(),
    };
    let rank = |rank: u8| -> String {
        let squares = (0..8).map(|file| board.piece_on(Square::new(file, rank)));
        let text: String = squares.map(|piece| piece.map_or('1', letter)).collect();
        // Neighbouring ones become one digit, the longest rows first.
        (2..=8).rev().fold(text, |text, n| text.replace(&"1".repeat(n), &n.to_string()))
    };
    let ranks: Vec<String> = (0..8).rev().map(rank).collect();
    let state = board.state();
    let mut castling = String::new();
    for (rights, letters) in state.castling.iter().zip([['K', 'Q'], ['k', 'q']]) {
        castling.extend(rights.iter().zip(letters).filter_map(|(right, l)| right.map(|_| l)));
    }
    let or_dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
    let passed = state.en_passant.map_or(String::new(), |square| square.to_string());
    let side = if board.side_to_move() == Color::White { 'w' } else { 'b' };
    let (clock, number) = (state.halfmove_clock, state.fullmove_number);
    let (castling, passed) = (or_dash(castling), or_dash(passed));
    format!("{} {side} {castling} {passed} {clock} {number}", ranks.join("/"))
}
// [end:fen]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_the_same_for_a_seed_and_differ_otherwise() {
        let some = |seed| Openings::new(seed).take(3).collect::<Vec<_>>();
        assert_eq!(some(1), some(1));
        assert!(some(1).iter().all(|opening| !some(2).contains(opening)));
    }

    #[test]
    fn a_position_is_the_same_after_its_fen() {
        for text in [
            START,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w Kq - 3 9",
            "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
        ] {
            assert_eq!(fen(&Bitboards::from_fen(text).unwrap()), text);
        }
    }
}
// [end:tests]
