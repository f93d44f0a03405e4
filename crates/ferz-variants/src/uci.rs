//! Moves in UCI notation: `e2e4`, `e7e8k`, and drops as `P@e4`.

use crate::{Board, Move};
use alloc::format;
use alloc::string::{String, ToString};
use ferz::notation::{UciMove, truncated};
use ferz::{File, MoveFlag, PieceType, Square};

/// The errors of reading a move in UCI notation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum UciError {
    /// The text is not a move in UCI notation.
    #[error("{0:?} is not a move in UCI notation")]
    Text(String),
    /// No legal move is written like this.
    #[error("{0} is not a legal move in this position")]
    NoSuchMove(String),
}

impl Board {
    /// Returns the UCI notation of a move. Castling is the king's two squares, or king takes rook if
    /// [`is_chess960`](Self::is_chess960) or if the king keeps its square.
    pub fn uci(&self, mv: Move) -> String {
        let (from, to) = (mv.from(), mv.to());
        if let Some(piece) = mv.drop_piece() {
            return format!("{}@{to}", piece.letter().to_ascii_uppercase());
        }
        match king_target(mv).filter(|&king| !self.chess960 && king != from) {
            Some(king) => format!("{from}{king}"),
            None => {
                let promotion = mv.promotion().map_or(String::new(), |p| p.letter().to_string());
                format!("{from}{to}{promotion}")
            }
        }
    }

    /// Returns the legal move written as `text` in UCI notation. Castling is read in both notations, and
    /// drops with a letter in either case or, for a pawn, without.
    ///
    /// # Errors
    /// If the text is not a move in UCI notation, or not a legal move here.
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciError> {
        let moves = self.legal_moves();
        let none = || UciError::NoSuchMove(truncated(text));
        if let Some(drop) = read_drop(text) {
            return moves.into_iter().find(|&mv| Some(mv) == drop).ok_or_else(none);
        }
        let king = text.strip_suffix(['k', 'K']).filter(|rest| rest.len() == 4);
        let parsed = king.unwrap_or(text).parse::<UciMove>();
        let read = parsed.map_err(|_| UciError::Text(truncated(text)))?;
        let promotion = if king.is_some() { Some(PieceType::King) } else { read.promotion() };
        let has_squares = |&&mv: &&Move| {
            mv.drop_piece().is_none()
                && (mv.from(), mv.to(), mv.promotion()) == (read.from(), read.to(), promotion)
        };
        let castles = |&&mv: &&Move| {
            mv.from() == read.from() && king_target(mv) == Some(read.to()) && promotion.is_none()
        };
        // The king's two squares name castling only where no plain move has them.
        let found = moves.iter().find(has_squares).or_else(|| moves.iter().find(castles));
        found.copied().ok_or_else(none)
    }
}

/// Returns the target of the king if a move is castling.
fn king_target(mv: Move) -> Option<Square> {
    let file = if mv.to() > mv.from() { File::G } else { File::C };
    mv.is_castling().then(|| Square::new(file, mv.from().rank()))
}

/// Reads a drop, `N@e4` or `@e4`. The outer `None` is for text that is no drop, the inner for the drop of a
/// king, which is never legal.
pub(crate) fn read_drop(text: &str) -> Option<Option<Move>> {
    let (piece, square) = text.split_once('@')?;
    let square = square.parse().ok()?;
    let mut letters = piece.chars();
    let piece = match letters.next() {
        None => PieceType::Pawn,
        Some(letter) => PieceType::from_letter(letter).filter(|_| letters.next().is_none())?,
    };
    Some(Move::dropping(piece, square))
}

/// Returns a move of chess with the squares of a move, without promotion.
pub(crate) fn without_promotion(mv: Move) -> ferz::Move {
    let flag = if mv.is_capture() { MoveFlag::Capture } else { MoveFlag::Quiet };
    ferz::Move::new(mv.from(), mv.to(), flag)
}
