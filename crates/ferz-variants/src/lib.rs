#![doc = include_str!("../README.md")]
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

mod board;
mod fen;
mod key;
mod material;
mod movegen;
mod moves;
mod outcome;
mod perft;
mod play;
mod position;
mod rules;
mod san;
mod setup;
mod uci;

pub use board::Board;
pub use fen::FenError;
pub use moves::Move;
pub use outcome::{EndReason, Outcome};
pub use perft::{divide, perft};
pub use position::Position;
pub use rules::{Rules, UnknownRulesError};
pub use setup::{InvalidSetup, Pocket, RulesFault, Setup};
pub use uci::UciError;
