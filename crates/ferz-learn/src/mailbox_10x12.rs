// [start:head]
//! The 64 squares inside an array of 120, with a frame of cells that are off the board.

use crate::board::Board;
use crate::fen::{Setup, State};
use crate::types::*;
// [end:head]

// [start:cells]
/// What a cell of the array holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cell {
    /// Off the board: a slider stops, a leaper does not enter.
    Off,
    Empty,
    Taken(Piece),
}

/// Returns the cell of a square: two rows of the frame below, one column at the left.
fn cell(square: Square) -> usize {
    21 + usize::from(square.file()) + 10 * usize::from(square.rank())
}

/// Returns the square of a cell on the board.
fn square(cell: usize) -> Square {
    Square::new((cell % 10 - 1) as u8, (cell / 10 - 2) as u8)
}

/// Returns the distance of two cells that are so many files and ranks apart.
const fn step((files, ranks): (i8, i8)) -> isize {
    files as isize + 10 * ranks as isize
}
// [end:cells]

// [start:struct]
/// The cells, where the kings stand, and the state.
#[derive(Clone, Debug)]
pub struct Mailbox10x12 {
    cells: [Cell; 120],
    kings: [usize; 2],
    state: State,
}

/// What a move destroys.
#[derive(Debug)]
pub struct Undo {
    captured: Option<Piece>,
    state: State,
}

impl Mailbox10x12 {
    /// Returns the cell one step further. A step from the board never leaves the array.
    fn next(&self, from: usize, direction: (i8, i8)) -> (usize, Cell) {
        let to = from.wrapping_add_signed(step(direction));
        (to, self.cells[to])
    }

    fn has(&self, cell: Cell, color: Color, kind: PieceType) -> bool {
        cell == Cell::Taken(Piece { color, kind })
    }

    /// Places a piece, and follows a king.
    fn put(&mut self, square: Square, piece: Piece) {
        self.cells[cell(square)] = Cell::Taken(piece);
        if piece.kind == PieceType::King {
            self.kings[piece.color as usize] = cell(square);
        }
    }

    /// Removes the piece of a square.
    fn take(&mut self, square: Square) -> Option<Piece> {
        match std::mem::replace(&mut self.cells[cell(square)], Cell::Empty) {
            Cell::Taken(piece) => Some(piece),
            _ => None,
        }
    }
}
// [end:struct]

// [start:moves]
impl Mailbox10x12 {
    /// Adds the moves of a piece that is no pawn: one step in each direction, or many.
    fn piece_moves(
        &self,
        from: usize,
        directions: &[(i8, i8)],
        slides: bool,
        moves: &mut Vec<Move>,
    ) {
        for &direction in directions {
            let (mut to, mut found) = self.next(from, direction);
            while found == Cell::Empty {
                moves.push(Move::new(square(from), square(to), MoveKind::Quiet));
                if !slides {
                    break;
                }
                (to, found) = self.next(to, direction);
            }
            if let Cell::Taken(piece) = found
                && piece.color != self.state.side_to_move
            {
                moves.push(Move::new(square(from), square(to), MoveKind::Capture));
            }
        }
    }

    /// Adds the moves of a pawn.
    fn pawn_moves(&self, from: usize, moves: &mut Vec<Move>) {
        let us = self.state.side_to_move;
        let ahead = (0, us.forward());
        let (one, found) = self.next(from, ahead);
        if found == Cell::Empty {
            add_pawn_move(moves, square(from), square(one), false);
            let (two, found) = self.next(one, ahead);
            if found == Cell::Empty && square(from).rank() == us.pawn_rank() {
                moves.push(Move::new(square(from), square(two), MoveKind::DoublePush));
            }
        }
        for files in [-1, 1] {
            match self.next(from, (files, us.forward())) {
                (to, Cell::Taken(piece)) if piece.color != us => {
                    add_pawn_move(moves, square(from), square(to), true);
                }
                (to, Cell::Empty) if self.state.en_passant == Some(square(to)) => {
                    moves.push(Move::new(square(from), square(to), MoveKind::EnPassant));
                }
                _ => {}
            }
        }
    }
}
// [end:moves]

// [start:attacks]
impl Mailbox10x12 {
    /// Returns true if a side attacks a cell.
    fn is_attacked(&self, target: usize, by: Color) -> bool {
        let steps_to = |steps: &[(i8, i8)], kind| {
            steps.iter().any(|&step| self.has(self.next(target, step).1, by, kind))
        };
        let slides_to = |directions: &[(i8, i8)], kind| {
            directions.iter().any(|&direction| {
                let (mut from, mut found) = self.next(target, direction);
                // The frame ends the loop: no test for the edge.
                while found == Cell::Empty {
                    (from, found) = self.next(from, direction);
                }
                self.has(found, by, kind) || self.has(found, by, PieceType::Queen)
            })
        };
        let pawns = [(-1, -by.forward()), (1, -by.forward())];
        steps_to(&pawns, PieceType::Pawn)
            || steps_to(&KNIGHT_LEAPS, PieceType::Knight)
            || steps_to(&ALL_DIRECTIONS, PieceType::King)
            || slides_to(&DIAGONAL, PieceType::Bishop)
            || slides_to(&STRAIGHT, PieceType::Rook)
    }

    /// Adds castling.
    fn castling_moves(&self, moves: &mut Vec<Move>) {
        let us = self.state.side_to_move;
        let king = square(self.kings[us as usize]);
        for rook in self.state.castling[us as usize].into_iter().flatten() {
            let mv = Move::new(king, rook, MoveKind::Castle);
            let (king_to, rook_to) = mv.castling_targets();
            let mut way = Square::span(king, king_to).chain(Square::span(rook, rook_to));
            let is_free = way.all(|s| s == king || s == rook || self.cells[cell(s)] == Cell::Empty);
            let is_safe = || Square::span(king, king_to).all(|s| !self.is_attacked(cell(s), !us));
            if is_free && is_safe() {
                moves.push(mv);
            }
        }
    }
}
// [end:attacks]

// [start:board]
impl Board for Mailbox10x12 {
    type Undo = Undo;

    fn from_setup(setup: &Setup) -> Mailbox10x12 {
        let mut board = Mailbox10x12 { cells: [Cell::Off; 120], kings: [0; 2], state: setup.state };
        for square in Square::all() {
            board.cells[cell(square)] = Cell::Empty;
            if let Some(piece) = setup.pieces[square.index()] {
                board.put(square, piece);
            }
        }
        board
    }

    fn side_to_move(&self) -> Color {
        self.state.side_to_move
    }

    fn pseudo_legal_moves(&self, moves: &mut Vec<Move>) {
        for from in Square::all().map(cell) {
            let Cell::Taken(piece) = self.cells[from] else { continue };
            if piece.color != self.state.side_to_move {
                continue;
            }
            match piece.kind {
                PieceType::Pawn => self.pawn_moves(from, moves),
                PieceType::Knight => self.piece_moves(from, &KNIGHT_LEAPS, false, moves),
                PieceType::Bishop => self.piece_moves(from, &DIAGONAL, true, moves),
                PieceType::Rook => self.piece_moves(from, &STRAIGHT, true, moves),
                PieceType::Queen => self.piece_moves(from, &ALL_DIRECTIONS, true, moves),
                PieceType::King => self.piece_moves(from, &ALL_DIRECTIONS, false, moves),
            }
        }
        self.castling_moves(moves);
    }

    fn do_move(&mut self, mv: Move) -> Undo {
        let captured = mv.captures_on().and_then(|square| self.take(square));
        let undo = Undo { captured, state: self.state };
        let piece = self.take(mv.from).expect("a piece moves");
        if mv.kind == MoveKind::Castle {
            let rook = self.take(mv.to).expect("a rook castles");
            let (king_to, rook_to) = mv.castling_targets();
            self.put(king_to, piece);
            self.put(rook_to, rook);
        } else {
            let kind = mv.promotion().unwrap_or(piece.kind);
            self.put(mv.to, Piece { kind, ..piece });
        }
        self.state.advance(piece, mv);
        undo
    }

    fn undo_move(&mut self, mv: Move, undo: Undo) {
        self.state = undo.state;
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
    }

    fn in_check(&self, color: Color) -> bool {
        self.is_attacked(self.kings[color as usize], !color)
    }
}
// [end:board]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_kiwipete() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let mut board = Mailbox10x12::from_fen(fen).unwrap();
        assert_eq!(board.perft(3), 97_862);
    }

    #[test]
    fn counts_promotions() {
        let fen = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";
        let mut board = Mailbox10x12::from_fen(fen).unwrap();
        assert_eq!(board.perft(3), 9_483);
    }
}
// [end:tests]
