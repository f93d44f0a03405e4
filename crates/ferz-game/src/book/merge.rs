use super::write::scaled;
use super::{BookEntry, BookMove, sort_entries};
use crate::key_map::KeyMap;
use std::collections::HashMap;

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
}
