//! The output of `pgn stats`.

use super::{PgnStatistics, PlayerRecord, Results};
use crate::common::error::Error;
use crate::common::output::escaped;
use crate::common::text::{counted, grouped};
use crate::pgn::ending::EndingKind;
use ferz_game::openings::{self, Eco};
use serde::Serialize;
use std::cmp::Reverse;
use std::io::{BufWriter, Write, stdout};

/// JSON object of the counts. Plies, results and tables are those of games without errors.
#[derive(Serialize)]
pub(super) struct StatsReport<'a> {
    games: u64,
    errors: u64,
    from_position: u64,
    results: Results,
    plies: Plies,
    players: u64,
    most_games: Vec<PlayerRow<'a>>,
    openings: Vec<OpeningRow>,
    endings: Vec<EndingRow>,
}

/// The lengths of games.
#[derive(Serialize)]
struct Plies {
    total: u64,
    mean: f64,
    shortest: u32,
    longest: u32,
}

/// A player with the results of the player's games.
#[derive(Serialize)]
struct PlayerRow<'a> {
    name: &'a str,
    games: u64,
    #[serde(flatten)]
    record: PlayerRecord,
}

/// An ECO code with the results of its games.
#[derive(Serialize)]
struct OpeningRow {
    eco: String,
    /// The name of the code's first opening.
    name: &'static str,
    games: u64,
    #[serde(flatten)]
    results: Results,
}

/// A kind of end with its number of games.
#[derive(Serialize)]
struct EndingRow {
    ending: EndingKind,
    games: u64,
}

impl<'a> StatsReport<'a> {
    /// Creates a report with the `top` most frequent players and openings.
    pub(super) fn new(games: u64, errors: u64, statistics: &'a PgnStatistics, top: usize) -> Self {
        let counted_games = statistics.results.games();
        let mut endings: Vec<_> = statistics.endings.iter().collect();
        endings.sort_by_key(|&(_, games)| Reverse(games));
        Self {
            games,
            errors,
            from_position: statistics.from_position,
            results: statistics.results,
            plies: Plies {
                total: statistics.plies,
                mean: statistics.plies as f64 / counted_games.max(1) as f64,
                shortest: statistics.shortest.unwrap_or(0),
                longest: statistics.longest,
            },
            players: statistics.players.len() as u64,
            most_games: players(statistics, top),
            openings: opening_rows(statistics, top),
            endings: endings
                .into_iter()
                .map(|(&ending, &games)| EndingRow { ending, games })
                .collect(),
        }
    }

    /// Prints the counts as text.
    ///
    /// # Errors
    /// If standard output cannot be written.
    pub(super) fn print(&self) -> Result<(), Error> {
        let mut out = BufWriter::new(stdout().lock());
        let Self { games, errors, results, plies, .. } = self;
        let games = counted(*games as usize, "game");
        writeln!(out, "{games}, {}", counted(*errors as usize, "error"))?;
        let share = |count: u64| 100.0 * count as f64 / results.games().max(1) as f64;
        for (name, count) in [
            ("1-0", results.white_wins),
            ("1/2-1/2", results.draws),
            ("0-1", results.black_wins),
            ("*", results.unknown),
        ] {
            writeln!(out, "  {name:<23}{:>12} {:>5.1} %", grouped(count.into()), share(count))?;
        }
        writeln!(
            out,
            "{} plies, {:.1} in the mean, {} to {}",
            grouped(plies.total.into()),
            plies.mean,
            plies.shortest,
            plies.longest
        )?;
        if self.from_position > 0 {
            writeln!(out, "{} from a FEN", counted(self.from_position as usize, "game"))?;
        }
        writeln!(out, "{}", counted(self.players as usize, "player"))?;
        for PlayerRow { name, games, record } in &self.most_games {
            let (name, games) = (escaped(name), grouped((*games).into()));
            let PlayerRecord { wins, draws, losses, .. } = record;
            writeln!(out, "  {name:<23}{games:>12}  +{wins} ={draws} -{losses}")?;
        }
        writeln!(out, "openings")?;
        for OpeningRow { eco, name, games, results } in &self.openings {
            let share = share(*games);
            let Results { white_wins, draws, black_wins, .. } = results;
            let games = grouped((*games).into());
            writeln!(
                out,
                "  {eco} {games:>31} {share:>5.1} %  +{white_wins} ={draws} -{black_wins}  {name}"
            )?;
        }
        writeln!(out, "endings")?;
        for EndingRow { ending, games } in &self.endings {
            let share = share(*games);
            writeln!(out, "  {ending:<23}{:>12} {share:>5.1} %", grouped((*games).into()))?;
        }
        Ok(out.flush()?)
    }
}

/// Returns the players with the most games.
fn players(statistics: &PgnStatistics, top: usize) -> Vec<PlayerRow<'_>> {
    let mut players: Vec<_> = statistics.players.iter().collect();
    players.sort_by_key(|(name, record)| (Reverse(record.games()), name.as_str()));
    players
        .into_iter()
        .take(top)
        .map(|(name, &record)| PlayerRow { name, games: record.games(), record })
        .collect()
}

/// Returns the most frequent openings.
fn opening_rows(statistics: &PgnStatistics, top: usize) -> Vec<OpeningRow> {
    let mut rows: Vec<_> = statistics.openings.iter().collect();
    rows.sort_by_key(|(eco, results)| (Reverse(results.games()), **eco));
    rows.into_iter()
        .take(top)
        .map(|(&eco, &results)| OpeningRow {
            eco: eco.to_string(),
            name: name(eco),
            games: results.games(),
            results,
        })
        .collect()
}

/// Returns the name of the code's opening with the fewest moves.
fn name(eco: Eco) -> &'static str {
    let openings = openings::all().filter(|opening| opening.eco == eco);
    openings.min_by_key(|opening| opening.plies).map_or("", |opening| opening.name)
}
