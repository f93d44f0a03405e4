//! Boards and move generators to learn from.

pub mod bitboard;
pub mod bitboards;
pub mod board;
pub mod board_0x88;
pub mod evaluate;
pub mod fen;
pub mod leapers;
pub mod mailbox;
pub mod mailbox_10x12;
pub mod packed;
pub mod random;
pub mod search;
pub mod sliders;
pub mod types;
pub mod uci;
pub mod zobrist;
