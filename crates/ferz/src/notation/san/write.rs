use crate::Position;
use crate::position::IllegalMove;
use crate::types::{Bitboard, Color, Move, Piece, PieceType};
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::{self, Write};

/// A move that writes itself in algebraic notation: see [`Position::san`].
#[derive(Clone, Copy)]
pub struct San<'a> {
    position: &'a Position,
    mv: Move,
}

impl Position {
    /// A legal move of this position in standard algebraic notation, with the least origin that
    /// tells it from the other legal moves, and with its check or mate mark.
    ///
    /// A move that is not legal here is written as UCI writes it, for want of a better name.
    pub fn san(&self, mv: Move) -> San<'_> {
        San { position: self, mv }
    }

    /// The moves of a line in algebraic notation, separated by spaces: `e4 e5 Nf3`.
    ///
    /// # Errors
    /// The first move that is not legal where it is to be made.
    pub fn san_line(&self, moves: &[Move]) -> Result<String, IllegalMove> {
        self.write_line(moves, |_, _| None)
    }

    /// The same with move numbers: `1. e4 e5 2. Nf3`, or `1... e5 2. Nf3` from Black's turn.
    ///
    /// # Errors
    /// The first move that is not legal where it is to be made.
    pub fn numbered_san_line(&self, moves: &[Move]) -> Result<String, IllegalMove> {
        self.write_line(moves, |position, nth| {
            let number = position.fullmove_number();
            match position.side_to_move() {
                Color::White => Some((number, ". ")),
                Color::Black => (nth == 0).then_some((number, "... ")),
            }
        })
    }

    /// Writes a line, with what `number` gives before a move.
    fn write_line(
        &self,
        moves: &[Move],
        number: impl Fn(&Self, usize) -> Option<(u16, &'static str)>,
    ) -> Result<String, IllegalMove> {
        let mut position = self.clone();
        let mut line = String::new();
        for (nth, &mv) in moves.iter().enumerate() {
            if !position.is_legal(mv) {
                return Err(IllegalMove(mv));
            }
            if nth > 0 {
                line.push(' ');
            }
            if let Some((number, dots)) = number(&position, nth) {
                line.push_str(&format!("{number}{dots}"));
            }
            line.push_str(&SanBody { position: &position, mv }.to_string());
            position.do_move(mv);
            line.push_str(mark(&position));
        }
        Ok(line)
    }
}

impl fmt::Display for San<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, mv } = *self;
        if !position.is_legal(mv) {
            return position.uci(mv).fmt(f);
        }
        SanBody { position, mv }.fmt(f)?;
        if !position.gives_check(mv) {
            return Ok(());
        }
        let mut after = position.clone();
        after.do_move(mv);
        f.write_str(mark(&after))
    }
}

impl fmt::Debug for San<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "San({self})")
    }
}

/// The mark of a move that has led to this position.
fn mark(after: &Position) -> &'static str {
    match (after.in_check(), after.has_legal_move()) {
        (false, _) => "",
        (true, true) => "+",
        (true, false) => "#",
    }
}

/// A legal move without its mark.
struct SanBody<'a> {
    position: &'a Position,
    mv: Move,
}

impl fmt::Display for SanBody<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, mv } = *self;
        let Some(piece) = position.piece_on(mv.from()) else { return Ok(()) };
        if mv.is_castling() {
            return f.write_str(if mv.to() > mv.from() { "O-O" } else { "O-O-O" });
        }
        if piece.piece_type() == PieceType::Pawn {
            if mv.is_capture() {
                write!(f, "{}", mv.from().file())?;
            }
        } else {
            f.write_char(piece.piece_type().letter().to_ascii_uppercase())?;
            self.write_origin(f)?;
        }
        f.write_str(if mv.is_capture() { "x" } else { "" })?;
        write!(f, "{}", mv.to())?;
        match mv.promotion() {
            Some(piece) => write!(f, "={}", piece.letter().to_ascii_uppercase()),
            None => Ok(()),
        }
    }
}

impl SanBody<'_> {
    /// Writes as much of a piece's origin as tells it from other pieces that can go there too:
    /// the file if that is enough, else the rank if that is, else both.
    fn write_origin(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, mv } = *self;
        let from = mv.from();
        let type_on = |square| position.piece_on(square).map(Piece::piece_type);
        let is_rival = |other: &&Move| {
            other.to() == mv.to()
                && other.from() != from
                && !other.is_castling()
                && type_on(other.from()) == type_on(from)
        };
        let rivals: Bitboard =
            position.legal_moves().iter().filter(is_rival).map(|other| other.from()).collect();
        if rivals.is_empty() {
            Ok(())
        } else if !rivals.intersects(Bitboard::file(from.file())) {
            write!(f, "{}", from.file())
        } else if !rivals.intersects(Bitboard::rank(from.rank())) {
            write!(f, "{}", from.rank())
        } else {
            write!(f, "{from}")
        }
    }
}
