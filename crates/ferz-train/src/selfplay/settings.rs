use crate::relabel::RelabelSettings;
use crate::score_search::{move_pruning_if_unset, network_checksum};
use ferz_engine::eval::default_network;
use ferz_nnue::Network;
use serde::{Deserialize, Serialize};

/// The settings of self-play games, which a game file stores as JSON.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SelfplaySettings {
    /// The engine with its version.
    pub engine: String,
    /// The CRC-32 of the engine's network in hexadecimal.
    #[serde(default)]
    pub network: String,
    /// The soft node limit of a move: the iteration that exceeds it is completed.
    pub nodes: u64,
    /// Set if the searches prune moves in the move loop.
    #[serde(default = "move_pruning_if_unset")]
    pub move_pruning: bool,
    /// The minimum number of random plies at the start of a game. Half of the games have one more,
    /// so that either side makes the first searched move; 0 means none in any game.
    pub random_plies: usize,
    /// The share, 0 to 1, of random moves among those after the opening, up to ply 30.
    #[serde(default)]
    pub random_moves: f64,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The number of games in the file before these. It is part of the random seed, so that
    /// appending to a file with the same seed plays other games.
    pub first_game: u64,
    /// The share of games, 0 to 1, with a start position of double Chess960.
    pub chess960: f64,
    /// The name of the file with start positions of other games; `None` for the standard start
    /// position alone.
    pub openings: Option<String>,
    /// The share of games, 0 to 1, with a start position of that file. The rest have the standard one.
    #[serde(default = "all")]
    pub openings_share: f64,
    /// The minimum number of random plies after a position of that file, if it is another.
    #[serde(default)]
    pub openings_plies: Option<usize>,
    /// The index in that file, from 0, of the start position of the first game, if the positions are
    /// used in their order; `None` for random positions.
    #[serde(default)]
    pub first_opening: Option<u64>,
    /// The size of each player's transposition table in MiB.
    pub hash_mib: usize,
    /// The number of players, each with one thread.
    pub threads: usize,
    /// The searches that gave the scores, if they are not those of the games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labels: Option<RelabelSettings>,
}

impl SelfplaySettings {
    /// Sets the network that plays.
    #[must_use]
    pub fn with_network(self, network: &Network) -> Self {
        Self { network: network_checksum(network), ..self }
    }

    /// Returns the settings as a JSON object.
    pub fn to_json(&self) -> String {
        serde_json::json!(self).to_string()
    }

    /// Returns the number of the start position of the game with this number, from 0; `None` for a
    /// random one.
    pub(super) fn opening_number(&self, number: u64) -> Option<u64> {
        let first = self.first_opening?;
        Some(first.wrapping_add(self.first_game).wrapping_add(number))
    }

    /// Returns the random seed of the game with this number, from 0.
    pub(super) fn game_seed(&self, number: u64) -> u64 {
        [self.first_game, number].into_iter().fold(self.seed, |seed, part| {
            // Fibonacci hashing: the odd factor spreads small numbers over all bits.
            (seed ^ part).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(32)
        })
    }
}

/// Returns the share of `openings` in settings without it.
fn all() -> f64 {
    1.0
}

impl Default for SelfplaySettings {
    fn default() -> Self {
        Self {
            engine: ferz_engine::NAME.to_owned(),
            network: network_checksum(&default_network()),
            nodes: 500,
            move_pruning: false,
            random_plies: 8,
            random_moves: 0.0,
            seed: 0,
            first_game: 0,
            chess960: 0.0,
            openings: None,
            openings_share: all(),
            openings_plies: None,
            first_opening: None,
            hash_mib: 8,
            threads: 1,
            labels: None,
        }
    }
}
