//! Correction history: by how much the static evaluation has been wrong in positions like this.
//!
//! Each table groups positions by one trait; together they add to the evaluation what makes it
//! agree better with the values that searches found. (Known as correction history, from Caissa.)
//! Brought 35 +/- 34 Elo.

use super::gravity::HistoryEntry;
use super::history::PieceTo;
use crate::params;
use crate::prefetch::prefetch;
use crate::value::{EVAL_LIMIT, Value};
use ferz::{Color, PieceType, Position};

/// Groups a table tells apart.
const GROUPS: usize = 16_384;
/// The bound of an entry.
const LIMIT: i32 = 1024;
/// The most that one observation moves an entry.
const STEP_MOST: i32 = LIMIT / 4;

type Number = HistoryEntry<LIMIT>;
/// By side and group.
type Corrections = [Box<[Number]>; Color::COUNT];

/// The corrections of some threads, kept from search to search.
pub(crate) struct CorrectionHistory {
    pawns: Corrections,
    minors: Corrections,
    pieces: [Corrections; Color::COUNT],
    /// By the last move and the one before it.
    moves: Box<[[Number; PieceTo::COUNT + 1]]>,
}

/// Which groups a position belongs to.
#[derive(Clone, Copy)]
pub(crate) struct CorrectionKeys {
    side: Color,
    pawns: usize,
    minors: usize,
    pieces: [usize; Color::COUNT],
    moves: (PieceTo, PieceTo),
}

impl CorrectionKeys {
    /// The groups of a position reached by the last two moves given, the last one first.
    pub(crate) fn of(pos: &Position, moves: (PieceTo, PieceTo)) -> Self {
        let hash = |color: Color, kinds: &[PieceType]| {
            kinds.iter().fold(0_u64, |hash, &kind| {
                (hash ^ pos.pieces(color, kind).0)
                    .wrapping_mul(0x9E37_79B9_7F4A_7C15)
                    .rotate_left(29)
            })
        };
        const MINORS: [PieceType; 3] = [PieceType::Knight, PieceType::Bishop, PieceType::King];
        const PIECES: [PieceType; 5] = [
            PieceType::Knight,
            PieceType::Bishop,
            PieceType::Rook,
            PieceType::Queen,
            PieceType::King,
        ];
        let minors = hash(Color::White, &MINORS) ^ hash(Color::Black, &MINORS).rotate_left(1);
        Self {
            side: pos.side_to_move(),
            pawns: group(pos.pawn_key()),
            minors: group(minors),
            pieces: Color::ALL.map(|color| group(hash(color, &PIECES))),
            moves,
        }
    }
}

fn group(hash: u64) -> usize {
    (hash >> 7) as usize % GROUPS
}

impl CorrectionHistory {
    pub(crate) fn new() -> Self {
        let table = || Color::ALL.map(|_| (0..GROUPS).map(|_| Number::new()).collect());
        Self {
            pawns: table(),
            minors: table(),
            pieces: [table(), table()],
            moves: (0..=PieceTo::COUNT).map(|_| Number::zeros()).collect(),
        }
    }

    pub(crate) fn clear(&mut self) {
        for table in [&mut self.pawns, &mut self.minors].into_iter().chain(&mut self.pieces) {
            table.iter_mut().flatten().for_each(Number::reset);
        }
        self.moves.as_flattened_mut().iter_mut().for_each(Number::reset);
    }

    /// What has been learned of the groups of a position, that of the pawns first.
    #[inline(always)]
    fn entries(&self, traits: &CorrectionKeys) -> [&Number; 5] {
        let side = traits.side;
        [
            &self.pawns[side][traits.pawns],
            &self.minors[side][traits.minors],
            &self.pieces[0][side][traits.pieces[0]],
            &self.pieces[1][side][traits.pieces[1]],
            &self.moves[traits.moves.0.index()][traits.moves.1.index()],
        ]
    }

    /// Asks for what [`Self::correct`] will read.
    #[inline(always)]
    pub(crate) fn prefetch(&self, traits: &CorrectionKeys) {
        self.entries(traits).into_iter().for_each(prefetch);
    }

    /// The evaluation, corrected. The pawns count twice.
    pub(crate) fn correct(&self, traits: &CorrectionKeys, eval: Value) -> Value {
        let entries = self.entries(traits).map(Number::get);
        let sum = entries[0] + entries.iter().sum::<i32>();
        (eval + sum / params::correction_grain()).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// Learns that a search of `depth` plies found the corrected evaluation wrong by `difference`.
    pub(crate) fn learn(&self, traits: &CorrectionKeys, difference: Value, depth: i32) {
        let step = (difference * depth / params::correction_depth()).clamp(-STEP_MOST, STEP_MOST);
        self.entries(traits).into_iter().for_each(|number| number.update(step));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrections_approach_what_was_observed_and_stay_bounded() {
        let pos = Position::startpos();
        let traits = CorrectionKeys::of(&pos, (PieceTo::NONE, PieceTo::NONE));
        let mut history = CorrectionHistory::new();
        assert_eq!(history.correct(&traits, 50), 50);
        for _ in 0..100 {
            let off = 70 - history.correct(&traits, 50);
            history.learn(&traits, off, 10);
        }
        assert!((67..=73).contains(&history.correct(&traits, 50)));
        for _ in 0..1000 {
            history.learn(&traits, 30_000, 10);
        }
        assert!(history.correct(&traits, 0) <= 6 * LIMIT / params::correction_grain());
        assert_eq!(history.correct(&traits, EVAL_LIMIT), EVAL_LIMIT);
        history.clear();
        assert_eq!(history.correct(&traits, 50), 50);
    }
}
