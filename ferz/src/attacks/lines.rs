//! Straight lines: the rays of sliders on an empty board, and what lies on and between squares.

use super::sliders;
use crate::types::{Bitboard, Square};

type Table = [Bitboard; Square::COUNT];

const fn rays(rook: bool) -> Table {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        let square = Square::wrapping(i);
        table[i] = if rook {
            sliders::rook_attacks(square, Bitboard::EMPTY)
        } else {
            sliders::bishop_attacks(square, Bitboard::EMPTY)
        };
        i += 1;
    }
    table
}

pub(super) static ROOK_RAYS: Table = rays(true);
pub(super) static BISHOP_RAYS: Table = rays(false);

/// Fills a table of pairs with `(between, line)`'s chosen half.
const fn pairs(whole_line: bool) -> [Table; Square::COUNT] {
    let (rook_rays, bishop_rays) = (rays(true), rays(false));
    let mut table = [[Bitboard::EMPTY; Square::COUNT]; Square::COUNT];
    let mut a = 0;
    while a < Square::COUNT {
        let from = Square::wrapping(a);
        let mut targets = Bitboard(rook_rays[a].0 | bishop_rays[a].0);
        while let Some(to) = targets.pop_first() {
            let b = to.index();
            let (ends_a, ends_b) = (Bitboard::of(from), Bitboard::of(to));
            let straight = rook_rays[a].contains(to);
            table[a][b] = Bitboard(match (whole_line, straight) {
                (true, true) => rook_rays[a].0 & rook_rays[b].0 | ends_a.0 | ends_b.0,
                (true, false) => bishop_rays[a].0 & bishop_rays[b].0 | ends_a.0 | ends_b.0,
                (false, true) => {
                    sliders::rook_attacks(from, ends_b).0 & sliders::rook_attacks(to, ends_a).0
                }
                (false, false) => {
                    sliders::bishop_attacks(from, ends_b).0 & sliders::bishop_attacks(to, ends_a).0
                }
            });
        }
        a += 1;
    }
    table
}

static BETWEEN: [Table; Square::COUNT] = pairs(false);
static LINE: [Table; Square::COUNT] = pairs(true);

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

/// Whether `c` stands on the line through `a` and `b`.
#[inline(always)]
pub fn aligned(a: Square, b: Square, c: Square) -> bool {
    line(a, b).contains(c)
}
