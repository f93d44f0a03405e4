use serde::Serialize;
use std::collections::HashMap;

/// The largest number of keys: a hash map of so many takes 36 MiB.
const MAX_KEYS: usize = 1_800_000;

/// Counts of 64-bit keys in bounded memory, at most 36 MiB.
///
/// All keys are counted up to 1.8 million different ones. Then every second key is dropped with its
/// count, and again each time that the limit is exceeded: the keys that remain are a random sample
/// of all keys, each with all its occurrences, so that shares are estimated without bias. The keys
/// are expected to be random numbers, such as position keys.
#[derive(Clone, Debug)]
pub struct KeyCounts {
    counts: HashMap<u64, u32>,
    /// The number of high bits that are 0 in a key of the sample.
    zero_bits: u32,
    max_keys: usize,
}

/// The numbers of occurrences of the keys in a sample.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Duplicates {
    /// The number of keys of which one is in the sample; 1 if all are counted.
    pub sampled_one_in: u64,
    /// The number of occurrences.
    pub counted: u64,
    /// The number of different keys.
    pub distinct: u64,
    /// The number of occurrences of keys that occur more than once.
    pub repeated: u64,
}

impl Default for KeyCounts {
    fn default() -> Self {
        Self { counts: HashMap::new(), zero_bits: 0, max_keys: MAX_KEYS }
    }
}

impl KeyCounts {
    /// Counts an occurrence of a key.
    pub fn add(&mut self, key: u64) {
        if key.leading_zeros() < self.zero_bits {
            return;
        }
        let count = self.counts.entry(key).or_default();
        *count = count.saturating_add(1);
        while self.counts.len() > self.max_keys {
            self.zero_bits += 1;
            let zero_bits = self.zero_bits;
            self.counts.retain(|key, _| key.leading_zeros() >= zero_bits);
        }
    }

    /// Returns the numbers of occurrences.
    pub fn duplicates(&self) -> Duplicates {
        let counts = || self.counts.values().map(|&count| u64::from(count));
        Duplicates {
            sampled_one_in: 1 << self.zero_bits.min(63),
            counted: counts().sum(),
            distinct: self.counts.len() as u64,
            repeated: counts().filter(|&count| count > 1).sum(),
        }
    }
}

impl Duplicates {
    /// Returns the share of occurrences of keys that occur more than once, 0 to 1.
    pub fn share(&self) -> f64 {
        self.repeated as f64 / self.counted.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn occurrences_are_counted() {
        let mut counts = KeyCounts::default();
        [5, 7, 5, u64::MAX, 5, 7, 1].into_iter().for_each(|key| counts.add(key));
        let expected = Duplicates { sampled_one_in: 1, counted: 7, distinct: 4, repeated: 5 };
        assert_eq!(counts.duplicates(), expected);
        assert!((expected.share() - 5.0 / 7.0).abs() < 1e-9);
        assert_eq!(KeyCounts::default().duplicates().share(), 0.0);
    }

    #[test]
    fn a_sample_estimates_the_share_in_bounded_memory() {
        let mut counts = KeyCounts { max_keys: 4000, ..KeyCounts::default() };
        let mut rng = fastrand::Rng::with_seed(1);
        // A fifth of the keys occurs three times: 3 / 7 of the occurrences, in any order.
        let keys: Vec<u64> = (0..100_000).map(|_| rng.u64(..)).collect();
        let repeated = keys[..20_000].iter();
        let mut all: Vec<u64> =
            keys.iter().chain(repeated.clone()).chain(repeated).copied().collect();
        rng.shuffle(&mut all);
        all.into_iter().for_each(|key| counts.add(key));
        let found = counts.duplicates();
        assert_eq!(found.sampled_one_in, 32);
        assert!(found.distinct <= 4000 && found.distinct > 2500, "{found:?}");
        assert!((found.share() - 3.0 / 7.0).abs() < 0.03, "{found:?}");
    }

    #[test]
    fn a_frequent_key_takes_one_place() {
        let mut counts = KeyCounts { max_keys: 2, ..KeyCounts::default() };
        (0..100).for_each(|_| counts.add(u64::MAX));
        assert_eq!(counts.duplicates().sampled_one_in, 1);
        assert_eq!(counts.duplicates().repeated, 100);
    }
}
