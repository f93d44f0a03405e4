//! Merged and filtered books.

use super::entry::scaled;
use super::{BookEntry, BookMove, sort_entries};
use crate::KeyMap;
use std::collections::{HashMap, HashSet};

/// The rule for positions and moves that more than one book contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MergeRule {
    /// Adds the weights of a move, and scales the weights of its position if one does not fit 16
    /// bits. The `learn` field is that of the first book, as `polyglot merge-book` does.
    #[default]
    Sum,
    /// Takes all entries of a position from the first book that contains it.
    First,
}

/// Merges books into one, given as their entries in any order, and sorts it as a file.
pub fn merge(books: &[Vec<BookEntry>], rule: MergeRule) -> Vec<BookEntry> {
    let mut merged = match rule {
        MergeRule::Sum => sum(books),
        MergeRule::First => first(books),
    };
    sort_entries(&mut merged);
    merged
}

fn sum(books: &[Vec<BookEntry>]) -> Vec<BookEntry> {
    let mut moves: Vec<(BookEntry, u64)> = Vec::new();
    let mut indices: HashMap<(u64, BookMove), usize> = HashMap::new();
    for &entry in books.iter().flatten() {
        let index = *indices.entry((entry.key, entry.mv)).or_insert(moves.len());
        match moves.get_mut(index) {
            Some((_, weight)) => *weight += u64::from(entry.weight),
            None => moves.push((entry, entry.weight.into())),
        }
    }
    moves.sort_by_key(|(entry, _)| entry.key);
    let mut merged = Vec::with_capacity(moves.len());
    for position in moves.chunk_by(|(a, _), (b, _)| a.key == b.key) {
        let weights: Vec<u64> = position.iter().map(|&(_, weight)| weight).collect();
        let entries = position.iter().map(|&(entry, _)| entry);
        merged.extend(
            entries.zip(scaled(&weights)).map(|(entry, weight)| BookEntry { weight, ..entry }),
        );
    }
    merged
}

fn first(books: &[Vec<BookEntry>]) -> Vec<BookEntry> {
    let mut owners: KeyMap<usize> = KeyMap::default();
    let mut merged = Vec::new();
    for (index, book) in books.iter().enumerate() {
        let owned = book.iter().filter(|entry| *owners.entry(entry.key).or_insert(index) == index);
        merged.extend(owned);
    }
    merged
}

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

    fn book(entries: &[(u64, u16, u16, u32)]) -> Vec<BookEntry> {
        let entry =
            |&(key, bits, weight, learn)| BookEntry { key, mv: BookMove(bits), weight, learn };
        entries.iter().map(entry).collect()
    }

    #[test]
    fn sums_equal_those_of_polyglot() {
        let a = book(&[(5, 0x31C, 7, 1), (9, 0x31C, 10, 3), (9, 0x2DB, 10, 0)]);
        let b = book(&[(6, 0x31C, 7, 1), (9, 0x210, 10, 9), (9, 0x31C, 5, 3)]);
        // `polyglot merge-book` of Debian, version 2.0.4.
        let merged = book(&[
            (5, 0x31C, 7, 1),
            (6, 0x31C, 7, 1),
            (9, 0x31C, 15, 3),
            (9, 0x2DB, 10, 0),
            (9, 0x210, 10, 9),
        ]);
        assert_eq!(merge(&[a.clone(), b.clone()], MergeRule::Sum), merged);
        let first =
            book(&[(5, 0x31C, 7, 1), (6, 0x31C, 7, 1), (9, 0x31C, 10, 3), (9, 0x2DB, 10, 0)]);
        assert_eq!(merge(&[a.clone(), b], MergeRule::First), first);
        assert_eq!(merge(std::slice::from_ref(&a), MergeRule::Sum), a);
        assert_eq!(merge(&[], MergeRule::Sum), []);
    }

    #[test]
    fn sums_that_do_not_fit_scale_the_position() {
        let a = book(&[(9, 1, 65_535, 0), (9, 2, 40_000, 0), (10, 1, 5, 0)]);
        let b = book(&[(9, 1, 65_535, 0)]);
        let merged = book(&[(9, 1, 65_535, 0), (9, 2, 20_000, 0), (10, 1, 5, 0)]);
        assert_eq!(merge(&[a, b], MergeRule::Sum), merged);
    }

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
