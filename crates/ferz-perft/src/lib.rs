#![cfg_attr(feature = "std", doc = include_str!("../README.md"))]
#![cfg_attr(not(feature = "std"), doc = "Perft without threads and files: see the feature `std`.")]
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![deny(unsafe_code)]

extern crate alloc;

pub mod count;
#[cfg(target_has_atomic = "64")]
mod table;
mod walk;

#[cfg(all(feature = "std", target_has_atomic = "64"))]
pub mod comparison;
#[cfg(all(feature = "std", target_has_atomic = "64"))]
pub mod parallel;
#[cfg(all(feature = "std", target_has_atomic = "64"))]
pub mod statistics;
#[cfg(all(feature = "std", target_has_atomic = "64"))]
pub mod suite;

pub use count::count;
#[cfg(target_has_atomic = "64")]
pub use count::count_hashed;
#[cfg(target_has_atomic = "64")]
pub use table::{OutOfMemory, Table};
pub use walk::{bulk, make};

#[cfg(all(feature = "std", target_has_atomic = "64"))]
pub use {
    parallel::{CountOptions, Error, Event, Method},
    statistics::Statistics,
    suite::Suite,
};
