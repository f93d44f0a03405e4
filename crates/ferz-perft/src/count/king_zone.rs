//! Where the king of the side to reply may go, and how the enemy's moves change it.

use super::attacks;
use super::bits::{Squares, len};
use super::board::{Board, Piece};
use super::castling::Castling;
use super::replies::Replies;
use super::side::{Side, pawn_attacks};

/// The squares a king may step to or castle over, and the enemy's hold on them.
pub(crate) struct Refuge {
    /// The squares beside the king without a friend.
    ring: u64,
    /// The ring and what castling must cross.
    relevant: u64,
    /// The castling moves that no friend obstructs.
    castlings: [Castling; 2],
    /// How many these are.
    castling_count: usize,
    /// The squares whose occupation matters to castling.
    path: u64,
    /// The enemy's hold before the move.
    pub(crate) siege: Siege,
    /// The king's moves if the move were passed.
    pub(crate) passed: i32,
}

/// The attacks of a piece of `S`.
#[inline(always)]
fn attacks_of<S: Side>(piece: Piece, square: usize, occupied: u64) -> u64 {
    match piece {
        Piece::Pawn => pawn_attacks::<S>(1 << square),
        Piece::Knight => attacks::knight(square),
        Piece::Bishop => attacks::bishop(square, occupied),
        Piece::Rook => attacks::rook(square, occupied),
        Piece::Queen => attacks::bishop(square, occupied) | attacks::rook(square, occupied),
        Piece::King => attacks::king(square),
    }
}

impl Refuge {
    /// The refuge of `T`'s king.
    #[inline(always)]
    pub(crate) fn of<T: Side>(board: &Board, replies: &Replies) -> Self {
        let king = replies.king;
        let ring = attacks::king(king) & !replies.friends;
        let mut refuge = Self {
            ring,
            relevant: ring,
            castlings: [Castling::NONE; 2],
            castling_count: 0,
            path: 0,
            siege: Siege::default(),
            passed: 0,
        };
        for rook in Squares(board.castling & replies.friends & !replies.view.pins.orthogonal) {
            let castling = Castling::of(king, rook);
            if castling.path & replies.friends == 0 {
                refuge.castlings[refuge.castling_count & 1] = castling;
                refuge.castling_count += 1;
                refuge.relevant |= castling.safe;
                refuge.path |= castling.path;
            }
        }
        if !refuge.is_closed() {
            refuge.siege = Siege::of::<T::Enemy>(board, refuge.relevant, 0);
            refuge.siege.pillars |= refuge.path;
            refuge.passed = refuge.moves(refuge.siege.attacked, board.occupied());
        }
        refuge
    }

    /// Whether the king has nowhere to go, whatever happens.
    #[inline(always)]
    pub(crate) fn is_closed(&self) -> bool {
        self.relevant == 0
    }

    /// The steps and castling moves of the king when these squares are attacked and occupied.
    #[inline(always)]
    fn moves(&self, attacked: u64, occupied: u64) -> i32 {
        let mut moves = len(self.ring & !attacked);
        for castling in &self.castlings[..self.castling_count] {
            moves += i32::from(castling.path & occupied | castling.safe & attacked == 0);
        }
        moves
    }

    /// The squares from which a piece of `S` attacks an open square, or on which it obstructs castling.
    #[inline(always)]
    pub(crate) fn posts<S: Side>(&self, piece: Piece) -> u64 {
        let open = self.siege.open;
        self.path
            | match piece {
                Piece::Pawn => pawn_attacks::<S::Enemy>(open),
                Piece::Knight => self.siege.knight_posts,
                Piece::Bishop => self.siege.bishop_posts,
                Piece::Rook => self.siege.rook_posts,
                Piece::Queen => self.siege.bishop_posts | self.siege.rook_posts,
                Piece::King => self.siege.king_posts,
            }
    }

    /// The king's moves in all, after a piece leaves for each of the targets.
    #[inline(always)]
    pub(crate) fn after<S: Side>(
        &self,
        attacked: u64,
        piece: Piece,
        occupied: u64,
        targets: u64,
    ) -> i32 {
        let mut moves = 0;
        for to in Squares(targets) {
            let attacked = attacked | attacks_of::<S>(piece, to, occupied);
            moves += self.moves(attacked, occupied | 1 << to);
        }
        moves
    }

    /// The hold when the piece of `S` on `from` is in the air: what is attacked, and the squares
    /// between the sliders and that.
    #[inline(never)]
    pub(crate) fn without<S: Side>(&self, board: &Board, from: usize) -> (u64, u64) {
        let us = board.of::<S>() & !(1 << from);
        let occupied = board.occupied() & !(1 << from);
        let (rooks, bishops) = (board.orthogonals & us, board.diagonals & us);
        let (mut attacked, mut screens) = (0, 0);
        for square in Squares(self.relevant) {
            let mut sliders = 0;
            if rooks != 0 {
                sliders |= attacks::rook(square, occupied) & rooks;
            }
            if bishops != 0 {
                sliders |= attacks::bishop(square, occupied) & bishops;
            }
            let attackers = sliders
                | attacks::knight(square) & board.knights & us
                | pawn_attacks::<S::Enemy>(1 << square) & board.pawns & us
                | attacks::king(square) & board.kings & us;
            if attackers != 0 {
                attacked |= 1 << square;
            }
            for slider in Squares(sliders) {
                screens |= attacks::between(square, slider);
            }
        }
        (attacked, screens)
    }
}

/// The enemy's hold on the relevant squares.
#[derive(Default, Clone, Copy)]
pub(crate) struct Siege {
    /// The squares attacked.
    pub(crate) attacked: u64,
    /// The squares not attacked.
    open: u64,
    /// Enemy pieces that cannot leave without a change: the only attackers of a square, those that
    /// stand before a slider, and those that obstruct castling.
    pub(crate) pillars: u64,
    /// The squares between the enemy's sliders and what they attack.
    pub(crate) screens: u64,
    knight_posts: u64,
    bishop_posts: u64,
    rook_posts: u64,
    king_posts: u64,
}

impl Siege {
    /// The hold of `S` on the relevant squares, without the pieces `lifted`.
    #[inline(always)]
    fn of<S: Side>(board: &Board, relevant: u64, lifted: u64) -> Self {
        let us = board.of::<S>() & !lifted;
        let occupied = board.occupied() & !lifted;
        let (rooks, bishops) = (board.orthogonals & us, board.diagonals & us);
        let mut siege = Self::default();
        for square in Squares(relevant) {
            let rook = if rooks != 0 { attacks::rook(square, occupied) } else { 0 };
            let bishop = if bishops != 0 { attacks::bishop(square, occupied) } else { 0 };
            let knight = attacks::knight(square);
            let sliders = rook & rooks | bishop & bishops;
            let attackers = sliders
                | knight & board.knights & us
                | pawn_attacks::<S::Enemy>(1 << square) & board.pawns & us
                | attacks::king(square) & board.kings & us;
            if attackers == 0 {
                siege.open |= 1 << square;
                siege.knight_posts |= knight;
                siege.bishop_posts |= bishop;
                siege.rook_posts |= rook;
                siege.king_posts |= attacks::king(square);
                if rook & us != 0 {
                    siege.pillars |=
                        behind(square, attacks::rook(square, occupied ^ rook & us) & rooks, us);
                }
                if bishop & us != 0 {
                    siege.pillars |= behind(
                        square,
                        attacks::bishop(square, occupied ^ bishop & us) & bishops,
                        us,
                    );
                }
                continue;
            }
            siege.attacked |= 1 << square;
            if attackers & (attackers - 1) == 0 {
                siege.pillars |= attackers;
            }
            for slider in Squares(sliders) {
                siege.screens |= attacks::between(square, slider);
            }
        }
        siege
    }
}

/// The pieces that alone stand between a square and the sliders of their own side.
#[inline(always)]
fn behind(square: usize, sliders: u64, us: u64) -> u64 {
    Squares(sliders).fold(0, |pieces, slider| pieces | attacks::between(square, slider) & us)
}
