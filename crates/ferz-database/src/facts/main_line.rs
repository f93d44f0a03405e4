//! The length and the opening of a game.

use ferz::Position;
use ferz_game::openings::{self, Opening, OpeningClassifier};
use std::sync::LazyLock;

/// The number of plies after which no opening has a name by its usual moves.
static OPENING_PLIES: LazyLock<u32> =
    LazyLock::new(|| openings::all().map(|opening| u32::from(opening.plies)).max().unwrap_or(0));

/// The length and the opening of the current game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MainLine {
    plies: u32,
    classifier: OpeningClassifier,
}

impl MainLine {
    /// Adds a move by the position before it.
    pub fn add(&mut self, before: &Position) {
        self.add_position(before);
        self.plies += 1;
    }

    /// Adds the last position.
    pub fn finish(&mut self, last: &Position) {
        self.add_position(last);
    }

    fn add_position(&mut self, position: &Position) {
        if self.plies <= *OPENING_PLIES {
            self.classifier.add(position);
        }
    }

    /// Returns the number of plies.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// Returns the opening by the positions.
    pub fn opening(&self) -> Option<Opening> {
        self.classifier.opening()
    }
}
