use super::move_writer::MoveWriter;
use super::sink::{MoveSink, PromotionSet, promotion_flags};
use crate::types::{Bitboard, Move, MoveFlag, Square};
use core::convert::Infallible;
use core::fmt;
use core::mem::MaybeUninit;
use core::ops::{ControlFlow, Deref};

/// Capacity of a [`MoveList`], enough for any arrangement of pieces: a queen has at most 27 targets
/// and occupies one square, and each free square is a target from at most eight directions.
/// Positions of real games have at most 218 moves.
pub const MAX_MOVES: usize = 512;

/// The number of entries that one set of moves may overwrite.
const SPAN: usize = 64;

/// A list of moves on the stack, not initialised before it is filled.
#[derive(Clone)]
pub struct MoveList {
    len: usize,
    moves: [MaybeUninit<Move>; MAX_MOVES + SPAN],
}

/// A move with its score for move ordering.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// The score; the best move has the highest.
    pub score: i32,
}

impl MoveList {
    /// Creates an empty list.
    #[inline(always)]
    pub const fn new() -> Self {
        Self { len: 0, moves: [MaybeUninit::uninit(); MAX_MOVES + SPAN] }
    }

    /// Returns the moves in the order of generation.
    #[inline(always)]
    pub const fn as_slice(&self) -> &[Move] {
        // SAFETY: the first `len` entries are initialised with the bits of moves.
        unsafe { core::slice::from_raw_parts(self.moves.as_ptr().cast(), self.len) }
    }

    /// Appends a move.
    ///
    /// # Panics
    /// If the list already has [`MAX_MOVES`] moves.
    #[inline(always)]
    pub const fn push(&mut self, mv: Move) {
        assert!(self.len < MAX_MOVES, "more moves than any board can have");
        self.moves[self.len] = MaybeUninit::new(mv);
        self.len += 1;
    }

    /// Returns an iterator over the moves with their scores.
    pub fn scored(&self, mut score: impl FnMut(Move) -> i32) -> impl Iterator<Item = ScoredMove> {
        self.iter().map(move |&mv| ScoredMove { mv, score: score(mv) })
    }

    /// Appends the moves that `generate` adds to the sink.
    #[inline(always)]
    pub(super) fn fill(&mut self, generate: impl FnOnce(&mut ListSink<'_>)) {
        let mut sink = ListSink { len: self.len, moves: &mut self.moves };
        generate(&mut sink);
        self.len = sink.len;
    }
}

/// Sink that appends to a list. Keeps the length apart from the entries, so that the compiler holds
/// it in a register instead of reloading it after each store.
pub(super) struct ListSink<'a> {
    len: usize,
    moves: &'a mut [MaybeUninit<Move>; MAX_MOVES + SPAN],
}

impl ListSink<'_> {
    /// Appends the moves to `targets`, of which `captures` are captures.
    #[inline(always)]
    fn extend(&mut self, moves: MoveWriter, targets: Bitboard, taken: Bitboard) {
        assert!(self.len <= MAX_MOVES, "more moves than any board can have");
        // SAFETY: each length up to MAX_MOVES is followed by SPAN entries. The written bits are
        // those of moves and never zero, since the target differs from the origin.
        self.len +=
            unsafe { moves.write(targets, taken, self.moves.as_mut_ptr().add(self.len).cast()) };
    }
}

impl MoveSink for ListSink<'_> {
    type Stop = Infallible;

    #[inline(always)]
    fn piece(
        &mut self,
        from: Square,
        quiets: Bitboard,
        captures: Bitboard,
    ) -> ControlFlow<Infallible> {
        self.extend(MoveWriter::piece(from, MoveFlag::Quiet), quiets | captures, captures);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, offset: i8, flag: MoveFlag) -> ControlFlow<Infallible> {
        self.extend(MoveWriter::pawns(offset, flag), targets, Bitboard::EMPTY);
        ControlFlow::Continue(())
    }

    #[inline]
    fn promotions(
        &mut self,
        targets: Bitboard,
        offset: i8,
        captures: bool,
        pieces: PromotionSet,
    ) -> ControlFlow<Infallible> {
        for flag in promotion_flags(pieces, captures) {
            self.extend(MoveWriter::pawns(offset, flag), targets, Bitboard::EMPTY);
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn single(&mut self, mv: Move) -> ControlFlow<Infallible> {
        assert!(self.len < MAX_MOVES, "more moves than any board can have");
        self.moves[self.len] = MaybeUninit::new(mv);
        self.len += 1;
        ControlFlow::Continue(())
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];
    #[inline(always)]
    fn deref(&self) -> &[Move] {
        self.as_slice()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;
    #[inline(always)]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Extend<Move> for MoveList {
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        moves.into_iter().for_each(|mv| self.push(mv));
    }
}

impl FromIterator<Move> for MoveList {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        let mut list = Self::new();
        Extend::extend(&mut list, moves);
        list
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}
