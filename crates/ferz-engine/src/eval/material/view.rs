//! A position from the stronger side's point of view.

use ferz::{Color, PieceType, Position, Square};

/// A position from the point of view of its stronger side: squares are flipped as if that side
/// were White, so that an endgame rule is written once for both colours.
#[derive(Clone, Copy)]
pub(super) struct StrongSideView<'a> {
    /// The position, not flipped.
    pub(super) pos: &'a Position,
    /// The stronger side.
    pub(super) strong: Color,
}

impl StrongSideView<'_> {
    /// Returns the square of the stronger side's king.
    pub(super) fn king(self) -> Square {
        self.pos.king(self.strong).relative_to(self.strong)
    }

    /// Returns the square of the weaker side's king.
    pub(super) fn weak_king(self) -> Square {
        self.pos.king(!self.strong).relative_to(self.strong)
    }

    /// Returns the square of the stronger side's only piece of a type, or of its king if it has
    /// none.
    pub(super) fn own(self, piece_type: PieceType) -> Square {
        self.only(self.strong, piece_type)
    }

    /// Returns the square of the weaker side's only piece of a type, or of its king if it has
    /// none.
    pub(super) fn other(self, piece_type: PieceType) -> Square {
        self.only(!self.strong, piece_type)
    }

    fn only(self, color: Color, piece_type: PieceType) -> Square {
        let square = self.pos.pieces(color, piece_type).first().unwrap_or(self.pos.king(color));
        square.relative_to(self.strong)
    }

    /// Returns true if the stronger side is to move.
    pub(super) fn to_move(self) -> bool {
        self.pos.side_to_move() == self.strong
    }
}
