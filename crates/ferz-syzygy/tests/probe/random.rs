//! Random positions of given material.

use ferz::{Color, Piece, PieceType, Position, Setup, Square};

/// A stream of numbers that is the same every time (xorshift64*).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed | 1)
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % n
    }

    /// A position that the rules accept with this material, named like `KQvKR`, for either colour;
    /// where a pawn can be taken en passant, often with that right.
    pub(crate) fn position(&mut self, name: &str) -> Position {
        loop {
            if let Some(pos) = self.attempt(name) {
                return pos;
            }
        }
    }

    fn attempt(&mut self, name: &str) -> Option<Position> {
        let mut setup = Setup::empty();
        setup.side_to_move = Color::wrapping(self.below(2));
        let mut color = Color::wrapping(self.below(2));
        for letter in name.chars() {
            if letter == 'v' {
                color = !color;
                continue;
            }
            let square = Square::wrapping(self.below(64));
            if setup.pieces[square].is_some() {
                return None;
            }
            setup.pieces[square] = Some(Piece::new(color, PieceType::from_letter(letter)?));
        }
        let plain = Position::from_setup(&setup).ok()?;
        let rank = if setup.side_to_move == Color::White { 5 } else { 2 };
        let with_right = (0..8).find_map(|file| {
            let mut setup = setup.clone();
            setup.en_passant = Some(Square::wrapping(8 * rank + file));
            Position::from_setup(&setup).ok().filter(|pos| pos.en_passant().is_some())
        });
        Some(with_right.filter(|_| self.below(4) > 0).unwrap_or(plain))
    }
}
