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
struct ExplorerLayout {
    /// The length of the bar of results.
    bar: usize,
    /// The heading of the last date and the number of its characters that are shown: the whole date, the year or none.
    date: (&'static str, usize),
    has_openings: bool,
}

impl ExplorerLayout {
    fn new(columns: usize) -> Self {
        match columns {
            100.. => Self { bar: 20, date: ("last played", 10), has_openings: true },
            80.. => Self { bar: 8, date: ("last", 4), has_openings: true },
            70.. => Self { bar: 8, date: ("", 0), has_openings: true },
            _ => Self { bar: 12, date: ("", 0), has_openings: false },
        }
    }
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
    let layout = ExplorerLayout::new(columns);
    let (date, _) = layout.date;
    let all = [
        Column::left("move", 4),
        Column::right("games", 5),
        Column::right("share", 5),
        // Three shares of up to three digits follow the bar.
        Column::left("White / draw / Black", layout.bar + 13),
        Column::right("rating", 6),
        Column::left(date, 4),
        Column::flexible("opening", 10, usize::MAX),
    ];
    let rows: Vec<_> = shown.iter().map(|mv| row(parts, mv, &layout)).collect();
    for line in lines_of(&all, &rows, Some(columns)) {
        text.push_str(&line);
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
    let mut summary = counted(counts.games, "game");
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
        format!("with {side} {score} of {}", counted(counts.games, "game"))
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

/// Returns the texts of a row; empty ones are unknown or have no room.
fn row(parts: &TableParts<'_>, explored: &ExploredMove, layout: &ExplorerLayout) -> Vec<String> {
    let &TableParts { position, explored: all, .. } = parts;
    let counts = &explored.counts;
    let mut after = position.clone();
    after.do_move(explored.mv);
    let rating = counts.average_rating(position.side_to_move());
    let share = 100.0 * counts.games as f64 / all.counts.games as f64;
    let date = counts.last_played.year().map(|_| counts.last_played.to_string());
    let (_, date_length) = layout.date;
    let opening = openings::find(&after).filter(|_| layout.has_openings);
    vec![
        position.san(explored.mv).to_string(),
        grouped(counts.games),
        if share < 9.95 { format!("{share:.1} %") } else { format!("{share:.0} %") },
        results(counts, layout.bar),
        rating.map(|rating| rating.to_string()).unwrap_or_default(),
        date.unwrap_or_default().chars().take(date_length).collect(),
        opening.map(|found| name_after(found, parts.opening)).unwrap_or_default(),
    ]
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
    let (moves, games) = (counted(rest.len(), "other move"), counted(games, "game"));
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

#[cfg(test)]
mod tests {
    use super::*;

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
