#![allow(long_running_const_eval)]
#![doc = include_str!("../README.md")]
#![cfg_attr(not(any(feature = "std", test)), no_std)]

extern crate alloc;

pub mod attacks;
#[cfg(target_arch = "x86_64")]
mod cpu;
mod error;
pub mod isa;
pub mod movegen;
pub mod notation;
pub mod packed;
mod pieces;
pub mod position;
pub mod setup;
mod text;
pub mod types;

pub use error::Error;
#[doc(inline)]
pub use movegen::{
    Captures, Evasions, GenType, Legal, MAX_MOVES, MoveList, MoveSink, NonEvasions, PromotionSet,
    QuietChecks, Quiets,
};
#[doc(inline)]
pub use packed::PackedPosition;
#[doc(inline)]
pub use position::{
    Arrangement, Board, CastlingPath, DrawReason, IllegalMove, Observer, Outcome, PieceSums,
    Pieces, Position,
};
#[doc(inline)]
pub use setup::{InvalidSetup, Setup, SetupFaults, UnknownFaultError};
#[doc(inline)]
pub use types::*;

/// Runs the example of the workspace's README as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
mod workspace_readme {}
