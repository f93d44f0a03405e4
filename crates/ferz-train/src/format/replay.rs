//! A game move by move, every move checked.

use super::game::{Game, GameResult};
use ferz::{Color, IllegalMove, Move, Position};

/// A position of a game and what is known of it.
#[derive(Debug)]
pub struct Ply<'a> {
    /// The position before the move, with its history from the start of the game on.
    pub position: &'a Position,
    /// The move that was played, legal here.
    pub mv: Move,
    /// What the engine thought the position to be worth, White's view; none in the opening.
    pub score: Option<i16>,
    /// How the game ended, White's view.
    pub result: GameResult,
    /// The plies played since the start of the game.
    pub ply: usize,
}

impl Ply<'_> {
    /// The score in the view of the side to move.
    pub fn score_to_move(&self) -> Option<i16> {
        let white = self.position.side_to_move() == Color::White;
        self.score.map(|score| if white { score } else { score.saturating_neg() })
    }

    /// The points that the side to move made in the end: 0, 0.5 or 1.
    pub fn points_to_move(&self) -> f32 {
        self.result.points_of(self.position.side_to_move())
    }
}

/// A game with a move that the rules refuse.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("ply {ply} of a game: {illegal} in {fen}")]
pub struct IllegalPly {
    /// The ply, from 0.
    pub ply: usize,
    /// The move.
    pub illegal: IllegalMove,
    /// The position before it.
    pub fen: String,
}

/// A walk through a game. It lends one position after the other, and is therefore no iterator.
pub struct Replay<'a> {
    game: &'a Game,
    position: Position,
    ply: usize,
    /// The move that was shown last and is still to be made.
    shown: Option<Move>,
}

impl Game {
    /// Begins a walk through the game.
    pub fn replay(&self) -> Replay<'_> {
        Replay { game: self, position: self.start.clone(), ply: 0, shown: None }
    }

    /// Shows the positions that a filter keeps.
    ///
    /// # Errors
    /// At the first move that is not legal. The positions before have been shown.
    pub fn visit(
        &self,
        filter: &Filter,
        mut visit: impl FnMut(&Ply<'_>),
    ) -> Result<(), IllegalPly> {
        let mut replay = self.replay();
        while let Some(ply) = replay.next_ply()? {
            if filter.keeps(&ply) {
                visit(&ply);
            }
        }
        Ok(())
    }
}

impl Replay<'_> {
    /// The next position and the move played there; none after the last move.
    ///
    /// # Errors
    /// If that move is not legal.
    pub fn next_ply(&mut self) -> Result<Option<Ply<'_>>, IllegalPly> {
        if let Some(mv) = self.shown.take() {
            self.position.do_move(mv);
            self.ply += 1;
        }
        let Some(&mv) = self.game.moves.get(self.ply) else { return Ok(None) };
        if !self.position.is_legal(mv) {
            let (ply, fen) = (self.ply, self.position.fen());
            return Err(IllegalPly { ply, illegal: IllegalMove(mv), fen });
        }
        self.shown = Some(mv);
        let scored = self.ply.checked_sub(self.game.opening());
        Ok(Some(Ply {
            position: &self.position,
            mv,
            score: scored.and_then(|nth| self.game.scores.get(nth).copied()),
            result: self.game.result,
            ply: self.ply,
        }))
    }

    /// Where the walk is: at the end, the position in which the game ended.
    pub fn position(&self) -> &Position {
        &self.position
    }
}

/// Which positions of a game to learn from. Those without a score are never kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filter {
    /// The first ply, from 0.
    pub min_ply: usize,
    /// The largest score of either side, in centipawns.
    pub max_score: i16,
    /// Leaves out positions in check.
    pub no_check: bool,
    /// Leaves out positions whose move captures or promotes: their worth is not to be seen on the
    /// board.
    pub no_tactics: bool,
}

impl Filter {
    /// Every position with a score.
    pub const fn all() -> Self {
        Self { min_ply: 0, max_score: i16::MAX, no_check: false, no_tactics: false }
    }

    /// What an evaluation is taught: quiet positions out of the opening, none near mate.
    pub const fn quiet() -> Self {
        Self { min_ply: 16, max_score: 10_000, no_check: true, no_tactics: true }
    }

    /// Whether a position is kept.
    pub fn keeps(&self, ply: &Ply<'_>) -> bool {
        let most = self.max_score.unsigned_abs();
        ply.ply >= self.min_ply
            && ply.score.is_some_and(|score| score.unsigned_abs() <= most)
            && !(self.no_tactics && (ply.mv.is_capture() || ply.mv.is_promotion()))
            && !(self.no_check && ply.position.in_check())
    }
}
