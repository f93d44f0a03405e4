//! Correction history: the average error of the static evaluation in similar positions.
//!
//! Each table groups positions by one feature. The sum of their entries is added to the raw
//! evaluation. Known from Caissa.

use super::history_entry::{HistoryEntry, PieceTo};
use crate::params;
use crate::prefetch::prefetch;
use crate::value::{EVAL_LIMIT, Value};
use ferz::{Color, PieceType, Position};

/// Number of groups of each table.
const GROUPS: usize = 16_384;
/// Bound of each entry.
const LIMIT: i32 = 1024;
/// Bound of the step of one update.
const STEP_MAX: i32 = LIMIT / 4;

type Entry = HistoryEntry<LIMIT>;
/// Entries by side to move and group.
type Corrections = [Box<[Entry]>; Color::COUNT];

/// The tables of correction history, kept from search to search.
pub(crate) struct CorrectionHistory {
    pawns: Corrections,
    /// By minor pieces and kings of both sides.
    minors: Corrections,
    /// By all pieces but pawns of one side.
    pieces: [Corrections; Color::COUNT],
    /// By the last move and the one before it.
    moves: Box<[[Entry; PieceTo::COUNT + 1]]>,
}

/// Indices of a position in each table.
#[derive(Clone, Copy)]
pub(crate) struct CorrectionKeys {
    side: Color,
    pawns: usize,
    minors: usize,
    pieces: [usize; Color::COUNT],
    moves: [PieceTo; 2],
}

impl CorrectionKeys {
    const MINORS: [PieceType; 3] = [PieceType::Knight, PieceType::Bishop, PieceType::King];
    const PIECES: [PieceType; 5] =
        [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen, PieceType::King];

    /// Computes the keys of a position after two moves, the last one first.
    pub(crate) fn of(pos: &Position, pawn_key: u64, moves: [PieceTo; 2]) -> Self {
        let minors = Color::ALL.map(|color| hash(pos, color, &Self::MINORS));
        let pieces = Color::ALL.map(|color| hash(pos, color, &Self::PIECES));
        Self {
            side: pos.side_to_move(),
            pawns: group(pawn_key),
            minors: group(minors[0] ^ minors[1].rotate_left(1)),
            pieces: pieces.map(group),
            moves,
        }
    }
}

/// Hashes the squares of one side's pieces of some types.
fn hash(pos: &Position, color: Color, types: &[PieceType]) -> u64 {
    types.iter().fold(0, |hash, &piece_type| {
        (hash ^ pos.pieces(color, piece_type).0).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
    })
}

fn group(hash: u64) -> usize {
    (hash >> 7) as usize % GROUPS
}

impl CorrectionHistory {
    /// Creates tables of zeros.
    pub(crate) fn new() -> Self {
        let table = || Color::ALL.map(|_| (0..GROUPS).map(|_| Entry::new()).collect());
        Self {
            pawns: table(),
            minors: table(),
            pieces: [table(), table()],
            moves: (0..=PieceTo::COUNT).map(|_| Entry::zeros()).collect(),
        }
    }

    /// Resets all entries.
    pub(crate) fn clear(&mut self) {
        for table in [&mut self.pawns, &mut self.minors].into_iter().chain(&mut self.pieces) {
            table.iter_mut().flatten().for_each(Entry::reset);
        }
        self.moves.as_flattened_mut().iter_mut().for_each(Entry::reset);
    }

    /// Returns the entries of a position, that of the pawns first.
    #[inline(always)]
    fn entries(&self, keys: &CorrectionKeys) -> [&Entry; 5] {
        let side = keys.side;
        [
            &self.pawns[side][keys.pawns],
            &self.minors[side][keys.minors],
            &self.pieces[0][side][keys.pieces[0]],
            &self.pieces[1][side][keys.pieces[1]],
            &self.moves[keys.moves[0].index()][keys.moves[1].index()],
        ]
    }

    /// Prefetches the entries that [`Self::correct`] reads.
    #[inline(always)]
    pub(crate) fn prefetch(&self, keys: &CorrectionKeys) {
        self.entries(keys).into_iter().for_each(prefetch);
    }

    /// Returns the corrected evaluation. The entry of the pawns has double weight.
    pub(crate) fn correct(&self, keys: &CorrectionKeys, eval: Value) -> Value {
        let entries = self.entries(keys).map(Entry::get);
        let sum = entries[0] + entries.iter().sum::<i32>();
        (eval + sum / params::corrhist_divisor()).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// Updates the entries with the error of the corrected evaluation in a search of `depth` plies.
    pub(crate) fn update(&self, keys: &CorrectionKeys, error: Value, depth: i32) {
        let step = (error * depth / params::corrhist_depth()).clamp(-STEP_MAX, STEP_MAX);
        self.entries(keys).into_iter().for_each(|entry| entry.update(step));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrections_converge_to_the_error_and_stay_bounded() {
        let pos = Position::startpos();
        let keys = CorrectionKeys::of(&pos, 1, [PieceTo::NONE; 2]);
        let mut history = CorrectionHistory::new();
        assert_eq!(history.correct(&keys, 50), 50);
        for _ in 0..100 {
            let error = 70 - history.correct(&keys, 50);
            history.update(&keys, error, 10);
        }
        assert!((67..=73).contains(&history.correct(&keys, 50)));
        for _ in 0..1000 {
            history.update(&keys, 30_000, 10);
        }
        assert!(history.correct(&keys, 0) <= 6 * LIMIT / params::corrhist_divisor());
        assert_eq!(history.correct(&keys, EVAL_LIMIT), EVAL_LIMIT);
        history.clear();
        assert_eq!(history.correct(&keys, 50), 50);
    }
}
