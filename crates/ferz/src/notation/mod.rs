//! Notation: positions as FEN, moves as UCI and SAN, test suites as EPD.

pub mod epd;
pub mod fen;
pub mod san;
#[cfg(feature = "serde")]
mod serde;
pub mod uci;

pub use crate::text::{MAX_ERROR_CHARS, truncated};
pub use epd::{Epd, EpdError};
pub use fen::{FenError, FenOptions, FenStyle, FenTextError, FenTextProblem};
pub use san::{ParseSanError, ParseSanProblem, San, SanPattern};
pub use uci::{ParseUciMoveError, UciMove, UciMoveTextError, UciMoveTextProblem};
