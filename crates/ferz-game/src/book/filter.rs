use super::{BookEntry, BookMove, sort_entries};
use std::collections::HashSet;

/// Conditions for the entries that stay in a book.
///
/// The conditions apply in the order of the fields, and shares are those of the whole position.
#[derive(Clone, PartialEq, Debug)]
pub struct BookFilter {
    /// The entries that stay, by key and move; none for all.
    pub allowed: Option<HashSet<(u64, BookMove)>>,
    /// The minimum weight.
    pub min_weight: u16,
    /// The minimum share of the weights of the position, in percent, 0 to 100.
    pub min_share: f64,
    /// The maximum number of moves of a position, those with the greatest weights.
    pub max_moves: usize,
}

/// Keeps every entry.
impl Default for BookFilter {
    fn default() -> Self {
        Self { allowed: None, min_weight: 0, min_share: 0.0, max_moves: usize::MAX }
    }
}

impl BookFilter {
    /// Returns the entries that satisfy the conditions, sorted as in a file.
    pub fn apply(&self, entries: &[BookEntry]) -> Vec<BookEntry> {
        let mut sorted = entries.to_vec();
        sort_entries(&mut sorted);
        let mut kept = Vec::with_capacity(sorted.len());
        for position in sorted.chunk_by(|a, b| a.key == b.key) {
            let total: u64 = position.iter().map(|entry| u64::from(entry.weight)).sum();
            let keeps = |entry: &&BookEntry| {
                let percent = 100.0 * f64::from(entry.weight) / (total.max(1) as f64);
                self.allowed.as_ref().is_none_or(|set| set.contains(&(entry.key, entry.mv)))
                    && entry.weight >= self.min_weight
                    && percent >= self.min_share
            };
            kept.extend(position.iter().filter(keeps).take(self.max_moves));
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: u64, bits: u16, weight: u16) -> BookEntry {
        BookEntry { key, mv: BookMove(bits), weight, learn: 0 }
    }

    #[test]
    fn conditions_remove_entries() {
        let entries = [entry(2, 1, 10), entry(1, 4, 30), entry(1, 5, 60), entry(1, 6, 10)];
        let apply = |filter: BookFilter| -> Vec<u16> {
            filter.apply(&entries).iter().map(|entry| entry.mv.0).collect()
        };
        let all = BookFilter::default;
        assert_eq!(apply(all()), [5, 4, 6, 1]);
        assert_eq!(apply(BookFilter { min_weight: 30, ..all() }), [5, 4]);
        assert_eq!(apply(BookFilter { min_share: 30.0, ..all() }), [5, 4, 1]);
        assert_eq!(apply(BookFilter { max_moves: 1, ..all() }), [5, 1]);
        let allowed = Some(HashSet::from([(1, BookMove(4)), (2, BookMove(4))]));
        assert_eq!(apply(BookFilter { allowed, ..all() }), [4]);
    }
}
