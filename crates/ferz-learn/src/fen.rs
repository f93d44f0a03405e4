// [start:head]
//! A position as text (FEN), and what a position knows beside its pieces.

use crate::types::*;
use std::fmt;
// [end:head]

// [start:state]
/// What a position knows beside its pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// The side that moves next.
    pub side_to_move: Color,
    /// The square of the rook of each right to castle, by colour and side: 0 is the king's side.
    pub castling: [[Option<Square>; 2]; 2],
    /// The square that a pawn has just passed.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move: 100 are a draw.
    pub halfmove_clock: u16,
    /// The number of the move, counted from 1.
    pub fullmove_number: u16,
}
// [end:state]

// [start:advance]
impl State {
    /// Follows a move of `piece`.
    pub fn advance(&mut self, piece: Piece, mv: Move) {
        for (color, rights) in self.castling.iter_mut().enumerate() {
            let king_moves = piece.kind == PieceType::King && piece.color as usize == color;
            for rook in rights {
                // The rook leaves its square, or the piece that captures it enters that square.
                if king_moves || *rook == Some(mv.from) || *rook == Some(mv.to) {
                    *rook = None;
                }
            }
        }
        self.en_passant = match mv.kind {
            MoveKind::DoublePush => mv.from.offset((0, piece.color.forward())),
            _ => None,
        };
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        if piece.kind == PieceType::Pawn || mv.captures_on().is_some() {
            self.halfmove_clock = 0;
        }
        if self.side_to_move == Color::Black {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        self.side_to_move = !self.side_to_move;
    }
}
// [end:advance]

// [start:setup]
/// A position as it stands in a FEN: for each square its piece, and the state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The piece of each square.
    pub pieces: [Option<Piece>; 64],
    /// Everything else.
    pub state: State,
}

/// The position in which games begin.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A reason why a text is not a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FenError {
    /// The field of this number, from 0, is missing or wrong.
    Field(usize),
    /// A side has no king, two kings, more than 16 pieces, or a pawn on the first or last rank.
    Pieces,
    /// The side that has just moved is in check.
    Check,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::Field(number) => write!(f, "field {} of the FEN is wrong", number + 1),
            FenError::Pieces => {
                write!(f, "each side needs one king, at most 16 pieces, and pawns on their ranks")
            }
            FenError::Check => write!(f, "the king of the side that has moved is in check"),
        }
    }
}

impl std::error::Error for FenError {}
// [end:setup]

// [start:from_fen]
impl Setup {
    /// Reads a FEN of six fields.
    ///
    /// # Errors
    /// If a field is wrong, or the pieces are impossible. A board looks for checks.
    pub fn from_fen(fen: &str) -> Result<Setup, FenError> {
        let mut fields = fen.split_whitespace();
        let mut next = |number| fields.next().ok_or(FenError::Field(number));

        let pieces = parse_pieces(next(0)?).ok_or(FenError::Field(0))?;
        let side_to_move = match next(1)? {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(FenError::Field(1)),
        };
        let castling = parse_castling(next(2)?, &pieces).ok_or(FenError::Field(2))?;
        let en_passant = match next(3)? {
            "-" => None,
            text => {
                let square = parse_en_passant(text, side_to_move, &pieces);
                Some(square.ok_or(FenError::Field(3))?)
            }
        };
        let halfmove_clock = next(4)?.parse().map_err(|_| FenError::Field(4))?;
        let fullmove_number = next(5)?.parse().map_err(|_| FenError::Field(5))?;
        if fields.next().is_some() {
            return Err(FenError::Field(6));
        }

        for color in [Color::White, Color::Black] {
            let own = || pieces.iter().flatten().filter(|piece| piece.color == color);
            let kings = own().filter(|piece| piece.kind == PieceType::King).count();
            if kings != 1 || own().count() > 16 {
                return Err(FenError::Pieces);
            }
        }
        let is_pawn = |piece: &Piece| piece.kind == PieceType::Pawn;
        if pieces[..8].iter().chain(&pieces[56..]).flatten().any(is_pawn) {
            return Err(FenError::Pieces);
        }
        let state = State { side_to_move, castling, en_passant, halfmove_clock, fullmove_number };
        Ok(Setup { pieces, state })
    }
}
// [end:from_fen]

// [start:parse_pieces]
/// Reads the first field: ranks from the eighth to the first, a digit for empty squares.
fn parse_pieces(text: &str) -> Option<[Option<Piece>; 64]> {
    let mut pieces = [None; 64];
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        return None;
    }
    for (rank, text) in (0..8).rev().zip(ranks) {
        let mut file = 0;
        for letter in text.chars() {
            if file > 7 {
                return None;
            }
            if let Some(empty) = letter.to_digit(9) {
                file += empty as u8;
                continue;
            }
            let is_type = |kind: &PieceType| kind.letter() == letter.to_ascii_lowercase();
            let kind = PieceType::ALL.into_iter().find(is_type)?;
            let white = letter.is_ascii_uppercase();
            let color = if white { Color::White } else { Color::Black };
            pieces[Square::new(file, rank).index()] = Some(Piece { color, kind });
            file += 1;
        }
        if file != 8 {
            return None;
        }
    }
    Some(pieces)
}
// [end:parse_pieces]

// [start:parse_castling]
/// Reads the third field. `K` and `Q` mean the outermost rook on that side of the king; a letter
/// from `A` to `H` names the file of the rook.
fn parse_castling(text: &str, pieces: &[Option<Piece>; 64]) -> Option<[[Option<Square>; 2]; 2]> {
    let mut castling = [[None; 2]; 2];
    if text == "-" {
        return Some(castling);
    }
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let on_first_rank = |file: u8| Square::new(file, color.first_rank());
        let is =
            |file: u8, kind| pieces[on_first_rank(file).index()] == Some(Piece { color, kind });
        let king = (0..8).find(|&file| is(file, PieceType::King))?;
        let is_rook = |file: &u8| is(*file, PieceType::Rook);
        let rook = match letter.to_ascii_lowercase() {
            'k' => (king..8).rev().find(is_rook)?,
            'q' => (0..king).find(is_rook)?,
            file @ 'a'..='h' => Some(file as u8 - b'a').filter(is_rook)?,
            _ => return None,
        };
        let side = usize::from(rook < king);
        castling[color as usize][side] = Some(on_first_rank(rook));
    }
    Some(castling)
}
// [end:parse_castling]

// [start:parse_en_passant]
/// Reads the fourth field: an empty square that an enemy pawn has just passed.
fn parse_en_passant(
    text: &str,
    side_to_move: Color,
    pieces: &[Option<Piece>; 64],
) -> Option<Square> {
    let square: Square = text.parse().ok()?;
    let color = !side_to_move;
    let pawn_from = square.offset((0, -color.forward()))?;
    let pawn_to = square.offset((0, color.forward()))?;
    let has_passed = pawn_from.rank() == color.pawn_rank()
        && pieces[pawn_to.index()] == Some(Piece { color, kind: PieceType::Pawn })
        && [pawn_from, square].iter().all(|square| pieces[square.index()].is_none());
    has_passed.then_some(square)
}
// [end:parse_en_passant]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_start() {
        let setup = Setup::from_fen(START).unwrap();
        assert_eq!(setup.pieces.iter().flatten().count(), 32);
        let e1 = Square::new(4, 0);
        let king = Piece { color: Color::White, kind: PieceType::King };
        assert_eq!(setup.pieces[e1.index()], Some(king));
        let [white, _] = setup.state.castling;
        assert_eq!(white, [Some(Square::new(7, 0)), Some(Square::new(0, 0))]);
    }

    #[test]
    fn refuses_what_is_no_position() {
        for (fen, error) in [
            ("", FenError::Field(0)),
            ("8/8/8/8/8/8/8 w - - 0 1", FenError::Field(0)),
            ("99999999/8/8/8/8/8/8/8 w - - 0 1", FenError::Field(0)),
            ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", FenError::Field(1)),
            ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", FenError::Field(2)),
            ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", FenError::Field(3)),
            ("4k3/8/8/8/8/8/8/4K3 w - - x 1", FenError::Field(4)),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 2", FenError::Field(6)),
            ("8/8/8/8/8/8/8/4K3 w - - 0 1", FenError::Pieces),
            ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", FenError::Pieces),
        ] {
            assert_eq!(Setup::from_fen(fen), Err(error), "{fen}");
        }
    }
}
// [end:tests]
