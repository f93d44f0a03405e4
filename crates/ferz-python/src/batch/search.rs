//! Searches with a node limit, in one thread for each position, game or text.
//!
//! Every result depends on its input alone: tables and histories are cleared before each position
//! or game, so it does not matter on which machine or in which order the parts of a work are done.

use super::blocks::ElementError;
use super::records::{Output, Records, RowOptions, for_each, records};
use crate::arguments::Natural;
use ferz::{Color, Position, Score};
use ferz_engine::{Control, Limits, SearchResult, SearchSettings, Searcher, SearcherOptions};
use ferz_game::GameResult;
use ferz_game::game::Game;
use ferz_game::pgn::annotation::{Annotation, EvalAnnotation};
use ferz_game::pgn::{CommentPlace, Games, Input, NodeId, PgnGame};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError};
use pyo3::prelude::*;

/// The size of the transposition table, enough for some 10,000 nodes.
const HASH_MIB: usize = 4;
/// The number of positions of a block, for which a searcher is created.
const BLOCK: usize = 64;
/// The maximum number of plies of a self-play game, which then has no result.
const MAX_PLIES: usize = 600;

/// Searches a position with the tables of the searches since they were cleared.
fn search_position(searcher: &mut Searcher, position: &Position, nodes: u64) -> SearchResult {
    searcher
        .search_on_current_thread(
            position,
            &Limits::nodes(nodes),
            &SearchSettings::default(),
            &Control::default(),
            None,
        )
        .expect("a control that has not been used, and no search moves")
}

/// Returns a score from White's view.
fn white_score(position: &Position, result: &SearchResult) -> Score {
    let score = result.score();
    if position.side_to_move() == Color::White { score } else { -score }
}

/// Writes the best move of each position (0 if there is none) and its score in centipawns for the
/// side to move, a mate in *n* moves as 32000 - *n*.
#[pyfunction]
pub(super) fn search(
    py: Python<'_>,
    positions: Records<'_>,
    mut moves: Output<'_, u16>,
    mut scores: Output<'_, i16>,
    nodes: Natural,
    threads: Natural,
) -> PyResult<()> {
    let (records, moves) = (records(&positions)?, moves.as_slice_mut()?);
    let scores = scores.as_slice_mut()?;
    let mut pairs: Vec<(u16, i16)> = vec![(0, 0); records.len()];
    let options = RowOptions { threads, width: 1, block: BLOCK };
    let searcher =
        || Searcher::new(SearcherOptions { hash_mib: HASH_MIB, ..SearcherOptions::default() });
    for_each(py, records, &mut pairs, options, searcher, |searcher, index, position, pair| {
        let searcher =
            searcher.as_mut().map_err(|error| ElementError::new(index, error.to_string()))?;
        searcher.clear();
        let result = search_position(searcher, position, nodes.0);
        let score = match result.score() {
            Score::Cp(score) => score.clamp(-31_000, 31_000) as i16,
            Score::Mate(moves @ 1..) => 32_000 - moves as i16,
            Score::Mate(moves) => -32_000 - moves as i16,
        };
        pair[0] = (result.best.map_or(0, |mv| mv.bits()), score);
        Ok(())
    })?;
    for ((mv, score), pair) in moves.iter_mut().zip(scores).zip(pairs) {
        (*mv, *score) = pair;
    }
    Ok(())
}

/// Returns each game of a PGN text, plain or compressed, in export format. A game with an error ends
/// before it.
#[pyfunction]
pub(super) fn game_texts(py: Python<'_>, text: Vec<u8>) -> PyResult<Vec<String>> {
    py.detach(|| {
        let games = Games::new(Input::new(std::io::Cursor::new(text))?);
        games.map(|game| Ok(game?.0.to_string())).collect()
    })
}

/// Plays the self-play games with the numbers `first..first + count` and returns them as PGN.
///
/// A game begins with `random_plies` random legal moves, or one more in half of the games, by a
/// generator seeded with `seed` and the number of the game.
#[pyfunction]
pub(super) fn selfplay_text(
    py: Python<'_>,
    first: Natural,
    count: Natural,
    seed: Natural,
    nodes: Natural,
    random_plies: Natural,
) -> PyResult<String> {
    let mut searcher =
        Searcher::new(SearcherOptions { hash_mib: HASH_MIB, ..SearcherOptions::default() })
            .map_err(|error| PyMemoryError::new_err(error.to_string()))?;
    py.detach(|| {
        let mut text = String::new();
        for number in first.0..first.0.saturating_add(count.0) {
            let game = play_game(&mut searcher, number, seed.0, nodes.0, random_plies.size());
            text.push_str(&game.map_err(PyRuntimeError::new_err)?.to_string());
            text.push('\n');
        }
        Ok(text)
    })
}

/// Plays one game to its end by the rules, or to a draw that a player can claim.
fn play_game(
    searcher: &mut Searcher,
    number: u64,
    seed: u64,
    nodes: u64,
    random_plies: usize,
) -> Result<PgnGame, String> {
    // Fibonacci hashing: the odd factor spreads small numbers over all bits.
    let mut rng = fastrand::Rng::with_seed(seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    searcher.clear();
    let mut game = Game::new();
    let plies = random_plies.saturating_add(rng.usize(..2));
    let mut scores = Vec::new();
    while !game.is_over() && game.claimable_draw().is_none() && game.moves().len() < MAX_PLIES {
        let mv = if game.moves().len() < plies {
            let moves = game.position().legal_moves();
            moves[rng.usize(..moves.len())]
        } else {
            let result = search_position(searcher, game.position(), nodes);
            scores.push((game.moves().len(), white_score(game.position(), &result), result.depth));
            result.best.ok_or("a game that is not over has a legal move")?
        };
        game.play(mv).map_err(|error| error.to_string())?;
    }
    let mut pgn = PgnGame::new();
    pgn.result = match game.claimable_draw() {
        Some(_) if !game.is_over() => GameResult::Draw,
        _ => game.result(),
    };
    for (name, value) in [("Event", "Self-play"), ("White", "Ferz"), ("Black", "Ferz")] {
        pgn.tags.set(name, value).map_err(|error| error.to_string())?;
    }
    pgn.tags.set("Round", &number.to_string()).map_err(|error| error.to_string())?;
    pgn.tree.add_line(NodeId::ROOT, game.moves()).map_err(|error| error.to_string())?;
    let line: Vec<NodeId> = pgn.tree.main_line().collect();
    for (ply, score, depth) in scores {
        // The score before a move is that of the position after the last one.
        let before = ply.checked_sub(1).map_or(NodeId::ROOT, |last| line[last]);
        let eval = Annotation::Eval(EvalAnnotation { score, depth: Some(depth) });
        pgn.tree.add_comment(before, CommentPlace::After, &eval.to_string());
    }
    Ok(pgn)
}
