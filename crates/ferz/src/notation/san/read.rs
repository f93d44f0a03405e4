use super::pattern::{MovePattern, Pattern};
use crate::Position;
use crate::types::{CastleSide, Move, PieceType};

/// Errors of [`Position::parse_san`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseSanError {
    /// The text is not a move in SAN.
    #[error("expected a move in SAN, like e4, Nbd7, exd8=Q or O-O")]
    Malformed,
    /// The text is a null move (`--`, `Z0`, ...), which some programs write.
    #[error("the null move is not a legal move")]
    NullMove,
    /// No legal move matches.
    #[error("no legal move of this position matches")]
    NoSuchMove,
    /// More than one legal move matches.
    #[error("ambiguous move: {first} or {second}")]
    Ambiguous {
        /// The first match.
        first: Move,
        /// The second match.
        second: Move,
    },
    /// A promotion without its piece.
    #[error("the promotion piece is missing")]
    MissingPromotion,
}

/// Spellings of the null move.
const NULL_MOVES: [&str; 6] = ["--", "Z0", "0000", "@@@@", "null", "<>"];

/// Marks that may follow a move and are ignored.
const MARKS: [&str; 6] = ["+", "#", "!", "?", "e.p.", "ep"];

impl Position {
    /// Returns the legal move written as `text` in SAN. The [module](crate::notation::san) lists
    /// the accepted variants.
    ///
    /// # Errors
    /// If the text is malformed, or does not match exactly one legal move.
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

    /// Returns true if a legal move matches, the promotion piece aside.
    fn fits(&self, pattern: &MovePattern, mv: Move) -> bool {
        // A pawn move without file stays on its file: `d5` does not match exd5.
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

/// Returns the text without trailing marks.
fn without_marks(text: &str) -> &str {
    let mut rest = text;
    while let Some(shorter) = MARKS.iter().find_map(|mark| rest.strip_suffix(mark)) {
        rest = shorter.trim_end();
    }
    rest
}
