//! Boards and move generators to learn from: the code of the course `docs/learn`.
//!
//! The comments `[start:NAME]` and `[end:NAME]` enclose the sections that the text shows. The modules in the order of the
//! course are [`types`] and [`fen`], [`board`] and [`mailbox`], [`mailbox_10x12`] and
//! [`board_0x88`], [`bitboard`], [`leapers`], [`sliders`], [`packed`], [`zobrist`] and
//! [`bitboards`], [`compare`], [`position`], [`prefetch`], [`popcount`], [`twelve`], [`uci`] and [`engine`].

pub mod bitboard;
pub mod bitboards;
pub mod board;
pub mod board_0x88;
pub mod compare;
pub mod engine;
pub mod exercises;
pub mod fen;
pub mod leapers;
pub mod mailbox;
pub mod mailbox_10x12;
pub mod packed;
pub mod popcount;
pub mod position;
pub mod prefetch;
pub mod random;
pub mod sliders;
pub mod solutions;
pub mod twelve;
pub mod types;
pub mod uci;
pub mod zobrist;
