//! The pieces that a move affects, and checkmate by a move.

use super::Position;
use super::play::capture_square;
use crate::types::{Move, Piece};

impl Position {
    /// Returns the piece on the origin of a move, or `None` for an empty square.
    #[inline]
    pub fn moved_piece(&self, mv: Move) -> Option<Piece> {
        self.piece_on(mv.from())
    }

    /// Returns the piece that a pseudo-legal move of this position captures, the pawn of an en
    /// passant capture included. Returns `None` for other moves and for castling.
    ///
    /// ```
    /// use ferz::{Piece, Position};
    ///
    /// let position = Position::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")?;
    /// let en_passant = position.parse_uci("e5d6").expect("a legal move");
    /// assert_eq!(position.captured_by(en_passant), Some(Piece::BlackPawn));
    /// # Ok::<(), ferz::notation::FenError>(())
    /// ```
    #[inline]
    pub fn captured_by(&self, mv: Move) -> Option<Piece> {
        let square = mv.is_capture().then(|| capture_square(mv, self.side_to_move))?;
        self.piece_on(square)
    }

    /// Returns true if a move is legal and gives checkmate. Accepts any [`Move`].
    pub fn gives_mate(&self, mv: Move) -> bool {
        if !self.is_legal(mv) || !self.gives_check(mv) {
            return false;
        }
        let mut after = self.without_history();
        after.do_move(mv);
        !after.has_legal_move()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).unwrap()
    }

    /// Compares the captured piece with the one that making the move stores, and counts it.
    fn count_capture(position: &mut Position, mv: Move, captures: &mut [u32; Piece::COUNT]) {
        assert_eq!(position.moved_piece(mv), position.piece_on(mv.from()));
        let captured = position.captured_by(mv);
        position.do_move(mv);
        assert_eq!(captured, position.last_captured(), "{mv:?} to {position:?}");
        position.undo_move();
        if let Some(piece) = captured {
            captures[piece] += 1;
        }
    }

    #[test]
    fn moved_and_captured_pieces_are_those_of_make_move() {
        let mut captures = [0; Piece::COUNT];
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        ] {
            let mut root = position(fen);
            for mv in root.legal_moves() {
                count_capture(&mut root, mv, &mut captures);
                root.do_move(mv);
                for reply in root.legal_moves() {
                    count_capture(&mut root, reply, &mut captures);
                }
                root.undo_move();
            }
        }
        assert!(captures[Piece::BlackPawn] > 0 && captures[Piece::WhiteBishop] > 0);
        let en_passant = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
        let mv = en_passant.parse_uci("e5d6").unwrap();
        assert_eq!(en_passant.captured_by(mv), Some(Piece::BlackPawn));
        let castling = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        assert_eq!(castling.captured_by(castling.parse_uci("e1g1").unwrap()), None);
    }

    #[test]
    fn only_legal_checkmates_give_mate() {
        let ladder = position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
        let mates = |p: &Position| p.legal_moves().iter().filter(|&&mv| p.gives_mate(mv)).count();
        assert!(ladder.gives_mate(ladder.parse_san("Ra8").unwrap()));
        assert_eq!(mates(&ladder), 1);
        // Stalemate is no checkmate.
        let stalemate = position("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1");
        assert!(!stalemate.gives_mate(stalemate.parse_san("Qf7").unwrap()));
        assert!(stalemate.gives_mate(stalemate.parse_san("Qf8").unwrap()));
        // The same move is illegal here: the rook is pinned.
        let pinned = position("6k1/5ppp/8/8/8/r7/R7/K7 w - - 0 1");
        let illegal = Move::new(crate::Square::A2, crate::Square::H2, crate::MoveFlag::Quiet);
        assert!(!pinned.gives_mate(illegal));
    }
}
