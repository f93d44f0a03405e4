//! The colours as types: what differs between them is a constant, and the rules are written once.

use crate::types::{Bitboard, Color, Direction, Rank};

/// A side to move. Directions and ranks are named as White sees them.
pub(super) trait Side {
    const US: Color;
    const THEM: Color;
    const UP: Direction;
    const UP_LEFT: Direction;
    const UP_RIGHT: Direction;
    /// Where a single push from the starting rank lands.
    const RANK_3: Bitboard = Bitboard::relative_rank(Self::US, Rank::Third);
    /// From here a pawn promotes.
    const RANK_7: Bitboard = Bitboard::relative_rank(Self::US, Rank::Seventh);
}

pub(super) struct White;
pub(super) struct Black;

impl Side for White {
    const US: Color = Color::White;
    const THEM: Color = Color::Black;
    const UP: Direction = Direction::North;
    const UP_LEFT: Direction = Direction::NorthWest;
    const UP_RIGHT: Direction = Direction::NorthEast;
}

impl Side for Black {
    const US: Color = Color::Black;
    const THEM: Color = Color::White;
    const UP: Direction = Direction::South;
    const UP_LEFT: Direction = Direction::SouthEast;
    const UP_RIGHT: Direction = Direction::SouthWest;
}
