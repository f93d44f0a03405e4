//! The game from which a puzzle comes.

use crate::GameDate;
use crate::facts::{GameFacts, GameTags};
use ferz::Color;
use ferz_game::pgn::Tags;

/// The facts of the game from which a puzzle comes. A text is empty if it is unknown.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SourceGame {
    /// The name of White.
    pub white: String,
    /// The name of Black.
    pub black: String,
    /// The event.
    pub event: String,
    /// The date.
    pub date: GameDate,
    /// The side of the player whose games are searched for puzzles, if they are those of one player.
    pub player: Option<Color>,
}

impl SourceGame {
    /// Returns the facts in the tags of a game, without a side of the player.
    pub fn of_tags(tags: &Tags) -> Self {
        let facts = GameFacts::of(&GameTags::of_tags(tags), None);
        let GameFacts { white, black, event, date, .. } = facts;
        let [white, black, event] = [white, black, event].map(known);
        Self { white, black, event, date, player: None }
    }

    /// Returns the name of a side's player.
    pub fn name(&self, side: Color) -> &str {
        match side {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }
}

/// Returns a name; empty for `?`, which stands for an unknown one.
fn known(name: String) -> String {
    if name == "?" { String::new() } else { name }
}
