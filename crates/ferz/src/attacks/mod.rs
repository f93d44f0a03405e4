//! Attack tables: kings, knights and pawns by square, sliders by PEXT or magic bitboards (on WebAssembly
//! by arithmetic), and the lines between squares.
//!
//! All tables are `static` and built at compile time. The build fails if two occupancies with
//! different attacks share an entry.

#[cfg(any(test, target_family = "wasm"))]
mod obstruction;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod sliders;

#[cfg(target_family = "wasm")]
use self::obstruction as sliders;
use crate::types::{Bitboard, Color, Direction, PieceType, Rank, Square};

type SquareSets = [Bitboard; Square::COUNT];

/// Returns the squares that a bishop on `square` attacks if `occupied` is occupied: each ray up to
/// and including the first occupied square.
#[doc(alias("bishop_attacks", "get_bishop_moves"))]
#[inline(always)]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    sliders::bishop(square, occupied)
}

/// Returns the squares that a rook on `square` attacks if `occupied` is occupied.
#[doc(alias("rook_attacks", "get_rook_moves"))]
#[inline(always)]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    sliders::rook(square, occupied)
}

/// Returns the squares that a queen on `square` attacks if `occupied` is occupied.
#[doc(alias = "queen_attacks")]
#[inline(always)]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// Returns the squares that a bishop on `square` attacks on an empty board.
#[inline(always)]
pub const fn bishop_rays(square: Square) -> Bitboard {
    BISHOP_RAYS[square.index()]
}

/// Returns the squares that a rook on `square` attacks on an empty board.
#[inline(always)]
pub const fn rook_rays(square: Square) -> Bitboard {
    ROOK_RAYS[square.index()]
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
#[doc(alias = "attacks")]
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

static KING: SquareSets = {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        let square = Bitboard::of(Square::wrapping(i));
        let row = square.0 | square.shift(Direction::East).0 | square.shift(Direction::West).0;
        let row = Bitboard(row);
        let block = row.0 | row.shift(Direction::North).0 | row.shift(Direction::South).0;
        table[i] = Bitboard(block & !square.0);
        i += 1;
    }
    table
};

static KNIGHT: SquareSets = {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        let square = Bitboard::of(Square::wrapping(i));
        let (east, west) = (square.shift(Direction::East), square.shift(Direction::West));
        let near = Bitboard(east.0 | west.0);
        let far = Bitboard(east.shift(Direction::East).0 | west.shift(Direction::West).0);
        let (up, down) = (Direction::North, Direction::South);
        table[i] = Bitboard(
            near.shift(up).shift(up).0
                | near.shift(down).shift(down).0
                | far.shift(up).0
                | far.shift(down).0,
        );
        i += 1;
    }
    table
};

static PAWN: [SquareSets; Color::COUNT] = {
    let mut table = [[Bitboard::EMPTY; Square::COUNT]; Color::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        let square = Bitboard::of(Square::wrapping(i));
        let up = [square.shift(Direction::NorthEast), square.shift(Direction::NorthWest)];
        let down = [square.shift(Direction::SouthEast), square.shift(Direction::SouthWest)];
        table[Color::White.index()][i] = Bitboard(up[0].0 | up[1].0);
        table[Color::Black.index()][i] = Bitboard(down[0].0 | down[1].0);
        i += 1;
    }
    table
};

/// Returns the squares that a king on `square` attacks.
#[doc(alias("king_attacks", "get_king_moves"))]
#[inline(always)]
pub const fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// Returns the squares that a knight on `square` attacks.
#[doc(alias("knight_attacks", "get_knight_moves"))]
#[inline(always)]
pub const fn knight(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// Returns the squares that a pawn of `color` on `square` attacks.
///
/// These are also the squares from which a pawn of the other colour attacks `square`.
#[doc(alias("pawn_attacks", "get_pawn_attacks"))]
#[inline(always)]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color][square]
}

/// The tables of lines, built in one pass over all rays.
struct Tables {
    /// The rays of rooks and of bishops.
    rays: [SquareSets; 2],
    between: [SquareSets; Square::COUNT],
    line: [SquareSets; Square::COUNT],
    beyond: [SquareSets; Square::COUNT],
}

/// The directions of each line through a square, those of the rook first.
const AXES: [[Direction; 2]; 4] = [
    [Direction::North, Direction::South],
    [Direction::East, Direction::West],
    [Direction::NorthEast, Direction::SouthWest],
    [Direction::NorthWest, Direction::SouthEast],
];

const TABLES: Tables = {
    const EMPTY: SquareSets = [Bitboard::EMPTY; Square::COUNT];
    let mut tables =
        Tables { rays: [EMPTY; 2], between: [EMPTY; 64], line: [EMPTY; 64], beyond: [EMPTY; 64] };
    let mut i = 0;
    while i < Square::COUNT * AXES.len() {
        let (a, axis) = (Square::wrapping(i / AXES.len()), i % AXES.len());
        let rays = [ray(a, AXES[axis][0]), ray(a, AXES[axis][1])];
        let piece = axis / 2;
        tables.rays[piece][a.index()].0 |= rays[0].0 | rays[1].0;
        let mut side = 0;
        while side < 2 {
            let mut passed = Bitboard::EMPTY;
            let mut at = Bitboard::of(a).shift(AXES[axis][side]);
            while let Some(b) = at.first() {
                tables.between[a.index()][b.index()] = passed;
                tables.line[a.index()][b.index()] = Bitboard(rays[0].0 | rays[1].0).with(a);
                passed = passed.with(b);
                tables.beyond[a.index()][b.index()] = Bitboard(rays[side].0 & !passed.0);
                at = at.shift(AXES[axis][side]);
            }
            side += 1;
        }
        i += 1;
    }
    tables
};

/// Computes the squares in a direction up to the edge.
const fn ray(from: Square, direction: Direction) -> Bitboard {
    let mut ray = Bitboard::EMPTY;
    let mut at = Bitboard::of(from).shift(direction);
    while at.any() {
        ray.0 |= at.0;
        at = at.shift(direction);
    }
    ray
}

static ROOK_RAYS: SquareSets = TABLES.rays[0];
static BISHOP_RAYS: SquareSets = TABLES.rays[1];

static BETWEEN: [SquareSets; Square::COUNT] = TABLES.between;
static LINE: [SquareSets; Square::COUNT] = TABLES.line;
static BEYOND: [SquareSets; Square::COUNT] = TABLES.beyond;

/// Returns the squares strictly between two squares on a common rank, file or diagonal, or the
/// empty set if they have none in common.
#[doc(alias = "get_between_rays")]
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a][b]
}

/// Returns the line rank, file or diagonal through two different squares, from edge to edge.
/// Returns the empty set if the squares are equal or have no line in common.
#[doc(alias("ray", "get_line_rays"))]
#[inline(always)]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a][b]
}

/// Returns the squares behind `b` on the ray from `a` through `b`, or the empty set if the squares
/// have no line in common.
#[inline(always)]
pub fn beyond(a: Square, b: Square) -> Bitboard {
    BEYOND[a][b]
}

/// The file and the two diagonals of each square without it, by the offset of their direction less 7.
static PAWN_LINES: [SquareSets; 3] = {
    let directions = [
        [Direction::NorthWest, Direction::SouthEast],
        [Direction::North, Direction::South],
        [Direction::NorthEast, Direction::SouthWest],
    ];
    let mut table = [[Bitboard::EMPTY; Square::COUNT]; 3];
    let mut i = 0;
    while i < 3 * Square::COUNT {
        let (line, square) = (i / Square::COUNT, Square::wrapping(i));
        let [up, down] = directions[line];
        table[line][square.index()] = Bitboard(ray(square, up).0 | ray(square, down).0);
        i += 1;
    }
    table
};

/// Returns the squares on the line through `square` in a direction in which pawns move: its file or a
/// diagonal, without the square itself.
///
/// # Panics
/// For the directions along ranks.
#[inline(always)]
pub(crate) const fn pawn_line(square: Square, direction: Direction) -> Bitboard {
    let line = direction.offset().unsigned_abs() - Direction::NorthWest.offset().unsigned_abs();
    PAWN_LINES[line as usize][square.index()]
}

/// Returns true if `c` is on the line through `a` and `b`.
#[inline(always)]
pub fn aligned(a: Square, b: Square, c: Square) -> bool {
    line(a, b).contains(c)
}

/// Targets by colour and piece type of the moving piece.
static ORIGINS: [[[Bitboard; Square::COUNT]; PieceType::COUNT]; Color::COUNT] = {
    let mut table = [[[Bitboard::EMPTY; Square::COUNT]; PieceType::COUNT]; Color::COUNT];
    let mut i = 0;
    while i < Color::COUNT * Square::COUNT {
        let (color, to) = (Color::ALL[i / Square::COUNT], i % Square::COUNT);
        let by_type = &mut table[i / Square::COUNT];
        by_type[PieceType::Pawn.index()][to] = pawn_origins(color, Square::wrapping(to));
        by_type[PieceType::Knight.index()][to] = KNIGHT[to];
        by_type[PieceType::Bishop.index()][to] = BISHOP_RAYS[to];
        by_type[PieceType::Rook.index()][to] = ROOK_RAYS[to];
        by_type[PieceType::Queen.index()][to] = Bitboard(BISHOP_RAYS[to].0 | ROOK_RAYS[to].0);
        by_type[PieceType::King.index()][to] = KING[to];
        i += 1;
    }
    table
};

/// Returns the origins of pushes and captures. No pawn reaches the first two ranks of its colour.
const fn pawn_origins(color: Color, to: Square) -> Bitboard {
    let rank = to.relative_to(color).rank() as usize;
    if rank < Rank::Third as usize {
        return Bitboard::EMPTY;
    }
    let (back, enemy) = match color {
        Color::White => (Direction::South, Color::Black),
        Color::Black => (Direction::North, Color::White),
    };
    let single = Bitboard::of(to).shift(back);
    let double = if rank == Rank::Fourth as usize { single.shift(back).0 } else { 0 };
    Bitboard(single.0 | double | PAWN[enemy.index()][to.index()].0)
}

/// Returns the squares from which a piece can move to `to` on an empty board; for pawns the origins
/// of pushes and captures.
#[inline(always)]
pub(crate) fn origins(color: Color, piece_type: PieceType, to: Square) -> Bitboard {
    ORIGINS[color][piece_type][to]
}

#[cfg(test)]
mod tests {
    use super::sliders::magics;
    use super::*;

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
                assert_eq!(obstruction::rook(square, occupied), rook_walk);
                assert_eq!(obstruction::bishop(square, occupied), bishop_walk);
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
