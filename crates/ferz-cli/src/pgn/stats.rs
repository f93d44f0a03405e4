//! `pgn stats`: counts of games, results, lengths, players, openings, endgames and terminations.

use super::player_stats::{PlayerReport, PlayerStatistics};
use super::result_table::{ENDGAME_PLIES, GameCounts, OpeningNames};
use crate::common::collector::collect_games;
use crate::common::player_results::{PlayerResults, ResultRow, player_row, player_table};
use crate::common::prelude::*;
use ferz_database::collector::{CollectedGame, GameParts, MoveChoice, TagChoice};
use ferz_database::facts::{EndgameKind, Termination};
use ferz_game::GameResult;
use ferz_game::openings::Eco;
use serde::Serializer;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

#[derive(Args, Debug)]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    pub(super) source: SourceArgs,

    #[command(flatten)]
    pub(super) moves: MoveArgs,

    /// Number of players and of openings to print
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(super) top: usize,

    #[command(flatten)]
    pub(super) conditions: ConditionArgs,

    /// Print the result as one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

/// The name of the command in errors of usage.
const COMMAND: &str = "ferz pgn stats";

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
    endgames: BTreeMap<EndgameKind, u64>,
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
        for kind in game.endgames.lasting(ENDGAME_PLIES) {
            *self.endgames.entry(kind).or_default() += 1;
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
            Some(results) => results.count(side, result),
            None => self.players.entry(name.to_owned()).or_default().count(side, result),
        }
    }
}

/// Prints the counts of all games, or of those of a player.
///
/// # Errors
/// If a file cannot be read or has no game of the player, and [`Error::Interrupted`] after Ctrl-C. The
/// counts so far have been printed.
pub(super) fn run(args: &StatsArgs) -> Result<(), Error> {
    let selection = args.conditions.selection(args.moves, COMMAND)?;
    let (sources, tests) = (args.source.sources(), selection.tests());
    let has_player = !selection.players.is_empty();
    let (mut counts, mut statistics) = (GameCounts::default(), PgnStatistics::default());
    let mut player_statistics = PlayerStatistics::default();
    let mut names = NameReport::new(&selection);
    let tags = TagChoice::Named(&TAGS);
    let parts =
        GameParts { tags, moves: MoveChoice::Facts, tests: Some(&tests), ..GameParts::default() };
    let read = collect_games(&sources, args.moves, parts, &mut |_, chunk| {
        counts.read += chunk.games.len() as u64;
        for game in chunk.games {
            names.add(game.known);
            counts.games += u64::from(game.is_match);
            match game.error {
                None if !game.is_match => {}
                None => {
                    names.add_players(&game.tags, game.result());
                    match has_player {
                        true => player_statistics.add(&selection, &game),
                        false => statistics.add(&game),
                    }
                }
                Some(error) => {
                    counts.errors += 1;
                    sources.report_all([*error], chunk.games_before);
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    });
    if counts.read == 0 && read.is_err() {
        return read;
    }
    if has_player && player_statistics.is_empty() {
        return read.and_then(|()| Err(Error::failed_check(names.reason(false))));
    }
    if has_player {
        let report = PlayerReport::new(counts, &selection, &player_statistics, args.top);
        if args.json { print_json(&report) } else { report.print() }
    } else {
        let report = StatsReport::new(counts, &statistics, args.top);
        if args.json { print_json(&report) } else { report.print(counts) }
    }?;
    let met = if selection.accepts_all() { counts.games.max(1) } else { counts.games };
    names.print(false, met);
    read
}

/// The tags that are read.
const TAGS: [&str; 8] =
    ["White", "Black", "Result", "FEN", "Termination", "Date", "UTCDate", "EventDate"];

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
    endgames: Vec<EndgameRow>,
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
    #[serde(flatten)]
    results: ResultRow,
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

/// A kind of endgame with the number of games that have [`ENDGAME_PLIES`] of it.
#[derive(Serialize)]
struct EndgameRow {
    endgame: &'static str,
    games: u64,
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
    fn new(counts: GameCounts, statistics: &'a PgnStatistics, top: usize) -> Self {
        let counted_games = statistics.results.games();
        let mut terminations: Vec<_> = statistics.terminations.iter().collect();
        terminations.sort_by_key(|&(_, games)| Reverse(games));
        Self {
            games: counts.games,
            errors: counts.errors,
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
            endgames: (statistics.endgames.iter())
                .map(|(&kind, &games)| EndgameRow { endgame: kind.name(), games })
                .collect(),
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
    fn print(&self, counts: GameCounts) -> Result<(), Error> {
        let mut out = BufWriter::new(stdout().lock());
        let Self { results, plies, .. } = self;
        writeln!(out, "{counts}")?;
        let all = results.games();
        for (name, count) in [
            ("1-0", results.white_wins),
            ("1/2-1/2", results.draws),
            ("0-1", results.black_wins),
            ("*", results.unknown),
        ] {
            writeln!(out, "{}", share_row(name, count, all))?;
        }
        writeln!(
            out,
            "{} plies, {:.1} in the mean, {} to {}",
            grouped(plies.total),
            plies.mean,
            plies.shortest,
            plies.longest
        )?;
        if self.from_position > 0 {
            writeln!(out, "{} from a FEN", counted(self.from_position, "game"))?;
        }
        writeln!(out, "{}", counted(self.players, "player"))?;
        let players = player_table("player");
        if !self.most_games.is_empty() {
            writeln!(out, "{}", players.header())?;
        }
        for PlayerRow { name, results } in &self.most_games {
            writeln!(out, "{}", player_row(&players, results, name))?;
        }
        writeln!(out, "openings")?;
        let openings = Table::new(&OPENING_COLUMNS, columns()).wrapping();
        if !self.openings.is_empty() {
            writeln!(out, "{}", openings.header())?;
        }
        for OpeningRow { eco, name, games, results } in &self.openings {
            let Results { white_wins, draws, black_wins, .. } = *results;
            let [games, white, drawn, black] = [*games, white_wins, draws, black_wins].map(grouped);
            let name = format!("{eco} {name}");
            writeln!(out, "{}", openings.row(&[&games, &white, &drawn, &black, &name]))?;
        }
        writeln!(out, "endgames of {ENDGAME_PLIES} plies or more")?;
        for EndgameRow { endgame, games } in &self.endgames {
            writeln!(out, "{}", share_row(endgame, *games, all))?;
        }
        writeln!(out, "terminations")?;
        for TerminationRow { termination, games } in &self.terminations {
            writeln!(out, "{}", share_row(termination, *games, all))?;
        }
        Ok(out.flush()?)
    }
}

/// The columns of the openings.
const OPENING_COLUMNS: [Column<'_>; 5] = [
    Column::right("games", 9),
    Column::right("1-0", 7),
    Column::right("1/2-1/2", 7),
    Column::right("0-1", 7),
    Column::flexible("opening", 16, usize::MAX),
];

/// Returns the players with the most games.
fn players<'a>(statistics: &'a PgnStatistics, top: usize) -> Vec<PlayerRow<'a>> {
    let mut players: Vec<_> = statistics.players.iter().collect();
    players.sort_by_key(|(name, results)| (Reverse(results.games()), name.as_str()));
    let row = |(name, results): (&'a String, &PlayerResults)| PlayerRow {
        name,
        results: (*results).into(),
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
