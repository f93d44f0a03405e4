// [start:head]
//! Pseudo-legal moves of pieces and pawns.

use super::Bitboards;
use crate::bitboard::Bitboard;
use crate::leapers::{king_attacks, knight_attacks, pawn_attacks};
use crate::sliders::Sliders;
use crate::types::*;
// [end:head]

// [start:attacks]
impl<S: Sliders> Bitboards<S> {
    /// Returns the squares that a piece attacks from a square.
    pub fn attacks(&self, piece: Piece, from: Square, occupied: Bitboard) -> Bitboard {
        match piece.kind {
            PieceType::Pawn => pawn_attacks(piece.color, from),
            PieceType::Knight => knight_attacks(from),
            PieceType::Bishop => S::bishop_attacks(from, occupied),
            PieceType::Rook => S::rook_attacks(from, occupied),
            PieceType::Queen => S::queen_attacks(from, occupied),
            PieceType::King => king_attacks(from),
        }
    }
}
// [end:attacks]

// [start:pieces]
impl<S: Sliders> Bitboards<S> {
    /// Adds the moves of one type of piece to squares of a set.
    pub fn piece_moves(&self, kind: PieceType, targets: Bitboard, moves: &mut Vec<Move>) {
        let us = self.state.side_to_move;
        let occupied = self.occupied();
        for from in self.pieces(us, kind) {
            let attacks = self.attacks(Piece { color: us, kind }, from, occupied) & targets;
            let captures = attacks & self.of_color(!us);
            moves.extend(captures.map(|to| Move::new(from, to, MoveKind::Capture)));
            let quiet = attacks & !occupied;
            moves.extend(quiet.map(|to| Move::new(from, to, MoveKind::Quiet)));
        }
    }
}
// [end:pieces]

// [start:pawns]
impl<S: Sliders> Bitboards<S> {
    /// Adds the moves of all pawns at once, without en passant.
    pub fn pawn_moves(&self, captures: Bitboard, pushes: Bitboard, moves: &mut Vec<Move>) {
        let us = self.state.side_to_move;
        let pawns = self.pieces(us, PieceType::Pawn);
        let empty = !self.occupied();
        let ahead = (0, us.forward());
        let origin = |to: Square, (files, ranks): (i8, i8)| {
            to.offset((-files, -ranks)).expect("a pawn came from there")
        };

        let one = pawns.shift(ahead) & empty;
        for to in one & pushes {
            add_pawn_move(moves, origin(to, ahead), to, false);
        }
        // A pawn that is on this rank after one step began on its own.
        let passed = Bitboard::rank((us.pawn_rank() as i8 + us.forward()) as u8);
        for to in (one & passed).shift(ahead) & empty & pushes {
            moves.push(Move::new(origin(to, (0, 2 * us.forward())), to, MoveKind::DoublePush));
        }
        for step in [(-1, us.forward()), (1, us.forward())] {
            for to in pawns.shift(step) & self.of_color(!us) & captures {
                add_pawn_move(moves, origin(to, step), to, true);
            }
        }
    }
}
// [end:pawns]

// [start:all]
impl<S: Sliders> Bitboards<S> {
    /// Adds the moves of all pieces and pawns to squares of a set, without castling and en passant.
    pub fn ordinary_moves(&self, targets: Bitboard, moves: &mut Vec<Move>) {
        self.pawn_moves(targets, targets, moves);
        for &kind in &PieceType::ALL[1..] {
            self.piece_moves(kind, targets, moves);
        }
    }
}
// [end:all]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen::{START, Setup};
    use crate::sliders::magic::Magic;

    fn ordinary(fen: &str) -> usize {
        let board = Bitboards::<Magic>::new(&Setup::from_fen(fen).unwrap());
        let mut moves = Vec::new();
        board.ordinary_moves(!Bitboard::EMPTY, &mut moves);
        moves.len()
    }

    #[test]
    fn counts_ordinary_moves() {
        assert_eq!(ordinary(START), 20);
        // 48 legal moves without two castlings.
        let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        assert_eq!(ordinary(kiwipete), 46);
        // Two pawns promote, each by a push and by a capture; the king has three moves.
        assert_eq!(ordinary("1n5k/P1P5/8/8/8/8/8/K7 w - - 0 1"), 4 * 4 + 3);
    }

    #[test]
    fn targets_do_not_limit_the_square_that_a_double_step_passes() {
        let board = Bitboards::<Magic>::new(&Setup::from_fen(START).unwrap());
        let mut moves = Vec::new();
        board.pawn_moves(Bitboard::EMPTY, Bitboard::rank(3), &mut moves);
        assert_eq!(moves.len(), 8);
        assert!(moves.iter().all(|mv| mv.kind == MoveKind::DoublePush));
    }
}
// [end:tests]
