//! Moves as UCI writes them: origin, target, promotion piece, like `e2e4` and `e7e8q`.
//!
//! Castling is read both as the king's two squares (`e1g1`) and as the king taking its rook
//! (`e1h1`), in any position. Where a text could mean castling or a plain king move, as `f1g1` in
//! Chess960, it is the king move.

use crate::Position;
use crate::types::{File, Move, PieceType, Rank, Square};
use core::fmt;
use core::str::FromStr;

/// A move as text names it: not yet one of any position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UciMove {
    /// The square the piece leaves.
    pub from: Square,
    /// The square it goes to; for castling also the square of the rook.
    pub to: Square,
    /// What a pawn becomes.
    pub promotion: Option<PieceType>,
}

/// Text that no UCI move is written like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a move is written as two squares and perhaps one of n, b, r, q, like e2e4 or e7e8q")]
pub struct UciMoveTextError;

/// Why a text is not a move of the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseUciMoveError {
    /// The text is no move at all.
    #[error(transparent)]
    Text(#[from] UciMoveTextError),
    /// No legal move of the position is written like that.
    #[error("{0} is not a legal move in this position")]
    NoSuchMove(UciMove),
}

impl FromStr for UciMove {
    type Err = UciMoveTextError;

    fn from_str(text: &str) -> Result<Self, UciMoveTextError> {
        // Both squares must end at the boundary of a character; bytes 0 to 4 of anything else
        // are no squares either.
        let square = |range| text.get(range).and_then(|name: &str| name.parse().ok());
        let from = square(0..2).ok_or(UciMoveTextError)?;
        let to = square(2..4).ok_or(UciMoveTextError)?;
        let promotion = match text.get(4..) {
            Some("") => None,
            Some("n") => Some(PieceType::Knight),
            Some("b") => Some(PieceType::Bishop),
            Some("r") => Some(PieceType::Rook),
            Some("q") => Some(PieceType::Queen),
            _ => return Err(UciMoveTextError),
        };
        Ok(Self { from, to, promotion })
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion.map_or(Ok(()), |piece| write!(f, "{}", piece.letter()))
    }
}

impl Position {
    /// The legal move that a UCI text means here.
    ///
    /// # Errors
    /// If the text is no move, or no legal one in this position. The null move `0000` is no move.
    pub fn parse_uci(&self, text: &str) -> Result<Move, ParseUciMoveError> {
        self.find_uci(text.parse()?)
    }

    /// The legal move that a move from a text means here.
    ///
    /// # Errors
    /// [`ParseUciMoveError::NoSuchMove`] if there is none.
    pub fn find_uci(&self, text: UciMove) -> Result<Move, ParseUciMoveError> {
        let moves = self.legal_moves();
        let find = |castling_to: fn(Move) -> Square, castling_only: bool| {
            moves.iter().copied().find(|&mv| {
                let to = if mv.is_castling() { castling_to(mv) } else { mv.to() };
                (mv.is_castling() || !castling_only)
                    && UciMove { from: mv.from(), to, promotion: mv.promotion() } == text
            })
        };
        // King takes rook never names a plain move; the king's own two squares may.
        find(Move::to, false)
            .or_else(|| find(castled_king, true))
            .ok_or(ParseUciMoveError::NoSuchMove(text))
    }

    /// A move as UCI writes it here: castling is the king's own two squares (`e1g1`), or the
    /// king's and the rook's (`e1h1`) if [`is_chess960`](Self::is_chess960).
    pub fn uci(&self, mv: Move) -> UciMove {
        let to = if mv.is_castling() && !self.is_chess960() { castled_king(mv) } else { mv.to() };
        UciMove { from: mv.from(), to, promotion: mv.promotion() }
    }
}

/// Where the king stands after castling.
fn castled_king(mv: Move) -> Square {
    let file = if mv.to() > mv.from() { File::G } else { File::C };
    let rank: Rank = mv.from().rank();
    Square::new(file, rank)
}
