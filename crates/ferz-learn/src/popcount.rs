// [start:head]
//! The size of a set without the instruction for it.
// [end:head]

// [start:popcount]
/// Counts the ones by removing the lowest one until none is left (Peter Wegner).
pub fn by_loop(mut bits: u64) -> u32 {
    let mut count = 0;
    while bits != 0 {
        bits &= bits - 1;
        count += 1;
    }
    count
}

/// The ones of each number of 16 bits.
static COUNTS: [u8; 1 << 16] = counts();

const fn counts() -> [u8; 1 << 16] {
    let mut counts = [0; 1 << 16];
    let mut bits = 1;
    while bits < counts.len() {
        // One bit less has been counted already.
        counts[bits] = counts[bits >> 1] + (bits & 1) as u8;
        bits += 1;
    }
    counts
}

/// Counts the ones of four parts by a table of 64 KiB.
pub fn by_table(bits: u64) -> u32 {
    let parts = [bits, bits >> 16, bits >> 32, bits >> 48];
    parts.map(|part| u32::from(COUNTS[usize::from(part as u16)])).iter().sum()
}

/// Counts the ones in groups of two, four and eight bits, all groups at once.
pub fn by_groups(bits: u64) -> u32 {
    let pairs = bits - (bits >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    // The product adds up all bytes in the highest one.
    (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
}
// [end:popcount]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// The judge is the instruction.
    #[test]
    fn three_ways_to_count() {
        let mut random = Random(21);
        let single = (0..64).map(|bit| 1 << bit);
        let dense = std::iter::from_fn(|| Some(random.next())).take(10_000);
        for bits in dense.chain(single).chain([0, u64::MAX]) {
            let count = bits.count_ones();
            assert_eq!([by_loop(bits), by_table(bits), by_groups(bits)], [count; 3], "{bits:#x}");
        }
    }
}
// [end:tests]
