//! The check of a network file before it is embedded.

/// The features of each perspective.
const FEATURES: u64 = 1536;
/// The neurons of an accumulator are a multiple of this number, and at most the next.
const BLOCK: u32 = 32;
const MAX_HIDDEN: u32 = 1024;
const MAX_BUCKETS: u32 = 8;
/// The neurons of the first and of the second dense layer; the second has twice as many inputs as the
/// first has neurons.
const FIRST_NEURONS: u64 = 8;
const SECOND_NEURONS: u64 = 32;
/// The factors by which the weights are quantised.
const QUANTIZATION: [u32; 2] = [255, 128];
const MAGIC: &[u8] = b"FERZNNUE";
const VERSION: u32 = 3;
const HEADER_LEN: usize = 36;
const CHECKSUM_LEN: usize = 4;

/// Checks the header, the length and the checksum of a network file. The reader of `ferz-nnue`, which
/// describes the format, checks the weights too; a build script that used it would compile the rules
/// of chess a second time.
///
/// # Errors
/// The reason for which the bytes are no network.
pub(crate) fn check(bytes: &[u8]) -> Result<(), String> {
    if !bytes.starts_with(MAGIC) {
        let start = &bytes[..bytes.len().min(MAGIC.len())];
        return Err(format!(
            "not a network: begins with \"{}\", expected \"FERZNNUE\"",
            start.escape_ascii()
        ));
    }
    if bytes.len() < HEADER_LEN {
        return Err(format!("{} bytes, expected at least {HEADER_LEN}", bytes.len()));
    }
    let [version, hidden, buckets, scale, qa, qb, provenance] =
        [8, 12, 16, 20, 24, 28, 32].map(|at| number(bytes, at));
    if version != VERSION {
        return Err(format!("network format version {version}, expected {VERSION}"));
    }
    if hidden == 0 || hidden > MAX_HIDDEN || !hidden.is_multiple_of(BLOCK) {
        return Err(format!("{hidden} neurons, expected a multiple of {BLOCK} up to {MAX_HIDDEN}"));
    }
    if !buckets.is_power_of_two() || buckets > MAX_BUCKETS {
        return Err(format!("{buckets} output buckets, expected 1, 2, 4 or {MAX_BUCKETS}"));
    }
    if scale == 0 || scale > u32::from(u16::MAX) {
        return Err(format!("scale of {scale} centipawns, expected 1 to {}", u16::MAX));
    }
    if [qa, qb] != QUANTIZATION {
        return Err(format!("quantised by {qa} and {qb}, expected {QUANTIZATION:?}"));
    }
    let [hidden, buckets] = [hidden, buckets].map(u64::from);
    let features = 2 * (FEATURES + 1) * hidden;
    let first = FIRST_NEURONS * 2 * hidden + 4 * FIRST_NEURONS;
    let second = 2 * (2 * FIRST_NEURONS * SECOND_NEURONS) + 4 * SECOND_NEURONS;
    let output = 2 * SECOND_NEURONS + 4;
    let frame = HEADER_LEN as u64 + u64::from(provenance) + CHECKSUM_LEN as u64;
    let expected = frame + features + buckets * (first + second + output);
    if bytes.len() as u64 != expected {
        return Err(format!("{} bytes, expected {expected}", bytes.len()));
    }
    let (contents, _) = bytes.split_at(bytes.len() - CHECKSUM_LEN);
    let (found, computed) = (number(bytes, contents.len()), crc32fast::hash(contents));
    if found != computed {
        return Err(format!("damaged: checksum {found:08x}, expected {computed:08x}"));
    }
    Ok(())
}

/// Returns the little-endian number at an offset, which must lie in the bytes.
fn number(bytes: &[u8], offset: usize) -> u32 {
    let [a, b, c, d] = [0, 1, 2, 3].map(|i| bytes[offset + i]);
    u32::from_le_bytes([a, b, c, d])
}
