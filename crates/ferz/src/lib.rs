#![allow(long_running_const_eval)]
#![doc = include_str!("../README.md")]
#![cfg_attr(not(any(feature = "std", test)), no_std)]

extern crate alloc;

pub mod attacks;
pub mod movegen;
pub mod notation;
pub mod position;
pub mod setup;
mod side;
pub mod types;

pub use movegen::{
    Captures, Evasions, GenType, Legal, MoveList, MoveSink, NonEvasions, QuietChecks, Quiets,
    ScoredMove,
};
pub use position::{DrawReason, IllegalMove, Keys, Observer, Outcome, Position};
pub use setup::{InvalidSetup, Setup, SetupFaults};
pub use types::*;

/// Runs the example of the workspace's README as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
mod workspace_readme {}
