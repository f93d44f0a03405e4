// [start:head]
//! Attack sets of knights, kings and pawns, computed by the compiler.

use crate::bitboard::Bitboard;
use crate::types::*;
// [end:head]

// [start:table]
/// Returns the set that a piece with these steps attacks from each square.
const fn leaper_table(steps: &[(i8, i8)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    // Functions that run at compile time cannot use iterators yet.
    while from < 64 {
        let mut i = 0;
        while i < steps.len() {
            if let Some(to) = Square::from_index(from).offset(steps[i]) {
                table[from] = table[from].with(to);
            }
            i += 1;
        }
        from += 1;
    }
    table
}

static KNIGHTS: [Bitboard; 64] = leaper_table(&KNIGHT_LEAPS);
static KINGS: [Bitboard; 64] = leaper_table(&ALL_DIRECTIONS);
static PAWNS: [[Bitboard; 64]; 2] =
    [leaper_table(&[(-1, 1), (1, 1)]), leaper_table(&[(-1, -1), (1, -1)])];
// [end:table]

// [start:functions]
/// Returns the squares that a knight attacks.
pub fn knight_attacks(from: Square) -> Bitboard {
    KNIGHTS[from.index()]
}

/// Returns the squares that a king attacks.
pub fn king_attacks(from: Square) -> Bitboard {
    KINGS[from.index()]
}

/// Returns the squares that a pawn attacks.
pub fn pawn_attacks(color: Color, from: Square) -> Bitboard {
    PAWNS[color as usize][from.index()]
}
// [end:functions]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attacks_of_knight_and_king_are_mutual() {
        for (a, b) in Square::all().flat_map(|a| Square::all().map(move |b| (a, b))) {
            assert_eq!(knight_attacks(a).contains(b), knight_attacks(b).contains(a));
            assert_eq!(king_attacks(a).contains(b), king_attacks(b).contains(a));
        }
    }

    #[test]
    fn a_pawn_is_attacked_from_where_it_would_attack_as_the_other_color() {
        for (a, b) in Square::all().flat_map(|a| Square::all().map(move |b| (a, b))) {
            let [white, black] = [Color::White, Color::Black];
            assert_eq!(pawn_attacks(white, a).contains(b), pawn_attacks(black, b).contains(a));
        }
    }
}
// [end:tests]
