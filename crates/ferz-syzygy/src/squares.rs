//! Constant tables that index squares and sets of squares, shared by all table files.
//!
//! Squares are numbered a1 = 0, b1 = 1, ... h8 = 63.

use crate::material::MAX_MEN;

/// The number of placements of two kings, up to symmetry.
pub(crate) const KING_PAIR_COUNT: u64 = 462;
/// The number of placements of three different men, up to symmetry.
pub(crate) const THREE_MEN_COUNT: u64 = 31_332;

/// The binomial coefficients: `BINOMIAL[k][n]` is the number of ways to choose `k` of `n`.
pub(crate) static BINOMIAL: [[u64; 64]; MAX_MEN] = {
    let mut table = [[0; 64]; MAX_MEN];
    let mut n = 0;
    while n < 64 {
        table[0][n] = 1;
        let mut k = 1;
        while k < MAX_MEN && n > 0 {
            table[k][n] = table[k - 1][n - 1] + table[k][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
};

/// Returns the number of ranks by which a square lies above the diagonal a1-h8; negative below it.
pub(crate) const fn above_diagonal(square: usize) -> i32 {
    (square >> 3) as i32 - (square & 7) as i32
}

/// The indices of the squares of the triangle a1-d1-d4: 0 to 5 below the diagonal, then 6 to 9 on
/// the diagonal.
pub(crate) static TRIANGLE_INDEX: [usize; 64] = {
    let mut table = [0; 64];
    let (mut below, mut diagonal) = (0, 6);
    let mut square = 0;
    while square < 32 {
        let above = above_diagonal(square);
        if square & 4 == 0 && above <= 0 {
            let next = if above == 0 { &mut diagonal } else { &mut below };
            table[square] = *next;
            *next += 1;
        }
        square += 1;
    }
    table
};

/// The indices of the squares below the diagonal a1-h8, 0 to 27.
pub(crate) static BELOW_DIAGONAL_INDEX: [usize; 64] = {
    let mut table = [0; 64];
    let mut next = 0;
    let mut square = 0;
    while square < 64 {
        if above_diagonal(square) < 0 {
            table[square] = next;
            next += 1;
        }
        square += 1;
    }
    table
};

/// The indices of two kings' squares, by the [`TRIANGLE_INDEX`] of the first square and by the second
/// square; `u16::MAX` for squares that cannot occur. Pairs with both kings on the diagonal come
/// last. With the first king on the diagonal, the second is not above it.
pub(crate) static KING_PAIR_INDEX: [[u16; 64]; 10] = {
    let mut table = [[u16::MAX; 64]; 10];
    let mut next = 0;
    let mut pass = 0;
    while pass < 2 {
        let mut triangle_index = 0;
        while triangle_index < 10 {
            let mut first = 0;
            while first & 4 != 0
                || above_diagonal(first) > 0
                || TRIANGLE_INDEX[first] != triangle_index
            {
                first += 1;
            }
            let mut second = 0;
            while second < 64 {
                let files = (first & 7).abs_diff(second & 7);
                let not_adjacent = files > 1 || (first >> 3).abs_diff(second >> 3) > 1;
                let (a, b) = (above_diagonal(first), above_diagonal(second));
                let both_on_diagonal = a == 0 && b == 0;
                if not_adjacent && (a != 0 || b <= 0) && both_on_diagonal == (pass == 1) {
                    table[triangle_index][second] = next;
                    next += 1;
                }
                second += 1;
            }
            triangle_index += 1;
        }
        pass += 1;
    }
    assert!(next as u64 == KING_PAIR_COUNT);
    table
};

/// Returns the file of a square, mirrored to a to d: 0 to 3.
pub(crate) const fn folded_file(square: usize) -> usize {
    let file = square & 7;
    if file < 4 { file } else { 7 - file }
}

/// Returns the index of a leading pawn's square, 0 to 23: by folded file, then by rank.
pub(crate) const fn leading_pawn_index(square: usize) -> usize {
    folded_file(square) * 6 + (square >> 3) - 1
}

/// Returns the position of a pawn's square in the order of pawns, from 47 down to 0: outer files
/// first, then lower ranks, then the left one of two mirrored squares.
pub(crate) const fn pawn_order(square: usize) -> usize {
    let right = if square & 4 != 0 { 1 } else { 0 };
    47 - folded_file(square) * 12 - ((square >> 3) - 1) * 2 - right
}

/// The first index of the positions with the leading pawn on a square, by the number of leading
/// pawns minus one and by [`leading_pawn_index`]. The indices of each file start at 0.
pub(crate) static PAWN_GROUP_START: [[u64; 24]; 6] = pawn_groups().0;
/// The number of placements of the leading pawns, by their number minus one and by the file of the
/// leading pawn.
pub(crate) static PAWN_GROUP_SIZE: [[u64; 4]; 6] = pawn_groups().1;

const fn pawn_groups() -> ([[u64; 24]; 6], [[u64; 4]; 6]) {
    let (mut starts, mut sizes) = ([[0; 24]; 6], [[0; 4]; 6]);
    let mut others = 0;
    while others < 6 {
        let mut index = 0;
        while index < 24 {
            let (file, rank) = (index / 6, 1 + index % 6);
            starts[others][index] = sizes[others][file];
            sizes[others][file] += BINOMIAL[others][pawn_order(rank * 8 + file)];
            index += 1;
        }
        others += 1;
    }
    (starts, sizes)
}
