//! A random sample of a stream of unknown length.

/// A uniform random sample of a stream, in the order of the stream (Vitter's algorithm R). Equal streams,
/// sizes and seeds give equal samples on every machine. Keeps as many items as the sample has.
///
/// ```
/// use ferz_database::selection::Reservoir;
/// let mut sample = Reservoir::new(10, 1);
/// (0..1000).for_each(|number| sample.offer(|| number));
/// let sample = sample.into_items();
/// assert!(sample.len() == 10 && sample.is_sorted());
/// ```
pub struct Reservoir<T> {
    size: usize,
    offered: u64,
    random: SplitMix64,
    /// The items with their numbers in the stream.
    items: Vec<(u64, T)>,
}

impl<T> Reservoir<T> {
    /// Creates a sample of at most `size` items.
    pub fn new(size: usize, seed: u64) -> Self {
        Self { size, offered: 0, random: SplitMix64(seed), items: Vec::new() }
    }

    /// Offers the next item of the stream, which is created only if it enters the sample.
    pub fn offer(&mut self, create: impl FnOnce() -> T) {
        let number = self.offered;
        self.offered += 1;
        if self.items.len() < self.size {
            self.items.push((number, create()));
            return;
        }
        let place = self.random.below(self.offered);
        if let Some(item) = usize::try_from(place).ok().and_then(|at| self.items.get_mut(at)) {
            *item = (number, create());
        }
    }

    /// Returns the sample in the order of the stream.
    pub fn into_items(mut self) -> Vec<T> {
        self.items.sort_unstable_by_key(|&(number, _)| number);
        self.items.into_iter().map(|(_, item)| item).collect()
    }
}

/// The generator SplitMix64 (Steele, Lea and Flood 2014), whose numbers are the same everywhere.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `limit`, which is at least 1.
    fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(limit)) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(size: usize, count: u64, seed: u64) -> Vec<u64> {
        let mut sample = Reservoir::new(size, seed);
        (0..count).for_each(|number| sample.offer(|| number));
        sample.into_items()
    }

    #[test]
    fn samples_depend_on_the_seed_only() {
        assert_eq!(sample(5, 1000, 7), sample(5, 1000, 7));
        assert_ne!(sample(5, 1000, 7), sample(5, 1000, 8));
        assert_eq!(sample(5, 3, 7), [0, 1, 2]);
        assert_eq!(sample(0, 3, 7), []);
    }

    #[test]
    fn each_item_is_as_probable_as_the_others() {
        let mut counts = [0_u32; 10];
        for seed in 0..10_000 {
            sample(3, 10, seed).into_iter().for_each(|number| counts[number as usize] += 1);
        }
        // The expected count is 3000, the standard deviation 46.
        assert!(counts.iter().all(|count| (2800..3200).contains(count)), "{counts:?}");
    }

    #[test]
    fn numbers_are_those_of_the_reference() {
        let mut random = SplitMix64(1_234_567);
        // From the reference implementation in C.
        assert_eq!(random.next(), 6_457_827_717_110_365_317);
        assert_eq!(random.next(), 3_203_168_211_198_807_973);
    }
}
