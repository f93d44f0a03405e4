use super::read::ParseSanProblem;
use crate::types::{Bitboard, CastleSide, File, PieceType, Rank, Square};

/// A move in SAN without a position, created by [`SanPattern::parse`] and found in a position by
/// [`Position::find_san`](crate::Position::find_san).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SanPattern(pub(super) Pattern);

/// The contents of a move in SAN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pattern {
    Castle(CastleSide),
    Move(MovePattern),
}

/// The contents of a move other than castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MovePattern {
    pub(super) piece_type: PieceType,
    /// The squares that the origin can be. A pawn move without file stays on its file: `d5` does
    /// not match exd5.
    pub(super) origins: Bitboard,
    /// True or false if a mark shows a capture or a move without capture.
    pub(super) captures: Option<bool>,
    pub(super) to: Square,
    pub(super) promotion: Option<PieceType>,
}

/// Spellings of the null move.
const NULL_MOVES: [&[u8]; 6] = [b"--", b"Z0", b"0000", b"@@@@", b"null", b"<>"];

/// Marks that may follow a move and are ignored.
const MARKS: [&[u8]; 6] = [b"+", b"#", b"!", b"?", b"e.p.", b"ep"];

impl SanPattern {
    /// Parses a move. The [module](crate::notation::san) lists the accepted variants.
    ///
    /// # Errors
    /// [`ParseSanProblem::Malformed`], or [`ParseSanProblem::NullMove`].
    pub fn parse(text: &[u8]) -> Result<Self, ParseSanProblem> {
        let text = text.trim_ascii();
        if NULL_MOVES.contains(&text) {
            return Err(ParseSanProblem::NullMove);
        }
        Pattern::read(without_marks(text)).map(Self).ok_or(ParseSanProblem::Malformed)
    }

    /// Parses a move whose first eight bytes have been loaded, as [`parse`](Self::parse) does.
    /// Faster for the standard form of frequent moves, such as `e4`, `Nf3+` and `exd5`.
    ///
    /// `head` starts with the bytes of `text`, at most eight; the bytes after them are ignored.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    #[inline]
    pub fn parse_with_head(head: [u8; 8], text: &[u8]) -> Result<Self, ParseSanProblem> {
        match MovePattern::read_head(u64::from_le_bytes(head), text.len()) {
            Some(pattern) => Ok(Self(Pattern::Move(pattern))),
            None => Self::parse(text),
        }
    }
}

impl Pattern {
    /// Parses a move without check and annotation marks. Returns `None` if the text is malformed.
    pub(super) fn read(text: &[u8]) -> Option<Self> {
        match text {
            b"O-O" | b"0-0" | b"o-o" => Some(Self::Castle(CastleSide::KingSide)),
            b"O-O-O" | b"0-0-0" | b"o-o-o" => Some(Self::Castle(CastleSide::QueenSide)),
            _ => MovePattern::read(text).map(Self::Move),
        }
    }
}

/// The codes of piece letters and of the files, which open pawn moves: the index of the piece type,
/// or [`NO_PIECE`] for other bytes.
const PIECE_CODES: [u8; 256] = {
    let mut codes = [NO_PIECE; 256];
    let (letters, mut i) = (b"NBRQK", 0);
    while i < letters.len() {
        codes[letters[i] as usize] = i as u8 + 1;
        i += 1;
    }
    let mut file = b'a';
    while file <= b'h' {
        codes[file as usize] = 0;
        file += 1;
    }
    codes
};

const NO_PIECE: u8 = u8::MAX;

impl MovePattern {
    /// Parses the frequent forms from the first `len` bytes of a word: a pawn push, a pawn capture
    /// with its file, and a piece move or capture without or with one character of origin, each
    /// with an optional check mark. Returns `None` for all other text.
    #[inline(always)]
    fn read_head(word: u64, len: usize) -> Option<Self> {
        if !(2..=8).contains(&len) {
            return None;
        }
        let byte = |index: usize| (word >> (8 * (index & 7))) as u8;
        let len = len - usize::from(matches!(byte(len - 1), b'+' | b'#'));
        let piece_type = PieceType::from_index(usize::from(PIECE_CODES[usize::from(byte(0))]))?;
        let pawn = piece_type == PieceType::Pawn;
        // The letter of the piece and the target square.
        let fixed = 3 - usize::from(pawn);
        if len < fixed {
            return None;
        }
        let (file, rank) = (byte(len - 2).wrapping_sub(b'a'), byte(len - 1).wrapping_sub(b'1'));
        if (file | rank) > 7 {
            return None;
        }
        let to = Square::new(File::wrapping(usize::from(file)), Rank::wrapping(usize::from(rank)));
        let (origins, captures) = if len == fixed {
            (if pawn { Bitboard::file(to.file()) } else { Bitboard::ALL }, None)
        } else {
            let first = byte(1 - usize::from(pawn));
            match len - fixed {
                1 if first == b'x' && !pawn => (Bitboard::ALL, Some(true)),
                1 if !pawn => (origin(first)?, None),
                2 if byte(len - 3) == b'x' && (!pawn || first >= b'a') => {
                    (origin(first)?, Some(true))
                }
                _ => return None,
            }
        };
        Some(Self { piece_type, origins, captures, to, promotion: None })
    }

    fn read(text: &[u8]) -> Option<Self> {
        let (piece_type, text) = match text {
            [letter @ (b'P' | b'N' | b'B' | b'R' | b'Q' | b'K'), rest @ ..] => {
                (PieceType::from_letter(char::from(*letter))?, rest)
            }
            _ => (PieceType::Pawn, text),
        };
        let (text, promotion) = split_promotion(text)?;
        let [from @ .., to_file, to_rank] = text else { return None };
        let (from, captures) = match from {
            [from @ .., b'x' | b':'] => (from, Some(true)),
            [from @ .., b'-'] => (from, Some(false)),
            _ => (from, None),
        };
        let to = Square::new(file(*to_file)?, rank(*to_rank)?);
        // The file of a pawn move without file.
        let own_file = match piece_type {
            PieceType::Pawn => Bitboard::file(to.file()),
            _ => Bitboard::ALL,
        };
        let origins = match from {
            [] => own_file,
            [one] => match file(*one) {
                Some(file) => Bitboard::file(file),
                None => Bitboard::rank(rank(*one)?) & own_file,
            },
            [first, second] => Bitboard::of(Square::new(file(*first)?, rank(*second)?)),
            _ => return None,
        };
        Some(Self { piece_type, origins, captures, to, promotion })
    }
}

/// Returns the squares of a file or a rank.
#[inline]
fn origin(character: u8) -> Option<Bitboard> {
    match file(character) {
        Some(file) => Some(Bitboard::file(file)),
        None => Some(Bitboard::rank(rank(character)?)),
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

/// Returns the text without trailing marks.
fn without_marks(text: &[u8]) -> &[u8] {
    let mut rest = text;
    while let Some(shorter) = MARKS.iter().find_map(|&mark| rest.strip_suffix(mark)) {
        rest = shorter.trim_ascii_end();
    }
    rest
}

#[inline]
fn file(letter: u8) -> Option<File> {
    File::from_index(usize::from(letter.wrapping_sub(b'a')))
}

#[inline]
fn rank(digit: u8) -> Option<Rank> {
    Rank::from_index(usize::from(digit.wrapping_sub(b'1')))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn pawn(to: Square) -> MovePattern {
        MovePattern {
            piece_type: PieceType::Pawn,
            origins: Bitboard::file(to.file()),
            captures: None,
            to,
            promotion: None,
        }
    }

    #[test]
    fn well_formed_moves_are_parsed() {
        let b_file = Bitboard::file(File::B);
        let knight = MovePattern {
            piece_type: PieceType::Knight,
            origins: Bitboard::ALL,
            ..pawn(Square::F3)
        };
        let from = MovePattern { origins: Square::G1.into(), ..knight };
        let promotes = MovePattern { promotion: Some(PieceType::Queen), ..pawn(Square::E8) };
        let bishop = MovePattern {
            piece_type: PieceType::Bishop,
            origins: Bitboard::ALL,
            ..pawn(Square::C4)
        };
        let rows = [
            ("e4", pawn(Square::E4)),
            ("Pe4", pawn(Square::E4)),
            ("2e4", MovePattern { origins: Square::E2.into(), ..pawn(Square::E4) }),
            ("bc4", MovePattern { origins: b_file, ..pawn(Square::C4) }),
            ("bxc4", MovePattern { origins: b_file, captures: Some(true), ..pawn(Square::C4) }),
            ("Bc4", bishop),
            ("Bb4", MovePattern { to: Square::B4, ..bishop }),
            ("Nf3", knight),
            ("N1f3", MovePattern { origins: Bitboard::rank(Rank::First), ..knight }),
            ("Ng1f3", from),
            ("Ng1-f3", MovePattern { captures: Some(false), ..from }),
            ("Ng1:f3", MovePattern { captures: Some(true), ..from }),
            ("e8=Q", promotes),
            ("e8q", promotes),
            ("e8(Q)", promotes),
            ("e8/q", promotes),
        ];
        for (text, pattern) in rows {
            assert_eq!(Pattern::read(text.as_bytes()), Some(Pattern::Move(pattern)), "{text}");
        }
        assert_eq!(Pattern::read(b"0-0-0"), Some(Pattern::Castle(CastleSide::QueenSide)));
        assert_eq!(Pattern::read(b"o-o"), Some(Pattern::Castle(CastleSide::KingSide)));
    }

    #[test]
    fn malformed_moves_are_rejected() {
        for text in [
            "", "e", "e9", "i4", "E4", "nf3", "ee", "44", "Nf", "Nff", "e8=", "e8=K", "e8=P",
            "e8=X", "e44", "Nabc3", "Ng1ff3", "O-O-O-O", "O-0", "♘f3", "é4", "e♔", "=Q", "()",
            "(Q)", "x", "-", "xe4e", "Nx", "e2e4e5", "1e4e",
        ] {
            assert_eq!(Pattern::read(text.as_bytes()), None, "{text}");
        }
    }

    /// Compares both parsers on all texts of up to five characters that occur in moves, and on
    /// longer ones that extend them.
    #[test]
    #[cfg_attr(miri, ignore = "too slow, and nothing unsafe in it")]
    fn both_parsers_agree() {
        const LETTERS: &[u8] = b"NKPOah18x-=+#!i0";
        let (mut accepted, mut texts) = (0, alloc::vec![Vec::new()]);
        for _ in 0..5 {
            texts = texts
                .iter()
                .flat_map(|text: &Vec<u8>| {
                    LETTERS.iter().map(|&letter| [text.as_slice(), &[letter]].concat())
                })
                .collect();
            for text in &texts {
                for end in [&b""[..], b"a1", b"xh8+"] {
                    let text = [text.as_slice(), end].concat();
                    let mut head = *b"x1+=Qa1#";
                    let shared = text.len().min(8);
                    head[..shared].copy_from_slice(&text[..shared]);
                    let parsed = SanPattern::parse(&text);
                    accepted += usize::from(parsed.is_ok());
                    assert_eq!(SanPattern::parse_with_head(head, &text), parsed, "{text:?}");
                }
            }
        }
        assert!(accepted > 1000, "{accepted}");
    }
}
