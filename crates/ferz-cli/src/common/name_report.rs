//! Messages on games that are not found, and on the names and tags that are conditions.

use super::output::print_message;
use super::player_names::{NameMatches, no_player};
use ferz_database::facts::GameTags;
use ferz_database::selection::{Selection, Sought};
use ferz_game::GameResult;

/// The players and tags whose names are conditions.
pub(crate) struct NameReport<'a> {
    selection: &'a Selection,
    /// The players that each name of the conditions found.
    found: Vec<NameMatches>,
    /// The names and tags of the conditions that occurred in any game, as bits.
    known: u64,
    games: u64,
}

impl<'a> NameReport<'a> {
    pub(crate) fn new(selection: &'a Selection) -> Self {
        let found = vec![NameMatches::default(); selection.names().count()];
        Self { selection, found, known: 0, games: 0 }
    }

    /// Adds a game by the names and tags that it has.
    pub(crate) fn add(&mut self, known: u64) {
        self.known |= known;
        self.games += 1;
    }

    /// Adds the players of a game that meets the conditions.
    pub(crate) fn add_players(&mut self, tags: &GameTags, result: GameResult) {
        for (number, player) in self.selection.matched_players(tags, result) {
            self.found[number].add(player);
        }
    }

    /// Prints on standard error why no game was found if none was `met`, the players of a name that found several,
    /// and the tags that no game has.
    pub(crate) fn print(&self, is_inverted: bool, met: u64) {
        if met == 0 {
            print_message(format_args!("ferz: {}", self.reason(is_inverted)));
        } else if let Some(missing) = self.missing_tags() {
            print_message(format_args!("ferz: {missing}"));
        }
        if !is_inverted {
            self.selection.names().zip(&self.found).for_each(|(name, found)| found.print(name));
        }
    }

    /// Returns why no game was found.
    pub(crate) fn reason(&self, is_inverted: bool) -> String {
        if self.games == 0 {
            return "found no game".to_owned();
        }
        if is_inverted {
            return "all games meet the conditions".to_owned();
        }
        let mut reasons = vec!["no game meets the conditions".to_owned()];
        let names = self.missing().filter_map(|sought| match sought {
            Sought::Player(name) => Some(name),
            Sought::Tag(_) => None,
        });
        reasons.extend(no_player(names));
        reasons.extend(self.missing_tags());
        reasons.join(": ")
    }

    /// Returns the message on tags of the conditions that no game has.
    fn missing_tags(&self) -> Option<String> {
        let tags = self.missing().filter_map(|sought| match sought {
            Sought::Tag(name) => Some(format!("{name:?}")),
            Sought::Player(_) => None,
        });
        let mut tags: Vec<_> = tags.collect();
        tags.dedup();
        let is_missing = self.games > 0 && !tags.is_empty();
        is_missing.then(|| format!("no game has the tag {}; case counts", tags.join(" or ")))
    }

    /// Returns the names and tags that no game has.
    fn missing(&self) -> impl Iterator<Item = Sought<'_>> {
        let sought = self.selection.sought().take(64).enumerate();
        sought.filter(|(number, _)| self.known >> number & 1 == 0).map(|(_, sought)| sought)
    }
}
