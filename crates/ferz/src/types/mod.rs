//! Basic types: squares, pieces, moves, bitboards and scores.

mod bitboard;
mod castling_rights;
mod color;
mod index_enum;
mod moves;
mod piece;
mod score;
mod square;

pub use bitboard::{Bitboard, Squares, Subsets};
pub use castling_rights::{CastleSide, CastlingRights, InvalidCastlingBits};
pub use color::Color;
pub use moves::{InvalidMoveBits, Move, MoveFlag};
pub use piece::{Piece, PieceType};
pub use score::Score;
pub use square::{Direction, File, ParseSquareError, Rank, Square};
