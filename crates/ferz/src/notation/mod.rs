//! Notation: positions as FEN, moves as UCI and SAN, test suites as EPD.

mod cursor;
pub mod epd;
pub mod fen;
pub mod san;
#[cfg(feature = "serde")]
mod serde;
pub mod uci;

pub use epd::{Epd, EpdError};
pub use fen::{FenError, FenStyle, FenTextError};
pub use san::ParseSanError;
pub use uci::{ParseUciMoveError, UciMove, UciMoveTextError};
