//! Castling rights: the possible ones, their text in a FEN, and the two notations of castling moves.

use super::State;
use crate::chess_move::Move;
use ferz::{Bitboard, CastleSide, Color, File, PieceType, Square};

const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);

impl State {
    /// Returns the castling rights whose king and rook are in place: on e1, a1 and h1 in standard
    /// chess, and the outermost rook with a right on each side of the king in Chess960. After a move
    /// these are all.
    pub fn clean_castling_rights(&self) -> Bitboard {
        if self.after_move || self.castling_rights.is_empty() {
            return self.castling_rights;
        }
        let clean = |color| {
            let rank = Self::back_rank(color);
            let rooks = self.castling_rights & self.pieces(color, PieceType::Rook) & rank;
            let kings = self.kings(color) & rank;
            if !self.chess960 {
                let home = kings & Bitboard::file(File::E);
                return if home.any() { rooks & CORNERS } else { Bitboard::EMPTY };
            }
            let Some(king) = kings.last() else { return Bitboard::EMPTY };
            let sides = [
                rooks.first().filter(|&rook| rook <= king),
                rooks.last().filter(|&rook| rook >= king),
            ];
            sides.into_iter().flatten().collect()
        };
        clean(Color::White) | clean(Color::Black)
    }

    /// Returns the possible castling rights of a side on one side of its king, or on both.
    pub fn rights_of(&self, color: Color, side: Option<CastleSide>) -> Bitboard {
        let rank = Self::back_rank(color);
        let rights = self.clean_castling_rights() & rank;
        let kings = self.kings(color) & rank;
        let on = |is: fn(Bitboard, Bitboard) -> bool| {
            rights.squares().filter(|&rook| is(Bitboard::of(rook), kings)).collect()
        };
        match side {
            None => rights,
            Some(_) if kings.is_empty() => Bitboard::EMPTY,
            // Of several kings the highest counts, and for the queen side also a right on its square.
            Some(CastleSide::KingSide) => on(|rook, kings| rook.0 > kings.0),
            Some(CastleSide::QueenSide) => on(|rook, kings| rook.0 < kings.0),
        }
    }

    /// Returns true if the possible rights cannot be those of standard chess.
    pub fn has_chess960_rights(&self) -> bool {
        let rights = Self { chess960: true, ..*self }.clean_castling_rights();
        let king_elsewhere = |color| {
            let home = self.pieces(color, PieceType::King) & Bitboard::file(File::E);
            let rank = Self::back_rank(color);
            rights.intersects(rank) && !home.intersects(rank)
        };
        !(rights - CORNERS).is_empty() || Color::ALL.into_iter().any(king_elsewhere)
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
        self.castling_text(|_, rook| Some(rook.file().letter()))
    }

    /// Returns the possible rights as `KQkq`, with the file letter of a rook that is not the
    /// outermost on its side. Rights of a side without a king are left out.
    pub fn castling_xfen(&self) -> String {
        self.castling_text(|color, rook| {
            let rooks = self.pieces(color, PieceType::Rook) & Self::back_rank(color);
            let king_side = rook.file() >= self.king(color)?.file();
            let further_out = |&other: &Square| if king_side { other > rook } else { other < rook };
            Some(match (rooks.squares().any(|other| further_out(&other)), king_side) {
                (true, _) => rook.file().letter(),
                (false, true) => 'k',
                (false, false) => 'q',
            })
        })
    }

    fn castling_text(&self, letter: impl Fn(Color, Square) -> Option<char>) -> String {
        let clean = self.clean_castling_rights();
        let mut text = String::new();
        for color in Color::ALL {
            for rook in (clean & Self::back_rank(color)).squares().rev() {
                let Some(letter) = letter(color, rook) else { continue };
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
        let king = self.by_type[PieceType::King].contains(mv.from);
        let rook = self.by_type[PieceType::Rook].contains(mv.to);
        match castling_by_squares(mv) {
            Some((target, rook_from)) if king && !rook && mv.to == target => {
                Move::new(mv.from, rook_from)
            }
            _ => mv,
        }
    }

    /// Rewrites castling of a king on its square of standard chess as the king's two squares, unless
    /// castling is written as in Chess960.
    pub fn king_squares(&self, mv: Move, chess960: bool) -> Move {
        let plain = mv.promotion.is_none() && mv.drop.is_none();
        if chess960 || !plain || !self.by_type[PieceType::King].contains(mv.from) {
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
