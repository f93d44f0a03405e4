//! Any bytes are a book or are refused with a message. Moves found are legal, the walk of the book
//! ends, and what the operations on books write is in order and reads back equal.

#![no_main]

use ferz::Position;
use ferz_game::book::{
    Book, BookEntry, BookFilter, BookSelection, MergeRule, PositionBook, WalkLimits, merge, select,
    walk, write_book,
};
use libfuzzer_sys::fuzz_target;
use std::io;

/// The keys of the start position and the positions after 1. e4 and 1. e4 e5: a byte below 3 of the
/// input stands for one of them, so that the fuzzer need not find keys.
fn keyed(bytes: &[u8]) -> Vec<u8> {
    let mut position = Position::startpos();
    let mut keys = vec![position.polyglot_key()];
    for san in ["e4", "e5"] {
        position.do_move(position.parse_san(san).expect("the moves are legal"));
        keys.push(position.polyglot_key());
    }
    let mut text = Vec::new();
    for chunk in bytes.chunks(9) {
        match chunk {
            [index, rest @ ..] if rest.len() == 8 && usize::from(*index) < keys.len() => {
                text.extend(keys[usize::from(*index)].to_be_bytes());
                text.extend(rest);
            }
            other => text.extend(other),
        }
    }
    text
}

fuzz_target!(|bytes: &[u8]| {
    if let Ok(list) = PositionBook::parse(&String::from_utf8_lossy(bytes)) {
        assert!(list.positions().contains(list.select(bytes.len() as u64)));
    }
    for bytes in [bytes.to_vec(), keyed(bytes)] {
        check(&bytes);
    }
});

fn check(bytes: &[u8]) {
    let book = match Book::from_bytes(bytes) {
        Ok(book) => book,
        Err(error) => {
            assert!(bytes.len() % 16 != 0 && !error.to_string().is_empty());
            return;
        }
    };
    let entries: Vec<BookEntry> = book.entries().map(|entry| entry.expect("in memory")).collect();
    assert_eq!(Book::from_entries(&entries).len(), book.len());
    let faults = book.check().expect("in memory");
    assert!(faults.malformed <= book.len() && faults.unsorted <= book.len());
    walk(&book, &Position::startpos(), WalkLimits::default(), |visited| {
        for found in visited.moves {
            assert!(visited.position.is_legal(found.mv));
        }
        for selection in [BookSelection::Best, BookSelection::Weighted, BookSelection::Uniform] {
            let selected =
                select(visited.moves, selection, u64::from(visited.moves[0].weight) << 48);
            assert!(selected.is_none_or(|found| found.weight > 0));
        }
        Ok::<_, io::Error>(())
    })
    .expect("in memory");
    for rule in [MergeRule::Sum, MergeRule::First] {
        let merged = merge(&[entries.clone(), entries.clone()], rule);
        let mut written = Vec::new();
        write_book(&merged, &mut written).expect("to memory");
        let again = Book::from_bytes(written).expect("whole entries");
        assert_eq!(again.check().expect("in memory").unsorted, 0);
        assert_eq!(BookFilter::default().apply(&merged), merged);
        let read: Vec<BookEntry> = again.entries().map(|entry| entry.expect("in memory")).collect();
        assert_eq!(read, merged);
        // In a sorted book every entry is found.
        for entry in &merged {
            assert!(again.find(entry.key).expect("in memory").contains(entry));
        }
    }
}
