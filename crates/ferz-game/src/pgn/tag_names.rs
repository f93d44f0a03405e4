//! Faults of the tags of a game that only all of them show.

use super::movetext::result_at;
use super::visitor::{PgnErrorKind, Tag, decode};

/// The names of the tags that a game has had so far.
#[derive(Default)]
pub(super) struct TagNames {
    /// A bit for each name, so that a new name is mostly known without a search.
    bits: u64,
    names: Vec<u128>,
}

impl TagNames {
    /// Removes all names, before the tags of a game.
    pub(super) fn clear(&mut self) {
        self.bits = 0;
        self.names.clear();
    }

    /// Adds the name of a tag. Returns the fault of a repeated name or of a result that cannot be read.
    pub(super) fn check(&mut self, tag: Tag<'_>) -> Option<PgnErrorKind> {
        let name = packed(tag.name);
        // Multiplicative hashing: the upper bits depend on all bytes of the folded name.
        let folded = name as u64 ^ (name >> 64) as u64;
        let bit = 1 << (folded.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 58);
        let is_repeated = self.bits & bit != 0 && self.names.contains(&name);
        if is_repeated {
            return Some(PgnErrorKind::RepeatedTag { name: decode(tag.name).into_owned() });
        }
        self.bits |= bit;
        self.names.push(name);
        let is_faulty = tag.name == b"Result" && !is_result(tag.value.trim_ascii());
        is_faulty.then(|| PgnErrorKind::Result { found: tag.value().into_owned() })
    }
}

/// Returns a name as a number: its bytes, or a hash of those of a long name (FNV-1a).
fn packed(name: &[u8]) -> u128 {
    let mut bytes = [0; 16];
    if let Some(start) = bytes.get_mut(..name.len()) {
        start.copy_from_slice(name);
        return u128::from_le_bytes(bytes);
    }
    let step = |hash: u128, byte: &u8| (hash ^ u128::from(*byte)).wrapping_mul((1 << 88) + 0x13B);
    name.iter().fold(0x6C62_272E_07BB_0142_62B8_2175_6295_C58D, step)
}

/// Returns true if the value of the tag `Result` can be read. An empty value and `?` are unknown results.
fn is_result(value: &[u8]) -> bool {
    matches!(value, b"" | b"?") || result_at(value).is_some_and(|(_, length)| length == value.len())
}
