//! Eight bitboards side by side, one for each direction, and small counts for every square.

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512bw",
    target_feature = "avx512vbmi",
    target_feature = "avx512bitalg",
    target_feature = "avx512vpopcntdq",
    target_feature = "gfni"
))]
#[path = "avx512.rs"]
#[expect(unsafe_code, reason = "AVX-512 intrinsics")]
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

pub(crate) use backend::{PartialSums, SquareCounts, U64x8};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn square_counts_are_the_numbers_of_sets_with_each_square() {
        let sets =
            [1, 3, 7, 1 << 63, 1 << 63 | 1, 0x00FF_0000_0000_0000, !0, 0x8100_0000_0000_0081];
        let mut counts = SquareCounts::default();
        counts.add(U64x8::from(sets));
        counts.add(U64x8::from(sets));
        counts.sub(U64x8::from(sets));
        for square in 0..64 {
            let mut sums = PartialSums::default();
            counts.sum(1 << square, &mut sums);
            let expected = sets.iter().filter(|&&set| set >> square & 1 != 0).count() as i64;
            assert_eq!(sums.total(), expected, "{square}");
        }
        let mut sums = PartialSums::default();
        counts.sum(!0, &mut sums);
        assert_eq!(sums.total(), sets.iter().map(|set| i64::from(set.count_ones())).sum::<i64>());
    }

    #[test]
    fn each_lane_rotates_by_its_own_step() {
        let sets = [0x8000_0000_0000_0001; 8];
        let steps = [8, 1, 56, 63, 9, 57, 55, 7];
        let rotated = U64x8::from(sets).rotate_left(&steps);
        for lane in 0..8 {
            assert_eq!(rotated.to_array()[lane], sets[lane].rotate_left(steps[lane] as u32));
        }
        assert_eq!(rotated.count_ones(), 16);
    }
}
