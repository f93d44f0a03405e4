//! Keys of positions: Polyglot's numbers for what chess has, further ones for the rest.

use crate::Board;
use ferz::Color;
use ferz::position::POLYGLOT_RANDOM;

/// The index of the first castling right in Polyglot's numbers.
const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

/// The first inputs of the generator for promoted pieces, pockets and checks.
const PROMOTED: u64 = 1 << 16;
const POCKETS: u64 = 2 << 16;
const CHECKS: u64 = 3 << 16;

impl Board {
    /// Computes the key of the position: of pieces, side to move, castling rights and an en passant
    /// square with a legal capture, by the numbers of Polyglot, so that it is that of `ferz` under
    /// [`Rules::Chess`](crate::Rules::Chess). Promoted pieces count in Crazyhouse alone, pockets and
    /// given checks always. The counters are no part of it.
    pub fn key(&self) -> u64 {
        let mut key = 0;
        for square in self.pieces.occupied().squares() {
            if let Some(piece) = self.piece_on(square) {
                // Polyglot orders Black before White.
                key ^= POLYGLOT_RANDOM[(piece.index() ^ 1) * 64 + square.index()];
            }
        }
        for (right, rook) in self.castling.iter().enumerate() {
            key ^= if rook.is_some() { POLYGLOT_RANDOM[CASTLING + right] } else { 0 };
        }
        if let Some(square) = self.en_passant() {
            key ^= POLYGLOT_RANDOM[EN_PASSANT + square.file().index()];
        }
        if self.side_to_move == Color::White {
            key ^= POLYGLOT_RANDOM[WHITE_TO_MOVE];
        }
        key ^ self.key_beyond_chess()
    }

    /// Computes the part of the key that chess does not have; 0 without promoted pieces, pockets and
    /// given checks.
    fn key_beyond_chess(&self) -> u64 {
        let mut key = 0;
        if self.rules.has_drops() {
            for square in self.promoted.squares() {
                key ^= split_mix(PROMOTED + square as u64);
            }
        }
        for color in Color::ALL {
            for (piece, count) in self.pockets[color].counts().filter(|&(_, count)| count > 0) {
                let place = (color as u64) << 12 | (piece as u64) << 8 | count as u64;
                key ^= split_mix(POCKETS + place);
            }
            let given = crate::Setup::CHECKS.saturating_sub(self.checks_left[color]);
            if given > 0 {
                key ^= split_mix(CHECKS + (color as u64 * 256 + u64::from(given)));
            }
        }
        key
    }
}

/// The output function of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014).
const fn split_mix(input: u64) -> u64 {
    let mut bits = input.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}
