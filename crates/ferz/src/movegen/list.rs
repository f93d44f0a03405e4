use super::move_writer::MoveWriter;
use super::sink::{MoveSink, PromotionSet, promotion_flags};
use crate::types::{Bitboard, Move, MoveFlag, Square};
use core::convert::Infallible;
use core::fmt;
use core::mem::MaybeUninit;
use core::ops::{ControlFlow, Deref};

/// More moves than any board can have, whatever stands on it (a game's have at most 218): a queen
/// has at most 27 and needs a square of its own, and each square left is a target from at most
/// eight sides.
pub const MAX_MOVES: usize = 512;

/// How many places a set of moves may write at once.
const SPAN: usize = 64;

/// A list of moves, on the stack and filled without clearing it first.
#[derive(Clone)]
pub struct MoveList {
    len: usize,
    moves: [MaybeUninit<Move>; MAX_MOVES + SPAN],
}

/// A move and its score in an ordering.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// Higher is searched earlier; what it means is the caller's choice.
    pub score: i32,
}

impl MoveList {
    /// An empty list.
    #[inline(always)]
    pub const fn new() -> Self {
        Self { len: 0, moves: [MaybeUninit::uninit(); MAX_MOVES + SPAN] }
    }

    /// The moves in the order in which they were generated.
    #[inline(always)]
    pub const fn as_slice(&self) -> &[Move] {
        // SAFETY: the first `len` places have been written, each with the bits of a move.
        unsafe { core::slice::from_raw_parts(self.moves.as_ptr().cast(), self.len) }
    }

    /// Adds a move.
    ///
    /// # Panics
    /// If the list has [`MAX_MOVES`] already.
    #[inline(always)]
    pub const fn push(&mut self, mv: Move) {
        assert!(self.len < MAX_MOVES, "more moves than any board can have");
        self.moves[self.len] = MaybeUninit::new(mv);
        self.len += 1;
    }

    /// The moves with a score each, for ordering.
    pub fn scored(&self, mut score: impl FnMut(Move) -> i32) -> impl Iterator<Item = ScoredMove> {
        self.iter().map(move |&mv| ScoredMove { mv, score: score(mv) })
    }

    /// Adds what a generation hands to the writer.
    #[inline(always)]
    pub(super) fn fill(&mut self, generate: impl FnOnce(&mut ListSink<'_>)) {
        let mut sink = ListSink { len: self.len, moves: &mut self.moves };
        generate(&mut sink);
        self.len = sink.len;
    }
}

/// Writes moves into a list's places. The length is kept apart from them, in a register: beside
/// them it would have to be read again after every store.
pub(super) struct ListSink<'a> {
    len: usize,
    moves: &'a mut [MaybeUninit<Move>; MAX_MOVES + SPAN],
}

impl ListSink<'_> {
    /// Adds the moves to a set of targets, of which some are taken.
    #[inline(always)]
    fn extend(&mut self, moves: MoveWriter, targets: Bitboard, taken: Bitboard) {
        assert!(self.len <= MAX_MOVES, "more moves than any board can have");
        // SAFETY: there are SPAN places behind every length up to MAX_MOVES. What is written are
        // the bits of moves, never zero: a move's target differs from its origin.
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
