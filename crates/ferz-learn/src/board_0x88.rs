// [start:head]
//! An array of 128 bytes whose right half is off the board, with lists of the pieces.

use crate::board::Board;
use crate::fen::{Setup, State};
use crate::types::*;
// [end:head]

// [start:cells]
/// Set in the number of every cell that is off the board.
const OFF: usize = 0x88;

/// Returns the cell of a square: the rank in the upper four bits, the file in the lower four.
const fn cell(square: Square) -> usize {
    16 * square.rank() as usize + square.file() as usize
}

/// Returns the square of a cell on the board.
const fn square(cell: usize) -> Square {
    Square::new((cell & 7) as u8, (cell >> 4) as u8)
}

/// Returns the distance of two cells that are so many files and ranks apart.
const fn step((files, ranks): (i8, i8)) -> isize {
    files as isize + 16 * ranks as isize
}
// [end:cells]

// [start:differences]
/// What the difference of two cells says about an attack from the first on the second.
#[derive(Clone, Copy)]
struct Relation {
    /// A bit for each type of piece that can attack over this difference; bit 6 is a black pawn.
    attackers: u8,
    /// The step of a slider, 0 for a leap.
    step: isize,
}

const BLACK_PAWN: u8 = 1 << 6;

/// The relation of each difference, from -119 at index 0.
static RELATIONS: [Relation; 239] = relations();

const fn relations() -> [Relation; 239] {
    let mut table = [Relation { attackers: 0, step: 0 }; 239];
    let mut i = 0;
    while i < 8 {
        table[(119 + step(KNIGHT_LEAPS[i])) as usize].attackers |= 1 << PieceType::Knight as u8;

        let (files, ranks) = ALL_DIRECTIONS[i];
        let one = step((files, ranks));
        let diagonal = files != 0 && ranks != 0;
        let slider = if diagonal { PieceType::Bishop } else { PieceType::Rook };
        let mut distance = 1;
        while distance < 8 {
            let relation = &mut table[(119 + distance * one) as usize];
            relation.attackers |= 1 << slider as u8 | 1 << PieceType::Queen as u8;
            relation.step = one;
            distance += 1;
        }
        let neighbour = &mut table[(119 + one) as usize];
        neighbour.attackers |= 1 << PieceType::King as u8;
        if diagonal {
            neighbour.attackers |= if ranks > 0 { 1 << PieceType::Pawn as u8 } else { BLACK_PAWN };
        }
        i += 1;
    }
    table
}
// [end:differences]

// [start:struct]
/// The cells, the lists of the pieces of each side, and the state.
#[derive(Clone, Debug)]
pub struct Board0x88 {
    cells: [Option<Piece>; 128],
    /// The cells of each side's pieces in any order, but the king first.
    lists: [[u8; 16]; 2],
    lengths: [usize; 2],
    /// The place in the list of the piece on each cell.
    places: [u8; 128],
    state: State,
}

/// What a move destroys.
#[derive(Debug)]
pub struct Undo {
    captured: Option<Piece>,
    state: State,
}

impl Board0x88 {
    fn pieces(&self, color: Color) -> impl Iterator<Item = usize> + '_ {
        let color = color as usize;
        self.lists[color][..self.lengths[color]].iter().map(|&cell| usize::from(cell))
    }

    /// Adds a piece to the board and to the list.
    fn put(&mut self, cell: usize, piece: Piece) {
        let color = piece.color as usize;
        self.cells[cell] = Some(piece);
        self.places[cell] = self.lengths[color] as u8;
        self.lists[color][self.lengths[color]] = cell as u8;
        self.lengths[color] += 1;
    }

    /// Removes a piece. The last of the list takes its place.
    fn remove(&mut self, cell: usize) -> Option<Piece> {
        let piece = self.cells[cell].take()?;
        let color = piece.color as usize;
        self.lengths[color] -= 1;
        let last = self.lists[color][self.lengths[color]];
        self.lists[color][usize::from(self.places[cell])] = last;
        self.places[usize::from(last)] = self.places[cell];
        Some(piece)
    }

    /// Moves a piece to an empty cell. Its place in the list stays.
    fn shift(&mut self, from: usize, to: usize) {
        let piece = self.cells[from].take().expect("a piece moves");
        self.cells[to] = Some(piece);
        self.places[to] = self.places[from];
        self.lists[piece.color as usize][usize::from(self.places[to])] = to as u8;
    }
}
// [end:struct]

// [start:attacks]
impl Board0x88 {
    /// Returns true if a side attacks a cell: for each piece one look into the table, and a walk
    /// only if it is a slider on a common line.
    fn is_attacked(&self, target: usize, by: Color) -> bool {
        self.pieces(by).any(|from| {
            let relation = RELATIONS[119 + target - from];
            let attacker = match self.cells[from] {
                Some(Piece { color: Color::Black, kind: PieceType::Pawn }) => BLACK_PAWN,
                Some(piece) => 1 << piece.kind as u8,
                None => 0,
            };
            if relation.attackers & attacker == 0 {
                return false;
            }
            let mut cell = from.wrapping_add_signed(relation.step);
            while relation.step != 0 && cell != target && self.cells[cell].is_none() {
                cell = cell.wrapping_add_signed(relation.step);
            }
            relation.step == 0 || cell == target
        })
    }

    /// Adds castling.
    fn castling_moves(&self, moves: &mut Vec<Move>) {
        let us = self.state.side_to_move;
        let king = square(usize::from(self.lists[us as usize][0]));
        for rook in self.state.castling[us as usize].into_iter().flatten() {
            let mv = Move::new(king, rook, MoveKind::Castle);
            let (king_to, rook_to) = mv.castling_targets();
            let mut way = Square::span(king, king_to).chain(Square::span(rook, rook_to));
            let is_free = way.all(|s| s == king || s == rook || self.cells[cell(s)].is_none());
            let is_safe = || Square::span(king, king_to).all(|s| !self.is_attacked(cell(s), !us));
            if is_free && is_safe() {
                moves.push(mv);
            }
        }
    }

    /// Moves king and rook at once: each may enter the square that the other leaves.
    fn castle(&mut self, from: [Square; 2], to: [Square; 2]) {
        let color = self.cells[cell(from[0])].expect("a king castles").color;
        let places = from.map(|square| self.places[cell(square)]);
        let pieces = from.map(|square| self.cells[cell(square)].take());
        for ((piece, place), to) in pieces.into_iter().zip(places).zip(to.map(cell)) {
            self.cells[to] = piece;
            self.places[to] = place;
            self.lists[color as usize][usize::from(place)] = to as u8;
        }
    }
}
// [end:attacks]

// [start:moves]
impl Board0x88 {
    /// Adds the moves of a piece that is no pawn.
    fn piece_moves(
        &self,
        from: usize,
        directions: &[(i8, i8)],
        slides: bool,
        moves: &mut Vec<Move>,
    ) {
        for &direction in directions {
            let mut to = from.wrapping_add_signed(step(direction));
            while to & OFF == 0 {
                if let Some(piece) = self.cells[to] {
                    if piece.color != self.state.side_to_move {
                        moves.push(Move::new(square(from), square(to), MoveKind::Capture));
                    }
                    break;
                }
                moves.push(Move::new(square(from), square(to), MoveKind::Quiet));
                if !slides {
                    break;
                }
                to = to.wrapping_add_signed(step(direction));
            }
        }
    }

    /// Adds the moves of a pawn. There is none on the last rank, so one step stays on the board.
    fn pawn_moves(&self, from: usize, moves: &mut Vec<Move>) {
        let us = self.state.side_to_move;
        let ahead = step((0, us.forward()));
        let one = from.wrapping_add_signed(ahead);
        if self.cells[one].is_none() {
            add_pawn_move(moves, square(from), square(one), false);
            let two = one.wrapping_add_signed(ahead);
            if square(from).rank() == us.pawn_rank() && self.cells[two].is_none() {
                moves.push(Move::new(square(from), square(two), MoveKind::DoublePush));
            }
        }
        for to in [one.wrapping_sub(1), one + 1] {
            if to & OFF != 0 {
                continue;
            }
            if self.cells[to].is_some_and(|piece| piece.color != us) {
                add_pawn_move(moves, square(from), square(to), true);
            } else if self.state.en_passant == Some(square(to)) {
                moves.push(Move::new(square(from), square(to), MoveKind::EnPassant));
            }
        }
    }
}
// [end:moves]

// [start:board]
impl Board for Board0x88 {
    type Undo = Undo;

    fn from_setup(setup: &Setup) -> Board0x88 {
        let mut board = Board0x88 {
            cells: [None; 128],
            lists: [[0; 16]; 2],
            lengths: [0; 2],
            places: [0; 128],
            state: setup.state,
        };
        for kings in [true, false] {
            for square in Square::all() {
                let piece = setup.pieces[square.index()];
                let wanted = |piece: &Piece| (piece.kind == PieceType::King) == kings;
                if let Some(piece) = piece.filter(wanted) {
                    board.put(cell(square), piece);
                }
            }
        }
        board
    }

    fn side_to_move(&self) -> Color {
        self.state.side_to_move
    }

    fn pseudo_legal_moves(&self, moves: &mut Vec<Move>) {
        for from in self.pieces(self.state.side_to_move) {
            match self.cells[from].expect("a listed piece stands there").kind {
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
        let captured = mv.captures_on().and_then(|square| self.remove(cell(square)));
        let undo = Undo { captured, state: self.state };
        let piece = self.cells[cell(mv.from)].expect("a piece moves");
        if mv.kind == MoveKind::Castle {
            self.castle([mv.from, mv.to], mv.castling_targets().into());
        } else {
            self.shift(cell(mv.from), cell(mv.to));
            let kind = mv.promotion().unwrap_or(piece.kind);
            self.cells[cell(mv.to)] = Some(Piece { kind, ..piece });
        }
        self.state.advance(piece, mv);
        undo
    }

    fn undo_move(&mut self, mv: Move, undo: Undo) {
        self.state = undo.state;
        if mv.kind == MoveKind::Castle {
            self.castle(mv.castling_targets().into(), [mv.from, mv.to]);
        } else {
            self.shift(cell(mv.to), cell(mv.from));
            if mv.promotion().is_some() {
                let pawn = Piece { color: self.state.side_to_move, kind: PieceType::Pawn };
                self.cells[cell(mv.from)] = Some(pawn);
            }
        }
        if let (Some(square), Some(piece)) = (mv.captures_on(), undo.captured) {
            self.put(cell(square), piece);
        }
    }

    fn in_check(&self, color: Color) -> bool {
        self.is_attacked(usize::from(self.lists[color as usize][0]), !color)
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
        let mut board = Board0x88::from_fen(fen).unwrap();
        assert_eq!(board.perft(3), 97_862);
    }

    #[test]
    fn counts_promotions() {
        let fen = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";
        let mut board = Board0x88::from_fen(fen).unwrap();
        assert_eq!(board.perft(3), 9_483);
    }
}
// [end:tests]
