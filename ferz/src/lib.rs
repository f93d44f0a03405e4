#![allow(long_running_const_eval)]
#![doc = include_str!("../README.md")]
#![cfg_attr(not(any(feature = "std", test)), no_std)]

extern crate alloc;

pub mod attacks;
pub mod notation;
pub mod setup;
pub mod types;

pub use setup::{InvalidSetup, Setup, SetupFaults};
pub use types::*;
