//! `pgn stats`: counts of games, results, lengths, players, openings, endgames and terminations.

use crate::common::collector::collect_games;
use crate::common::player_results::{player_row, player_table};
use crate::common::prelude::*;
use ferz_database::collector::{GameParts, MoveChoice, TagChoice};
use ferz_database::selection::Selection;
use ferz_database::statistics::{
    ENDGAME_PLIES, GameResults, OpeningRow, PgnStatistics, PlayerReport, PlayerResults, PlayerRow,
    PlayerStatistics, StatisticsReport,
};
use std::fmt;

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

/// The games that are counted.
#[derive(Clone, Copy, Default)]
struct GameCounts {
    /// All games of the files.
    read: u64,
    /// Those that meet the conditions.
    games: u64,
    /// Those of them with errors.
    errors: u64,
}

/// Writes the numbers.
impl fmt::Display for GameCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.games < self.read {
            write!(f, "{} of ", grouped(self.games))?;
        }
        let (read, errors) = (counted(self.read, "game"), self.errors);
        write!(f, "{read}, {}", counted(errors, "error"))
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
    let tags = TagChoice::Named(&PgnStatistics::TAGS);
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
    let numbers = [counts.games, counts.errors];
    if has_player {
        let report = PlayerReport::new(&player_statistics, selection.color, numbers, args.top);
        match args.json {
            true => print_json(&report),
            false => print_player(&report, counts, &selection),
        }
    } else {
        let report = StatisticsReport::new(&statistics, numbers, args.top);
        if args.json { print_json(&report) } else { print_statistics(&report, counts) }
    }?;
    let met = if selection.accepts_all() { counts.games.max(1) } else { counts.games };
    names.print(false, met);
    read
}

/// Prints the counts as text.
///
/// # Errors
/// If standard output cannot be written.
fn print_statistics(report: &StatisticsReport<'_>, counts: GameCounts) -> Result<(), Error> {
    let mut out = BufWriter::new(stdout().lock());
    let StatisticsReport { results, plies, .. } = report;
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
    let (total, shortest, longest) = (grouped(plies.total), plies.shortest, plies.longest);
    writeln!(out, "{total} plies, {:.1} in the mean, {shortest} to {longest}", plies.mean)?;
    if report.from_position > 0 {
        writeln!(out, "{} from a FEN", counted(report.from_position, "game"))?;
    }
    writeln!(out, "{}", counted(report.players, "player"))?;
    let players = player_table("player");
    if !report.most_games.is_empty() {
        writeln!(out, "{}", players.header())?;
    }
    for PlayerRow { name, results } in &report.most_games {
        writeln!(out, "{}", player_row(&players, results, name))?;
    }
    writeln!(out, "openings")?;
    let openings = Table::new(&OPENING_COLUMNS, columns()).wrapping();
    if !report.openings.is_empty() {
        writeln!(out, "{}", openings.header())?;
    }
    for OpeningRow { eco, name, results } in &report.openings {
        let &GameResults { white_wins, draws, black_wins, .. } = results;
        let counts = [results.games(), white_wins, draws, black_wins];
        let [games, white, drawn, black] = counts.map(grouped);
        let name = format!("{eco} {name}");
        writeln!(out, "{}", openings.row(&[&games, &white, &drawn, &black, &name]))?;
    }
    writeln!(out, "endgames of {ENDGAME_PLIES} plies or more")?;
    for row in &report.endgames {
        writeln!(out, "{}", share_row(row.endgame, row.games, all))?;
    }
    writeln!(out, "terminations")?;
    for row in &report.terminations {
        writeln!(out, "{}", share_row(row.termination, row.games, all))?;
    }
    Ok(out.flush()?)
}

/// The columns of the openings.
const OPENING_COLUMNS: [Column<'_>; 5] = [
    Column::right("games", 9),
    Column::right("1-0", 7),
    Column::right("1/2-1/2", 7),
    Column::right("0-1", 7),
    Column::flexible("opening", 16, usize::MAX),
];

/// Prints the results of a player as text.
///
/// # Errors
/// If standard output cannot be written.
fn print_player(
    report: &PlayerReport<'_>,
    counts: GameCounts,
    selection: &Selection,
) -> Result<(), Error> {
    let mut out = BufWriter::new(stdout().lock());
    let name = match &report.names[..] {
        [name] => escaped(name.name),
        _ => {
            let names = selection.players.iter();
            let names: Vec<_> = names.map(|name| format!("{:?}", name.as_str())).collect();
            escaped(&names.join(" or "))
        }
    };
    writeln!(out, "{name}: {counts}")?;
    let table = player_table("side");
    writeln!(out, "{}", table.header())?;
    let sides = [("White", &report.white), ("Black", &report.black)];
    let rows = sides.map(|(name, side)| (name, side.as_ref().map(|side| side.results)));
    for (name, results) in rows.into_iter().chain([("both", report.both)]) {
        if let Some(results) = results {
            writeln!(out, "{}", player_row(&table, &results, name))?;
        }
    }
    for (name, side) in sides {
        let openings = side.iter().flat_map(|side| &side.openings);
        let rows = openings.map(|row| (format!("{} {}", row.eco, row.name), row.results));
        write_table(&mut out, &format!("with {name}"), "opening", rows)?;
    }
    let title = format!("endgames of {ENDGAME_PLIES} plies or more");
    let rows = report.endgames.iter().map(|row| (row.endgame.to_owned(), row.results));
    write_table(&mut out, &title, "endgame", rows)?;
    Ok(out.flush()?)
}

/// Writes a title and results with their names, if there are any.
fn write_table(
    out: &mut impl Write,
    title: &str,
    column: &'static str,
    rows: impl Iterator<Item = (String, PlayerResults)>,
) -> Result<(), Error> {
    let table = player_table(column);
    for (index, (name, results)) in rows.enumerate() {
        if index == 0 {
            writeln!(out, "{title}\n{}", table.header())?;
        }
        writeln!(out, "{}", player_row(&table, &results, &name))?;
    }
    Ok(())
}
