//! `pgn stats --player`: the results of a player by colour, opening and endgame.

use super::result_table::{ENDGAME_PLIES, GameCounts, OpeningNames};
use crate::common::player_results::{PlayerResults, ResultRow, player_row, player_table};
use crate::common::prelude::*;
use ferz_database::collector::CollectedGame;
use ferz_database::facts::EndgameKind;
use ferz_database::selection::Selection;
use ferz_game::openings::Eco;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The results of the players with a name.
#[derive(Default)]
pub(super) struct PlayerStatistics {
    /// The games of each name that was found.
    names: BTreeMap<String, u64>,
    /// The results with White and with Black.
    sides: [SideStatistics; 2],
    /// The results in games with [`ENDGAME_PLIES`] of a kind of endgame.
    endgames: BTreeMap<EndgameKind, PlayerResults>,
}

/// The results with one colour.
#[derive(Default)]
struct SideStatistics {
    results: PlayerResults,
    openings: BTreeMap<Eco, (PlayerResults, OpeningNames)>,
}

impl PlayerStatistics {
    /// Adds a game without an error for each side that the player of the conditions has.
    pub(super) fn add(&mut self, selection: &Selection, game: &CollectedGame) {
        let sides = selection.player_sides(&game.tags);
        for side in Color::ALL.into_iter().filter(|&side| sides[side]) {
            let name = game.tags.player(side);
            *self.names.entry(name.trim().to_owned()).or_default() += 1;
            let (statistics, result) = (&mut self.sides[side.index()], game.result());
            statistics.results.count(side, result);
            if let Some(opening) = game.opening {
                let (results, names) = statistics.openings.entry(opening.eco).or_default();
                results.count(side, result);
                names.add(opening);
            }
            for kind in game.endgames.lasting(ENDGAME_PLIES) {
                self.endgames.entry(kind).or_default().count(side, result);
            }
        }
    }

    /// Returns true if no game has been added.
    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

/// JSON object of a player's results.
#[derive(Serialize)]
pub(super) struct PlayerReport<'a> {
    #[serde(skip)]
    counts: GameCounts,
    #[serde(skip)]
    selection: &'a Selection,
    games: u64,
    errors: u64,
    names: Vec<NameRow<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<SideReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<SideReport>,
    /// The results with both colours.
    #[serde(skip_serializing_if = "Option::is_none")]
    both: Option<ResultRow>,
    endgames: Vec<PlayerEndgameRow>,
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
    results: ResultRow,
    openings: Vec<PlayerOpeningRow>,
}

/// The results in games with an ECO code.
#[derive(Serialize)]
struct PlayerOpeningRow {
    eco: String,
    name: &'static str,
    #[serde(flatten)]
    results: ResultRow,
}

/// The results in games with a kind of endgame.
#[derive(Serialize)]
struct PlayerEndgameRow {
    endgame: &'static str,
    #[serde(flatten)]
    results: ResultRow,
}

impl<'a> PlayerReport<'a> {
    /// Creates a report of one colour or both, with the `top` most frequent openings of each.
    pub(super) fn new(
        counts: GameCounts,
        selection: &'a Selection,
        statistics: &'a PlayerStatistics,
        top: usize,
    ) -> Self {
        let color = selection.color;
        let mut names: Vec<_> = statistics.names.iter().collect();
        names.sort_by_key(|&(name, games)| (Reverse(games), name));
        let [white, black] = Color::ALL.map(|side| {
            let is_counted = color.is_none_or(|color| color == side);
            is_counted.then(|| SideReport::new(&statistics.sides[side.index()], top))
        });
        let [with_white, with_black] = statistics.sides.each_ref().map(|side| side.results);
        let endgame = |(kind, &results): (&EndgameKind, &PlayerResults)| PlayerEndgameRow {
            endgame: kind.name(),
            results: results.into(),
        };
        Self {
            counts,
            selection,
            games: counts.games,
            errors: counts.errors,
            names: names.into_iter().map(|(name, &games)| NameRow { name, games }).collect(),
            white,
            black,
            both: color.is_none().then(|| (with_white + with_black).into()),
            endgames: statistics.endgames.iter().map(endgame).collect(),
        }
    }

    /// Prints the results as text.
    ///
    /// # Errors
    /// If standard output cannot be written.
    pub(super) fn print(&self) -> Result<(), Error> {
        let mut out = BufWriter::new(stdout().lock());
        let name = match &self.names[..] {
            [name] => escaped(name.name),
            _ => {
                let names = self.selection.players.iter();
                let names: Vec<_> = names.map(|name| format!("{:?}", name.as_str())).collect();
                escaped(&names.join(" or "))
            }
        };
        writeln!(out, "{name}: {}", self.counts)?;
        let table = player_table("side");
        writeln!(out, "{}", table.header())?;
        let sides = [("White", &self.white), ("Black", &self.black)];
        let rows = sides.map(|(name, side)| (name, side.as_ref().map(|side| &side.results)));
        for (name, row) in rows.into_iter().chain([("both", self.both.as_ref())]) {
            if let Some(row) = row {
                writeln!(out, "{}", player_row(&table, row, name))?;
            }
        }
        for (name, side) in sides {
            let openings = side.iter().flat_map(|side| &side.openings);
            let rows = openings.map(|row| (format!("{} {}", row.eco, row.name), &row.results));
            write_table(&mut out, &format!("with {name}"), "opening", rows)?;
        }
        let title = format!("endgames of {ENDGAME_PLIES} plies or more");
        let rows = self.endgames.iter().map(|row| (row.endgame.to_owned(), &row.results));
        write_table(&mut out, &title, "endgame", rows)?;
        Ok(out.flush()?)
    }
}

/// Writes a title and results with their names, if there are any.
fn write_table<'r>(
    out: &mut impl Write,
    title: &str,
    column: &'static str,
    rows: impl Iterator<Item = (String, &'r ResultRow)>,
) -> Result<(), Error> {
    let table = player_table(column);
    for (index, (name, results)) in rows.enumerate() {
        if index == 0 {
            writeln!(out, "{title}\n{}", table.header())?;
        }
        writeln!(out, "{}", player_row(&table, results, &name))?;
    }
    Ok(())
}

impl SideReport {
    fn new(statistics: &SideStatistics, top: usize) -> Self {
        let mut rows: Vec<_> = statistics.openings.iter().collect();
        rows.sort_by_key(|(eco, (results, _))| (Reverse(results.games()), **eco));
        let openings = rows.into_iter().take(top).map(|(eco, (results, names))| PlayerOpeningRow {
            eco: eco.to_string(),
            name: names.most_frequent(),
            results: (*results).into(),
        });
        Self { results: statistics.results.into(), openings: openings.collect() }
    }
}
