//! What pieces are worth beside what others: the part of their worth that hangs on the company.

use super::counts::Counts;
use ferz::{Color, Score};

const fn s(middlegame: i16, endgame: i16) -> Score {
    Score::new(middlegame, endgame)
}

/// Two bishops or more.
pub(super) const BISHOP_PAIR: Score = s(28, 52);
/// Two bishops or more, for each own pawn above five: they close lines.
pub(super) const BISHOP_PAIR_PAWN: Score = s(-2, -2);
/// Two knights or more, which guard the same things.
pub(super) const KNIGHT_PAIR: Score = s(-6, -10);
/// A knight, for each own pawn above five: a crowded board is where it is strong.
pub(super) const KNIGHT_PAWN: Score = s(3, 4);
/// A rook, for each own pawn above five, which stand in its way.
pub(super) const ROOK_PAWN: Score = s(-3, -4);
/// Two rooks or more: the second finds its open file taken.
pub(super) const ROOK_PAIR: Score = s(-12, -16);
/// A rook beside an own queen, which does much of the same work.
pub(super) const QUEEN_ROOK: Score = s(-8, -6);
/// A queen more, for each minor piece less: pieces that defend each other hold their own.
pub(super) const QUEEN_FOR_MINOR: Score = s(-14, -10);
/// A queen more, for each rook less.
pub(super) const QUEEN_FOR_ROOK: Score = s(-10, -18);

/// How many features there are.
pub(in crate::eval) const FEATURES: usize = 9;

/// What each feature is worth, in the order of [`counts`].
pub(in crate::eval) const WEIGHTS: [Score; FEATURES] = [
    BISHOP_PAIR,
    BISHOP_PAIR_PAWN,
    KNIGHT_PAIR,
    KNIGHT_PAWN,
    ROOK_PAWN,
    ROOK_PAIR,
    QUEEN_ROOK,
    QUEEN_FOR_MINOR,
    QUEEN_FOR_ROOK,
];

/// How often a side has each feature, in the order of [`WEIGHTS`].
pub(in crate::eval) fn counts(material: &Counts, us: Color) -> [i32; FEATURES] {
    let [pawns, knights, bishops, rooks, queens] = material.army(us).map(i32::from);
    let [_, their_knights, their_bishops, their_rooks, their_queens] =
        material.army(!us).map(i32::from);
    let pawns_above = pawns - 5;
    let bishop_pair = i32::from(bishops >= 2);
    let queen_more = i32::from(queens > their_queens);
    let minors_less = (their_knights + their_bishops - knights - bishops).max(0);
    [
        bishop_pair,
        bishop_pair * pawns_above,
        i32::from(knights >= 2),
        knights * pawns_above,
        rooks * pawns_above,
        i32::from(rooks >= 2),
        rooks * i32::from(queens > 0),
        queen_more * minors_less,
        queen_more * (their_rooks - rooks).max(0),
    ]
}

/// The worth of a side's features.
pub(super) fn imbalance(material: &Counts, us: Color) -> Score {
    counts(material, us).into_iter().zip(WEIGHTS).map(|(count, weight)| weight * count).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::Position;

    fn difference(fen: &str) -> Score {
        let counts = Counts::of(&Position::from_fen(fen).unwrap());
        imbalance(&counts, Color::White) - imbalance(&counts, Color::Black)
    }

    #[test]
    fn equal_material_is_balanced() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(difference(start), Score::ZERO);
    }

    #[test]
    fn each_feature_is_counted_where_it_is() {
        let counts = |fen| counts(&Counts::of(&Position::from_fen(fen).unwrap()), Color::White);
        // Two bishops and a knight with six pawns; queen and rook against three pieces.
        assert_eq!(counts("4k3/8/8/8/8/8/PPPPPP2/1NB1KB2 w - - 0 1"), [1, 1, 0, 1, 0, 0, 0, 0, 0]);
        assert_eq!(counts("rnb1k3/8/8/8/8/8/P7/R2QK3 w - - 0 1"), [0, 0, 0, 0, -4, 0, 1, 2, 0]);
        assert_eq!(counts("r3k2r/8/8/8/8/8/5P2/3QK3 w - - 0 1"), [0, 0, 0, 0, 0, 0, 0, 0, 2]);
        assert_eq!(counts("4k3/8/8/8/8/8/8/RN2K1NR w - - 0 1"), [0, 0, 1, -10, -10, 1, 0, 0, 0]);
    }

    #[test]
    fn the_company_decides() {
        // The bishop pair against bishop and knight, few pawns and many.
        let few = difference("4kbn1/pp6/8/8/8/8/PP6/2B1KB2 w - - 0 1");
        let many = difference("4kbn1/pppppppp/8/8/8/8/PPPPPPPP/2B1KB2 w - - 0 1");
        assert!(few.endgame() > many.endgame() && many.endgame() > 0);
    }
}
