//! FEN (Forsyth-Edwards Notation), with X-FEN and Shredder-FEN for Chess960.
//!
//! ```text
//! rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2
//! 1 piece placement                               2 3    4  5 6
//! ```
//!
//! [`str::parse`] reads a [`Setup`] or a [`Position`]. `Display` writes X-FEN, and [`Setup::fen`]
//! either style.
//!
//! The reader accepts more than the standard form: any white space between, before and after the
//! fields; castling letters in any order and in both styles; adjacent digits in the piece placement
//! (`44` for `8`); and text that ends after field 4, as in EPD, or after field 5. The missing
//! counters are then 0 and 1. Text after field 6 is an error. [`FenOptions`] also admit shorter texts
//! and positions with faults.

mod error;
mod options;
mod read;
mod write;

pub use error::{FenError, FenTextError, FenTextProblem};
pub use options::FenOptions;
pub(super) use read::{read_counters, read_epd_fields};
pub use write::{Fen, FenStyle};

use crate::types::{CastleSide, Color, File, Rank, Square};
use crate::{Board, Position, Setup};
use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

impl Board {
    /// Reads a FEN, as [`str::parse`] does, with the options [`FenOptions::STRICT`].
    ///
    /// # Errors
    /// [`FenError::Text`] for text that is not a FEN, and [`FenError::Setup`] with all faults for a
    /// setup that is not legal.
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        Self::from_fen_with(fen, FenOptions::STRICT)
    }

    /// Reads a FEN with fewer fields or with faults, as far as the options allow. To report the
    /// faults that were ignored, read a [`Setup`] with [`Setup::from_fen_with`] and call
    /// [`Setup::faults`].
    ///
    /// # Errors
    /// [`FenError::Text`] for text that is not a FEN, and [`FenError::Setup`] with all faults that
    /// the options do not ignore.
    pub fn from_fen_with(fen: &str, options: FenOptions) -> Result<Self, FenError> {
        let setup = Setup::from_fen_with(fen, options)?;
        Ok(Self::from_setup_ignoring(&setup, options.ignored_faults())?)
    }

    /// Returns the FEN, with castling rights in X-FEN and the en passant square only if a pawn can
    /// capture there. See [`Setup::fen`] for Shredder-FEN.
    pub fn fen(&self) -> String {
        self.to_string()
    }
}

/// Writes the FEN: see [`Board::fen`].
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}

/// Reads a FEN: see [`Board::from_fen`].
impl FromStr for Board {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen)
    }
}

impl Position {
    /// Reads a FEN, as [`str::parse`] does, with the options [`FenOptions::STRICT`].
    ///
    /// # Errors
    /// As [`Board::from_fen`].
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        Board::from_fen(fen).map(Self::from)
    }

    /// Reads a FEN with fewer fields or with faults: see [`Board::from_fen_with`].
    ///
    /// # Errors
    /// As [`Board::from_fen_with`].
    pub fn from_fen_with(fen: &str, options: FenOptions) -> Result<Self, FenError> {
        Board::from_fen_with(fen, options).map(Self::from)
    }
}

/// Writes the FEN: see [`Board::fen`].
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board().fmt(f)
    }
}

/// Reads a FEN: see [`Position::from_fen`].
impl FromStr for Position {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen)
    }
}

/// Returns the rook of the letter `K`, `Q`, `k` or `q`: the outermost rook, or the corner if there
/// is none, so that the setup still has the right and its fault is reported.
fn castling_rook_square(setup: &Setup, color: Color, side: CastleSide) -> Square {
    let corner = match side {
        CastleSide::KingSide => File::H,
        CastleSide::QueenSide => File::A,
    };
    let corner = Square::new(corner, color.relative_rank(Rank::First));
    setup.outermost_rook(color, side).unwrap_or(corner)
}

/// Returns the side of a castling rook given by its file, relative to the king. If the king is on
/// the same file or not on its back rank, the nearer corner decides.
fn castle_side_of_rook(setup: &Setup, color: Color, rook: File) -> CastleSide {
    let divide = match setup.back_rank_king(color).map(Square::file) {
        Some(king) if king != rook => king,
        _ => File::D,
    };
    if rook > divide { CastleSide::KingSide } else { CastleSide::QueenSide }
}
