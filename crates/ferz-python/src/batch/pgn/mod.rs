//! Positions of PGN texts as columns, read by all cores.
//!
//! The threads of `ferz_game::pgn::ParallelReader` fill columns ([`visitor`]); one thread receives
//! them in the order of the text, numbers the games, drops repeated positions ([`producer`]) and
//! sends chunks of a fixed number of rows to Python ([`stream`]).

mod columns;
mod filter;
mod producer;
mod stream;
mod visitor;

pub(super) use stream::PgnStream;
