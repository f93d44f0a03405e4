//! Sets of squares before and beside others.

use ferz::{Bitboard, Color, Direction};

/// All squares in front of the set, as a side sees it.
pub(super) fn front_spans(set: Bitboard, color: Color) -> Bitboard {
    let mut fill = set.shift(color.forward());
    let step = |set: Bitboard, n: u32| match color {
        Color::White => Bitboard(set.0 << (8 * n)),
        Color::Black => Bitboard(set.0 >> (8 * n)),
    };
    fill |= step(fill, 1);
    fill |= step(fill, 2);
    fill | step(fill, 4)
}

/// The squares beside a set.
pub(super) fn beside(set: Bitboard) -> Bitboard {
    set.shift(Direction::East) | set.shift(Direction::West)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::Square;

    #[test]
    fn fills_stop_at_the_edge() {
        let e4 = Bitboard::of(Square::E4);
        let up: Bitboard = [Square::E5, Square::E6, Square::E7, Square::E8].into_iter().collect();
        assert_eq!(front_spans(e4, Color::White), up);
        let down: Bitboard = [Square::E3, Square::E2, Square::E1].into_iter().collect();
        assert_eq!(front_spans(e4, Color::Black), down);
    }
}
