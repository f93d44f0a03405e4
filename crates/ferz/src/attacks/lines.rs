//! Ranks, files and diagonals through two squares, and the rays of sliders on an empty board.

use crate::types::{Bitboard, Direction, Square};

type Table = [Bitboard; Square::COUNT];

/// The tables of this module, built in one pass over all rays.
struct Tables {
    /// The rays of rooks and of bishops.
    rays: [Table; 2],
    between: [Table; Square::COUNT],
    line: [Table; Square::COUNT],
    beyond: [Table; Square::COUNT],
}

/// The directions of each line through a square, those of the rook first.
const AXES: [[Direction; 2]; 4] = [
    [Direction::North, Direction::South],
    [Direction::East, Direction::West],
    [Direction::NorthEast, Direction::SouthWest],
    [Direction::NorthWest, Direction::SouthEast],
];

const TABLES: Tables = {
    const EMPTY: Table = [Bitboard::EMPTY; Square::COUNT];
    let mut tables =
        Tables { rays: [EMPTY; 2], between: [EMPTY; 64], line: [EMPTY; 64], beyond: [EMPTY; 64] };
    let mut i = 0;
    while i < Square::COUNT * AXES.len() {
        let (a, axis) = (Square::wrapping(i / AXES.len()), i % AXES.len());
        let rays = [ray(a, AXES[axis][0]), ray(a, AXES[axis][1])];
        let piece = axis / 2;
        tables.rays[piece][a.index()].0 |= rays[0].0 | rays[1].0;
        let mut side = 0;
        while side < 2 {
            let mut passed = Bitboard::EMPTY;
            let mut at = Bitboard::of(a).shift(AXES[axis][side]);
            while let Some(b) = at.first() {
                tables.between[a.index()][b.index()] = passed;
                tables.line[a.index()][b.index()] = Bitboard(rays[0].0 | rays[1].0).with(a);
                passed = passed.with(b);
                tables.beyond[a.index()][b.index()] = Bitboard(rays[side].0 & !passed.0);
                at = at.shift(AXES[axis][side]);
            }
            side += 1;
        }
        i += 1;
    }
    tables
};

/// Computes the squares in a direction up to the edge.
const fn ray(from: Square, direction: Direction) -> Bitboard {
    let mut ray = Bitboard::EMPTY;
    let mut at = Bitboard::of(from).shift(direction);
    while at.any() {
        ray.0 |= at.0;
        at = at.shift(direction);
    }
    ray
}

pub(super) static ROOK_RAYS: Table = TABLES.rays[0];
pub(super) static BISHOP_RAYS: Table = TABLES.rays[1];

static BETWEEN: [Table; Square::COUNT] = TABLES.between;
static LINE: [Table; Square::COUNT] = TABLES.line;
static BEYOND: [Table; Square::COUNT] = TABLES.beyond;

/// Returns the squares strictly between two squares on a common rank, file or diagonal, or the
/// empty set if they have none in common.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a][b]
}

/// Returns the line rank, file or diagonal through two different squares, from edge to edge.
/// Returns the empty set if the squares are equal or have no line in common.
#[inline(always)]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a][b]
}

/// Returns the squares behind `b` on the ray from `a` through `b`, or the empty set if the squares
/// have no line in common.
#[inline(always)]
pub fn beyond(a: Square, b: Square) -> Bitboard {
    BEYOND[a][b]
}

/// Returns true if `c` is on the line through `a` and `b`.
#[inline(always)]
pub fn aligned(a: Square, b: Square, c: Square) -> bool {
    line(a, b).contains(c)
}
