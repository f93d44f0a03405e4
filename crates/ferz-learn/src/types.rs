// [start:head]
//! Colours, pieces, squares and moves: plain values that all boards share.

use std::fmt;
use std::ops::Not;
use std::str::FromStr;
// [end:head]

// [start:color]
/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    /// The side that begins the game.
    White,
    /// The other side.
    Black,
}

impl Color {
    /// Returns the direction in which pawns move, in ranks.
    pub const fn forward(self) -> i8 {
        match self {
            Color::White => 1,
            Color::Black => -1,
        }
    }

    /// Returns the rank on which king and rooks begin, from 0 to 7.
    pub const fn first_rank(self) -> u8 {
        match self {
            Color::White => 0,
            Color::Black => 7,
        }
    }

    /// Returns the rank on which pawns begin.
    pub const fn pawn_rank(self) -> u8 {
        match self {
            Color::White => 1,
            Color::Black => 6,
        }
    }
}

impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}
// [end:color]

// [start:piece]
/// A type of piece, without its colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PieceType {
    /// The only piece that captures otherwise than it moves.
    Pawn,
    /// Leaps two squares along and one across.
    Knight,
    /// Slides on diagonals.
    Bishop,
    /// Slides on files and ranks.
    Rook,
    /// Slides in all eight directions.
    Queen,
    /// One step in all eight directions.
    King,
}

impl PieceType {
    /// All types, the least valuable first.
    pub const ALL: [PieceType; 6] = [
        PieceType::Pawn,
        PieceType::Knight,
        PieceType::Bishop,
        PieceType::Rook,
        PieceType::Queen,
        PieceType::King,
    ];

    /// The types that a pawn can become.
    pub const PROMOTIONS: [PieceType; 4] =
        [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];

    /// Returns the letter of the type in English notation, in lower case.
    pub fn letter(self) -> char {
        ['p', 'n', 'b', 'r', 'q', 'k'][self as usize]
    }
}

/// A piece: its colour and its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The side that owns it.
    pub color: Color,
    /// What it is.
    pub kind: PieceType,
}
// [end:piece]

// [start:square]
/// A square, numbered from a1 = 0 along the ranks to h8 = 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Square(u8);

impl Square {
    /// Returns the square of a file and a rank, each from 0 to 7.
    pub const fn new(file: u8, rank: u8) -> Square {
        assert!(file < 8 && rank < 8);
        Square(8 * rank + file)
    }

    /// Returns the square with this number. Only the last six bits count.
    pub const fn from_index(index: usize) -> Square {
        Square((index & 63) as u8)
    }

    /// Returns the number of the square, from 0 to 63.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the file, from 0 (file a) to 7 (file h).
    pub const fn file(self) -> u8 {
        self.0 % 8
    }

    /// Returns the rank, from 0 (White's first) to 7 (Black's first).
    pub const fn rank(self) -> u8 {
        self.0 / 8
    }

    /// Returns the square at a distance of files and ranks, or `None` beyond the edge.
    pub const fn offset(self, (files, ranks): (i8, i8)) -> Option<Square> {
        let (file, rank) = (self.file() as i8 + files, self.rank() as i8 + ranks);
        if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
            Some(Square::new(file as u8, rank as u8))
        } else {
            None
        }
    }

    /// Returns all squares in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square)
    }

    /// Returns the squares of one rank from `a` to `b`, both included, in either order.
    pub fn span(a: Square, b: Square) -> impl Iterator<Item = Square> {
        (a.0.min(b.0)..=a.0.max(b.0)).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

impl FromStr for Square {
    type Err = ();

    fn from_str(text: &str) -> Result<Square, ()> {
        match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Square::new(file - b'a', rank - b'1')),
            _ => Err(()),
        }
    }
}
// [end:square]

// [start:directions]
/// The directions of a rook, as files and ranks.
pub const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
/// The directions of a bishop.
pub const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
/// The directions of a queen, and the steps of a king.
pub const ALL_DIRECTIONS: [(i8, i8); 8] =
    [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
/// The leaps of a knight.
pub const KNIGHT_LEAPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
// [end:directions]

// [start:move]
/// What a move does besides moving a piece from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveKind {
    /// Nothing.
    Quiet,
    /// A pawn passes a square, on which it can be captured en passant.
    DoublePush,
    /// Castling: the target is the square of the king's own rook.
    Castle,
    /// Captures the piece on the target.
    Capture,
    /// Captures the pawn that has just passed the target.
    EnPassant,
    /// A pawn becomes this piece.
    Promotion(PieceType),
    /// A pawn captures on the last rank and becomes this piece.
    CapturePromotion(PieceType),
}

/// A move, meaningful only in the position that it was made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// The square that the piece leaves.
    pub from: Square,
    /// The square that it enters; for castling, that of the rook.
    pub to: Square,
    /// What else happens.
    pub kind: MoveKind,
}

impl Move {
    /// Returns a move from its parts.
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Move {
        Move { from, to, kind }
    }

    /// Returns the piece that a pawn becomes.
    pub const fn promotion(self) -> Option<PieceType> {
        match self.kind {
            MoveKind::Promotion(piece) | MoveKind::CapturePromotion(piece) => Some(piece),
            _ => None,
        }
    }

    /// Returns the square of the piece that the move captures.
    pub const fn captures_on(self) -> Option<Square> {
        match self.kind {
            MoveKind::Capture | MoveKind::CapturePromotion(_) => Some(self.to),
            // The pawn stands on the rank that the capturing pawn leaves.
            MoveKind::EnPassant => Some(Square::new(self.to.file(), self.from.rank())),
            _ => None,
        }
    }

    /// Returns the squares to which castling brings the king and the rook, wherever they come from:
    /// the king to file g or c, the rook beside it.
    pub const fn castling_targets(self) -> (Square, Square) {
        let rank = self.from.rank();
        if self.to.file() > self.from.file() {
            (Square::new(6, rank), Square::new(5, rank))
        } else {
            (Square::new(2, rank), Square::new(3, rank))
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion().map_or(Ok(()), |piece| write!(f, "{}", piece.letter()))
    }
}
// [end:move]

// [start:pawn_moves]
/// Adds the move of a pawn; on the last rank, one move for each piece that it can become.
pub fn add_pawn_move(moves: &mut Vec<Move>, from: Square, to: Square, captures: bool) {
    let last_rank = matches!(to.rank(), 0 | 7);
    match (last_rank, captures) {
        (false, false) => moves.push(Move::new(from, to, MoveKind::Quiet)),
        (false, true) => moves.push(Move::new(from, to, MoveKind::Capture)),
        (true, _) => moves.extend(PieceType::PROMOTIONS.map(|piece| {
            let promotion = MoveKind::Promotion(piece);
            let capture = MoveKind::CapturePromotion(piece);
            Move::new(from, to, if captures { capture } else { promotion })
        })),
    }
}
// [end:pawn_moves]
