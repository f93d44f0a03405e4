//! Win, draw or loss under the fifty-move rule.

use std::fmt;
use std::ops::Neg;

/// The game-theoretic outcome for the side to move, if the fifty-move counter is zero. Better
/// outcomes compare greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wdl {
    /// A loss.
    Loss,
    /// A loss that the fifty-move rule makes a draw.
    BlessedLoss,
    /// A draw.
    Draw,
    /// A win that the fifty-move rule makes a draw.
    CursedWin,
    /// A win.
    Win,
}

impl Wdl {
    /// Returns -2 for a loss to 2 for a win.
    pub const fn value(self) -> i32 {
        self as i32 - 2
    }

    /// Returns the outcome with this [`value`](Self::value).
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

    /// Returns the outcome if the fifty-move rule is ignored: a cursed win is a win, a blessed loss
    /// a loss.
    #[must_use]
    pub const fn without_fifty_move_rule(self) -> Self {
        match self {
            Self::CursedWin => Self::Win,
            Self::BlessedLoss => Self::Loss,
            other => other,
        }
    }

    /// Returns the outcome if the fifty-move rule is applied: cursed wins and blessed losses are
    /// draws.
    #[must_use]
    pub const fn with_fifty_move_rule(self) -> Self {
        match self {
            Self::CursedWin | Self::BlessedLoss => Self::Draw,
            other => other,
        }
    }

    /// Returns the outcome of a position with this [`dtz`](crate::Tablebases::dtz).
    pub const fn from_dtz(dtz: i32) -> Self {
        match dtz {
            ..=-101 => Self::BlessedLoss,
            -100..=-1 => Self::Loss,
            0 => Self::Draw,
            1..=100 => Self::Win,
            101.. => Self::CursedWin,
        }
    }

    /// Returns the [`dtz`](crate::Tablebases::dtz) of a position with this outcome in which the
    /// best move zeroes the fifty-move counter.
    pub const fn dtz_before_zeroing(self) -> i32 {
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

    /// Returns the outcome for the other side.
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
    fn order_negation_and_dtz_are_consistent() {
        for value in -2..=2 {
            let wdl = Wdl::from_value(value).unwrap();
            assert_eq!((wdl.value(), (-wdl).value()), (value, -value));
            assert_eq!(Wdl::from_dtz(wdl.dtz_before_zeroing()), wdl);
        }
        for (wdl, without_rule, with_rule) in [
            (Wdl::Loss, Wdl::Loss, Wdl::Loss),
            (Wdl::BlessedLoss, Wdl::Loss, Wdl::Draw),
            (Wdl::Draw, Wdl::Draw, Wdl::Draw),
            (Wdl::CursedWin, Wdl::Win, Wdl::Draw),
            (Wdl::Win, Wdl::Win, Wdl::Win),
        ] {
            assert_eq!(wdl.without_fifty_move_rule(), without_rule);
            assert_eq!(wdl.with_fifty_move_rule(), with_rule);
        }
        let by_dtz = [-101, -100, -1, 0, 1, 100, 101].map(|dtz| Wdl::from_dtz(dtz).value());
        assert_eq!(by_dtz, [-1, -2, -2, 0, 2, 2, 1]);
        assert!(Wdl::Loss < Wdl::BlessedLoss && Wdl::CursedWin < Wdl::Win);
        assert_eq!((Wdl::from_value(3), Wdl::from_value(-3)), (None, None));
    }
}
