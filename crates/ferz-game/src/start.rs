//! Start positions of games.

use ferz::{Position, SetupFaults};

/// Returns the position without the moves that led to it.
pub(crate) fn without_history(position: &Position) -> Position {
    let setup = position.setup();
    let mut start = Position::from_setup_ignoring(&setup, SetupFaults::IGNORABLE)
        .expect("the setup of a position is a position");
    start.set_chess960(position.is_chess960());
    start
}
