//! The review of a game at its end.

use crate::common::engines::SearchLimits;
use crate::common::game_analysis::{AnalysisJob, GameReport, explain};
use crate::common::prelude::*;
use crate::common::terminal_board::BoardStyle;
use ferz_game::analysis::AnalysisOptions;
use ferz_game::pgn::{PgnGame, Tree};
use ferz_session::port::SearchEngine;

/// The number of worst moves of the player that are listed.
const MOVES: usize = 5;

/// The least number of moves of the player in a game that is reviewed.
const LEAST_MOVES: usize = 3;

/// Returns true if the player made enough moves for a review.
pub(super) fn is_worthwhile(tree: &Tree, player: Color) -> bool {
    let plies = tree.main_line().count();
    let first = usize::from(tree.start().side_to_move() == player);
    (plies + first) / 2 >= LEAST_MOVES
}

/// Analyses a game and prints the worst moves of the player and the accuracy of both sides.
///
/// # Errors
/// If standard output cannot be written; [`Error::Interrupted`] after Ctrl-C.
pub(super) fn print(
    game: &PgnGame,
    player: Color,
    mut engine: SearchEngine,
    control: &Control,
    style: BoardStyle,
) -> Result<(), Error> {
    let limits = SearchLimits::default();
    let options = AnalysisOptions::default();
    let job = AnalysisJob { tree: &game.tree, name: "game", limits, options };
    let (analysis, _) = job.run(&mut engine, control)?;
    let explained = explain(&mut engine, &game.tree, &analysis, limits, control)?;
    let report = GameReport {
        game,
        analysis: &analysis,
        explained: &explained,
        thresholds: options.thresholds,
        sides: &[player],
        max_moves: MOVES,
        boards: 1,
        style,
        columns: columns().unwrap_or(DEFAULT_COLUMNS),
    };
    let mut out = BufWriter::new(stdout().lock());
    writeln!(out, "\nReview\n")?;
    report.write(&mut out)?;
    Ok(out.flush()?)
}
