//! Tree above the last two plies: every move is made, and subtrees may be cached.

use super::board::{Black, Board, Side, Squares, White};
use super::moves::{MoveVisitor, PawnStep, count_moves, visit_moves};
use super::pairs::{LeafCount, count_pairs};
#[cfg(target_has_atomic = "64")]
use crate::table::Table;
use ferz::{Color, PieceType};

/// Counts the leaves `depth` plies below, without making the moves of the last ply and most moves
/// of the ply before.
pub fn count(position: &ferz::Board, depth: u32) -> u128 {
    count_with(position, depth, NoCache)
}

/// Counts as [`count`] does, and stores the counts of subtrees of at least three plies in a table.
/// The table may be shared with other threads, positions and depths. Returns `u128::MAX` if there are
/// so many leaves or more.
#[cfg(target_has_atomic = "64")]
pub fn count_hashed(position: &ferz::Board, depth: u32, table: &Table) -> u128 {
    count_with(position, depth, table)
}

fn count_with<C: Cache>(position: &ferz::Board, depth: u32, cache: C) -> u128 {
    let board = Board::from_position(position);
    match position.side_to_move() {
        Color::White => count_below::<White, C>(&board, depth, cache),
        Color::Black => count_below::<Black, C>(&board, depth, cache),
    }
}

/// Store of subtree counts.
trait Cache: Copy {
    /// Returns the stored count of a subtree, or counts the subtree and stores the result.
    fn get_or_count<S: Side>(self, board: &Board, depth: u32, count: impl FnOnce() -> u128)
    -> u128;
}

/// Cache that stores nothing.
#[derive(Clone, Copy)]
struct NoCache;

impl Cache for NoCache {
    #[inline(always)]
    fn get_or_count<S: Side>(self, _: &Board, _: u32, count: impl FnOnce() -> u128) -> u128 {
        count()
    }
}

#[cfg(target_has_atomic = "64")]
impl Cache for &Table {
    #[inline(always)]
    fn get_or_count<S: Side>(
        self,
        board: &Board,
        depth: u32,
        count: impl FnOnce() -> u128,
    ) -> u128 {
        let key = board.key::<S>(depth);
        if let Some(stored) = self.probe(key) {
            return stored;
        }
        let leaves = count();
        self.store(key, leaves);
        leaves
    }
}

fn count_below<S: Side, C: Cache>(board: &Board, depth: u32, cache: C) -> u128 {
    match depth {
        0 => 1,
        1 => count_moves::<S>(board) as u128,
        2 => {
            let mut leaves = LeafCount::default();
            count_pairs::<S>(board, &mut leaves);
            leaves.total().into()
        }
        3 => cache.get_or_count::<S>(board, depth, || {
            let mut maker = MoveMaker { board, below: CountPairs(LeafCount::default()) };
            visit_moves::<S, _>(board, &mut maker);
            maker.below.0.total().into()
        }),
        _ => cache.get_or_count::<S>(board, depth, || {
            let below = CountDeeper { depth: depth - 1, cache, leaves: 0 };
            let mut maker = MoveMaker { board, below };
            visit_moves::<S, _>(board, &mut maker);
            maker.below.leaves
        }),
    }
}

/// Receiver of the child boards.
trait ChildVisitor {
    fn visit<S: Side>(&mut self, child: &Board);
}

/// Counts two plies below each child, in one sum for all of them.
struct CountPairs(LeafCount);

impl ChildVisitor for CountPairs {
    #[inline(always)]
    fn visit<S: Side>(&mut self, child: &Board) {
        count_pairs::<S>(child, &mut self.0);
    }
}

/// Counts more than two plies below each child.
struct CountDeeper<C> {
    depth: u32,
    cache: C,
    leaves: u128,
}

impl<C: Cache> ChildVisitor for CountDeeper<C> {
    #[inline(always)]
    fn visit<S: Side>(&mut self, child: &Board) {
        let below = count_below::<S, C>(child, self.depth, self.cache);
        self.leaves = self.leaves.saturating_add(below);
    }
}

/// Makes every move and passes on the child.
struct MoveMaker<'a, V> {
    board: &'a Board,
    below: V,
}

impl<S: Side, V: ChildVisitor> MoveVisitor<S> for MoveMaker<'_, V> {
    #[inline(always)]
    fn piece(&mut self, piece_type: PieceType, from: usize, targets: u64) {
        for to in Squares(targets) {
            let child = self.board.play::<S>(piece_type, piece_type, from, to);
            self.below.visit::<S::Enemy>(&child);
        }
    }

    #[inline(always)]
    fn pawns(&mut self, step: PawnStep, targets: u64) {
        for to in Squares(targets) {
            let from = step.origin::<S>(to);
            let child = if step == PawnStep::DoublePush {
                self.board.play_double_push::<S>(from, to)
            } else {
                self.board.play::<S>(PieceType::Pawn, PieceType::Pawn, from, to)
            };
            self.below.visit::<S::Enemy>(&child);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, step: PawnStep, targets: u64) {
        for to in Squares(targets) {
            for placed in PieceType::PROMOTIONS {
                let from = step.origin::<S>(to);
                let child = self.board.play::<S>(PieceType::Pawn, placed, from, to);
                self.below.visit::<S::Enemy>(&child);
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: usize) {
        self.below.visit::<S::Enemy>(&self.board.play_en_passant::<S>(from));
    }

    #[inline(always)]
    fn castling(&mut self, rook: usize) {
        self.below.visit::<S::Enemy>(&self.board.play_castling::<S>(rook));
    }
}
