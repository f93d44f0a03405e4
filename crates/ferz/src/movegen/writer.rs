use crate::types::{Bitboard, File, Move, MoveFlag, Rank, Square};
use core::ops::ControlFlow;

/// A set of moves that differ only in their targets. The bits of the move to `to` are `base + to *
/// factor` (wrapping), plus [`CAPTURE_BIT`](Self::CAPTURE_BIT) for a capture.
///
/// For a piece the origin is fixed and the factor shifts the target into place. For pawns the
/// origin is at a fixed offset from the target.
#[derive(Clone, Copy)]
pub(super) struct MoveWriter {
    base: u16,
    factor: u16,
}

impl MoveWriter {
    const TARGET: u16 = 1 << 6;
    const ORIGIN_AND_TARGET: u16 = Self::TARGET + 1;
    /// The bit of captures, the highest.
    pub(super) const CAPTURE_BIT: u16 = (MoveFlag::Capture as u16) << 12;

    /// Returns the writer of moves of the piece on `from`.
    #[inline(always)]
    pub(super) const fn piece(from: Square, flag: MoveFlag) -> Self {
        Self { base: from as u16 | (flag as u16) << 12, factor: Self::TARGET }
    }

    /// Returns the writer of pawn moves. `offset` is the target's index minus the origin's.
    #[inline(always)]
    pub(super) const fn pawns(offset: i8, flag: MoveFlag) -> Self {
        let base = ((flag as u16) << 12).wrapping_sub(offset as u16);
        Self { base, factor: Self::ORIGIN_AND_TARGET }
    }

    /// Returns the bits of the move to a square.
    #[inline(always)]
    pub(super) const fn bits(self, to: Square) -> u16 {
        self.base.wrapping_add((to as u16).wrapping_mul(self.factor))
    }

    /// Calls `visit` for each move until it returns [`ControlFlow::Break`].
    #[inline(always)]
    pub(super) fn for_each<B>(
        self,
        targets: Bitboard,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for to in targets {
            if let Some(mv) = Move::from_bits(self.bits(to)) {
                visit(mv)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Writes the moves to `targets`, those to `captures` as captures, one by one. Returns their end.
    ///
    /// # Safety
    /// `out` must be valid for writes of 64 moves.
    #[inline(always)]
    pub(super) unsafe fn write(
        self,
        targets: Bitboard,
        captures: Bitboard,
        out: *mut u16,
    ) -> *mut u16 {
        let mut end = out;
        for to in targets.squares() {
            // The capture bit is the highest: the other bits of the shifted set fall off.
            let capture_bit = ((captures.0 >> to as u8) as u16).wrapping_mul(Self::CAPTURE_BIT);
            // SAFETY: a set has at most 64 squares, and `out` is valid for as many entries.
            unsafe {
                end.write(self.bits(to) | capture_bit);
                end = end.add(1);
            }
        }
        end
    }

    /// Writes moves that are seldom more than one, as a pawn's captures: the first without a test, since
    /// a loop that is entered in half of the positions is mispredicted. Returns their end.
    ///
    /// # Safety
    /// As for [`write`](Self::write).
    #[inline(always)]
    pub(super) unsafe fn write_few(self, targets: Bitboard, out: *mut u16) -> *mut u16 {
        let first = Square::wrapping(targets.0.trailing_zeros() as usize);
        let others = Bitboard(targets.0 & targets.0.wrapping_sub(1));
        // SAFETY: `out` is valid for an entry, which counts only if there is a target, and for as many as
        // a set has squares.
        unsafe {
            out.write(self.bits(first));
            self.write(others, Bitboard::EMPTY, out.add(usize::from(targets.any())))
        }
    }

    /// Writes pawn moves to the targets on one rank: their bits differ by the file alone, so that one
    /// row of a table has those of any set of files. No loop, and no vector instructions by name, so that
    /// all targets gain. Returns their end. Eight entries from `out` on are overwritten.
    ///
    /// # Safety
    /// `out` must be valid for writes of eight moves.
    #[inline(always)]
    pub(super) unsafe fn write_rank(
        self,
        targets: Bitboard,
        rank: Rank,
        out: *mut u16,
    ) -> *mut u16 {
        let files = (targets.0 >> (8 * rank as u32)) as u8;
        let first = self.bits(Square::new(File::A, rank));
        let moves = FILES[usize::from(files)].map(|file| file.wrapping_add(first));
        // SAFETY: this function's contract.
        unsafe {
            out.cast::<[u16; 8]>().write_unaligned(moves);
            out.add(files.count_ones() as usize)
        }
    }

    /// Writes the single pushes of pawns that move up the board or down, by ascending target. The two
    /// ranks with most of them are written without a test, which would be mispredicted. Returns their end.
    ///
    /// # Safety
    /// As for [`write`](Self::write).
    #[inline(always)]
    pub(super) unsafe fn write_pushes(
        self,
        targets: Bitboard,
        up: bool,
        out: *mut u16,
    ) -> *mut u16 {
        use Rank::{Fifth, Fourth, Sixth, Third};
        let others = |a, b| targets - Bitboard::rank(a) - Bitboard::rank(b);
        // SAFETY: at most eight moves of each rank are written before another, so that the eight entries
        // of the last begin at most 56 behind `out`.
        unsafe {
            if up {
                let end = self.write_rank(targets, Third, out);
                let end = self.write_rank(targets, Fourth, end);
                self.write_ranks(others(Third, Fourth), end)
            } else {
                let end = self.write_ranks(others(Fifth, Sixth), out);
                let end = self.write_rank(targets, Fifth, end);
                self.write_rank(targets, Sixth, end)
            }
        }
    }

    /// Writes pawn moves rank by rank. Returns their end.
    ///
    /// # Safety
    /// `out` must be valid for writes of eight moves for each rank with targets.
    #[inline(always)]
    unsafe fn write_ranks(self, mut targets: Bitboard, out: *mut u16) -> *mut u16 {
        let mut end = out;
        while let Some(to) = targets.first() {
            // SAFETY: this function's contract.
            end = unsafe { self.write_rank(targets, to.rank(), end) };
            targets -= Bitboard::rank(to.rank());
        }
        end
    }
}

/// The bits of pawn moves to each set of files of a rank, less those of the move to the a-file: multiples of
/// the file for origin and target. Entries behind the number of files are unused. 4 KiB.
static FILES: [[u16; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut files, mut n): (usize, usize) = (set, 0);
        while files != 0 {
            table[set][n] = files.trailing_zeros() as u16 * MoveWriter::ORIGIN_AND_TARGET;
            files &= files - 1;
            n += 1;
        }
        set += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::PieceType;
    use alloc::vec::Vec;

    /// Returns the moves that a function writes, at most 64 from a place on.
    fn written(write: impl FnOnce(*mut u16) -> *mut u16) -> Vec<u16> {
        let mut moves = [0; 64];
        let start = moves.as_mut_ptr();
        // SAFETY: the function returns a place in or behind the array.
        let len = unsafe { write(start).offset_from_unsigned(start) };
        moves[..len].to_vec()
    }

    #[test]
    fn pawns_are_written_as_one_by_one() {
        let mut random = fastrand::Rng::with_seed(5);
        let promotion = MoveFlag::promotion(PieceType::Rook, true).unwrap();
        for round in 0..if cfg!(miri) { 20 } else { 2_000 } {
            // Full sets, for the bounds of the array, and ever smaller ones.
            let set = (0..round % 7).fold(u64::MAX, |set, _| set & random.u64(..));
            let up = random.bool();
            let (beyond, last) = if up {
                (Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Second), Rank::Eighth)
            } else {
                (Bitboard::rank(Rank::Seventh) | Bitboard::rank(Rank::Eighth), Rank::First)
            };
            let targets = Bitboard(set) - beyond;
            let offset = if up { 8 } else { -8 };
            // SAFETY: of all: the array has 64 moves, and there are as many squares.
            unsafe {
                let one_by_one = |moves: MoveWriter, targets| {
                    written(|out| moves.write(targets, Bitboard::EMPTY, out))
                };
                let pushes = MoveWriter::pawns(offset, MoveFlag::Quiet);
                let expected = one_by_one(pushes, targets);
                assert_eq!(written(|out| pushes.write_pushes(targets, up, out)), expected);
                let captures = MoveWriter::pawns(offset - 1, MoveFlag::Capture);
                let expected = one_by_one(captures, targets);
                assert_eq!(written(|out| captures.write_few(targets, out)), expected);
                let promotions = MoveWriter::pawns(offset + 1, promotion);
                let expected = one_by_one(promotions, targets & Bitboard::rank(last));
                assert_eq!(written(|out| promotions.write_rank(targets, last, out)), expected);
            }
        }
    }
}
