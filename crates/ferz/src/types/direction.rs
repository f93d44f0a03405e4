/// One step on the board, as the difference of two square indices.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(i8)]
pub enum Direction {
    /// Towards the eighth rank.
    North = 8,
    /// Towards the first rank.
    South = -8,
    /// Towards the h-file.
    East = 1,
    /// Towards the a-file.
    West = -1,
    /// North and east.
    NorthEast = 9,
    /// North and west.
    NorthWest = 7,
    /// South and east.
    SouthEast = -7,
    /// South and west.
    SouthWest = -9,
}

impl Direction {
    /// The eight directions, rook directions first.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::South,
        Self::East,
        Self::West,
        Self::NorthEast,
        Self::NorthWest,
        Self::SouthEast,
        Self::SouthWest,
    ];

    /// The step as a difference of square indices.
    #[inline(always)]
    pub const fn offset(self) -> i8 {
        self as i8
    }
}
