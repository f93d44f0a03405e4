//! Positions and moves of calls.

use crate::common::prelude::*;
use ferz::notation::{CastlingMode, FenOptions};
use ferz_serve::Refusal;

/// Reads a position. Harmless faults are accepted, as the page shows them.
///
/// # Errors
/// If the text is no FEN of a legal position.
pub(super) fn position(fen: &str, chess960: bool) -> Result<Position, Refusal> {
    let mode = if chess960 { CastlingMode::Chess960 } else { CastlingMode::Detect };
    let options = FenOptions::LENIENT.castling_mode(mode);
    let read = Position::from_fen_corrected(fen, options);
    let (mut position, _) = read.map_err(|error| Refusal::Invalid(format!("fen: {error}")))?;
    if chess960 {
        position.set_chess960(true);
    }
    Ok(position)
}

/// Reads a line of moves in UCI notation from a position.
///
/// # Errors
/// If a move is not legal.
pub(super) fn line(start: &Position, texts: &[String]) -> Result<(Position, Vec<Move>), Refusal> {
    let mut position = start.clone();
    let mut moves = Vec::with_capacity(texts.len());
    for text in texts {
        let mv = legal_move(&position, text)?;
        position.do_move(mv);
        moves.push(mv);
    }
    Ok((position, moves))
}

/// Reads a move in UCI notation.
///
/// # Errors
/// If it is not legal.
pub(super) fn legal_move(position: &Position, text: &str) -> Result<Move, Refusal> {
    position.parse_uci(text).map_err(|error| Refusal::Invalid(format!("moves: {error}")))
}
