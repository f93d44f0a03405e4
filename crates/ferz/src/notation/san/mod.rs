//! SAN, the notation of moves that people read: `Nf3`, `exd5`, `O-O`, `e8=Q#`.
//!
//! The writer gives the one standard form. The reader takes that and what people and programs
//! make of it:
//!
//! - check and mate marks, `!`, `?` and `e.p.` are skipped, whether they are true or not;
//! - castling with the letter O in either case or with zeros;
//! - promotions as `e8=Q`, `e8Q`, `e8(Q)` and `e8/Q`, the piece in either case;
//! - more of the origin than needed, up to long algebraic notation: `Ng1f3`, `Ng1-f3`, `e2-e4`;
//! - captures with `x`, `:` or no mark. A capture mark on a move that captures nothing, or `-` on
//!   one that does, is refused.
//!
//! Pieces are capital letters (`B` is a bishop, `b` the file), with `P` for the pawn if wanted.

mod pattern;
mod read;
mod write;

pub use read::ParseSanError;
pub use write::San;
