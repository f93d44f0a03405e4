//! Hash key of a subtree.

use super::board::{Board, Side};

/// Random words added to the words of the board: fractional digits of pi.
const SALT: [u64; 10] = [
    0x243F_6A88_85A3_08D3,
    0x1319_8A2E_0370_7344,
    0xA409_3822_299F_31D0,
    0x082E_FA98_EC4E_6C89,
    0x4528_21E6_38D0_1377,
    0xBE54_66CF_34E9_0C6C,
    0xC0AC_29B7_C97C_50DD,
    0x3F84_D5B5_B547_0917,
    0x9216_D5D9_8979_FB1B,
    0xD131_0BA6_98DF_B5AC,
];

impl Board {
    /// Returns the NH hash of the board, the side to move and the depth: the salted words are
    /// multiplied in pairs and the 128-bit products added.
    #[inline(always)]
    pub(super) fn key<S: Side>(&self, depth: u32) -> u128 {
        let words = [
            self.colors[0],
            self.colors[1],
            self.pawns,
            self.knights,
            self.diagonals,
            self.orthogonals,
            self.kings,
            self.castling,
            self.en_passant,
            u64::from(depth) << 1 | S::US as u64,
        ];
        let salted = |i: usize| u128::from(words[i].wrapping_add(SALT[i]));
        (0..5)
            .fold(0, |sum: u128, i| sum.wrapping_add(salted(2 * i).wrapping_mul(salted(2 * i + 1))))
    }
}
