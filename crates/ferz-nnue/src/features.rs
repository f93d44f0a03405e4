//! Input features: one for each piece on its square, a second one if it is en prise, as seen by one side.
//!
//! The engine and the trainer both use this definition. Each side has a [`Perspective`]: Black sees
//! the board flipped top to bottom, and a side whose king stands on the files e to h sees it
//! mirrored left to right. So the own king is always on the files a to d, and positions that differ
//! by colours or by a mirror image have the same features.

use ferz::isa::{self, Isa, Versioned};
use ferz::{Bitboard, Board, Color, Direction, File, Piece, PieceType, Square, attacks};

/// Number of input features of a perspective: two for own and enemy pieces of six types on 64 squares.
pub const FEATURES: usize = 2 * PIECE_FEATURES;

/// Number of features without those of pieces en prise.
pub(crate) const PIECE_FEATURES: usize = 2 * PieceType::COUNT * Square::COUNT;

/// View of the board by one side, which depends on the file of its king.
///
/// ```
/// use ferz::{Color, Piece, Square};
/// use ferz_nnue::features::Perspective;
///
/// let white = Perspective::new(Color::White, Square::C1);
/// let black = Perspective::new(Color::Black, Square::C8);
/// let mirrored = Perspective::new(Color::White, Square::F1);
/// let feature = white.feature(Piece::WhiteRook, Square::A2, false);
/// assert_eq!(black.feature(Piece::BlackRook, Square::A7, false), feature);
/// assert_eq!(mirrored.feature(Piece::WhiteRook, Square::H2, false), feature);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Perspective {
    /// Combined with the feature of White's unmirrored view by exclusive or: 64 exchanges the colours, 56
    /// flips the ranks, 7 the files.
    flip: u16,
}

impl Perspective {
    /// Returns the view of `color`, whose king stands on `king`.
    #[inline(always)]
    pub const fn new(color: Color, king: Square) -> Self {
        let colors = color as u16 * (Square::COUNT as u16 + 56);
        let files = is_mirrored(king) as u16 * 7;
        Self { flip: colors ^ files }
    }

    /// Returns the view of `color` in a position.
    #[inline(always)]
    pub fn of(color: Color, position: &Board) -> Self {
        Self::new(color, position.king(color))
    }

    /// Returns the index of the feature of a piece on a square, or of the second feature that it has
    /// while it is en prise, below [`FEATURES`].
    ///
    /// The index is `768 * en_prise + 128 * type + 64 * enemy + square`, with the square flipped and
    /// mirrored as this side sees it.
    #[inline(always)]
    pub const fn feature(self, piece: Piece, square: Square, en_prise: bool) -> usize {
        let set = en_prise as usize * Piece::COUNT + piece as usize;
        (set * Square::COUNT + square as usize) ^ self.flip as usize
    }

    /// Returns the number that turns features of White's unmirrored view into those of this one by
    /// exclusive or.
    #[inline(always)]
    pub(crate) fn flip(self) -> u16 {
        self.flip
    }

    /// Returns the features of all pieces of a position.
    pub fn features(self, position: &Board) -> impl Iterator<Item = usize> {
        PieceSets::of(position).features(self)
    }
}

/// The pieces of a board by colour and type, and those of each set that are en prise: what the features of
/// both perspectives are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceSets([Bitboard; 2 * Piece::COUNT]);

impl PieceSets {
    /// No pieces.
    pub(crate) const EMPTY: Self = Self([Bitboard::EMPTY; 2 * Piece::COUNT]);

    /// Returns the sets of a board.
    #[inline]
    pub fn of(board: &Board) -> Self {
        let mut pieces = [Bitboard::EMPTY; Piece::COUNT];
        for piece in Piece::ALL {
            pieces[piece.index()] = board.pieces(piece.color(), piece.piece_type());
        }
        Self::new(pieces)
    }

    /// Returns the sets of pieces on squares, in the order of [`Piece::ALL`].
    #[inline]
    pub fn new(pieces: [Bitboard; Piece::COUNT]) -> Self {
        let en_prise = isa::run(EnPrise(&pieces));
        let mut sets = Self::EMPTY;
        let (all, attacked) = sets.0.split_at_mut(Piece::COUNT);
        for (piece, squares) in pieces.into_iter().enumerate() {
            all[piece] = squares;
            attacked[piece] = squares & en_prise;
        }
        sets
    }

    /// Returns the sets of the board without the piece on a square.
    pub(crate) fn without(self, square: Square) -> Self {
        Self::new(std::array::from_fn(|piece| self.0[piece].without(square)))
    }

    /// Returns all features as a side sees them, in the same order for both sides.
    pub fn features(self, side: Perspective) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(move |(set, squares)| {
            let (piece, en_prise) = (Piece::ALL[set % Piece::COUNT], set >= Piece::COUNT);
            squares.squares().map(move |square| side.feature(piece, square, en_prise))
        })
    }

    /// Calls `visit` with each feature that these sets have and others have not, and true, and with each
    /// feature of the others only, and false, as White sees them unmirrored.
    #[inline(always)]
    pub(crate) fn for_each_change(&self, from: &Self, mut visit: impl FnMut(u16, bool)) {
        let mut changed = 0u32;
        for (set, (now, before)) in self.0.iter().zip(&from.0).enumerate() {
            changed |= u32::from(now != before) << set;
        }
        while changed != 0 {
            let set = changed.trailing_zeros() as usize;
            changed &= changed - 1;
            let now = self.0[set];
            for square in now ^ from.0[set] {
                visit((set * Square::COUNT + square.index()) as u16, now.contains(square));
            }
        }
    }

    /// Returns true if a side sees the board mirrored.
    #[inline(always)]
    pub(crate) fn is_mirrored(&self, color: Color) -> bool {
        self.0[Piece::new(color, PieceType::King).index()].into_iter().any(is_mirrored)
    }
}

/// Computes the pieces that a lesser enemy piece attacks, or any enemy piece if no piece of their own side
/// defends them. Pawns are the least, knights equal bishops; kings are never en prise, pins do not count.
struct EnPrise<'a>(&'a [Bitboard; Piece::COUNT]);

impl Versioned for EnPrise<'_> {
    type Output = Bitboard;

    #[inline(always)]
    fn run<I: Isa>(self) -> Bitboard {
        use PieceType::{Bishop, Knight, Pawn, Queen, Rook};
        let pieces = self.0;
        let occupied = pieces.iter().fold(Bitboard::EMPTY, |all, &squares| all | squares);
        let attacks = [
            Attacks::of::<I>(pieces, Color::White, occupied),
            Attacks::of::<I>(pieces, Color::Black, occupied),
        ];
        let mut en_prise = Bitboard::EMPTY;
        for color in Color::ALL {
            let [pawns, knights, bishops, rooks, queens] = [Pawn, Knight, Bishop, Rook, Queen]
                .map(|piece_type| pieces[Piece::new(color, piece_type).index()]);
            let (own, enemy) = (&attacks[color], &attacks[!color]);
            let minors = knights | bishops;
            let undefended = (pawns | minors | rooks | queens) - own.all;
            en_prise |= minors & enemy.pawns | rooks & enemy.minors | queens & enemy.rooks;
            en_prise |= undefended & enemy.all;
        }
        en_prise
    }
}

/// The squares that a side attacks with its least pieces, and with more.
struct Attacks {
    pawns: Bitboard,
    /// With pawns, knights and bishops.
    minors: Bitboard,
    /// With rooks too.
    rooks: Bitboard,
    /// With all pieces.
    all: Bitboard,
}

impl Attacks {
    #[inline(always)]
    fn of<I: Isa>(pieces: &[Bitboard; Piece::COUNT], color: Color, occupied: Bitboard) -> Self {
        let [pawns, knights, bishops, rooks, queens, kings] =
            PieceType::ALL.map(|piece_type| pieces[Piece::new(color, piece_type).index()]);
        let pawns = match color {
            Color::White => pawns.shift(Direction::NorthWest) | pawns.shift(Direction::NorthEast),
            Color::Black => pawns.shift(Direction::SouthWest) | pawns.shift(Direction::SouthEast),
        };
        let mut minors = pawns;
        for from in knights {
            minors |= attacks::knight(from);
        }
        for from in bishops {
            minors |= I::bishop(from, occupied);
        }
        let mut rook_attacks = minors;
        for from in rooks {
            rook_attacks |= I::rook(from, occupied);
        }
        let mut all = rook_attacks;
        for from in queens {
            all |= I::queen(from, occupied);
        }
        for from in kings {
            all |= attacks::king(from);
        }
        Self { pawns, minors, rooks: rook_attacks, all }
    }
}

/// Returns true if a side with its king here sees the board mirrored left to right.
#[inline(always)]
const fn is_mirrored(king: Square) -> bool {
    king as usize % File::COUNT >= File::E as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::Position;
    use std::collections::HashSet;

    fn all() -> impl Iterator<Item = (Piece, Square, bool)> {
        let squares = |piece| Square::ALL.map(|square| (piece, square));
        let pieces = Piece::ALL.into_iter().flat_map(squares);
        pieces.flat_map(|(piece, square)| [false, true].map(|en_prise| (piece, square, en_prise)))
    }

    #[test]
    fn every_piece_and_square_has_its_own_features() {
        for color in Color::ALL {
            for king in Square::ALL {
                let side = Perspective::new(color, king);
                let found: HashSet<usize> = all()
                    .map(|(piece, square, en_prise)| side.feature(piece, square, en_prise))
                    .collect();
                assert_eq!(found.len(), FEATURES);
                assert!(found.iter().all(|&index| index < FEATURES));
            }
        }
    }

    #[test]
    fn colour_flip_and_mirror_keep_features() {
        let flipped_piece = |piece: Piece| {
            Piece::from_index(piece.index() ^ 1).expect("each piece has a twin of the other colour")
        };
        for king in Square::ALL {
            let side = Perspective::new(Color::White, king);
            let other_side = Perspective::new(Color::Black, king.flip_rank());
            let mirrored_side = Perspective::new(Color::White, king.flip_file());
            for (piece, square, en_prise) in all() {
                let index = side.feature(piece, square, en_prise);
                let other = flipped_piece(piece);
                assert_eq!(other_side.feature(other, square.flip_rank(), en_prise), index);
                assert_eq!(mirrored_side.feature(piece, square.flip_file(), en_prise), index);
            }
        }
    }

    #[test]
    fn own_king_is_seen_on_files_a_to_d() {
        for king in Square::ALL {
            let index = Perspective::new(Color::White, king).feature(Piece::WhiteKing, king, false);
            assert_eq!(index / 64, 10);
            assert!(index % 8 < 4);
        }
    }

    #[test]
    fn start_position_has_the_same_features_for_both_sides() {
        let position = Board::startpos();
        let [mut white, mut black] = Color::ALL
            .map(|c| Perspective::of(c, &position).features(&position).collect::<Vec<_>>());
        white.sort_unstable();
        black.sort_unstable();
        assert_eq!(white.len(), 32);
        assert_eq!(white, black);
    }

    fn pieces(board: &Board) -> impl Iterator<Item = (Piece, Square)> {
        board.occupied().squares().filter_map(|square| Some((board.piece_on(square)?, square)))
    }

    /// Returns true by the definition: a lesser attacker, or an attacker and no defender.
    fn is_en_prise(board: &Board, square: Square, piece: Piece) -> bool {
        let value = |piece_type| match piece_type {
            PieceType::Pawn => 0,
            PieceType::Knight | PieceType::Bishop => 1,
            PieceType::Rook => 2,
            PieceType::Queen => 3,
            PieceType::King => 4,
        };
        let color = piece.color();
        let attackers = board.attackers_to(square) & board.by_color(!color);
        let is_lesser = |from: Square| {
            board
                .piece_on(from)
                .is_some_and(|attacker| value(attacker.piece_type()) < value(piece.piece_type()))
        };
        let is_defended = board.is_attacked_by(color, square, board.occupied());
        piece.piece_type() != PieceType::King
            && (attackers.into_iter().any(is_lesser) || attackers.any() && !is_defended)
    }

    #[test]
    fn pieces_en_prise_are_those_of_the_definition_in_random_games() {
        let mut rng = fastrand::Rng::with_seed(11);
        let mut found = [0; 2];
        for _ in 0..40 {
            let mut position = Position::startpos();
            for _ in 0..120 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.do_move(moves[rng.usize(..moves.len())]);
                let sets = PieceSets::of(&position);
                for (piece, square) in pieces(&position) {
                    assert!(sets.0[piece.index()].contains(square));
                    let en_prise = sets.0[Piece::COUNT + piece.index()].contains(square);
                    let expected = is_en_prise(&position, square, piece);
                    assert_eq!(en_prise, expected, "{square}: {}", position.fen());
                    found[usize::from(en_prise)] += 1;
                }
                let side = Perspective::of(Color::Black, &position);
                let features: HashSet<usize> = sets.features(side).collect();
                let second = pieces(&position).filter(|&(p, s)| is_en_prise(&position, s, p));
                assert_eq!(features.len(), position.occupied().len() + second.count());
            }
        }
        assert!(found[1] > 5000, "{found:?}");
    }
}
