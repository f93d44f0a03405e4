//! Colours as types: code that is generic over [`Side`] is compiled once for each colour, with
//! directions and ranks as constants.

use crate::types::{Bitboard, Color, Direction, Rank};

/// The side to move, fixed at compile time. Directions and ranks are from White's point of view and
/// mirrored for Black.
pub(crate) trait Side {
    type Enemy: Side<Enemy = Self>;
    const US: Color;
    const UP: Direction;
    const UP_WEST: Direction;
    const UP_EAST: Direction;
    const THEM: Color = Self::Enemy::US;
    /// The back rank.
    const RANK_1: Bitboard = Bitboard::relative_rank(Self::US, Rank::First);
    /// The target rank of a single push from the starting rank.
    const RANK_3: Bitboard = Bitboard::relative_rank(Self::US, Rank::Third);
    /// The rank of pawns that promote with their next move.
    const RANK_7: Bitboard = Bitboard::relative_rank(Self::US, Rank::Seventh);
}

/// White, which moves up the board.
pub(crate) struct White;
/// Black, which moves down the board.
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
