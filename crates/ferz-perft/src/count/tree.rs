//! The tree above the last two plies: every move is played, and subtrees may be remembered.

use super::bits::Squares;
use super::board::{Board, Piece};
use super::moves::{Step, Walker, count_moves, walk};
use super::pairs::{Ledger, count_pairs};
use super::side::{Black, Side, White};
#[cfg(target_has_atomic = "64")]
use crate::perft::Table;
use crate::position::Position;
use crate::types::Color;

/// Counts the leaves `depth` plies below without making the last moves, nor most of those before
/// them.
pub fn count(position: &Position, depth: u32) -> u128 {
    start(position, depth, Forgetful)
}

/// Counts as [`count`] does, and remembers subtrees of at least three plies in a table. The table
/// may be shared with other threads, positions and depths.
#[cfg(target_has_atomic = "64")]
pub fn count_hashed(position: &Position, depth: u32, table: &Table) -> u128 {
    start(position, depth, table)
}

fn start<M: Memory>(position: &Position, depth: u32, memory: M) -> u128 {
    let board = Board::from_position(position);
    match position.side_to_move() {
        Color::White => below::<White, M>(&board, depth, memory),
        Color::Black => below::<Black, M>(&board, depth, memory),
    }
}

/// What is known of subtrees counted before.
trait Memory: Copy {
    /// The count of a subtree: remembered, or counted now.
    fn recall<S: Side>(self, board: &Board, depth: u32, count: impl FnOnce() -> u128) -> u128;
}

/// Every subtree is counted.
#[derive(Clone, Copy)]
struct Forgetful;

impl Memory for Forgetful {
    #[inline(always)]
    fn recall<S: Side>(self, _: &Board, _: u32, count: impl FnOnce() -> u128) -> u128 {
        count()
    }
}

#[cfg(target_has_atomic = "64")]
impl Memory for &Table {
    #[inline(always)]
    fn recall<S: Side>(self, board: &Board, depth: u32, count: impl FnOnce() -> u128) -> u128 {
        let key = board.key::<S>(depth);
        if let Some(known) = self.get(key) {
            return known;
        }
        let leaves = count();
        self.put(key, leaves);
        leaves
    }
}

fn below<S: Side, M: Memory>(board: &Board, depth: u32, memory: M) -> u128 {
    match depth {
        0 => 1,
        1 => count_moves::<S>(board) as u128,
        2 => {
            let mut ledger = Ledger::default();
            count_pairs::<S>(board, &mut ledger);
            ledger.total().into()
        }
        3 => memory.recall::<S>(board, depth, || {
            let mut parents = Children { board, below: Pairs(Ledger::default()) };
            walk::<S, _>(board, &mut parents);
            parents.below.0.total().into()
        }),
        _ => memory.recall::<S>(board, depth, || {
            let below = Deeper { depth: depth - 1, memory, leaves: 0 };
            let mut children = Children { board, below };
            walk::<S, _>(board, &mut children);
            children.below.leaves
        }),
    }
}

/// What is done with each child.
trait Below {
    fn visit<S: Side>(&mut self, child: &Board);
}

/// Two plies are left: all children add to one ledger.
struct Pairs(Ledger);

impl Below for Pairs {
    #[inline(always)]
    fn visit<S: Side>(&mut self, child: &Board) {
        count_pairs::<S>(child, &mut self.0);
    }
}

/// More than two plies are left.
struct Deeper<M> {
    depth: u32,
    memory: M,
    leaves: u128,
}

impl<M: Memory> Below for Deeper<M> {
    #[inline(always)]
    fn visit<S: Side>(&mut self, child: &Board) {
        self.leaves += below::<S, M>(child, self.depth, self.memory);
    }
}

/// Plays every move and counts below it.
struct Children<'a, B> {
    board: &'a Board,
    below: B,
}

/// What a pawn may become.
pub(super) const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];

impl<S: Side, B: Below> Walker<S> for Children<'_, B> {
    #[inline(always)]
    fn piece(&mut self, piece: Piece, from: usize, targets: u64) {
        for to in Squares(targets) {
            self.below.visit::<S::Enemy>(&self.board.play::<S>(piece, piece, from, to));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, step: Step, targets: u64) {
        for to in Squares(targets) {
            let from = step.origin::<S>(to);
            let child = if step == Step::Double {
                self.board.play_double::<S>(from, to)
            } else {
                self.board.play::<S>(Piece::Pawn, Piece::Pawn, from, to)
            };
            self.below.visit::<S::Enemy>(&child);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, step: Step, targets: u64) {
        for to in Squares(targets) {
            for placed in PROMOTIONS {
                let child = self.board.play::<S>(Piece::Pawn, placed, step.origin::<S>(to), to);
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
