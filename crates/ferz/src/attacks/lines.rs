//! Straight lines: the rays of sliders on an empty board, and what lies on and between squares.

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

/// What of the line through two squares a table holds.
#[derive(Clone, Copy)]
enum Part {
    Whole,
    Between,
    Beyond,
}

/// The part of the line through `a` and `b`, which a rook or else a bishop can go along.
const fn part(part: Part, a: Square, b: Square, rook: bool) -> u64 {
    let (end_a, end_b) = (Bitboard::of(a), Bitboard::of(b));
    let ends = end_a.0 | end_b.0;
    let rays_a = sliders::attacks(a, Bitboard::EMPTY, rook).0;
    let rays_b = sliders::attacks(b, Bitboard::EMPTY, rook).0;
    let whole = rays_a & rays_b | ends;
    // What each sees while the other blocks the line.
    let seen_a = sliders::attacks(a, end_b, rook).0;
    let seen_b = sliders::attacks(b, end_a, rook).0;
    match part {
        Part::Whole => whole,
        Part::Between => seen_a & seen_b,
        Part::Beyond => whole & seen_b & !seen_a & !ends,
    }
}

const fn pairs(which: Part) -> [Table; Square::COUNT] {
    let (rook_rays, bishop_rays) = (rays(true), rays(false));
    let mut table = [[Bitboard::EMPTY; Square::COUNT]; Square::COUNT];
    let mut a = 0;
    while a < Square::COUNT {
        let mut targets = Bitboard(rook_rays[a].0 | bishop_rays[a].0);
        while let Some(b) = targets.pop_first() {
            let rook = rook_rays[a].contains(b);
            table[a][b.index()] = Bitboard(part(which, Square::wrapping(a), b, rook));
        }
        a += 1;
    }
    table
}

static BETWEEN: [Table; Square::COUNT] = pairs(Part::Between);
static LINE: [Table; Square::COUNT] = pairs(Part::Whole);
static BEYOND: [Table; Square::COUNT] = pairs(Part::Beyond);

/// The squares strictly between two squares on a rank, file or diagonal; otherwise none.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a][b]
}

/// The whole rank, file or diagonal through two different squares, from edge to edge and with both
/// of them; none if they share no line or are the same square.
#[inline(always)]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a][b]
}

/// The squares past `b` on the ray from `a` through `b`; none if they share no line.
#[inline(always)]
pub fn beyond(a: Square, b: Square) -> Bitboard {
    BEYOND[a][b]
}

/// Whether `c` stands on the line through `a` and `b`.
#[inline(always)]
pub fn aligned(a: Square, b: Square, c: Square) -> bool {
    line(a, b).contains(c)
}
