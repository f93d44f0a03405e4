//! The table of `pgn annotate`, and the JSON objects of games with errors.

use crate::common::prelude::*;
use ferz_game::analysis::{GameAnalysis, SideSummary};
use ferz_game::pgn::{PgnError, PgnGame};

/// Returns the table, of two rows for each game.
fn table() -> Table<'static> {
    const COLUMNS: [Column<'_>; 9] = [
        Column::right("game", 5),
        Column::left("side", 5),
        Column::flexible("player", 8, 27),
        Column::right("moves", 5),
        Column::right("accuracy", 9),
        Column::right("mean loss", 10),
        Column::right("?!", 3),
        Column::right("?", 3),
        Column::right("??", 3),
    ];
    Table::new(&COLUMNS, Some(columns().unwrap_or(DEFAULT_COLUMNS)))
}

/// JSON object of a game with an error.
#[derive(Serialize)]
struct ErrorObject<'a> {
    file: &'a str,
    game: u64,
    line: u64,
    column: u64,
    error: String,
}

/// Returns the JSON object of a game with an error as text.
///
/// # Errors
/// If the object cannot be written.
pub(super) fn error_json(file: &str, error: &PgnError) -> Result<String, Error> {
    let PgnError { game, line, column, .. } = *error;
    let object = ErrorObject { file, game, line, column, error: error.kind.to_string() };
    json_text(&object)
}

/// The unit of the losses in the table.
const UNIT: &str = "Losses are those of expected score, in percentage points.";

/// Returns the header of the table.
pub(super) fn header() -> String {
    table().header()
}

/// Returns the two rows of a game.
pub(super) fn rows(number: u64, game: &PgnGame, analysis: &GameAnalysis) -> String {
    let table = table();
    let row = |side: Color| {
        let tag = side.to_string();
        let name = if side == Color::White { number.to_string() } else { String::new() };
        let player = game.tags.get(&tag).unwrap_or("?");
        let summary = analysis.summary(side);
        let SideSummary { moves, inaccuracies, mistakes, blunders, .. } = summary;
        let (accuracy, loss) = (percent(summary.accuracy), one_decimal(summary.average_loss));
        table.row(&[
            &name,
            &tag,
            &player,
            moves,
            &accuracy,
            &loss,
            inaccuracies,
            mistakes,
            blunders,
        ])
    };
    format!("{}\n{}", row(Color::White), row(Color::Black))
}

/// The numbers of all games.
#[derive(Default)]
pub(super) struct AnnotateTotals {
    pub(super) games: u64,
    pub(super) errors: u64,
    pub(super) positions: u64,
    pub(super) nodes: u64,
}

impl AnnotateTotals {
    /// Writes the unit of the losses and the numbers, a line each.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(super) fn write(&self, out: &mut impl Write, elapsed: Duration) -> Result<(), Error> {
        let games = counts([(self.games, "game"), (self.errors, "error")]);
        let positions = counted(self.positions, "position");
        let (nodes, time) = (scaled(self.nodes.into()), duration(elapsed));
        Ok(writeln!(out, "{UNIT}\n{games}; {positions}, {nodes} nodes in {time}")?)
    }
}
