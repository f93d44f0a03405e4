//! From what `position` says to a position, or the reason why not.

use ferz::notation::{FenError, ParseUciMoveError, UciMove as BoardMove};
use ferz::{Move, Position, Setup, SetupFaults};
use ferz_uci::{StartPosition, UciMove, UciPosition};

/// Why a `position` line gives no position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum PositionError {
    #[error("position refused: {0}")]
    Fen(#[from] FenError),
    #[error("position refused: move {number} ({text}) cannot be played: {reason}")]
    Move { number: usize, text: String, reason: ParseUciMoveError },
    #[error("position refused: move {number} passes the turn")]
    NullMove { number: usize },
}

/// Faults that do not keep anybody from playing on.
fn harmless() -> SetupFaults {
    SetupFaults::IMPOSSIBLE_CHECKERS | SetupFaults::BAD_COUNTERS
}

/// The position told, and what was forgiven in words.
pub(super) fn position(told: &UciPosition) -> Result<(Position, Option<String>), PositionError> {
    let (mut position, forgiven) = match &told.start {
        StartPosition::Startpos => (Position::startpos(), None),
        StartPosition::Fen(fen) => from_fen(fen)?,
    };
    for (i, &uci_move) in told.moves.iter().enumerate() {
        let number = i + 1;
        if uci_move.is_null() {
            return Err(PositionError::NullMove { number });
        }
        let mv = find(&position, uci_move).map_err(|reason| PositionError::Move {
            number,
            text: uci_move.to_string(),
            reason,
        })?;
        position.do_move(mv);
    }
    Ok((position, forgiven))
}

fn from_fen(fen: &str) -> Result<(Position, Option<String>), FenError> {
    let setup: Setup = fen.parse().map_err(FenError::Text)?;
    let forgiven = setup.faults() & harmless();
    let position = Position::from_setup_ignoring(&setup, harmless()).map_err(FenError::Setup)?;
    Ok((position, (!forgiven.is_empty()).then(|| format!("position taken although {forgiven}"))))
}

/// The legal move that a text means here.
pub(super) fn find(position: &Position, mv: UciMove) -> Result<Move, ParseUciMoveError> {
    position.find_uci(BoardMove { from: mv.from(), to: mv.to(), promotion: mv.promotion() })
}
