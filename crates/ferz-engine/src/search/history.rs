//! The statistics of the search: move histories and correction history.

use crate::memory::prefetch;
use crate::params;
use crate::value::{EVAL_LIMIT, Value};
use ferz::{Bitboard, Color, Move, Piece, PieceType, Position, Square};
use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

/// Threads that share one set of histories. Two threads play better with shared histories than with
/// one set each; a limit bounds the cache traffic of their writes.
pub(crate) const THREADS_PER_HISTORY: usize = 4;

/// Move histories and correction histories, kept from search to search.
pub(crate) struct Histories {
    pub(crate) moves: MoveHistory,
    pub(crate) corrections: CorrectionHistory,
}

impl Histories {
    pub(crate) fn new() -> Self {
        Self { moves: MoveHistory::new(), corrections: CorrectionHistory::new() }
    }

    /// Resets all entries, for a new game.
    pub(crate) fn clear(&mut self) {
        self.moves.clear();
        self.corrections.clear();
    }
}

/// Bound of each entry.
pub(crate) const LIMIT: i32 = 16_384;

type Entry = HistoryEntry<LIMIT>;

/// Number of pawn structures, by a part of the pawn key.
const PAWN_STRUCTURES: usize = 1024;

/// Threats to a move: the enemy attacks neither, one or both of its squares.
const THREATS: usize = 4;

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
    /// Squares that the enemy attacks.
    threats: Bitboard,
}

impl QuietKey {
    /// For nodes that order no quiet moves.
    pub(crate) const EMPTY: Self = Self {
        continuation: [PieceTo::NONE; CONTINUATIONS.len()],
        pawn_structure: 0,
        threats: Bitboard::EMPTY,
    };

    /// Creates the key of a position with this pawn key, after some moves, where the enemy attacks
    /// `threats`.
    #[inline(always)]
    pub(crate) fn new(continuation: ContinuationKey, pawn_key: u64, threats: Bitboard) -> Self {
        let pawn_structure = pawn_key as usize % PAWN_STRUCTURES;
        Self { continuation, pawn_structure, threats }
    }

    /// Returns the squares that the enemy attacks.
    pub(crate) fn threats(&self) -> Bitboard {
        self.threats
    }

    /// Returns the moves that lead to the position.
    #[inline(always)]
    pub(crate) fn continuation(&self) -> &ContinuationKey {
        &self.continuation
    }
}

/// The move histories, kept from search to search.
pub(crate) struct MoveHistory {
    /// Butterfly history: quiet moves by side, threats, origin and target.
    butterfly: Box<[[Butterflies; THREATS]; Color::COUNT]>,
    /// Capture history: by moving piece, target and captured type.
    capture: Box<[[Entry; PieceType::COUNT]; PieceTo::COUNT]>,
    /// Continuation history: quiet moves by an earlier move of the line.
    continuation: Box<[ByPieceTo]>,
    /// Pawn history: quiet moves by pawn structure.
    pawn: Box<[ByPieceTo]>,
}

impl MoveHistory {
    /// Creates histories of zeros.
    pub(crate) fn new() -> Self {
        Self {
            butterfly: Box::new([const { [const { Entry::zeros() }; THREATS] }; Color::COUNT]),
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
            threats: key.threats,
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
        self.update_butterfly(pos.side_to_move(), mv, key.threats, bonus);
        self.pawn[key.pawn_structure][moved.index()].update(bonus);
        self.update_continuation(moved, &key.continuation, bonus);
    }

    /// Updates the butterfly history of a side's quiet move in a position where the other side
    /// attacks `threats`.
    pub(crate) fn update_butterfly(&self, side: Color, mv: Move, threats: Bitboard, bonus: i32) {
        self.butterfly[side][threat_index(threats, mv)][butterfly(mv)].update(bonus);
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
    butterfly: &'a [Butterflies; THREATS],
    /// Squares that the enemy attacks.
    threats: Bitboard,
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
        self.butterfly[threat_index(self.threats, mv)][butterfly(mv)].get()
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
fn threat_index(threats: Bitboard, mv: Move) -> usize {
    usize::from(threats.contains(mv.from())) | usize::from(threats.contains(mv.to())) << 1
}

/// Returns the captured type; a pawn for en passant and for promotions without capture.
#[inline(always)]
fn victim(pos: &Position, mv: Move) -> PieceType {
    pos.piece_on(mv.to()).filter(|_| mv.is_capture()).map_or(PieceType::Pawn, Piece::piece_type)
}

/// Number of groups of each table.
const GROUPS: usize = 16_384;

/// Bound of each entry.
const CORRECTION_LIMIT: i32 = 1024;

/// Bound of the step of one update.
const CORRECTION_STEP_MAX: i32 = CORRECTION_LIMIT / 4;

type CorrectionEntry = HistoryEntry<CORRECTION_LIMIT>;

/// Entries by side to move and group.
type Corrections = [Box<[CorrectionEntry]>; Color::COUNT];

/// The tables of correction history, kept from search to search.
///
/// An evaluation errs alike in positions that share a feature, such as a pawn structure, because no term
/// or neuron stands for what they have in common. The search finds the error: the difference between its
/// value and the static evaluation. The mean error of a group is added to the evaluation of the next
/// position of the group, which costs five loads. Values that prove only a bound on the wrong side are
/// left out by the caller, since their difference says nothing about the error. Collisions are harmless:
/// a correction is an estimate, and five tables are summed.
pub(crate) struct CorrectionHistory {
    pawns: Corrections,
    /// By minor pieces and kings of both sides.
    minors: Corrections,
    /// By all pieces but pawns of one side.
    pieces: [Corrections; Color::COUNT],
    /// By the last move and the one before it.
    moves: Box<[[CorrectionEntry; PieceTo::COUNT + 1]]>,
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
        let minors = Color::ALL.map(|color| hash_pieces(pos, color, &Self::MINORS));
        let pieces = Color::ALL.map(|color| hash_pieces(pos, color, &Self::PIECES));
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
fn hash_pieces(pos: &Position, color: Color, types: &[PieceType]) -> u64 {
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
        let table = || Color::ALL.map(|_| (0..GROUPS).map(|_| CorrectionEntry::new()).collect());
        Self {
            pawns: table(),
            minors: table(),
            pieces: [table(), table()],
            moves: (0..=PieceTo::COUNT).map(|_| CorrectionEntry::zeros()).collect(),
        }
    }

    /// Resets all entries.
    pub(crate) fn clear(&mut self) {
        for table in [&mut self.pawns, &mut self.minors].into_iter().chain(&mut self.pieces) {
            table.iter_mut().flatten().for_each(CorrectionEntry::reset);
        }
        self.moves.as_flattened_mut().iter_mut().for_each(CorrectionEntry::reset);
    }

    /// Returns the entries of a position, that of the pawns first.
    #[inline(always)]
    fn entries(&self, keys: &CorrectionKeys) -> [&CorrectionEntry; 5] {
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
        let entries = self.entries(keys).map(CorrectionEntry::get);
        let sum = entries[0] + entries.iter().sum::<i32>();
        (eval + sum / params::corrhist_divisor()).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// Updates the entries with the error of the corrected evaluation in a search of `depth` plies.
    pub(crate) fn update(&self, keys: &CorrectionKeys, error: Value, depth: i32) {
        let step = (error * depth / params::corrhist_depth())
            .clamp(-CORRECTION_STEP_MAX, CORRECTION_STEP_MAX);
        self.entries(keys).into_iter().for_each(|entry| entry.update(step));
    }
}

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

/// Moves of a node that were searched and did not fail high, at most 32 of each kind.
#[derive(Default)]
pub(super) struct SearchedMoves {
    quiets: ArrayVec<Move, 32>,
    captures: ArrayVec<Move, 32>,
}

impl SearchedMoves {
    /// Appends a move to the list of its kind.
    pub(super) fn push(&mut self, mv: Move) {
        let list = if is_noisy(mv) { &mut self.captures } else { &mut self.quiets };
        list.push(mv);
    }

    pub(super) fn quiets(&self) -> impl Iterator<Item = Move> + '_ {
        self.quiets.iter()
    }

    pub(super) fn captures(&self) -> impl Iterator<Item = Move> + '_ {
        self.captures.iter()
    }
}

/// A list of at most `N` items.
pub(super) struct ArrayVec<T, const N: usize> {
    items: [Option<T>; N],
    len: usize,
}

impl<T: Copy, const N: usize> Default for ArrayVec<T, N> {
    fn default() -> Self {
        Self { items: [None; N], len: 0 }
    }
}

impl<T: Copy, const N: usize> ArrayVec<T, N> {
    /// Appends an item. Returns false and drops it if the list is full.
    pub(super) fn push(&mut self, item: T) -> bool {
        let slot = self.items.get_mut(self.len);
        self.len += usize::from(slot.is_some());
        slot.map(|slot| *slot = Some(item)).is_some()
    }

    /// Returns the item at an index.
    pub(super) fn get(&self, index: usize) -> Option<T> {
        self.items[..self.len].get(index).copied().flatten()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.items[..self.len].iter().flatten().copied()
    }
}

/// Returns true for captures and queen promotions.
#[inline(always)]
pub(super) fn is_noisy(mv: Move) -> bool {
    mv.is_capture() || mv.promotion() == Some(PieceType::Queen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::MoveFlag;

    #[test]
    fn bonus_raises_and_malus_lowers_one_move_only() {
        let pos = Position::startpos();
        let mut history = MoveHistory::new();
        let mv = Move::new(Square::G1, Square::F3, MoveFlag::Quiet);
        let other = Move::new(Square::B1, Square::C3, MoveFlag::Quiet);
        let e5 = PieceTo::new(Piece::BlackPawn, Square::E5);
        let key = QuietKey::new([e5, PieceTo::NONE, PieceTo::NONE], 1, Bitboard::EMPTY);
        history.update_quiet(&pos, mv, &key, 500);
        assert_eq!(history.quiet(&pos, mv, &key), 1500);
        assert_eq!(
            history.quiet(&pos, mv, &QuietKey::new([PieceTo::NONE; 3], 1, Bitboard::EMPTY)),
            1000
        );
        assert_eq!(history.quiet(&pos, other, &key), 0);
        history.update_quiet(&pos, mv, &key, -900);
        assert!(history.quiet(&pos, mv, &key) < 0);
        history.clear();
        assert_eq!(history.quiet(&pos, mv, &key), 0);
    }

    #[test]
    fn threats_to_either_square_select_butterfly_entries_of_their_own() {
        let pos = Position::startpos();
        let history = MoveHistory::new();
        let mv = Move::new(Square::G1, Square::F3, MoveFlag::Quiet);
        let (from, to) = (Bitboard::of(Square::G1), Bitboard::of(Square::F3));
        let threats = [Bitboard::EMPTY, from, to, from | to];
        for (number, attacked) in (1..).zip(threats) {
            history.update_butterfly(Color::White, mv, attacked, 100 * number);
        }
        for (number, attacked) in (1..).zip(threats) {
            let elsewhere = attacked | Bitboard::of(Square::A8);
            let key = QuietKey::new([PieceTo::NONE; 3], 0, elsewhere);
            assert_eq!(history.quiet(&pos, mv, &key), 100 * number);
        }
    }

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
        assert!(history.correct(&keys, 0) <= 6 * CORRECTION_LIMIT / params::corrhist_divisor());
        assert_eq!(history.correct(&keys, EVAL_LIMIT), EVAL_LIMIT);
        history.clear();
        assert_eq!(history.correct(&keys, 50), 50);
    }

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

    #[test]
    fn full_array_vec_drops_further_items() {
        let mut list = ArrayVec::<u8, 2>::default();
        assert!(list.push(1) && list.push(2) && !list.push(3));
        assert!(list.iter().eq([1, 2]));
        assert_eq!([list.get(1), list.get(2)], [Some(2), None]);
    }
}
