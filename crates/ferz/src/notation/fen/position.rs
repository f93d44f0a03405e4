use super::FenError;
use crate::{Position, Setup};
use alloc::string::{String, ToString};
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
        self.setup().to_string()
    }
}

/// Reads a FEN, strictly: see [`Position::from_fen`].
impl FromStr for Position {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen)
    }
}
