//! Conversion of a `position` command to a position.

use ferz::notation::{FenError, ParseUciMoveError};
use ferz::{Position, Setup, SetupFaults};
use ferz_uci::{StartPosition, UciPosition};

/// The reason that a `position` command is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum PositionError {
    #[error("invalid position: {0}")]
    Fen(#[from] FenError),
    #[error("invalid position: move {number} ({text}): {reason}")]
    Move { number: usize, text: String, reason: ParseUciMoveError },
    #[error("invalid position: move {number} is a null move")]
    NullMove { number: usize },
}

/// Returns the faults that do not affect play from the position on.
fn harmless() -> SetupFaults {
    SetupFaults::IMPOSSIBLE_CHECKERS | SetupFaults::BAD_COUNTERS
}

/// Returns the position of a `position` command and a warning if it has harmless faults.
pub(super) fn position(command: &UciPosition) -> Result<(Position, Option<String>), PositionError> {
    let (mut position, warning) = match &command.start {
        StartPosition::Startpos => (Position::startpos(), None),
        StartPosition::Fen(fen) => from_fen(fen)?,
    };
    for (i, &uci_move) in command.moves.iter().enumerate() {
        let number = i + 1;
        if uci_move.is_null() {
            return Err(PositionError::NullMove { number });
        }
        let mv = position.find_uci(uci_move).map_err(|reason| PositionError::Move {
            number,
            text: uci_move.to_string(),
            reason,
        })?;
        position.do_move(mv);
    }
    Ok((position, warning))
}

fn from_fen(fen: &str) -> Result<(Position, Option<String>), FenError> {
    let setup: Setup = fen.parse().map_err(FenError::Text)?;
    let faults = setup.faults() & harmless();
    let position = Position::from_setup_ignoring(&setup, harmless()).map_err(FenError::Setup)?;
    Ok((position, (!faults.is_empty()).then(|| format!("position accepted with faults: {faults}"))))
}
