use crate::Position;
use crate::position::IllegalMove;
use crate::types::{Bitboard, Color, Move, Piece, PieceType};
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::{self, Write};

/// A move written in SAN, created by [`Position::san`].
#[derive(Clone, Copy)]
pub struct San<'a> {
    position: &'a Position,
    mv: Move,
}

impl Position {
    /// Returns a value that displays a legal move in SAN, with minimal disambiguation and its check
    /// or checkmate mark. A move that is not legal is written in UCI notation:
    /// [`try_san`](Self::try_san) refuses it.
    pub fn san(&self, mv: Move) -> San<'_> {
        San { position: self, mv }
    }

    /// Returns a value that displays a move in SAN, as [`san`](Self::san) does, if it is legal.
    ///
    /// # Errors
    /// [`IllegalMove`] for a move that is not legal in this position.
    pub fn try_san(&self, mv: Move) -> Result<San<'_>, IllegalMove> {
        if self.is_legal(mv) { Ok(self.san(mv)) } else { Err(IllegalMove(mv)) }
    }

    /// Returns consecutive moves in SAN, separated by spaces: `e4 e5 Nf3`.
    ///
    /// # Errors
    /// The first move that is not legal after the moves before it.
    pub fn san_line(&self, moves: &[Move]) -> Result<String, IllegalMove> {
        self.write_line(moves, |_, _| None)
    }

    /// Returns consecutive moves in SAN with move numbers: `1. e4 e5 2. Nf3`, or `1... e5 2. Nf3`
    /// if Black is to move.
    ///
    /// # Errors
    /// The first move that is not legal after the moves before it.
    pub fn numbered_san_line(&self, moves: &[Move]) -> Result<String, IllegalMove> {
        self.write_line(moves, |position, nth| {
            let number = position.fullmove_number();
            match position.side_to_move() {
                Color::White => Some((number, ". ")),
                Color::Black => (nth == 0).then_some((number, "... ")),
            }
        })
    }

    /// Returns a line in SAN with the number that `number` returns before a move.
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
        let mut after = position.without_history();
        after.do_move(mv);
        f.write_str(mark(&after))
    }
}

impl fmt::Debug for San<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "San({self})")
    }
}

/// Returns the check or checkmate mark of the move that led to a position.
fn mark(after: &Position) -> &'static str {
    match (after.in_check(), after.has_legal_move()) {
        (false, _) => "",
        (true, true) => "+",
        (true, false) => "#",
    }
}

/// A legal move without check or checkmate mark.
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
    /// Writes the disambiguation: nothing if no other piece of the type can move there, else the
    /// file, the rank or both, the first that is unique.
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
