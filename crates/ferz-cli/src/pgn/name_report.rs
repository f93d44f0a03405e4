//! Messages on games that are not found, and on the names that are conditions.

use super::collector::CollectedGame;
use crate::common::output::print_message;
use crate::common::player_names::{NameMatches, no_game};
use ferz_database::selection::Selection;

/// The players whose names are conditions.
pub(super) struct NameReport<'a> {
    selection: &'a Selection,
    /// The players that each name of the conditions found.
    found: Vec<NameMatches>,
    /// The names of the conditions that occurred in any game, as bits.
    known: u64,
}

impl<'a> NameReport<'a> {
    pub(super) fn new(selection: &'a Selection) -> Self {
        let found = vec![NameMatches::default(); selection.names().count()];
        Self { selection, found, known: 0 }
    }

    /// Adds a game.
    pub(super) fn add(&mut self, game: &CollectedGame) {
        self.known |= game.names;
        if !game.is_match || game.error.is_some() {
            return;
        }
        for (number, player) in self.selection.matched_players(&game.tags, game.result()) {
            self.found[number].add(player);
        }
    }

    /// Prints on standard error why no game was found if none was `met`, and the players of a name that found
    /// several.
    pub(super) fn print(&self, is_inverted: bool, games: u64, met: u64) {
        if met == 0 {
            print_message(format_args!("ferz: {}", self.reason(is_inverted, games)));
        }
        if !is_inverted {
            self.print_players();
        }
    }

    /// Returns why none of so many games was found.
    pub(super) fn reason(&self, is_inverted: bool, games: u64) -> String {
        if games == 0 {
            return "found no game".to_owned();
        }
        if is_inverted {
            return "all games meet the conditions".to_owned();
        }
        let names = self.selection.names().take(64).enumerate();
        no_game(names.filter(|(number, _)| self.known >> number & 1 == 0).map(|(_, name)| name))
    }

    /// Prints on standard error the players of a name that found several.
    pub(super) fn print_players(&self) {
        self.selection.names().zip(&self.found).for_each(|(name, found)| found.print(name));
    }
}
