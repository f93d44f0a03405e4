//! Attacks of kings, knights and pawns, which do not depend on the occupied squares.

use crate::types::{Bitboard, Color, Direction, Square};

type Table = [Bitboard; Square::COUNT];

pub(super) static KING: Table = {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        let square = Bitboard::of(Square::wrapping(i));
        let row = square.0 | square.shift(Direction::East).0 | square.shift(Direction::West).0;
        let row = Bitboard(row);
        let block = row.0 | row.shift(Direction::North).0 | row.shift(Direction::South).0;
        table[i] = Bitboard(block & !square.0);
        i += 1;
    }
    table
};

pub(super) static KNIGHT: Table = {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        let square = Bitboard::of(Square::wrapping(i));
        let (east, west) = (square.shift(Direction::East), square.shift(Direction::West));
        let near = Bitboard(east.0 | west.0);
        let far = Bitboard(east.shift(Direction::East).0 | west.shift(Direction::West).0);
        let (up, down) = (Direction::North, Direction::South);
        table[i] = Bitboard(
            near.shift(up).shift(up).0
                | near.shift(down).shift(down).0
                | far.shift(up).0
                | far.shift(down).0,
        );
        i += 1;
    }
    table
};

pub(super) static PAWN: [Table; Color::COUNT] = {
    let mut table = [[Bitboard::EMPTY; Square::COUNT]; Color::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        let square = Bitboard::of(Square::wrapping(i));
        let up = [square.shift(Direction::NorthEast), square.shift(Direction::NorthWest)];
        let down = [square.shift(Direction::SouthEast), square.shift(Direction::SouthWest)];
        table[Color::White.index()][i] = Bitboard(up[0].0 | up[1].0);
        table[Color::Black.index()][i] = Bitboard(down[0].0 | down[1].0);
        i += 1;
    }
    table
};

/// Returns the squares that a king on `square` attacks.
#[inline(always)]
pub const fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// Returns the squares that a knight on `square` attacks.
#[inline(always)]
pub const fn knight(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// Returns the squares that a pawn of `color` on `square` attacks.
///
/// These are also the squares from which a pawn of the other colour attacks `square`.
#[inline(always)]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color][square]
}
