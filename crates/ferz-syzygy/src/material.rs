//! The material of a position, which names a table.

use ferz::{Color, Piece, PieceType};
use std::fmt;
use std::str::FromStr;

/// The largest number of men in a table, kings included.
pub const MAX_MEN: usize = 7;

/// The material of both sides, written like the name of a table: `KQvKR`. It has one king a side
/// and at most [`MAX_MEN`] men.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Material {
    /// The number of men by colour and type.
    counts: [[u8; PieceType::COUNT]; 2],
}

/// Text that is not the name of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a table name like KQvKR, with one king a side and at most {MAX_MEN} men")]
pub struct ParseMaterialError;

impl Material {
    /// Returns the material of a [`Board::material_key`](ferz::Board::material_key), if
    /// there can be a table for it.
    pub(crate) fn from_key(key: u64) -> Option<Self> {
        let mut counts = [[0; PieceType::COUNT]; 2];
        for piece in Piece::ALL {
            counts[piece.color()][piece.piece_type()] = (key >> (5 * piece.index()) & 31) as u8;
        }
        Some(Self { counts }).filter(Self::is_valid)
    }

    fn is_valid(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.counts[color][PieceType::King] == 1)
            && self.men() <= MAX_MEN
    }

    /// Returns the number of men, kings included.
    pub fn men(&self) -> usize {
        self.counts.as_flattened().iter().map(|&count| usize::from(count)).sum()
    }

    /// Returns the number of men of one colour and type.
    pub(crate) fn count(&self, piece: Piece) -> usize {
        usize::from(self.counts[piece.color()][piece.piece_type()])
    }

    /// Returns the number of pieces (colour and type) of which there is exactly one, kings
    /// included.
    pub(crate) fn unique_pieces(&self) -> usize {
        self.counts.as_flattened().iter().filter(|&&count| count == 1).count()
    }

    pub(crate) fn has_pawns(&self) -> bool {
        Color::ALL.into_iter().any(|color| self.counts[color][PieceType::Pawn] > 0)
    }

    /// Returns true if both sides have the same men.
    pub(crate) fn is_symmetric(&self) -> bool {
        self.counts[0] == self.counts[1]
    }

    /// Returns the material with the colours exchanged.
    pub(crate) fn color_flipped(&self) -> Self {
        Self { counts: [self.counts[1], self.counts[0]] }
    }

    /// Returns the [`Board::material_key`](ferz::Board::material_key) of positions with this
    /// material.
    pub(crate) fn key(&self) -> u64 {
        Piece::ALL.iter().map(|&piece| (self.count(piece) as u64) << (5 * piece.index())).sum()
    }
}

impl FromStr for Material {
    type Err = ParseMaterialError;

    fn from_str(text: &str) -> Result<Self, ParseMaterialError> {
        let mut counts = [[0_u8; PieceType::COUNT]; 2];
        let (white, black) = text.split_once('v').ok_or(ParseMaterialError)?;
        for (side, letters) in counts.iter_mut().zip([white, black]) {
            for letter in letters.chars() {
                let upper_case = Some(letter).filter(char::is_ascii_uppercase);
                let piece_type =
                    upper_case.and_then(PieceType::from_letter).ok_or(ParseMaterialError)?;
                side[piece_type] = side[piece_type].saturating_add(1);
            }
        }
        Some(Self { counts }).filter(Self::is_valid).ok_or(ParseMaterialError)
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in Color::ALL {
            if color == Color::Black {
                f.write_str("v")?;
            }
            for piece_type in PieceType::ALL.into_iter().rev() {
                for _ in 0..self.counts[color][piece_type] {
                    write!(f, "{}", piece_type.letter().to_ascii_uppercase())?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::Position;

    #[test]
    fn names_and_keys_round_trip() {
        for name in ["KvK", "KQvKR", "KBNvK", "KPPvKP", "KRRNvKBB"] {
            let material: Material = name.parse().unwrap();
            assert_eq!(material.to_string(), name);
            assert_eq!(Material::from_key(material.key()), Some(material));
        }
        let pos = Position::from_fen("4k3/8/8/8/8/8/8/R3K2Q b - - 0 1").unwrap();
        assert_eq!(Material::from_key(pos.material_key()).unwrap().to_string(), "KQRvK");
        assert_eq!(Material::from_key(Position::startpos().material_key()), None);
    }

    #[test]
    fn counts_select_the_kind_of_index() {
        for (name, men, unique_pieces, has_pawns, is_symmetric, flipped) in [
            ("KvK", 2, 2, false, true, "KvK"),
            ("KQvKR", 4, 4, false, false, "KRvKQ"),
            ("KNNvK", 4, 2, false, false, "KvKNN"),
            ("KPvKP", 4, 4, true, true, "KPvKP"),
            ("KvKPPP", 5, 2, true, false, "KPPPvK"),
            ("KQPvKRR", 6, 4, true, false, "KRRvKQP"),
        ] {
            let material: Material = name.parse().unwrap();
            assert_eq!((material.men(), material.unique_pieces()), (men, unique_pieces), "{name}");
            assert_eq!((material.has_pawns(), material.is_symmetric()), (has_pawns, is_symmetric));
            assert_eq!(material.color_flipped().to_string(), flipped);
        }
    }

    #[test]
    fn invalid_names_are_refused() {
        for name in ["", "K", "KK", "KvKv", "KKvK", "KQRBNvKQR", "kqvk", "QvK", "KXvK", "KvK.x"] {
            assert_eq!(name.parse::<Material>(), Err(ParseMaterialError), "{name}");
        }
    }
}
