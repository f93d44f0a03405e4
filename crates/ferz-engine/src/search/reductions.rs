//! Late move reductions by depth and move number.

use crate::params::{lmr_noisy_base, lmr_noisy_factor, lmr_quiet_base, lmr_quiet_factor};

/// Unit of reductions: one ply.
pub(crate) const PLY: i32 = 1024;

/// Base-2 logarithms of 0 to 255 in units of 1/1024; that of 0 is 0.
static LOG2: [i32; 256] = {
    let mut table = [0; 256];
    let mut i = 1;
    while i < table.len() {
        table[i] = log2(i as u64);
        i += 1;
    }
    table
};

/// Computes a base-2 logarithm in units of 1/1024 by repeated squaring: a square of 2 or more gives
/// a binary digit of 1.
const fn log2(n: u64) -> i32 {
    let whole = n.ilog2();
    // The mantissa, in 1..2 with 32 binary places.
    let mut mantissa = (n << 32) >> whole;
    let mut result = whole as i32;
    let mut bit = 0;
    while bit < 10 {
        mantissa = ((mantissa as u128 * mantissa as u128) >> 32) as u64;
        result <<= 1;
        if mantissa >= 2 << 32 {
            result |= 1;
            mantissa >>= 1;
        }
        bit += 1;
    }
    result
}

/// Returns the reduction by depth and move number alone, in 1024ths of a ply.
pub(crate) fn base_reduction(depth: i32, number: usize, noisy: bool) -> i32 {
    let (base, factor) = if noisy {
        (lmr_noisy_base(), lmr_noisy_factor())
    } else {
        (lmr_quiet_base(), lmr_quiet_factor())
    };
    let product = LOG2[depth.clamp(0, 255) as usize] * LOG2[number.min(255)] / PLY;
    base + product * factor / PLY
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log2_table_is_within_one_unit() {
        for (i, &log) in LOG2.iter().enumerate().skip(1) {
            let exact = (i as f64).log2() * 1024.0;
            assert!((f64::from(log) - exact).abs() <= 1.0, "{i}: {log} {exact}");
        }
    }

    #[test]
    fn base_reduction_grows_with_depth_and_move_number() {
        for noisy in [false, true] {
            assert!(base_reduction(20, 30, noisy) > base_reduction(10, 30, noisy));
            assert!(base_reduction(20, 30, noisy) > base_reduction(20, 10, noisy));
        }
    }
}
