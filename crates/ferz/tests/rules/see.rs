//! SEE against a recursive search of the exchange.

use crate::reference::Reference;
use crate::walk::{all_starts, walk};
use ferz::position::SEE_VALUE;
use ferz::{Bitboard, Color, Move, PieceType, Position, Square};

/// An exchange on one square.
struct Exchange {
    square: Square,
    /// Pinned pieces and their pinners before the exchange, by colour of the pinned pieces.
    pins: [(Bitboard, Bitboard); Color::COUNT],
}

impl Exchange {
    /// Returns the pieces of a side that can capture. Pinned pieces can if no pinner is left.
    fn takers(&self, board: &Reference, side: Color) -> Bitboard {
        let (pinned, pinners) = self.pins[side];
        let stands = |square: Square| board.on(square).is_some();
        // The piece on the square itself is the last one that captured, never a pinner.
        let pinner_stands = pinners.squares().any(|s| s != self.square && stands(s));
        let attackers = board.attackers(self.square, side);
        if pinner_stands { attackers - pinned } else { attackers }
    }

    /// Returns the maximum that `side` wins by capturing the piece on the square, of value `prize`,
    /// or by stopping.
    fn best(&self, board: &Reference, side: Color, prize: i32) -> i32 {
        let type_on = |square: Square| board.on(square).map(|piece| piece.piece_type());
        let takers = self.takers(board, side);
        // Among pieces of one type the lowest square from its side's point of view.
        let order = |s: &Square| (type_on(*s), s.relative_to(side));
        let least = takers.squares().min_by_key(order);
        let Some(from) = least else { return 0 };
        let Some(piece_type) = type_on(from) else { return 0 };
        let mut next = board.without(from);
        next.pieces[self.square.index()] = board.on(from);
        if piece_type == PieceType::King && self.takers(&next, !side).any() {
            return 0;
        }
        (prize - self.best(&next, !side, SEE_VALUE[piece_type])).max(0)
    }
}

/// Returns the value of a pseudo-legal move by the captures on its target square.
fn see(position: &Position, mv: Move) -> i32 {
    if mv.is_castling() {
        return 0;
    }
    let reference = Reference::of(position);
    let piece = reference.on(mv.from()).expect("a piece moves").piece_type();
    let becomes = mv.promotion().unwrap_or(piece);
    let taken = match (mv.is_en_passant(), reference.on(mv.to())) {
        (true, _) => SEE_VALUE[PieceType::Pawn],
        (false, taken) => taken.map_or(0, |taken| SEE_VALUE[taken.piece_type()]),
    };
    let pins = Color::ALL.map(|c| (position.pinned(c), position.pinners(c)));
    let exchange = Exchange { square: mv.to(), pins };
    let reply = exchange.best(&reference.after(mv), !reference.us, SEE_VALUE[becomes]);
    taken + SEE_VALUE[becomes] - SEE_VALUE[piece] - reply
}

fn assert_exchange(position: &Position, mv: Move) {
    let value = see(position, mv);
    for threshold in [value - 1, value, value + 1, value + 100, value - 100, 0, 1, -1] {
        assert_eq!(
            position.see_ge(mv, threshold),
            value >= threshold,
            "{mv:?} is worth {value}, threshold {threshold}, at {}",
            position.fen()
        );
    }
    assert!(position.see_ge(mv, -10_000) && !position.see_ge(mv, 10_000));
}

#[test]
fn see_equals_recursive_exchange_search() {
    let (mut gains, mut losses) = (0, 0);
    walk(&all_starts(), 600, 120, |position, _| {
        for mv in Reference::of(position).pseudo_legal() {
            assert_exchange(position, mv);
            let value = see(position, mv);
            gains += usize::from(value > 0);
            losses += usize::from(value < 0);
        }
    });
    assert!(cfg!(miri) || (gains > 10_000 && losses > 10_000), "{gains} and {losses}");
}

#[test]
fn see_of_known_exchanges() {
    let (pawn, knight, rook, queen) = (
        SEE_VALUE[PieceType::Pawn],
        SEE_VALUE[PieceType::Knight],
        SEE_VALUE[PieceType::Rook],
        SEE_VALUE[PieceType::Queen],
    );
    let rows = [
        // No defender; a pawn defends; x-rays of both sides.
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", pawn),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", pawn - knight),
        ("4k3/8/3p4/4p3/8/8/8/4R1K1 w - - 0 1", "e1e5", pawn - rook),
        ("4r1k1/8/8/4p3/8/8/4R3/4Q1K1 w - - 0 1", "e2e5", pawn),
        ("4r1k1/8/8/4p3/8/8/4Q3/4R1K1 w - - 0 1", "e2e5", pawn + rook - queen),
        // Promotions: recaptured, and defended.
        ("1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8q", rook + queen - pawn),
        ("1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", -pawn),
        ("1r5k/P7/2B5/8/8/8/8/K7 w - - 0 1", "a7a8q", rook - pawn),
        // A pinned defender cannot capture before its pinner is gone.
        ("3rk3/3n4/8/1B2p3/8/8/8/4R1K1 w - - 0 1", "e1e5", pawn),
        ("4k3/3n4/8/1B6/8/8/8/3R2K1 w - - 0 1", "b5d7", knight),
        // The king cannot capture a defended piece.
        ("8/8/8/4k3/3p4/8/3R4/3R2K1 w - - 0 1", "d2d4", pawn),
        ("8/8/8/4k3/3p4/8/3R4/6K1 w - - 0 1", "d2d4", pawn - rook),
        // En passant and castling.
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", pawn),
        ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", 0),
    ];
    for (fen, text, value) in rows {
        let position = crate::walk::position(fen);
        let mv = position.parse_uci(text).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert!(position.see_ge(mv, value), "{text} at {fen} is not worth {value}");
        assert!(!position.see_ge(mv, value + 1), "{text} at {fen} is worth more than {value}");
        assert_exchange(&position, mv);
    }
}
