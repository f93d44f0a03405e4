//! Eight sets side by side, one for each direction.

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512bw",
    target_feature = "avx512vbmi",
    target_feature = "avx512bitalg",
    target_feature = "avx512vpopcntdq",
    target_feature = "gfni"
))]
#[path = "avx512.rs"]
mod backend;

#[cfg(not(all(
    target_arch = "x86_64",
    target_feature = "avx512bw",
    target_feature = "avx512vbmi",
    target_feature = "avx512bitalg",
    target_feature = "avx512vpopcntdq",
    target_feature = "gfni"
)))]
#[path = "portable.rs"]
mod backend;

pub(crate) use backend::{Census, Lanes, Tally};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn census_counts_squares() {
        let sets =
            [1, 3, 7, 1 << 63, 1 << 63 | 1, 0x00FF_0000_0000_0000, !0, 0x8100_0000_0000_0081];
        let mut census = Census::default();
        census.add(Lanes::from(sets));
        census.add(Lanes::from(sets));
        census.sub(Lanes::from(sets));
        for square in 0..64 {
            let mut tally = Tally::default();
            census.sum(1 << square, &mut tally);
            let expected = sets.iter().filter(|&&set| set >> square & 1 != 0).count() as i64;
            assert_eq!(tally.total(), expected, "{square}");
        }
        let mut tally = Tally::default();
        census.sum(!0, &mut tally);
        assert_eq!(tally.total(), sets.iter().map(|set| i64::from(set.count_ones())).sum::<i64>());
    }

    #[test]
    fn lanes_rotate_each_by_its_own_step() {
        let sets = [0x8000_0000_0000_0001; 8];
        let steps = [8, 1, 56, 63, 9, 57, 55, 7];
        let turned = Lanes::from(sets).rotate(&steps);
        for lane in 0..8 {
            assert_eq!(turned.to_array()[lane], sets[lane].rotate_left(steps[lane] as u32));
        }
        assert_eq!(turned.squares(), 16);
    }
}
