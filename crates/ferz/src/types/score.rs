use core::fmt;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A middlegame and an endgame value in one word, added and subtracted together.
///
/// The unit is the engine's own centipawn. The endgame half stands in the upper sixteen bits, the
/// middlegame half is added in as a signed number, so one 32-bit addition adds both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Score(i32);

impl Score {
    /// Nothing for either side.
    pub const ZERO: Self = Self(0);

    /// Packs the two halves, each within -32,768 to 32,767.
    #[inline(always)]
    pub const fn new(middlegame: i16, endgame: i16) -> Self {
        Self(((endgame as i32) << 16).wrapping_add(middlegame as i32))
    }

    /// The middlegame half.
    #[inline(always)]
    pub const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The endgame half: a negative middlegame half borrowed one from it, which goes back first.
    #[inline(always)]
    pub const fn endgame(self) -> i32 {
        self.0.wrapping_add(0x8000) >> 16
    }

    /// `self + other`, usable in constants.
    #[inline(always)]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }

    /// `-self`, usable in constants.
    #[inline(always)]
    pub const fn negated(self) -> Self {
        Self(self.0.wrapping_neg())
    }
}

impl Add for Score {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.plus(other)
    }
}

impl Sub for Score {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.plus(other.negated())
    }
}

impl Neg for Score {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self.negated()
    }
}

impl Mul<i32> for Score {
    type Output = Self;
    /// Both halves times `factor`; each product must stay within sixteen bits.
    #[inline(always)]
    fn mul(self, factor: i32) -> Self {
        Self(self.0.wrapping_mul(factor))
    }
}

impl AddAssign for Score {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Score {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Sum for Score {
    fn sum<I: Iterator<Item = Self>>(scores: I) -> Self {
        scores.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.middlegame(), self.endgame())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_do_not_disturb_each_other() {
        let values = [-3000, -1, 0, 1, 77, 3000];
        for a in values {
            for b in values {
                let score = Score::new(a, b);
                assert_eq!((score.middlegame(), score.endgame()), (a.into(), b.into()));
                let sum = score - Score::new(5, -7) * 3 + -score;
                assert_eq!((sum.middlegame(), sum.endgame()), (-15, 21));
            }
        }
    }
}
