//! Passed pawns: how far they are, who is near, and whether their way is free.

use super::weights::{PASSED, PASSED_BLOCKED, PASSED_FREE, PASSED_OTHER_KING, PASSED_OWN_KING};
use super::{Attacks, Pawns, pawns::front_fill};
use ferz::{Bitboard, Color, Position, Score};

/// The worth of a side's passed pawns.
pub(super) fn passed(pos: &Position, us: Color, pawns: &Pawns, info: &Attacks) -> Score {
    let mut score = Score::ZERO;
    for square in pawns.passed & pos.color(us) {
        let rank = us.relative_rank(square.rank());
        score += PASSED[rank];
        let Some(next) = Bitboard::of(square).shift(us.forward()).first() else { continue };
        let step =
            |king: i16, color| Score::new(0, king) * pos.king(color).distance(next).min(5) as i32;
        score += step(PASSED_OTHER_KING[rank], !us) + step(PASSED_OWN_KING[rank], us);
        if pos.occupied().contains(next) {
            score += PASSED_BLOCKED[rank];
        } else {
            let way = front_fill(Bitboard::of(square), us);
            let held = pos.color(!us) | (info.all[!us] - info.all[us]);
            if !way.intersects(held) {
                score += PASSED_FREE[rank];
            }
        }
    }
    score
}
