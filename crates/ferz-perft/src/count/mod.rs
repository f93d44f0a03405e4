//! Counting kernel: perft without the moves of the last two plies.
//!
//! A perft with bulk counting spends nearly all its time one ply above the leaves, where it
//! generates moves that it never makes. This kernel counts there without generating single moves,
//! and counts the last *two* plies together, so that most moves of the ply before are not made
//! either. It has its own node and move generator, on the sets, sides and attacks of `ferz`; the tests
//! compare it with the generator of `ferz`.
//!
//! # Tree
//!
//! - A node is the sets of the pieces, the castling rooks and the en passant square, and is copied for
//!   every move (`node.rs`).
//! - The generator (`moves.rs`) passes each piece once, with the set of its legal targets, to a
//!   visitor. Pawns are passed together, one set for each step. With one ply left, the count is a
//!   sum of population counts.
//! - With two plies left, `pairs.rs` counts both. With more plies left, each move is made.
//!   Subtrees of three plies or more may be stored in a [`Table`].
//!
//! # Two plies by sums
//!
//! Side S is to move, side T replies. Let `R(m)` be the number of replies to the move `m`; the
//! count is the sum of `R(m)` over all legal moves. The replies to a null move are surveyed once:
//!
//! - `c`: moves of T's pieces other than the king, without en passant (`replies.rs`);
//! - `k`: moves of T's king, castling included (`king_zone.rs`).
//!
//! A move of a piece from `a` to `b` changes two squares: the piece leaves `a` and lands on `b`,
//! where it may capture. For most moves both changes affect T's moves independently:
//!
//! ```text
//! R(m) = c + landing[b] + leaving(a, b) + king(a, b)
//! ```
//!
//! - **`landing[b]`** is the change of `c` if a piece of S appears on `b`. A ray of T that passes
//!   `b` loses the moves behind it. A captured piece loses all its moves, and T's pieces that
//!   defended it gain a capture. Pawns that attack `b` gain a capture, and pushes to or through `b`
//!   are blocked. The value does not depend on the piece that lands, so one table of 64 small
//!   numbers serves all moves, and a piece with the targets `B` adds `|B| * c` and the sum of
//!   `landing` over `B`.
//! - **`leaving(a, b)`** is the change because `a` becomes empty. Rays that ended on `a` get
//!   longer, pawns that attacked the piece lose a capture, and blocked pawns may advance. It is
//!   zero unless T attacks `a` with a slider or pawn, or `a` is in front of a pawn: the *sensitive
//!   origins*.
//! - **`king(a, b)`** is the number of king moves after `m`. The *king zone* is the squares beside
//!   T's king without a piece of T, and the squares that its castling needs. `king(a, b)` is `k`
//!   unless the piece attacks a square of the zone from `b` that was not attacked before (`b` is
//!   one of its *attack origins*), or the zone depends on the piece on `a` (a *critical piece*: the
//!   only attacker of a square, a blocker of an attack by its own side, or an obstacle to
//!   castling). In these cases the king moves are counted from the changed attacks.
//!
//! # Special moves
//!
//! The sum is valid only if the checks and pins of T's king are the same as after a null move.
//! Other moves are made and their replies counted by the generator:
//!
//! - checks: a knight or pawn that attacks the king, a slider that lands on a line of the king, and
//!   discovered checks;
//! - moves that change a pin: a landing on a pin, and a slider that lands on an x-ray of the king
//!   through one piece. If the piece that *leaves* changes a pin, gives no discovered check and has
//!   at least four targets, and T has no castling right, the replies are surveyed a second time on
//!   the board without the piece, and its targets are summed with that survey;
//! - captures of a castling rook or of a piece beside the king, which change the zone itself;
//! - landings between a slider of S and a square of the zone that it attacks (*interpositions*);
//! - castling and en passant captures.
//!
//! After a double push beside a pawn of T, its legal en passant captures are counted and added to
//! the sum.
//!
//! # Invariants
//!
//! 1. `c` and `landing` respect T's pins and contain neither king moves nor en passant.
//! 2. `landing[b]` is exact for every target `b` that is not special, for any piece of S.
//! 3. A summed move gives no check and leaves T's pins as the survey found them.
//! 4. Every legal move of S is either summed or made, never both.
//!
//! # Example
//!
//! ```text
//! 8 r . . . . . . k      White to move. Black's rook has 13 moves: a7 to a1 and b8 to g8. The king
//! 7 . . . . . . . .      zone is g8, g7 and h7, and White attacks none of them: c = 13, k = 3.
//! 6 . . . . . . . .
//! 5 . N . . . . . .      landing[a7] = -6 (a6 to a1), landing[a3] = -2 (a2 and a1), and 0 for the
//! 4 . . . . . . . .      other targets of knight and king. No origin is sensitive, and no move
//! 3 . . . . K . . .      attacks the zone.
//! 2 . . . . . . . .
//! 1 . . . . . . . .      6 knight moves and 8 king moves: 14 * (13 + 3) - 6 - 2 = 216.
//!   a b c d e f g h
//! ```
//!
//! With the knight on a5 the rook has 9 moves, a5 included. The origin a5 is sensitive: when the
//! knight leaves, the rook gains a4 to a1. Four knight moves have 9 + 4 + 3 replies and eight king
//! moves have 9 + 3, together 160.
//!
//! ```
//! use ferz::Board;
//! use ferz_perft::count;
//!
//! assert_eq!(count(&Board::from_fen("r6k/8/8/1N6/8/4K3/8/8 w - - 0 1")?, 2), 216);
//! assert_eq!(count(&Board::from_fen("r6k/8/8/N7/8/4K3/8/8 w - - 0 1")?, 2), 160);
//! # Ok::<(), ferz::notation::FenError>(())
//! ```
//!
//! # Eight directions at once
//!
//! The survey of the sliders and knights works on eight bitboards in parallel, one for each
//! direction or knight step (`lanes`). The sliders' attacks are a Kogge-Stone fill.
//! The number of moves behind each square of a ray follows from seven rounds: round `n` moves the
//! rays one step back and leaves the squares with at least `n` moves behind them, which are
//! subtracted from `landing`. Each addition of eight sets to the 64 counts is one bit-matrix
//! transposition and one population count per byte with AVX-512, and a loop over squares elsewhere.
//!
//! # Versions
//!
//! The kernel is compiled for each instruction set of [`ferz::isa`], and a count selects its version
//! once. Functions out of line are [`Versioned`] types called by [`Isa::call`]; everything else is
//! inlined into them, because a function or closure by itself has the instructions of the build alone.
//! The rare test of en passant captures is such a function.

mod king_zone;
mod lanes;
mod moves;
mod node;
mod pairs;
mod replies;
mod version;

#[cfg(target_has_atomic = "64")]
use crate::table::Table;
use core::marker::PhantomData;
use ferz::isa::{self, Isa, Versioned};
use ferz::movegen::{Black, Side, White};
use ferz::{Bitboard, Color, PieceType, Square};
use moves::{MoveVisitor, PawnStep, count_moves, visit_moves};
use node::Node;
use pairs::{LeafCount, count_pairs};
use version::{OnVersion, Version, on_version};

/// Counts the leaves `depth` plies below, without making the moves of the last ply and most moves
/// of the ply before.
pub fn count(board: &ferz::Board, depth: u32) -> u128 {
    isa::run(WholeCount { board, depth, cache: NoCache })
}

/// Counts as [`count`] does, and stores the counts of subtrees of at least three plies in a table.
/// The table may be shared with other threads, positions and depths. Returns `u128::MAX` if there are
/// so many leaves or more.
#[cfg(target_has_atomic = "64")]
pub fn count_hashed(board: &ferz::Board, depth: u32, table: &Table) -> u128 {
    isa::run(WholeCount { board, depth, cache: table })
}

/// Whole count.
#[derive(Clone, Copy)]
struct WholeCount<'a, C> {
    board: &'a ferz::Board,
    depth: u32,
    cache: C,
}

impl<C: Cache> Versioned for WholeCount<'_, C> {
    type Output = u128;

    #[inline(always)]
    fn run<I: Isa>(self) -> u128 {
        on_version::<I, _>(self)
    }
}

impl<C: Cache> OnVersion for WholeCount<'_, C> {
    type Output = u128;

    #[inline(always)]
    fn run<V: Version>(self) -> u128 {
        let node = Node::from(self.board);
        match self.board.side_to_move() {
            Color::White => count_below::<V, White, C>(&node, self.depth, self.cache),
            Color::Black => count_below::<V, Black, C>(&node, self.depth, self.cache),
        }
    }
}

/// Store of subtree counts.
trait Cache: Copy {
    /// Returns the stored count of a subtree.
    fn probe<S: Side>(self, node: &Node, depth: u32) -> Option<u128>;
    /// Stores the count of a subtree.
    fn store<S: Side>(self, node: &Node, depth: u32, leaves: u128);
}

/// Cache that stores nothing.
#[derive(Clone, Copy)]
struct NoCache;

impl Cache for NoCache {
    #[inline(always)]
    fn probe<S: Side>(self, _: &Node, _: u32) -> Option<u128> {
        None
    }

    #[inline(always)]
    fn store<S: Side>(self, _: &Node, _: u32, _: u128) {}
}

#[cfg(target_has_atomic = "64")]
impl Cache for &Table {
    #[inline(always)]
    fn probe<S: Side>(self, node: &Node, depth: u32) -> Option<u128> {
        Table::probe(self, node.key::<S>(depth))
    }

    #[inline(always)]
    fn store<S: Side>(self, node: &Node, depth: u32, leaves: u128) {
        Table::store(self, node.key::<S>(depth), leaves);
    }
}

/// Returns the number of leaves below a node with `S` to move.
#[inline(always)]
fn count_below<V: Version, S: Side, C: Cache>(node: &Node, depth: u32, cache: C) -> u128 {
    V::Isa::call(CountBelow::<V, S, C> { node, depth, cache, version: PhantomData })
}

/// Count of the leaves of a subtree.
struct CountBelow<'a, V, S, C> {
    node: &'a Node,
    depth: u32,
    cache: C,
    version: PhantomData<(V, S)>,
}

impl<V: Version, S: Side, C: Cache> Versioned for CountBelow<'_, V, S, C> {
    type Output = u128;

    #[inline(always)]
    fn run<I: Isa>(self) -> u128 {
        let Self { node, depth, cache, .. } = self;
        match depth {
            0 => return 1,
            1 => return count_moves::<V, S>(node) as u128,
            2 => {
                let mut leaves = LeafCount::<V>::default();
                count_pairs::<V, S>(node, &mut leaves);
                return leaves.total().into();
            }
            _ => {}
        }
        if let Some(stored) = cache.probe::<S>(node, depth) {
            return stored;
        }
        let leaves = if depth == 3 {
            let mut maker = MoveMaker { node, below: Pairs(LeafCount::<V>::default()) };
            visit_moves::<V::Isa, S, _>(node, &mut maker);
            maker.below.0.total().into()
        } else {
            let below = Deeper { depth: depth - 1, cache, leaves: 0, version: PhantomData::<V> };
            let mut maker = MoveMaker { node, below };
            visit_moves::<V::Isa, S, _>(node, &mut maker);
            maker.below.leaves
        };
        cache.store::<S>(node, depth, leaves);
        leaves
    }
}

/// Receiver of the children of a node.
trait ChildVisitor {
    fn visit<S: Side>(&mut self, child: &Node);
}

/// Counts two plies below each child, in one sum for all of them.
struct Pairs<V: Version>(LeafCount<V>);

impl<V: Version> ChildVisitor for Pairs<V> {
    #[inline(always)]
    fn visit<S: Side>(&mut self, child: &Node) {
        count_pairs::<V, S>(child, &mut self.0);
    }
}

/// Counts more than two plies below each child.
struct Deeper<V, C> {
    depth: u32,
    cache: C,
    leaves: u128,
    version: PhantomData<V>,
}

impl<V: Version, C: Cache> ChildVisitor for Deeper<V, C> {
    #[inline(always)]
    fn visit<S: Side>(&mut self, child: &Node) {
        let below = count_below::<V, S, C>(child, self.depth, self.cache);
        self.leaves = self.leaves.saturating_add(below);
    }
}

/// Makes every move and passes on the child.
struct MoveMaker<'a, V> {
    node: &'a Node,
    below: V,
}

impl<S: Side, V: ChildVisitor> MoveVisitor<S> for MoveMaker<'_, V> {
    #[inline(always)]
    fn piece(&mut self, piece_type: PieceType, from: Square, targets: Bitboard) {
        for to in targets {
            let child = self.node.play::<S>(piece_type, piece_type, from, to);
            self.below.visit::<S::Enemy>(&child);
        }
    }

    #[inline(always)]
    fn pawns(&mut self, step: PawnStep, targets: Bitboard) {
        for to in targets {
            let from = step.origin::<S>(to);
            let child = if step == PawnStep::DoublePush {
                self.node.play_double_push::<S>(from, to)
            } else {
                self.node.play::<S>(PieceType::Pawn, PieceType::Pawn, from, to)
            };
            self.below.visit::<S::Enemy>(&child);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, step: PawnStep, targets: Bitboard) {
        for to in targets {
            for placed in PieceType::PROMOTIONS {
                let from = step.origin::<S>(to);
                let child = self.node.play::<S>(PieceType::Pawn, placed, from, to);
                self.below.visit::<S::Enemy>(&child);
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square) {
        self.below.visit::<S::Enemy>(&self.node.play_en_passant::<S>(from));
    }

    #[inline(always)]
    fn castling(&mut self, rook: Square) {
        self.below.visit::<S::Enemy>(&self.node.play_castling::<S>(rook));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::{Position, Setup};

    /// Compares each version of the kernel with the generator of the rules.
    fn assert_versions_count(position: &mut Position, depth: u32) {
        let expected = u128::from(crate::bulk(position, depth));
        let board: ferz::Board = **position;
        isa::run_each(WholeCount { board: &board, depth, cache: NoCache }, |version, leaves| {
            assert_eq!(leaves, expected, "{version}: {depth} plies below {board}");
        });
        #[cfg(target_has_atomic = "64")]
        {
            let table = Table::new(1).expect("a small table");
            isa::run_each(WholeCount { board: &board, depth, cache: &table }, |version, leaves| {
                assert_eq!(leaves, expected, "{version}, hashed: {depth} plies below {board}");
            });
        }
    }

    #[test]
    fn every_version_counts_as_the_generator_does() {
        let fens = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        ];
        for fen in fens {
            let mut position = Position::from_fen(fen).expect("a legal position");
            (0..=4).for_each(|depth| assert_versions_count(&mut position, depth));
        }
    }

    #[test]
    fn every_version_counts_chess960_games() {
        let mut rng = fastrand::Rng::with_seed(961);
        for _ in 0..40 {
            let setup = Setup::double_chess960(rng.u16(..960), rng.u16(..960));
            let setup = setup.expect("numbers below 960");
            let mut position = Position::from_setup(&setup).expect("a start position is legal");
            for _ in 0..60 {
                assert_versions_count(&mut position, rng.u32(1..=2));
                let moves = position.legal_moves();
                let Some(&mv) = rng.choice(&*moves) else { break };
                position.do_move(mv);
            }
        }
    }
}
