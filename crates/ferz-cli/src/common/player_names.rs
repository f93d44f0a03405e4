//! Messages on the players that a name finds, and on names without one.

use super::formats::counted;
use super::output::print_message;
use ferz_database::facts::PlayerName;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// The number of names that a message lists.
const MAX_LISTED: usize = 8;

/// The players that a name found, with their numbers of games.
#[derive(Clone, Default)]
pub(crate) struct NameMatches(BTreeMap<String, u64>);

impl NameMatches {
    /// The number of players that are kept.
    const MAX_KEPT: usize = 1000;

    /// Adds a game of a player.
    pub(crate) fn add(&mut self, player: &str) {
        if self.0.len() < Self::MAX_KEPT || self.0.contains_key(player) {
            *self.0.entry(player.to_owned()).or_default() += 1;
        }
    }

    /// Prints on standard error the players if they are several, the most frequent first.
    pub(crate) fn print(&self, name: &PlayerName) {
        if let Some(message) = several_players(name, &self.0, self.0.len() < Self::MAX_KEPT) {
            print_message(message);
        }
    }
}

/// Returns the message that no player has these names; `None` without one.
pub(crate) fn no_player<'a>(names: impl IntoIterator<Item = &'a PlayerName>) -> Option<String> {
    let mut names: Vec<_> = names.into_iter().map(|name| format!("{:?}", name.as_str())).collect();
    // One name can be that of several conditions.
    let mut known = BTreeSet::new();
    names.retain(|name| known.insert(name.clone()));
    let joined = names.join(" or ");
    (!names.is_empty()).then(|| format!("no player has the name {joined}, compared by whole words"))
}

/// Returns the message on a name that has found several players, here with their numbers of games. `is_complete` is
/// false if there are more of them. `None` for a single player.
pub(crate) fn several_players(
    name: &PlayerName,
    found: &BTreeMap<String, u64>,
    is_complete: bool,
) -> Option<String> {
    if found.len() < 2 {
        return None;
    }
    let mut players: Vec<_> = found.iter().collect();
    players.sort_by_key(|&(_, games)| Reverse(games));
    let left_out = players.len().saturating_sub(MAX_LISTED);
    let mut listed: Vec<_> = players
        .into_iter()
        .take(MAX_LISTED)
        .map(|(name, games)| format!("{name:?} ({})", counted(*games, "game")))
        .collect();
    if left_out > 0 {
        listed.push(format!("{left_out} more"));
    }
    let (name, count) = (name.as_str(), counted(found.len(), "name"));
    let at_least = if is_complete { "" } else { "at least " };
    Some(format!("ferz: {name:?} found {at_least}{count}: {}", listed.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_list_the_most_frequent_players() {
        let [anna, ann]: [PlayerName; 2] = ["anna", "ann"].map(|name| name.parse().unwrap());
        assert_eq!(no_player([]), None);
        let message = "no player has the name \"anna\" or \"ann\", compared by whole words";
        assert_eq!(no_player([&anna, &ann, &anna]).as_deref(), Some(message));
        let mut found = BTreeMap::from([("Anna".to_owned(), 1)]);
        assert_eq!(several_players(&anna, &found, true), None);
        found.extend((2..=11).map(|games| (format!("Anna {games}"), games)));
        let message = several_players(&anna, &found, false).unwrap();
        let first = "ferz: \"anna\" found at least 11 names: \"Anna 11\" (11 games), \"Anna 10\"";
        assert!(message.starts_with(first) && message.ends_with("(4 games), 3 more"), "{message}");
    }
}
