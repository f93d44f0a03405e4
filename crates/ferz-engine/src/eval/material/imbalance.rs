//! What pieces are worth beside what others: the part of their worth that hangs on the company.

use super::counts::Counts;
use crate::eval::ledger::TermAccumulator;
use crate::eval::weights::{
    BISHOP_PAIR, BISHOP_PAIR_PAWN, KNIGHT_PAIR, KNIGHT_PAWN, QUEEN_FOR_MINOR, QUEEN_FOR_ROOK,
    QUEEN_ROOK, ROOK_PAIR, ROOK_PAWN,
};
use ferz::Color;

/// What a side's pieces are worth in their company.
pub(in crate::eval) fn imbalance<L: TermAccumulator>(material: &Counts, us: Color) -> L {
    let [pawns, knights, bishops, rooks, queens] = material.army(us).map(i32::from);
    let [_, their_knights, their_bishops, their_rooks, their_queens] =
        material.army(!us).map(i32::from);
    let pawns_above = pawns - 5;
    let bishop_pair = i32::from(bishops >= 2);
    let queen_more = i32::from(queens > their_queens);
    let minors_less = (their_knights + their_bishops - knights - bishops).max(0);
    let mut worth = L::default();
    worth.add(BISHOP_PAIR, bishop_pair);
    worth.add(BISHOP_PAIR_PAWN, bishop_pair * pawns_above);
    worth.add(KNIGHT_PAIR, i32::from(knights >= 2));
    worth.add(KNIGHT_PAWN, knights * pawns_above);
    worth.add(ROOK_PAWN, rooks * pawns_above);
    worth.add(ROOK_PAIR, i32::from(rooks >= 2));
    worth.add(QUEEN_ROOK, rooks * i32::from(queens > 0));
    worth.add(QUEEN_FOR_MINOR, queen_more * minors_less);
    worth.add(QUEEN_FOR_ROOK, queen_more * (their_rooks - rooks).max(0));
    worth
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::ledger::Weight;
    use ferz::{Position, Score};

    /// How often each weight was added.
    #[derive(Default)]
    struct Added(Vec<i32>);

    impl TermAccumulator for Added {
        fn add(&mut self, _: impl Into<Weight>, times: i32) {
            self.0.push(times);
        }

        fn middlegame(&self) -> i32 {
            0
        }
    }

    fn difference(fen: &str) -> Score {
        let counts = Counts::of(&Position::from_fen(fen).unwrap());
        imbalance::<Score>(&counts, Color::White) - imbalance(&counts, Color::Black)
    }

    #[test]
    fn equal_material_is_balanced() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(difference(start), Score::ZERO);
    }

    #[test]
    fn each_feature_is_counted_where_it_is() {
        let counts = |fen| {
            let material = Counts::of(&Position::from_fen(fen).unwrap());
            imbalance::<Added>(&material, Color::White).0
        };
        // Two bishops and a knight with six pawns; queen and rook against three pieces.
        assert_eq!(counts("4k3/8/8/8/8/8/PPPPPP2/1NB1KB2 w - - 0 1"), [1, 1, 0, 1, 0, 0, 0, 0, 0]);
        assert_eq!(counts("rnb1k3/8/8/8/8/8/P7/R2QK3 w - - 0 1"), [0, 0, 0, 0, -4, 0, 1, 2, 0]);
        assert_eq!(counts("r3k2r/8/8/8/8/8/5P2/3QK3 w - - 0 1"), [0, 0, 0, 0, 0, 0, 0, 0, 2]);
        assert_eq!(counts("4k3/8/8/8/8/8/8/RN2K1NR w - - 0 1"), [0, 0, 1, -10, -10, 1, 0, 0, 0]);
    }

    #[test]
    fn two_bishops_are_worth_more_than_bishop_and_knight() {
        let few = difference("4kbn1/pp6/8/8/8/8/PP6/2B1KB2 w - - 0 1");
        let many = difference("4kbn1/pppppppp/8/8/8/8/PPPPPPPP/2B1KB2 w - - 0 1");
        assert!(few.endgame() > 0 && many.endgame() > 0);
        assert_ne!(few, many);
    }
}
