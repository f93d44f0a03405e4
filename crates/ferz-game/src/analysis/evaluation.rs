//! Evaluations of positions, and the score that they predict.

use ferz::{Color, Outcome, Position, Score};

/// The evaluation of a position from White's view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Evaluation {
    /// Centipawns, positive if White is better.
    Centipawns(i32),
    /// A forced mate.
    Mate {
        /// The side that gives mate.
        winner: Color,
        /// The number of moves to mate; 0 in checkmate.
        moves: u32,
    },
}

impl Evaluation {
    /// The maximum of [`clamped_centipawns`](Self::clamped_centipawns), which mates have.
    pub const MAX_CENTIPAWNS: i32 = 1000;

    /// Converts the score of a position from the view of a side.
    pub fn new(score: Score, side: Color) -> Self {
        match score {
            Score::Cp(_) if side == Color::Black => Self::new(-score, Color::White),
            Score::Cp(centipawns) => Self::Centipawns(centipawns),
            Score::Mate(moves) => Self::Mate {
                winner: if moves > 0 { side } else { !side },
                moves: moves.unsigned_abs(),
            },
        }
    }

    /// Returns the evaluation of a game that has ended: checkmate or a draw. Returns `None` for
    /// other positions.
    pub fn of_outcome(position: &Position) -> Option<Self> {
        Some(match position.outcome()? {
            Outcome::Checkmate { winner } => Self::Mate { winner, moves: 0 },
            Outcome::Draw(_) => Self::Centipawns(0),
        })
    }

    /// Returns the centipawns from White's view, at most [`MAX_CENTIPAWNS`](Self::MAX_CENTIPAWNS)
    /// for either side, so that decided positions do not dominate a mean.
    pub fn clamped_centipawns(self) -> i32 {
        match self {
            Self::Centipawns(score) => score.clamp(-Self::MAX_CENTIPAWNS, Self::MAX_CENTIPAWNS),
            Self::Mate { winner: Color::White, .. } => Self::MAX_CENTIPAWNS,
            Self::Mate { winner: Color::Black, .. } => -Self::MAX_CENTIPAWNS,
        }
    }

    /// Returns the score from White's view. In checkmate it is `Mate(0)` for either winner.
    pub fn score(self) -> Score {
        match self {
            Self::Centipawns(centipawns) => Score::Cp(centipawns),
            Self::Mate { winner, moves } => {
                let score = Score::Mate(i32::try_from(moves).unwrap_or(i32::MAX));
                if winner == Color::White { score } else { -score }
            }
        }
    }

    /// Returns true for checkmate.
    pub fn is_checkmate(self) -> bool {
        matches!(self, Self::Mate { moves: 0, .. })
    }
}

/// A curve from centipawns to the expected score of a game.
///
/// With the logistic function σ, the win probability at `c` centipawns is
/// `σ((c - offset) / scale)`, the loss probability that at `-c`, and the expected score the first
/// plus half of the draw probability. Mates have the certain score.
///
/// ```
/// use ferz_game::analysis::{Evaluation, ScoreCurve};
/// let score = |cp| ScoreCurve::GAMES_OF_PLAYERS.expected_score(Evaluation::Centipawns(cp));
/// assert_eq!(score(0), 0.5);
/// assert!((score(100) - 0.591).abs() < 0.001 && (score(-100) - 0.409).abs() < 0.001);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScoreCurve {
    /// The centipawns at which half of the games are won; 0 for a curve without draws.
    pub offset: f64,
    /// The centipawns that change the odds of a win by a factor of e; positive.
    pub scale: f64,
}

impl ScoreCurve {
    /// The curve that lichess fitted to rated games: `1 / (1 + exp(-0.00368208 c))`
    /// (<https://lichess.org/page/accuracy>).
    pub const GAMES_OF_PLAYERS: Self = Self { offset: 0.0, scale: 1.0 / 0.003_682_08 };

    /// Returns the expected score of White, from 0 to 1.
    pub fn expected_score(&self, evaluation: Evaluation) -> f64 {
        match evaluation {
            Evaluation::Mate { winner: Color::White, .. } => 1.0,
            Evaluation::Mate { winner: Color::Black, .. } => 0.0,
            Evaluation::Centipawns(score) => {
                let score = f64::from(score);
                f64::midpoint(1.0, self.win_rate(score) - self.win_rate(-score))
            }
        }
    }

    /// Returns the win probability of White, from 0 to 1.
    pub fn win_probability(&self, evaluation: Evaluation) -> f64 {
        match evaluation {
            Evaluation::Mate { winner: Color::White, .. } => 1.0,
            Evaluation::Mate { winner: Color::Black, .. } => 0.0,
            Evaluation::Centipawns(score) => self.win_rate(f64::from(score)),
        }
    }

    fn win_rate(&self, centipawns: f64) -> f64 {
        1.0 / (1.0 + ((self.offset - centipawns) / self.scale).exp())
    }
}

/// [`GAMES_OF_PLAYERS`](Self::GAMES_OF_PLAYERS).
impl Default for ScoreCurve {
    fn default() -> Self {
        Self::GAMES_OF_PLAYERS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE_MATES: Evaluation = Evaluation::Mate { winner: Color::White, moves: 3 };
    const BLACK_MATES: Evaluation = Evaluation::Mate { winner: Color::Black, moves: 2 };

    fn assert_near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 5e-5, "found {found}, expected {expected}");
    }

    #[test]
    fn scores_follow_the_published_formula() {
        let score = |cp| ScoreCurve::GAMES_OF_PLAYERS.expected_score(Evaluation::Centipawns(cp));
        // 1 / (1 + exp(-0.368208)) and so on, computed by hand.
        for (cp, expected) in [(0, 0.5), (100, 0.591_02), (300, 0.751_13), (1000, 0.975_45)] {
            assert_near(score(cp), expected);
            assert_near(score(-cp), 1.0 - expected);
        }
        assert_eq!(ScoreCurve::default().expected_score(WHITE_MATES), 1.0);
        assert_eq!(ScoreCurve::default().expected_score(BLACK_MATES), 0.0);
    }

    #[test]
    fn scores_count_draws_as_half() {
        let curve = ScoreCurve { offset: 100.0, scale: 50.0 };
        // Wins 1 / 2, losses 1 / (1 + exp(4)) = 0.01799, draws the rest.
        assert_near(curve.expected_score(Evaluation::Centipawns(100)), 0.741_01);
        assert_near(curve.win_probability(Evaluation::Centipawns(100)), 0.5);
        assert_near(curve.win_probability(Evaluation::Centipawns(-100)), 0.017_99);
        assert_eq!(curve.win_probability(WHITE_MATES), 1.0);
        assert_eq!(curve.win_probability(BLACK_MATES), 0.0);
        assert_near(curve.expected_score(Evaluation::Centipawns(0)), 0.5);
        assert_near(curve.expected_score(Evaluation::Centipawns(i32::MAX)), 1.0);
        assert_near(curve.expected_score(Evaluation::Centipawns(i32::MIN)), 0.0);
    }

    #[test]
    fn evaluations_convert_to_scores_and_back() {
        let rows = [
            (Evaluation::Centipawns(-35), Score::Cp(-35), -35),
            (Evaluation::Centipawns(2000), Score::Cp(2000), 1000),
            (WHITE_MATES, Score::Mate(3), 1000),
            (BLACK_MATES, Score::Mate(-2), -1000),
            (Evaluation::Mate { winner: Color::Black, moves: 0 }, Score::Mate(0), -1000),
        ];
        for (evaluation, score, clamped) in rows {
            assert_eq!(evaluation.score(), score);
            assert_eq!(evaluation.clamped_centipawns(), clamped);
            assert_eq!(Evaluation::new(score, Color::White), evaluation);
            assert_eq!(evaluation.is_checkmate(), score == Score::Mate(0));
            if !evaluation.is_checkmate() {
                assert_eq!(Evaluation::new(-score, Color::Black), evaluation);
            }
        }
        let mated = Evaluation::Mate { winner: Color::White, moves: 0 };
        assert_eq!(Evaluation::new(Score::Mate(0), Color::Black), mated);
    }

    #[test]
    fn ended_games_have_evaluations() {
        for (fen, expected) in [
            (
                "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
                Some(Evaluation::Mate { winner: Color::Black, moves: 0 }),
            ),
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some(Evaluation::Centipawns(0))),
            ("8/8/8/8/8/4k3/8/4K3 w - - 0 1", Some(Evaluation::Centipawns(0))),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", None),
        ] {
            let position = Position::from_fen(fen).unwrap();
            assert_eq!(Evaluation::of_outcome(&position), expected, "{fen}");
        }
    }
}
