//! Results by ECO code.

use ferz_game::openings::{Eco, Opening};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The results of games by ECO code, with the names of their openings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct OpeningResults<R>(BTreeMap<Eco, (R, BTreeMap<&'static str, u64>)>);

/// An ECO code with the results of its games.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct OpeningRow<R> {
    /// The code, such as `B90`.
    pub eco: String,
    /// The most frequent opening of the code's games, without the variations of its variation; of equally frequent ones, the
    /// first in the alphabet.
    pub name: &'static str,
    /// The results.
    #[serde(flatten)]
    pub results: R,
}

impl<R: Clone + Default> OpeningResults<R> {
    /// Adds the name of a game's opening, and returns the results of its code.
    pub(super) fn results(&mut self, opening: Opening) -> &mut R {
        let (results, names) = self.0.entry(opening.eco).or_default();
        let name = opening.name.split_once(", ").map_or(opening.name, |(variation, _)| variation);
        *names.entry(name).or_default() += 1;
        results
    }

    /// Returns the rows of the `top` codes with the most games.
    pub(super) fn rows(&self, top: usize, games: impl Fn(&R) -> u64) -> Vec<OpeningRow<R>> {
        let mut codes: Vec<_> = self.0.iter().collect();
        codes.sort_by_key(|(eco, (results, _))| (Reverse(games(results)), **eco));
        let row = |(eco, (results, names)): (&Eco, &(R, BTreeMap<&'static str, u64>))| {
            let name = names.iter().min_by_key(|&(_, games)| Reverse(games));
            let name = name.map_or("", |(name, _)| name);
            OpeningRow { eco: eco.to_string(), name, results: results.clone() }
        };
        codes.into_iter().take(top).map(row).collect()
    }
}
