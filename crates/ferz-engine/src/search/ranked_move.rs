//! A move with its score and its place in the list, in one number.

use ferz::Move;

/// A move in the picker's list. The order is by score, then the earlier place first, so that the
/// highest value of a slice is the move to pick, with its place.
///
/// One integer holds the score in the upper 32 bits, the inverted place in the next 16 and the move
/// in the lowest 16, so that a maximum over a slice needs no second pass and vectorises.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct RankedMove(i64);

impl RankedMove {
    /// Creates the entry of a move that stands at `place` of its node's list.
    #[inline(always)]
    pub(super) fn new(mv: Move, score: i32, place: usize) -> Self {
        debug_assert!(place <= usize::from(u16::MAX));
        let inverted = i64::from(!(place as u16));
        Self(i64::from(score) << 32 | inverted << 16 | i64::from(mv.bits()))
    }

    /// Returns the move.
    #[inline(always)]
    pub(super) fn mv(self) -> Move {
        Move::from_bits(self.0 as u16).expect("built from a move")
    }

    /// Returns the score.
    #[inline(always)]
    pub(super) fn score(self) -> i32 {
        (self.0 >> 32) as i32
    }

    /// Returns the place in the node's list.
    #[inline(always)]
    pub(super) fn place(self) -> usize {
        usize::from(!((self.0 >> 16) as u16))
    }

    /// Returns the same move and score at another place.
    #[inline(always)]
    pub(super) fn at(self, place: usize) -> Self {
        const PLACE: i64 = 0xFFFF << 16;
        Self(self.0 & !PLACE | i64::from(!(place as u16)) << 16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::Position;

    #[test]
    fn parts_are_kept_and_order_is_by_score_then_place() {
        let moves = Position::startpos().legal_moves();
        for score in [i32::MIN, -1, 0, 1, i32::MAX] {
            for (place, &mv) in moves.iter().enumerate() {
                let ranked = RankedMove::new(mv, score, place);
                assert_eq!((ranked.mv(), ranked.score(), ranked.place()), (mv, score, place));
                assert_eq!(ranked.at(300).place(), 300);
                assert!(ranked > RankedMove::new(mv, score, place + 1));
                assert!(score == i32::MIN || ranked > RankedMove::new(mv, score - 1, 0));
            }
        }
    }
}
