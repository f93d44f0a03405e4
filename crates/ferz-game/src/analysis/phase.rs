//! Phases of a game: opening, middlegame and endgame.

use ferz::{Bitboard, Color, PieceType, Position, Rank};
use std::fmt;

/// A phase of a game, by the position before a move. A game does not return to an earlier phase.
///
/// The limits are those of the divider of lichess without its measure of mixed pieces: the
/// middlegame begins when at most 10 knights, bishops, rooks and queens are left or a side has fewer
/// than 4 pieces on its first rank, the endgame when at most 6 are left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GamePhase {
    /// The opening.
    Opening,
    /// The middlegame.
    Middlegame,
    /// The endgame.
    Endgame,
}

/// The largest number of knights, bishops, rooks and queens in a middlegame with full first ranks.
const MIDDLEGAME_PIECES: usize = 10;
/// The largest number of knights, bishops, rooks and queens in an endgame.
const ENDGAME_PIECES: usize = 6;
/// The least number of pieces on the first rank of each side in an opening.
const FIRST_RANK_PIECES: usize = 4;

impl GamePhase {
    /// All phases in their order.
    pub const ALL: [Self; 3] = [Self::Opening, Self::Middlegame, Self::Endgame];

    /// Returns the phase of a position without the moves before it.
    ///
    /// ```
    /// use ferz::Position;
    /// use ferz_game::analysis::GamePhase;
    /// assert_eq!(GamePhase::of(&Position::startpos()), GamePhase::Opening);
    /// let rooks = Position::from_fen("4k2r/5ppp/8/8/8/8/5PPP/4K2R w - - 0 30")?;
    /// assert_eq!(GamePhase::of(&rooks), GamePhase::Endgame);
    /// # Ok::<(), ferz::notation::FenError>(())
    /// ```
    pub fn of(position: &Position) -> Self {
        let pawns_and_kings = position.by_type(PieceType::Pawn) | position.by_type(PieceType::King);
        let pieces = (position.occupied() & !pawns_and_kings).len();
        let is_developed = |side: Color| {
            let first_rank = Bitboard::relative_rank(side, Rank::First);
            (position.by_color(side) & first_rank).len() < FIRST_RANK_PIECES
        };
        if pieces <= ENDGAME_PIECES {
            Self::Endgame
        } else if pieces <= MIDDLEGAME_PIECES || Color::ALL.into_iter().any(is_developed) {
            Self::Middlegame
        } else {
            Self::Opening
        }
    }

    /// Returns the name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Middlegame => "middlegame",
            Self::Endgame => "endgame",
        }
    }
}

/// Writes the name.
impl fmt::Display for GamePhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_pieces_and_first_ranks() {
        for (fen, expected) in [
            ("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5", "opening"),
            // White has three pieces on its first rank.
            ("r3kb1r/ppq2ppp/2n1pn2/8/8/2N1BN2/PPQ2PPP/R3K2R w KQkq - 0 1", "middlegame"),
            ("r2qk2r/ppp2ppp/2n5/8/8/2N5/PPP2PPP/R2QK2R w - - 0 12", "middlegame"),
            ("r2qk3/ppp2ppp/2n5/8/8/2N5/PPP2PPP/R2QK3 w - - 0 12", "endgame"),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "endgame"),
        ] {
            let position = Position::from_fen(fen).unwrap();
            assert_eq!(GamePhase::of(&position).to_string(), expected, "{fen}");
        }
    }
}
