//! A game, its result and its ending.

use ferz::{Color, Move, Position};

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum ResultCode {
    /// Black won.
    BlackWins = 0,
    /// The game was drawn.
    Draw = 1,
    /// White won.
    WhiteWins = 2,
}

impl ResultCode {
    /// All results.
    pub const ALL: [Self; 3] = [Self::BlackWins, Self::Draw, Self::WhiteWins];

    /// Returns the result of a win by this side.
    pub fn win(winner: Color) -> Self {
        match winner {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// Returns White's points: 0, 0.5 or 1.
    pub fn points(self) -> f32 {
        f32::from(self as u8) / 2.0
    }

    /// Returns the result in PGN notation: `1-0`, `1/2-1/2` or `0-1`.
    pub fn as_str(self) -> &'static str {
        ["0-1", "1/2-1/2", "1-0"][self as usize]
    }
}

/// The reason why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum EndingCode {
    /// Checkmate.
    Mate = 0,
    /// Stalemate.
    Stalemate = 1,
    /// Fifty moves of each side without a capture or a pawn move.
    FiftyMoves = 2,
    /// The third occurrence of a position.
    Repetition = 3,
    /// Insufficient material.
    Material = 4,
    /// A win by adjudication.
    AdjudicatedWin = 5,
    /// A draw by adjudication.
    AdjudicatedDraw = 6,
    /// The maximum number of plies, which counts as a draw.
    TooLong = 7,
}

impl EndingCode {
    /// All endings.
    pub const ALL: [Self; 8] = [
        Self::Mate,
        Self::Stalemate,
        Self::FiftyMoves,
        Self::Repetition,
        Self::Material,
        Self::AdjudicatedWin,
        Self::AdjudicatedDraw,
        Self::TooLong,
    ];

    /// Returns the ending in words, such as `fifty-move rule`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Mate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::FiftyMoves => "fifty-move rule",
            Self::Repetition => "threefold repetition",
            Self::Material => "insufficient material",
            Self::AdjudicatedWin => "adjudicated win",
            Self::AdjudicatedDraw => "adjudicated draw",
            Self::TooLong => "length limit",
        }
    }
}

/// Returns the result if the rules end the game here. Draws by the fifty-move rule and by threefold
/// repetition need no claim.
pub(crate) fn ending_by_rules(position: &Position) -> Option<(ResultCode, EndingCode)> {
    let draw = |ending| Some((ResultCode::Draw, ending));
    if !position.has_legal_move() {
        return if position.in_check() {
            Some((ResultCode::win(!position.side_to_move()), EndingCode::Mate))
        } else {
            draw(EndingCode::Stalemate)
        };
    }
    if position.is_insufficient_material() {
        draw(EndingCode::Material)
    } else if position.rule50() >= 100 {
        draw(EndingCode::FiftyMoves)
    } else if position.is_repetition(3) {
        draw(EndingCode::Repetition)
    } else {
        None
    }
}

/// The entry of [`TrainingGame::scores`] at a random move after the opening. The move breaks the line: scores
/// after it are no estimates of the positions before.
pub const RANDOM_MOVE: i16 = i16::MIN;
/// The entry of [`TrainingGame::scores`] at a position that was left out when the game got new scores.
pub const UNSEARCHED: i16 = i16::MIN + 1;

/// A game with the engine's scores.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrainingGame {
    /// The position before the first move.
    pub start: Position,
    /// The moves. They may be illegal in a game from a file: [`replay`](Self::replay) checks them.
    pub moves: Vec<Move>,
    /// The search score of the position before each move, in centipawns from White's view; mate in
    /// `n` plies is 32000 - `n`. The random moves of the opening, at the start of the game, have
    /// none, so `scores[i]` belongs to `moves[opening_plies + i]`. [`RANDOM_MOVE`] and [`UNSEARCHED`]
    /// stand for a score that is missing.
    pub scores: Vec<i16>,
    /// The result.
    pub result: ResultCode,
    /// The reason why the game ended.
    pub ending: EndingCode,
}

impl TrainingGame {
    /// Returns the number of plies at the start of the game that have no score.
    pub fn opening_plies(&self) -> usize {
        self.moves.len().saturating_sub(self.scores.len())
    }

    /// Returns the scores in order, without the entries for missing ones.
    pub fn search_scores(&self) -> impl Iterator<Item = i16> {
        self.scores.iter().copied().filter(|&entry| is_score(entry))
    }
}

/// Returns true if an entry of [`TrainingGame::scores`] is a score.
pub(super) fn is_score(entry: i16) -> bool {
    ![RANDOM_MOVE, UNSEARCHED].contains(&entry)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_end_games() {
        let ending = |fen: &str| ending_by_rules(&Position::from_fen(fen).unwrap());
        let draw = |ending| Some((ResultCode::Draw, ending));
        let mate = ending("R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 80");
        assert_eq!(mate, Some((ResultCode::WhiteWins, EndingCode::Mate)));
        assert_eq!(ending("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), draw(EndingCode::Stalemate));
        assert_eq!(ending("8/8/4k3/8/8/2B5/4K3/8 w - - 0 1"), draw(EndingCode::Material));
        assert_eq!(ending("8/8/4k3/8/8/2R5/4K3/8 w - - 100 90"), draw(EndingCode::FiftyMoves));
        assert_eq!(ending("8/8/4k3/8/8/2R5/4K3/8 w - - 99 90"), None);
        let mut position = Position::startpos();
        for (ply, text) in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(8).enumerate()
        {
            assert_eq!(ending_by_rules(&position), None, "{ply}");
            position.do_move(position.parse_uci(text).unwrap());
        }
        assert_eq!(ending_by_rules(&position), draw(EndingCode::Repetition));
    }
}
