//! `pgn stats`: counts of games, results, lengths, players, openings and terminations.

use super::collector::{CollectedGame, GameParts, MoveChoice, TagChoice, collect_games};
use super::player_stats::{PlayerReport, PlayerStatistics};
use super::result_table::{
    OpeningNames, PLAYER_HEADER, PlayerResults, beside, player_columns, result_columns,
};
use crate::common::error::Error;
use crate::common::json::print_json;
use crate::common::output::escaped;
use crate::common::sources::{MoveArgs, SourceArgs};
use crate::common::text::{counted, grouped};
use clap::Args;
use ferz::Color;
use ferz_database::selection::{PlayerName, Termination};
use ferz_game::GameResult;
use ferz_game::openings::Eco;
use serde::{Serialize, Serializer};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::io::{BufWriter, Write, stdout};
use std::ops::ControlFlow;

#[derive(Args, Debug)]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    pub(super) source: SourceArgs,

    #[command(flatten)]
    pub(super) moves: MoveArgs,

    /// Number of players and of openings to print
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(super) top: usize,

    /// Results of one player by colour and opening, in place of those of all players: words of the name,
    /// whole ones in any order; the names found are printed
    #[arg(long, value_name = "NAME")]
    pub(super) player: Option<PlayerName>,

    /// Print the result as one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

/// Results of games: wins of White, draws, wins of Black, unknown.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Results {
    white_wins: u64,
    draws: u64,
    black_wins: u64,
    unknown: u64,
}

impl Results {
    fn add(&mut self, result: GameResult) {
        *match result {
            GameResult::WhiteWins => &mut self.white_wins,
            GameResult::Draw => &mut self.draws,
            GameResult::BlackWins => &mut self.black_wins,
            GameResult::Unknown => &mut self.unknown,
        } += 1;
    }

    fn games(&self) -> u64 {
        self.white_wins + self.draws + self.black_wins + self.unknown
    }
}

/// Counts of games without errors. The tables have an entry for each name of a player and each ECO
/// code.
#[derive(Default)]
struct PgnStatistics {
    results: Results,
    plies: u64,
    longest: u32,
    shortest: Option<u32>,
    from_position: u64,
    players: HashMap<String, PlayerResults>,
    openings: BTreeMap<Eco, (Results, OpeningNames)>,
    terminations: BTreeMap<Termination, u64>,
}

impl PgnStatistics {
    /// Adds a game without an error.
    fn add(&mut self, game: &CollectedGame) {
        let (tags, plies, result) = (&game.tags, game.plies, game.result());
        self.results.add(result);
        self.plies += u64::from(plies);
        self.longest = self.longest.max(plies);
        self.shortest = Some(self.shortest.map_or(plies, |least| least.min(plies)));
        self.from_position += u64::from(!tags.get("FEN").is_empty());
        self.add_player(tags.get("White"), Color::White, result);
        self.add_player(tags.get("Black"), Color::Black, result);
        if let Some(opening) = game.opening {
            let (results, names) = self.openings.entry(opening.eco).or_default();
            results.add(result);
            names.add(opening);
        }
        if let Some(termination) = game.termination {
            *self.terminations.entry(termination).or_default() += 1;
        }
    }

    fn add_player(&mut self, name: &str, side: Color, result: GameResult) {
        if matches!(name, "" | "?") {
            return;
        }
        match self.players.get_mut(name) {
            Some(results) => results.add(side, result),
            None => self.players.entry(name.to_owned()).or_default().add(side, result),
        }
    }
}

/// Prints the counts of all games, or of those of a player.
///
/// # Errors
/// If a file cannot be read or has no game of the player, and [`Error::Interrupted`] after Ctrl-C. The
/// counts so far have been printed.
pub(super) fn run(args: &StatsArgs) -> Result<(), Error> {
    let sources = args.source.sources();
    let (mut games, mut errors, mut statistics) = (0, 0, PgnStatistics::default());
    let mut player_statistics = PlayerStatistics::default();
    let tags = TagChoice::Named(&["White", "Black", "Result", "FEN", "Termination"]);
    let parts = GameParts { tags, moves: MoveChoice::Ends };
    let read = collect_games(&sources, args.moves, parts, &mut |_, chunk| {
        games += chunk.games.len() as u64;
        for game in chunk.games {
            match game.error {
                None => match &args.player {
                    Some(player) => player_statistics.add(player, &game),
                    None => statistics.add(&game),
                },
                Some(error) => {
                    errors += 1;
                    sources.report_all([*error], chunk.games_before);
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    });
    if games == 0 && read.is_err() {
        return read;
    }
    if args.player.is_some() {
        let report = PlayerReport::new(games, errors, &player_statistics, args.top);
        if args.json {
            print_json(&report)?;
        } else if !report.is_empty() {
            report.print()?;
        }
        if report.is_empty() && read.is_ok() {
            let games = counted(games as usize, "game");
            return Err(Error::failed_check(format_args!(
                "no player of {games} has a name with these words"
            )));
        }
        return read;
    }
    let report = StatsReport::new(games, errors, &statistics, args.top);
    if args.json {
        print_json(&report)?;
    } else {
        report.print()?;
    }
    read
}

/// JSON object of the counts. Plies, results and tables are those of games without errors.
#[derive(Serialize)]
struct StatsReport<'a> {
    games: u64,
    errors: u64,
    from_position: u64,
    results: Results,
    plies: Plies,
    players: u64,
    most_games: Vec<PlayerRow<'a>>,
    openings: Vec<OpeningRow>,
    terminations: Vec<TerminationRow>,
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
    results: PlayerResults,
}

/// An ECO code with the results of its games.
#[derive(Serialize)]
struct OpeningRow {
    eco: String,
    /// The most frequent opening of the code's games.
    name: &'static str,
    games: u64,
    #[serde(flatten)]
    results: Results,
}

/// A termination with its number of games.
#[derive(Serialize)]
struct TerminationRow {
    #[serde(serialize_with = "termination_name")]
    termination: Termination,
    games: u64,
}

/// Writes the name of a termination.
fn termination_name<S: Serializer>(
    termination: &Termination,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(termination.name())
}

impl<'a> StatsReport<'a> {
    /// Creates a report with the `top` most frequent players and openings.
    fn new(games: u64, errors: u64, statistics: &'a PgnStatistics, top: usize) -> Self {
        let counted_games = statistics.results.games();
        let mut terminations: Vec<_> = statistics.terminations.iter().collect();
        terminations.sort_by_key(|&(_, games)| Reverse(games));
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
            terminations: terminations
                .into_iter()
                .map(|(&termination, &games)| TerminationRow { termination, games })
                .collect(),
        }
    }

    /// Prints the counts as text.
    ///
    /// # Errors
    /// If standard output cannot be written.
    fn print(&self) -> Result<(), Error> {
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
        if !self.most_games.is_empty() {
            writeln!(out, "{PLAYER_HEADER}  player")?;
        }
        for PlayerRow { name, games, results } in &self.most_games {
            let name = escaped(name);
            writeln!(out, "{}", beside(&player_columns(*games, results), &name))?;
        }
        writeln!(out, "openings")?;
        if !self.openings.is_empty() {
            writeln!(out, "{:>9}{:>8}{:>8}{:>8}  opening", "games", "1-0", "1/2-1/2", "0-1")?;
        }
        for OpeningRow { eco, name, games, results } in &self.openings {
            let Results { white_wins, draws, black_wins, .. } = *results;
            let row = result_columns(*games, [white_wins, draws, black_wins]);
            writeln!(out, "{}", beside(&row, &format!("{eco} {name}")))?;
        }
        writeln!(out, "terminations")?;
        for TerminationRow { termination, games } in &self.terminations {
            let share = share(*games);
            writeln!(out, "  {termination:<23}{:>12} {share:>5.1} %", grouped((*games).into()))?;
        }
        Ok(out.flush()?)
    }
}

/// Returns the players with the most games.
fn players<'a>(statistics: &'a PgnStatistics, top: usize) -> Vec<PlayerRow<'a>> {
    let mut players: Vec<_> = statistics.players.iter().collect();
    players.sort_by_key(|(name, results)| (Reverse(results.games()), name.as_str()));
    let row = |(name, results): (&'a String, &PlayerResults)| PlayerRow {
        name,
        games: results.games(),
        results: *results,
    };
    players.into_iter().take(top).map(row).collect()
}

/// Returns the most frequent openings.
fn opening_rows(statistics: &PgnStatistics, top: usize) -> Vec<OpeningRow> {
    let mut rows: Vec<_> = statistics.openings.iter().collect();
    rows.sort_by_key(|(eco, (results, _))| (Reverse(results.games()), **eco));
    rows.into_iter()
        .take(top)
        .map(|(&eco, (results, names))| OpeningRow {
            eco: eco.to_string(),
            name: names.most_frequent(),
            games: results.games(),
            results: *results,
        })
        .collect()
}
