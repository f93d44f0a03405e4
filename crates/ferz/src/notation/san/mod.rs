//! SAN (Standard Algebraic Notation) of moves: `Nf3`, `exd5`, `O-O`, `e8=Q#`.
//!
//! The writer produces the standard form. The reader also accepts common variants:
//!
//! - check and checkmate marks, `!`, `?` and `e.p.` are optional and are not verified;
//! - castling with the letter O in either case, or with zeros;
//! - promotions as `e8=Q`, `e8Q`, `e8(Q)` and `e8/Q`, the piece in either case;
//! - more of the origin than necessary, up to long algebraic notation: `Ng1f3`, `Ng1-f3`, `e2-e4`;
//! - captures with `x`, `:` or no mark. A capture mark on a move that captures nothing is an error,
//!   and so is `-` on a capture.
//!
//! Pieces are upper-case letters (`B` is a bishop, `b` the file), with an optional `P` for the
//! pawn.

mod pattern;
mod read;
mod write;

pub use pattern::SanPattern;
pub use read::{ParseSanError, ParseSanProblem};
pub use write::San;
