//! What pieces there are, wherever they stand.

use ferz::{Color, Piece, PieceType, Position};

/// A side's pawns, knights, bishops, rooks and queens.
pub(super) type Army = [u8; 5];

/// The pieces of both sides by number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::eval) struct Counts([Army; Color::COUNT]);

impl Counts {
    /// What stands on the board.
    pub(in crate::eval) fn of(pos: &Position) -> Self {
        let number = |color, kind| pos.count(Piece::new(color, kind)) as u8;
        Self(Color::ALL.map(|color| {
            [
                number(color, PieceType::Pawn),
                number(color, PieceType::Knight),
                number(color, PieceType::Bishop),
                number(color, PieceType::Rook),
                number(color, PieceType::Queen),
            ]
        }))
    }

    /// The men of a side but for its king.
    pub(super) fn army(&self, color: Color) -> Army {
        self.0[color]
    }
}
