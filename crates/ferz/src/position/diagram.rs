use super::Board;
use crate::types::{File, Piece, Rank, Square};
use core::fmt;

/// The board as text, created by [`Board::diagram`].
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a>(&'a Board);

impl Board {
    /// Returns the board as text: 18 lines from White's point of view, without a final line end.
    /// White's pieces are upper-case letters.
    ///
    /// ```
    /// let text = ferz::Position::startpos().diagram().to_string();
    /// assert!(text.starts_with(
    ///     "  +---+---+---+---+---+---+---+---+\n\
    ///      8 | r | n | b | q | k | b | n | r |\n"
    /// ));
    /// assert!(text.ends_with("\n    a   b   c   d   e   f   g   h"));
    /// ```
    pub fn diagram(&self) -> Diagram<'_> {
        Diagram(self)
    }
}

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LINE: &str = "  +---+---+---+---+---+---+---+---+";
        writeln!(f, "{LINE}")?;
        for rank in Rank::ALL.into_iter().rev() {
            write!(f, "{rank} ")?;
            for file in File::ALL {
                let piece = self.0.piece_on(Square::new(file, rank));
                write!(f, "| {} ", piece.map_or(' ', Piece::letter))?;
            }
            writeln!(f, "|\n{LINE}")?;
        }
        f.write_str("    a   b   c   d   e   f   g   h")
    }
}
