//! SAN (Standard Algebraic Notation) of moves: `Nf3`, `exd5`, `O-O`, `e8=Q#`.
//!
//! The writer produces the standard form. The reader also accepts common variants:
//!
//! - check and checkmate marks, `!`, `?` and `e.p.` are optional and are not verified;
//! - castling with the letter O in either case, or with zeros;
//! - promotions as `e8=Q`, `e8Q`, `e8(Q)` and `e8/Q`, the piece in either case;
//! - more of the origin than necessary, up to long algebraic notation: `Ng1f3`, `Ng1-f3`, `e2-e4`;
//! - captures with `x`, `:` or no mark. A capture mark on a move that captures nothing is an error,
//!   and so is `-` on a capture.
//!
//! Pieces are upper-case letters (`B` is a bishop, `b` the file), with an optional `P` for the
//! pawn.

use crate::attacks;
use crate::position::{Board, CastlingPath, IllegalMove, View};
use crate::text::truncated;
use crate::types::{
    Bitboard, CastleSide, Color, File, Move, MoveFlag, Piece, PieceType, Rank, Square,
};
use alloc::format;
use alloc::string::String;
use core::fmt::{self, Write};

/// A move in SAN without a position, created by [`SanPattern::parse`] and found in a position by
/// [`Position::find_san`](crate::Position::find_san).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SanPattern(Pattern);

/// The contents of a move in SAN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pattern {
    Castle(CastleSide),
    Move(MovePattern),
}

/// The contents of a move other than castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct MovePattern {
    piece_type: PieceType,
    /// The squares that the origin can be. A pawn move without file stays on its file: `d5` does
    /// not match exd5.
    origins: Bitboard,
    /// True or false if a mark shows a capture or a move without capture.
    captures: Option<bool>,
    to: Square,
    promotion: Option<PieceType>,
}

/// The spellings of the null move, those that games in PGN use first: four of SAN, two of other
/// programs.
///
/// ```
/// use ferz::Position;
/// use ferz::notation::san::{NULL_MOVES, ParseSanProblem};
///
/// for text in NULL_MOVES {
///     let error = Position::startpos().parse_san(text).map_err(|error| error.problem);
///     assert_eq!(error, Err(ParseSanProblem::NullMove));
/// }
/// ```
pub const NULL_MOVES: [&str; 6] = ["--", "Z0", "0000", "@@@@", "null", "<>"];

/// Marks that may follow a move and are ignored.
const MARKS: [&[u8]; 6] = [b"+", b"#", b"!", b"?", b"e.p.", b"ep"];

impl SanPattern {
    /// Parses a move. The [module](crate::notation::san) lists the accepted variants.
    ///
    /// # Errors
    /// [`ParseSanProblem::Malformed`], or [`ParseSanProblem::NullMove`].
    pub fn parse(text: &[u8]) -> Result<Self, ParseSanProblem> {
        let text = text.trim_ascii();
        if NULL_MOVES.iter().any(|null| null.as_bytes() == text) {
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

    /// Returns true if the pattern describes a move of a piece: castling by its side, other moves by type,
    /// origin, target, promotion piece and capture mark. For rules with other legal moves than chess;
    /// [`Position::find_san`](crate::Position::find_san) finds the legal move of chess.
    ///
    /// ```
    /// use ferz::notation::SanPattern;
    /// use ferz::{Move, MoveFlag, PieceType, Square};
    ///
    /// let pattern = SanPattern::parse(b"Nbd2")?;
    /// let mv = Move::new(Square::B1, Square::D2, MoveFlag::Quiet);
    /// assert!(pattern.matches(PieceType::Knight, mv) && !pattern.matches(PieceType::Bishop, mv));
    /// # Ok::<(), ferz::notation::ParseSanProblem>(())
    /// ```
    pub fn matches(&self, piece_type: PieceType, mv: Move) -> bool {
        match &self.0 {
            Pattern::Castle(side) => {
                mv.is_castling() && CastleSide::of(mv.from(), mv.to()) == *side
            }
            Pattern::Move(pattern) => {
                !mv.is_castling()
                    && (pattern.piece_type, pattern.to) == (piece_type, mv.to())
                    && pattern.origins.contains(mv.from())
                    && pattern.promotion == mv.promotion()
                    && pattern.captures.is_none_or(|mark| mark == mv.is_capture())
            }
        }
    }
}

impl Pattern {
    /// Parses a move without check and annotation marks. Returns `None` if the text is malformed.
    fn read(text: &[u8]) -> Option<Self> {
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

/// The error for text that is not the SAN of one legal move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{text:?}: {problem}")]
#[non_exhaustive]
pub struct ParseSanError {
    /// The text, as [`truncated`] shortens it.
    pub text: String,
    /// The kind of error.
    pub problem: ParseSanProblem,
}

/// The kinds of errors of [`Position::parse_san`](crate::Position::parse_san).
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseSanProblem {
    /// The text is not a move in SAN.
    #[error("expected a move in SAN, like e4, Nbd7, exd8=Q or O-O")]
    Malformed,
    /// The text is a null move (`--`, `Z0`, ...), which some programs write.
    #[error("the null move is not a legal move")]
    NullMove,
    /// No legal move matches.
    #[error("no legal move of this position matches")]
    NoSuchMove,
    /// More than one legal move matches.
    #[error("ambiguous move: from {} or from {}", first.from(), second.from())]
    Ambiguous {
        /// The first match.
        first: Move,
        /// The second match.
        second: Move,
    },
    /// A promotion without its piece.
    #[error("the promotion piece is missing")]
    MissingPromotion,
}

impl View<'_> {
    pub(crate) fn parse_san(self, text: &str) -> Result<Move, ParseSanError> {
        SanPattern::parse(text.as_bytes())
            .and_then(|pattern| self.find_san(&pattern))
            .map_err(|problem| ParseSanError { text: truncated(text.trim()), problem })
    }

    #[inline(always)]
    pub(crate) fn find_san(self, pattern: &SanPattern) -> Result<Move, ParseSanProblem> {
        match &pattern.0 {
            Pattern::Castle(side) => self.find_castling(*side),
            Pattern::Move(pattern) => self.find_pattern(pattern),
        }
    }

    fn find_castling(self, side: CastleSide) -> Result<Move, ParseSanProblem> {
        let us = self.side_to_move();
        let rook = self.castling_rook(us, side).ok_or(ParseSanProblem::NoSuchMove)?;
        let path = CastlingPath::of(self.king(us), rook);
        if path.empty.intersects(self.occupied()) || !self.castling_is_safe(&path) {
            return Err(ParseSanProblem::NoSuchMove);
        }
        Ok(Move::new(path.king_from, path.rook_from, MoveFlag::Castle))
    }

    #[inline(always)]
    fn find_pattern(self, pattern: &MovePattern) -> Result<Move, ParseSanProblem> {
        let us = self.side_to_move();
        let origins = attacks::origins(us, pattern.piece_type, pattern.to)
            & pattern.origins
            & self.pieces(us, pattern.piece_type);
        if let Some(from) = origins.first()
            && !origins.more_than_one()
            && let Some(mv) = self.matching_move(pattern, from)
            && self.is_safe_after(mv, pattern.piece_type)
        {
            return Ok(mv);
        }
        self.find_among(pattern, origins)
    }

    /// Finds the move from one of several origins, or the error.
    #[cold]
    fn find_among(self, pattern: &MovePattern, origins: Bitboard) -> Result<Move, ParseSanProblem> {
        let legal = |pattern: MovePattern| {
            origins
                .squares()
                .filter_map(move |from| self.matching_move(&pattern, from))
                .filter(move |&mv| self.is_safe_after(mv, pattern.piece_type))
        };
        let mut found = legal(*pattern);
        match (found.next(), found.next()) {
            (Some(only), None) => Ok(only),
            (Some(first), Some(second)) => Err(ParseSanProblem::Ambiguous { first, second }),
            (None, _) if pattern.promotion.is_none() => {
                let promotes = MovePattern { promotion: Some(PieceType::Queen), ..*pattern };
                match legal(promotes).next() {
                    Some(_) => Err(ParseSanProblem::MissingPromotion),
                    None => Err(ParseSanProblem::NoSuchMove),
                }
            }
            (None, _) => Err(ParseSanProblem::NoSuchMove),
        }
    }

    /// Returns the move of a pattern from one of its [`origins`](attacks::origins), or `None` if it is not pseudo-legal.
    /// It may leave the king in check.
    #[inline(always)]
    fn matching_move(self, pattern: &MovePattern, from: Square) -> Option<Move> {
        let to = pattern.to;
        let us = self.side_to_move();
        let captures = self.by_color(!us).contains(to);
        if attacks::between(from, to).intersects(self.occupied()) || self.by_color(us).contains(to)
        {
            return None;
        }
        let flag = if pattern.piece_type == PieceType::Pawn {
            self.pawn_flag(from, pattern, captures)?
        } else if pattern.promotion.is_some() {
            return None;
        } else if captures {
            MoveFlag::Capture
        } else {
            MoveFlag::Quiet
        };
        let mv = Move::new(from, to, flag);
        pattern.captures.is_none_or(|mark| mark == mv.is_capture()).then_some(mv)
    }

    #[inline(always)]
    fn pawn_flag(self, from: Square, pattern: &MovePattern, captures: bool) -> Option<MoveFlag> {
        let to = pattern.to;
        let diagonal = from.file() != to.file();
        let en_passant = self.en_passant() == Some(to);
        if diagonal != captures && !(diagonal && en_passant) {
            return None;
        }
        let promotes = Bitboard::relative_rank(self.side_to_move(), Rank::Eighth).contains(to);
        match pattern.promotion {
            Some(piece) if promotes => MoveFlag::promotion(piece, captures),
            None if promotes => None,
            Some(_) => None,
            None if captures => Some(MoveFlag::Capture),
            None if diagonal => Some(MoveFlag::EnPassant),
            None if from.distance(to) == 2 => Some(MoveFlag::DoublePush),
            None => Some(MoveFlag::Quiet),
        }
    }

    /// Returns true if a pseudo-legal move other than castling does not leave its own king in
    /// check. Needs no pins and no checkers, and no attacks of sliders from the king: most positions have
    /// no enemy slider or one on its lines, whose squares up to the king are tested.
    #[inline(always)]
    fn is_safe_after(self, mv: Move, piece_type: PieceType) -> bool {
        let us = self.side_to_move();
        let (from, to) = (mv.from(), mv.to());
        if mv.is_en_passant() {
            return self.en_passant_is_safe(us, from, to);
        }
        let king = if piece_type == PieceType::King { to } else { self.king(us) };
        let occupied = self.occupied().without(from).with(to);
        let enemies = self.by_color(!us).without(to);
        let leapers = attacks::pawn(us, king) & self.by_type(PieceType::Pawn)
            | attacks::knight(king) & self.by_type(PieceType::Knight)
            | attacks::king(king) & self.by_type(PieceType::King);
        let is_blocked = |sniper| attacks::between(king, sniper).intersects(occupied);
        !leapers.intersects(enemies)
            && (self.sets().snipers_of(king) & enemies).squares().all(is_blocked)
    }
}

/// A move written in SAN, created by [`Position::san`](crate::Position::san).
#[doc(alias = "SanPlus")]
#[derive(Clone, Copy)]
pub struct San<'a> {
    pub(super) position: View<'a>,
    pub(super) mv: Move,
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
            // A string takes any text.
            let _ = board.san(mv).write_without_mark(&mut line);
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
        self.write_without_mark(f)?;
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

impl San<'_> {
    /// Writes a legal move without check or checkmate mark.
    fn write_without_mark(self, f: &mut impl Write) -> fmt::Result {
        let Self { position, mv } = self;
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

    /// Writes the disambiguation: nothing if no other piece of the type can move there, else the
    /// file, the rank or both, the first that is unique.
    fn write_origin(self, f: &mut impl Write) -> fmt::Result {
        let Self { position, mv } = self;
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
