//! The results of players and openings, and their columns in the tables of `pgn stats`.

use crate::common::text::{columns, grouped, wrapped};
use ferz::Color;
use ferz_game::GameResult;
use ferz_game::openings::Opening;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Results of a player's games.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct PlayerResults {
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
    unknown: u64,
}

impl PlayerResults {
    /// Adds the result of a game in which the player has a side.
    pub(super) fn add(&mut self, side: Color, result: GameResult) {
        *match (result.winner(), result) {
            (Some(winner), _) if winner == side => &mut self.wins,
            (Some(_), _) => &mut self.losses,
            (None, GameResult::Draw) => &mut self.draws,
            (None, _) => &mut self.unknown,
        } += 1;
    }

    pub(super) fn games(&self) -> u64 {
        self.wins + self.draws + self.losses + self.unknown
    }
}

/// The number of games with each opening of an ECO code.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct OpeningNames(BTreeMap<&'static str, u64>);

impl OpeningNames {
    pub(super) fn add(&mut self, opening: Opening) {
        *self.0.entry(main_variation(opening.name)).or_default() += 1;
    }

    /// Returns the most frequent opening; of equally frequent ones, the first in the alphabet.
    pub(super) fn most_frequent(&self) -> &'static str {
        let openings = self.0.iter().min_by_key(|&(_, games)| Reverse(games));
        openings.map_or("", |(name, _)| name)
    }
}

/// Returns the name of an opening without the variations of its variation.
fn main_variation(name: &'static str) -> &'static str {
    name.split_once(", ").map_or(name, |(variation, _)| variation)
}

/// The header of the columns of [`player_columns`].
pub(super) const PLAYER_HEADER: &str = "    games     won   drawn    lost";

/// Returns the columns of a player's results.
pub(super) fn player_columns(games: u64, results: &PlayerResults) -> String {
    result_columns(games, [results.wins, results.draws, results.losses])
}

/// Returns the columns of a number of games and of three kinds of results.
pub(super) fn result_columns(games: u64, results: [u64; 3]) -> String {
    let [first, draws, second] = results.map(|count| grouped(count.into()));
    format!("{:>9}{first:>8}{draws:>8}{second:>8}", grouped(games.into()))
}

/// Returns a name beside its columns, in several lines if the terminal is narrow.
pub(super) fn beside(row: &str, name: &str) -> String {
    let indent = row.chars().count() + 2;
    // The spaces of the columns stay.
    let width = columns().map_or(usize::MAX, |columns| columns.max(indent + LEAST_NAME_WIDTH));
    format!(
        "{row}  {}",
        wrapped(name, width - indent.min(width), 0).replace('\n', &format!("\n{:indent$}", ""))
    )
}

/// The least number of characters for a name, on a narrow terminal too.
const LEAST_NAME_WIDTH: usize = 16;
