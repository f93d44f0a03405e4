// [start:head]
//! The end of a game.

use super::Position;
use crate::bitboard::Bitboard;
use crate::types::*;
// [end:head]

// [start:outcome]
/// A result of a game by its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The side to move is in check and has no move.
    Checkmate,
    /// The side to move is not in check and has no move.
    Stalemate,
    /// Neither side can give mate, whatever the other does.
    InsufficientMaterial,
    /// 75 moves of each side without a capture or a pawn move.
    SeventyFiveMoves,
    /// The position has occurred five times.
    FivefoldRepetition,
}

impl Position {
    /// Returns the result if the game is over without anyone's claim.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.board().legal_by_stages().is_empty() {
            let is_check = !self.checks().checkers.is_empty();
            return Some(if is_check { Outcome::Checkmate } else { Outcome::Stalemate });
        }
        if self.has_insufficient_material() {
            Some(Outcome::InsufficientMaterial)
        } else if self.board().state().halfmove_clock >= 150 {
            Some(Outcome::SeventyFiveMoves)
        } else if self.occurrences().count() >= 4 {
            Some(Outcome::FivefoldRepetition)
        } else {
            None
        }
    }

    /// Returns true if no sequence of moves leads to mate, by the pieces alone: two kings, with one
    /// knight, or with bishops on squares of one colour.
    pub fn has_insufficient_material(&self) -> bool {
        const DARK: Bitboard = Bitboard(0xAA55_AA55_AA55_AA55);
        let board = self.board();
        let of_kind = |kind| board.pieces(Color::White, kind) | board.pieces(Color::Black, kind);
        let kings = of_kind(PieceType::King);
        let others = board.occupied() & !kings;
        let bishops = of_kind(PieceType::Bishop);
        let on_one_color = (bishops & DARK).is_empty() || (bishops & !DARK).is_empty();
        let single_knight = others == of_kind(PieceType::Knight) && !others.more_than_one();
        single_knight || others == bishops && on_one_color
    }
}
// [end:outcome]

// [start:search]
impl Position {
    /// Returns true if a search that began `ply` plies ago should take the position for a draw: after
    /// 50 moves, by material, or because it has occurred after the root, or twice before.
    pub fn is_draw_in_search(&self, ply: usize) -> bool {
        let mut occurrences = self.occurrences();
        let is_repeated = match occurrences.next() {
            Some(plies) => plies < ply || occurrences.next().is_some(),
            None => false,
        };
        // Mate on the last of the 50 moves is mate.
        let is_mate = || self.outcome() == Some(Outcome::Checkmate);
        let clock = self.board().state().halfmove_clock;
        is_repeated || self.has_insufficient_material() || clock >= 100 && !is_mate()
    }
}
// [end:search]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(fen: &str) -> Option<Outcome> {
        Position::from_fen(fen).unwrap().outcome()
    }

    #[test]
    fn positions_that_end_a_game() {
        for (fen, wanted) in [
            ("7k/5KQ1/8/8/8/8/8/8 b - - 150 90", Some(Outcome::Checkmate)),
            ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", Some(Outcome::Stalemate)),
            ("7k/8/8/8/8/8/8/K4N2 w - - 0 1", Some(Outcome::InsufficientMaterial)),
            ("7k/8/8/8/8/8/b7/K1B5 w - - 0 1", None),
            ("2b4k/8/8/8/8/8/B7/K7 w - - 0 1", Some(Outcome::InsufficientMaterial)),
            ("7k/8/8/8/8/8/8/KN3N2 w - - 0 1", None),
            ("7k/8/8/8/8/8/8/KN3b2 w - - 0 1", None),
            ("7k/8/8/8/8/8/8/KR6 w - - 149 90", None),
            ("7k/8/8/8/8/8/8/KR6 w - - 150 90", Some(Outcome::SeventyFiveMoves)),
        ] {
            assert_eq!(outcome(fen), wanted, "{fen}");
        }
    }

    #[test]
    fn knights_that_go_there_and_back() {
        let mut position = Position::from_fen(crate::fen::START).unwrap();
        let moves = [("g1", "f3"), ("g8", "f6"), ("f3", "g1"), ("f6", "g8")];
        let mut draws = Vec::new();
        for ply in 1..=16 {
            let (from, to) = moves[(ply - 1) % 4];
            let [from, to] = [from, to].map(|text| text.parse().unwrap());
            position.do_move(Move::new(from, to, MoveKind::Quiet));
            // Once from the root of a search on, and twice before it.
            draws.push((position.is_draw_in_search(ply), position.is_draw_in_search(0)));
            assert_eq!(position.outcome().is_some(), ply == 16, "{ply}");
        }
        let first = |which: fn(&(bool, bool)) -> bool| draws.iter().position(which);
        assert_eq!(first(|draw| draw.0), Some(4));
        assert_eq!(first(|draw| draw.1), Some(7));
        assert_eq!(position.outcome(), Some(Outcome::FivefoldRepetition));
    }

    #[test]
    fn mate_on_the_last_of_fifty_moves_is_mate() {
        let is_draw = |fen| Position::from_fen(fen).unwrap().is_draw_in_search(0);
        assert!(!is_draw("7k/5KQ1/8/8/8/8/8/8 b - - 100 90"));
        assert!(is_draw("7k/8/8/8/8/8/8/KR6 b - - 100 90"));
        assert!(!is_draw("7k/8/8/8/8/8/8/KR6 b - - 99 90"));
    }
}
// [end:tests]
