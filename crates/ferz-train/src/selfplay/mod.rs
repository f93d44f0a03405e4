//! Games of the engine against itself.
//!
//! A [`Player`] plays one game after another: from an [opening](Openings) that is partly random,
//! with so many nodes a move, to an end by the rules or one that both sides
//! [agree on](Adjudicator). A [`Crew`] of them shares the openings.
//!
//! The game with a given number follows from the [`Settings`] alone, whatever thread plays it: each
//! begins with everything forgotten and random numbers of its own. So one thread with one seed
//! always writes the same file; more threads write the same games in another order.

mod adjudicator;
mod crew;
mod openings;
mod player;

pub use adjudicator::{Adjudicator, ending_by_rules};
pub use crew::{Crew, CrewError, Rejections};
pub use openings::{Opening, Openings, opening_key};
pub use player::{NoGame, Player};

use serde::{Deserialize, Serialize};

/// How games are played: what a game file tells of them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// The engine, with its version.
    pub engine: String,
    /// The nodes a move: the iteration that reaches them is finished.
    pub nodes: u64,
    /// The random plies that a game begins with, or one more: by turns of chance, so that either
    /// side is to move.
    pub random_plies: usize,
    /// Where all random numbers come from.
    pub seed: u64,
    /// The number of games in the file before these: it is part of the seed, so that a file that
    /// is added to with the same settings gets other games.
    pub first_game: u64,
    /// The part of the games, 0 to 1, that begin from a start of Chess960.
    pub chess960: f64,
    /// The name of a file of positions that the other games begin from, instead of the start of
    /// standard chess.
    pub openings: Option<String>,
    /// The size of each player's table in MiB.
    pub hash_mib: usize,
    /// How many players there are.
    pub threads: usize,
}

impl Settings {
    /// As a game file keeps them.
    pub fn to_json(&self) -> String {
        serde_json::json!(self).to_string()
    }

    /// The seed of the game with this number, from 0.
    fn game_seed(&self, number: u64) -> u64 {
        [self.first_game, number].into_iter().fold(self.seed, |seed, part| {
            // The odd number spreads small ones over all bits (Fibonacci hashing).
            (seed ^ part).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(32)
        })
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            engine: ferz_engine::NAME.to_owned(),
            nodes: 500,
            random_plies: 8,
            seed: 0,
            first_game: 0,
            chess960: 0.0,
            openings: None,
            hash_mib: 8,
            threads: 1,
        }
    }
}
