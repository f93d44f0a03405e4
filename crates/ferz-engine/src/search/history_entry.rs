//! Entries of history tables, and the piece-to index of their moves.

use ferz::{Move, Piece, Position, Square};
use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

/// A history entry within `±LIMIT` with gravity: each update also draws it towards zero in
/// proportion to its size, so that recent updates outweigh old ones.
///
/// Threads share entries without locks. An update is lost when two threads write at once, which is
/// harmless.
pub(super) struct HistoryEntry<const LIMIT: i32>(AtomicI16);

impl<const LIMIT: i32> HistoryEntry<LIMIT> {
    /// Creates an entry of 0.
    pub(super) const fn new() -> Self {
        Self(AtomicI16::new(0))
    }

    /// Creates `N` entries of 0.
    pub(super) const fn zeros<const N: usize>() -> [Self; N] {
        [const { Self::new() }; N]
    }

    #[inline(always)]
    pub(super) fn get(&self) -> i32 {
        i32::from(self.0.load(Relaxed))
    }

    /// Adds `bonus - entry * |bonus| / LIMIT`, with the bonus clamped to the limit.
    #[inline(always)]
    pub(super) fn update(&self, bonus: i32) {
        let bonus = bonus.clamp(-LIMIT, LIMIT);
        let old = self.get();
        self.0.store((old + bonus - old * bonus.abs() / LIMIT) as i16, Relaxed);
    }

    /// Sets the entry to 0.
    pub(super) fn reset(&mut self) {
        *self.0.get_mut() = 0;
    }
}

/// A piece and the square it moves to, as one index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    /// The number of values without [`NONE`](Self::NONE).
    pub(crate) const COUNT: usize = Piece::COUNT * Square::COUNT;
    /// No move: before the root, and for null moves.
    pub(crate) const NONE: Self = Self(Self::COUNT as u16);

    #[inline(always)]
    pub(crate) fn new(piece: Piece, to: Square) -> Self {
        Self((piece.index() * Square::COUNT + to.index()) as u16)
    }

    /// Returns the value of a move in the position before it; `NONE` if its origin is empty.
    #[inline(always)]
    pub(crate) fn of(pos: &Position, mv: Move) -> Self {
        pos.piece_on(mv.from()).map_or(Self::NONE, |piece| Self::new(piece, mv.to()))
    }

    #[inline(always)]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn history_entry_stays_within_its_limit() {
        let entry = HistoryEntry::<16_384>::new();
        for _ in 0..1000 {
            entry.update(3000);
        }
        assert!((16_384 - 3000..=16_384).contains(&entry.get()), "{}", entry.get());
        for _ in 0..1000 {
            entry.update(-100_000);
        }
        assert_eq!(entry.get(), -16_384);
    }
}
