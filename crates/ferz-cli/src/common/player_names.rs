//! Messages on the players that a name finds, and on names without one.

use super::output::print_message;
use super::text::counted;
use ferz_database::selection::PlayerName;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The players that a name found, with their numbers of games.
#[derive(Clone, Default)]
pub(crate) struct FoundPlayers(BTreeMap<String, u64>);

impl FoundPlayers {
    /// The number of players that are kept.
    const MAX_KEPT: usize = 1000;

    /// The number of players that are printed.
    const MAX_PRINTED: usize = 8;

    /// Adds a game of a player.
    pub(crate) fn add(&mut self, player: &str) {
        if self.0.len() < Self::MAX_KEPT || self.0.contains_key(player) {
            *self.0.entry(player.to_owned()).or_default() += 1;
        }
    }

    /// Prints on standard error the players that a name found if they are several, the most frequent first.
    pub(crate) fn print(&self, name: &PlayerName) {
        if self.0.len() < 2 {
            return;
        }
        let mut players: Vec<_> = self.0.iter().collect();
        players.sort_by_key(|&(_, games)| Reverse(games));
        let left_out = players.len().saturating_sub(Self::MAX_PRINTED);
        let mut listed: Vec<_> = players
            .into_iter()
            .take(Self::MAX_PRINTED)
            .map(|(player, games)| format!("{player:?} ({})", counted(*games as usize, "game")))
            .collect();
        if left_out > 0 {
            listed.push(format!("{left_out} more"));
        }
        let at_least = if self.0.len() < Self::MAX_KEPT { "" } else { "at least " };
        let (name, count) = (name.as_str(), counted(self.0.len(), "name"));
        let players = listed.join(", ");
        print_message(format_args!("ferz: {name:?} found {at_least}{count}: {players}"));
    }
}

/// Returns why these names found no player; `None` without a name.
pub(crate) fn unknown_names<'a>(names: impl Iterator<Item = &'a PlayerName>) -> Option<String> {
    let names: Vec<_> = names.map(|name| format!("{:?}", name.as_str())).collect();
    let listed = names.join(" or ");
    let text = || format!("no player has the name {listed}, compared by whole words");
    (!names.is_empty()).then(text)
}
