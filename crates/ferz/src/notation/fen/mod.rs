//! FEN, the one-line notation of a position, in its two dialects for Chess960.
//!
//! ```text
//! rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2
//! 1 piece placement                               2 3    4  5 6
//! ```
//!
//! Read with [`str::parse`] into a [`Setup`], or straight into a
//! [`Position`](crate::Position); written with `Display` ([`FenStyle::XFen`]) or
//! [`Setup::fen`](crate::Setup::fen).
//!
//! What the reader takes beyond the strict form: any white space between, before and after the
//! fields; castling letters in any order and in both dialects at once; digits side by side in the
//! piece placement (`44` for `8`); a text that ends after field 4 (as in EPD) or 5, which leaves
//! the halfmove clock at 0 and the full move number at 1. Anything after field 6 is refused.

mod error;
mod read;
mod write;

pub use error::{FenError, FenTextError, FenTextProblem};
pub(super) use read::{read_counters, read_epd_fields};
pub use write::{Fen, FenStyle};

use crate::types::{CastleSide, Color, File, Rank, Square};
use crate::{Position, Setup};
use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

impl Position {
    /// Reads a FEN and asks the rules: the same as [`str::parse`]. To forgive harmless faults,
    /// parse a [`Setup`] and use [`Position::from_setup_forgiving`].
    ///
    /// # Errors
    /// [`FenError::Text`] tells where the text broke, [`FenError::Setup`] every reason why the
    /// rules refuse what it says.
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        Ok(Self::from_setup(&fen.parse::<Setup>()?)?)
    }

    /// The position as a FEN, with castling rights in X-FEN and the en passant square only where
    /// a pawn can capture. For the other style, see [`Setup::fen`].
    pub fn fen(&self) -> String {
        self.to_string()
    }
}

/// Writes the FEN: see [`Position::fen`].
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}

/// Reads a FEN, strictly: see [`Position::from_fen`].
impl FromStr for Position {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen)
    }
}

/// The rook that `K`, `Q`, `k` or `q` means. With no such rook on the board it is the corner, so
/// that the setup can still say that the text claimed the right.
fn castling_rook_square(setup: &Setup, color: Color, side: CastleSide) -> Square {
    let corner = match side {
        CastleSide::KingSide => File::H,
        CastleSide::QueenSide => File::A,
    };
    let corner = Square::new(corner, color.relative_rank(Rank::First));
    setup.outermost_rook(color, side).unwrap_or(corner)
}

/// The side on which a rook named by its file stands. Where the king does not tell, since it is
/// not on its back rank or shares the file, the nearer corner does.
fn castle_side_of_rook(setup: &Setup, color: Color, rook: File) -> CastleSide {
    let divide = match setup.back_rank_king(color).map(Square::file) {
        Some(king) if king != rook => king,
        _ => File::D,
    };
    if rook > divide { CastleSide::KingSide } else { CastleSide::QueenSide }
}
