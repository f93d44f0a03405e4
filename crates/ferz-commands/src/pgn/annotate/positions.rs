//! The number of positions to analyse, for the progress bar.

use crate::common::error::Error;
use crate::pgn::args::{MoveArgs, SourceArgs};
use ferz::{Move, Position};
use ferz_game::GameResult;
use ferz_game::pgn::{GameVisitor, PgnError, Visit};
use std::ops::ControlFlow;

/// Counts the positions of games without errors.
#[derive(Default)]
struct PositionCounter {
    total: u64,
    /// The positions of the current game.
    current: u64,
}

impl GameVisitor for PositionCounter {
    fn begin_game(&mut self, _number: u64) {
        self.current = 1;
    }

    fn played(&mut self, _before: &Position, _mv: Move) -> Visit {
        self.current += 1;
        Visit::Continue
    }

    fn null_move(&mut self, _before: &Position, _is_variation: bool) -> bool {
        self.current += 1;
        true
    }

    fn end_game(&mut self, _last: &Position, _result: Option<GameResult>) {
        self.total += self.current;
    }

    fn error(&mut self, _error: PgnError) {
        self.current = 0;
    }
}

/// Returns the number of positions of the main lines; `None` if a file is a stream, which can be read
/// only once.
///
/// # Errors
/// If a file cannot be read; [`Error::Interrupted`] after Ctrl-C.
pub(super) fn count(source: &SourceArgs, moves: MoveArgs) -> Result<Option<u64>, Error> {
    let sources = source.sources();
    if !sources.are_rereadable() {
        return Ok(None);
    }
    let mut total = 0;
    sources.read(
        || moves.player(PositionCounter::default()),
        |batch| {
            total += batch.visitor.visitor().total;
            Ok(ControlFlow::Continue(()))
        },
    )?;
    Ok(Some(total))
}
