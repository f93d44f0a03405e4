//! SAN and long algebraic notation, written and read for any board.

use super::State;
use super::generate::Masks;
use crate::chess_move::Move;
use ferz::notation::san::NULL_MOVES;
use ferz::{Bitboard, CastleSide, File, PieceType, Rank, Square};
use std::fmt::Write as _;

/// The errors of reading SAN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SanError {
    /// The text is not a move in SAN.
    Invalid,
    /// No legal move matches.
    Illegal,
    /// More than one legal move matches.
    Ambiguous,
}

impl State {
    /// Returns a move in SAN, or in long algebraic notation, with its check or checkmate mark, and
    /// makes the move. Returns `None` if there is no piece on the origin.
    pub fn write_and_make(&mut self, mv: Move, long: bool) -> Option<String> {
        let mut text = self.without_mark(mv, long)?;
        self.make(mv);
        if !mv.is_null() && self.checkers().any() {
            text.push(if self.has_legal_move() { '+' } else { '#' });
        }
        Some(text)
    }

    fn without_mark(&self, mv: Move, long: bool) -> Option<String> {
        if mv.is_null() {
            return Some("--".to_owned());
        }
        if let Some(piece_type) = mv.drop {
            let letter = match piece_type {
                PieceType::Pawn => String::new(),
                other => other.letter().to_ascii_uppercase().to_string(),
            };
            return Some(format!("{letter}@{}", mv.to));
        }
        if self.is_castling(mv) {
            let short = if mv.to.file() < mv.from.file() { "O-O-O" } else { "O-O" };
            return Some(short.to_owned());
        }
        let piece_type = self.type_at(mv.from)?;
        let captures = self.is_capture(mv);
        let mut text = String::with_capacity(8);
        if piece_type != PieceType::Pawn {
            text.push(piece_type.letter().to_ascii_uppercase());
        }
        if long {
            let _ = write!(text, "{}", mv.from);
        } else if piece_type != PieceType::Pawn {
            self.disambiguate(mv, piece_type, &mut text);
        } else if captures {
            text.push(mv.from.file().letter());
        }
        if captures {
            text.push('x');
        } else if long {
            text.push('-');
        }
        let _ = write!(text, "{}", mv.to);
        if let Some(promotion) = mv.promotion {
            let _ = write!(text, "={}", promotion.letter().to_ascii_uppercase());
        }
        Some(text)
    }

    /// Appends the file, the rank or both of the origin, the first that no other piece of the type
    /// with a legal move to the target shares.
    fn disambiguate(&self, mv: Move, piece_type: PieceType, text: &mut String) {
        let others = self.pieces(self.turn, piece_type).without(mv.from);
        // Kings castle, and on odd boards a piece can be a pawn too.
        let special = self.by_type[PieceType::King] | self.by_type[PieceType::Pawn];
        let reaches = |other| special.contains(other) || self.attacks_from(other).contains(mv.to);
        if !others.squares().any(reaches) {
            return;
        }
        let masks = Masks { from: others, to: Bitboard::of(mv.to) };
        let rivals: Bitboard = self.legal_by_filter(masks).iter().map(|rival| rival.from).collect();
        let (file, rank) = (mv.from.file(), mv.from.rank());
        if rivals.is_empty() {
        } else if !rivals.intersects(Bitboard::file(file)) {
            text.push(file.letter());
        } else if !rivals.intersects(Bitboard::rank(rank)) {
            text.push(rank.digit());
        } else {
            let _ = write!(text, "{}", mv.from);
        }
    }

    /// Returns the legal move that a text in SAN names, or the null move for `--`, `Z0`, `0000` and
    /// `@@@@`. Accepts long algebraic notation, for any piece also without its letter (`g1f3`,
    /// `g1-f3`), and castling with zeros. Check and checkmate marks are not verified.
    ///
    /// # Errors
    /// If the text is malformed, or does not match exactly one legal move.
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        let body = text.strip_suffix(['+', '#']).unwrap_or(text);
        let castling = match body {
            "O-O" | "0-0" => Some(CastleSide::KingSide),
            "O-O-O" | "0-0-0" => Some(CastleSide::QueenSide),
            _ => None,
        };
        if let Some(side) = castling {
            return self.find_castling(side).ok_or(SanError::Illegal);
        }
        if is_null_move(text.as_bytes()) {
            return Ok(Move::NULL);
        }
        let pattern = SanFields::read(body.as_bytes()).ok_or(SanError::Invalid)?;
        match pattern.from {
            Some(from) if pattern.piece_type == PieceType::Pawn => {
                let mv = Move::promoting(from, pattern.to, pattern.promotion);
                let mv = self.king_squares(mv, self.chess960);
                if self.is_legal(mv) { Ok(mv) } else { Err(SanError::Illegal) }
            }
            _ => self.find(&pattern),
        }
    }

    fn find_castling(&self, side: CastleSide) -> Option<Move> {
        self.castling_moves(Masks::ALL).into_iter().find(|mv| {
            let king_side = mv.to.file() > mv.from.file();
            self.is_castling(*mv) && king_side == (side == CastleSide::KingSide)
        })
    }

    fn find(&self, pattern: &SanFields) -> Result<Move, SanError> {
        let mut from = self.pieces(self.turn, pattern.piece_type) & pattern.origins;
        if pattern.piece_type == PieceType::Pawn && !pattern.with_file {
            // Pawn captures need their file.
            from &= Bitboard::file(pattern.to.file());
        }
        // A castling move would have the target of its rook.
        let masks = Masks { from, to: Bitboard::of(pattern.to) - self.by_color[self.turn] };
        let moves = self.legal_by_filter(masks);
        let mut found = moves.into_iter().filter(|mv| mv.promotion == pattern.promotion);
        match (found.next(), found.next()) {
            (Some(mv), None) => Ok(mv),
            (Some(_), Some(_)) => Err(SanError::Ambiguous),
            (None, _) => Err(SanError::Illegal),
        }
    }
}

/// Returns true for the spellings of the null move that python-chess reads.
pub fn is_null_move(text: &[u8]) -> bool {
    NULL_MOVES[..4].iter().any(|null| null.as_bytes() == text)
}

/// A move in SAN other than castling.
struct SanFields {
    piece_type: PieceType,
    /// The squares that the origin can be.
    origins: Bitboard,
    /// True if the text has the file of the origin.
    with_file: bool,
    /// The origin, if the text has its file and its rank.
    from: Option<Square>,
    to: Square,
    promotion: Option<PieceType>,
}

impl SanFields {
    /// Parses a move without its check mark: a piece letter, file and rank of the origin, `x` or
    /// `-`, the target, and a promotion with or without `=`, all but the target optional.
    fn read(text: &[u8]) -> Option<Self> {
        let (piece_type, text) = match text {
            [letter @ (b'N' | b'B' | b'K' | b'R' | b'Q'), rest @ ..] => {
                (PieceType::from_letter(char::from(*letter))?, rest)
            }
            _ => (PieceType::Pawn, text),
        };
        let (text, promotion) = match text {
            [body @ .., letter] if !letter.is_ascii_digit() => {
                let piece = PieceType::from_letter(char::from(*letter))
                    .filter(|&piece| piece != PieceType::Pawn)?;
                (body.strip_suffix(b"=").unwrap_or(body), Some(piece))
            }
            _ => (text, None),
        };
        let [origin @ .., file, rank] = text else { return None };
        let to = Square::new(read_file(*file)?, read_rank(*rank)?);
        let origin = match origin {
            [body @ .., b'x' | b'-'] => body,
            _ => origin,
        };
        let (file, rank) = match *origin {
            [] => (None, None),
            [one] if one.is_ascii_digit() => (None, Some(read_rank(one)?)),
            [one] => (Some(read_file(one)?), None),
            [file, rank] => (Some(read_file(file)?), Some(read_rank(rank)?)),
            _ => return None,
        };
        let origins =
            file.map_or(Bitboard::ALL, Bitboard::file) & rank.map_or(Bitboard::ALL, Bitboard::rank);
        let from = file.zip(rank).map(|(file, rank)| Square::new(file, rank));
        Some(Self { piece_type, origins, with_file: file.is_some(), from, to, promotion })
    }
}

fn read_file(letter: u8) -> Option<File> {
    File::from_index(usize::from(letter.wrapping_sub(b'a')))
}

fn read_rank(digit: u8) -> Option<Rank> {
    Rank::from_index(usize::from(digit.wrapping_sub(b'1')))
}
