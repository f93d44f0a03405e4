//! `pgn stats --player`: the results of a player by colour and opening.

use super::collector::CollectedGame;
use super::result_table::{OpeningNames, PLAYER_HEADER, PlayerResults, beside, player_columns};
use crate::common::error::Error;
use crate::common::output::escaped;
use crate::common::text::counted;
use ferz::Color;
use ferz_database::selection::PlayerName;
use ferz_game::openings::Eco;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{BufWriter, Write, stdout};

/// The results of the players with a name.
#[derive(Default)]
pub(super) struct PlayerStatistics {
    /// The games of each name that was found.
    names: BTreeMap<String, u64>,
    /// The results with White and with Black.
    sides: [SideStatistics; 2],
}

/// The results with one colour.
#[derive(Default)]
struct SideStatistics {
    results: PlayerResults,
    openings: BTreeMap<Eco, (PlayerResults, OpeningNames)>,
}

impl PlayerStatistics {
    /// Adds a game without an error for each of its players that has the name.
    pub(super) fn add(&mut self, player: &PlayerName, game: &CollectedGame) {
        for side in Color::ALL {
            let name = game.tags.get(if side == Color::White { "White" } else { "Black" });
            if !player.matches(name) {
                continue;
            }
            *self.names.entry(name.to_owned()).or_default() += 1;
            let (statistics, result) = (&mut self.sides[side.index()], game.result());
            statistics.results.add(side, result);
            if let Some(opening) = game.opening {
                let (results, names) = statistics.openings.entry(opening.eco).or_default();
                results.add(side, result);
                names.add(opening);
            }
        }
    }
}

/// JSON object of a player's results.
#[derive(Serialize)]
pub(super) struct PlayerReport<'a> {
    games: u64,
    errors: u64,
    names: Vec<NameRow<'a>>,
    white: SideReport,
    black: SideReport,
}

/// A name that was found, with its number of games.
#[derive(Serialize)]
struct NameRow<'a> {
    name: &'a str,
    games: u64,
}

/// The results with one colour, and those of the most frequent openings.
#[derive(Serialize)]
struct SideReport {
    #[serde(flatten)]
    results: PlayerResults,
    games: u64,
    openings: Vec<OpeningRow>,
}

/// The results in games with an ECO code.
#[derive(Serialize)]
struct OpeningRow {
    eco: String,
    name: &'static str,
    games: u64,
    #[serde(flatten)]
    results: PlayerResults,
}

impl<'a> PlayerReport<'a> {
    /// Creates a report with the `top` most frequent openings of each colour.
    pub(super) fn new(
        games: u64,
        errors: u64,
        statistics: &'a PlayerStatistics,
        top: usize,
    ) -> Self {
        let mut names: Vec<_> = statistics.names.iter().collect();
        names.sort_by_key(|&(name, games)| (Reverse(games), name));
        let [white, black] = statistics.sides.each_ref().map(|side| SideReport::new(side, top));
        Self {
            games,
            errors,
            names: names.into_iter().map(|(name, &games)| NameRow { name, games }).collect(),
            white,
            black,
        }
    }

    /// Returns true if no game has a player with the name.
    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Prints the results as text.
    ///
    /// # Errors
    /// If standard output cannot be written.
    pub(super) fn print(&self) -> Result<(), Error> {
        let mut out = BufWriter::new(stdout().lock());
        let games = counted(self.games as usize, "game");
        writeln!(out, "{games}, {}", counted(self.errors as usize, "error"))?;
        for NameRow { name, games } in &self.names {
            writeln!(out, "{}: {}", escaped(name), counted(*games as usize, "game"))?;
        }
        writeln!(out, "{PLAYER_HEADER}  side")?;
        for (name, side) in [("White", &self.white), ("Black", &self.black)] {
            writeln!(out, "{}  {name}", player_columns(side.games, &side.results))?;
        }
        for (name, side) in [("White", &self.white), ("Black", &self.black)] {
            if side.openings.is_empty() {
                continue;
            }
            writeln!(out, "with {name}")?;
            writeln!(out, "{PLAYER_HEADER}  opening")?;
            for OpeningRow { eco, name, games, results } in &side.openings {
                let opening = format!("{eco} {name}");
                writeln!(out, "{}", beside(&player_columns(*games, results), &opening))?;
            }
        }
        Ok(out.flush()?)
    }
}

impl SideReport {
    fn new(statistics: &SideStatistics, top: usize) -> Self {
        let mut rows: Vec<_> = statistics.openings.iter().collect();
        rows.sort_by_key(|(eco, (results, _))| (Reverse(results.games()), **eco));
        let openings = rows.into_iter().take(top).map(|(eco, (results, names))| OpeningRow {
            eco: eco.to_string(),
            name: names.most_frequent(),
            games: results.games(),
            results: *results,
        });
        let results = statistics.results;
        Self { results, games: results.games(), openings: openings.collect() }
    }
}
