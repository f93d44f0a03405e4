// [start:head]
//! An array of 64 squares. A move is made on a copy.

use crate::board::Board;
use crate::fen::{Setup, State};
use crate::types::*;
// [end:head]

// [start:struct]
/// The piece of each square, and the state.
#[derive(Clone, Debug)]
pub struct Mailbox {
    pieces: [Option<Piece>; 64],
    state: State,
}

impl Mailbox {
    fn piece_on(&self, square: Square) -> Option<Piece> {
        self.pieces[square.index()]
    }

    fn has(&self, square: Square, color: Color, kind: PieceType) -> bool {
        self.piece_on(square) == Some(Piece { color, kind })
    }

    fn king(&self, color: Color) -> Square {
        let is_king = |&square: &Square| self.has(square, color, PieceType::King);
        Square::all().find(is_king).expect("each side has a king")
    }
}
// [end:struct]

// [start:piece_moves]
impl Mailbox {
    /// Adds the move to a square if that is empty or has an enemy. Returns true if it is empty: a
    /// slider goes on from there.
    fn add_move(&self, from: Square, to: Square, moves: &mut Vec<Move>) -> bool {
        match self.piece_on(to) {
            None => moves.push(Move::new(from, to, MoveKind::Quiet)),
            Some(piece) if piece.color != self.state.side_to_move => {
                moves.push(Move::new(from, to, MoveKind::Capture));
            }
            Some(_) => {}
        }
        self.piece_on(to).is_none()
    }

    /// Adds the moves of a knight or king.
    fn step_moves(&self, from: Square, steps: &[(i8, i8)], moves: &mut Vec<Move>) {
        for to in steps.iter().filter_map(|&step| from.offset(step)) {
            self.add_move(from, to, moves);
        }
    }

    /// Adds the moves of a bishop, rook or queen.
    fn slider_moves(&self, from: Square, directions: &[(i8, i8)], moves: &mut Vec<Move>) {
        for &direction in directions {
            let mut square = from;
            while let Some(to) = square.offset(direction) {
                if !self.add_move(from, to, moves) {
                    break;
                }
                square = to;
            }
        }
    }
}
// [end:piece_moves]

// [start:pawn_moves]
impl Mailbox {
    /// Adds the moves of a pawn.
    fn pawn_moves(&self, from: Square, moves: &mut Vec<Move>) {
        let us = self.state.side_to_move;
        let is_empty = |square: &Square| self.piece_on(*square).is_none();
        if let Some(one) = from.offset((0, us.forward())).filter(is_empty) {
            add_pawn_move(moves, from, one, false);
            let two = one.offset((0, us.forward())).filter(is_empty);
            if let Some(two) = two.filter(|_| from.rank() == us.pawn_rank()) {
                moves.push(Move::new(from, two, MoveKind::DoublePush));
            }
        }
        for files in [-1, 1] {
            let Some(to) = from.offset((files, us.forward())) else { continue };
            if self.piece_on(to).is_some_and(|piece| piece.color != us) {
                add_pawn_move(moves, from, to, true);
            } else if self.state.en_passant == Some(to) {
                moves.push(Move::new(from, to, MoveKind::EnPassant));
            }
        }
    }
}
// [end:pawn_moves]

// [start:attacks]
impl Mailbox {
    /// Returns true if a side attacks a square: looks from the square to where an attacker would
    /// stand.
    fn is_attacked(&self, square: Square, by: Color) -> bool {
        let steps_to = |steps: &[(i8, i8)], kind| {
            let mut squares = steps.iter().filter_map(|&step| square.offset(step));
            squares.any(|from| self.has(from, by, kind))
        };
        let slides_to = |directions: &[(i8, i8)], kind| {
            directions.iter().any(|&direction| {
                let mut from = square.offset(direction);
                while let Some(next) = from.filter(|&next| self.piece_on(next).is_none()) {
                    from = next.offset(direction);
                }
                let is = |kind| from.is_some_and(|from| self.has(from, by, kind));
                is(kind) || is(PieceType::Queen)
            })
        };
        // From the square, an attacking pawn stands one rank back in its own direction.
        let pawns = [(-1, -by.forward()), (1, -by.forward())];
        steps_to(&pawns, PieceType::Pawn)
            || steps_to(&KNIGHT_LEAPS, PieceType::Knight)
            || steps_to(&ALL_DIRECTIONS, PieceType::King)
            || slides_to(&DIAGONAL, PieceType::Bishop)
            || slides_to(&STRAIGHT, PieceType::Rook)
    }
}
// [end:attacks]

// [start:castling]
impl Mailbox {
    /// Adds castling: the squares that king and rook pass are empty, and the king is not attacked
    /// on its way.
    fn castling_moves(&self, moves: &mut Vec<Move>) {
        let us = self.state.side_to_move;
        let king = self.king(us);
        for rook in self.state.castling[us as usize].into_iter().flatten() {
            let mv = Move::new(king, rook, MoveKind::Castle);
            let (king_to, rook_to) = mv.castling_targets();
            let mut way = Square::span(king, king_to).chain(Square::span(rook, rook_to));
            let is_free = way.all(|s| s == king || s == rook || self.piece_on(s).is_none());
            let is_safe = || Square::span(king, king_to).all(|s| !self.is_attacked(s, !us));
            if is_free && is_safe() {
                moves.push(mv);
            }
        }
    }
}
// [end:castling]

// [start:board]
impl Board for Mailbox {
    type Undo = Mailbox;

    fn from_setup(setup: &Setup) -> Mailbox {
        Mailbox { pieces: setup.pieces, state: setup.state }
    }

    fn side_to_move(&self) -> Color {
        self.state.side_to_move
    }

    fn pseudo_legal_moves(&self, moves: &mut Vec<Move>) {
        for from in Square::all() {
            let Some(piece) = self.piece_on(from) else { continue };
            if piece.color != self.state.side_to_move {
                continue;
            }
            match piece.kind {
                PieceType::Pawn => self.pawn_moves(from, moves),
                PieceType::Knight => self.step_moves(from, &KNIGHT_LEAPS, moves),
                PieceType::Bishop => self.slider_moves(from, &DIAGONAL, moves),
                PieceType::Rook => self.slider_moves(from, &STRAIGHT, moves),
                PieceType::Queen => self.slider_moves(from, &ALL_DIRECTIONS, moves),
                PieceType::King => self.step_moves(from, &ALL_DIRECTIONS, moves),
            }
        }
        self.castling_moves(moves);
    }

    fn do_move(&mut self, mv: Move) -> Mailbox {
        let before = self.clone();
        let piece = self.pieces[mv.from.index()].take().expect("a piece moves");
        if let Some(square) = mv.captures_on() {
            self.pieces[square.index()] = None;
        }
        if mv.kind == MoveKind::Castle {
            let (king_to, rook_to) = mv.castling_targets();
            let rook = self.pieces[mv.to.index()].take();
            self.pieces[king_to.index()] = Some(piece);
            self.pieces[rook_to.index()] = rook;
        } else {
            let kind = mv.promotion().unwrap_or(piece.kind);
            self.pieces[mv.to.index()] = Some(Piece { kind, ..piece });
        }
        self.state.advance(piece, mv);
        before
    }

    fn undo_move(&mut self, _: Move, before: Mailbox) {
        *self = before;
    }

    fn in_check(&self, color: Color) -> bool {
        self.is_attacked(self.king(color), !color)
    }
}
// [end:board]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen::START;

    #[test]
    fn counts_the_start() {
        let mut board = Mailbox::from_fen(START).unwrap();
        assert_eq!(board.perft(4), 197_281);
        assert_eq!(board.perft(5), 4_865_609);
    }

    #[test]
    fn counts_kiwipete() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let mut board = Mailbox::from_fen(fen).unwrap();
        assert_eq!(board.perft(3), 97_862);
    }

    #[test]
    fn counts_promotions() {
        let fen = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";
        let mut board = Mailbox::from_fen(fen).unwrap();
        assert_eq!(board.perft(3), 9_483);
    }
}
// [end:tests]
