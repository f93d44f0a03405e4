//! Patches of valid files, so that the fuzzer need not find their form.

/// Returns a file with runs of equal bytes written over it: six bytes of the patches are an offset, a
/// length and a value.
pub fn patched(file: &[u8], patches: &[u8]) -> Vec<u8> {
    let mut patched = file.to_vec();
    for &[a, b, c, low, high, value] in patches.as_chunks().0 {
        let start = u32::from_le_bytes([a, b, c, 0]) as usize % file.len();
        let length = usize::from(u16::from_le_bytes([low, high])).min(file.len() - start);
        patched[start..start + length].fill(value);
    }
    patched
}
