// [start:head]
//! An evaluation by a small neural network, which follows the moves.

use crate::bitboard::Bitboard;
use crate::bitboards::Bitboards;
use crate::board::Board;
use crate::types::*;
use std::sync::LazyLock;
// [end:head]

// [start:inputs]
/// The number of inputs: a piece of the own or the other side, of one of six types, on a square.
pub const INPUTS: usize = 768;
/// The number of hidden neurons of each side.
pub const HIDDEN: usize = 32;
/// The number of weights: those of the inputs, of the hidden neurons, and of the output for both
/// sides.
pub const WEIGHTS: usize = INPUTS * HIDDEN + HIDDEN + 2 * HIDDEN + 1;
/// The integer that stands for 1 in the first layer, and in the second.
pub const ONE: [i32; 2] = [255, 64];
/// Hundredths of a pawn for an output of 1.
pub const SCALE: i32 = 400;

/// Returns the input of a piece on a square, seen from a side: each side sees its own pieces first
/// and its first rank below.
pub fn input(view: Color, piece: Piece, square: Square) -> usize {
    let is_other = usize::from(piece.color != view);
    let square = if view == Color::White { square.index() } else { square.index() ^ 56 };
    64 * (6 * is_other + piece.kind as usize) + square
}
// [end:inputs]

// [start:network]
/// The weights as integers.
struct Network {
    rows: Vec<[i16; HIDDEN]>,
    bias: [i16; HIDDEN],
    output: [[i16; HIDDEN]; 2],
    output_bias: i32,
}

/// The network that the program `train` has written.
static NETWORK: LazyLock<Network> = LazyLock::new(|| parse(include_bytes!("network.bin")));

/// Reads a network: its weights in the order of the trainer, each as two bytes, the lower first.
fn parse(bytes: &[u8]) -> Network {
    assert_eq!(bytes.len(), 2 * WEIGHTS, "a network has {WEIGHTS} weights");
    let numbers: Vec<i16> =
        bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
    let mut rows = numbers.chunks_exact(HIDDEN).map(|row| <[i16; HIDDEN]>::try_from(row).unwrap());
    let inputs = rows.by_ref().take(INPUTS).collect();
    let mut next = || rows.next().expect("the length is right");
    let (bias, output) = (next(), [next(), next()]);
    Network { rows: inputs, bias, output, output_bias: i32::from(numbers[WEIGHTS - 1]) }
}
// [end:network]

// [start:accumulator]
/// The sums of the hidden neurons, and the pieces that they are the sums of.
#[derive(Clone)]
pub struct Accumulator {
    pieces: [[Bitboard; 6]; 2],
    /// As each side sees the board.
    sums: [[i16; HIDDEN]; 2],
}

impl Default for Accumulator {
    fn default() -> Accumulator {
        Accumulator { pieces: Default::default(), sums: [NETWORK.bias; 2] }
    }
}

impl Accumulator {
    /// Returns the value of a position for the side to move.
    pub fn evaluate(&mut self, board: &Bitboards) -> i32 {
        self.follow(board);
        let us = board.side_to_move();
        let mut value = NETWORK.output_bias * ONE[0];
        for (view, weights) in [us, !us].into_iter().zip(&NETWORK.output) {
            for (&sum, &weight) in self.sums[view as usize].iter().zip(weights) {
                value += i32::from(sum).clamp(0, ONE[0]) * i32::from(weight);
            }
        }
        value / ONE[1] * SCALE / ONE[0]
    }

    /// Follows the pieces from the last position to this one: subtracts the rows of what has gone
    /// and adds those of what has come. After a move these are two to four.
    fn follow(&mut self, board: &Bitboards) {
        for color in [Color::White, Color::Black] {
            for kind in PieceType::ALL {
                let (old, new) =
                    (self.pieces[color as usize][kind as usize], board.pieces(color, kind));
                for square in old & !new {
                    self.add(Piece { color, kind }, square, -1);
                }
                for square in new & !old {
                    self.add(Piece { color, kind }, square, 1);
                }
                self.pieces[color as usize][kind as usize] = new;
            }
        }
    }

    fn add(&mut self, piece: Piece, square: Square, sign: i16) {
        for view in [Color::White, Color::Black] {
            let row = &NETWORK.rows[input(view, piece, square)];
            for (sum, &weight) in self.sums[view as usize].iter_mut().zip(row) {
                *sum += sign * weight;
            }
        }
    }
}
// [end:accumulator]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen::START;
    use crate::random::Random;

    #[test]
    fn following_the_moves_gives_the_same_as_beginning_anew() {
        let mut random = Random(6);
        let mut kept = Accumulator::default();
        for _ in 0..20 {
            let mut board = Bitboards::from_fen(START).unwrap();
            for _ in 0..80 {
                let moves = board.legal_moves();
                if moves.is_empty() {
                    break;
                }
                board.do_move(moves[random.next() as usize % moves.len()]);
                assert_eq!(kept.evaluate(&board), Accumulator::default().evaluate(&board));
            }
        }
    }

    #[test]
    fn both_sides_see_the_same() {
        let value = |fen| Accumulator::default().evaluate(&Bitboards::from_fen(fen).unwrap());
        let white = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w - - 0 1";
        let black = "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b - - 0 1";
        assert_eq!(value(white), value(black));
    }

    #[test]
    fn a_queen_more_is_worth_something() {
        let value = |fen| Accumulator::default().evaluate(&Bitboards::from_fen(fen).unwrap());
        let less = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert!(value(less) > value(START) + 200);
    }
}
// [end:tests]
