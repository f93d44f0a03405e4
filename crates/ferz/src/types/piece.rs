use super::Color;
use super::index_enum::index_enum;
use core::fmt;

index_enum! {
    /// What a piece is, least valuable first.
    pub enum PieceType { Pawn, Knight, Bishop, Rook, Queen, King }
}

index_enum! {
    /// A piece of a colour; the index is `2 * type + color`.
    pub enum Piece {
        WhitePawn, BlackPawn, WhiteKnight, BlackKnight, WhiteBishop, BlackBishop,
        WhiteRook, BlackRook, WhiteQueen, BlackQueen, WhiteKing, BlackKing,
    }
}

impl PieceType {
    /// What a pawn may become, best first.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// The lower-case letter of FEN and UCI: `p`, `n`, `b`, `r`, `q`, `k`.
    pub const fn letter(self) -> char {
        b"pnbrqk"[self as usize] as char
    }

    /// Reads a FEN letter in either case.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_lowercase() {
            'p' => Some(Self::Pawn),
            'n' => Some(Self::Knight),
            'b' => Some(Self::Bishop),
            'r' => Some(Self::Rook),
            'q' => Some(Self::Queen),
            'k' => Some(Self::King),
            _ => None,
        }
    }
}

impl Piece {
    /// The piece of this colour and type.
    #[inline(always)]
    pub const fn new(color: Color, piece_type: PieceType) -> Self {
        match Self::from_index(piece_type.index() << 1 | color.index()) {
            Some(piece) => piece,
            None => unreachable!(),
        }
    }

    /// The piece's side.
    #[inline(always)]
    pub const fn color(self) -> Color {
        Color::wrapping(self as usize)
    }

    /// What the piece is.
    #[inline(always)]
    pub const fn piece_type(self) -> PieceType {
        match PieceType::from_index(self as usize >> 1) {
            Some(piece_type) => piece_type,
            None => unreachable!(),
        }
    }

    /// The FEN letter: upper case for White.
    pub const fn letter(self) -> char {
        match self.color() {
            Color::White => self.piece_type().letter().to_ascii_uppercase(),
            Color::Black => self.piece_type().letter(),
        }
    }

    /// Reads a FEN letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match PieceType::from_letter(letter) {
            Some(piece_type) => Some(Self::new(color, piece_type)),
            None => None,
        }
    }
}

impl fmt::Display for PieceType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["pawn", "knight", "bishop", "rook", "queen", "king"][*self as usize])
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
