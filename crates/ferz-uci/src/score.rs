use core::fmt;

/// The value part of a score, from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScoreValue {
    /// Hundredths of a pawn; positive is good for the side to move.
    Cp(i32),
    /// Mate in this many moves (not plies). Negative: the side to move is mated; 0: it is mated now.
    Mate(i32),
}

/// How a score bounds the true value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ScoreBound {
    /// The score is the value.
    #[default]
    Exact,
    /// The value is at least the score.
    Lower,
    /// The value is at most the score.
    Upper,
}

/// What `score` says.
///
/// ```
/// use ferz_uci::{ScoreBound, Score};
///
/// let score = Score { bound: ScoreBound::Lower, ..Score::cp(31) };
/// assert_eq!(score.to_string(), "cp 31 lowerbound");
/// assert_eq!(Score::mate(-2).to_string(), "mate -2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Score {
    /// Centipawns or moves to mate.
    pub value: ScoreValue,
    /// Whether that is exact.
    pub bound: ScoreBound,
}

impl Score {
    /// An exact score in hundredths of a pawn.
    pub const fn cp(centipawns: i32) -> Self {
        Self { value: ScoreValue::Cp(centipawns), bound: ScoreBound::Exact }
    }

    /// An exact distance to mate in moves, negative if the side to move is mated.
    pub const fn mate(moves: i32) -> Self {
        Self { value: ScoreValue::Mate(moves), bound: ScoreBound::Exact }
    }
}

/// The score as it stands after the word `score`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            ScoreValue::Cp(centipawns) => write!(f, "cp {centipawns}")?,
            ScoreValue::Mate(moves) => write!(f, "mate {moves}")?,
        }
        f.write_str(match self.bound {
            ScoreBound::Exact => "",
            ScoreBound::Lower => " lowerbound",
            ScoreBound::Upper => " upperbound",
        })
    }
}

/// What `wdl` says: the chances of the side to move, in thousandths that should add up to 1000.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WdlPermille {
    /// Wins in a thousand games.
    pub win: u16,
    /// Draws in a thousand games.
    pub draw: u16,
    /// Losses in a thousand games.
    pub loss: u16,
}

/// The three numbers as they stand after the word `wdl`.
impl fmt::Display for WdlPermille {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.win, self.draw, self.loss)
    }
}
