use super::pattern::{MovePattern, Pattern};
use crate::Position;
use crate::types::{CastleSide, Move, PieceType};

/// Why a text is not a move of the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseSanError {
    /// No move is written like that.
    #[error("not a move in algebraic notation, like e4, Nbd7, exd8=Q or O-O")]
    Malformed,
    /// A null move (`--`, `Z0`, ...): ChessBase and others write one, but no rule allows it.
    #[error("the null move is not a legal move")]
    NullMove,
    /// No legal move is meant.
    #[error("no legal move of this position is written like that")]
    NoSuchMove,
    /// Several legal moves could be meant.
    #[error("ambiguous: could be {first} or {second}")]
    Ambiguous {
        /// One of them.
        first: Move,
        /// Another.
        second: Move,
    },
    /// A pawn would reach its last rank, and the text does not say what it becomes.
    #[error("the piece that the pawn becomes is missing")]
    MissingPromotion,
}

/// How null moves are written.
const NULL_MOVES: [&str; 6] = ["--", "Z0", "0000", "@@@@", "null", "<>"];

/// What may follow a move and says nothing about which one it is.
const MARKS: [&str; 6] = ["+", "#", "!", "?", "e.p.", "ep"];

impl Position {
    /// The legal move that a text in algebraic notation means here; the
    /// [module](crate::notation::san) tells what the reader takes.
    ///
    /// # Errors
    /// If the text is no move, no legal one, or could be several.
    pub fn parse_san(&self, text: &str) -> Result<Move, ParseSanError> {
        let text = text.trim();
        if NULL_MOVES.contains(&text) {
            return Err(ParseSanError::NullMove);
        }
        match Pattern::read(without_marks(text)).ok_or(ParseSanError::Malformed)? {
            Pattern::Castle(side) => self.find_castling(side),
            Pattern::Move(pattern) => self.find_pattern(&pattern),
        }
    }

    fn find_castling(&self, side: CastleSide) -> Result<Move, ParseSanError> {
        let to_side = |mv: &&Move| {
            mv.is_castling() && (mv.to() > mv.from()) == (side == CastleSide::KingSide)
        };
        self.legal_moves().iter().find(to_side).copied().ok_or(ParseSanError::NoSuchMove)
    }

    fn find_pattern(&self, pattern: &MovePattern) -> Result<Move, ParseSanError> {
        let moves = self.legal_moves();
        let fitting = || moves.iter().copied().filter(|&mv| self.fits(pattern, mv));
        let mut found = fitting().filter(|mv| mv.promotion() == pattern.promotion);
        match (found.next(), found.next()) {
            (Some(only), None) => Ok(only),
            (Some(first), Some(second)) => Err(ParseSanError::Ambiguous { first, second }),
            (None, _) if pattern.promotion.is_none() && fitting().next().is_some() => {
                Err(ParseSanError::MissingPromotion)
            }
            (None, _) => Err(ParseSanError::NoSuchMove),
        }
    }

    /// Whether a legal move is as the pattern says, promotion aside.
    fn fits(&self, pattern: &MovePattern, mv: Move) -> bool {
        // A pawn move that names no file stays on its file: `d5` never means exd5.
        let stays_on_file = pattern.piece_type == PieceType::Pawn && pattern.from_file.is_none();
        !mv.is_castling()
            && mv.to() == pattern.to
            && self
                .piece_on(mv.from())
                .is_some_and(|piece| piece.piece_type() == pattern.piece_type)
            && pattern.from_file.is_none_or(|file| file == mv.from().file())
            && pattern.from_rank.is_none_or(|rank| rank == mv.from().rank())
            && pattern.captures.is_none_or(|captures| captures == mv.is_capture())
            && (!stays_on_file || mv.from().file() == mv.to().file())
    }
}

/// The text without the marks behind the move.
fn without_marks(text: &str) -> &str {
    let mut rest = text;
    while let Some(shorter) = MARKS.iter().find_map(|mark| rest.strip_suffix(mark)) {
        rest = shorter.trim_end();
    }
    rest
}
