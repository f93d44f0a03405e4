//! Counting kernel: perft without the moves of the last two plies.
//!
//! A perft with bulk counting spends nearly all its time one ply above the leaves, where it
//! generates moves that it never makes. This kernel counts there without generating single moves,
//! and counts the last *two* plies together, so that most moves of the ply before are not made
//! either. It has its own board and move generator; the tests compare it with the generator of
//! `ferz`.
//!
//! # Tree
//!
//! - The board is nine 64-bit words (colours, piece types, castling rooks, en passant square) and is
//!   copied for every move (`board.rs`).
//! - The generator (`moves.rs`) passes each piece once, with the set of its legal targets, to a
//!   visitor. Pawns are passed together, one set for each step. With one ply left, the count is a
//!   sum of population counts.
//! - With two plies left, `pairs.rs` counts both. With more plies left, `tree.rs` makes each move.
//!   Subtrees of three plies or more may be stored in a [`Table`](crate::Table).
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
//! direction or knight step (`directions.rs`, `simd`). The sliders' attacks are a Kogge-Stone fill.
//! The number of moves behind each square of a ray follows from seven rounds: round `n` moves the
//! rays one step back and leaves the squares with at least `n` moves behind them, which are
//! subtracted from `landing`. Each addition of eight sets to the 64 counts is one bit-matrix
//! transposition and one population count per byte with AVX-512, and a loop over squares elsewhere.

mod board;
mod directions;
mod key;
mod king_zone;
mod moves;
mod pairs;
mod replies;
mod simd;
mod tree;

pub use tree::count;
#[cfg(target_has_atomic = "64")]
pub use tree::count_hashed;
