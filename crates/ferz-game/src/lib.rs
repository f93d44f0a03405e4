#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod analysis;
pub mod book;
pub mod chart;
pub mod game;
mod marks;
pub mod openings;
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

    fn write(&mut self, _: &[u8]) {
        unreachable!("all keys are u64");
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::BuildHasher as _;

    /// Returns the number in an environment variable, such as `FERZ_SEED` and `FERZ_COUNT` of the tests with
    /// random texts.
    pub(crate) fn setting(name: &str, default: u64) -> u64 {
        std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
    }

    #[test]
    fn the_hash_of_a_key_is_the_key() {
        let hasher = BuildHasherDefault::<KeyHasher>::default();
        for key in [0, 1, u64::MAX, 0x463B_9618_1691_FC9C] {
            assert_eq!(hasher.hash_one(key), key);
        }
    }
}
