// [start:head]
//! Sliders by a loop over squares.

use super::Sliders;
use crate::bitboard::Bitboard;
use crate::types::{DIAGONAL, STRAIGHT, Square};
// [end:head]

// [start:loops]
/// Walks from square to square.
#[derive(Clone, Debug)]
pub struct Loops;

fn walk(from: Square, directions: [(i8, i8); 4], occupied: Bitboard) -> Bitboard {
    let mut attacks = Bitboard::EMPTY;
    for direction in directions {
        let mut square = from;
        while let Some(next) = square.offset(direction) {
            attacks = attacks.with(next);
            if occupied.contains(next) {
                break;
            }
            square = next;
        }
    }
    attacks
}

impl Sliders for Loops {
    fn bishop_attacks(from: Square, occupied: Bitboard) -> Bitboard {
        walk(from, DIAGONAL, occupied)
    }

    fn rook_attacks(from: Square, occupied: Bitboard) -> Bitboard {
        walk(from, STRAIGHT, occupied)
    }
}
// [end:loops]
