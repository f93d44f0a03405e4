//! What conditions know of the moves of a game, and an index keeps.

use super::{EndgamePlies, Occurrence, Termination};
use ferz_game::openings::Eco;

/// Facts of the whole main line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct MoveFacts {
    /// The number of plies, null moves included.
    pub(crate) plies: u32,
    /// The code of the opening by the positions.
    pub(crate) opening: Option<Eco>,
    pub(crate) endgames: EndgamePlies,
    pub(crate) termination: Option<Termination>,
    pub(crate) occurrences: Occurrences,
}

/// A set of occurrences.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Occurrences(u8);

impl Occurrences {
    pub(crate) fn add(&mut self, occurrence: Occurrence) {
        self.0 |= 1 << occurrence as u8;
    }

    pub(crate) fn contains(self, occurrence: Occurrence) -> bool {
        self.0 >> occurrence as u8 & 1 != 0
    }
}
