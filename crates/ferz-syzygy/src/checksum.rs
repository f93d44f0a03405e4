//! The checksum of a table file: its last 16 bytes.
//!
//! The generator hashes each part of 16 MiB with CityHashCrc256, and the concatenated results with
//! CityHashCrc128. The hash functions are those of CityHash 1.0 by Geoff Pike and Jyrki Alakuijala
//! (MIT licence), with CRC-32C computed by tables.

use crate::error::TableError;
use crate::file::{CHECKSUM_LEN, TableFile};
use std::ops::ControlFlow;

/// The number of bytes that are hashed together.
const PART_LEN: u64 = 1 << 24;

const K0: u64 = 0xC3A5_C85C_97CB_3127;
const K1: u64 = 0xB492_B66F_BE98_F273;
const K3: u64 = 0xC949_D7C7_509E_6557;

/// Compares the checksum of a file with its contents. Reads the whole file.
///
/// # Errors
/// [`TableError::Checksum`] if they differ; others if the file cannot be read.
pub(crate) fn verify(file: &TableFile) -> Result<(), TableError> {
    verify_while(file, |_| ControlFlow::Continue(())).map(|_| ())
}

/// Compares the checksum of a file with its contents, as [`verify`] does. Calls `progress` with the
/// number of bytes of each part after it has been hashed, the last with the checksum, and ends if it
/// breaks.
///
/// # Errors
/// Those of [`verify`].
#[expect(unexpected_cfgs, reason = "`fuzz/run` sets `fuzzing`")]
pub(crate) fn verify_while(
    file: &TableFile,
    mut progress: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, TableError> {
    let end = file.len().checked_sub(CHECKSUM_LEN).ok_or(TableError::Truncated)?;
    let mut hashes = Vec::new();
    let mut start = 0;
    while start < end {
        let len = PART_LEN.min(end - start);
        let bytes = file.bytes(start, len as usize)?;
        hashes.extend(hash_256(&bytes).into_iter().flat_map(u64::to_le_bytes));
        start += len;
        let read = if start < end { len } else { len + CHECKSUM_LEN };
        if progress(read).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    let stored: [u8; CHECKSUM_LEN as usize] = file.array(end)?;
    let [low, high] = hash_128(&hashes);
    let computed = u128::from(high) << 64 | u128::from(low);
    // A fuzzer cannot find the checksum of its bytes.
    if stored == computed.to_le_bytes() || cfg!(fuzzing) {
        Ok(ControlFlow::Continue(()))
    } else {
        Err(TableError::Checksum)
    }
}

/// Returns the 64-bit word at an offset. The callers stay within the bytes.
fn word(bytes: &[u8], offset: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[offset..offset + 8]);
    u64::from_le_bytes(word)
}

fn shift_mix(value: u64) -> u64 {
    value ^ value >> 47
}

/// Hashes two words.
fn hash_pair(low: u64, high: u64) -> u64 {
    const MULTIPLIER: u64 = 0x9DDF_EA08_EB38_2D69;
    let a = shift_mix((low ^ high).wrapping_mul(MULTIPLIER));
    let b = shift_mix((high ^ a).wrapping_mul(MULTIPLIER));
    b.wrapping_mul(MULTIPLIER)
}

/// CityHashCrc256.
fn hash_256(bytes: &[u8]) -> [u64; 4] {
    if bytes.len() >= 240 {
        return hash_256_long(bytes, 0);
    }
    let mut padded = [0; 240];
    padded[..bytes.len()].copy_from_slice(bytes);
    hash_256_long(&padded, !(bytes.len() as u32))
}

/// The state of CityHashCrc256: five words and their CRC-32C sums.
struct CrcState {
    words: [u64; 5],
    last: u64,
    crcs: [u32; 5],
}

impl CrcState {
    /// Adds 40 bytes.
    fn add(&mut self, bytes: &[u8], multiplier: u64, rotation: u32) {
        let [a, b, c, d, e] = self.words;
        let next = [(b, 41), (c, 27), (d, 41), (e, 33), (self.last, 25)];
        self.last = a;
        for (i, (value, bits)) in next.into_iter().enumerate() {
            let mixed = value.rotate_right(bits ^ rotation).wrapping_mul(multiplier);
            self.words[i] = mixed.wrapping_add(word(bytes, 8 * i));
            self.crcs[i] = crc32c(self.crcs[i], self.words[i]);
        }
    }
}

/// CityHashCrc256 of at least 240 bytes.
fn hash_256_long(bytes: &[u8], seed: u32) -> [u64; 4] {
    let len = bytes.len() as u64;
    let b = word(bytes, 96).wrapping_add(K0);
    let first = hash_pair(b, len);
    let second = word(bytes, 120).wrapping_mul(K0).wrapping_add(len);
    let words = [
        word(bytes, 56).wrapping_add(K0),
        b,
        first,
        second,
        word(bytes, 184).wrapping_add(seed.into()),
    ];
    let last = first.wrapping_add(second);
    let mut state = CrcState { words, last, crcs: [seed, 0, 0, 0, 0] };
    let whole = bytes.len() / 240 * 6;
    for (i, chunk) in bytes.chunks_exact(40).enumerate() {
        match (i < whole, i % 2) {
            (true, 0) => state.add(chunk, 1, 1),
            _ => state.add(chunk, K0, 0),
        }
    }
    if !bytes.len().is_multiple_of(40) {
        state.add(&bytes[bytes.len() - 40..], K0, 0);
    }
    finish_256(&state, [first, second])
}

/// Combines the words and sums of CityHashCrc256.
fn finish_256(state: &CrcState, [first, second]: [u64; 2]) -> [u64; 4] {
    let add = u64::wrapping_add;
    let [a, b, c, d, e] = state.words;
    let [f, g, h, i, j] = state.crcs.map(u64::from);
    let j = add(j, i << 32);
    let a = hash_pair(a, j);
    let h = add(h, g << 32);
    let b = add(b, h);
    let c = add(hash_pair(c, f), i);
    let d = hash_pair(d, add(e, first));
    let j = add(j, e);
    let i = add(i, hash_pair(h, state.last));
    let e = add(hash_pair(a, d), j);
    let f = add(hash_pair(b, c), a);
    let g = add(hash_pair(j, i), c);
    let mix = |value: u64| shift_mix(value.wrapping_mul(K0)).wrapping_mul(K0);
    let first = add(add(e, f), add(g, h));
    let a = add(mix(add(a, g)), b);
    let second = add(second, add(a, first));
    let a = add(mix(a), c);
    let third = add(a, second);
    [first, second, third, add(mix(add(a, e)), third)]
}

/// CityHashCrc128 of at least 32 bytes.
fn hash_128(bytes: &[u8]) -> [u64; 2] {
    if bytes.len() > 900 {
        let [_, _, low, high] = hash_256(bytes);
        return [low, high];
    }
    let seed = [word(bytes, 0) ^ K3, word(bytes, 8)];
    let bytes = &bytes[16..];
    if bytes.len() < 128 { murmur_128(bytes, seed) } else { city_128(bytes, seed) }
}

/// CityMurmur of at least 16 bytes.
fn murmur_128(bytes: &[u8], [mut a, mut b]: [u64; 2]) -> [u64; 2] {
    let len = bytes.len();
    let mix = |value: u64| shift_mix(value.wrapping_mul(K1)).wrapping_mul(K1);
    let (mut c, mut d);
    if len == 16 {
        let (start, end) = (word(bytes, 0), word(bytes, 8));
        let rotated = end.wrapping_add(16).rotate_right(16);
        a = mix(a);
        c = b.wrapping_mul(K1).wrapping_add(hash_pair(start, rotated) ^ end);
        d = shift_mix(a.wrapping_add(start));
    } else {
        c = hash_pair(word(bytes, len - 8).wrapping_add(K1), a);
        d = hash_pair(b.wrapping_add(len as u64), c.wrapping_add(word(bytes, len - 16)));
        a = a.wrapping_add(d);
        for start in (0..len - 16).step_by(16) {
            a = (a ^ mix(word(bytes, start))).wrapping_mul(K1);
            b ^= a;
            c = (c ^ mix(word(bytes, start + 8))).wrapping_mul(K1);
            d ^= c;
        }
    }
    let (a, b) = (hash_pair(a, c), hash_pair(d, b));
    [a ^ b, hash_pair(b, a)]
}

/// The hash of 32 bytes with two seeds.
fn weak_hash_32(bytes: &[u8], a: u64, b: u64) -> [u64; 2] {
    let [w, x, y, z] = [0, 8, 16, 24].map(|offset| word(bytes, offset));
    let a = a.wrapping_add(w);
    let b = b.wrapping_add(a).wrapping_add(z).rotate_right(21);
    let sum = a.wrapping_add(x).wrapping_add(y);
    [sum.wrapping_add(z), b.wrapping_add(sum.rotate_right(44)).wrapping_add(a)]
}

/// CityHash128 with a seed, of at least 128 bytes.
fn city_128(bytes: &[u8], [mut x, mut y]: [u64; 2]) -> [u64; 2] {
    let add = u64::wrapping_add;
    let times = |value: u64, bits, factor: u64| value.rotate_right(bits).wrapping_mul(factor);
    let mut z = (bytes.len() as u64).wrapping_mul(K1);
    let first = add(times(y ^ K1, 49, K1), word(bytes, 0));
    let mut v = [first, add(times(first, 42, K1), word(bytes, 8))];
    let mut w = [add(times(add(y, z), 35, K1), x), times(add(x, word(bytes, 88)), 53, K1)];
    // The chunks of 64 bytes are taken in pairs.
    let whole = bytes.len() / 128 * 128;
    for chunk in bytes[..whole].chunks_exact(64) {
        x = times(add(add(x, y), add(v[0], word(chunk, 8))), 37, K1) ^ w[1];
        y = add(times(add(add(y, v[1]), word(chunk, 48)), 42, K1), add(v[0], word(chunk, 40)));
        z = times(add(z, w[0]), 33, K1);
        v = weak_hash_32(chunk, v[1].wrapping_mul(K1), add(x, w[0]));
        w = weak_hash_32(&chunk[32..], add(z, w[1]), add(y, word(chunk, 16)));
        (x, z) = (z, x);
    }
    x = add(x, times(add(v[0], z), 49, K0));
    z = add(z, times(w[0], 37, K0));
    // The rest is hashed from its end, in steps of 32 bytes that may begin before it.
    for done in (32..).step_by(32).take((bytes.len() - whole).div_ceil(32)) {
        let tail = &bytes[bytes.len() - done..];
        y = add(times(add(x, y), 42, K0), v[1]);
        w[0] = add(w[0], word(tail, 16));
        x = add(x.wrapping_mul(K0), w[0]);
        z = add(z, add(w[1], word(tail, 0)));
        w[1] = add(w[1], v[0]);
        v = weak_hash_32(tail, add(v[0], z), v[1]);
    }
    let x = hash_pair(x, v[0]);
    let y = hash_pair(add(y, z), w[0]);
    [add(hash_pair(add(x, v[1]), w[1]), y), hash_pair(add(x, w[1]), add(y, v[1]))]
}

/// The CRC-32C of each byte, followed by 0 to 7 zero bytes.
static CRC_TABLES: [[u32; 256]; 8] = crc_tables();

const fn crc_tables() -> [[u32; 256]; 8] {
    /// The polynomial of Castagnoli, bits reversed.
    const POLYNOMIAL: u32 = 0x82F6_3B78;
    let mut tables = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = crc >> 1 ^ if crc & 1 == 1 { POLYNOMIAL } else { 0 };
            bit += 1;
        }
        tables[0][byte] = crc;
        byte += 1;
    }
    let mut zeros = 1;
    while zeros < 8 {
        let mut byte = 0;
        while byte < 256 {
            let crc: u32 = tables[zeros - 1][byte];
            tables[zeros][byte] = crc >> 8 ^ tables[0][(crc & 255) as usize];
            byte += 1;
        }
        zeros += 1;
    }
    tables
}

/// Continues a CRC-32C without inversions by a word, low byte first.
fn crc32c(crc: u32, word: u64) -> u32 {
    let bytes = (word ^ u64::from(crc)).to_le_bytes();
    let parts = bytes.into_iter().zip(CRC_TABLES.iter().rev());
    parts.fold(0, |crc, (byte, table)| crc ^ table[usize::from(byte)])
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::path::Path;

    /// Replaces the checksum of a table by that of its contents.
    pub(crate) fn seal(table: &mut [u8]) {
        let contents = table.len() - CHECKSUM_LEN as usize;
        let hash = hash_256(&table[..contents]).map(u64::to_le_bytes);
        let [low, high] = hash_128(hash.as_flattened());
        table[contents..contents + 8].copy_from_slice(&low.to_le_bytes());
        table[contents + 8..].copy_from_slice(&high.to_le_bytes());
    }

    /// Returns bytes from a linear congruential generator.
    fn bytes(len: usize) -> Vec<u8> {
        let mut state = 1_u32;
        let next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        std::iter::repeat_with(next).take(len).collect()
    }

    #[test]
    fn hashes_equal_those_of_the_reference_implementation() {
        for (len, hash) in [
            (32, [0xc77a_a32c_0e4b_1d42, 0x1b45_b75e_6b92_4b32]),
            (64, [0x67a9_0bb9_aa37_5386, 0x4c76_ddac_c49f_f1b9]),
            (128, [0xa07d_edaf_c151_f036, 0x4463_8914_36f4_a90f]),
            (160, [0x71a6_374b_1b40_83e8, 0xbe8b_9dc2_b1d7_3b11]),
            (320, [0xe096_b1c2_5923_da27, 0xf8a6_7cf0_a77d_81eb]),
            (896, [0x44d1_3114_fff0_cbf5, 0xe6b3_3a1d_2e05_463d]),
            (928, [0x3102_6100_3286_ca41, 0xe635_2d18_f804_f8f5]),
            (3200, [0x520e_9725_f496_83b1, 0xa82f_29d6_4f17_d5c5]),
        ] {
            assert_eq!(hash_128(&bytes(len)), hash, "{len}");
        }
        for (len, last) in [
            (64, 0x9646_ac86_77fd_0c8f),
            (192, 0xf10c_2f33_1bfe_84c5),
            (240, 0x1eba_5189_9c2e_0084),
            (280, 0x6f24_8c2b_10d9_f8b6),
            (448, 0x2715_39cc_fb00_0f16),
            (960, 0x858d_e2fb_cd87_46cb),
            (1024, 0x823e_7b0e_1240_e2af),
            (100_032, 0x7d2c_796a_a666_f4ed_u64),
        ] {
            assert_eq!(hash_256(&bytes(len))[3], last, "{len}");
        }
    }

    #[test]
    fn tables_in_memory_and_on_disk_are_verified() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/KQvKR.rtbz");
        for max_in_memory in [0, u64::MAX] {
            assert_eq!(verify(&TableFile::open(&path, max_in_memory).unwrap()), Ok(()));
        }
        let mut table = std::fs::read(path).unwrap();
        let valid = table.clone();
        let byte = table.len() / 2;
        table[byte] ^= 1;
        assert_eq!(verify(&TableFile::InMemory(table.clone().into())), Err(TableError::Checksum));
        table[byte] ^= 1;
        table[valid.len() - 16..].fill(0);
        seal(&mut table);
        assert_eq!(table, valid);
    }
}
