//! A position as its stronger side sees it: up the board, with its own men called White's.

use ferz::{Color, PieceType, Position, Square};

/// A position from a side's point of view.
#[derive(Clone, Copy)]
pub(super) struct StrongSideView<'a> {
    /// The position itself.
    pub(super) pos: &'a Position,
    /// The side that would like to win.
    pub(super) strong: Color,
}

impl StrongSideView<'_> {
    /// The stronger side's king.
    pub(super) fn king(self) -> Square {
        self.pos.king(self.strong).relative_to(self.strong)
    }

    /// The weaker side's king.
    pub(super) fn other_king(self) -> Square {
        self.pos.king(!self.strong).relative_to(self.strong)
    }

    /// A piece of the stronger side that has only one of its type; its king if there is none.
    pub(super) fn own(self, kind: PieceType) -> Square {
        self.only(self.strong, kind)
    }

    /// A piece of the weaker side that has only one of its type; its king if there is none.
    pub(super) fn other(self, kind: PieceType) -> Square {
        self.only(!self.strong, kind)
    }

    fn only(self, color: Color, kind: PieceType) -> Square {
        let square = self.pos.pieces(color, kind).first().unwrap_or(self.pos.king(color));
        square.relative_to(self.strong)
    }

    /// Whether the stronger side is to move.
    pub(super) fn to_move(self) -> bool {
        self.pos.side_to_move() == self.strong
    }
}
