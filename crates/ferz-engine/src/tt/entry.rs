//! An entry of the transposition table, packed into a word.

use crate::value::{Bound, NONE, Value};
use ferz::Move;

/// An entry of the transposition table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TtEntry {
    /// The best or refutation move. It may belong to another position, so test it with
    /// [`Position::is_legal`](ferz::Position::is_legal) or `is_pseudo_legal` before use.
    pub best: Option<Move>,
    /// The value, with mate distances from this position, or `NONE`.
    pub value: Value,
    /// The raw output of the evaluator, or `NONE`.
    pub eval: Value,
    /// The search depth, -1 to 253.
    pub depth: i32,
    /// The bound of the value; `None` for an entry with a raw evaluation only.
    pub bound: Option<Bound>,
    /// True if the position was on a principal variation in any search.
    pub pv: bool,
}

/// The offset of stored depths, which are unsigned bytes.
const DEPTH_OFFSET: i32 = 2;
/// The number of generations, five bits.
pub(super) const GENERATIONS: u8 = 32;

// From the lowest bit: move 16, value 16, evaluation 16, depth 8, bound 2, pv 1, generation 5.
const VALUE_AT: u32 = 16;
const EVAL_AT: u32 = 32;
const DEPTH_AT: u32 = 48;
const BOUND_AT: u32 = 56;
const PV_AT: u32 = 58;
const GENERATION_AT: u32 = 59;

impl TtEntry {
    /// Creates an entry with a static evaluation only.
    pub(crate) const fn of_eval(eval: Value, pv: bool) -> Self {
        Self { best: None, value: NONE, eval, depth: -1, bound: None, pv }
    }

    /// Packs the entry and its generation into a word that is never zero.
    pub(super) fn pack(&self, generation: u8) -> u64 {
        let best = self.best.map_or(0, Move::bits);
        let depth = (self.depth + DEPTH_OFFSET).clamp(1, 255);
        u64::from(best)
            | u64::from(self.value as i16 as u16) << VALUE_AT
            | u64::from(self.eval as i16 as u16) << EVAL_AT
            | (depth as u64) << DEPTH_AT
            | self.bound.map_or(0, |bound| bound as u64) << BOUND_AT
            | u64::from(self.pv) << PV_AT
            | u64::from(generation % GENERATIONS) << GENERATION_AT
    }

    /// Unpacks a word. Any word gives some entry.
    pub(super) fn unpack(word: u64) -> Self {
        Self {
            best: Move::from_bits(word as u16),
            value: Value::from((word >> VALUE_AT) as i16),
            eval: Value::from((word >> EVAL_AT) as i16),
            depth: depth_of(word),
            bound: Bound::from_bits((word >> BOUND_AT) as u8),
            pv: word >> PV_AT & 1 != 0,
        }
    }
}

/// Returns the depth in a packed word.
pub(super) fn depth_of(word: u64) -> i32 {
    i32::from((word >> DEPTH_AT) as u8) - DEPTH_OFFSET
}

/// Returns the generation in a packed word.
pub(super) fn generation_of(word: u64) -> u8 {
    (word >> GENERATION_AT) as u8
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::value::{MATE, NONE};
    use ferz::{MoveFlag, Square};

    /// Returns an entry with this depth and value.
    pub(in crate::tt) fn entry(depth: i32, value: i32) -> TtEntry {
        let best = Some(Move::new(Square::G1, Square::F3, MoveFlag::Quiet));
        TtEntry { best, value, eval: 12, depth, bound: Some(Bound::Lower), pv: false }
    }

    #[test]
    fn entries_round_trip() {
        let best = Move::new(Square::E2, Square::E4, MoveFlag::DoublePush);
        for value in [-MATE, -1, 0, 77, MATE, NONE] {
            for (depth, bound) in [(-1, None), (0, Some(Bound::Upper)), (240, Some(Bound::Exact))] {
                for best in [None, Some(best)] {
                    let entry =
                        TtEntry { best, value, eval: -value / 2, depth, bound, pv: depth == 0 };
                    let word = entry.pack(29);
                    assert_eq!(TtEntry::unpack(word), entry);
                    assert_eq!(generation_of(word), 29);
                    assert_ne!(word, 0);
                }
            }
        }
    }
}
