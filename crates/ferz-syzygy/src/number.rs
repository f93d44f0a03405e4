//! The number of a position within a table.
//!
//! Positions that mirrors and rotations turn into each other have one number. The leading men make
//! the first part of it: the two kings, three men that are alone of their kind, or the pawns of one
//! side. The others follow in groups of equal men, each numbered by the combination of squares
//! that those before it have left free.

use crate::fault::TableError;
use crate::material::{MAX_MEN, Material};
use ferz::{Color, Piece, PieceType, Position};

/// How the positions of one part of a table are numbered.
pub(crate) struct Numbering {
    /// The men in the order of the table, those of a kind together.
    pieces: Vec<Piece>,
    lead: Lead,
    /// The leading group first.
    groups: Vec<Group>,
}

/// Equal men, or the leading ones.
#[derive(Clone, Copy)]
struct Group {
    len: usize,
    /// What the number of their squares is multiplied by.
    factor: u64,
}

/// What leads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lead {
    /// The two kings, where they alone are single.
    Kings,
    /// Three single men.
    Three,
    /// The pawns of one side; the part of the table has the file of the foremost of them, a to d.
    Pawns {
        /// The file, 0 to 3.
        file: usize,
        /// How many pawns the other side has; they follow as a group of their own.
        others: usize,
    },
}

impl Lead {
    /// The men that lead, and what is squares for the next: how many numbers their squares have.
    fn size(self, len: usize) -> u64 {
        match self {
            Self::Kings => KING_PAIRS,
            Self::Three => THREE_MEN,
            Self::Pawns { file, .. } => PAWN_COUNTS[len - 1][file],
        }
    }
}

/// The order in which the groups take part in a number.
#[derive(Clone, Copy)]
pub(crate) struct Order {
    /// The place of the leading men.
    pub(crate) lead: u8,
    /// The place of the other side's pawns, where both have some.
    pub(crate) pawns: Option<u8>,
}

impl Numbering {
    /// The numbering of a part for pawns on `file`, whose men are these; and how many numbers it
    /// has.
    pub(crate) fn new(
        material: &Material,
        order: Order,
        pieces: Vec<Piece>,
        file: usize,
    ) -> Result<(Self, u64), TableError> {
        let fault = TableError::Damaged("its men");
        check_men(material, &pieces).ok_or(fault)?;
        let (lead, len) = if material.has_pawns() {
            let others = Piece::new(!pieces[0].color(), PieceType::Pawn);
            let lead = Lead::Pawns { file, others: material.count(others) };
            (lead, material.count(pieces[0]))
        } else if material.singles() == 2 {
            (Lead::Kings, 2)
        } else {
            (Lead::Three, 3)
        };
        let mut groups = vec![Group { len, factor: 0 }];
        let mut placed = len;
        while placed < pieces.len() {
            let len = material.count(pieces[placed]);
            groups.push(Group { len, factor: 0 });
            placed += len;
        }
        let mut numbering = Self { pieces, lead, groups };
        let size = numbering.set_factors(order).ok_or(fault)?;
        Ok((numbering, size))
    }

    /// Multiplies up the sizes of the groups in their order; the whole size.
    fn set_factors(&mut self, order: Order) -> Option<u64> {
        let lead = self.groups[0].len;
        let pawns = match self.lead {
            Lead::Pawns { others, .. } => others,
            _ => 0,
        };
        let mut free = 64 - lead - pawns;
        let mut rest = 1 + usize::from(pawns > 0);
        let mut size = 1_u64;
        for place in 0..=self.groups.len() as u8 {
            let (group, count) = if place == order.lead {
                (0, self.lead.size(lead))
            } else if Some(place) == order.pawns {
                (1, BINOMIAL[pawns][48 - lead])
            } else if let Some(group) = self.groups.get(rest) {
                let count = BINOMIAL[group.len][free];
                free -= group.len;
                rest += 1;
                (rest - 1, count)
            } else {
                break;
            };
            self.groups[group].factor = size;
            size = size.checked_mul(count)?;
        }
        self.groups.iter().all(|group| group.factor > 0).then_some(size)
    }

    /// The kind of the leading men, which are pawns where there are any.
    pub(crate) fn leader(&self) -> Piece {
        self.pieces[0]
    }

    /// The number of a position with the table's men, colours exchanged if `flipped`.
    pub(crate) fn number(&self, pos: &Position, flipped: bool) -> Result<u64, TableError> {
        let mut squares = [0; MAX_MEN];
        let squares = &mut squares[..self.pieces.len()];
        let upside_down = if flipped && matches!(self.lead, Lead::Pawns { .. }) { 56 } else { 0 };
        let mut filled = 0;
        while filled < squares.len() {
            for square in men(pos, self.pieces[filled], flipped).squares() {
                *squares.get_mut(filled).ok_or(UNEXPECTED)? = square.index() ^ upside_down;
                filled += 1;
            }
        }
        let lead = self.groups[0];
        let number = match self.lead {
            Lead::Pawns { .. } => lead_pawns(squares, lead.len),
            Lead::Kings => {
                turn_to_triangle(squares, 2);
                let number = KINGS[TRIANGLE[squares[0]]][squares[1]];
                (number < KING_PAIRS as u16).then_some(number.into()).ok_or(UNEXPECTED)?
            }
            Lead::Three => {
                turn_to_triangle(squares, 3);
                three_men(squares[0], squares[1], squares[2])
            }
        };
        let mut number = number * lead.factor;
        let mut done = lead.len;
        for (i, group) in self.groups.iter().enumerate().skip(1) {
            let (before, rest) = squares.split_at_mut(done);
            let group_squares = &mut rest[..group.len];
            let is_pawns = i == 1 && matches!(self.lead, Lead::Pawns { others: 1.., .. });
            number +=
                combination(before, group_squares, if is_pawns { 8 } else { 0 }) * group.factor;
            done += group.len;
        }
        Ok(number)
    }
}

/// Squares that no position of the table's material has.
const UNEXPECTED: TableError = TableError::Damaged("its men");

/// A kind of men as the table sees it.
fn men(pos: &Position, piece: Piece, flipped: bool) -> ferz::Bitboard {
    let color = if flipped { !piece.color() } else { piece.color() };
    pos.pieces(color, piece.piece_type())
}

/// The file, folded to a to d, of the foremost leading pawn; it tells the part of the table.
pub(crate) fn lead_file(pos: &Position, lead: Piece, flipped: bool) -> usize {
    men(pos, lead, flipped).squares().map(|square| folded_file(square.index())).min().unwrap_or(0)
}

/// Whether these are the material's men, those of a kind together, the leading ones first.
fn check_men(material: &Material, pieces: &[Piece]) -> Option<()> {
    let mut placed = 0;
    while let Some(&piece) = pieces.get(placed) {
        let run = pieces[placed..].iter().take_while(|&&other| other == piece).count();
        if run != material.count(piece) || pieces[..placed].contains(&piece) {
            return None;
        }
        placed += run;
    }
    let lead_fits = if material.has_pawns() {
        let lead = pieces[0];
        let others = Piece::new(!lead.color(), PieceType::Pawn);
        let others_follow = pieces.get(material.count(lead)) == Some(&others);
        lead.piece_type() == PieceType::Pawn && (material.count(others) == 0 || others_follow)
    } else {
        let singles = if material.singles() == 2 { 2 } else { 3 };
        pieces[..singles].iter().all(|&piece| material.count(piece) == 1)
    };
    (placed == material.men() && lead_fits).then_some(())
}

/// Turns the board so that the first man stands in the triangle a1-d1-d4, and the first of the
/// `leading` men that is off the diagonal a1-h8 below it.
fn turn_to_triangle(squares: &mut [usize], leading: usize) {
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

/// By how many ranks a square is above the diagonal a1-h8.
const fn above_diagonal(square: usize) -> i32 {
    (square >> 3) as i32 - (square & 7) as i32
}

/// The number of three different squares, turned to the triangle. Those with the first man off the
/// diagonal come first, then those with the second off it, then the third, then none.
fn three_men(a: usize, b: usize, c: usize) -> u64 {
    let b_free = b - usize::from(b > a);
    let c_free = c - usize::from(c > a) - usize::from(c > b);
    // On the diagonal the rank tells the square, and the ranks taken are left out likewise.
    let (a_rank, b_rank, c_rank) = (a >> 3, b >> 3, c >> 3);
    let b_diagonal = b_rank.wrapping_sub(usize::from(b > a));
    let c_diagonal = c_rank.wrapping_sub(usize::from(c > a) + usize::from(c > b));
    let number = if above_diagonal(a) != 0 {
        (TRIANGLE[a] * 63 + b_free) * 62 + c_free
    } else if above_diagonal(b) != 0 {
        6 * 63 * 62 + (a_rank * 28 + LOWER[b]) * 62 + c_free
    } else if above_diagonal(c) != 0 {
        6 * 63 * 62 + 4 * 28 * 62 + (a_rank * 7 + b_diagonal) * 28 + LOWER[c]
    } else {
        6 * 63 * 62 + 4 * 28 * 62 + 4 * 7 * 28 + (a_rank * 7 + b_diagonal) * 6 + c_diagonal
    };
    number as u64
}

/// The number of the leading pawns' squares within their part of the table; turns the board so that
/// the foremost is on the files a to d.
fn lead_pawns(squares: &mut [usize], count: usize) -> u64 {
    let foremost = (0..count).min_by_key(|&i| (pawn_place(squares[i]), i)).unwrap_or(0);
    squares.swap(0, foremost);
    if squares[0] & 4 != 0 {
        squares.iter_mut().for_each(|square| *square ^= 7);
    }
    squares[1..count].sort_by_key(|&square| std::cmp::Reverse(pawn_rank(square)));
    let others = squares[1..count].iter().enumerate();
    others.fold(PAWN_STARTS[count - 1][pawn_place(squares[0])], |number, (i, &square)| {
        number + BINOMIAL[count - 1 - i][pawn_rank(square)]
    })
}

/// The number of the squares of equal men among those that the men before have left free; of these
/// the first `skipped` are never used.
fn combination(before: &[usize], squares: &mut [usize], skipped: usize) -> u64 {
    squares.sort_unstable();
    squares
        .iter()
        .zip(1..)
        .map(|(&square, nth)| {
            let taken = before.iter().filter(|&&other| other < square).count();
            BINOMIAL[nth][square.wrapping_sub(taken + skipped) & 63]
        })
        .sum()
}

/// The numbers of two kings' squares.
const KING_PAIRS: u64 = 462;
/// The numbers of three men's squares.
const THREE_MEN: u64 = 31_332;

/// How many ways there are to choose so many (first index) of so many (second index).
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

/// The squares of the triangle a1-d1-d4: those below the diagonal from 0 on, then the diagonal.
static TRIANGLE: [usize; 64] = {
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

/// The squares below the diagonal a1-h8, from 0 to 27.
static LOWER: [usize; 64] = {
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

/// The numbers of the kings' squares, by the first one's place in the triangle: those with both on
/// the diagonal come last, and where the first is on it, the second is not above it.
static KINGS: [[u16; 64]; 10] = {
    let mut table = [[u16::MAX; 64]; 10];
    let mut next = 0;
    let mut pass = 0;
    while pass < 2 {
        let mut place = 0;
        while place < 10 {
            let mut first = 0;
            while first & 4 != 0 || above_diagonal(first) > 0 || TRIANGLE[first] != place {
                first += 1;
            }
            let mut second = 0;
            while second < 64 {
                let files = (first & 7).abs_diff(second & 7);
                let apart = files > 1 || (first >> 3).abs_diff(second >> 3) > 1;
                let (a, b) = (above_diagonal(first), above_diagonal(second));
                let both_on_it = a == 0 && b == 0;
                if apart && (a != 0 || b <= 0) && both_on_it == (pass == 1) {
                    table[place][second] = next;
                    next += 1;
                }
                second += 1;
            }
            place += 1;
        }
        pass += 1;
    }
    assert!(next as u64 == KING_PAIRS);
    table
};

/// The file of a square, e to h counted as d to a.
const fn folded_file(square: usize) -> usize {
    let file = square & 7;
    if file < 4 { file } else { 7 - file }
}

/// The places of the foremost pawn: file by file from a to d, from the second rank to the seventh.
const fn pawn_place(square: usize) -> usize {
    folded_file(square) * 6 + (square >> 3) - 1
}

/// The order of the pawns' squares: the outer files and the lower ranks first, from 47 down to 0,
/// the left one of two mirrored squares first.
const fn pawn_rank(square: usize) -> usize {
    let right = if square & 4 != 0 { 1 } else { 0 };
    47 - folded_file(square) * 12 - ((square >> 3) - 1) * 2 - right
}

/// For so many leading pawns less one and each place of the foremost, the number of the first
/// position; it begins anew with each file.
static PAWN_STARTS: [[u64; 24]; 6] = pawn_starts().0;
/// For so many leading pawns less one and each file of the foremost, how many numbers there are.
static PAWN_COUNTS: [[u64; 4]; 6] = pawn_starts().1;

const fn pawn_starts() -> ([[u64; 24]; 6], [[u64; 4]; 6]) {
    let (mut starts, mut counts) = ([[0; 24]; 6], [[0; 4]; 6]);
    let mut more = 0;
    while more < 6 {
        let mut place = 0;
        while place < 24 {
            let (file, rank) = (place / 6, 1 + place % 6);
            starts[more][place] = counts[more][file];
            counts[more][file] += BINOMIAL[more][pawn_rank(rank * 8 + file)];
            place += 1;
        }
        more += 1;
    }
    (starts, counts)
}

/// The colour and type of a man as the files write it: 1 to 6 for White's pawn to king, 8 more for
/// Black's.
pub(crate) fn piece_of(code: u8) -> Result<Piece, TableError> {
    let kind = usize::from(code & 7).checked_sub(1).and_then(PieceType::from_index);
    let color = if code & 8 == 0 { Color::White } else { Color::Black };
    kind.map(|kind| Piece::new(color, kind)).ok_or(UNEXPECTED)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::{Setup, Square};
    use std::collections::HashMap;

    /// The men of a material in an order that a table may have, pawns first.
    fn pieces_of(material: &Material) -> Vec<Piece> {
        let mut kinds = Piece::ALL.to_vec();
        kinds.retain(|&piece| material.count(piece) > 0);
        // The pawns of the side that has fewer lead; without pawns the single men do.
        kinds.sort_by_key(|&piece| (piece.piece_type() != PieceType::Pawn, material.count(piece)));
        kinds.iter().flat_map(|&piece| vec![piece; material.count(piece)]).collect()
    }

    /// The men's squares in the one of all equal positions that comes first.
    fn first_of_equals(pos: &Position, pieces: &[Piece], has_pawns: bool) -> Vec<(Piece, usize)> {
        let turns = if has_pawns { 2 } else { 8 };
        let turned = (0..turns).map(|turn| {
            let mut men: Vec<_> = pieces
                .iter()
                .enumerate()
                .filter(|&(i, piece)| !pieces[..i].contains(piece))
                .flat_map(|(_, &piece)| men(pos, piece, false).squares().map(move |s| (piece, s)))
                .map(|(piece, square)| {
                    let square = square.index() ^ [0, 7, 56, 63][turn & 3];
                    let diagonal = square >> 3 | (square & 7) << 3;
                    (piece, if turn & 4 == 0 { square } else { diagonal })
                })
                .collect();
            men.sort_unstable();
            men
        });
        turned.min().unwrap()
    }

    #[test]
    fn only_equal_positions_have_one_number() {
        let mut seed = 1_u64;
        let mut random = |n: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % n
        };
        for (name, lead, pawns) in [
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
            let pieces = pieces_of(&material);
            let order = Order { lead, pawns };
            let parts: Vec<_> = (0..4)
                .map(|file| Numbering::new(&material, order, pieces.clone(), file).unwrap())
                .collect();
            let mut known = HashMap::new();
            let mut met = 0;
            for _ in 0..60_000 {
                let mut setup = Setup::empty();
                for &piece in &pieces {
                    setup.pieces[Square::wrapping(random(64))] = Some(piece);
                }
                let Ok(pos) = Position::from_setup(&setup) else { continue };
                if pos.material_key() != material.key() {
                    continue;
                }
                let has_pawns = material.has_pawns();
                let file = if has_pawns { lead_file(&pos, pieces[0], false) } else { 0 };
                let (numbering, size) = &parts[file];
                let number = numbering.number(&pos, false).unwrap();
                assert!(number < *size, "{name}: {pos:?}");
                let first = first_of_equals(&pos, &pieces, has_pawns);
                let before = known.entry((file, number)).or_insert_with(|| first.clone());
                assert_eq!(*before, first, "{name}: {pos:?}");
                met += 1;
            }
            assert!(met > 5000, "{name}: {met}");
        }
    }
}
