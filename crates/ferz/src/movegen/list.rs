use super::sink::{MoveSink, PromotionSet, promotion_flags};
use super::writer::MoveWriter;
use crate::isa::Isa;
use crate::types::{Bitboard, Move, MoveFlag, PieceType, Rank, Square};
use core::convert::Infallible;
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ops::{ControlFlow, Deref, DerefMut};

/// Capacity of a [`MoveList`], enough for any arrangement of pieces: a queen has at most 27 targets
/// and occupies one square, and each free square is a target from at most eight directions.
/// Positions of real games have at most 218 moves.
pub const MAX_MOVES: usize = 512;

/// The number of entries that one set of moves may overwrite.
const SPAN: usize = 64;

/// A list of moves on the stack, not initialised before it is filled.
///
/// The list dereferences to a slice, so the moves can be iterated, searched and sorted in place.
///
/// ```
/// use ferz::{MoveFlag, Position};
///
/// let mut moves = Position::startpos().legal_moves();
/// moves.retain(|mv| mv.flag() == MoveFlag::DoublePush);
/// moves.sort_by_key(|mv| mv.to());
/// let targets: Vec<String> = moves.into_iter().map(|mv| mv.to().to_string()).collect();
/// assert_eq!(targets.join(" "), "a4 b4 c4 d4 e4 f4 g4 h4");
/// ```
#[derive(Clone)]
// The first hundred moves are in one page of memory: wide stores across the end of a page are slow.
#[doc(alias = "MoveGen")]
#[repr(align(256))]
pub struct MoveList {
    len: usize,
    moves: [MaybeUninit<Move>; MAX_MOVES + SPAN],
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

    /// Returns the moves for changes in place, such as sorting.
    #[inline(always)]
    pub const fn as_mut_slice(&mut self) -> &mut [Move] {
        // SAFETY: the first `len` entries are initialised with the bits of moves, and a slice of
        // moves can only store moves.
        unsafe { core::slice::from_raw_parts_mut(self.moves.as_mut_ptr().cast(), self.len) }
    }

    /// Removes all moves.
    #[inline(always)]
    pub const fn clear(&mut self) {
        self.len = 0;
    }

    /// Keeps the moves for which `keep` returns true, in their order.
    pub fn retain(&mut self, mut keep: impl FnMut(&Move) -> bool) {
        let mut kept = 0;
        for index in 0..self.len {
            let mv = self.as_slice()[index];
            if keep(&mv) {
                self.as_mut_slice()[kept] = mv;
                kept += 1;
            }
        }
        self.len = kept;
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

    /// Writes an empty list, without its entries.
    #[inline(always)]
    pub(super) fn write_empty(list: &mut MaybeUninit<Self>) -> &mut Self {
        // SAFETY: the entries need no initialisation.
        unsafe {
            (&raw mut (*list.as_mut_ptr()).len).write(0);
            list.assume_init_mut()
        }
    }

    /// Returns a sink that appends to the list.
    #[inline(always)]
    pub(super) fn sink<I: Isa>(&mut self) -> ListSink<'_, I> {
        let Self { len, moves } = self;
        let moves = moves.as_mut_ptr_range();
        // SAFETY: the length is at most MAX_MOVES, and SPAN entries follow that many.
        let (end, limit) = unsafe { (moves.start.add(*len).cast(), moves.end.sub(SPAN).cast()) };
        ListSink { end, limit, start: moves.start.cast(), len, isa: PhantomData }
    }
}

/// Sink that appends to a list. Keeps the end apart from the list, so that the compiler holds it in a
/// register instead of reloading it after each store.
pub(super) struct ListSink<'a, I> {
    /// The first entry of the list, the one behind its last move, and the one behind [`MAX_MOVES`].
    start: *const u16,
    end: *mut u16,
    limit: *const u16,
    /// The length of the list, written by [`finish`](Self::finish).
    len: &'a mut usize,
    isa: PhantomData<I>,
}

impl<I: Isa> ListSink<'_, I> {
    /// Sets the length of the list.
    #[inline(always)]
    pub(super) fn finish(self) {
        // SAFETY: both point into the list.
        *self.len = unsafe { self.end.offset_from_unsigned(self.start) };
    }

    /// Returns the end, from which on SPAN entries may be written.
    #[inline(always)]
    fn checked_end(&self) -> *mut u16 {
        assert!(self.end.cast_const() <= self.limit, "more moves than any board can have");
        self.end
    }
}

// SAFETY of the writers: each length up to MAX_MOVES is followed by SPAN entries, as many as they need. The
// written bits are those of moves and never zero, since the target differs from the origin.
impl<I: Isa> MoveSink for ListSink<'_, I> {
    type Stop = Infallible;

    #[inline(always)]
    fn piece(
        &mut self,
        reach: PieceType,
        from: Square,
        quiets: Bitboard,
        captures: Bitboard,
    ) -> ControlFlow<Infallible> {
        let targets = quiets | captures;
        #[cfg(target_arch = "x86_64")]
        if I::PEXT {
            // A piece without moves, as at the start, is no more work than the test.
            if targets.any() {
                let end = self.checked_end();
                // SAFETY: above, and the version is selected only on machines that have its instructions.
                self.end = unsafe { super::reach::write::<I>(reach, from, targets, captures, end) };
            }
            return ControlFlow::Continue(());
        }
        let _ = reach;
        let moves = MoveWriter::piece(from, MoveFlag::Quiet);
        // SAFETY: above.
        self.end = unsafe { moves.write(targets, captures, self.checked_end()) };
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, offset: i8, flag: MoveFlag) -> ControlFlow<Infallible> {
        let (moves, up, end) = (MoveWriter::pawns(offset, flag), offset > 0, self.checked_end());
        // SAFETY: above.
        self.end = unsafe {
            match flag {
                MoveFlag::Quiet => moves.write_pushes(targets, up, end),
                MoveFlag::DoublePush if up => moves.write_rank(targets, Rank::Fourth, end),
                MoveFlag::DoublePush => moves.write_rank(targets, Rank::Fifth, end),
                _ => moves.write_few(targets, end),
            }
        };
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn promotions(
        &mut self,
        targets: Bitboard,
        offset: i8,
        captures: bool,
        pieces: PromotionSet,
    ) -> ControlFlow<Infallible> {
        let rank = if offset > 0 { Rank::Eighth } else { Rank::First };
        let mut end = self.checked_end();
        for flag in promotion_flags(pieces, captures) {
            // SAFETY: above: eight moves to each of at most four pieces are 32.
            end = unsafe { MoveWriter::pawns(offset, flag).write_rank(targets, rank, end) };
        }
        self.end = end;
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn single(&mut self, mv: Move) -> ControlFlow<Infallible> {
        assert!(self.end.cast_const() < self.limit, "more moves than any board can have");
        // SAFETY: the limit is within the list.
        unsafe {
            self.end.write(mv.bits());
            self.end = self.end.add(1);
        }
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

impl DerefMut for MoveList {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [Move] {
        self.as_mut_slice()
    }
}

/// Iterator over the moves of a list by value, created by [`MoveList::into_iter`].
#[derive(Clone)]
pub struct IntoIter {
    moves: MoveList,
    /// The moves at these indices have not been returned; `back` is at most the list's length.
    front: usize,
    back: usize,
}

impl Iterator for IntoIter {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let next = *self.as_slice().first()?;
        self.front += 1;
        Some(next)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.back - self.front;
        (left, Some(left))
    }
}

impl DoubleEndedIterator for IntoIter {
    #[inline]
    fn next_back(&mut self) -> Option<Move> {
        let last = *self.as_slice().last()?;
        self.back -= 1;
        Some(last)
    }
}

impl ExactSizeIterator for IntoIter {}
impl FusedIterator for IntoIter {}

impl IntoIter {
    /// Returns the moves that have not been returned.
    #[inline]
    pub fn as_slice(&self) -> &[Move] {
        &self.moves.as_slice()[self.front..self.back]
    }
}

impl fmt::Debug for IntoIter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = IntoIter;
    #[inline]
    fn into_iter(self) -> IntoIter {
        IntoIter { front: 0, back: self.len, moves: self }
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

impl<'a> IntoIterator for &'a mut MoveList {
    type Item = &'a mut Move;
    type IntoIter = core::slice::IterMut<'a, Move>;
    #[inline(always)]
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

/// # Panics
/// If the list would have more than [`MAX_MOVES`] moves.
impl Extend<Move> for MoveList {
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        moves.into_iter().for_each(|mv| self.push(mv));
    }
}

/// # Panics
/// If the list would have more than [`MAX_MOVES`] moves.
impl<'a> Extend<&'a Move> for MoveList {
    fn extend<I: IntoIterator<Item = &'a Move>>(&mut self, moves: I) {
        moves.into_iter().for_each(|&mv| self.push(mv));
    }
}

/// # Panics
/// If there are more than [`MAX_MOVES`] moves.
impl FromIterator<Move> for MoveList {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        let mut list = Self::new();
        list.extend(moves);
        list
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use alloc::vec::Vec;

    fn moves() -> MoveList {
        Position::startpos().legal_moves()
    }

    #[test]
    fn iteration_by_value_returns_every_move_from_both_ends() {
        let expected = moves().to_vec();
        assert_eq!(moves().into_iter().collect::<Vec<_>>(), expected);
        let reversed: Vec<_> = moves().into_iter().rev().collect();
        assert_eq!(reversed, expected.iter().rev().copied().collect::<Vec<_>>());

        let mut iter = moves().into_iter();
        let mut seen = 0;
        while let Some(first) = iter.next() {
            assert_eq!(first, expected[seen]);
            assert_eq!(iter.next_back(), Some(expected[expected.len() - 1 - seen]));
            seen += 1;
            assert_eq!(iter.len(), expected.len() - 2 * seen);
            assert_eq!(iter.as_slice(), &expected[seen..expected.len() - seen]);
        }
        assert_eq!((seen, iter.next(), iter.next_back()), (10, None, None));
        assert_eq!(MoveList::new().into_iter().next(), None);
    }

    #[test]
    fn lists_are_sorted_in_place() {
        let mut list = moves();
        let mut expected = list.to_vec();
        list.sort_by_key(|mv| core::cmp::Reverse(mv.bits()));
        expected.sort_by_key(|mv| core::cmp::Reverse(mv.bits()));
        assert_eq!(*list, expected[..]);
        for mv in &mut list {
            *mv = expected[0];
        }
        assert!(list.iter().all(|&mv| mv == expected[0]));
    }

    #[test]
    fn retain_keeps_the_order_and_clear_empties() {
        let all = moves().to_vec();
        let mut list = moves();
        list.retain(|mv| mv.is_double_push());
        let expected: Vec<_> = all.iter().copied().filter(|mv| mv.is_double_push()).collect();
        assert_eq!((&*list, list.len()), (&expected[..], 8));
        list.retain(|_| true);
        assert_eq!(*list, expected[..]);
        list.retain(|_| false);
        assert!(list.is_empty());
        let mut list = moves();
        list.clear();
        assert!(list.is_empty());
        list.push(all[0]);
        assert_eq!(*list, all[..1]);
    }

    #[test]
    fn lists_are_extended_and_collected_up_to_the_capacity() {
        let all = moves();
        let mut list: MoveList = all.iter().copied().filter(|mv| !mv.is_double_push()).collect();
        assert_eq!(list.len(), 12);
        list.extend(all.iter().filter(|mv| mv.is_double_push()));
        list.extend([all[0]]);
        assert_eq!((list.len(), list[20]), (21, all[0]));
        let full: MoveList = core::iter::repeat_n(all[0], MAX_MOVES).collect();
        assert_eq!(full.len(), MAX_MOVES);
    }

    #[test]
    #[should_panic(expected = "more moves than any board can have")]
    fn a_list_beyond_the_capacity_panics() {
        let _ = core::iter::repeat_n(moves()[0], MAX_MOVES + 1).collect::<MoveList>();
    }
}
