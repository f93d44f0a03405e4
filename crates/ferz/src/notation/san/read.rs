use super::super::truncated;
use super::pattern::{MovePattern, Pattern, SanPattern};
use crate::attacks;
use crate::position::View;
use crate::types::{Bitboard, CastleSide, Move, MoveFlag, PieceType, Rank, Square};
use alloc::string::String;

/// The error for text that is not the SAN of one legal move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{text:?}: {problem}")]
#[non_exhaustive]
pub struct ParseSanError {
    /// The text, as [`truncated`](crate::notation::truncated) shortens it.
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

    #[inline]
    pub(crate) fn find_san(self, pattern: &SanPattern) -> Result<Move, ParseSanProblem> {
        match &pattern.0 {
            Pattern::Castle(side) => self.find_castling(*side),
            Pattern::Move(pattern) => self.find_pattern(pattern),
        }
    }

    fn find_castling(self, side: CastleSide) -> Result<Move, ParseSanProblem> {
        let us = self.side_to_move();
        let path = self.castling_path(us, side).ok_or(ParseSanProblem::NoSuchMove)?;
        if path.empty.intersects(self.occupied()) || !self.castling_is_safe(&path) {
            return Err(ParseSanProblem::NoSuchMove);
        }
        Ok(Move::new(path.king_from, path.rook_from, MoveFlag::Castle))
    }

    #[inline]
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
    /// check. Needs no pins and no checkers.
    #[inline(always)]
    fn is_safe_after(self, mv: Move, piece_type: PieceType) -> bool {
        let us = self.side_to_move();
        let (from, to) = (mv.from(), mv.to());
        if mv.is_en_passant() {
            return self.en_passant_is_safe(us, from, to);
        }
        let king = if piece_type == PieceType::King { to } else { self.king(us) };
        let occupied = self.occupied().without(from).with(to);
        let attackers = self.sets().attackers_to(king, occupied);
        (attackers & self.by_color(!us).without(to)).is_empty()
    }
}
