use super::BookMove;

/// An entry of a Polyglot book: a move in a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BookEntry {
    /// The Polyglot key of the position.
    pub key: u64,
    /// The move.
    pub mv: BookMove,
    /// The weight: by convention, the probability of the move is its share of the weights of its
    /// position, and a move of weight 0 is never selected.
    pub weight: u16,
    /// Statistics that some programs store; 0 in a new book.
    pub learn: u32,
}

impl BookEntry {
    /// The size in a file, in bytes.
    pub const SIZE: usize = 16;

    /// Decodes the bytes of a file.
    pub fn from_bytes(bytes: [u8; Self::SIZE]) -> Self {
        let bits = u128::from_be_bytes(bytes);
        Self {
            key: (bits >> 64) as u64,
            mv: BookMove((bits >> 48) as u16),
            weight: (bits >> 32) as u16,
            learn: bits as u32,
        }
    }

    /// Encodes the entry as in a file: all numbers in big-endian order.
    pub fn to_bytes(self) -> [u8; Self::SIZE] {
        let bits = u128::from(self.key) << 64
            | u128::from(self.mv.0) << 48
            | u128::from(self.weight) << 32
            | u128::from(self.learn);
        bits.to_be_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_those_of_a_book() {
        // The entry of 1. e4 with weight 5 in a book that the program `polyglot` made.
        let bytes =
            [0x46, 0x3B, 0x96, 0x18, 0x16, 0x91, 0xFC, 0x9C, 0x03, 0x1C, 0x00, 0x05, 0, 0, 0, 0x07];
        let entry = BookEntry::from_bytes(bytes);
        assert_eq!(entry.key, ferz::Position::startpos().polyglot_key());
        assert_eq!(entry.mv.to_string(), "e2e4");
        assert_eq!((entry.weight, entry.learn), (5, 7));
        assert_eq!(entry.to_bytes(), bytes);
    }
}
