//! Playing below full strength: fewer nodes, and a choice among the best lines that leaves room for
//! worse moves.
//!
//! A level from 0 to 20 rules three things, each of which gives way smoothly: the nodes of a
//! search, so that a level is as strong on every machine; how many lines are searched; and the
//! temperature of the choice among them. A move is drawn with a weight that falls with what it gives
//! away, `exp(-loss / temperature)` (the softmax rule). Level 20 is the search as it is.

use crate::value::{Value, is_mate};

/// How strongly to play, from level 0 to level 20, in steps of a hundredth.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Skill {
    hundredths: u32,
}

/// How strongly some levels, in hundredths, play in Elo.
///
/// Up to level 12 this is measured, in 40 to 80 games each against Stockfish 8 at `Skill Level` n to
/// depth n + 1, whose Elo was taken as `1346.6 + 143.4 * n^0.806` (what Stockfish 11 says of its
/// levels, on the scale of CCRL 40/4): level 0 came to 1290 (± 90), level 4 to 1640 (± 80), level 8 to
/// 2010 (± 80), level 12 to 2130 (± 120). What is above goes on from there by guess. Between levels of
/// this engine the gaps are wider than against others.
const ELO_OF_LEVELS: [(u32, u32); 6] =
    [(0, 1320), (400, 1640), (800, 1980), (1200, 2180), (1600, 2420), (1900, 2600)];

/// The nodes of a search at level 0.
const FEWEST_NODES: f64 = 1000.0;
/// So many levels double the nodes.
const LEVELS_TO_DOUBLE: f64 = 2.0;
/// The fewest lines to choose from.
const FEWEST_LINES: f64 = 4.0;
/// The lines that each level below the highest adds.
const LINES_A_LEVEL: f64 = 0.4;
/// The temperature of the choice at level 0, in centipawns.
const HIGHEST_TEMPERATURE: f64 = 110.0;
/// How much faster than the level the temperature falls, as a power.
const COOLING: f64 = 1.5;
/// A move that gives away so many temperatures is out of the question.
const MARGIN: f64 = 5.0;

impl Skill {
    /// The search as it is.
    pub const FULL: Self = Self { hundredths: 2000 };
    /// The highest level, which is full strength.
    pub const MAX_LEVEL: u32 = 20;
    /// The least Elo that can be asked for.
    pub const MIN_ELO: u32 = ELO_OF_LEVELS[0].1;
    /// The greatest Elo that can be asked for.
    pub const MAX_ELO: u32 = ELO_OF_LEVELS[ELO_OF_LEVELS.len() - 1].1;

    /// A level from 0 to 20; what is above counts as 20.
    pub fn from_level(level: u32) -> Self {
        Self { hundredths: level.min(Self::MAX_LEVEL) * 100 }
    }

    /// The level that plays about this strongly, between [`Self::MIN_ELO`] and [`Self::MAX_ELO`].
    pub fn from_elo(elo: u32) -> Self {
        let elo = elo.clamp(Self::MIN_ELO, Self::MAX_ELO);
        let between = ELO_OF_LEVELS.windows(2).find(|pair| elo <= pair[1].1);
        let hundredths = between.map_or(Self::FULL.hundredths, |pair| {
            let [(low, weaker), (high, stronger)] = [pair[0], pair[1]];
            low + (elo - weaker) * (high - low) / (stronger - weaker)
        });
        Self { hundredths }
    }

    /// Whether nothing weakens the search.
    pub fn is_full(self) -> bool {
        self >= Self::FULL
    }

    fn level(self) -> f64 {
        f64::from(self.hundredths) / 100.0
    }

    /// The most nodes that a search may take.
    pub(crate) fn nodes(self) -> u64 {
        (FEWEST_NODES * (self.level() / LEVELS_TO_DOUBLE).exp2()) as u64
    }

    /// How many lines there are to choose from.
    pub(crate) fn lines(self) -> usize {
        let below = f64::from(Self::MAX_LEVEL) - self.level();
        (FEWEST_LINES + LINES_A_LEVEL * below) as usize
    }

    /// How readily a worse move is chosen, in centipawns.
    fn temperature(self) -> f64 {
        let below = 1.0 - self.level() / f64::from(Self::MAX_LEVEL);
        HIGHEST_TEMPERATURE * below.powf(COOLING)
    }

    /// Which of the lines with these values is played, the first at full strength; `chance` is
    /// drawn evenly from 0 to 1. A mate that is seen is played.
    pub(crate) fn choose(self, values: &[Value], chance: f64) -> usize {
        let Some(&best) = values.iter().max().filter(|_| !self.is_full()) else { return 0 };
        if is_mate(best) && best > 0 {
            return values.iter().position(|&value| value == best).unwrap_or(0);
        }
        let temperature = self.temperature();
        let weights: Vec<f64> = values
            .iter()
            .map(|&value| f64::from(best - value) / temperature)
            .map(|loss| if loss > MARGIN { 0.0 } else { (-loss).exp() })
            .collect();
        let mut left = chance * weights.iter().sum::<f64>();
        let chosen = weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        chosen.unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::mate_in;

    fn levels() -> impl Iterator<Item = Skill> {
        (0..2000).map(|hundredths| Skill { hundredths })
    }

    /// The part of all choices that fall on the best of four lines.
    fn loyalty(strength: Skill) -> f64 {
        let best = |i: &i32| strength.choose(&[30, 18, 0, -60], f64::from(*i) / 1000.0) == 0;
        (0..1000).filter(best).count() as f64 / 1000.0
    }

    #[test]
    fn every_step_up_is_stronger_in_all() {
        for (low, high) in levels().zip(levels().skip(1)) {
            assert!(
                low.nodes() <= high.nodes() && low.lines() >= high.lines() && high.lines() >= 4
            );
            assert!(low.temperature() > high.temperature());
            assert!(loyalty(low) <= loyalty(high));
        }
        assert!(loyalty(Skill::from_level(0)) < 0.4);
        assert!(loyalty(Skill::from_level(19)) > 0.95);
    }

    #[test]
    fn more_elo_is_a_higher_level() {
        let mut last = Skill::from_elo(0);
        assert_eq!(last, Skill::from_level(0));
        for elo in Skill::MIN_ELO..=Skill::MAX_ELO {
            let strength = Skill::from_elo(elo);
            assert!(strength >= last && !strength.is_full(), "{elo}");
            last = strength;
        }
        assert_eq!(Skill::from_elo(u32::MAX), Skill::from_level(19));
    }

    #[test]
    fn the_highest_level_takes_the_best_move() {
        assert!(Skill::from_level(20).is_full() && Skill::from_level(99).is_full());
        assert!(!Skill::from_level(19).is_full());
        assert_eq!(loyalty(Skill::FULL), 1.0);
    }

    #[test]
    fn blunders_are_out_of_the_question_and_mates_are_given() {
        let weakest = Skill::from_level(0);
        for chance in [0.0, 0.3, 0.999_999] {
            assert_eq!(weakest.choose(&[0, -900, -1000], chance), 0);
            assert_eq!(weakest.choose(&[mate_in(3), mate_in(5), 500], chance), 0);
            assert_eq!(weakest.choose(&[], chance), 0);
        }
        // Where all is lost all is the same.
        assert_eq!(weakest.choose(&[-30, -30], 0.999), 1);
    }
}
