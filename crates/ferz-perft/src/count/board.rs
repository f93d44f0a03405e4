//! Board of the counting kernel: plain bitboards, copied for every move.

use super::directions::attacks;
use ferz::{Bitboard, CastleSide, Color, Direction, PieceType, Rank};

/// Squares of a bitboard, lowest first.
#[derive(Clone, Copy)]
pub(crate) struct Squares(pub(crate) u64);

impl Iterator for Squares {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let square = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

/// Returns the number of squares in a bitboard, signed because counts are added to differences.
#[inline(always)]
pub(crate) fn len(set: u64) -> i32 {
    set.count_ones() as i32
}

/// Side to move as a type, so that the rules are written once and compiled for both colours.
pub(crate) trait Side {
    type Enemy: Side<Enemy = Self>;
    const US: Color;
    const UP: Direction = Self::US.forward();
    const UP_WEST: Direction = match Self::US {
        Color::White => Direction::NorthWest,
        Color::Black => Direction::SouthWest,
    };
    const UP_EAST: Direction = match Self::US {
        Color::White => Direction::NorthEast,
        Color::Black => Direction::SouthEast,
    };
    /// Back rank.
    const RANK_1: u64 = Bitboard::relative_rank(Self::US, Rank::First).0;
    /// Target rank of single pushes from the pawns' starting rank.
    const RANK_3: u64 = Bitboard::relative_rank(Self::US, Rank::Third).0;
    /// Rank before promotion.
    const RANK_7: u64 = Bitboard::relative_rank(Self::US, Rank::Seventh).0;
    /// Rank of promotion.
    const RANK_8: u64 = Bitboard::relative_rank(Self::US, Rank::Eighth).0;
}

/// White as a side to move.
pub(crate) struct White;
/// Black as a side to move.
pub(crate) struct Black;

impl Side for White {
    type Enemy = Black;
    const US: Color = Color::White;
}

impl Side for Black {
    type Enemy = White;
    const US: Color = Color::Black;
}

/// Shifts a set one rank forward.
#[inline(always)]
pub(crate) fn forward<S: Side>(set: u64) -> u64 {
    Bitboard(set).shift(S::UP).0
}

/// Shifts a set one rank forward and one file towards the a-file.
#[inline(always)]
pub(crate) fn forward_west<S: Side>(set: u64) -> u64 {
    Bitboard(set).shift(S::UP_WEST).0
}

/// Shifts a set one rank forward and one file towards the h-file.
#[inline(always)]
pub(crate) fn forward_east<S: Side>(set: u64) -> u64 {
    Bitboard(set).shift(S::UP_EAST).0
}

/// Returns every square attacked by a set of pawns of `S`.
#[inline(always)]
pub(crate) fn pawn_attacks<S: Side>(pawns: u64) -> u64 {
    forward_west::<S>(pawns) | forward_east::<S>(pawns)
}

/// Returns the squares directly to the left and right of each square of a set.
#[inline(always)]
pub(crate) fn beside(set: u64) -> u64 {
    Bitboard(set).shift(Direction::East).0 | Bitboard(set).shift(Direction::West).0
}

/// Returns true for bishops and queens.
#[inline(always)]
pub(crate) const fn is_diagonal_slider(piece_type: PieceType) -> bool {
    matches!(piece_type, PieceType::Bishop | PieceType::Queen)
}

/// Returns true for rooks and queens.
#[inline(always)]
pub(crate) const fn is_orthogonal_slider(piece_type: PieceType) -> bool {
    matches!(piece_type, PieceType::Rook | PieceType::Queen)
}

/// Requirements and result of one castling move, computed from the squares of king and rook, so
/// that standard chess needs no case of its own beside Chess960.
#[derive(Clone, Copy)]
pub(crate) struct Castling {
    /// Squares that must be empty, apart from the king and the rook themselves.
    pub(crate) must_be_empty: u64,
    /// Squares that the king crosses or reaches and that must not be attacked.
    pub(crate) must_be_safe: u64,
    /// Target square of the king.
    pub(crate) king_to: usize,
    /// Target square of the rook.
    pub(crate) rook_to: usize,
}

impl Castling {
    /// Placeholder in arrays of castling moves.
    pub(crate) const NONE: Self =
        Self { must_be_empty: 0, must_be_safe: 0, king_to: 0, rook_to: 0 };

    /// Returns the castling move of a king and a rook on their back rank.
    #[inline]
    pub(crate) fn of(king: usize, rook: usize) -> Self {
        let rank = king & 56;
        let (king_to, rook_to) =
            if rook > king { (rank | 6, rank | 5) } else { (rank | 2, rank | 3) };
        let king_path = attacks::between(king, king_to) | 1 << king_to;
        let rook_path = attacks::between(rook, rook_to) | 1 << rook_to;
        Self {
            must_be_empty: (king_path | rook_path) & !(1 << king | 1 << rook),
            must_be_safe: king_path & !(1 << king),
            king_to,
            rook_to,
        }
    }
}

/// Placement, castling rights and en passant square of a position, without counters and history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    /// Pieces of White and of Black.
    pub(crate) colors: [u64; 2],
    /// Pawns of both sides.
    pub(crate) pawns: u64,
    /// Knights of both sides.
    pub(crate) knights: u64,
    /// Bishops and queens of both sides.
    pub(crate) diagonals: u64,
    /// Rooks and queens of both sides.
    pub(crate) orthogonals: u64,
    /// Both kings.
    pub(crate) kings: u64,
    /// Rooks that have the right to castle.
    pub(crate) castling: u64,
    /// Square passed by the last double push, set only if an enemy pawn attacks it.
    pub(crate) en_passant: u64,
}

impl Board {
    /// Copies the board of a position.
    pub(crate) fn from_position(position: &ferz::Board) -> Self {
        let rooks =
            Color::ALL.into_iter().flat_map(|color| CastleSide::ALL.map(|side| (color, side)));
        let castling: Bitboard =
            rooks.filter_map(|(color, side)| position.castling_rook(color, side)).collect();
        let en_passant: Bitboard = position.en_passant().into_iter().collect();
        let by_type = |piece_type| position.by_type(piece_type).0;
        Self {
            colors: Color::ALL.map(|color| position.by_color(color).0),
            pawns: by_type(PieceType::Pawn),
            knights: by_type(PieceType::Knight),
            diagonals: by_type(PieceType::Bishop) | by_type(PieceType::Queen),
            orthogonals: by_type(PieceType::Rook) | by_type(PieceType::Queen),
            kings: by_type(PieceType::King),
            castling: castling.0,
            en_passant: en_passant.0,
        }
    }

    /// Returns the pieces of one side.
    #[inline(always)]
    pub(crate) fn of<S: Side>(&self) -> u64 {
        self.colors[S::US]
    }

    /// Returns every occupied square.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> u64 {
        self.colors[0] | self.colors[1]
    }

    /// Returns the square of a side's king.
    #[inline(always)]
    pub(crate) fn king<S: Side>(&self) -> usize {
        (self.kings & self.of::<S>()).trailing_zeros() as usize
    }

    /// Returns the board after a quiet move, capture or promotion of `S`: a `moved` piece leaves
    /// `from` and a `placed` piece stands on `to`. The two types differ for promotions only.
    #[inline(always)]
    pub(crate) fn play<S: Side>(
        &self,
        moved: PieceType,
        placed: PieceType,
        from: usize,
        to: usize,
    ) -> Self {
        let (origin, target) = (1u64 << from, 1u64 << to);
        let mut next = *self;
        next.remove::<S::Enemy>(target);
        next.en_passant = 0;
        next.castling &= !(origin | target);
        if moved == PieceType::King {
            next.castling &= !S::RANK_1;
        }
        next.colors[S::US] ^= origin | target;
        next.toggle(moved, origin);
        next.toggle(placed, target);
        next
    }

    /// Returns the board after a double push of a pawn of `S`.
    #[inline(always)]
    pub(crate) fn play_double_push<S: Side>(&self, from: usize, to: usize) -> Self {
        let mut next = self.play::<S>(PieceType::Pawn, PieceType::Pawn, from, to);
        let passed = forward::<S>(1 << from);
        let capturers = pawn_attacks::<S>(passed) & next.pawns & next.of::<S::Enemy>();
        next.en_passant = if capturers != 0 { passed } else { 0 };
        next
    }

    /// Returns the board after the pawn of `S` on `from` captures en passant.
    #[inline(always)]
    pub(crate) fn play_en_passant<S: Side>(&self, from: usize) -> Self {
        let captured = forward::<S::Enemy>(self.en_passant);
        let to = self.en_passant.trailing_zeros() as usize;
        let mut next = self.play::<S>(PieceType::Pawn, PieceType::Pawn, from, to);
        next.remove::<S::Enemy>(captured);
        next
    }

    /// Returns the board after the king of `S` castles with the rook on this square.
    #[inline]
    pub(crate) fn play_castling<S: Side>(&self, rook: usize) -> Self {
        let king = self.king::<S>();
        let castling = Castling::of(king, rook);
        let mut next = *self;
        next.en_passant = 0;
        next.castling &= !S::RANK_1;
        // In Chess960 the target squares may overlap the origins: clear both, then set both.
        next.kings ^= 1 << king;
        next.orthogonals ^= 1 << rook;
        next.colors[S::US] ^= 1 << king;
        next.colors[S::US] ^= 1 << rook;
        next.kings |= 1 << castling.king_to;
        next.orthogonals |= 1 << castling.rook_to;
        next.colors[S::US] |= 1 << castling.king_to | 1 << castling.rook_to;
        next
    }

    /// Returns the board without the piece of `S` on this square.
    #[inline(always)]
    pub(crate) fn without<S: Side>(&self, square: usize) -> Self {
        let mut next = *self;
        next.remove::<S>(1 << square);
        next.kings &= !(1 << square);
        next
    }

    /// Removes pieces of `S` other than the king.
    #[inline(always)]
    fn remove<S: Side>(&mut self, squares: u64) {
        self.colors[S::US] &= !squares;
        self.pawns &= !squares;
        self.knights &= !squares;
        self.diagonals &= !squares;
        self.orthogonals &= !squares;
    }

    /// Adds or removes a piece in the sets of its type.
    #[inline(always)]
    fn toggle(&mut self, piece_type: PieceType, square: u64) {
        match piece_type {
            PieceType::Pawn => self.pawns ^= square,
            PieceType::Knight => self.knights ^= square,
            PieceType::Bishop => self.diagonals ^= square,
            PieceType::Rook => self.orthogonals ^= square,
            PieceType::Queen => {
                self.diagonals ^= square;
                self.orthogonals ^= square;
            }
            PieceType::King => self.kings ^= square,
        }
    }
}
