//! The numbers of Chess960 initial positions, with the arrangements of `ferz::Setup`.

use super::State;
use ferz::{Bitboard, CastleSide, Color, PieceType, Rank, Setup, Square};

/// The error for a number that is not 0 to 959.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InvalidChess960Number;

impl State {
    /// Puts the pieces of a Chess960 initial position. Other fields stay.
    ///
    /// # Errors
    /// For a number above 959.
    pub fn set_chess960_placement(&mut self, number: u16) -> Result<(), InvalidChess960Number> {
        let setup = Setup::chess960(number).ok_or(InvalidChess960Number)?;
        self.set_placement(&Self::of_setup(&setup));
        Ok(())
    }

    /// Returns the Chess960 number if the pieces are those of an initial position.
    pub fn chess960_placement(&self) -> Option<u16> {
        if self.promoted.any()
            || self.pieces(Color::White, PieceType::Pawn) != Bitboard::rank(Rank::Second)
        {
            return None;
        }
        let mut setup = Setup::empty();
        for square in Square::ALL {
            setup.pieces[square] = self.piece_at(square);
        }
        // A number requires all castling rights, those of the outermost rooks.
        for (color, side) in CastleSide::BY_COLOR {
            setup.set_castling_rook(color, side, setup.outermost_rook(color, side));
        }
        setup.chess960_number()
    }
}
