//! Move histories: butterfly, capture, continuation and pawn history.

use super::history_entry::{HistoryEntry, PieceTo};
use ferz::{Bitboard, Color, Move, Piece, PieceType, Position, Square};

/// Bound of each entry.
pub(crate) const LIMIT: i32 = 16_384;
type Entry = HistoryEntry<LIMIT>;

/// Number of pawn structures, by a part of the pawn key.
const PAWN_STRUCTURES: usize = 1024;
/// Threats to a move: enemy pawns attack neither, one or both of its squares.
const PAWN_THREATS: usize = 4;
/// Entries by origin and target.
type Butterflies = [Entry; Square::COUNT * Square::COUNT];
/// Entries by piece and target.
type ByPieceTo = [Entry; PieceTo::COUNT];

/// Distances in plies to the earlier moves that continuation history uses.
pub(crate) const CONTINUATIONS: [usize; 3] = [1, 2, 4];
/// The earlier moves at those distances.
pub(crate) type ContinuationKey = [PieceTo; CONTINUATIONS.len()];

/// The context that selects the tables of a node's quiet moves besides its position.
#[derive(Clone, Copy)]
pub(crate) struct QuietKey {
    continuation: ContinuationKey,
    pawn_structure: usize,
}

impl QuietKey {
    /// Creates the key of a position with this pawn key after some moves.
    #[inline(always)]
    pub(crate) fn new(continuation: ContinuationKey, pawn_key: u64) -> Self {
        Self { continuation, pawn_structure: pawn_key as usize % PAWN_STRUCTURES }
    }

    /// Returns the moves that lead to the position.
    #[inline(always)]
    pub(crate) fn continuation(&self) -> &ContinuationKey {
        &self.continuation
    }
}

/// The move histories, kept from search to search.
pub(crate) struct History {
    /// Butterfly history: quiet moves by side, pawn threats, origin and target.
    butterfly: Box<[[Butterflies; PAWN_THREATS]; Color::COUNT]>,
    /// Capture history: by moving piece, target and captured type.
    capture: Box<[[Entry; PieceType::COUNT]; PieceTo::COUNT]>,
    /// Continuation history: quiet moves by an earlier move of the line.
    continuation: Box<[ByPieceTo]>,
    /// Pawn history: quiet moves by pawn structure.
    pawn: Box<[ByPieceTo]>,
}

impl History {
    /// Creates histories of zeros.
    pub(crate) fn new() -> Self {
        Self {
            butterfly: Box::new([const { [const { Entry::zeros() }; PAWN_THREATS] }; Color::COUNT]),
            capture: Box::new([const { Entry::zeros() }; PieceTo::COUNT]),
            continuation: (0..=PieceTo::COUNT).map(|_| Entry::zeros()).collect(),
            pawn: (0..PAWN_STRUCTURES).map(|_| Entry::zeros()).collect(),
        }
    }

    /// Resets all entries.
    pub(crate) fn clear(&mut self) {
        let butterfly = self.butterfly.as_flattened_mut().as_flattened_mut().iter_mut();
        let capture = self.capture.as_flattened_mut().iter_mut();
        let continuation = self.continuation.as_flattened_mut().iter_mut();
        let pawn = self.pawn.as_flattened_mut().iter_mut();
        butterfly.chain(capture).chain(continuation).chain(pawn).for_each(Entry::reset);
    }

    /// Returns the histories of the quiet moves in a position.
    #[inline(always)]
    pub(crate) fn quiet_history<'a>(
        &'a self,
        pos: &'a Position,
        key: &QuietKey,
    ) -> QuietHistory<'a> {
        QuietHistory {
            pos,
            butterfly: &self.butterfly[pos.side_to_move()],
            threatened: pos.pawn_attacks(!pos.side_to_move()),
            pawn: &self.pawn[key.pawn_structure],
            continuation: key.continuation.map(|earlier| &self.continuation[earlier.index()]),
        }
    }

    /// Returns the history of a quiet move: see [`QuietHistory::get`].
    #[inline(always)]
    pub(crate) fn quiet(&self, pos: &Position, mv: Move, key: &QuietKey) -> i32 {
        self.quiet_history(pos, key).get(mv)
    }

    /// Returns the capture history of a move, within `±LIMIT`.
    #[inline]
    pub(crate) fn capture(&self, pos: &Position, mv: Move) -> i32 {
        let moved = PieceTo::of(pos, mv);
        if moved == PieceTo::NONE { 0 } else { self.capture[moved.index()][victim(pos, mv)].get() }
    }

    /// Updates all histories of a quiet move by a bonus or malus.
    pub(crate) fn update_quiet(&self, pos: &Position, mv: Move, key: &QuietKey, bonus: i32) {
        let moved = PieceTo::of(pos, mv);
        if moved == PieceTo::NONE {
            return;
        }
        self.update_butterfly(pos, pos.side_to_move(), mv, bonus);
        self.pawn[key.pawn_structure][moved.index()].update(bonus);
        self.update_continuation(moved, &key.continuation, bonus);
    }

    /// Updates the butterfly history of a side's quiet move, in the position before or after it.
    pub(crate) fn update_butterfly(&self, pos: &Position, side: Color, mv: Move, bonus: i32) {
        let threats = pawn_threats(pos.pawn_attacks(!side), mv);
        self.butterfly[side][threats][butterfly(mv)].update(bonus);
    }

    /// Updates the continuation history of a quiet move.
    pub(crate) fn update_continuation(&self, moved: PieceTo, key: &ContinuationKey, bonus: i32) {
        if moved == PieceTo::NONE {
            return;
        }
        for earlier in key.iter().filter(|&&earlier| earlier != PieceTo::NONE) {
            self.continuation[earlier.index()][moved.index()].update(bonus);
        }
    }

    /// Updates the capture history of a move by a bonus or malus.
    pub(crate) fn update_capture(&self, pos: &Position, mv: Move, bonus: i32) {
        let moved = PieceTo::of(pos, mv);
        if moved != PieceTo::NONE {
            self.capture[moved.index()][victim(pos, mv)].update(bonus);
        }
    }
}

/// The histories of the quiet moves in one position.
pub(crate) struct QuietHistory<'a> {
    pos: &'a Position,
    butterfly: &'a [Butterflies; PAWN_THREATS],
    /// Squares attacked by enemy pawns.
    threatened: Bitboard,
    pawn: &'a ByPieceTo,
    continuation: [&'a ByPieceTo; CONTINUATIONS.len()],
}

impl QuietHistory<'_> {
    /// Returns the sum of the histories of a quiet move, within `±5 * LIMIT`.
    #[inline(always)]
    pub(crate) fn get(&self, mv: Move) -> i32 {
        let moved = PieceTo::of(self.pos, mv);
        if moved == PieceTo::NONE {
            return 0;
        }
        let continuation = self.continuation.iter().map(|table| table[moved.index()].get());
        let threats = pawn_threats(self.threatened, mv);
        self.butterfly[threats][butterfly(mv)].get()
            + self.pawn[moved.index()].get()
            + continuation.sum::<i32>()
    }
}

/// Returns the index of a move's origin and target.
#[inline(always)]
fn butterfly(mv: Move) -> usize {
    usize::from(mv.bits() & 0xFFF)
}

/// Returns the index of the threats to a move: 1 for its origin and 2 for its target.
#[inline(always)]
fn pawn_threats(threatened: Bitboard, mv: Move) -> usize {
    usize::from(threatened.contains(mv.from())) | usize::from(threatened.contains(mv.to())) << 1
}

/// Returns the captured type; a pawn for en passant and for promotions without capture.
#[inline(always)]
fn victim(pos: &Position, mv: Move) -> PieceType {
    pos.piece_on(mv.to()).filter(|_| mv.is_capture()).map_or(PieceType::Pawn, Piece::piece_type)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::MoveFlag;

    #[test]
    fn bonus_raises_and_malus_lowers_one_move_only() {
        let pos = Position::startpos();
        let mut history = History::new();
        let mv = Move::new(Square::G1, Square::F3, MoveFlag::Quiet);
        let other = Move::new(Square::B1, Square::C3, MoveFlag::Quiet);
        let e5 = PieceTo::new(Piece::BlackPawn, Square::E5);
        let key = QuietKey::new([e5, PieceTo::NONE, PieceTo::NONE], 1);
        history.update_quiet(&pos, mv, &key, 500);
        assert_eq!(history.quiet(&pos, mv, &key), 1500);
        assert_eq!(history.quiet(&pos, mv, &QuietKey::new([PieceTo::NONE; 3], 1)), 1000);
        assert_eq!(history.quiet(&pos, other, &key), 0);
        history.update_quiet(&pos, mv, &key, -900);
        assert!(history.quiet(&pos, mv, &key) < 0);
        history.clear();
        assert_eq!(history.quiet(&pos, mv, &key), 0);
    }
}
