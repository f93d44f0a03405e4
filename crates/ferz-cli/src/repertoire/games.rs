//! `repertoire games`: where games left a repertoire, and who left it.

use super::RepertoireArgs;
use super::game_source::GameSourceArgs;
use super::progress::{ProgressArgs, load, save};
use crate::common::player_results::{player_row, player_table};
use crate::common::prelude::*;
use ferz_database::repertoire::{Deck, DepartureReport, DepartureRow, DepartureTable, Repertoire};
use ferz_database::statistics::PlayerResults;

#[derive(Args, Debug)]
pub(crate) struct RepertoireGamesArgs {
    #[command(flatten)]
    repertoire: RepertoireArgs,

    #[command(flatten)]
    source: GameSourceArgs,

    /// Number of places to print of each kind
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,

    /// Make the positions that you left due in `ferz repertoire learn`
    #[arg(long)]
    due: bool,

    #[command(flatten)]
    progress: ProgressArgs,

    /// Print one JSON object with all places
    #[arg(long)]
    json: bool,
}

/// The name of the command in errors of usage.
const COMMAND: &str = "ferz repertoire games";

/// Prints where the games left the repertoire.
///
/// # Errors
/// If a file cannot be read, no player or no game is given, or [`Error::Interrupted`] after Ctrl-C.
pub(super) fn run(args: &RepertoireGamesArgs) -> Result<(), Error> {
    let side = args.repertoire.color;
    let mut selection = args.source.conditions.selection(args.repertoire.moves, COMMAND)?;
    if selection.players.is_empty() {
        return Err(Error::usage("whose games? give your name: --player NAME", COMMAND));
    }
    if args.source.games.is_empty() {
        return Err(Error::usage("give your games: --games PGN", COMMAND));
    }
    selection.color = Some(side);
    let (repertoire, _) = args.repertoire.read()?;
    let mut table = DepartureTable::default();
    let games = args.source.read(&repertoire, args.repertoire.moves, &selection, &mut |game| {
        table.add(&repertoire, side, game);
    })?;
    if games == 0 && !args.json {
        // The reason has been printed.
        return Ok(());
    }
    let report = DepartureReport::new(&repertoire, side, &table);
    match args.json {
        true => print_json(&report)?,
        false => print(&report, args.top, side)?,
    }
    if args.due { make_due(args, &repertoire, &report) } else { Ok(()) }
}

/// Makes the positions due that the player left.
fn make_due(
    args: &RepertoireGamesArgs,
    repertoire: &Repertoire,
    report: &DepartureReport,
) -> Result<(), Error> {
    let path = args.progress.path(&args.repertoire, COMMAND)?;
    let mut deck = Deck::new(repertoire, args.repertoire.color);
    load(&path, &mut deck)?;
    let today = args.progress.today();
    let mut positions = Vec::new();
    for row in &report.you_left {
        if deck.make_due(row.position, row.last_day, today) {
            positions.push(row.position);
        }
    }
    if !positions.is_empty() {
        let cards = deck.cards().iter().filter(|card| positions.contains(&card.position));
        save(&path, &deck, cards)?;
    }
    if !args.json {
        writeln!(stdout(), "\n{} due now", counted(positions.len(), "more position"))?;
    }
    Ok(())
}

/// Prints the sums, and the places with the most games.
fn print(report: &DepartureReport, top: usize, side: Color) -> Result<(), Error> {
    let mut out = BufWriter::new(stdout().lock());
    let table = player_table("");
    writeln!(out, "{}", table.header())?;
    let sum = |rows: &[DepartureRow]| {
        rows.iter().fold(PlayerResults::default(), |sum, row| sum + row.results)
    };
    for (results, name) in [
        (report.all, format!("with {side}")),
        (sum(&report.you_left), "left by you".to_owned()),
        (sum(&report.opponents_left), "left by the opponent".to_owned()),
        (sum(&report.lines_ended), "went on after the end of a line".to_owned()),
        (report.within, "ended within the repertoire".to_owned()),
        (report.outside, "never reached it".to_owned()),
    ] {
        writeln!(out, "{}", player_row(&table, &results, &name))?;
    }
    for (title, rows) in [
        ("You left", &report.you_left),
        ("The opponent left: a gap, if you have no answer", &report.opponents_left),
        ("The line ended", &report.lines_ended),
    ] {
        if rows.is_empty() {
            continue;
        }
        writeln!(out, "\n{}", fitting(title))?;
        for row in rows.iter().take(top) {
            writeln!(out, "{}", player_row(&table, &row.results, &text(row)))?;
        }
        if rows.len() > top {
            writeln!(out, "and {} more (--top N prints them)", rows.len() - top)?;
        }
    }
    Ok(out.flush()?)
}

/// Returns the line of a place with the moves of the repertoire there.
fn text(row: &DepartureRow) -> String {
    match row.answers.is_empty() {
        true => row.line.clone(),
        false => format!("{} (repertoire: {})", row.line, row.answers.join(", ")),
    }
}
