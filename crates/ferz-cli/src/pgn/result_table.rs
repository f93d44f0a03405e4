//! The parts of both reports of `pgn stats`: numbers of games and names of openings.

use crate::common::prelude::*;
use ferz_database::facts::EndgamePlies;
use ferz_game::openings::Opening;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;

/// The least number of plies of an endgame that is counted.
pub(super) const ENDGAME_PLIES: u32 = EndgamePlies::DEFAULT;

/// The games that are counted.
#[derive(Clone, Copy, Default)]
pub(super) struct GameCounts {
    /// All games of the files.
    pub(super) read: u64,
    /// Those that meet the conditions.
    pub(super) games: u64,
    /// Those of them with errors.
    pub(super) errors: u64,
}

/// Writes the numbers.
impl fmt::Display for GameCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.games < self.read {
            write!(f, "{} of ", grouped(self.games))?;
        }
        let (read, errors) = (counted(self.read, "game"), self.errors);
        write!(f, "{read}, {}", counted(errors, "error"))
    }
}

/// The number of games with each opening of an ECO code.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct OpeningNames(BTreeMap<&'static str, u64>);

impl OpeningNames {
    pub(super) fn add(&mut self, opening: Opening) {
        *self.0.entry(main_variation(opening.name)).or_default() += 1;
    }

    /// Returns the most frequent opening; of equally frequent ones, the first in the alphabet.
    pub(super) fn most_frequent(&self) -> &'static str {
        let openings = self.0.iter().min_by_key(|&(_, games)| Reverse(games));
        openings.map_or("", |(name, _)| name)
    }
}

/// Returns the name of an opening without the variations of its variation.
fn main_variation(name: &'static str) -> &'static str {
    name.split_once(", ").map_or(name, |(variation, _)| variation)
}
