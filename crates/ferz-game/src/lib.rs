#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod analysis;
pub mod book;
pub mod game;
mod marks;
pub mod openings;
pub mod ordered;
pub mod pattern;
pub mod pgn;
mod result;
pub mod svg;

pub use marks::{Arrow, MarkColor, ParseMarkError, SquareMark};
pub use result::{GameResult, ParseGameResultError};

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A hash map whose keys are position keys.
pub(crate) type KeyMap<V> = HashMap<u64, V, BuildHasherDefault<KeyHasher>>;

/// Uses a position key, which is evenly distributed, as its own hash.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}
