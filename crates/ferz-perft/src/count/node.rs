//! Node of the kernel's tree: what decides the number of leaves below, copied for every move.

use ferz::movegen::Side;
use ferz::{Bitboard, CastlingPath, Color, Direction, PieceType, Square};

/// Returns the number of squares in a set, signed because counts are added to differences.
#[inline(always)]
pub(super) fn len(set: Bitboard) -> i32 {
    set.len() as i32
}

/// Returns the squares directly to the left and right of each square of a set.
#[inline(always)]
pub(super) fn beside(set: Bitboard) -> Bitboard {
    set.shift(Direction::East) | set.shift(Direction::West)
}

/// Pieces, castling rights and en passant square of a position, without mailbox, key, counters and
/// history. The side to move is a type parameter of the functions.
///
/// A record of its own: the kernel reads sliders by direction, and words that are written one by one,
/// as those of [`ferz::Pieces`] are not (ARCHITECTURE has the figure).
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// Pieces of White and of Black.
    colors: [Bitboard; 2],
    pawns: Bitboard,
    knights: Bitboard,
    /// Bishops and queens.
    diagonal: Bitboard,
    /// Rooks and queens.
    straight: Bitboard,
    kings: Bitboard,
    /// Rooks that have the right to castle.
    pub(super) castling: Bitboard,
    /// Square passed by the last double push, set only if an enemy pawn attacks it.
    pub(super) en_passant: Bitboard,
}

impl From<&ferz::Board> for Node {
    fn from(board: &ferz::Board) -> Self {
        Self {
            colors: Color::ALL.map(|color| board.by_color(color)),
            pawns: board.by_type(PieceType::Pawn),
            knights: board.by_type(PieceType::Knight),
            diagonal: board.sets().diagonal_sliders(),
            straight: board.sets().straight_sliders(),
            kings: board.by_type(PieceType::King),
            castling: board.castling_rooks(),
            en_passant: board.en_passant().into_iter().collect(),
        }
    }
}

impl Node {
    /// Returns the pieces of one side.
    #[inline(always)]
    pub(super) fn of<S: Side>(&self) -> Bitboard {
        self.colors[S::US]
    }

    /// Returns the pieces of a type, of both sides.
    #[inline(always)]
    pub(super) fn by_type(&self, piece_type: PieceType) -> Bitboard {
        match piece_type {
            PieceType::Pawn => self.pawns,
            PieceType::Knight => self.knights,
            PieceType::Bishop => self.diagonal & !self.straight,
            PieceType::Rook => self.straight & !self.diagonal,
            PieceType::Queen => self.straight & self.diagonal,
            PieceType::King => self.kings,
        }
    }

    /// Returns the pieces of one side and type.
    #[inline(always)]
    pub(super) fn of_type<S: Side>(&self, piece_type: PieceType) -> Bitboard {
        self.of::<S>() & self.by_type(piece_type)
    }

    /// Returns the bishops and queens of one side.
    #[inline(always)]
    pub(super) fn diagonal<S: Side>(&self) -> Bitboard {
        self.diagonal & self.of::<S>()
    }

    /// Returns the rooks and queens of one side.
    #[inline(always)]
    pub(super) fn straight<S: Side>(&self) -> Bitboard {
        self.straight & self.of::<S>()
    }

    /// Returns every occupied square.
    #[inline(always)]
    pub(super) fn occupied(&self) -> Bitboard {
        self.colors[Color::White] | self.colors[Color::Black]
    }

    /// Returns the square of a side's king.
    #[inline(always)]
    pub(super) fn king<S: Side>(&self) -> Square {
        Square::wrapping(self.of_type::<S>(PieceType::King).0.trailing_zeros() as usize)
    }

    /// Returns the node after a quiet move, capture or promotion of `S`: a `moved` piece leaves
    /// `from` and a `placed` piece stands on `to`. The two types differ for promotions only.
    #[inline(always)]
    pub(super) fn play<S: Side>(
        &self,
        moved: PieceType,
        placed: PieceType,
        from: Square,
        to: Square,
    ) -> Self {
        let (origin, target) = (Bitboard::of(from), Bitboard::of(to));
        let mut next = *self;
        next.remove::<S::Enemy>(target);
        next.en_passant = Bitboard::EMPTY;
        next.castling -= origin | target;
        if moved == PieceType::King {
            next.castling -= S::RANK_1;
        }
        next.colors[S::US] ^= origin | target;
        next.toggle(moved, origin);
        next.toggle(placed, target);
        next
    }

    /// Returns the node after a double push of a pawn of `S`.
    #[inline(always)]
    pub(super) fn play_double_push<S: Side>(&self, from: Square, to: Square) -> Self {
        let mut next = self.play::<S>(PieceType::Pawn, PieceType::Pawn, from, to);
        let passed = Bitboard::of(from).shift(S::UP);
        if S::pawn_attacks(passed).intersects(next.of_type::<S::Enemy>(PieceType::Pawn)) {
            next.en_passant = passed;
        }
        next
    }

    /// Returns the node after the pawn of `S` on `from` captures en passant.
    #[inline(always)]
    pub(super) fn play_en_passant<S: Side>(&self, from: Square) -> Self {
        let to = Square::wrapping(self.en_passant.0.trailing_zeros() as usize);
        let mut next = self.play::<S>(PieceType::Pawn, PieceType::Pawn, from, to);
        next.remove::<S::Enemy>(self.en_passant.shift(<S::Enemy as Side>::UP));
        next
    }

    /// Returns the node after the king of `S` castles with the rook on this square.
    #[inline]
    pub(super) fn play_castling<S: Side>(&self, rook: Square) -> Self {
        let path = CastlingPath::of(self.king::<S>(), rook);
        let mut next = *self;
        next.en_passant = Bitboard::EMPTY;
        next.castling -= S::RANK_1;
        // In Chess960 the target squares may overlap the origins: clear both, then set both.
        let from = Bitboard::of(path.king_from).with(path.rook_from);
        let to = Bitboard::of(path.king_to).with(path.rook_to);
        next.colors[S::US] = (next.colors[S::US] - from) | to;
        next.kings = (next.kings - from) | path.king_to.into();
        next.straight = (next.straight - from) | path.rook_to.into();
        next
    }

    /// Returns the node without the piece on this square.
    #[inline(always)]
    pub(super) fn without<S: Side>(&self, square: Square) -> Self {
        let mut next = *self;
        next.remove::<S>(square.into());
        next.kings -= square.into();
        next
    }

    /// Removes pieces of `S` other than the king.
    #[inline(always)]
    fn remove<S: Side>(&mut self, squares: Bitboard) {
        self.colors[S::US] -= squares;
        self.pawns -= squares;
        self.knights -= squares;
        self.diagonal -= squares;
        self.straight -= squares;
    }

    /// Adds or removes a piece in the sets of its type.
    #[inline(always)]
    fn toggle(&mut self, piece_type: PieceType, square: Bitboard) {
        match piece_type {
            PieceType::Pawn => self.pawns ^= square,
            PieceType::Knight => self.knights ^= square,
            PieceType::Bishop => self.diagonal ^= square,
            PieceType::Rook => self.straight ^= square,
            PieceType::Queen => {
                self.diagonal ^= square;
                self.straight ^= square;
            }
            PieceType::King => self.kings ^= square,
        }
    }

    /// Returns the hash key of the subtree of this depth with `S` to move: an NH hash, whose salted
    /// words are multiplied in pairs and the 128-bit products added. The sets of the types and of one
    /// colour determine that of the other.
    #[inline(always)]
    pub(super) fn key<S: Side>(&self, depth: u32) -> u128 {
        let words = [
            self.colors[Color::White].0,
            self.colors[Color::Black].0,
            self.pawns.0,
            self.knights.0,
            self.diagonal.0,
            self.straight.0,
            self.kings.0,
            self.castling.0,
            self.en_passant.0,
            u64::from(depth) << 1 | S::US as u64,
        ];
        let salted = |i: usize| u128::from(words[i].wrapping_add(SALT[i]));
        (0..5)
            .fold(0, |sum: u128, i| sum.wrapping_add(salted(2 * i).wrapping_mul(salted(2 * i + 1))))
    }
}

/// Random words added to the words of a node in its key: fractional digits of pi.
const SALT: [u64; 10] = [
    0x243F_6A88_85A3_08D3,
    0x1319_8A2E_0370_7344,
    0xA409_3822_299F_31D0,
    0x082E_FA98_EC4E_6C89,
    0x4528_21E6_38D0_1377,
    0xBE54_66CF_34E9_0C6C,
    0xC0AC_29B7_C97C_50DD,
    0x3F84_D5B5_B547_0917,
    0x9216_D5D9_8979_FB1B,
    0xD131_0BA6_98DF_B5AC,
];
