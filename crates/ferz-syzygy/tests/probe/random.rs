//! Random positions with given material.

use fastrand::Rng;
use ferz::{Color, Piece, PieceType, Position, Setup, Square};

/// Returns a legal position with this material, named like `KQvKR`, with either side as the first
/// one. If an en passant capture is possible, the position allows it in three cases of four.
pub(crate) fn random_position(rng: &mut Rng, name: &str) -> Position {
    loop {
        if let Some(pos) = try_position(rng, name) {
            return pos;
        }
    }
}

fn try_position(rng: &mut Rng, name: &str) -> Option<Position> {
    let mut setup = Setup::empty();
    setup.side_to_move = Color::wrapping(rng.usize(..2));
    let mut color = Color::wrapping(rng.usize(..2));
    for letter in name.chars() {
        if letter == 'v' {
            color = !color;
            continue;
        }
        let square = Square::wrapping(rng.usize(..64));
        if setup.pieces[square].is_some() {
            return None;
        }
        setup.pieces[square] = Some(Piece::new(color, PieceType::from_letter(letter)?));
    }
    let without_en_passant = Position::from_setup(&setup).ok()?;
    let rank = if setup.side_to_move == Color::White { 5 } else { 2 };
    let with_en_passant = (0..8).find_map(|file| {
        let mut setup = setup.clone();
        setup.en_passant = Some(Square::wrapping(8 * rank + file));
        Position::from_setup(&setup).ok().filter(|pos| pos.en_passant().is_some())
    });
    Some(with_en_passant.filter(|_| rng.usize(..4) > 0).unwrap_or(without_en_passant))
}
