//! Notation: positions as FEN, moves as UCI and SAN, test suites as EPD.

pub mod epd;
pub mod fen;
pub mod san;
#[cfg(feature = "serde")]
mod serde;
pub mod uci;

pub use crate::text::{MAX_ERROR_CHARS, truncated};
pub use epd::{Epd, EpdError};
pub use fen::{
    CastlingMode, FenCorrection, FenError, FenOptions, FenStyle, FenTextError, FenTextProblem,
};
pub use san::{ParseSanError, ParseSanProblem, San, SanPattern};
pub use uci::{ParseUciMoveError, UciLineError, UciMove, UciMoveTextError, UciMoveTextProblem};

use crate::position::{Board, IllegalMove, Position};
use crate::types::Move;

macro_rules! queries {
    ($type:ty) => {
        /// Moves as text.
        impl $type {
            /// Returns a value that displays a legal move in SAN, with minimal disambiguation and its
            /// check or checkmate mark. A move that is not legal is written in UCI notation:
            /// [`try_san`](Self::try_san) refuses it.
            #[doc(alias = "display_san_move")]
            pub fn san(&self, mv: Move) -> San<'_> {
                San { position: self.view(), mv }
            }

            /// Returns a value that displays a move in SAN, as [`san`](Self::san) does, if it is
            /// legal.
            ///
            /// # Errors
            /// [`IllegalMove`] for a move that is not legal in this position.
            pub fn try_san(&self, mv: Move) -> Result<San<'_>, IllegalMove> {
                if self.is_legal(mv) { Ok(self.san(mv)) } else { Err(IllegalMove(mv)) }
            }

            /// Returns the legal move written as `text` in SAN. The [module](san)
            /// lists the accepted variants.
            ///
            /// # Errors
            /// If the text is malformed, or does not match exactly one legal move.
            #[doc(alias("parse_san_move", "from_san"))]
            pub fn parse_san(&self, text: &str) -> Result<Move, ParseSanError> {
                self.view().parse_san(text)
            }

            /// Returns the legal move that matches a pattern. Generates no moves: tests only the
            /// pieces of the pattern's type that can reach the target.
            ///
            /// # Errors
            /// If the pattern does not match exactly one legal move.
            #[inline]
            pub fn find_san(&self, pattern: &SanPattern) -> Result<Move, ParseSanProblem> {
                self.view().find_san(pattern)
            }

            /// Returns the legal move written as `text` in UCI notation.
            ///
            /// # Errors
            /// If the text is not a move in UCI notation, or not a legal move here. The null move
            /// `0000` is never legal.
            #[doc(alias = "parse_uci_move")]
            pub fn parse_uci(&self, text: &str) -> Result<Move, ParseUciMoveError> {
                self.find_uci(text.parse()?)
            }

            /// Returns the legal move that `uci_move` names in this position.
            ///
            /// # Errors
            /// [`ParseUciMoveError::NoSuchMove`] if there is none.
            pub fn find_uci(&self, uci_move: UciMove) -> Result<Move, ParseUciMoveError> {
                self.view().find_uci(uci_move)
            }
        }
    };
}

queries!(Board);
queries!(Position);
