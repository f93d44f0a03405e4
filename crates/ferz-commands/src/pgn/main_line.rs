//! The tags and the main line of a game as a visitor reads them.

use super::ending::EndingKind;
use ferz::Position;
use ferz_game::GameResult;
use ferz_game::openings::{self, Opening, OpeningClassifier};
use ferz_game::pgn::{Tag, decode};
use std::sync::LazyLock;

/// The number of plies after which no opening has a name by its usual moves.
static OPENING_PLIES: LazyLock<u32> =
    LazyLock::new(|| openings::all().map(|opening| u32::from(opening.plies)).max().unwrap_or(0));

/// The tags of the current game.
#[derive(Default)]
pub(super) struct GameTags {
    pairs: Vec<(String, String)>,
}

impl GameTags {
    /// Removes all tags.
    pub(super) fn clear(&mut self) {
        self.pairs.clear();
    }

    /// Adds a tag.
    pub(super) fn add(&mut self, tag: Tag<'_>) {
        self.pairs.push((decode(tag.name()).into_owned(), tag.value().into_owned()));
    }

    /// Returns the value of a tag, of its last occurrence; `""` without the tag.
    pub(super) fn get(&self, name: &str) -> &str {
        let pair = self.pairs.iter().rev().find(|(known, _)| known == name);
        pair.map_or("", |(_, value)| value)
    }

    /// Returns the result of the game.
    pub(super) fn result(&self, marker: Option<GameResult>) -> GameResult {
        GameResult::of_game(marker, self.get("Result"))
    }

    /// Returns the kind of the game's end.
    pub(super) fn ending(&self, last: &Position, marker: Option<GameResult>) -> EndingKind {
        EndingKind::of(last, self.result(marker), self.get("Termination"))
    }
}

/// The length and the opening of the current game.
#[derive(Default)]
pub(super) struct MainLine {
    plies: u32,
    classifier: OpeningClassifier,
}

impl MainLine {
    /// Adds a move by the position before it.
    pub(super) fn add(&mut self, before: &Position) {
        self.add_position(before);
        self.plies += 1;
    }

    /// Adds the last position.
    pub(super) fn finish(&mut self, last: &Position) {
        self.add_position(last);
    }

    fn add_position(&mut self, position: &Position) {
        if self.plies <= *OPENING_PLIES {
            self.classifier.add(position);
        }
    }

    /// Returns the number of plies.
    pub(super) fn plies(&self) -> u32 {
        self.plies
    }

    /// Returns the opening by the positions.
    pub(super) fn opening(&self) -> Option<Opening> {
        self.classifier.opening()
    }
}
