//! Messages on games that are not found, and on the names that are conditions.

use super::collector::CollectedGame;
use crate::common::output::print_message;
use crate::common::player_names::{no_game, several_players};
use ferz_database::selection::Selection;
use std::collections::BTreeMap;

/// The players whose names are conditions.
pub(super) struct NameReport<'a> {
    selection: &'a Selection,
    /// The players that each name of the conditions found, with their numbers of games.
    found: Vec<BTreeMap<String, u64>>,
    /// The names of the conditions that occurred in any game, as bits.
    known: u64,
}

impl<'a> NameReport<'a> {
    /// The number of players that are kept for a name.
    const MAX_KEPT: usize = 1000;

    pub(super) fn new(selection: &'a Selection) -> Self {
        let found = vec![BTreeMap::new(); selection.names().count()];
        Self { selection, found, known: 0 }
    }

    /// Adds a game.
    pub(super) fn add(&mut self, game: &CollectedGame) {
        self.known |= game.names;
        if !game.is_match || game.error.is_some() {
            return;
        }
        for (number, player) in self.selection.matched_players(&game.tags, game.result()) {
            let found = &mut self.found[number];
            if found.len() < Self::MAX_KEPT || found.contains_key(player) {
                *found.entry(player.to_owned()).or_default() += 1;
            }
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
        for (name, found) in self.selection.names().zip(&self.found) {
            if let Some(message) = several_players(name, found, found.len() < Self::MAX_KEPT) {
                print_message(message);
            }
        }
    }
}
