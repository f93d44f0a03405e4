//! The table of the moves of a position.

use crate::common::output::escaped;
use crate::common::text::{counted, grouped, wrapped};
use ferz::{Color, Position};
use ferz_database::GameDate;
use ferz_database::index::{Explored, ExploredGame, ExploredMove, ResultCounts};
use ferz_game::openings::{self, Opening};

/// The parts of a table.
pub(super) struct TableParts<'a> {
    pub(super) position: &'a Position,
    /// The moves to the position.
    pub(super) line: &'a str,
    /// The opening of the position, or the last one before it.
    pub(super) opening: Option<Opening>,
    pub(super) explored: &'a Explored,
    pub(super) max_moves: usize,
    /// That of the index: positions of fewer games were left out.
    pub(super) min_games: u32,
    /// The side whose score is shown.
    pub(super) side: Color,
}

/// The number of columns from which on the last date and the opening are shown.
const WIDE: usize = 80;

/// The parts of a row.
struct Row {
    mv: String,
    games: u64,
    share: String,
    results: String,
    rating: String,
    last: String,
    opening: String,
}

/// Returns the table for a number of columns.
pub(super) fn table(parts: &TableParts<'_>, columns: usize) -> String {
    let TableParts { position, explored, max_moves, min_games, .. } = parts;
    let mut text = header(parts, columns);
    if explored.moves.is_empty() {
        text.push_str("no game with a move from this position\n");
        if *min_games > 1 {
            text.push_str(&format!("positions of fewer than {min_games} games were left out\n"));
        }
        return text;
    }
    let shown = &explored.moves[..explored.moves.len().min(*max_moves)];
    let bar = if columns >= WIDE { 20 } else { 12 };
    let rows: Vec<Row> = shown.iter().map(|mv| row(parts, mv, bar)).collect();
    let is_dated = explored.counts.last_played != GameDate::default();
    let is_rated = rows.iter().any(|row| !row.rating.is_empty());
    let length = |text: &String| text.chars().count();
    let mv_width = rows.iter().map(|row| length(&row.mv)).max().unwrap_or(0).max(4);
    let games = rows.iter().map(|row| grouped(row.games.into()).len()).max();
    let games_width = games.unwrap_or(0).max(5);
    let results_width = bar + 13;
    let mut heading = format!(
        "{:<mv_width$}  {:>games_width$}  {:>5}  {:<results_width$}",
        "move", "games", "share", "White / draw / Black"
    );
    let is_wide = columns >= WIDE;
    if is_rated {
        heading.push_str("  rating");
    }
    if is_wide && is_dated {
        heading.push_str("  last played");
    }
    let width = heading.chars().count() + 2;
    let names = rows.iter().any(|row| !row.opening.is_empty()) && is_wide && width + 10 < columns;
    if names {
        heading.push_str("  opening");
    }
    text.push_str(heading.trim_end());
    text.push('\n');
    for row in &rows {
        let mut cells = format!(
            "{:<mv_width$}  {:>games_width$}  {:>5}  {:<results_width$}",
            row.mv,
            grouped(row.games.into()),
            row.share,
            row.results
        );
        if is_rated {
            cells.push_str(&format!("  {:>6}", row.rating));
        }
        if is_wide && is_dated {
            cells.push_str(&format!("  {:<11}", row.last));
        }
        if names {
            cells.push_str("  ");
            cells.push_str(&shortened(&row.opening, columns - width));
        }
        text.push_str(cells.trim_end());
        text.push('\n');
    }
    text.push_str(&rest(explored, shown.len()));
    for (name, games) in [("best rated", &explored.top_games), ("last", &explored.recent_games)] {
        if !games.is_empty() {
            text.push_str(&format!("\n{name} games\n"));
            games.iter().for_each(|game| text.push_str(&game_line(position, game, columns)));
        }
    }
    text
}

/// Returns the lines before the table: moves, opening and results.
fn header(parts: &TableParts<'_>, columns: usize) -> String {
    let TableParts { line, opening, explored, side, .. } = parts;
    let mut text = String::new();
    if !line.is_empty() {
        text.push_str(&wrapped(line, columns, 0));
        text.push('\n');
    }
    if let Some(opening) = opening {
        text.push_str(&shortened(&opening.to_string(), columns));
        text.push('\n');
    }
    let counts = &explored.counts;
    let mut summary = counted(counts.games as usize, "game");
    if let Some(score) = score(counts, *side) {
        summary.push_str(&format!(", {side} scored {score:.1} %"));
    }
    text.push_str(&summary);
    text.push_str("\n\n");
    text
}

/// Returns the score of a side in percent, of games with a known result.
fn score(counts: &ResultCounts, side: Color) -> Option<f64> {
    let known = counts.games - counts.unknown();
    let wins = if side == Color::White { counts.white } else { counts.black };
    (known > 0).then(|| 100.0 * (wins as f64 + counts.draws as f64 / 2.0) / known as f64)
}

fn row(parts: &TableParts<'_>, explored: &ExploredMove, bar: usize) -> Row {
    let &TableParts { position, explored: all, .. } = parts;
    let counts = &explored.counts;
    let mut after = position.clone();
    after.do_move(explored.mv);
    let rating = counts.average_rating(position.side_to_move());
    let share = 100.0 * counts.games as f64 / all.counts.games as f64;
    Row {
        mv: position.san(explored.mv).to_string(),
        games: counts.games,
        share: if share < 9.95 { format!("{share:.1} %") } else { format!("{share:.0} %") },
        results: results(counts, bar),
        rating: rating.map(|rating| rating.to_string()).unwrap_or_default(),
        last: match counts.last_played.year() {
            Some(_) => counts.last_played.to_string(),
            None => String::new(),
        },
        opening: openings::find(&after)
            .map(|found| name_after(found, parts.opening))
            .unwrap_or_default(),
    }
}

/// Returns the name of an opening, without the family of the opening that the header names.
fn name_after(opening: Opening, before: Option<Opening>) -> String {
    match opening.name.split_once(": ") {
        Some((family, name)) if before.is_some_and(|before| before.family() == family) => {
            format!("{} {name}", opening.eco)
        }
        _ => opening.to_string(),
    }
}

/// Returns a bar of wins of White, draws and wins of Black, and their shares in percent.
fn results(counts: &ResultCounts, width: usize) -> String {
    let known = counts.games - counts.unknown();
    if known == 0 {
        return "no result".to_owned();
    }
    let share = |count: u64| count as f64 / known as f64;
    let place = |count: u64| (share(count) * width as f64).round() as usize;
    let (white, draws) = (place(counts.white), place(counts.white + counts.draws));
    let cell = |column| match column {
        column if column < white => '█',
        column if column < draws => '▒',
        _ => '░',
    };
    let bar: String = (0..width).map(cell).collect();
    let percent = |count| (100.0 * share(count)).round();
    let (white, draws, black) =
        (percent(counts.white), percent(counts.draws), percent(counts.black));
    format!("{bar} {white:>3} {draws:>3} {black:>3}")
}

/// Returns the line of the moves that are not shown.
fn rest(explored: &Explored, shown: usize) -> String {
    let rest = &explored.moves[shown..];
    if rest.is_empty() {
        return String::new();
    }
    let games: u64 = rest.iter().map(|mv| mv.counts.games).sum();
    let (moves, games) = (counted(rest.len(), "other move"), counted(games as usize, "game"));
    format!("{moves} in {games} (--max-moves)\n")
}

/// Returns the line of a game.
fn game_line(position: &Position, game: &ExploredGame, columns: usize) -> String {
    let info = &game.info;
    let player = |name: &str, elo: Option<u16>| match elo {
        Some(elo) => format!("{} ({elo})", escaped(name)),
        None => escaped(name),
    };
    let (white, black) = (player(&info.white, info.white_elo), player(&info.black, info.black_elo));
    let san = position.san(game.mv).to_string();
    let line = format!("{san:<7} {:<7} {}  {white} - {black}", info.result, info.date);
    format!("{}\n", shortened(&line, columns))
}

/// Returns a text of at most this number of characters, with an ellipsis if it is cut.
fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(width.saturating_sub(1)).collect();
    short.truncate(short.trim_end_matches([' ', ',', ':']).len());
    short.push('…');
    short
}
