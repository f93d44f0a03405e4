//! The table of the moves of a position.

use crate::common::prelude::*;
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
    /// The side whose score is shown without a player.
    pub(super) side: Color,
    pub(super) player: Option<ExploredPlayer>,
}

/// The player whose games are shown.
pub(super) struct ExploredPlayer {
    pub(super) name: String,
    /// The results of the games with White and with Black.
    pub(super) by_color: [ResultCounts; Color::COUNT],
}

/// The parts of a table that depend on the number of columns.
struct Layout {
    /// The length of the bar of results.
    bar: usize,
    /// The heading of the last date and its number of characters: the whole date or the year.
    date: Option<(&'static str, usize)>,
    has_openings: bool,
}

impl Layout {
    /// The least number of columns for openings.
    const MIN_OPENING: usize = 14;

    fn new(columns: usize) -> Self {
        match columns {
            100.. => Self { bar: 20, date: Some(("last played", 10)), has_openings: true },
            80.. => Self { bar: 8, date: Some(("last", 4)), has_openings: true },
            70.. => Self { bar: 8, date: None, has_openings: true },
            _ => Self { bar: 12, date: None, has_openings: false },
        }
    }
}

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
    let layout = Layout::new(columns);
    let rows: Vec<Row> = shown.iter().map(|mv| row(parts, mv, layout.bar)).collect();
    push_rows(&mut text, &rows, &layout, columns);
    text.push_str(&rest(explored, shown.len()));
    for (name, games) in [("best rated", &explored.top_games), ("last", &explored.recent_games)] {
        if !games.is_empty() {
            text.push_str(&format!("\n{name} games\n"));
            games.iter().for_each(|game| text.push_str(&game_line(position, game, columns)));
        }
    }
    text
}

/// Adds the heading and the rows.
fn push_rows(text: &mut String, rows: &[Row], layout: &Layout, columns: usize) {
    let date = layout.date.filter(|_| rows.iter().any(|row| !row.last.is_empty()));
    let is_rated = rows.iter().any(|row| !row.rating.is_empty());
    let length = |text: &String| text.chars().count();
    let mv_width = rows.iter().map(|row| length(&row.mv)).max().unwrap_or(0).max(4);
    let games = rows.iter().map(|row| grouped(row.games.into()).len()).max();
    let games_width = games.unwrap_or(0).max(5);
    // Three shares of up to three digits follow the bar.
    let results_width = (layout.bar + 13).max(RESULTS.len());
    let mut heading = format!(
        "{:<mv_width$}  {:>games_width$}  {:>5}  {RESULTS:<results_width$}",
        "move", "games", "share"
    );
    if is_rated {
        heading.push_str("  rating");
    }
    if let Some((name, width)) = date {
        heading.push_str(&format!("  {name:<width$}"));
    }
    let width = heading.chars().count() + 2;
    let has_openings = layout.has_openings
        && width + Layout::MIN_OPENING <= columns
        && rows.iter().any(|row| !row.opening.is_empty());
    if has_openings {
        heading.push_str("  opening");
    }
    text.push_str(heading.trim_end());
    text.push('\n');
    for row in rows {
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
        if let Some((name, width)) = date {
            let (last, width) = (row.last.get(..width).unwrap_or(""), width.max(name.len()));
            cells.push_str(&format!("  {last:<width$}"));
        }
        if has_openings {
            cells.push_str("  ");
            cells.push_str(&shortened(&row.opening, columns - width));
        }
        text.push_str(cells.trim_end());
        text.push('\n');
    }
}

/// The heading of the results.
const RESULTS: &str = "White / draw / Black";

/// Returns the lines before the table: moves, opening and results.
fn header(parts: &TableParts<'_>, columns: usize) -> String {
    let TableParts { line, opening, explored, side, player, .. } = parts;
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
    match player {
        Some(player) => summary.push_str(&player_summary(player)),
        None => {
            if let Some(score) = score(&[(*side, counts)]) {
                summary.push_str(&format!(", {side} scored {score}"));
            }
        }
    }
    for line in summary.lines() {
        text.push_str(&wrapped(line, columns, 2));
        text.push('\n');
    }
    text.push('\n');
    text
}

/// Returns the score of a player, and on a line of their own those of both colours if there are games with both.
fn player_summary(player: &ExploredPlayer) -> String {
    let sides: Vec<_> = Color::ALL
        .into_iter()
        .zip(&player.by_color)
        .filter(|(_, counts)| counts.games > 0)
        .collect();
    let Some(together) = score(&sides) else { return String::new() };
    let summary = format!(", {} scored {together}", escaped(&player.name));
    if let [(side, _)] = sides[..] {
        return format!("{summary} with {side}");
    }
    let apart = sides.iter().map(|&(side, counts)| {
        let score = score(&[(side, counts)]).unwrap_or_else(|| "no result".to_owned());
        format!("with {side} {score} of {}", counted(counts.games as usize, "game"))
    });
    format!("{summary}\n{}", apart.collect::<Vec<_>>().join(", "))
}

/// Returns the score in percent over games with these sides, of those with a known result.
fn score(sides: &[(Color, &ResultCounts)]) -> Option<String> {
    let (mut points, mut known) = (0.0, 0);
    for (side, counts) in sides {
        let wins = if *side == Color::White { counts.white } else { counts.black };
        points += wins as f64 + counts.draws as f64 / 2.0;
        known += counts.games - counts.unknown();
    }
    (known > 0).then(|| format!("{:.1} %", 100.0 * points / known as f64))
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

/// Returns a text of at most this number of characters: a longer one ends between words, with an ellipsis.
fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let end = text.char_indices().nth(width.saturating_sub(1)).map_or(text.len(), |(end, _)| end);
    // The end is between words if a space follows. A word that is too long alone is cut.
    let words = match text[end..].starts_with(' ') {
        true => &text[..end],
        false => text[..end].rsplit_once(' ').map_or(&text[..end], |(words, _)| words),
    };
    format!("{}…", words.trim_end_matches([' ', ',', ':', '-', '(']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_shortened_between_words() {
        for (text, width, expected) in [
            ("B90 Najdorf Variation", 21, "B90 Najdorf Variation"),
            ("B90 Najdorf Variation", 20, "B90 Najdorf…"),
            ("B90 Najdorf Variation", 12, "B90 Najdorf…"),
            ("B90 Najdorf Variation", 11, "B90…"),
            ("B90 Najdorf, English Attack", 19, "B90 Najdorf…"),
            ("Grünfeld", 5, "Grün…"),
            ("", 3, ""),
        ] {
            assert_eq!(shortened(text, width), expected, "{text} {width}");
        }
    }

    #[test]
    fn the_score_of_a_player_is_that_of_both_colours_together_and_apart() {
        let counts = |white, draws, black, unknown| {
            let mut counts = ResultCounts::default();
            (counts.white, counts.draws, counts.black) = (white, draws, black);
            counts.games = white + draws + black + unknown;
            counts
        };
        let summary =
            |by_color| player_summary(&ExploredPlayer { name: "Anna".to_owned(), by_color });
        assert_eq!(
            summary([counts(3, 1, 0, 0), counts(2, 0, 1, 1)]),
            // 3.5 of 4 and 1 of 3 points.
            ", Anna scored 64.3 %\nwith White 87.5 % of 4 games, with Black 33.3 % of 4 games"
        );
        let none = ResultCounts::default();
        assert_eq!(summary([none, counts(0, 1, 1, 0)]), ", Anna scored 75.0 % with Black");
        assert_eq!(
            summary([counts(0, 0, 0, 2), counts(0, 0, 1, 0)]),
            ", Anna scored 100.0 %\nwith White no result of 2 games, with Black 100.0 % of 1 game"
        );
        assert_eq!(summary([none, none]), "");
    }
}
