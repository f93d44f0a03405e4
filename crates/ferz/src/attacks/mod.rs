//! Attack tables: kings, knights and pawns by square, sliders by PEXT or magic bitboards, and the
//! lines between squares.
//!
//! All tables are `static` and built at compile time. The build fails if two occupancies with
//! different attacks share an entry.

mod leapers;
mod lines;
mod origins;
mod sliders;

#[cfg(any(test, miri, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
mod magics;
#[cfg(target_arch = "x86_64")]
pub(crate) mod pext;

#[cfg(any(miri, not(target_arch = "x86_64")))]
use magics as lookup;
#[cfg(all(not(miri), target_arch = "x86_64", target_feature = "bmi2"))]
use pext as lookup;

/// Portable builds use one of the two tables, so that the other stays out of the caches.
#[cfg(all(not(miri), target_arch = "x86_64", not(target_feature = "bmi2")))]
mod lookup {
    use super::{magics, pext};
    use crate::cpu::{Level, level};
    use crate::types::{Bitboard, Square};

    #[inline(always)]
    pub(super) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        if level() >= Level::Pext {
            pext::bishop(square, occupied)
        } else {
            magics::bishop(square, occupied)
        }
    }

    #[inline(always)]
    pub(super) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        if level() >= Level::Pext {
            pext::rook(square, occupied)
        } else {
            magics::rook(square, occupied)
        }
    }
}

use crate::types::{Bitboard, PieceType, Square};
pub use leapers::{king, knight, pawn};
pub use lines::{aligned, between, beyond, line};
pub(crate) use origins::origins;

/// Returns the squares that a bishop on `square` attacks if `occupied` is occupied: each ray up to
/// and including the first occupied square.
#[inline(always)]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    lookup::bishop(square, occupied)
}

/// Returns the squares that a rook on `square` attacks if `occupied` is occupied.
#[inline(always)]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    lookup::rook(square, occupied)
}

/// Returns the squares that a queen on `square` attacks if `occupied` is occupied.
#[inline(always)]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// Returns the squares that a bishop on `square` attacks on an empty board.
#[inline(always)]
pub const fn bishop_rays(square: Square) -> Bitboard {
    lines::BISHOP_RAYS[square.index()]
}

/// Returns the squares that a rook on `square` attacks on an empty board.
#[inline(always)]
pub const fn rook_rays(square: Square) -> Bitboard {
    lines::ROOK_RAYS[square.index()]
}

/// Returns the squares that a piece attacks on an empty board.
///
/// # Panics
/// For a pawn, whose attacks depend on its colour: see [`pawn`].
#[inline]
pub const fn pseudo(piece_type: PieceType, square: Square) -> Bitboard {
    match piece_type {
        PieceType::Pawn => panic!("a pawn's attacks depend on its colour"),
        PieceType::Knight => knight(square),
        PieceType::Bishop => bishop_rays(square),
        PieceType::Rook => rook_rays(square),
        PieceType::Queen => Bitboard(bishop_rays(square).0 | rook_rays(square).0),
        PieceType::King => king(square),
    }
}

/// Returns the squares that a piece attacks if `occupied` is occupied.
///
/// # Panics
/// For a pawn, whose attacks depend on its colour: see [`pawn`].
#[inline(always)]
pub fn of(piece_type: PieceType, square: Square, occupied: Bitboard) -> Bitboard {
    match piece_type {
        PieceType::Pawn => panic!("a pawn's attacks depend on its colour"),
        PieceType::Knight => knight(square),
        PieceType::Bishop => bishop(square, occupied),
        PieceType::Rook => rook(square, occupied),
        PieceType::Queen => queen(square, occupied),
        PieceType::King => king(square),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Color, Direction};

    /// Computes slider attacks square by square, as the reference.
    fn walk(square: Square, directions: &[Direction], occupied: Bitboard) -> Bitboard {
        let mut attacks = Bitboard::EMPTY;
        for &direction in directions {
            let mut at = square;
            while let Some(next) = at.step(direction) {
                attacks = attacks.with(next);
                at = next;
                if occupied.contains(next) {
                    break;
                }
            }
        }
        attacks
    }

    fn occupancies() -> impl Iterator<Item = Bitboard> {
        let mut random = fastrand::Rng::with_seed(1);
        let mut next = move || random.u64(..);
        (0..if cfg!(miri) { 3 } else { 300 }).map(move |n| match n % 3 {
            0 => Bitboard(next()),
            1 => Bitboard(next() & next()),
            _ => Bitboard(next() & next() & next()),
        })
    }

    #[test]
    fn slider_lookups_equal_ray_tracing() {
        let (rooks, bishops) = Direction::ALL.split_at(4);
        for occupied in occupancies() {
            for square in Square::ALL {
                let (rook_walk, bishop_walk) =
                    (walk(square, rooks, occupied), walk(square, bishops, occupied));
                assert_eq!(rook(square, occupied), rook_walk);
                assert_eq!(bishop(square, occupied), bishop_walk);
                assert_eq!(magics::rook(square, occupied), rook_walk);
                assert_eq!(magics::bishop(square, occupied), bishop_walk);
            }
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "too slow, and nothing unsafe in it")]
    fn lines_equal_ray_tracing() {
        for a in Square::ALL {
            for b in Square::ALL {
                let direction = Direction::ALL
                    .into_iter()
                    .find(|&d| walk(a, &[d], Bitboard::EMPTY).contains(b));
                let Some(direction) = direction else {
                    assert!((line(a, b) | between(a, b) | beyond(a, b)).is_empty());
                    continue;
                };
                let up_to_b = walk(a, &[direction], Bitboard::of(b));
                assert_eq!(between(a, b), up_to_b.without(b));
                assert_eq!(beyond(a, b), walk(b, &[direction], Bitboard::EMPTY));
                let whole = Direction::ALL
                    .into_iter()
                    .filter(|d| d.offset().abs() == direction.offset().abs())
                    .fold(Bitboard::of(a), |l, d| l | walk(a, &[d], Bitboard::EMPTY));
                assert_eq!(line(a, b), whole);
                assert!(whole.squares().all(|c| c == a || aligned(a, b, c)));
            }
        }
    }

    #[test]
    fn leaper_attacks_have_their_distances() {
        assert_eq!(knight(Square::A1), Bitboard::of(Square::B3).with(Square::C2));
        assert_eq!(king(Square::H8).len(), 3);
        assert_eq!(pawn(Color::White, Square::A4), Bitboard::of(Square::B5));
        assert_eq!(pawn(Color::Black, Square::E1), Bitboard::EMPTY);
        for a in Square::ALL {
            for b in Square::ALL {
                let attacks = pawn(Color::White, a).contains(b);
                assert_eq!(attacks, pawn(Color::Black, b).contains(a));
                let (files, ranks) = (a.file().distance(b.file()), a.rank().distance(b.rank()));
                assert_eq!(knight(a).contains(b), files * ranks == 2);
                assert_eq!(king(a).contains(b), a.distance(b) == 1);
            }
        }
    }
}
