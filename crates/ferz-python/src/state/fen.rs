//! FEN of any board: read with python-chess's tolerance and error texts, and written.

use super::{State, castling_fen_is_valid};
use ferz::{Bitboard, Color, File, Piece, Rank, Square};
use std::fmt::Write as _;

/// The FEN of the initial position.
pub const STARTING_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// The piece placement of the initial position.
pub const STARTING_BOARD_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// The cases in which a FEN contains the en passant square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnPassantStyle {
    /// A capture is legal.
    Legal,
    /// A pawn can capture, perhaps leaving its king in check.
    XFen,
    /// Always after a double push.
    Fen,
}

/// The error for text that is not a FEN: the reason without the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FenReason(pub &'static str);

impl State {
    /// Reads a FEN of one to six fields. Missing fields are White to move, no castling rights, no
    /// en passant square and the counters 0 and 1. `chess960` stays.
    ///
    /// # Errors
    /// For text that is not a FEN. The position need not be legal.
    pub fn set_fen(&mut self, fen: &str) -> Result<(), FenReason> {
        let mut fields = fen.split_whitespace();
        let mut read = Self { chess960: self.chess960, ..Self::empty() };
        read.add_board_fen(fields.next().ok_or(FenReason("empty fen"))?.as_bytes())?;
        read.turn = match fields.next() {
            None | Some("w") => Color::White,
            Some("b") => Color::Black,
            Some(_) => return Err(FenReason("expected 'w' or 'b' for turn part of fen")),
        };
        let castling = fields.next().unwrap_or("-");
        if !castling_fen_is_valid(castling) {
            return Err(FenReason("invalid castling part in fen"));
        }
        read.set_castling_fen(castling);
        read.ep_square = match fields.next() {
            None | Some("-") => None,
            Some(name) => {
                Some(name.parse().map_err(|_| FenReason("invalid en passant part in fen"))?)
            }
        };
        let texts = ["invalid half-move clock in fen", "half-move clock cannot be negative"];
        read.halfmove_clock = read_counter(fields.next(), texts)?;
        let texts = ["invalid fullmove number in fen", "fullmove number cannot be negative"];
        read.fullmove_number = read_counter(fields.next(), texts)?.max(1);
        if fields.next().is_some() {
            return Err(FenReason("fen string has more parts than expected"));
        }
        *self = read;
        Ok(())
    }

    /// Reads the piece placement of a FEN, with `~` after promoted pieces.
    ///
    /// # Errors
    /// For text that is not a placement, with the state unchanged.
    pub fn set_board_fen(&mut self, text: &str) -> Result<(), FenReason> {
        let mut read = Self::empty();
        read.add_board_fen(text.as_bytes())?;
        self.set_placement(&read);
        Ok(())
    }

    /// Adds the pieces of a placement to an empty board.
    fn add_board_fen(&mut self, text: &[u8]) -> Result<(), FenReason> {
        if text.iter().filter(|&&c| c == b'/').count() != 7 {
            return Err(FenReason("expected 8 rows in position part of fen"));
        }
        let mut rows = text.split(|&c| c == b'/').zip(Rank::ALL.into_iter().rev());
        rows.try_for_each(|(row, rank)| self.add_row(row, rank))
    }

    fn add_row(&mut self, row: &[u8], rank: Rank) -> Result<(), FenReason> {
        const COLUMNS: FenReason = FenReason("expected 8 columns per row in position part of fen");
        let (mut file, mut after_digit, mut last_piece) = (0, false, None);
        for &c in row {
            let digit = matches!(c, b'1'..=b'8');
            let mut piece_here = None;
            if digit {
                if after_digit {
                    return Err(FenReason("two subsequent digits in position part of fen"));
                }
                file += usize::from(c - b'0');
            } else if c == b'~' {
                let square =
                    last_piece.ok_or(FenReason("'~' not after piece in position part of fen"))?;
                self.promoted |= Bitboard::of(square);
            } else if let Some(piece) = Piece::from_letter(char::from(c)) {
                let square = Square::new(File::from_index(file).ok_or(COLUMNS)?, rank);
                self.add(square, piece);
                piece_here = Some(square);
                file += 1;
            } else {
                return Err(FenReason("invalid character in position part of fen"));
            }
            if file > 8 {
                return Err(COLUMNS);
            }
            (after_digit, last_piece) = (digit, piece_here);
        }
        if file == 8 { Ok(()) } else { Err(COLUMNS) }
    }

    /// Returns the piece placement of a FEN, with `~` after promoted pieces if `promoted` is true.
    pub fn board_fen(&self, promoted: bool) -> String {
        let mut text = String::with_capacity(72);
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0;
            for file in File::ALL {
                let square = Square::new(file, rank);
                let Some(piece) = self.piece_at(square) else {
                    empty += 1;
                    continue;
                };
                push_digit(&mut text, std::mem::take(&mut empty));
                text.push(piece.letter());
                if promoted && self.promoted.contains(square) {
                    text.push('~');
                }
            }
            push_digit(&mut text, empty);
            if rank != Rank::First {
                text.push('/');
            }
        }
        text
    }

    /// Returns the first four fields of a FEN.
    pub fn epd_fields(&self, shredder: bool, style: EnPassantStyle, promoted: bool) -> String {
        let mut text = self.board_fen(promoted);
        text.push_str(if self.turn == Color::White { " w " } else { " b " });
        let castling = if shredder { self.castling_shredder_fen() } else { self.castling_xfen() };
        text.push_str(&castling);
        match self.shown_en_passant(style) {
            Some(square) => {
                let _ = write!(text, " {square}");
            }
            None => text.push_str(" -"),
        }
        text
    }

    /// Returns the FEN.
    pub fn fen(&self, shredder: bool, style: EnPassantStyle, promoted: bool) -> String {
        let mut text = self.epd_fields(shredder, style, promoted);
        let _ = write!(text, " {} {}", self.halfmove_clock, self.fullmove_number);
        text
    }

    /// Returns the FEN with all defaults.
    pub fn default_fen(&self) -> String {
        self.fen(false, EnPassantStyle::Legal, false)
    }

    fn shown_en_passant(&self, style: EnPassantStyle) -> Option<Square> {
        self.ep_square.filter(|_| match style {
            EnPassantStyle::Fen => true,
            EnPassantStyle::XFen => self.has_pseudo_legal_en_passant(),
            EnPassantStyle::Legal => self.has_legal_en_passant(),
        })
    }
}

fn push_digit(text: &mut String, empty: u8) {
    if empty > 0 {
        text.push(char::from(b'0' + empty));
    }
}

/// Reads a counter up to 4294967295, 0 for a missing one.
fn read_counter(
    text: Option<&str>,
    [invalid, negative]: [&'static str; 2],
) -> Result<u32, FenReason> {
    match text.unwrap_or("0").parse::<i64>() {
        Ok(number) if number < 0 => Err(FenReason(negative)),
        Ok(number) => u32::try_from(number).map_err(|_| FenReason(invalid)),
        Err(_) => Err(FenReason(invalid)),
    }
}
