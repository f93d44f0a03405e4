//! The outcome of a position.

use std::fmt;
use std::ops::Neg;

/// The outcome of a position for the side to move, both playing best, if the last move zeroed the
/// counter of the fifty-move rule. The better it is for that side, the greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wdl {
    /// It is lost.
    Loss,
    /// It is lost but for the fifty-move rule.
    BlessedLoss,
    /// It is drawn.
    Draw,
    /// It is won but for the fifty-move rule.
    CursedWin,
    /// It is won.
    Win,
}

impl Wdl {
    /// From -2 for a loss to 2 for a win.
    pub const fn value(self) -> i32 {
        self as i32 - 2
    }

    /// The outcome with this [`value`](Self::value).
    pub const fn from_value(value: i32) -> Option<Self> {
        Some(match value {
            -2 => Self::Loss,
            -1 => Self::BlessedLoss,
            0 => Self::Draw,
            1 => Self::CursedWin,
            2 => Self::Win,
            _ => return None,
        })
    }

    /// The outcome if there were no fifty-move rule.
    #[must_use]
    pub const fn without_fifty_move_rule(self) -> Self {
        match self {
            Self::CursedWin => Self::Win,
            Self::BlessedLoss => Self::Loss,
            other => other,
        }
    }

    /// The outcome under the fifty-move rule.
    #[must_use]
    pub const fn with_fifty_move_rule(self) -> Self {
        match self {
            Self::CursedWin | Self::BlessedLoss => Self::Draw,
            other => other,
        }
    }

    /// The outcome that a distance to zeroing tells, as [`Tablebases::dtz`](crate::Tablebases::dtz)
    /// counts it.
    pub const fn of_dtz(dtz: i32) -> Self {
        match dtz {
            ..=-101 => Self::BlessedLoss,
            -100..=-1 => Self::Loss,
            0 => Self::Draw,
            1..=100 => Self::Win,
            101.. => Self::CursedWin,
        }
    }

    /// The distance to zeroing where the best move zeroes, as
    /// [`Tablebases::dtz`](crate::Tablebases::dtz) counts it.
    pub const fn dtz_at_once(self) -> i32 {
        match self {
            Self::Loss => -1,
            Self::BlessedLoss => -101,
            Self::Draw => 0,
            Self::CursedWin => 101,
            Self::Win => 1,
        }
    }
}

impl Neg for Wdl {
    type Output = Self;

    /// The outcome for the other side.
    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::Win => Self::Loss,
        }
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Loss => "loss",
            Self::BlessedLoss => "loss, drawn by the fifty-move rule",
            Self::Draw => "draw",
            Self::CursedWin => "win, drawn by the fifty-move rule",
            Self::Win => "win",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_ordered_and_mirror() {
        for value in -2..=2 {
            let wdl = Wdl::from_value(value).unwrap();
            assert_eq!((wdl.value(), (-wdl).value()), (value, -value));
            assert_eq!(Wdl::of_dtz(wdl.dtz_at_once()), wdl);
        }
        assert!(Wdl::Loss < Wdl::BlessedLoss && Wdl::CursedWin < Wdl::Win);
        assert_eq!((Wdl::from_value(3), Wdl::from_value(-3)), (None, None));
    }
}
