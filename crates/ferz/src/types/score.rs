use core::fmt;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// The score of a position: centipawns, or the number of moves to mate.
///
/// The view is that of the side to move unless stated otherwise. A negated score is that of the other
/// side. `Display` writes pawns and `#` with the moves to mate; `{:+}` writes a plus before positive
/// pawns.
///
/// ```
/// use ferz::Score;
///
/// assert_eq!(Score::Cp(-205).to_string(), "-2.05");
/// assert_eq!(format!("{:+} {:+}", Score::Cp(31), Score::Mate(3)), "+0.31 #3");
/// assert_eq!((-Score::Mate(3)).to_string(), "#-3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Score {
    /// Centipawns; positive values favour the side whose view it is.
    Cp(i32),
    /// Mate in this many moves (not plies). Negative if the side is mated, 0 if it is checkmated now.
    Mate(i32),
}

/// Returns the score from the view of the other side. `Mate(0)` stays the same.
impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Cp(centipawns) => Self::Cp(centipawns.saturating_neg()),
            Self::Mate(moves) => Self::Mate(moves.saturating_neg()),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match *self {
            Self::Mate(moves) => alloc::format!("#{moves}"),
            Self::Cp(centipawns) => {
                let sign = match centipawns.signum() {
                    -1 => "-",
                    1 if f.sign_plus() => "+",
                    _ => "",
                };
                let number = centipawns.unsigned_abs();
                alloc::format!("{sign}{}.{:02}", number / 100, number % 100)
            }
        };
        f.pad(&text)
    }
}

/// The relation of a score or search value to the true one: a fail low gives an upper bound, a fail
/// high a lower bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(u8)]
pub enum Bound {
    /// Upper bound: the true value is at most this one.
    Upper = 1,
    /// Lower bound: the true value is at least this one.
    Lower = 2,
    /// Exact value.
    #[default]
    Exact = 3,
}

impl Bound {
    /// Returns the bound whose discriminant is in the low two bits, `None` for zero.
    #[inline(always)]
    pub const fn from_bits(bits: u8) -> Option<Self> {
        match bits & 3 {
            1 => Some(Self::Upper),
            2 => Some(Self::Lower),
            3 => Some(Self::Exact),
            _ => None,
        }
    }

    /// Returns true for a lower bound or an exact value.
    #[inline(always)]
    pub const fn is_lower(self) -> bool {
        self as u8 & Self::Lower as u8 != 0
    }

    /// Returns true for an upper bound or an exact value.
    #[inline(always)]
    pub const fn is_upper(self) -> bool {
        self as u8 & Self::Upper as u8 != 0
    }

    /// Returns true if a value with this bound allows a cutoff in a null window at `beta`: at or above
    /// beta with a lower bound, or below beta with an upper bound.
    #[inline(always)]
    pub const fn allows_cutoff(self, value: i32, beta: i32) -> bool {
        if value >= beta { self.is_lower() } else { self.is_upper() }
    }
}

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
    use alloc::format;

    #[test]
    fn scores_are_written_in_pawns_and_moves_to_mate() {
        for (score, text, signed) in [
            (Score::Cp(31), "0.31", "+0.31"),
            (Score::Cp(-1205), "-12.05", "-12.05"),
            (Score::Cp(-5), "-0.05", "-0.05"),
            (Score::Cp(0), "0.00", "0.00"),
            (Score::Cp(i32::MIN), "-21474836.48", "-21474836.48"),
            (Score::Mate(3), "#3", "#3"),
            (Score::Mate(-3), "#-3", "#-3"),
            (Score::Mate(0), "#0", "#0"),
        ] {
            assert_eq!((format!("{score}"), format!("{score:+}")), (text.into(), signed.into()));
        }
        assert_eq!(format!("{:>7}|{:<5}|", Score::Mate(1), Score::Cp(2)), "     #1|0.02 |");
    }

    #[test]
    fn negation_changes_the_view() {
        for (score, negated) in [
            (Score::Cp(31), Score::Cp(-31)),
            (Score::Cp(i32::MIN), Score::Cp(i32::MAX)),
            (Score::Mate(-2), Score::Mate(2)),
            (Score::Mate(0), Score::Mate(0)),
        ] {
            assert_eq!(-score, negated);
        }
    }

    #[test]
    fn bounds_allow_cutoffs_on_their_side_of_beta() {
        assert!(Bound::Lower.allows_cutoff(10, 10) && !Bound::Lower.allows_cutoff(9, 10));
        assert!(Bound::Upper.allows_cutoff(9, 10) && !Bound::Upper.allows_cutoff(10, 10));
        assert!(Bound::Exact.allows_cutoff(9, 10) && Bound::Exact.allows_cutoff(11, 10));
        for bits in 0..=u8::MAX {
            assert_eq!(Bound::from_bits(bits).map_or(0, |bound| bound as u8), bits & 3);
        }
    }

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
