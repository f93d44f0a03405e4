//! Passed pawns: how far they are, who is near, and whether their way is free.

use super::fill::front_spans;
use super::ledger::TermAccumulator;
use super::weights::{
    PASSED, PASSED_BLOCKED, PASSED_DEFENDED, PASSED_FREE, PASSED_OTHER_KING, PASSED_OWN_KING,
};
use super::{Attacks, Pawns};
use ferz::{Bitboard, Color, PieceType, Position};

/// The worth of a side's passed pawns.
pub(super) fn passed<L: TermAccumulator>(
    pos: &Position,
    us: Color,
    pawns: &Pawns,
    info: &Attacks,
) -> L {
    let mut worth = L::default();
    for square in pawns.passed & pos.by_color(us) {
        let rank = us.relative_rank(square.rank()).index();
        worth.add(PASSED.at(rank), 1);
        let Some(next) = Bitboard::of(square).shift(us.forward()).first() else { continue };
        let steps = |color| pos.king(color).distance(next).min(5) as i32;
        worth.add(PASSED_OTHER_KING.at(rank), steps(!us));
        worth.add(PASSED_OWN_KING.at(rank), steps(us));
        if info.by[us][PieceType::Pawn].contains(square) {
            worth.add(PASSED_DEFENDED.at(rank), 1);
        }
        if pos.occupied().contains(next) {
            worth.add(PASSED_BLOCKED.at(rank), 1);
        } else {
            let way = front_spans(Bitboard::of(square), us);
            let held = pos.by_color(!us) | (info.all[!us] - info.all[us]);
            if !way.intersects(held) {
                worth.add(PASSED_FREE.at(rank), 1);
            }
        }
    }
    worth
}
