use super::game::{Ending, Game, GameResult};
use super::replay::IllegalPly;
use ferz::{Color, Position};

/// A game that the rules contradict.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FalseGame {
    /// A move is not legal.
    #[error("{0}")]
    Illegal(#[from] IllegalPly),
    /// The last position does not show what the game says of it.
    #[error("{} by {} does not end with {fen}", result.text(), ending.text())]
    Ending {
        /// The result.
        result: GameResult,
        /// How it is said to have come about.
        ending: Ending,
        /// The last position.
        fen: String,
    },
}

impl Game {
    /// Makes every move, and sees that the game ended as it says.
    ///
    /// # Errors
    /// At the first thing that is wrong.
    pub fn verify(&self) -> Result<(), FalseGame> {
        let mut replay = self.replay();
        while replay.next_ply()?.is_some() {}
        let last = replay.position();
        if self.ending.fits(self.result, last) {
            return Ok(());
        }
        Err(FalseGame::Ending { result: self.result, ending: self.ending, fen: last.fen() })
    }
}

impl Ending {
    /// Whether a game can have ended so in this position.
    fn fits(self, result: GameResult, last: &Position) -> bool {
        let draw = result == GameResult::Draw;
        let decided = |winner: Color| result == GameResult::win(winner);
        match self {
            Self::Mate => last.is_checkmate() && decided(!last.side_to_move()),
            Self::Stalemate => draw && last.is_stalemate(),
            Self::FiftyMoves => draw && last.is_fifty_move_draw(),
            Self::Repetition => draw && last.is_repetition(3),
            Self::Material => draw && last.is_insufficient_material(),
            Self::AdjudicatedWin => !draw,
            Self::AdjudicatedDraw | Self::TooLong => draw,
        }
    }
}
