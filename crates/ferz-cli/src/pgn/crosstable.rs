//! `pgn crosstable`: the results of the players of an event against each other.

use crate::common::collector::collect_games;
use crate::common::prelude::*;
use ferz_database::collector::{GameParts, MoveChoice, TagChoice};
use ferz_database::crosstable::{
    Crosstable, EventKind, EventList, EventReport, NamedEvent, TableGame, TablePlayer, halves,
};
use std::collections::BTreeSet;

#[derive(Args, Debug)]
pub(crate) struct CrosstableArgs {
    #[command(flatten)]
    source: SourceArgs,

    #[command(flatten)]
    moves: MoveArgs,

    /// Kind of the events: by default a round robin if at least four fifths of all pairs of players met
    #[arg(long, value_enum, value_name = "KIND")]
    kind: Option<KindArg>,

    #[command(flatten)]
    conditions: ConditionArgs,

    /// Print one JSON object for each event
    #[arg(long)]
    json: bool,
}

/// The kinds of events as values of an option.
#[derive(ValueEnum, Clone, Copy, Debug)]
enum KindArg {
    /// A row and a column for each player
    RoundRobin,
    /// A column for each round
    Swiss,
}

/// The name of the command in errors of usage.
const COMMAND: &str = "ferz pgn crosstable";

/// Prints the crosstables of the events, in the order of their first games.
///
/// # Errors
/// If a file cannot be read, and [`Error::Interrupted`] after Ctrl-C.
pub(super) fn run(args: &CrosstableArgs) -> Result<(), Error> {
    let selection = args.conditions.selection(args.moves, COMMAND)?;
    let (sources, tests) = (args.source.sources(), selection.tests());
    let (mut events, mut met) = (EventList::default(), 0);
    let mut names = NameReport::new(&selection);
    let tags = TagChoice::Named(&EventList::TAGS);
    let parts =
        GameParts { tags, tests: Some(&tests), moves: MoveChoice::Unread, ..GameParts::default() };
    let read = collect_games(&sources, args.moves, parts, &mut |_, chunk| {
        for game in chunk.games {
            names.add(game.known);
            if let Some(error) = game.error {
                sources.report_all([*error], chunk.games_before);
                continue;
            }
            if !game.is_match {
                continue;
            }
            met += 1;
            names.add_players(&game.tags, game.result());
            events.add(&game);
        }
        Ok(ControlFlow::Continue(()))
    });
    let mut out = BufWriter::new(stdout().lock());
    for (number, event) in events.all().iter().enumerate() {
        let kind = args.kind.map(|kind| match kind {
            KindArg::RoundRobin => EventKind::RoundRobin,
            KindArg::Swiss => EventKind::Swiss,
        });
        let table = Crosstable::new(&event.games, kind);
        if args.json {
            writeln!(out, "{}", json_text(&EventReport::new(event, &table))?)?;
        } else {
            let gap = if number > 0 { "\n" } else { "" };
            write!(out, "{gap}{}", text(event, &table, columns().unwrap_or(usize::MAX)))?;
        }
    }
    out.flush()?;
    if events.nameless() > 0 {
        let left_out = counted(events.nameless(), "game");
        print_message(format!("{left_out} without two names of players left out"));
    }
    read?;
    names.print(false, met);
    Ok(())
}

/// Returns the table of an event for a number of columns. Results that do not fit beside the names follow below with the
/// names again.
fn text(event: &NamedEvent, table: &Crosstable, columns: usize) -> String {
    let name = match event.name.as_str() {
        "" | "?" => "Unknown event".to_owned(),
        name => escaped(name),
    };
    let dates = event.dates.iter().map(|[first, last]| match first == last {
        true => first.clone(),
        false => format!("{first} to {last}"),
    });
    let counts = [counted(table.players.len(), "player"), counted(event.games.len(), "game")];
    let facts: Vec<String> = dates.chain(counts).chain([table.kind.name().to_owned()]).collect();
    let mut text = format!("{}\n", wrapped(&format!("{name}: {}", facts.join(", ")), columns, 2));
    let (headers, cells) = result_cells(table);
    let cell = cells.iter().flatten().chain(&headers).map(|it| it.chars().count()).max();
    let cell = cell.unwrap_or(0) + 1;
    let fixed = fixed_columns(table);
    let fixed_width = fixed.first().map_or(0, |row| row.chars().count());
    let longest = table.players.iter().map(|player| escaped(&player.name).chars().count()).max();
    let rank = table.players.len().to_string().len();
    // At least three results stand beside the names.
    let room = columns.saturating_sub(rank + 2 + fixed_width + cell * headers.len().min(3));
    let widest = columns.saturating_sub(rank + 2 + fixed_width + cell * headers.len()).max(16);
    let width = longest.unwrap_or(0).clamp(6, widest.min(room).max(6));
    let beside = rank + 2 + width + fixed_width;
    let in_row = (columns.saturating_sub(beside) / cell).max(1);
    for (block, headers) in headers.chunks(in_row).enumerate() {
        let has_scores = block == 0;
        let line = |place: &str, name: &str, fixed: &str, cells: &[String]| {
            let cells: String = cells.iter().map(|it| format!("{it:>cell$}")).collect();
            let name = cut_off(name, width);
            let fixed = if has_scores { fixed } else { "" };
            let line = format!("{place:>rank$}  {name:<width$}{fixed}{cells}");
            format!("{}\n", line.trim_end())
        };
        if block > 0 {
            text.push('\n');
        }
        text += &line("", "", &fixed[0], headers);
        for (place, player) in table.players.iter().enumerate() {
            let (cells, start) = (&cells[place], block * in_row);
            let cells = &cells[start..(start + in_row).min(cells.len())];
            let place_text = (place + 1).to_string();
            text += &line(&place_text, &escaped(&player.name), &fixed[place + 1], cells);
        }
    }
    let tie_breaks = table.kind.tie_breaks().join(", ");
    text += &wrapped(&format!("Equal scores are separated by {tie_breaks}."), columns, 0);
    text.push('\n');
    text
}

/// Returns the columns between name and results: rating, score and tie-breaks, and before them their header.
fn fixed_columns(table: &Crosstable) -> Vec<String> {
    let has_ratings = table.players.iter().any(|player| player.rating.is_some());
    let is_swiss = table.kind == EventKind::Swiss;
    let row = |rating: &str, score: &str, buchholz: &str, berger: &str| {
        let rating = if has_ratings { format!("{rating:>6}") } else { String::new() };
        let buchholz = if is_swiss { format!("{buchholz:>7}") } else { String::new() };
        format!("{rating}{score:>7}{buchholz}{berger:>8} ")
    };
    let rows = table.players.iter().map(|player| {
        let rating = player.rating.map_or(String::new(), |rating| rating.to_string());
        row(
            &rating,
            &format!("{:.1}", halves(player.score)),
            &format!("{:.1}", halves(player.buchholz)),
            &format!("{:.2}", halves(player.sonneborn_berger) / 2.0),
        )
    });
    std::iter::once(row("Elo", "points", "Buch", "S.-B.")).chain(rows).collect()
}

/// Returns the headers of the results and the results of each player: against each other one in a round robin, in each
/// round in others, where they are opponent, colour and points: `12w½`.
fn result_cells(table: &Crosstable) -> (Vec<String>, Vec<Vec<String>>) {
    let points = |game: &TableGame| match game.points {
        Some(0) => "0",
        Some(1) => "½",
        Some(_) => "1",
        None => "*",
    };
    let count = table.players.len();
    if table.kind == EventKind::RoundRobin {
        let cell = |player: usize, opponent: usize| match player == opponent {
            true => "x".to_owned(),
            false => table.between(player, opponent).map(points).collect(),
        };
        let row = |player| (0..count).map(|opponent| cell(player, opponent)).collect();
        let headers = (1..=count).map(|place| place.to_string());
        return (headers.collect(), (0..count).map(row).collect());
    }
    let cell = |player: &TablePlayer, round: u32| {
        let games = player.games.iter().filter(|game| game.round == round);
        let games = games.map(|game| {
            let color = if game.color == Color::White { 'w' } else { 'b' };
            format!("{}{color}{}", game.opponent + 1, points(game))
        });
        games.collect::<Vec<_>>().join(",")
    };
    // A round without a game has no column.
    let games = table.players.iter().flat_map(|player| &player.games);
    let rounds: BTreeSet<u32> = games.map(|game| game.round).collect();
    let row = |player: &TablePlayer| rounds.iter().map(|&round| cell(player, round)).collect();
    (rounds.iter().map(u32::to_string).collect(), table.players.iter().map(row).collect())
}
