// [start:head]
//! Eight sets of squares and a map of the pieces.

use crate::bitboard::Bitboard;
use crate::fen::{Setup, State};
use crate::sliders::Sliders;
use crate::sliders::magic::Magic;
use crate::types::*;
use crate::zobrist;
use std::marker::PhantomData;
// [end:head]

pub mod castling;
pub mod checks;
pub mod en_passant;
pub mod legality;
pub mod making;
pub mod movegen;
pub mod null;
pub mod rules;
pub mod see;
pub mod stages;
pub mod stored;
pub mod sums;

// [start:struct]
/// The pieces twice: as sets and as a map. `S` finds the attacks of the sliders.
#[derive(Clone, Debug)]
pub struct Bitboards<S: Sliders = Magic> {
    /// The squares of each type, of both colours.
    kinds: [Bitboard; 6],
    /// The squares of each colour.
    colors: [Bitboard; 2],
    /// The piece of each square: which type a capture removes.
    pieces: [Option<Piece>; 64],
    state: State,
    key: u64,
    sliders: PhantomData<S>,
}
// [end:struct]

// [start:queries]
impl<S: Sliders> Bitboards<S> {
    /// Returns the squares of the pieces of one colour and type.
    pub fn pieces(&self, color: Color, kind: PieceType) -> Bitboard {
        self.kinds[kind as usize] & self.colors[color as usize]
    }

    /// Returns the squares of the pieces of one colour.
    pub fn of_color(&self, color: Color) -> Bitboard {
        self.colors[color as usize]
    }

    /// Returns the squares of all pieces.
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// Returns the piece of a square.
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.pieces[square.index()]
    }

    /// Returns the square of a king.
    pub fn king(&self, color: Color) -> Square {
        self.pieces(color, PieceType::King).first().expect("each side has a king")
    }

    /// Returns the side to move, the rights and the counters.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Returns the Zobrist key. Equal positions have equal keys; different ones almost never do.
    pub fn key(&self) -> u64 {
        self.key
    }
}
// [end:queries]

// [start:put]
impl<S: Sliders> Bitboards<S> {
    /// Places a piece: in two sets, in the map and in the key.
    fn put(&mut self, square: Square, piece: Piece) {
        let set = Bitboard::of(square);
        self.kinds[piece.kind as usize] |= set;
        self.colors[piece.color as usize] |= set;
        self.pieces[square.index()] = Some(piece);
        self.key ^= zobrist::piece_key(piece, square);
    }

    /// Removes the piece of a square.
    fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.pieces[square.index()].take()?;
        let set = Bitboard::of(square);
        self.kinds[piece.kind as usize] ^= set;
        self.colors[piece.color as usize] ^= set;
        self.key ^= zobrist::piece_key(piece, square);
        Some(piece)
    }

    /// Replaces the state, in the key too.
    fn set_state(&mut self, state: State) {
        self.key ^= zobrist::state_key(&self.state) ^ zobrist::state_key(&state);
        self.state = state;
    }
}
// [end:put]

// [start:setup]
impl<S: Sliders> Bitboards<S> {
    /// Returns a board with a position.
    pub fn new(setup: &Setup) -> Bitboards<S> {
        let mut board = Bitboards {
            kinds: [Bitboard::EMPTY; 6],
            colors: [Bitboard::EMPTY; 2],
            pieces: [None; 64],
            state: setup.state,
            key: zobrist::state_key(&setup.state),
            sliders: PhantomData,
        };
        for square in Square::all() {
            if let Some(piece) = setup.pieces[square.index()] {
                board.put(square, piece);
            }
        }
        board.set_state(board.without_useless_en_passant(setup.state));
        board
    }
}
// [end:setup]
