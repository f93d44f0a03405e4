//! The index of a position within a part of a table.
//!
//! Positions that are equal up to symmetry share an index. The leading group is indexed first: the
//! two kings, three men of which there is one each, or the pawns of one side. The other men follow
//! in groups of equal men, each indexed by the combination of its squares among those that the
//! groups before it leave free.
//!
//! Squares are numbered a1 = 0, b1 = 1, ... h8 = 63.

use crate::error::TableError;
use crate::material::{MAX_MEN, Material};
use ferz::{Bitboard, Color, Piece, PieceType, Position};

/// The mapping from positions to indices for one part of a table and one side to move.
pub(crate) struct PositionIndex {
    /// The men in the order of the table. Equal men are adjacent.
    pieces: Vec<Piece>,
    leading: LeadingGroup,
    /// The groups of men, the leading group first.
    groups: Vec<MenGroup>,
}

/// A group of men that are indexed together.
#[derive(Clone, Copy)]
struct MenGroup {
    len: usize,
    /// The factor of the group's index in the position's index.
    factor: u64,
}

/// The kind of the leading group.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LeadingGroup {
    /// The two kings, if all other men have equals.
    Kings,
    /// Three men of which there is one each.
    ThreeMen,
    /// The pawns of one side.
    Pawns {
        /// The file of the leading pawn, 0 to 3. The leading pawn is the one nearest to the a or h
        /// file, on the lowest rank.
        file: usize,
        /// The number of the other side's pawns, which form the second group.
        other_pawns: usize,
    },
}

/// The order in which the groups contribute to the index, least significant first.
#[derive(Clone, Copy)]
pub(crate) struct GroupOrder {
    /// The position of the leading group.
    pub(crate) leading: u8,
    /// The position of the other side's pawns, if both sides have pawns.
    pub(crate) other_pawns: Option<u8>,
}

/// The error for men that are not those of the table's material.
const INVALID_MEN: TableError = TableError::Damaged("piece list");

impl PositionIndex {
    /// Creates the mapping for the part with the leading pawn on `file` (0 without pawns). Returns
    /// it with the number of indices.
    pub(crate) fn new(
        material: &Material,
        order: GroupOrder,
        pieces: Vec<Piece>,
        file: usize,
    ) -> Result<(Self, u64), TableError> {
        check_men(material, &pieces).ok_or(INVALID_MEN)?;
        let (leading, len) = if material.has_pawns() {
            let other_pawn = Piece::new(!pieces[0].color(), PieceType::Pawn);
            let other_pawns = material.count(other_pawn);
            (LeadingGroup::Pawns { file, other_pawns }, material.count(pieces[0]))
        } else if material.unique_pieces() == 2 {
            (LeadingGroup::Kings, 2)
        } else {
            (LeadingGroup::ThreeMen, 3)
        };
        let mut groups = vec![MenGroup { len, factor: 0 }];
        let mut placed = len;
        while placed < pieces.len() {
            let len = material.count(pieces[placed]);
            groups.push(MenGroup { len, factor: 0 });
            placed += len;
        }
        let mut positions = Self { pieces, leading, groups };
        let size = positions.set_factors(order).ok_or(INVALID_MEN)?;
        Ok((positions, size))
    }

    /// Sets the factor of each group to the product of the sizes before it, and returns the product
    /// of all sizes.
    fn set_factors(&mut self, order: GroupOrder) -> Option<u64> {
        let leading_len = self.groups[0].len;
        let (leading_size, other_pawns) = match self.leading {
            LeadingGroup::Kings => (KING_PAIR_COUNT, 0),
            LeadingGroup::ThreeMen => (THREE_MEN_COUNT, 0),
            LeadingGroup::Pawns { file, other_pawns } => {
                (PAWN_GROUP_SIZE[leading_len - 1][file], other_pawns)
            }
        };
        let mut free_squares = 64 - leading_len - other_pawns;
        let mut next_group = 1 + usize::from(other_pawns > 0);
        let mut size = 1_u64;
        for position in 0..=self.groups.len() as u8 {
            let (group, group_size) = if position == order.leading {
                (0, leading_size)
            } else if Some(position) == order.other_pawns {
                (1, BINOMIAL[other_pawns][48 - leading_len])
            } else if let Some(group) = self.groups.get(next_group) {
                let group_size = BINOMIAL[group.len][free_squares];
                free_squares -= group.len;
                next_group += 1;
                (next_group - 1, group_size)
            } else {
                break;
            };
            self.groups[group].factor = size;
            size = size.checked_mul(group_size)?;
        }
        self.groups.iter().all(|group| group.factor > 0).then_some(size)
    }

    /// Returns the first piece of the leading group, a pawn if the material has pawns.
    pub(crate) fn leading_piece(&self) -> Piece {
        self.pieces[0]
    }

    /// Returns the index of a position with the table's material, with colours exchanged if
    /// `flipped`.
    pub(crate) fn index_of(&self, pos: &Position, flipped: bool) -> Result<u64, TableError> {
        let mut squares = [0; MAX_MEN];
        let squares = &mut squares[..self.pieces.len()];
        let has_pawns = matches!(self.leading, LeadingGroup::Pawns { .. });
        // Without pawns, canonicalization makes the vertical flip unnecessary.
        let vertical_flip = if flipped && has_pawns { 56 } else { 0 };
        let mut filled = 0;
        while filled < squares.len() {
            for square in men(pos, self.pieces[filled], flipped).squares() {
                *squares.get_mut(filled).ok_or(INVALID_MEN)? = square.index() ^ vertical_flip;
                filled += 1;
            }
        }
        let leading_index = match self.leading {
            LeadingGroup::Pawns { .. } => index_leading_pawns(squares, self.groups[0].len),
            LeadingGroup::Kings => {
                canonicalize(squares, 2);
                let index = KING_PAIR_INDEX[TRIANGLE_INDEX[squares[0]]][squares[1]];
                (index < KING_PAIR_COUNT as u16).then_some(index.into()).ok_or(INVALID_MEN)?
            }
            LeadingGroup::ThreeMen => {
                canonicalize(squares, 3);
                index_three_men(squares[0], squares[1], squares[2])
            }
        };
        Ok(leading_index * self.groups[0].factor + self.index_other_groups(squares))
    }

    /// Returns the contribution of all groups but the leading one.
    fn index_other_groups(&self, squares: &mut [usize]) -> u64 {
        let mut index = 0;
        let mut placed = self.groups[0].len;
        for (i, group) in self.groups.iter().enumerate().skip(1) {
            let (before, rest) = squares.split_at_mut(placed);
            let is_pawns =
                i == 1 && matches!(self.leading, LeadingGroup::Pawns { other_pawns: 1.., .. });
            // Pawns cannot stand on the eight squares of the first rank.
            let unused = if is_pawns { 8 } else { 0 };
            index += index_combination(before, &mut rest[..group.len], unused) * group.factor;
            placed += group.len;
        }
        index
    }
}

/// Returns the men that correspond to a piece of the table.
fn men(pos: &Position, piece: Piece, flipped: bool) -> Bitboard {
    let color = if flipped { !piece.color() } else { piece.color() };
    pos.pieces(color, piece.piece_type())
}

/// Returns the file of the leading pawn, mirrored to a to d: the part of the table.
pub(crate) fn leading_file(pos: &Position, pawn: Piece, flipped: bool) -> usize {
    men(pos, pawn, flipped).squares().map(|square| folded_file(square.index())).min().unwrap_or(0)
}

/// Returns `Some` if the pieces are the men of the material, with equal men adjacent and a valid
/// leading group first.
fn check_men(material: &Material, pieces: &[Piece]) -> Option<()> {
    let mut placed = 0;
    while let Some(&piece) = pieces.get(placed) {
        let run = pieces[placed..].iter().take_while(|&&other| other == piece).count();
        if run != material.count(piece) || pieces[..placed].contains(&piece) {
            return None;
        }
        placed += run;
    }
    let is_leading_valid = if material.has_pawns() {
        let leading = pieces[0];
        let other_pawn = Piece::new(!leading.color(), PieceType::Pawn);
        let others_follow = pieces.get(material.count(leading)) == Some(&other_pawn);
        leading.piece_type() == PieceType::Pawn
            && (material.count(other_pawn) == 0 || others_follow)
    } else {
        let leading_len = if material.unique_pieces() == 2 { 2 } else { 3 };
        pieces[..leading_len].iter().all(|&piece| material.count(piece) == 1)
    };
    (placed == material.men() && is_leading_valid).then_some(())
}

/// Transforms the board so that the first man stands in the triangle a1-d1-d4 and the first of the
/// `leading` men off the diagonal a1-h8 stands below it.
fn canonicalize(squares: &mut [usize], leading: usize) {
    if squares[0] & 4 != 0 {
        squares.iter_mut().for_each(|square| *square ^= 7);
    }
    if squares[0] & 32 != 0 {
        squares.iter_mut().for_each(|square| *square ^= 56);
    }
    let off_diagonal = squares[..leading].iter().find(|&&square| above_diagonal(square) != 0);
    if off_diagonal.is_some_and(|&square| above_diagonal(square) > 0) {
        squares.iter_mut().for_each(|square| *square = *square >> 3 | (*square & 7) << 3);
    }
}

/// Returns the index of three different canonical squares. Placements with the first man off the
/// diagonal come first, then those with the second man off it, then the third, then none.
fn index_three_men(a: usize, b: usize, c: usize) -> u64 {
    let b_free = b - usize::from(b > a);
    let c_free = c - usize::from(c > a) - usize::from(c > b);
    // On the diagonal the rank identifies the square, and occupied ranks are skipped likewise.
    let (a_rank, b_rank, c_rank) = (a >> 3, b >> 3, c >> 3);
    let b_diagonal = b_rank.wrapping_sub(usize::from(b > a));
    let c_diagonal = c_rank.wrapping_sub(usize::from(c > a) + usize::from(c > b));
    let index = if above_diagonal(a) != 0 {
        (TRIANGLE_INDEX[a] * 63 + b_free) * 62 + c_free
    } else if above_diagonal(b) != 0 {
        6 * 63 * 62 + (a_rank * 28 + BELOW_DIAGONAL_INDEX[b]) * 62 + c_free
    } else if above_diagonal(c) != 0 {
        6 * 63 * 62 + 4 * 28 * 62 + (a_rank * 7 + b_diagonal) * 28 + BELOW_DIAGONAL_INDEX[c]
    } else {
        6 * 63 * 62 + 4 * 28 * 62 + 4 * 7 * 28 + (a_rank * 7 + b_diagonal) * 6 + c_diagonal
    };
    index as u64
}

/// Returns the index of the leading pawns, the first `count` squares. Sorts them and mirrors the
/// board so that the leading pawn comes first and stands on one of the files a to d.
fn index_leading_pawns(squares: &mut [usize], count: usize) -> u64 {
    let leading = (0..count).min_by_key(|&i| (leading_pawn_index(squares[i]), i)).unwrap_or(0);
    squares.swap(0, leading);
    if squares[0] & 4 != 0 {
        squares.iter_mut().for_each(|square| *square ^= 7);
    }
    squares[1..count].sort_by_key(|&square| std::cmp::Reverse(pawn_order(square)));
    let others = squares[1..count].iter().enumerate();
    let start = PAWN_GROUP_START[count - 1][leading_pawn_index(squares[0])];
    others.fold(start, |index, (i, &square)| index + BINOMIAL[count - 1 - i][pawn_order(square)])
}

/// Returns the index of the combination of the group's squares among those that the men before it
/// leave free. The first `unused` squares of the board are not counted.
fn index_combination(before: &[usize], group: &mut [usize], unused: usize) -> u64 {
    group.sort_unstable();
    group
        .iter()
        .zip(1..)
        .map(|(&square, nth)| {
            let occupied = before.iter().filter(|&&other| other < square).count();
            BINOMIAL[nth][square.wrapping_sub(occupied + unused) & 63]
        })
        .sum()
}

/// Decodes a piece of a table's piece list: 1 to 6 for White's pawn to king, plus 8 for Black's.
pub(crate) fn decode_piece(code: u8) -> Result<Piece, TableError> {
    let piece_type = usize::from(code & 7).checked_sub(1).and_then(PieceType::from_index);
    let color = if code & 8 == 0 { Color::White } else { Color::Black };
    piece_type.map(|piece_type| Piece::new(color, piece_type)).ok_or(INVALID_MEN)
}

/// The number of placements of two kings, up to symmetry.
const KING_PAIR_COUNT: u64 = 462;
/// The number of placements of three different men, up to symmetry.
const THREE_MEN_COUNT: u64 = 31_332;

/// The binomial coefficients: `BINOMIAL[k][n]` is the number of ways to choose `k` of `n`.
static BINOMIAL: [[u64; 64]; MAX_MEN] = {
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
const fn above_diagonal(square: usize) -> i32 {
    (square >> 3) as i32 - (square & 7) as i32
}

/// The indices of the squares of the triangle a1-d1-d4: 0 to 5 below the diagonal, then 6 to 9 on
/// the diagonal.
static TRIANGLE_INDEX: [usize; 64] = {
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
static BELOW_DIAGONAL_INDEX: [usize; 64] = {
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
static KING_PAIR_INDEX: [[u16; 64]; 10] = {
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
const fn folded_file(square: usize) -> usize {
    let file = square & 7;
    if file < 4 { file } else { 7 - file }
}

/// Returns the index of a leading pawn's square, 0 to 23: by folded file, then by rank.
const fn leading_pawn_index(square: usize) -> usize {
    folded_file(square) * 6 + (square >> 3) - 1
}

/// Returns the position of a pawn's square in the order of pawns, from 47 down to 0: outer files
/// first, then lower ranks, then the left one of two mirrored squares.
const fn pawn_order(square: usize) -> usize {
    let right = if square & 4 != 0 { 1 } else { 0 };
    47 - folded_file(square) * 12 - ((square >> 3) - 1) * 2 - right
}

/// The first index of the positions with the leading pawn on a square, by the number of leading
/// pawns minus one and by [`leading_pawn_index`]. The indices of each file start at 0.
static PAWN_GROUP_START: [[u64; 24]; 6] = pawn_groups().0;
/// The number of placements of the leading pawns, by their number minus one and by the file of the
/// leading pawn.
static PAWN_GROUP_SIZE: [[u64; 4]; 6] = pawn_groups().1;

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

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::{Setup, Square};
    use std::collections::HashMap;

    /// Returns the men of a material in an order that a table may have.
    fn piece_list(material: &Material) -> Vec<Piece> {
        let mut pieces = Piece::ALL.to_vec();
        pieces.retain(|&piece| material.count(piece) > 0);
        // Pawns come first, those of the side with fewer pawns leading; then the unique pieces.
        pieces.sort_by_key(|&piece| (piece.piece_type() != PieceType::Pawn, material.count(piece)));
        pieces.iter().flat_map(|&piece| vec![piece; material.count(piece)]).collect()
    }

    /// Returns the men's squares in the lowest of all symmetric positions.
    fn lowest_symmetric(pos: &Position, pieces: &[Piece], has_pawns: bool) -> Vec<(Piece, usize)> {
        let symmetries = if has_pawns { 2 } else { 8 };
        let symmetric = (0..symmetries).map(|symmetry| {
            let mut men: Vec<_> = pieces
                .iter()
                .enumerate()
                .filter(|&(i, piece)| !pieces[..i].contains(piece))
                .flat_map(|(_, &piece)| men(pos, piece, false).squares().map(move |s| (piece, s)))
                .map(|(piece, square)| {
                    let square = square.index() ^ [0, 7, 56, 63][symmetry & 3];
                    let diagonal = square >> 3 | (square & 7) << 3;
                    (piece, if symmetry & 4 == 0 { square } else { diagonal })
                })
                .collect();
            men.sort_unstable();
            men
        });
        symmetric.min().unwrap()
    }

    #[test]
    fn only_symmetric_positions_share_an_index() {
        let mut rng = fastrand::Rng::with_seed(1);
        for (name, leading, other_pawns) in [
            ("KRvK", 0, None),
            ("KQQvK", 1, None),
            ("KQRvK", 1, None),
            ("KNNNvK", 1, None),
            ("KBBvKBB", 1, None),
            ("KPPvK", 0, None),
            ("KPPvKP", 1, Some(0)),
            ("KRPvKPP", 0, Some(2)),
        ] {
            let material: Material = name.parse().unwrap();
            let pieces = piece_list(&material);
            let order = GroupOrder { leading, other_pawns };
            let parts: Vec<_> = (0..4)
                .map(|file| PositionIndex::new(&material, order, pieces.clone(), file).unwrap())
                .collect();
            let mut seen = HashMap::new();
            let mut positions = 0;
            for _ in 0..60_000 {
                let mut setup = Setup::empty();
                for &piece in &pieces {
                    setup.pieces[Square::wrapping(rng.usize(..64))] = Some(piece);
                }
                let Ok(pos) = Position::from_setup(&setup) else { continue };
                if pos.material_key() != material.key() {
                    continue;
                }
                let has_pawns = material.has_pawns();
                let file = if has_pawns { leading_file(&pos, pieces[0], false) } else { 0 };
                let (position_index, size) = &parts[file];
                let index = position_index.index_of(&pos, false).unwrap();
                assert!(index < *size, "{name}: {pos:?}");
                let lowest = lowest_symmetric(&pos, &pieces, has_pawns);
                let first_seen = seen.entry((file, index)).or_insert_with(|| lowest.clone());
                assert_eq!(*first_seen, lowest, "{name}: {pos:?}");
                positions += 1;
            }
            assert!(positions > 5000, "{name}: {positions}");
        }
    }
}
