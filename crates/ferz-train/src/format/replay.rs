//! Replaying a game with every move checked: its positions, verification and PGN export.

use super::game::{EndingCode, ResultCode, TrainingGame, is_score};
use ferz::{Color, IllegalMove, Move, Position, Score};
use ferz_engine::value::moves_to_mate;
use ferz_game::pgn::{CommentPlace, NodeId, PgnGame, Tree};
use serde::{Deserialize, Serialize};

/// A position of a game with its move, score and result.
#[derive(Debug)]
pub struct ScoredPly<'a> {
    /// The position before the move, with its history since the start of the game.
    pub position: &'a Position,
    /// The move that was played. It is legal.
    pub mv: Move,
    /// The search score of the position in centipawns, White's view; `None` in the opening and where it
    /// is missing.
    pub score: Option<i16>,
    /// The result of the game.
    pub result: ResultCode,
    /// The number of plies since the start of the game.
    pub ply: usize,
}

/// An illegal move in a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("ply {ply} of the game: {illegal}: {fen}")]
pub struct IllegalPly {
    /// The ply, from 0.
    pub ply: usize,
    /// The move.
    pub illegal: IllegalMove,
    /// The position before the move.
    pub fen: String,
}

/// A replay of a game. It is not an `Iterator`, since each [`ScoredPly`] borrows the current position.
pub struct GameReplay<'a> {
    game: &'a TrainingGame,
    position: Position,
    ply: usize,
    /// The move that was returned last, which the next step makes.
    pending: Option<Move>,
}

impl GameReplay<'_> {
    /// Returns the next position and the move played there; `None` after the last move.
    ///
    /// # Errors
    /// If the move is illegal.
    pub fn next_ply(&mut self) -> Result<Option<ScoredPly<'_>>, IllegalPly> {
        if let Some(mv) = self.pending.take() {
            self.position.do_move(mv);
            self.ply += 1;
        }
        let Some(&mv) = self.game.moves.get(self.ply) else { return Ok(None) };
        if !self.position.is_legal(mv) {
            let (ply, fen) = (self.ply, self.position.fen());
            return Err(IllegalPly { ply, illegal: IllegalMove(mv), fen });
        }
        self.pending = Some(mv);
        let score_index = self.ply.checked_sub(self.game.opening_plies());
        Ok(Some(ScoredPly {
            position: &self.position,
            mv,
            score: score_index
                .and_then(|index| self.game.scores.get(index).copied())
                .filter(|&entry| is_score(entry)),
            result: self.game.result,
            ply: self.ply,
        }))
    }

    /// Returns the current position. After the last move it is the final position of the game.
    pub fn position(&self) -> &Position {
        &self.position
    }
}

impl TrainingGame {
    /// Starts a replay.
    pub fn replay(&self) -> GameReplay<'_> {
        GameReplay { game: self, position: self.start.clone(), ply: 0, pending: None }
    }

    /// Passes the positions that the filter accepts to `visit`, in order.
    ///
    /// # Errors
    /// At the first illegal move. The positions before it have been passed on.
    pub fn visit(
        &self,
        filter: &PositionFilter,
        mut visit: impl FnMut(&ScoredPly<'_>),
    ) -> Result<(), IllegalPly> {
        let mut replay = self.replay();
        while let Some(ply) = replay.next_ply()? {
            if filter.accepts(&ply) {
                visit(&ply);
            }
        }
        Ok(())
    }

    /// Checks that every move is legal and that the final position matches the result and the
    /// ending.
    ///
    /// # Errors
    /// The first contradiction.
    pub fn verify(&self) -> Result<(), VerifyError> {
        let mut replay = self.replay();
        while replay.next_ply()?.is_some() {}
        let last = replay.position();
        if self.ending.matches(self.result, last) {
            return Ok(());
        }
        Err(VerifyError::Ending { result: self.result, ending: self.ending, fen: last.fen() })
    }

    /// Returns the game in PGN, with White's score in a comment after each move that has one.
    ///
    /// # Errors
    /// If a move is illegal.
    pub fn pgn(&self) -> Result<String, IllegalPly> {
        let (mut moves, mut scores) = (Vec::new(), Vec::new());
        let mut replay = self.replay();
        while let Some(ply) = replay.next_ply()? {
            moves.push(ply.mv);
            scores.push(ply.score);
        }
        let mut game = PgnGame { tree: Tree::from_position(&self.start), ..PgnGame::new() };
        game.tree.add_line(NodeId::ROOT, &moves).expect("the replay has checked the moves");
        let nodes: Vec<_> = game.tree.main_line().collect();
        for (node, score) in nodes.into_iter().zip(scores) {
            if let Some(score) = score {
                let text = format!("{:+}", score_of(score));
                game.tree.add_comment(node, CommentPlace::After, &text);
            }
        }
        game.result = self.result.as_str().parse().expect("the spellings are those of PGN");
        let chess960 = self.start.is_chess960().then_some(("Variant", "Chess960"));
        for (name, value) in chess960.into_iter().chain([("Termination", self.ending.as_str())]) {
            game.tags.set(name, value).expect("the names are valid");
        }
        Ok(format!("{game}\n"))
    }
}

/// A contradiction between a game and the rules of chess.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum VerifyError {
    /// A move is illegal.
    #[error("{0}")]
    Illegal(#[from] IllegalPly),
    /// The final position contradicts the result or the ending.
    #[error("{}, {}, contradicts the final position {fen}", result.as_str(), ending.as_str())]
    Ending {
        /// The result.
        result: ResultCode,
        /// The ending.
        ending: EndingCode,
        /// The final position.
        fen: String,
    },
}

impl EndingCode {
    /// Returns true if a game with this ending and this result can end in the position.
    fn matches(self, result: ResultCode, last: &Position) -> bool {
        let draw = result == ResultCode::Draw;
        let won_by = |winner: Color| result == ResultCode::win(winner);
        match self {
            Self::Mate => last.is_checkmate() && won_by(!last.side_to_move()),
            Self::Stalemate => draw && last.is_stalemate(),
            Self::FiftyMoves => draw && last.is_fifty_move_draw(),
            Self::Repetition => draw && last.is_repetition(3),
            Self::Material => draw && last.is_insufficient_material(),
            Self::AdjudicatedWin => !draw,
            Self::AdjudicatedDraw | Self::TooLong => draw,
        }
    }
}

/// Converts a score of a game file, which is not normalised.
fn score_of(value: i16) -> Score {
    moves_to_mate(value.into()).map_or(Score::Cp(value.into()), Score::Mate)
}

/// Conditions on the positions of a game. Positions without a score are never accepted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PositionFilter {
    /// The first ply, from 0, counted by the move number of the position: formats that hold a part of a game have the
    /// same one.
    pub min_ply: usize,
    /// The largest absolute score in centipawns.
    pub max_score: i16,
    /// Rejects positions in check.
    pub no_check: bool,
    /// Rejects positions in which a capture or a promotion was played: a static evaluation cannot
    /// be expected to match the score there.
    pub no_tactics: bool,
}

impl PositionFilter {
    /// Returns the filter that accepts every position with a score.
    pub const fn all() -> Self {
        Self { min_ply: 0, max_score: i16::MAX, no_check: false, no_tactics: false }
    }

    /// Returns a filter for training data: quiet positions from ply 16 on with scores up to 10,000.
    pub const fn quiet() -> Self {
        Self { min_ply: 16, max_score: 10_000, no_check: true, no_tactics: true }
    }

    /// Returns true if the position meets all conditions.
    pub fn accepts(&self, ply: &ScoredPly<'_>) -> bool {
        let max_score = self.max_score.unsigned_abs();
        // Not by the place in the record: without unscored opening moves a game begins later.
        ply.position.game_ply() as usize >= self.min_ply
            && ply.score.is_some_and(|score| score.unsigned_abs() <= max_score)
            && !(self.no_tactics && (ply.mv.is_capture() || ply.mv.is_promotion()))
            && !(self.no_check && ply.position.in_check())
    }
}
