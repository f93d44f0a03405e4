use crate::Board;
use crate::position::{IllegalMove, View};
use crate::types::{Bitboard, Color, Move, Piece, PieceType};
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::{self, Write};

/// A move written in SAN, created by [`Position::san`](crate::Position::san).
#[derive(Clone, Copy)]
pub struct San<'a> {
    position: View<'a>,
    mv: Move,
}

impl<'a> San<'a> {
    pub(crate) fn new(position: View<'a>, mv: Move) -> Self {
        Self { position, mv }
    }
}

impl Board {
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
        self.write_line(moves, |board, nth| {
            let number = board.fullmove_number();
            match board.side_to_move() {
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
        let mut board = *self;
        let mut line = String::new();
        for (nth, &mv) in moves.iter().enumerate() {
            if !board.is_legal(mv) {
                return Err(IllegalMove(mv));
            }
            if nth > 0 {
                line.push(' ');
            }
            if let Some((number, dots)) = number(&board, nth) {
                line.push_str(&format!("{number}{dots}"));
            }
            line.push_str(&SanBody { position: board.view(), mv }.to_string());
            board.play(mv);
            line.push_str(mark(&board));
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
        f.write_str(mark(&position.after(mv)))
    }
}

impl fmt::Debug for San<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "San({self})")
    }
}

/// Returns the check or checkmate mark of the move that led to a position.
fn mark(after: &Board) -> &'static str {
    match (after.in_check(), after.has_legal_move()) {
        (false, _) => "",
        (true, true) => "+",
        (true, false) => "#",
    }
}

/// A legal move without check or checkmate mark.
struct SanBody<'a> {
    position: View<'a>,
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
