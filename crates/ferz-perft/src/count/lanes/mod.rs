//! Eight sets side by side, one for each direction of a slider or step of a knight, and small counts for
//! every square, as arrays and as AVX-512 registers.

use core::ops::{BitAnd, BitOr, Not};
use ferz::Bitboard;

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "AVX-512 intrinsics")]
pub(super) mod avx512;

/// Eight sets side by side.
pub(super) trait Lanes:
    Copy + From<[Bitboard; 8]> + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// Small counts for every square.
    type Counts: SquareCounts<Lanes = Self, Sums = Self::Sums>;
    /// Sums of such counts.
    type Sums: PartialSums;

    /// Returns eight copies of a set.
    fn broadcast(set: Bitboard) -> Self;

    /// Rotates each set left by its own number of squares.
    fn rotate_left(self, steps: &[u64; 8]) -> Self;

    /// Returns the union of the eight sets.
    fn reduce_or(self) -> Bitboard;

    /// Returns the number of squares in all sets together.
    fn len(self) -> i32;
}

/// Signed 8-bit count for every square.
pub(super) trait SquareCounts: Copy + Default {
    /// The sets that are added.
    type Lanes;
    /// Sums of the counts.
    type Sums;

    /// Adds to each square the number of sets that contain it.
    fn add(&mut self, sets: Self::Lanes);

    /// Subtracts from each square the number of sets that contain it.
    fn sub(&mut self, sets: Self::Lanes);

    /// Adds the sum of the counts over a set.
    fn sum(&self, set: Bitboard, to: &mut Self::Sums);
}

/// Sums of [`SquareCounts`] over sets.
pub(super) trait PartialSums: Default {
    /// Returns the sum of everything added.
    fn total(&self) -> i64;
}

const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;
const NOT_AB: u64 = 0xFCFC_FCFC_FCFC_FCFC;
const NOT_GH: u64 = 0x3F3F_3F3F_3F3F_3F3F;
const NOT_1: u64 = !0xFF;
const NOT_8: u64 = !(0xFF << 56);
const NOT_12: u64 = !0xFFFF;
const NOT_78: u64 = !(0xFFFF << 48);

/// Eight steps, one for each lane. A step is a left rotation; the arrival mask removes squares that
/// wrapped around an edge of the board.
pub(super) struct Steps {
    one: [u64; 8],
    two: [u64; 8],
    four: [u64; 8],
    back: [u64; 8],
    arrivals: [Bitboard; 8],
}

const fn steps(one: [u64; 8], arrivals: [u64; 8]) -> Steps {
    let (mut two, mut four, mut back) = ([0; 8], [0; 8], [0; 8]);
    let mut sets = [Bitboard::EMPTY; 8];
    let mut i = 0;
    while i < 8 {
        two[i] = one[i] * 2 % 64;
        four[i] = one[i] * 4 % 64;
        back[i] = 64 - one[i];
        sets[i] = Bitboard(arrivals[i]);
        i += 1;
    }
    Steps { one, two, four, back, arrivals: sets }
}

/// Slider directions: north, east, south, west; north-east, south-east, south-west, north-west.
/// Lanes 0 to 3 belong to rooks, lanes 4 to 7 to bishops.
pub(super) static SLIDER_STEPS: Steps = steps(
    [8, 1, 56, 63, 9, 57, 55, 7],
    [NOT_1, NOT_A, NOT_8, NOT_H, NOT_1 & NOT_A, NOT_8 & NOT_A, NOT_8 & NOT_H, NOT_1 & NOT_H],
);

/// Knight steps, clockwise from north-north-east.
pub(super) static KNIGHT_STEPS: Steps = steps(
    [17, 10, 58, 49, 47, 54, 6, 15],
    [
        NOT_12 & NOT_A,
        NOT_1 & NOT_AB,
        NOT_8 & NOT_AB,
        NOT_78 & NOT_A,
        NOT_78 & NOT_H,
        NOT_8 & NOT_GH,
        NOT_1 & NOT_GH,
        NOT_12 & NOT_H,
    ],
);

impl Steps {
    /// Moves each set one step in its direction; squares that leave the board are dropped.
    #[inline(always)]
    pub(super) fn forward<L: Lanes>(&self, sets: L) -> L {
        sets.rotate_left(&self.one) & L::from(self.arrivals)
    }

    /// Moves each set one step back. Every square must be the target of a forward step.
    #[inline(always)]
    pub(super) fn back<L: Lanes>(&self, sets: L) -> L {
        sets.rotate_left(&self.back)
    }

    /// Returns the squares that sliders attack: through the empty squares, up to and including the
    /// first occupied one (Kogge-Stone fill).
    #[inline(always)]
    pub(super) fn fill_attacks<L: Lanes>(&self, sliders: L, empty: Bitboard) -> L {
        let mut free = L::broadcast(empty) & L::from(self.arrivals);
        let mut filled = sliders | free & sliders.rotate_left(&self.one);
        free = free & free.rotate_left(&self.one);
        filled = filled | free & filled.rotate_left(&self.two);
        free = free & free.rotate_left(&self.two);
        filled = filled | free & filled.rotate_left(&self.four);
        self.forward(filled)
    }
}

/// Eight sets in an array.
#[derive(Clone, Copy)]
pub(super) struct Array([Bitboard; 8]);

impl From<[Bitboard; 8]> for Array {
    #[inline(always)]
    fn from(sets: [Bitboard; 8]) -> Self {
        Self(sets)
    }
}

impl Lanes for Array {
    type Counts = ArrayCounts;
    type Sums = Sum;

    #[inline(always)]
    fn broadcast(set: Bitboard) -> Self {
        Self([set; 8])
    }

    #[inline(always)]
    fn rotate_left(self, steps: &[u64; 8]) -> Self {
        let mut sets = self.0;
        for (set, step) in sets.iter_mut().zip(steps) {
            set.0 = set.0.rotate_left(*step as u32);
        }
        Self(sets)
    }

    #[inline(always)]
    fn reduce_or(self) -> Bitboard {
        let mut union = Bitboard::EMPTY;
        for set in self.0 {
            union |= set;
        }
        union
    }

    #[inline(always)]
    fn len(self) -> i32 {
        let mut len = 0;
        for set in self.0 {
            len += set.len() as i32;
        }
        len
    }
}

impl BitAnd for Array {
    type Output = Self;
    #[inline(always)]
    fn bitand(mut self, other: Self) -> Self {
        for (set, other) in self.0.iter_mut().zip(other.0) {
            *set &= other;
        }
        self
    }
}

impl BitOr for Array {
    type Output = Self;
    #[inline(always)]
    fn bitor(mut self, other: Self) -> Self {
        for (set, other) in self.0.iter_mut().zip(other.0) {
            *set |= other;
        }
        self
    }
}

impl Not for Array {
    type Output = Self;
    #[inline(always)]
    fn not(mut self) -> Self {
        for set in &mut self.0 {
            *set = !*set;
        }
        self
    }
}

/// Signed 8-bit count for every square, in an array.
#[derive(Clone, Copy)]
pub(super) struct ArrayCounts([i8; 64]);

impl Default for ArrayCounts {
    #[inline(always)]
    fn default() -> Self {
        Self([0; 64])
    }
}

impl SquareCounts for ArrayCounts {
    type Lanes = Array;
    type Sums = Sum;

    #[inline(always)]
    fn add(&mut self, sets: Array) {
        for set in sets.0 {
            for square in set {
                self.0[square] += 1;
            }
        }
    }

    #[inline(always)]
    fn sub(&mut self, sets: Array) {
        for set in sets.0 {
            for square in set {
                self.0[square] -= 1;
            }
        }
    }

    #[inline(always)]
    fn sum(&self, set: Bitboard, to: &mut Sum) {
        for square in set {
            to.0 += i64::from(self.0[square]);
        }
    }
}

/// Sum of [`ArrayCounts`] over sets.
#[derive(Default)]
pub(in crate::count) struct Sum(i64);

impl PartialSums for Sum {
    #[inline(always)]
    fn total(&self) -> i64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::super::version::{OnVersion, Version, on_version};
    use super::*;
    use core::array;
    use ferz::Square;
    use ferz::isa::{self, Isa, Versioned};

    /// Counts for every square after two additions and a subtraction of these sets, and their sum.
    #[derive(Clone)]
    struct CountTwiceAndBack([Bitboard; 8]);

    impl OnVersion for CountTwiceAndBack {
        type Output = ([i64; 64], i64);

        #[inline(always)]
        fn run<V: Version>(self) -> Self::Output {
            let mut counts = <V::Lanes as Lanes>::Counts::default();
            counts.add(V::Lanes::from(self.0));
            counts.add(V::Lanes::from(self.0));
            counts.sub(V::Lanes::from(self.0));
            let sum_over = |set: Bitboard| {
                let mut sums = <V::Lanes as Lanes>::Sums::default();
                counts.sum(set, &mut sums);
                sums.total()
            };
            (array::from_fn(|i| sum_over(Square::wrapping(i).into())), sum_over(Bitboard::ALL))
        }
    }

    impl Versioned for CountTwiceAndBack {
        type Output = ([i64; 64], i64);

        #[inline(always)]
        fn run<I: Isa>(self) -> Self::Output {
            on_version::<I, _>(self)
        }
    }

    #[test]
    fn square_counts_are_the_numbers_of_sets_with_each_square() {
        let sets =
            [1, 3, 7, 1 << 63, 1 << 63 | 1, 0x00FF_0000_0000_0000, !0, 0x8100_0000_0000_0081]
                .map(Bitboard);
        let with = |i: usize| sets.iter().filter(|set| set.contains(Square::wrapping(i))).count();
        let expected =
            (array::from_fn(|i| with(i) as i64), sets.iter().map(|s| s.len() as i64).sum());
        isa::run_each(CountTwiceAndBack(sets), |version, found| {
            assert_eq!(found, expected, "{version}");
        });
    }

    /// Union and number of squares of one set in all lanes, rotated by one step of the sliders.
    #[derive(Clone)]
    struct Rotate(Bitboard);

    impl OnVersion for Rotate {
        type Output = (Bitboard, i32);

        #[inline(always)]
        fn run<V: Version>(self) -> Self::Output {
            let rotated = V::Lanes::broadcast(self.0).rotate_left(&SLIDER_STEPS.one);
            (rotated.reduce_or(), rotated.len())
        }
    }

    impl Versioned for Rotate {
        type Output = (Bitboard, i32);

        #[inline(always)]
        fn run<I: Isa>(self) -> Self::Output {
            on_version::<I, _>(self)
        }
    }

    #[test]
    fn each_lane_rotates_by_its_own_step() {
        let set = 0x8000_0000_0000_0001_u64;
        let rotations = SLIDER_STEPS.one.map(|step| set.rotate_left(step as u32));
        let union = Bitboard(rotations.into_iter().fold(0, |union, set| union | set));
        isa::run_each(Rotate(Bitboard(set)), |version, found| {
            assert_eq!(found, (union, 16), "{version}");
        });
    }
}
