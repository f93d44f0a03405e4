// [start:head]
//! A position with the colours exchanged.

use super::Position;
use crate::fen::{Setup, State};
use crate::types::*;
// [end:head]

// [start:flip]
/// Returns the square on the other side of the board, on the same file.
pub fn flip_square(square: Square) -> Square {
    Square::new(square.file(), 7 - square.rank())
}

/// Returns a move of the flipped position.
pub fn flip_move(mv: Move) -> Move {
    Move::new(flip_square(mv.from), flip_square(mv.to), mv.kind)
}

impl Position {
    /// Returns the position with the board upside down and the colours exchanged, without its past.
    /// The same things are true of it, with White and Black exchanged.
    pub fn flipped(&self) -> Position {
        let board = self.board();
        let mut pieces = [None; 64];
        for square in board.occupied() {
            let flipped =
                board.piece_on(square).map(|piece| Piece { color: !piece.color, ..piece });
            pieces[flip_square(square).index()] = flipped;
        }
        let state = *board.state();
        let [white, black] = state.castling.map(|rights| rights.map(|rook| rook.map(flip_square)));
        Position::new(&Setup {
            pieces,
            state: State {
                side_to_move: !state.side_to_move,
                castling: [black, white],
                en_passant: state.en_passant.map(flip_square),
                ..state
            },
        })
    }
}
// [end:flip]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::packed::PackedMove;
    use crate::random::Random;

    /// What a rule says of White it says of Black.
    #[test]
    fn a_flipped_position_is_the_same_with_colours_exchanged() {
        let mut random = Random(18);
        for fen in STARTS.iter().cycle().take(40) {
            let mut position = Position::from_fen(fen).unwrap();
            for _ in 0..60 {
                let flipped = position.flipped();
                let moves = position.board().legal_by_stages();
                let bits = |mv| PackedMove::from(mv).bits();
                let mut here: Vec<u16> = moves.iter().map(|&mv| bits(flip_move(mv))).collect();
                let mut there: Vec<u16> =
                    flipped.board().legal_by_stages().into_iter().map(bits).collect();
                here.sort_unstable();
                there.sort_unstable();
                assert_eq!(here, there, "{fen}");
                let side = position.board().state().side_to_move;
                assert_eq!(position.sums().tapered(side), flipped.sums().tapered(!side));
                for &mv in &moves {
                    let other = flip_move(mv);
                    assert_eq!(position.board().see(mv), flipped.board().see(other), "{mv} {fen}");
                    let (checks, board) = (position.checks(), position.board());
                    let is_check = flipped.checks().gives_check(flipped.board(), other);
                    assert_eq!(checks.gives_check(board, mv), is_check, "{mv} {fen}");
                }
                assert_eq!(flipped.flipped().board().key(), position.board().key());
                if moves.is_empty() {
                    break;
                }
                position.do_move(moves[random.next() as usize % moves.len()]);
            }
        }
    }

    const STARTS: [&str; 4] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
        "1rnkrbbq/pp1p2pp/1n3p2/1Bp1p3/1P6/1N2P3/P1PP1PPP/1RNKR1BQ w EBeb - 0 9",
    ];
}
// [end:tests]
