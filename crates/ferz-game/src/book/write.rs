use super::BookEntry;
use std::cmp::Reverse;
use std::io::{self, BufWriter, Write};

/// Sorts entries as in a book: by key, then the greatest weight first. The order of equal weights
/// is kept.
pub fn sort_entries(entries: &mut [BookEntry]) {
    entries.sort_by_key(|entry| (entry.key, Reverse(entry.weight)));
}

/// Writes entries to a book, in the order given: see [`sort_entries`].
///
/// # Errors
/// If the writer fails.
pub fn write_book(entries: &[BookEntry], writer: &mut impl Write) -> io::Result<()> {
    let mut writer = BufWriter::new(writer);
    entries.iter().try_for_each(|entry| writer.write_all(&entry.to_bytes()))?;
    writer.flush()
}

/// Scales the weights of one position so that the greatest fits 16 bits. Weights that fit stay as
/// they are, and none becomes 0 unless it was.
pub(super) fn scaled(weights: &[u64]) -> impl Iterator<Item = u16> {
    const MAX: u64 = u16::MAX as u64;
    let greatest = weights.iter().copied().max().unwrap_or(0).max(MAX);
    weights.iter().map(move |&weight| {
        let scaled = u128::from(weight) * u128::from(MAX) / u128::from(greatest);
        scaled.max(u128::from(weight > 0)) as u16
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_scaled_only_if_one_does_not_fit() {
        let scale = |weights: &[u64]| scaled(weights).collect::<Vec<_>>();
        assert_eq!(scale(&[65_535, 1, 0]), [65_535, 1, 0]);
        assert_eq!(scale(&[131_070, 2, 65_536, 1, 0]), [65_535, 1, 32_768, 1, 0]);
        assert_eq!(scale(&[u64::MAX, u64::MAX / 2]), [65_535, 32_767]);
        assert_eq!(scale(&[]), []);
    }
}
