//! Sets of squares relative to other squares: front spans, adjacent files, square colours.

use ferz::{Bitboard, Color, Direction, Square};

/// Returns all squares in front of a set, from a side's point of view.
pub(super) fn front_spans(set: Bitboard, color: Color) -> Bitboard {
    let mut span = set.shift(color.forward());
    let step = |set: Bitboard, n: u32| match color {
        Color::White => Bitboard(set.0 << (8 * n)),
        Color::Black => Bitboard(set.0 >> (8 * n)),
    };
    span |= step(span, 1);
    span |= step(span, 2);
    span | step(span, 4)
}

/// Returns the squares to the left and right of a set.
pub(super) fn adjacent(set: Bitboard) -> Bitboard {
    set.shift(Direction::East) | set.shift(Direction::West)
}

/// Returns the light or the dark squares, by the colour of a square.
pub(super) fn same_color_squares(square: Square) -> Bitboard {
    if Bitboard::DARK.contains(square) { Bitboard::DARK } else { Bitboard::LIGHT }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn front_spans_end_at_the_edge() {
        let e4 = Bitboard::of(Square::E4);
        let up: Bitboard = [Square::E5, Square::E6, Square::E7, Square::E8].into_iter().collect();
        assert_eq!(front_spans(e4, Color::White), up);
        let down: Bitboard = [Square::E3, Square::E2, Square::E1].into_iter().collect();
        assert_eq!(front_spans(e4, Color::Black), down);
    }
}
