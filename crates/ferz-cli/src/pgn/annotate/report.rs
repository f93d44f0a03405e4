//! The table of `pgn annotate`, and the JSON objects of games with errors.

use crate::common::prelude::*;
use ferz_game::analysis::{GameAnalysis, SideSummary};
use ferz_game::pgn::{PgnError, PgnGame};

/// The largest number of characters of the column for players.
const MAX_PLAYER_WIDTH: usize = 27;

/// The least number, on a narrow terminal too.
const MIN_PLAYER_WIDTH: usize = 8;

/// The number of characters of the other columns.
const OTHER_WIDTH: usize = 52;

/// Returns the number of characters of the column for players by the width of the terminal.
fn player_width() -> usize {
    let columns = columns().unwrap_or(DEFAULT_COLUMNS);
    columns.saturating_sub(OTHER_WIDTH).clamp(MIN_PLAYER_WIDTH, MAX_PLAYER_WIDTH)
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
    Ok(serde_json::to_string(&object).map_err(std::io::Error::from)?)
}

/// The unit of the losses in the table.
const UNIT: &str = "Losses are those of expected score, in percentage points.";

/// Returns the header of the table.
pub(super) fn header() -> String {
    let width = player_width();
    format!(
        "{:>5}  {:<5} {:<width$} {:>5}  {:>8}  {:>9} {:>3} {:>3} {:>3}",
        "game", "side", "player", "moves", "accuracy", "mean loss", "?!", "?", "??"
    )
}

/// Returns the two rows of a game.
pub(super) fn rows(number: u64, game: &PgnGame, analysis: &GameAnalysis) -> String {
    let width = player_width();
    let row = |side: Color| {
        let tag = side.to_string();
        let name = if side == Color::White { number.to_string() } else { String::new() };
        let player = escaped(game.tags.get(&tag).unwrap_or("?"));
        let player: String = player.chars().take(width).collect();
        let SideSummary { moves, inaccuracies, mistakes, blunders, .. } = *analysis.summary(side);
        let summary = analysis.summary(side);
        let accuracy = summary.accuracy.map_or("-".to_owned(), |value| format!("{value:.1} %"));
        let loss = summary.average_loss.map_or("-".to_owned(), |value| format!("{value:.1}"));
        format!(
            "{name:>5}  {tag:<5} {player:<width$} {moves:>5}  {accuracy:>8}  {loss:>9} \
             {inaccuracies:>3} {mistakes:>3} {blunders:>3}"
        )
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
        let [games, errors, positions] =
            [(self.games, "game"), (self.errors, "error"), (self.positions, "position")]
                .map(|(count, noun)| counted(count as usize, noun));
        let nodes = scaled(self.nodes.into());
        let time = duration(elapsed);
        Ok(writeln!(out, "{UNIT}\n{games}, {errors}; {positions}, {nodes} nodes in {time}")?)
    }
}
