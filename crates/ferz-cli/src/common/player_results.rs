//! The columns of a player's results in tables.

use super::formats::{columns, grouped, percent};
use super::table::{Column, Table};
use ferz_database::statistics::PlayerResults;

/// Returns the table of a player's results by something with a name.
pub(crate) fn player_table(names: &'static str) -> Table<'static> {
    let all = [
        Column::right("games", 8),
        Column::right("won", 6),
        Column::right("drawn", 6),
        Column::right("lost", 6),
        Column::right("score", 7),
        Column::flexible(names, 16, usize::MAX),
    ];
    Table::new(&all, columns()).wrapping()
}

/// Returns a row of a [`player_table`].
pub(crate) fn player_row(table: &Table<'_>, results: &PlayerResults, name: &str) -> String {
    let &PlayerResults { wins, draws, losses, .. } = results;
    let [games, won, drawn, lost] = [results.games(), wins, draws, losses].map(grouped);
    table.row(&[&games, &won, &drawn, &lost, &percent(results.score()), &name])
}
