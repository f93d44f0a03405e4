//! Assessments of moves by their loss.

use std::fmt;

/// The assessment of a move that loses expected score.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MoveAssessment {
    /// `?!`, the NAG 6.
    Inaccuracy,
    /// `?`, the NAG 2.
    Mistake,
    /// `??`, the NAG 4.
    Blunder,
}

impl MoveAssessment {
    /// All assessments, from the smallest loss on.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// Returns the numeric annotation glyph.
    pub const fn nag(self) -> u8 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }

    /// Returns the symbol behind the move.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// Returns the name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

/// Writes the name.
impl fmt::Display for MoveAssessment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The least losses of the assessments, in percentage points of expected score.
///
/// The default values 5, 10 and 15 are those of lichess, which states them as 0.1, 0.2 and 0.3 on a
/// scale from -1 to 1. At equality a loss of 15 points is one of 168 centipawns by
/// [`GAMES_OF_PLAYERS`](super::ScoreCurve::GAMES_OF_PLAYERS).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Thresholds {
    /// The least loss of an inaccuracy.
    pub inaccuracy: f64,
    /// The least loss of a mistake.
    pub mistake: f64,
    /// The least loss of a blunder.
    pub blunder: f64,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self { inaccuracy: 5.0, mistake: 10.0, blunder: 15.0 }
    }
}

impl Thresholds {
    /// Returns the assessment of a loss in percentage points; `None` below all thresholds.
    pub fn assess(&self, loss: f64) -> Option<MoveAssessment> {
        if loss >= self.blunder {
            Some(MoveAssessment::Blunder)
        } else if loss >= self.mistake {
            Some(MoveAssessment::Mistake)
        } else if loss >= self.inaccuracy {
            Some(MoveAssessment::Inaccuracy)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_reach_thresholds() {
        let assess = |loss| Thresholds::default().assess(loss);
        for (loss, expected) in [
            (-3.0, None),
            (4.999, None),
            (5.0, Some(MoveAssessment::Inaccuracy)),
            (9.999, Some(MoveAssessment::Inaccuracy)),
            (10.0, Some(MoveAssessment::Mistake)),
            (15.0, Some(MoveAssessment::Blunder)),
            (100.0, Some(MoveAssessment::Blunder)),
        ] {
            assert_eq!(assess(loss), expected, "{loss}");
        }
    }

    #[test]
    fn glyphs_are_those_of_the_symbols() {
        for assessment in MoveAssessment::ALL {
            let nag = crate::pgn::Nag::from_suffix(assessment.symbol().as_bytes());
            assert_eq!(nag.map(|nag| nag.0), Some(assessment.nag()));
        }
    }
}
