// [start:head]
//! Making a move and taking it back.

use super::Bitboards;
use crate::bitboard::Bitboard;
use crate::fen::State;
use crate::leapers::pawn_attacks;
use crate::sliders::Sliders;
use crate::types::*;
// [end:head]

// [start:undo]
/// What a move destroys.
#[derive(Clone, Debug)]
pub struct Undo {
    captured: Option<Piece>,
    state: State,
    key: u64,
}
// [end:undo]

// [start:make]
impl<S: Sliders> Bitboards<S> {
    /// Makes a pseudo-legal move.
    pub fn make(&mut self, mv: Move) -> Undo {
        let (key, state) = (self.key, self.state);
        let captured = mv.captures_on().and_then(|square| self.take(square));
        let piece = self.take(mv.from).expect("a piece moves");
        if mv.kind == MoveKind::Castle {
            // Both leave before one arrives: in Chess960 one may enter the square of the other.
            let rook = self.take(mv.to).expect("a rook castles");
            let (king_to, rook_to) = mv.castling_targets();
            self.put(king_to, piece);
            self.put(rook_to, rook);
        } else {
            let kind = mv.promotion().unwrap_or(piece.kind);
            self.put(mv.to, Piece { kind, ..piece });
        }
        let mut next = state;
        next.advance(piece, mv);
        self.set_state(self.without_useless_en_passant(next));
        Undo { captured, state, key }
    }

    /// Removes the en passant square if no pawn stands ready to capture there, so that positions
    /// with the same moves have the same key.
    pub(super) fn without_useless_en_passant(&self, mut state: State) -> State {
        state.en_passant = state.en_passant.filter(|&square| {
            let takers = self.pieces(state.side_to_move, PieceType::Pawn);
            !(takers & pawn_attacks(!state.side_to_move, square)).is_empty()
        });
        state
    }
}
// [end:make]

// [start:unmake]
impl<S: Sliders> Bitboards<S> {
    /// Takes the last move back.
    pub fn unmake(&mut self, mv: Move, undo: Undo) {
        if mv.kind == MoveKind::Castle {
            let (king_to, rook_to) = mv.castling_targets();
            let king = self.take(king_to).expect("the king has castled");
            let rook = self.take(rook_to).expect("the rook has castled");
            self.put(mv.from, king);
            self.put(mv.to, rook);
        } else {
            let piece = self.take(mv.to).expect("a piece has moved");
            let kind = if mv.promotion().is_some() { PieceType::Pawn } else { piece.kind };
            self.put(mv.from, Piece { kind, ..piece });
        }
        if let (Some(square), Some(piece)) = (mv.captures_on(), undo.captured) {
            self.put(square, piece);
        }
        // Putting the pieces back has changed the key; its old value is at hand.
        self.state = undo.state;
        self.key = undo.key;
    }
}
// [end:unmake]

// [start:consistent]
impl<S: Sliders> Bitboards<S> {
    /// Returns true if sets, map and key agree. For tests.
    pub fn is_consistent(&self) -> bool {
        let key = Square::all()
            .filter_map(|square| Some(crate::zobrist::piece_key(self.piece_on(square)?, square)))
            .fold(crate::zobrist::state_key(&self.state), |key, piece| key ^ piece);
        let sets_agree = Square::all().all(|square| {
            let set = Bitboard::of(square);
            PieceType::ALL.iter().all(|&kind| {
                [Color::White, Color::Black].iter().all(|&color| {
                    let in_set = !(self.pieces(color, kind) & set).is_empty();
                    in_set == (self.piece_on(square) == Some(Piece { color, kind }))
                })
            })
        });
        key == self.key && sets_agree
    }
}
// [end:consistent]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen::{START, Setup};
    use crate::sliders::magic::Magic;

    fn move_of(from: &str, to: &str, kind: MoveKind) -> Move {
        Move::new(from.parse().unwrap(), to.parse().unwrap(), kind)
    }

    #[test]
    fn a_move_and_back() {
        let start = Bitboards::<Magic>::new(&Setup::from_fen(START).unwrap());
        let mut board = start.clone();
        let push = move_of("e2", "e4", MoveKind::DoublePush);
        let undo = board.make(push);
        assert!(board.is_consistent());
        assert_ne!(board.key(), start.key());
        // No black pawn can capture on e3.
        assert_eq!(board.state().en_passant, None);
        board.unmake(push, undo);
        assert!(board.is_consistent());
        assert_eq!(board.key(), start.key());
    }

    #[test]
    fn two_orders_of_moves_have_one_key() {
        let knights = [("g1", "f3"), ("g8", "f6"), ("b1", "c3"), ("b8", "c6")];
        let key = |order: [usize; 4]| {
            let mut board = Bitboards::<Magic>::new(&Setup::from_fen(START).unwrap());
            for (from, to) in order.map(|i| knights[i]) {
                board.make(move_of(from, to, MoveKind::Quiet));
            }
            board.key()
        };
        assert_eq!(key([0, 1, 2, 3]), key([2, 3, 0, 1]));
    }
}
// [end:tests]
