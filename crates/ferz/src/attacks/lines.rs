//! Ranks, files and diagonals through two squares, and the rays of sliders on an empty board.

use super::sliders;
use crate::types::{Bitboard, Square};

type Table = [Bitboard; Square::COUNT];

const fn rays(rook: bool) -> Table {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        let square = Square::wrapping(i);
        table[i] = sliders::attacks(square, Bitboard::EMPTY, rook);
        i += 1;
    }
    table
}

pub(super) static ROOK_RAYS: Table = rays(true);
pub(super) static BISHOP_RAYS: Table = rays(false);

/// The part of the line through two squares that a table contains.
#[derive(Clone, Copy)]
enum Part {
    Line,
    Between,
    Beyond,
}

/// Computes a part of the line through `a` and `b`: a rank or file if `rook` is true, else a
/// diagonal.
const fn part(part: Part, a: Square, b: Square, rook: bool) -> u64 {
    let (end_a, end_b) = (Bitboard::of(a), Bitboard::of(b));
    let ends = end_a.0 | end_b.0;
    let rays_a = sliders::attacks(a, Bitboard::EMPTY, rook).0;
    let rays_b = sliders::attacks(b, Bitboard::EMPTY, rook).0;
    let line = rays_a & rays_b | ends;
    // The attacks of a slider on either square with the other square occupied.
    let attacks_a = sliders::attacks(a, end_b, rook).0;
    let attacks_b = sliders::attacks(b, end_a, rook).0;
    match part {
        Part::Line => line,
        Part::Between => attacks_a & attacks_b,
        Part::Beyond => line & attacks_b & !attacks_a & !ends,
    }
}

const fn pairs(part_of_line: Part) -> [Table; Square::COUNT] {
    let (rook_rays, bishop_rays) = (rays(true), rays(false));
    let mut table = [[Bitboard::EMPTY; Square::COUNT]; Square::COUNT];
    let mut a = 0;
    while a < Square::COUNT {
        let mut targets = Bitboard(rook_rays[a].0 | bishop_rays[a].0);
        while let Some(b) = targets.pop_first() {
            let rook = rook_rays[a].contains(b);
            table[a][b.index()] = Bitboard(part(part_of_line, Square::wrapping(a), b, rook));
        }
        a += 1;
    }
    table
}

static BETWEEN: [Table; Square::COUNT] = pairs(Part::Between);
static LINE: [Table; Square::COUNT] = pairs(Part::Line);
static BEYOND: [Table; Square::COUNT] = pairs(Part::Beyond);

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
