//! Conversion of evaluations to win, draw and loss probabilities, and to normalised centipawns of
//! which 100 are a 50 % win probability.

use crate::value::{Value, is_decided, moves_to_mate, plies_to_tb};
use ferz::Score;

/// The value in internal centipawns at which half of the games are won.
///
/// This and [`WIN_RATE_SCALE`] are about those of fits to self-play games at 20,000 nodes and at 2+0.02
/// (`docs/lab/experiments.csv`); `ferz train show` fits both to game files.
const WIN_RATE_OFFSET: f64 = 112.0;
/// The number of centipawns that changes the odds of a win by a factor of e.
const WIN_RATE_SCALE: f64 = 60.0;

/// The normalised centipawns at which half of the games are won.
pub const HALF_WON_CENTIPAWNS: f64 = 100.0;
/// The normalised centipawns that change the odds of a win by a factor of e.
pub const ODDS_CENTIPAWNS: f64 = HALF_WON_CENTIPAWNS * WIN_RATE_SCALE / WIN_RATE_OFFSET;

/// Win, draw and loss probabilities in permille, with a sum of 1000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WinRates {
    /// The win probability.
    pub win: u32,
    /// The draw probability.
    pub draw: u32,
    /// The loss probability.
    pub loss: u32,
}

impl WinRates {
    /// Returns the probabilities of the side to move at this value.
    pub fn of(value: Value) -> Self {
        let probability = |value: Value| {
            let x = (f64::from(value) - WIN_RATE_OFFSET) / WIN_RATE_SCALE;
            (1000.0 / (1.0 + (-x).exp())).round() as u32
        };
        let (win, loss) = (probability(value), probability(-value));
        Self { win, draw: 1000 - win - loss, loss }
    }

    /// Returns the certain outcome of a value proven by the rules or by tablebases.
    pub fn proven(value: Value) -> Self {
        let won = |value: Value| if value > 0 && is_decided(value) { 1000 } else { 0 };
        let (win, loss) = (won(value), won(-value));
        Self { win, draw: 1000 - win - loss, loss }
    }
}

/// The centipawns reported for a tablebase win, less the plies to it.
const TB_WIN_CENTIPAWNS: i32 = 20_000;
/// The maximum centipawns reported for an evaluation.
const EVAL_CENTIPAWNS_MAX: f64 = 15_000.0;

/// Converts a value to normalised centipawns: at most 15,000 for evaluations, 20,000 less the
/// distance in plies for tablebase wins.
pub fn centipawns(value: Value) -> i32 {
    if let Some(plies) = plies_to_tb(value) {
        return (TB_WIN_CENTIPAWNS - plies) * value.signum();
    }
    let normalised = f64::from(value) * HALF_WON_CENTIPAWNS / WIN_RATE_OFFSET;
    normalised.clamp(-EVAL_CENTIPAWNS_MAX, EVAL_CENTIPAWNS_MAX).round() as i32
}

/// Converts a value to a score: the moves to mate, or [`centipawns`].
pub fn score(value: Value) -> Score {
    moves_to_mate(value).map_or_else(|| Score::Cp(centipawns(value)), Score::Mate)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{EVAL_LIMIT, MATE, mate_in, mated_in, tb_win_in};

    #[test]
    fn hundred_centipawns_win_half_of_the_games() {
        let value = (0..1000).find(|&value| centipawns(value) == 100).unwrap();
        assert!((495..=505).contains(&WinRates::of(value).win));
    }

    #[test]
    fn proven_values_have_certain_outcomes() {
        let rates = |value| {
            let WinRates { win, draw, loss } = WinRates::proven(value);
            (win, draw, loss)
        };
        assert_eq!(rates(0), (0, 1000, 0));
        // A cursed win has a small positive value and is a draw by the fifty-move rule.
        assert_eq!(rates(1), (0, 1000, 0));
        assert_eq!(rates(tb_win_in(3)), (1000, 0, 0));
        assert_eq!(rates(-MATE), (0, 0, 1000));
    }

    #[test]
    fn tablebase_wins_exceed_evaluations() {
        assert_eq!(centipawns(tb_win_in(0)), 20_000);
        assert_eq!(centipawns(-tb_win_in(12)), -19_988);
        let smallest = tb_win_in(crate::value::MAX_PLY);
        assert!(centipawns(smallest) > centipawns(EVAL_LIMIT) + 500);
    }

    #[test]
    fn win_rates_sum_to_1000_and_are_symmetric() {
        for value in [-MATE, -EVAL_LIMIT, -300, -1, 0, 77, 2000, MATE] {
            let (rates, negated) = (WinRates::of(value), WinRates::of(-value));
            assert_eq!(rates.win + rates.draw + rates.loss, 1000);
            assert_eq!((rates.win, rates.loss), (negated.loss, negated.win));
        }
    }

    #[test]
    fn values_become_centipawns_or_moves_to_mate() {
        assert_eq!(score(0), Score::Cp(0));
        assert_eq!(score(112), Score::Cp(100));
        assert_eq!(score(mate_in(5)), Score::Mate(3));
        assert_eq!(score(mated_in(4)), Score::Mate(-2));
        assert_eq!(score(mated_in(0)), Score::Mate(0));
    }
}
