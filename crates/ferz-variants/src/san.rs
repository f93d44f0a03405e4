//! Moves in SAN: as in chess, with drops (`N@e4`, `@e4`), promotions to a king (`e8=K`) and `#` behind any
//! move that decides the game.

use crate::uci::{read_drop, without_promotion};
use crate::{Board, Move};
use alloc::format;
use alloc::string::{String, ToString};
use ferz::notation::{ParseSanProblem, SanPattern};
use ferz::{Bitboard, Piece, PieceType};

impl Board {
    /// Returns the SAN of a legal move, with minimal disambiguation among the legal moves and the mark `+`
    /// of a check or `#` of a decided game. A move that is not legal is written in UCI notation.
    pub fn san(&self, mv: Move) -> String {
        let moves = self.legal_moves();
        if !moves.contains(&mv) {
            return self.uci(mv);
        }
        let after = self.after(mv);
        // A lost game too: the capture of the last piece in Antichess is marked.
        let is_decided = after.outcome().is_some_and(|end| end.winner.is_some());
        let mark = match (is_decided, after.in_check()) {
            (true, _) => "#",
            (false, true) => "+",
            (false, false) => "",
        };
        format!("{}{mark}", self.san_without_mark(mv, &moves))
    }

    fn san_without_mark(&self, mv: Move, moves: &[Move]) -> String {
        let to = mv.to();
        let letter = |piece: PieceType| match piece {
            PieceType::Pawn => String::new(),
            _ => piece.letter().to_ascii_uppercase().to_string(),
        };
        if let Some(piece) = mv.drop_piece() {
            return format!("{}@{to}", letter(piece));
        }
        if mv.is_castling() {
            return if to > mv.from() { "O-O" } else { "O-O-O" }.into();
        }
        let piece = self.piece_on(mv.from()).map_or(PieceType::Pawn, Piece::piece_type);
        let origin = match piece {
            PieceType::Pawn if mv.is_capture() => mv.from().file().to_string(),
            PieceType::Pawn => String::new(),
            _ => self.san_origin(mv, piece, moves),
        };
        let captures = if mv.is_capture() { "x" } else { "" };
        let promotion = mv.promotion().map_or(String::new(), |piece| format!("={}", letter(piece)));
        format!("{}{origin}{captures}{to}{promotion}", letter(piece))
    }

    /// Returns the file, the rank or both of the origin, the first that is unique; nothing if no other
    /// piece of the type can move to the target.
    fn san_origin(&self, mv: Move, piece: PieceType, moves: &[Move]) -> String {
        let from = mv.from();
        let own = self.pieces(self.side_to_move, piece);
        let rivals: Bitboard = moves
            .iter()
            .filter(|other| {
                other.to() == mv.to()
                    && other.from() != from
                    && own.contains(other.from())
                    && !other.is_castling()
                    && other.drop_piece().is_none()
            })
            .map(|other| other.from())
            .collect();
        if rivals.is_empty() {
            String::new()
        } else if !rivals.intersects(Bitboard::file(from.file())) {
            from.file().to_string()
        } else if !rivals.intersects(Bitboard::rank(from.rank())) {
            from.rank().to_string()
        } else {
            from.to_string()
        }
    }

    /// Returns the legal move written as `text` in SAN or one of the variants that `ferz` accepts.
    ///
    /// ```
    /// use ferz_variants::{Board, Rules};
    ///
    /// let board = Board::from_fen("8/P7/8/8/8/8/p7/8 w - - 0 1", Rules::Antichess)?;
    /// let mv = board.parse_san("a8=K").unwrap();
    /// assert_eq!((board.uci(mv), board.san(mv)), ("a7a8k".into(), "a8=K".into()));
    /// # Ok::<(), ferz_variants::FenError>(())
    /// ```
    ///
    /// # Errors
    /// If the text is malformed, or does not match exactly one legal move.
    pub fn parse_san(&self, text: &str) -> Result<Move, ParseSanProblem> {
        let text = text.trim();
        let plain = text.trim_end_matches(['+', '#', '!', '?']);
        let moves = self.legal_moves();
        if let Some(drop) = read_drop(plain) {
            let found = moves.into_iter().find(|&mv| Some(mv) == drop);
            return found.ok_or(ParseSanProblem::NoSuchMove);
        }
        let king = without_king(plain);
        let pattern = SanPattern::parse(king.unwrap_or(text).as_bytes())?;
        let us = self.side_to_move;
        let matches = |mv: Move, as_chess: ferz::Move| {
            let is_of = |&piece: &PieceType| self.pieces(us, piece).contains(mv.from());
            let piece = PieceType::ALL.into_iter().find(is_of);
            mv.drop_piece().is_none() && piece.is_some_and(|piece| pattern.matches(piece, as_chess))
        };
        let mut found = moves.iter().copied().filter(|&mv| match mv.chess() {
            Some(as_chess) => king.is_none() && matches(mv, as_chess),
            // Drops have no second square.
            None => {
                mv.drop_piece().is_none() && king.is_some() && matches(mv, without_promotion(mv))
            }
        });
        match (found.next(), found.next()) {
            (Some(only), None) => Ok(only),
            (Some(first), Some(second)) => Err(ParseSanProblem::Ambiguous {
                first: without_promotion(first),
                second: without_promotion(second),
            }),
            (None, _) => {
                let promotes =
                    |&mv: &Move| mv.promotion().is_some() && matches(mv, without_promotion(mv));
                Err(match king.is_none() && moves.iter().any(promotes) {
                    true => ParseSanProblem::MissingPromotion,
                    false => ParseSanProblem::NoSuchMove,
                })
            }
        }
    }
}

/// Returns a move in SAN without its promotion to a king, or `None` without one.
fn without_king(text: &str) -> Option<&str> {
    if let Some(text) = text.strip_suffix("(K)").or(text.strip_suffix("(k)")) {
        return Some(text);
    }
    let text = text.strip_suffix(['K', 'k'])?;
    let rest = text.strip_suffix(['=', '/']).unwrap_or(text);
    rest.ends_with(|c: char| c.is_ascii_digit()).then_some(rest)
}
