//! What follows from the material alone, worked out once for each distribution and remembered: the
//! phase, what pieces are worth in company, recognised endgames, and how hard a win is.

mod counts;
mod endgames;
mod imbalance;
mod scale;
mod view;

#[cfg(test)]
mod tests;

use super::PHASE_MAX;
use crate::value::Value;
pub(super) use counts::Counts;
pub use endgames::Endgame;
use ferz::{Bitboard, Color, Position, Score};
pub(super) use imbalance::imbalance;
pub(super) use scale::FULL;
use scale::Scaling;

/// What a distribution of material says.
#[derive(Clone, Copy)]
pub(super) struct Material {
    key: u64,
    /// How much middlegame is left, 0 to [`PHASE_MAX`].
    pub(super) phase: i32,
    /// What the pieces are worth in each other's company, by side.
    pub(super) imbalance: [Score; Color::COUNT],
    /// The recognised endgame, if it is one, and the side that would win it.
    endgame: Option<(Endgame, Color)>,
    /// How hard it is to win, by the side that would.
    scaling: [Scaling; Color::COUNT],
}

impl Material {
    /// Works out what the material of a position says.
    pub(super) fn of(pos: &Position) -> Self {
        let counts = Counts::of(pos);
        Self {
            key: pos.material_key(),
            phase: phase(&counts),
            imbalance: Color::ALL.map(|us| imbalance(&counts, us)),
            endgame: Endgame::recognise(&counts),
            scaling: Color::ALL.map(|strong| Scaling::of(&counts, strong)),
        }
    }

    /// The recognised endgame and what the position is worth to White; `None` leaves it to the
    /// common evaluation.
    #[inline]
    pub(super) fn recognised(&self, pos: &Position) -> Option<(Endgame, Value)> {
        let (endgame, strong) = self.endgame?;
        let value = endgame.value(pos, strong)?;
        Some((endgame, if strong == Color::White { value } else { -value }))
    }

    /// How much of the endgame's value the better side can hope for, of [`FULL`]. The endgame's
    /// value is White's, `passed` are the passed pawns of both sides.
    #[inline]
    pub(super) fn scale(&self, pos: &Position, passed: Bitboard, endgame: i32) -> i32 {
        let strong = if endgame >= 0 { Color::White } else { Color::Black };
        self.scaling[strong].factor(pos, strong, passed)
    }
}

/// How much middlegame is left, 0 to [`PHASE_MAX`], by the pieces on the board.
fn phase(counts: &Counts) -> i32 {
    /// What a knight, bishop, rook and queen make of it.
    const SHARE: [i32; 4] = [6, 6, 9, 18];
    /// Two minor pieces and no more are an endgame, all but one of the pieces a middlegame.
    const ENDGAME: i32 = 14;
    const MIDDLEGAME: i32 = 112;
    let share = |color| -> i32 {
        counts.army(color)[1..].iter().zip(SHARE).map(|(&n, share)| i32::from(n) * share).sum()
    };
    let pieces = (share(Color::White) + share(Color::Black)).clamp(ENDGAME, MIDDLEGAME);
    (pieces - ENDGAME) * PHASE_MAX / (MIDDLEGAME - ENDGAME)
}

/// The logarithm of the number of distributions that are remembered.
const SLOT_BITS: u32 = 11;

/// Remembered distributions.
pub(super) struct MaterialTable(Box<[Material]>);

impl MaterialTable {
    /// A table that remembers nothing yet.
    pub(super) fn new() -> Self {
        // Every position has kings, so no key is 0.
        let empty = Material {
            key: 0,
            phase: 0,
            imbalance: [Score::ZERO; Color::COUNT],
            endgame: None,
            scaling: [Scaling::NONE; Color::COUNT],
        };
        Self(vec![empty; 1 << SLOT_BITS].into_boxed_slice())
    }

    /// What the material of a position says.
    #[inline]
    pub(super) fn get(&mut self, pos: &Position) -> &Material {
        // The key is a count, not a hash: an odd multiplier (2^64 by the golden ratio) spreads it.
        let key = pos.material_key();
        let slot = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - SLOT_BITS);
        let entry = &mut self.0[slot as usize];
        if entry.key != key {
            *entry = Material::of(pos);
        }
        entry
    }
}
