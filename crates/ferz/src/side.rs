//! The colours as types: what differs between them is a constant, and the rules are written once.

use crate::types::{Bitboard, Color, Direction, Rank};

/// A side to move, known at compile time. Directions and ranks are named as White sees them.
pub(crate) trait Side {
    type Enemy: Side<Enemy = Self>;
    const US: Color;
    const UP: Direction;
    const UP_WEST: Direction;
    const UP_EAST: Direction;
    const THEM: Color = Self::Enemy::US;
    /// Where a single push from the starting rank lands.
    const RANK_3: Bitboard = Bitboard::relative_rank(Self::US, Rank::Third);
    /// Rank before promotion.
    const RANK_7: Bitboard = Bitboard::relative_rank(Self::US, Rank::Seventh);
}

/// The side that moves up the board.
pub(crate) struct White;
/// The side that moves down the board.
pub(crate) struct Black;

impl Side for White {
    type Enemy = Black;
    const US: Color = Color::White;
    const UP: Direction = Direction::North;
    const UP_WEST: Direction = Direction::NorthWest;
    const UP_EAST: Direction = Direction::NorthEast;
}

impl Side for Black {
    type Enemy = White;
    const US: Color = Color::Black;
    const UP: Direction = Direction::South;
    const UP_WEST: Direction = Direction::SouthWest;
    const UP_EAST: Direction = Direction::SouthEast;
}
