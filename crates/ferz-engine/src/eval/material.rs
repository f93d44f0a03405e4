//! Material evaluation, cached by the material key: game phase, imbalance, recognised endgames and
//! scale factors.

use super::counts::{imbalance, material_counts, phase};
use super::endgames::Endgame;
use super::scale::{EndgameScale, SCALE_NORMAL};
use crate::value::Value;
use ferz::{Bitboard, Board, Color, PhaseScore, PieceSums};

/// The evaluation of a material distribution.
#[derive(Clone, Copy)]
pub(super) struct MaterialEval {
    key: u64,
    /// The game phase, 0 (endgame) to [`PHASE_MAX`].
    pub(super) phase: i32,
    /// The material imbalance, by side.
    pub(super) imbalance: [PhaseScore; Color::COUNT],
    /// The recognised endgame and its stronger side.
    endgame: Option<(Endgame, Color)>,
    /// The scale factors, by stronger side.
    scaling: [EndgameScale; Color::COUNT],
}

impl MaterialEval {
    /// Evaluates the material of a position.
    pub(super) fn of(pos: &Board, key: u64) -> Self {
        let counts = material_counts(pos);
        Self {
            key,
            phase: phase(&counts),
            imbalance: Color::ALL.map(|us| imbalance(&counts, us)),
            endgame: Endgame::recognise(&counts),
            scaling: Color::ALL.map(|strong| EndgameScale::of(&counts, strong)),
        }
    }

    /// Evaluates a recognised endgame for White; `None` leaves the position to the evaluation
    /// terms.
    #[inline]
    pub(super) fn evaluate_endgame(&self, pos: &Board) -> Option<(Endgame, Value)> {
        let (endgame, strong) = self.endgame?;
        let value = endgame.evaluate(pos, strong)?;
        Some((endgame, if strong == Color::White { value } else { -value }))
    }

    /// Returns a network's value for the side to move, scaled in a drawish endgame: see
    /// [`EndgameScale::draw_factor`].
    #[inline]
    pub(super) fn scale_draws(&self, pos: &Board, value: Value) -> Value {
        let us = pos.side_to_move();
        let strong = if value >= 0 { us } else { !us };
        let factor = self.scaling[strong].draw_factor(pos, strong);
        factor.map_or(value, |factor| value * factor / SCALE_NORMAL)
    }

    /// Returns the scale factor of the endgame score, of [`SCALE_NORMAL`]. `endgame` is the
    /// endgame score for White, `passed` the passed pawns of both sides.
    #[inline]
    pub(super) fn scale(&self, pos: &Board, passed: Bitboard, endgame: i32) -> i32 {
        let strong = if endgame >= 0 { Color::White } else { Color::Black };
        self.scaling[strong].factor(pos, strong, passed)
    }
}

/// The binary logarithm of the number of cached distributions.
const SLOT_BITS: u32 = 11;

/// A cache of material evaluations.
pub(super) struct MaterialTable(Box<[MaterialEval]>);

/// An empty table.
impl Default for MaterialTable {
    fn default() -> Self {
        // Every position has kings, so no key is 0: an entry with this key is never used.
        let empty = MaterialEval::of(&Board::startpos(), 0);
        Self(vec![empty; 1 << SLOT_BITS].into_boxed_slice())
    }
}

impl MaterialTable {
    /// Returns the material evaluation of a position, cached or computed.
    #[inline]
    pub(super) fn get(&mut self, pos: &Board, sums: &PieceSums) -> &MaterialEval {
        // The key is a count, not a hash: an odd multiplier (2^64 by the golden ratio) spreads it.
        let key = sums.material_key();
        let slot = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - SLOT_BITS);
        let entry = &mut self.0[slot as usize];
        if entry.key != key {
            *entry = MaterialEval::of(pos, key);
        }
        entry
    }
}
