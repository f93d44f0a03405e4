//! Playing below full strength: fewer nodes, and a random choice among the best lines.
//!
//! A level from 0 to 20 sets three things: the number of nodes, so that a level is as strong on
//! every machine; the number of lines to search; and the temperature of the choice. The weight of a
//! move is `exp(-loss / temperature)`, with the loss against the best move (softmax). Level 20 is
//! full strength. An Elo below that of level 0 goes on to negative levels.

use crate::value::{Value, is_mate};

/// Playing strength up to level 20, in steps of a hundredth.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Skill {
    hundredths: i32,
}

/// Elo of some levels, in hundredths of a level.
///
/// Up to level 12 it is measured against Stockfish 8 at its skill levels, whose Elo is taken as
/// `1346.6 + 143.4 * n^0.806` (the formula of Stockfish 11, on the scale of CCRL 40/4). Higher levels
/// are extrapolated.
const ELO_OF_LEVELS: [(i32, u32); 7] =
    [(-800, 800), (0, 1300), (400, 1700), (800, 2070), (1200, 2480), (1600, 2730), (1900, 2910)];

/// Nodes of a search at level 0.
const NODES_MIN: f64 = 1000.0;
/// Number of levels that double the nodes.
const LEVELS_PER_DOUBLING: f64 = 2.0;
/// Number of lines at level 20.
const LINES_MIN: f64 = 4.0;
/// Additional lines for each level below 20.
const LINES_PER_LEVEL: f64 = 0.4;
/// Further lines for each level below 0, among which are the moves of beginners.
const LINES_PER_NEGATIVE_LEVEL: f64 = 0.6;
/// Temperature at level 0, in centipawns.
const TEMPERATURE_MAX: f64 = 110.0;
/// Exponent of the fall of the temperature from level 0 to level 20.
const TEMPERATURE_EXPONENT: f64 = 1.5;
/// Largest loss of a choice, in temperatures.
const LOSS_MAX: f64 = 5.0;

impl Skill {
    /// Full strength.
    pub const FULL: Self = Self { hundredths: 2000 };
    /// Highest level, which is full strength.
    pub const MAX_LEVEL: u32 = 20;
    /// Lowest Elo of [`from_elo`](Self::from_elo).
    pub const MIN_ELO: u32 = ELO_OF_LEVELS[0].1;
    /// Highest Elo of [`from_elo`](Self::from_elo).
    pub const MAX_ELO: u32 = ELO_OF_LEVELS[ELO_OF_LEVELS.len() - 1].1;

    /// Returns the strength of a level, at most 20.
    pub fn from_level(level: u32) -> Self {
        Self { hundredths: level.min(Self::MAX_LEVEL) as i32 * 100 }
    }

    /// Returns the strength of an Elo, clamped to [`Self::MIN_ELO`] and [`Self::MAX_ELO`].
    pub fn from_elo(elo: u32) -> Self {
        let elo = elo.clamp(Self::MIN_ELO, Self::MAX_ELO);
        let between = ELO_OF_LEVELS.windows(2).find(|pair| elo <= pair[1].1);
        let hundredths = between.map_or(Self::FULL.hundredths, |pair| {
            let [(low, weaker), (high, stronger)] = [pair[0], pair[1]];
            low + (elo - weaker) as i32 * (high - low) / (stronger - weaker) as i32
        });
        Self { hundredths }
    }

    /// Returns true for full strength.
    pub fn is_full(self) -> bool {
        self >= Self::FULL
    }

    fn level(self) -> f64 {
        f64::from(self.hundredths) / 100.0
    }

    /// Returns the node limit of a search. It does not fall below level 0: with fewer nodes not all lines are searched, and
    /// the choice among the rest is a better one.
    pub(crate) fn nodes(self) -> u64 {
        (NODES_MIN * (self.level().max(0.0) / LEVELS_PER_DOUBLING).exp2()) as u64
    }

    /// Returns the number of lines to choose from.
    pub(crate) fn lines(self) -> usize {
        let below = f64::from(Self::MAX_LEVEL) - self.level();
        let negative = (-self.level()).max(0.0);
        (LINES_MIN + LINES_PER_LEVEL * below + LINES_PER_NEGATIVE_LEVEL * negative) as usize
    }

    /// Returns the temperature of the choice, in centipawns.
    fn temperature(self) -> f64 {
        let below = 1.0 - self.level() / f64::from(Self::MAX_LEVEL);
        TEMPERATURE_MAX * below.powf(TEMPERATURE_EXPONENT)
    }

    /// Chooses a line by the values of all lines and returns its index. `random` is uniform in
    /// `0..1`. At full strength it is the first line; a mate is always played.
    pub(crate) fn choose(self, values: &[Value], random: f64) -> usize {
        let Some(&best) = values.iter().max().filter(|_| !self.is_full()) else { return 0 };
        if is_mate(best) && best > 0 {
            return values.iter().position(|&value| value == best).unwrap_or(0);
        }
        let temperature = self.temperature();
        let weights: Vec<f64> = values
            .iter()
            .map(|&value| f64::from(best - value) / temperature)
            .map(|loss| if loss > LOSS_MAX { 0.0 } else { (-loss).exp() })
            .collect();
        let mut remaining = random * weights.iter().sum::<f64>();
        let chosen = weights.iter().position(|weight| {
            remaining -= weight;
            remaining < 0.0
        });
        chosen.unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::mate_in;

    fn levels() -> impl Iterator<Item = Skill> {
        (ELO_OF_LEVELS[0].0..2000).map(|hundredths| Skill { hundredths })
    }

    /// Returns the share of choices that fall on the best of four lines.
    fn best_share(skill: Skill) -> f64 {
        let best = |i: &i32| skill.choose(&[30, 18, 0, -60], f64::from(*i) / 1000.0) == 0;
        (0..1000).filter(best).count() as f64 / 1000.0
    }

    #[test]
    fn higher_level_has_more_nodes_fewer_lines_and_lower_temperature() {
        for (low, high) in levels().zip(levels().skip(1)) {
            assert!(
                low.nodes() <= high.nodes() && low.lines() >= high.lines() && high.lines() >= 4
            );
            assert!(low.temperature() > high.temperature());
            assert!(best_share(low) <= best_share(high));
        }
        assert!(best_share(Skill::from_level(0)) < 0.4);
        assert!(best_share(Skill::from_level(19)) > 0.95);
    }

    #[test]
    fn level_grows_with_elo() {
        let mut last = Skill::from_elo(0);
        assert_eq!(last, Skill { hundredths: ELO_OF_LEVELS[0].0 });
        assert_eq!(Skill::from_elo(1300), Skill::from_level(0));
        assert!(Skill::MIN_ELO == 800 && last < Skill::from_level(0));
        for elo in Skill::MIN_ELO..=Skill::MAX_ELO {
            let skill = Skill::from_elo(elo);
            assert!(skill >= last && !skill.is_full(), "{elo}");
            last = skill;
        }
        assert_eq!(Skill::from_elo(u32::MAX), Skill::from_level(19));
    }

    #[test]
    fn highest_level_always_chooses_the_best_move() {
        assert!(Skill::from_level(20).is_full() && Skill::from_level(99).is_full());
        assert!(!Skill::from_level(19).is_full());
        assert_eq!(best_share(Skill::FULL), 1.0);
    }

    #[test]
    fn blunders_are_never_chosen_and_mates_always() {
        let weakest = Skill::from_elo(0);
        for random in [0.0, 0.3, 0.999_999] {
            assert_eq!(weakest.choose(&[0, -950, -1000], random), 0);
            assert_eq!(weakest.choose(&[mate_in(3), mate_in(5), 500], random), 0);
            assert_eq!(weakest.choose(&[], random), 0);
        }
        // Equal values are equally likely.
        assert_eq!(weakest.choose(&[-30, -30], 0.999), 1);
    }
}
