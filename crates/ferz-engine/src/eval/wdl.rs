//! From the engine's own centipawns to what people and tools understand: chances, and centipawns
//! of which 100 are an even chance to win.

use crate::value::{Value, is_decided, plies_to_tb};

/// The value, in the engine's own centipawns, at which half of all games are won.
///
/// Fitted, with [`SPREAD`], to the results and values of 410 games of the engine against itself at
/// 8000 nodes a move: `ferz-train tune` tells both figures.
const EVEN_CHANCE: f64 = 140.0;
/// By how much more the odds of a win change by a factor of e.
const SPREAD: f64 = 99.0;

/// The chances of winning, drawing and losing in thousandths, adding up to 1000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wdl {
    /// To win.
    pub win: u32,
    /// To draw.
    pub draw: u32,
    /// To lose.
    pub loss: u32,
}

impl Wdl {
    /// The chances of the side to move at this value.
    pub fn of(value: Value) -> Self {
        let chance = |value: Value| {
            let x = (f64::from(value) - EVEN_CHANCE) / SPREAD;
            (1000.0 / (1.0 + (-x).exp())).round() as u32
        };
        let (win, loss) = (chance(value), chance(-value));
        Self { win, draw: 1000 - win - loss, loss }
    }

    /// The outcome that rules or tablebases say this value is.
    pub fn proven(value: Value) -> Self {
        let won = |value: Value| if value > 0 && is_decided(value) { 1000 } else { 0 };
        let (win, loss) = (won(value), won(-value));
        Self { win, draw: 1000 - win - loss, loss }
    }
}

/// What a win by tablebases is told as, less the plies to it.
const TABLE_WIN_CENTIPAWNS: i32 = 20_000;
/// The most that a judgement is told as.
const JUDGED_MOST_CENTIPAWNS: f64 = 15_000.0;

/// The value in centipawns of which 100 are an even chance to win, 15,000 at most. Wins by tablebases
/// are told as some 20,000.
pub fn centipawns(value: Value) -> i32 {
    if let Some(plies) = plies_to_tb(value) {
        return (TABLE_WIN_CENTIPAWNS - plies) * value.signum();
    }
    let judged = f64::from(value) * 100.0 / EVEN_CHANCE;
    judged.clamp(-JUDGED_MOST_CENTIPAWNS, JUDGED_MOST_CENTIPAWNS).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{EVAL_LIMIT, MATE, tb_win_in};

    #[test]
    fn a_hundred_centipawns_are_an_even_chance() {
        let value = (0..1000).find(|&value| centipawns(value) == 100).unwrap();
        assert!((495..=505).contains(&Wdl::of(value).win));
    }

    #[test]
    fn what_is_proven_is_certain() {
        let chances = |value| {
            let Wdl { win, draw, loss } = Wdl::proven(value);
            (win, draw, loss)
        };
        assert_eq!(chances(0), (0, 1000, 0));
        // A win that the fifty-move rule turns into a draw is told as a small advantage.
        assert_eq!(chances(1), (0, 1000, 0));
        assert_eq!(chances(tb_win_in(3)), (1000, 0, 0));
        assert_eq!(chances(-MATE), (0, 0, 1000));
    }

    #[test]
    fn wins_by_tablebases_stand_apart() {
        assert_eq!(centipawns(tb_win_in(0)), 20_000);
        assert_eq!(centipawns(-tb_win_in(12)), -19_988);
        let nearest = tb_win_in(crate::value::MAX_PLY);
        assert!(centipawns(nearest) > centipawns(EVAL_LIMIT) + 500);
    }

    #[test]
    fn chances_add_up_and_mirror() {
        for value in [-MATE, -EVAL_LIMIT, -300, -1, 0, 77, 2000, MATE] {
            let (here, there) = (Wdl::of(value), Wdl::of(-value));
            assert_eq!(here.win + here.draw + here.loss, 1000);
            assert_eq!((here.win, here.loss), (there.loss, there.win));
        }
    }
}
