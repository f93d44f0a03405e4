//! `repertoire games`: where games left a repertoire, and who left it.

use super::RepertoireArgs;
use super::game_source::GameSourceArgs;
use super::progress::{ProgressArgs, load, save};
use crate::common::date::day_number;
use crate::common::player_results::{PlayerResults, ResultRow, player_row, player_table};
use crate::common::prelude::*;
use ferz_database::GameDate;
use ferz_database::collector::CollectedGame;
use ferz_database::repertoire::{Deck, Departure, Repertoire};
use std::cmp::Reverse;
use std::collections::HashMap;

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
    let report = DepartureReport::new(&repertoire, side, table);
    match args.json {
        true => print_json(&report)?,
        false => report.print(args.top, side)?,
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

/// The games by the places where they left.
#[derive(Default)]
struct DepartureTable {
    places: HashMap<Departure, DeparturePlace>,
}

/// The games that left at a place.
#[derive(Default)]
struct DeparturePlace {
    results: PlayerResults,
    /// The day of the last of them whose date is known, as a number.
    last_day: Option<i32>,
}

impl DepartureTable {
    fn add(&mut self, repertoire: &Repertoire, side: Color, game: &CollectedGame) {
        let place = self.places.entry(game.visits.departure(repertoire)).or_default();
        place.results.count(side, game.result());
        place.last_day = place.last_day.max(last_day(game.tags.date()));
    }
}

/// Returns the last day that a date can mean.
fn last_day(date: GameDate) -> Option<i32> {
    let (_, month, day) = date.latest();
    date.year().map(|year| day_number(year.into(), month, day))
}

/// JSON object of the places.
#[derive(Serialize)]
struct DepartureReport {
    /// All games.
    all: ResultRow,
    /// Those that ended within the repertoire.
    within: ResultRow,
    /// Those that have no position of it.
    outside: ResultRow,
    /// The places where the player made a move that the repertoire does not have.
    you_left: Vec<DepartureRow>,
    /// The places where an opponent did.
    opponents_left: Vec<DepartureRow>,
    /// The last positions of lines after which games went on.
    lines_ended: Vec<DepartureRow>,
}

#[derive(Serialize)]
struct DepartureRow {
    /// The line with the move that left.
    line: String,
    /// The FEN of the position before that move.
    fen: String,
    /// The moves of the repertoire there.
    answers: Vec<String>,
    #[serde(flatten)]
    results: ResultRow,
    #[serde(skip)]
    sum: PlayerResults,
    #[serde(skip)]
    position: usize,
    #[serde(skip)]
    last_day: Option<i32>,
}

impl DepartureReport {
    fn new(repertoire: &Repertoire, side: Color, table: DepartureTable) -> Self {
        let (mut all, mut within, mut outside) =
            <(PlayerResults, PlayerResults, PlayerResults)>::default();
        let (mut you_left, mut opponents_left) = (Vec::new(), Vec::new());
        let mut ends: HashMap<usize, DeparturePlace> = HashMap::new();
        for (departure, place) in table.places {
            all = all + place.results;
            match departure {
                Departure::Within => within = within + place.results,
                Departure::Outside => outside = outside + place.results,
                Departure::LineEnd { position, .. } => {
                    let end = ends.entry(position).or_default();
                    end.results = end.results + place.results;
                }
                Departure::Left { position, mv } => {
                    let row = DepartureRow::new(repertoire, position, Some(mv), &place);
                    let is_own = repertoire.positions()[position].side == side;
                    if is_own { &mut you_left } else { &mut opponents_left }.push(row);
                }
            }
        }
        let end = |(position, place): (usize, DeparturePlace)| {
            DepartureRow::new(repertoire, position, None, &place)
        };
        let mut lines_ended: Vec<_> = ends.into_iter().map(end).collect();
        for rows in [&mut you_left, &mut opponents_left, &mut lines_ended] {
            rows.sort_by(|a, b| {
                (Reverse(a.sum.games()), &a.line).cmp(&(Reverse(b.sum.games()), &b.line))
            });
        }
        let [all, within, outside] = [all, within, outside].map(ResultRow::from);
        Self { all, within, outside, you_left, opponents_left, lines_ended }
    }

    /// Prints the sums, and the places with the most games.
    fn print(&self, top: usize, side: Color) -> Result<(), Error> {
        let mut out = BufWriter::new(stdout().lock());
        let table = player_table("");
        writeln!(out, "{}", table.header())?;
        let sum = |rows: &[DepartureRow]| {
            ResultRow::from(rows.iter().fold(PlayerResults::default(), |sum, row| sum + row.sum))
        };
        for (row, name) in [
            (self.all, format!("with {side}")),
            (sum(&self.you_left), "left by you".to_owned()),
            (sum(&self.opponents_left), "left by the opponent".to_owned()),
            (sum(&self.lines_ended), "went on after the end of a line".to_owned()),
            (self.within, "ended within the repertoire".to_owned()),
            (self.outside, "never reached it".to_owned()),
        ] {
            writeln!(out, "{}", player_row(&table, &row, &name))?;
        }
        for (title, rows) in [
            ("You left", &self.you_left),
            ("The opponent left: a gap, if you have no answer", &self.opponents_left),
            ("The line ended", &self.lines_ended),
        ] {
            if rows.is_empty() {
                continue;
            }
            writeln!(out, "\n{}", fitting(title))?;
            for row in rows.iter().take(top) {
                writeln!(out, "{}", player_row(&table, &row.results, &row.text()))?;
            }
            if rows.len() > top {
                writeln!(out, "and {} more (--top N prints them)", rows.len() - top)?;
            }
        }
        Ok(out.flush()?)
    }
}

impl DepartureRow {
    fn new(
        repertoire: &Repertoire,
        position: usize,
        mv: Option<Move>,
        place: &DeparturePlace,
    ) -> Self {
        let board = repertoire.position(position);
        let known = &repertoire.positions()[position].moves;
        Self {
            line: repertoire.numbered_line(position, mv),
            fen: board.fen(),
            answers: known.iter().map(|known| board.san(known.mv).to_string()).collect(),
            results: place.results.into(),
            sum: place.results,
            position,
            last_day: place.last_day,
        }
    }

    fn text(&self) -> String {
        match self.answers.is_empty() {
            true => self.line.clone(),
            false => format!("{} (repertoire: {})", self.line, self.answers.join(", ")),
        }
    }
}
