use crate::score_search::{move_pruning_if_unset, network_checksum};
use ferz_nnue::Network;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The key of the settings in the JSON object of a game file.
const KEY: &str = "labels";

/// The searches that gave the scores of relabelled games. The settings of a game file have them under
/// the key `labels`, beside the settings with which the games were played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RelabelSettings {
    /// The engine with its version.
    pub engine: String,
    /// The CRC-32 of the network in hexadecimal.
    pub network: String,
    /// The soft node limit of a search: the iteration that exceeds it is completed.
    pub nodes: u64,
    /// The size of the transposition table in MiB.
    pub hash_mib: usize,
    /// Set if the searches prune moves in the move loop.
    #[serde(default = "move_pruning_if_unset")]
    pub move_pruning: bool,
    /// One position in this many is searched, at least 1.
    #[serde(default = "one")]
    pub every: u32,
    /// Set if quiet positions alone are searched and counted: those of [`Filter::quiet`].
    ///
    /// [`Filter::quiet`]: crate::format::Filter::quiet
    #[serde(default)]
    pub quiet: bool,
}

/// Returns the value of `every` in settings without it.
fn one() -> u32 {
    1
}

/// Settings that are not a JSON object.
#[derive(Debug, thiserror::Error)]
#[error("settings of the games: {0}")]
pub struct SettingsError(#[from] serde_json::Error);

impl RelabelSettings {
    /// Returns the settings of searches of all positions by this build of the engine with a network,
    /// without pruning of moves.
    pub fn new(network: &Network, nodes: u64, hash_mib: usize) -> Self {
        let engine = ferz_engine::NAME.to_owned();
        let network = network_checksum(network);
        Self { engine, network, nodes, hash_mib, move_pruning: false, every: 1, quiet: false }
    }

    /// Returns the settings of games, a JSON object, with these label settings in place of earlier
    /// ones.
    ///
    /// # Errors
    /// If the settings of the games are not a JSON object.
    pub fn added_to(&self, settings: &str) -> Result<String, SettingsError> {
        let mut object: Map<String, Value> = serde_json::from_str(settings)?;
        object.insert(KEY.to_owned(), serde_json::to_value(self)?);
        Ok(Value::Object(object).to_string())
    }

    /// Returns the label settings in the settings of games; `None` if the scores are those of the
    /// games' own searches.
    ///
    /// # Errors
    /// If the settings are not a JSON object, or the label settings are incomplete.
    pub fn of(settings: &str) -> Result<Option<Self>, SettingsError> {
        let mut object: Map<String, Value> = serde_json::from_str(settings)?;
        Ok(object.remove(KEY).map(serde_json::from_value).transpose()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfplay::SelfplaySettings;
    use ferz_engine::eval::default_network;

    #[test]
    fn label_settings_are_beside_those_of_the_games() {
        let games = SelfplaySettings::default();
        let first = RelabelSettings::new(&default_network(), 500, 8);
        let second = RelabelSettings { nodes: 5000, ..first.clone() };
        assert_eq!(RelabelSettings::of(&games.to_json()).unwrap(), None);
        let relabelled = first.added_to(&games.to_json()).unwrap();
        assert_eq!(RelabelSettings::of(&relabelled).unwrap(), Some(first));
        let again = second.added_to(&relabelled).unwrap();
        let read: SelfplaySettings = serde_json::from_str(&again).unwrap();
        assert_eq!(read, SelfplaySettings { labels: Some(second), ..games });
    }

    #[test]
    fn settings_that_are_no_object_are_errors() {
        let labels = RelabelSettings::new(&default_network(), 500, 8);
        for text in ["", "first", "[1]", "{\"engine\":"] {
            assert!(labels.added_to(text).is_err() && RelabelSettings::of(text).is_err(), "{text}");
        }
        assert!(RelabelSettings::of("{\"labels\":{\"nodes\":5}}").is_err());
    }
}
