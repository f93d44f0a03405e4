//! The review of a game at its end.

use crate::common::engines::{SearchEngine, SearchLimits};
use crate::common::error::Error;
use crate::common::game_analysis::{GameReport, evaluate};
use crate::common::progress::progress_bar;
use crate::common::terminal_board::BoardStyle;
use crate::common::text::columns;
use ferz::Color;
use ferz_engine::{Control, Searcher};
use ferz_game::analysis::{AnalysisOptions, GameAnalysis};
use ferz_game::pgn::{PgnGame, Tree};
use std::io::{BufWriter, Write, stdout};

/// The nodes of the search of each position.
const NODES: u64 = 50_000;

/// The number of worst moves of the player that are listed.
const MOVES: usize = 5;

/// The number of characters of a row without a terminal.
const COLUMNS: usize = 100;

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
    searcher: Searcher,
    control: &Control,
    style: BoardStyle,
) -> Result<(), Error> {
    let mut engine = SearchEngine::BuiltIn(Box::new(searcher));
    let limits = SearchLimits { nodes: Some(NODES), ..SearchLimits::default() };
    let bar = progress_bar(Some(game.tree.main_line().count() as u64 + 1));
    bar.set_message("reviewing the game");
    let evaluated = evaluate(&mut engine, &game.tree, "game", limits, control, &bar);
    bar.finish_and_clear();
    let (positions, _) = evaluated?;
    let options = AnalysisOptions::default();
    let analysis = GameAnalysis::new(&game.tree, positions, &options)
        .expect("each position has been evaluated");
    let report = GameReport {
        game,
        analysis: &analysis,
        thresholds: options.thresholds,
        sides: &[player],
        max_moves: MOVES,
        boards: 1,
        style,
        columns: columns().unwrap_or(COLUMNS),
    };
    let mut out = BufWriter::new(stdout().lock());
    writeln!(out, "\nReview\n")?;
    report.write(&mut out)?;
    Ok(out.flush()?)
}
