//! The results of a player by colour, opening and endgame.

use super::openings::{OpeningResults, OpeningRow};
use super::{ENDGAME_PLIES, PlayerResults};
use crate::collector::CollectedGame;
use crate::facts::EndgameKind;
use crate::selection::Selection;
use ferz::Color;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The results of the players with a name.
#[derive(Clone, Debug, Default)]
pub struct PlayerStatistics {
    /// The games of each name that was found.
    names: BTreeMap<String, u64>,
    /// The results with White and with Black.
    sides: [SideStatistics; Color::COUNT],
    /// The results in games with [`ENDGAME_PLIES`] of a kind of endgame.
    endgames: BTreeMap<EndgameKind, PlayerResults>,
}

/// The results with one colour.
#[derive(Clone, Debug, Default)]
struct SideStatistics {
    results: PlayerResults,
    openings: OpeningResults<PlayerResults>,
}

impl PlayerStatistics {
    /// Adds a game without an error for each side that the player of the conditions has.
    pub fn add(&mut self, selection: &Selection, game: &CollectedGame) {
        let sides = selection.player_sides(&game.tags);
        for side in Color::ALL.into_iter().filter(|&side| sides[side]) {
            let name = game.tags.player(side);
            *self.names.entry(name.trim().to_owned()).or_default() += 1;
            let (statistics, result) = (&mut self.sides[side.index()], game.result());
            statistics.results.count(side, result);
            if let Some(opening) = game.opening {
                statistics.openings.results(opening).count(side, result);
            }
            for kind in game.endgames.lasting(ENDGAME_PLIES) {
                self.endgames.entry(kind).or_default().count(side, result);
            }
        }
    }

    /// Returns true if no game has been added.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

/// JSON object of a player's results.
#[derive(Serialize, Debug)]
pub struct PlayerReport<'a> {
    /// The number of games, of which some have errors.
    pub games: u64,
    /// The number of games with errors.
    pub errors: u64,
    /// The names that were found, the most frequent first.
    pub names: Vec<NameRow<'a>>,
    /// The results with White, unless the conditions leave them out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white: Option<SideReport>,
    /// The results with Black, unless the conditions leave them out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<SideReport>,
    /// The results with both colours, if both are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub both: Option<PlayerResults>,
    /// The results in games with [`ENDGAME_PLIES`] of a kind of endgame.
    pub endgames: Vec<PlayerEndgameRow>,
}

/// A name that was found, with its number of games.
#[derive(Serialize, Clone, Copy, Debug)]
pub struct NameRow<'a> {
    /// The name.
    pub name: &'a str,
    /// The number of games.
    pub games: u64,
}

/// The results with one colour, and those of the most frequent openings.
#[derive(Serialize, Debug)]
pub struct SideReport {
    /// The results.
    #[serde(flatten)]
    pub results: PlayerResults,
    /// The openings.
    pub openings: Vec<OpeningRow<PlayerResults>>,
}

/// The results in games with a kind of endgame.
#[derive(Serialize, Clone, Copy, Debug)]
pub struct PlayerEndgameRow {
    /// The name of the kind.
    pub endgame: &'static str,
    /// The results.
    #[serde(flatten)]
    pub results: PlayerResults,
}

impl<'a> PlayerReport<'a> {
    /// Creates a report of one colour or both, with the `top` most frequent openings of each. `games` meet the conditions,
    /// and `errors` are not counted.
    pub fn new(
        statistics: &'a PlayerStatistics,
        color: Option<Color>,
        [games, errors]: [u64; 2],
        top: usize,
    ) -> Self {
        let mut names: Vec<_> = statistics.names.iter().collect();
        names.sort_by_key(|&(name, games)| (Reverse(games), name));
        let [white, black] = Color::ALL.map(|side| {
            let SideStatistics { results, openings } = &statistics.sides[side.index()];
            color.is_none_or(|color| color == side).then(|| SideReport {
                results: *results,
                openings: openings.rows(top, PlayerResults::games),
            })
        });
        let [with_white, with_black] = statistics.sides.each_ref().map(|side| side.results);
        let endgames = statistics.endgames.iter();
        Self {
            games,
            errors,
            names: names.into_iter().map(|(name, &games)| NameRow { name, games }).collect(),
            white,
            black,
            both: color.is_none().then(|| with_white + with_black),
            endgames: endgames
                .map(|(kind, &results)| PlayerEndgameRow { endgame: kind.name(), results })
                .collect(),
        }
    }
}
