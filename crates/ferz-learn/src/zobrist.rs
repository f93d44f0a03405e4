// [start:head]
//! Zobrist keys: a position in 64 bits.

use crate::fen::State;
use crate::random::Random;
use crate::types::*;
// [end:head]

// [start:keys]
/// A random number for each thing that can be true of a position.
struct Keys {
    pieces: [[[u64; 64]; 6]; 2],
    castling: [[u64; 8]; 2],
    en_passant: [u64; 8],
    black_to_move: u64,
}

static KEYS: Keys = keys();

const fn numbers<const N: usize>(random: &mut Random) -> [u64; N] {
    let mut numbers = [0; N];
    let mut i = 0;
    while i < N {
        numbers[i] = random.next();
        i += 1;
    }
    numbers
}

const fn keys() -> Keys {
    let mut random = Random(2026);
    let mut pieces = [[[0; 64]; 6]; 2];
    let mut kind = 0;
    while kind < 6 {
        pieces[0][kind] = numbers(&mut random);
        pieces[1][kind] = numbers(&mut random);
        kind += 1;
    }
    Keys {
        pieces,
        castling: [numbers(&mut random), numbers(&mut random)],
        en_passant: numbers(&mut random),
        black_to_move: random.next(),
    }
}
// [end:keys]

// [start:functions]
/// Returns the number of a piece on a square.
pub fn piece_key(piece: Piece, square: Square) -> u64 {
    KEYS.pieces[piece.color as usize][piece.kind as usize][square.index()]
}

/// Returns the number of "Black is to move".
pub fn black_to_move() -> u64 {
    KEYS.black_to_move
}

/// Returns the numbers of the state: side, rights and en passant square, without the counters.
pub fn state_key(state: &State) -> u64 {
    let mut key = 0;
    if state.side_to_move == Color::Black {
        key ^= KEYS.black_to_move;
    }
    for (keys, rights) in KEYS.castling.iter().zip(&state.castling) {
        for rook in rights.iter().flatten() {
            key ^= keys[usize::from(rook.file())];
        }
    }
    if let Some(square) = state.en_passant {
        key ^= KEYS.en_passant[usize::from(square.file())];
    }
    key
}
// [end:functions]
