use super::castling_rook_square;
use crate::Setup;
use crate::types::{CastleSide, Color, File, Rank, Square};
use core::fmt::{self, Write as _};

/// The notation of castling rights in a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum FenStyle {
    /// `KQkq` for the outermost rook of a side, a file letter for another: identical to a standard
    /// FEN where that is unambiguous.
    #[default]
    XFen,
    /// File letters of the rooks: `HAha` at the start of a standard game.
    Shredder,
}

/// A setup written as a FEN in one style, created by [`Setup::fen`].
#[derive(Clone, Copy, Debug)]
pub struct Fen<'a> {
    setup: &'a Setup,
    style: FenStyle,
}

impl Setup {
    /// Returns a value that displays the FEN in a style. The setup's own `Display` is
    /// [`FenStyle::XFen`].
    ///
    /// The text parses to an equal setup, unless the rook of a castling right is not on the back
    /// rank or on the wrong side of the king.
    pub fn fen(&self, style: FenStyle) -> Fen<'_> {
        Fen { setup: self, style }
    }

    /// Writes the first four fields, which FEN and EPD share.
    pub(in super::super) fn write_epd_fields(
        &self,
        f: &mut fmt::Formatter<'_>,
        style: FenStyle,
    ) -> fmt::Result {
        write_placement(self, f)?;
        write!(f, " {} ", self.side_to_move.letter())?;
        write_castling(self, f, style)?;
        match self.en_passant {
            Some(square) => write!(f, " {square}"),
            None => f.write_str(" -"),
        }
    }
}

impl fmt::Display for Fen<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setup = self.setup;
        setup.write_epd_fields(f, self.style)?;
        write!(f, " {} {}", setup.halfmove_clock, setup.fullmove_number)
    }
}

/// Writes the FEN with castling rights in X-FEN.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fen(FenStyle::XFen).fmt(f)
    }
}

fn write_placement(setup: &Setup, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for rank in Rank::ALL.into_iter().rev() {
        let mut empty = 0;
        for file in File::ALL {
            let Some(piece) = setup.piece_on(Square::new(file, rank)) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                write!(f, "{empty}")?;
                empty = 0;
            }
            f.write_char(piece.letter())?;
        }
        if empty > 0 {
            write!(f, "{empty}")?;
        }
        if rank != Rank::First {
            f.write_char('/')?;
        }
    }
    Ok(())
}

fn write_castling(setup: &Setup, f: &mut fmt::Formatter<'_>, style: FenStyle) -> fmt::Result {
    if setup.castling == [None; 4] {
        return f.write_char('-');
    }
    for color in Color::ALL {
        for side in CastleSide::ALL {
            let Some(rook) = setup.castling_rook(color, side) else { continue };
            let by_side =
                style == FenStyle::XFen && rook == castling_rook_square(setup, color, side);
            let letter = match side {
                CastleSide::KingSide if by_side => 'k',
                CastleSide::QueenSide if by_side => 'q',
                _ => rook.file().letter(),
            };
            f.write_char(match color {
                Color::White => letter.to_ascii_uppercase(),
                Color::Black => letter,
            })?;
        }
    }
    Ok(())
}
