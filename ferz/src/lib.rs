#![allow(long_running_const_eval)]
#![doc = include_str!("../README.md")]
#![cfg_attr(not(any(feature = "std", test)), no_std)]

extern crate alloc;

pub mod attacks;
pub mod types;

pub use types::*;
