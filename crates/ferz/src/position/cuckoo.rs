//! Cuckoo hash table of all reversible moves, by the difference they make to the key.
//!
//! If two positions differ by one reversible move, their keys differ by one of 3,668 values. The
//! table detects an upcoming repetition without move generation (Marcel van Kervinck, "The design
//! and implementation of the Rookie 2.0 chess playing program").

use super::zobrist;
use crate::attacks;
use crate::types::{Bitboard, Piece, PieceType, Square};

const LEN: usize = 8192;
/// The number of reversible moves on an empty board, with each pair of squares counted once for
/// each piece.
const MOVES: usize = 3668;

/// The two squares of a reversible move, in either order, and its key difference; 0 marks an empty
/// slot.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    squares: (Square, Square),
}

static TABLE: [Entry; LEN] = build();

#[inline(always)]
const fn slots(key: u64) -> [usize; 2] {
    [key as usize % LEN, (key >> 16) as usize % LEN]
}

/// Returns the squares of the reversible move with this key difference, if there is one.
#[inline]
pub(super) fn reversible_move(change: u64) -> Option<(Square, Square)> {
    slots(change).map(|slot| TABLE[slot]).into_iter().find(|e| e.key == change).map(|e| e.squares)
}

const fn build() -> [Entry; LEN] {
    let mut table = [Entry { key: 0, squares: (Square::A1, Square::A1) }; LEN];
    let mut count = 0;
    let mut i = 0;
    while i < Piece::COUNT * Square::COUNT {
        let (piece, a) = (Piece::ALL[i / Square::COUNT], Square::wrapping(i));
        i += 1;
        if matches!(piece.piece_type(), PieceType::Pawn) {
            continue;
        }
        // The later squares only, so that each pair is counted once.
        let mut targets = Bitboard(attacks::pseudo(piece.piece_type(), a).0 & !1 << a.index());
        while let Some(b) = targets.pop_first() {
            let key = zobrist::piece(piece, a) ^ zobrist::piece(piece, b) ^ zobrist::WHITE_TO_MOVE;
            insert(&mut table, Entry { key, squares: (a, b) });
            count += 1;
        }
    }
    assert!(count == MOVES);
    table
}

/// Inserts an entry into one of its two slots. An evicted entry moves to its alternate slot.
const fn insert(table: &mut [Entry; LEN], mut entry: Entry) {
    let mut slot = slots(entry.key)[0];
    loop {
        let evicted = table[slot];
        table[slot] = entry;
        if evicted.key == 0 {
            return;
        }
        entry = evicted;
        let [first, second] = slots(entry.key);
        slot = if slot == first { second } else { first };
    }
}
