use crate::types::{CastleSide, File, PieceType, Rank, Square};

/// The contents of a move in SAN, without a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pattern {
    Castle(CastleSide),
    Move(MovePattern),
}

/// The contents of a move other than castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MovePattern {
    pub(super) piece_type: PieceType,
    pub(super) from_file: Option<File>,
    pub(super) from_rank: Option<Rank>,
    /// True or false if a mark shows a capture or a move without capture.
    pub(super) captures: Option<bool>,
    pub(super) to: Square,
    pub(super) promotion: Option<PieceType>,
}

impl Pattern {
    /// Parses a move without check and annotation marks. Returns `None` if the text is malformed.
    pub(super) fn read(text: &str) -> Option<Self> {
        match text {
            "O-O" | "0-0" | "o-o" => Some(Self::Castle(CastleSide::KingSide)),
            "O-O-O" | "0-0-0" | "o-o-o" => Some(Self::Castle(CastleSide::QueenSide)),
            _ => MovePattern::read(text.as_bytes()).map(Self::Move),
        }
    }
}

impl MovePattern {
    fn read(text: &[u8]) -> Option<Self> {
        let (piece_type, text) = match text {
            [letter @ (b'P' | b'N' | b'B' | b'R' | b'Q' | b'K'), rest @ ..] => {
                (PieceType::from_letter(char::from(*letter))?, rest)
            }
            _ => (PieceType::Pawn, text),
        };
        let (text, promotion) = split_promotion(text)?;
        let [origin @ .., to_file, to_rank] = text else { return None };
        let (origin, captures) = match origin {
            [origin @ .., b'x' | b':'] => (origin, Some(true)),
            [origin @ .., b'-'] => (origin, Some(false)),
            _ => (origin, None),
        };
        let (from_file, from_rank) = match origin {
            [] => (None, None),
            [one] => match file(*one) {
                Some(file) => (Some(file), None),
                None => (None, Some(rank(*one)?)),
            },
            [first, second] => (Some(file(*first)?), Some(rank(*second)?)),
            _ => return None,
        };
        let to = Square::new(file(*to_file)?, rank(*to_rank)?);
        Some(Self { piece_type, from_file, from_rank, captures, to, promotion })
    }
}

/// Splits off the promotion piece. Returns `None` if the letter is not a promotion piece.
fn split_promotion(text: &[u8]) -> Option<(&[u8], Option<PieceType>)> {
    let (body, letter) = match text {
        [body @ .., b'(', letter, b')'] | [body @ .., b'=' | b'/', letter] => (body, *letter),
        [body @ .., letter] if body.last().is_some_and(u8::is_ascii_digit) => (body, *letter),
        _ => return Some((text, None)),
    };
    let piece = PieceType::from_letter(char::from(letter))?;
    PieceType::PROMOTIONS.contains(&piece).then_some((body, Some(piece)))
}

fn file(letter: u8) -> Option<File> {
    letter.is_ascii_lowercase().then(|| File::from_letter(char::from(letter))).flatten()
}

fn rank(digit: u8) -> Option<Rank> {
    Rank::from_digit(char::from(digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pawn(to: Square) -> MovePattern {
        MovePattern {
            piece_type: PieceType::Pawn,
            from_file: None,
            from_rank: None,
            captures: None,
            to,
            promotion: None,
        }
    }

    #[test]
    fn well_formed_moves_are_parsed() {
        let b = Some(File::B);
        let knight = MovePattern { piece_type: PieceType::Knight, ..pawn(Square::F3) };
        let from = MovePattern { from_file: Some(File::G), from_rank: Some(Rank::First), ..knight };
        let promotes = MovePattern { promotion: Some(PieceType::Queen), ..pawn(Square::E8) };
        let rows = [
            ("e4", pawn(Square::E4)),
            ("Pe4", pawn(Square::E4)),
            ("bc4", MovePattern { from_file: b, ..pawn(Square::C4) }),
            ("bxc4", MovePattern { from_file: b, captures: Some(true), ..pawn(Square::C4) }),
            ("Bc4", MovePattern { piece_type: PieceType::Bishop, ..pawn(Square::C4) }),
            ("Bb4", MovePattern { piece_type: PieceType::Bishop, ..pawn(Square::B4) }),
            ("Nf3", knight),
            ("N1f3", MovePattern { from_rank: Some(Rank::First), ..knight }),
            ("Ng1f3", from),
            ("Ng1-f3", MovePattern { captures: Some(false), ..from }),
            ("Ng1:f3", MovePattern { captures: Some(true), ..from }),
            ("e8=Q", promotes),
            ("e8q", promotes),
            ("e8(Q)", promotes),
            ("e8/q", promotes),
        ];
        for (text, pattern) in rows {
            assert_eq!(Pattern::read(text), Some(Pattern::Move(pattern)), "{text}");
        }
        assert_eq!(Pattern::read("0-0-0"), Some(Pattern::Castle(CastleSide::QueenSide)));
        assert_eq!(Pattern::read("o-o"), Some(Pattern::Castle(CastleSide::KingSide)));
    }

    #[test]
    fn malformed_moves_are_rejected() {
        for text in [
            "", "e", "e9", "i4", "E4", "nf3", "ee", "44", "Nf", "Nff", "e8=", "e8=K", "e8=P",
            "e8=X", "e44", "Nabc3", "Ng1ff3", "O-O-O-O", "O-0", "♘f3", "é4", "e♔", "=Q", "()",
            "(Q)", "x", "-", "xe4e", "Nx", "e2e4e5", "1e4e",
        ] {
            assert_eq!(Pattern::read(text), None, "{text}");
        }
    }
}
