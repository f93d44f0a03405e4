use core::fmt;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A middlegame and an endgame value packed into one word, so that one addition adds both.
///
/// The unit is the centipawn. The endgame value is in the upper 32 bits; the middlegame value is
/// added to the word as a signed number. A sum of 65,536 terms created by [`PhaseScore::new`] cannot
/// overflow, which is more than any board has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PhaseScore(i64);

impl PhaseScore {
    /// Zero in both phases.
    pub const ZERO: Self = Self(0);

    /// Packs the two values.
    #[inline(always)]
    pub const fn new(middlegame: i16, endgame: i16) -> Self {
        Self(((endgame as i64) << 32).wrapping_add(middlegame as i64))
    }

    /// Returns the middlegame value.
    #[inline(always)]
    pub const fn middlegame(self) -> i32 {
        self.0 as i32
    }

    /// Returns the endgame value. A negative middlegame value has borrowed 1 from the upper half;
    /// the addition of half its range compensates it.
    #[inline(always)]
    pub const fn endgame(self) -> i32 {
        (self.0.wrapping_add(0x8000_0000) >> 32) as i32
    }

    /// Returns `self + other`, for constants.
    #[inline(always)]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }

    /// Returns `-self`, for constants.
    #[inline(always)]
    pub const fn negated(self) -> Self {
        Self(self.0.wrapping_neg())
    }
}

impl Add for PhaseScore {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.plus(other)
    }
}

impl Sub for PhaseScore {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.plus(other.negated())
    }
}

impl Neg for PhaseScore {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self.negated()
    }
}

impl Mul<i32> for PhaseScore {
    type Output = Self;
    /// Multiplies both values by `factor`. Each product must fit in 32 bits.
    #[inline(always)]
    fn mul(self, factor: i32) -> Self {
        Self(self.0.wrapping_mul(factor as i64))
    }
}

impl AddAssign for PhaseScore {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for PhaseScore {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Sum for PhaseScore {
    fn sum<I: Iterator<Item = Self>>(scores: I) -> Self {
        scores.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Debug for PhaseScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.middlegame(), self.endgame())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_keeps_both_values_apart() {
        let values = [-3000, -1, 0, 1, 77, 3000];
        for a in values {
            for b in values {
                let score = PhaseScore::new(a, b);
                assert_eq!((score.middlegame(), score.endgame()), (a.into(), b.into()));
                let sum = score - PhaseScore::new(5, -7) * 3 + -score;
                assert_eq!((sum.middlegame(), sum.endgame()), (-15, 21));
            }
        }
    }

    #[test]
    fn the_largest_sums_do_not_overflow() {
        for (a, b) in [(i16::MAX, i16::MAX), (i16::MIN, i16::MAX), (i16::MIN, i16::MIN)] {
            let sum: PhaseScore = core::iter::repeat_n(PhaseScore::new(a, b), 65_536).sum();
            assert_eq!(sum.middlegame(), 65_536 * i32::from(a));
            assert_eq!(sum.endgame(), 65_536 * i32::from(b));
        }
    }
}
