//! Castling rights: the possible ones, their text in a FEN, and the two notations of castling moves.

use super::State;
use crate::chess_move::Move;
use ferz::{Bitboard, CastleSide, Color, File, PieceType, Square};

impl State {
    /// Returns the castling rights whose king and rook are in place: on e1, a1 and h1 in standard
    /// chess, and the outermost rook with a right on each side of the king in Chess960.
    pub fn clean_castling_rights(&self) -> Bitboard {
        if self.castling_rights.is_empty() {
            return Bitboard::EMPTY;
        }
        let clean = |color| {
            let rank = Self::back_rank(color);
            let rooks =
                self.castling_rights & self.pieces(color, PieceType::Rook) & rank & !self.promoted;
            let kings = self.kings(color) & rank;
            if !self.chess960 {
                let home = kings & Bitboard::file(File::E);
                let corners = Bitboard::file(File::A) | Bitboard::file(File::H);
                return if home.any() { rooks & corners } else { Bitboard::EMPTY };
            }
            let Some(king) = kings.first() else { return Bitboard::EMPTY };
            let sides = [
                rooks.first().filter(|&rook| rook < king),
                rooks.last().filter(|&rook| rook > king),
            ];
            sides.into_iter().flatten().collect()
        };
        clean(Color::White) | clean(Color::Black)
    }

    /// Returns the possible castling rights of a side on one side of its king, or on both.
    pub fn rights_of(&self, color: Color, side: Option<CastleSide>) -> Bitboard {
        let rank = Self::back_rank(color);
        let rights = self.clean_castling_rights() & rank;
        let Some(king) = (self.kings(color) & rank).first() else { return Bitboard::EMPTY };
        match side {
            None => rights,
            Some(CastleSide::KingSide) => rights.squares().filter(|&rook| rook > king).collect(),
            Some(CastleSide::QueenSide) => rights.squares().filter(|&rook| rook < king).collect(),
        }
    }

    /// Returns true if the possible rights cannot be those of standard chess.
    pub fn has_chess960_rights(&self) -> bool {
        let as_standard = Self { chess960: false, ..*self };
        let as_chess960 = Self { chess960: true, ..*self };
        as_chess960.clean_castling_rights() != as_standard.clean_castling_rights()
    }

    /// Sets the rights from the castling field of a FEN, which is valid. `K` and its like are the
    /// outermost rook on their side of the king, or the corner without one.
    pub fn set_castling_fen(&mut self, text: &str) {
        let mut rights = Bitboard::EMPTY;
        for letter in text.chars().filter(|&letter| letter != '-') {
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let rank = Self::back_rank(color);
            let rooks = self.pieces(color, PieceType::Rook) & rank;
            let king = self.king(color);
            let corner = |file| (Bitboard::file(file) & rank).first();
            let rook = match letter.to_ascii_lowercase() {
                'k' => rooks
                    .last()
                    .filter(|&rook| king.is_some_and(|king| king < rook))
                    .or(corner(File::H)),
                'q' => rooks
                    .first()
                    .filter(|&rook| king.is_some_and(|king| rook < king))
                    .or(corner(File::A)),
                other => File::from_letter(other).and_then(corner),
            };
            rights |= rook.map_or(Bitboard::EMPTY, Bitboard::of);
        }
        self.castling_rights = rights;
    }

    /// Returns the possible rights as file letters of the rooks: `HAha` at the start of a game.
    pub fn castling_shredder_fen(&self) -> String {
        self.castling_text(|_, _, rook| rook.file().letter())
    }

    /// Returns the possible rights as `KQkq`, with the file letter of a rook that is not the
    /// outermost on its side.
    pub fn castling_xfen(&self) -> String {
        self.castling_text(|color, king, rook| {
            let rooks = self.pieces(color, PieceType::Rook) & Self::back_rank(color);
            let king_side = king.is_none_or(|king| rook.file() >= king.file());
            let further_out = |&other: &Square| if king_side { other > rook } else { other < rook };
            match (rooks.squares().any(|other| further_out(&other)), king_side) {
                (true, _) => rook.file().letter(),
                (false, true) => 'k',
                (false, false) => 'q',
            }
        })
    }

    fn castling_text(&self, letter: impl Fn(Color, Option<Square>, Square) -> char) -> String {
        let clean = self.clean_castling_rights();
        let mut text = String::new();
        for color in Color::ALL {
            let king = self.king(color);
            for rook in (clean & Self::back_rank(color)).squares().rev() {
                let letter = letter(color, king, rook);
                text.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
            }
        }
        if text.is_empty() { "-".to_owned() } else { text }
    }

    /// Returns true if a move is castling: a king that takes a rook of its own side, or that moves
    /// more than one file.
    pub fn is_castling(&self, mv: Move) -> bool {
        self.by_type[PieceType::King].contains(mv.from)
            && (mv.from.file().distance(mv.to.file()) > 1
                || self.pieces(self.turn, PieceType::Rook).contains(mv.to))
    }

    /// Rewrites castling of a king on its square of standard chess as king takes rook.
    pub fn king_takes_rook(&self, mv: Move) -> Move {
        let kings = self.by_type[PieceType::King];
        let rooks = self.by_type[PieceType::Rook];
        if !kings.contains(mv.from) || rooks.contains(mv.to) {
            return mv;
        }
        match castling_by_squares(mv) {
            Some((_, rook)) => Move { to: rook, ..mv },
            None => mv,
        }
    }

    /// Rewrites castling of a king on its square of standard chess as the king's two squares, unless
    /// castling is written as in Chess960.
    pub fn king_squares(&self, mv: Move, chess960: bool) -> Move {
        if chess960 || mv.drop.is_some() || !self.by_type[PieceType::King].contains(mv.from) {
            return mv;
        }
        match castling_by_squares(mv) {
            Some((king, rook)) if mv.to == rook => Move { to: king, ..mv },
            _ => mv,
        }
    }
}

/// Returns the king's target and the square of the rook if the move has the squares of castling in
/// standard chess, in either notation.
fn castling_by_squares(mv: Move) -> Option<(Square, Square)> {
    use Square::{A1, A8, C1, C8, E1, E8, G1, G8, H1, H8};
    const CASTLINGS: [(Square, Square, Square); 4] =
        [(E1, G1, H1), (E1, C1, A1), (E8, G8, H8), (E8, C8, A8)];
    CASTLINGS
        .into_iter()
        .find(|&(from, king, rook)| mv.from == from && (mv.to == king || mv.to == rook))
        .map(|(_, king, rook)| (king, rook))
}

/// Returns true for the castling field of a FEN: `-`, or at most two letters of White and then at
/// most two of Black.
pub fn castling_fen_is_valid(text: &str) -> bool {
    let is_letter = |c: u8| matches!(c.to_ascii_lowercase(), b'a'..=b'h' | b'k' | b'q');
    let white = text.bytes().take_while(u8::is_ascii_uppercase).count();
    let (white, black) = text.as_bytes().split_at(white);
    text == "-"
        || (white.len() <= 2
            && black.len() <= 2
            && white.iter().chain(black).all(|&c| is_letter(c))
            && black.iter().all(u8::is_ascii_lowercase))
}
