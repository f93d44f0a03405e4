use super::castling_rook_square;
use crate::Setup;
use crate::types::{CastleSide, Color, File, Rank, Square};
use core::fmt::{self, Write as _};

/// How the castling rights of a FEN are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum FenStyle {
    /// `KQkq` for the outermost rook of a side, a file letter for any other: a plain FEN wherever
    /// that says enough.
    #[default]
    XFen,
    /// Always the file letter of the rook: `HAha` at the start of a standard game.
    Shredder,
}

/// A setup that writes itself as a FEN in one of the styles: see [`Setup::fen`].
#[derive(Clone, Copy, Debug)]
pub struct Fen<'a> {
    setup: &'a Setup,
    style: FenStyle,
}

impl Setup {
    /// The setup as a FEN of six fields in this style. [`Display`](fmt::Display) of the setup
    /// itself is [`FenStyle::XFen`].
    ///
    /// The text reads back as an equal setup, unless a right to castle is one that no text can
    /// say: its rook off the back rank, or on the other side than the right.
    pub fn fen(&self, style: FenStyle) -> Fen<'_> {
        Fen { setup: self, style }
    }

    /// Writes the four fields that FEN and EPD share.
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

/// The setup as a FEN with castling rights in X-FEN.
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
