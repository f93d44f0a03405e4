//! King zone: the squares that the king of the replying side may step to or castle over, and the
//! change of its moves by the moves of the enemy.

use super::board::{Board, Castling, Side, Squares, len, pawn_attacks};
use super::directions::attacks;
use super::replies::Replies;
use ferz::PieceType;

/// Zone of the replying side's king.
pub(crate) struct KingZone {
    /// Squares beside the king without an own piece.
    ring: u64,
    /// The ring and the squares that castling needs safe.
    squares: u64,
    /// Castling moves that no own piece obstructs.
    castlings: [Castling; 2],
    castling_count: usize,
    /// Squares that castling needs empty.
    castling_path: u64,
    /// Attacks of the side to move on the zone.
    pub(crate) attacks: ZoneAttacks,
    /// Number of king moves after a null move.
    pub(crate) null_moves: i32,
}

/// Returns the attacks of a piece of `S`.
#[inline(always)]
fn attacks_of<S: Side>(piece_type: PieceType, square: usize, occupied: u64) -> u64 {
    match piece_type {
        PieceType::Pawn => pawn_attacks::<S>(1 << square),
        PieceType::Knight => attacks::knight(square),
        PieceType::Bishop => attacks::bishop(square, occupied),
        PieceType::Rook => attacks::rook(square, occupied),
        PieceType::Queen => attacks::bishop(square, occupied) | attacks::rook(square, occupied),
        PieceType::King => attacks::king(square),
    }
}

impl KingZone {
    /// Surveys the zone of `T`'s king.
    #[inline(always)]
    pub(crate) fn of<T: Side>(board: &Board, replies: &Replies) -> Self {
        let king = replies.king;
        let ring = attacks::king(king) & !replies.own;
        let mut zone = Self {
            ring,
            squares: ring,
            castlings: [Castling::NONE; 2],
            castling_count: 0,
            castling_path: 0,
            attacks: ZoneAttacks::default(),
            null_moves: 0,
        };
        for rook in Squares(board.castling & replies.own & !replies.lines.pins.orthogonal) {
            let castling = Castling::of(king, rook);
            if castling.must_be_empty & replies.own == 0 {
                zone.castlings[zone.castling_count & 1] = castling;
                zone.castling_count += 1;
                zone.squares |= castling.must_be_safe;
                zone.castling_path |= castling.must_be_empty;
            }
        }
        if zone.squares != 0 {
            zone.attacks = ZoneAttacks::of::<T::Enemy>(board, zone.squares);
            zone.attacks.critical_pieces |= zone.castling_path;
            zone.null_moves = zone.count_moves(zone.attacks.attacked, board.occupied());
        }
        zone
    }

    /// Returns the number of king moves, castling included, with these attacks and this occupancy.
    #[inline(always)]
    fn count_moves(&self, attacked: u64, occupied: u64) -> i32 {
        let mut moves = len(self.ring & !attacked);
        for castling in &self.castlings[..self.castling_count] {
            let obstacles = castling.must_be_empty & occupied | castling.must_be_safe & attacked;
            moves += i32::from(obstacles == 0);
        }
        moves
    }

    /// Returns the squares from which a piece of `S` attacks an unattacked square of the zone, or
    /// on which it obstructs castling.
    #[inline(always)]
    pub(crate) fn attack_origins<S: Side>(&self, piece_type: PieceType) -> u64 {
        let zone = &self.attacks;
        self.castling_path
            | match piece_type {
                PieceType::Pawn => pawn_attacks::<S::Enemy>(zone.unattacked),
                PieceType::Knight => zone.knight_origins,
                PieceType::Bishop => zone.bishop_origins,
                PieceType::Rook => zone.rook_origins,
                PieceType::Queen => zone.bishop_origins | zone.rook_origins,
                PieceType::King => zone.king_origins,
            }
    }

    /// Returns the sum over `targets` of the king moves after a piece of `S` has landed there.
    /// `attacked` and `occupied` are without that piece.
    #[inline(always)]
    pub(crate) fn moves_after_landing<S: Side>(
        &self,
        attacked: u64,
        piece_type: PieceType,
        occupied: u64,
        targets: u64,
    ) -> i32 {
        let mut moves = 0;
        for to in Squares(targets) {
            let attacked = attacked | attacks_of::<S>(piece_type, to, occupied);
            moves += self.count_moves(attacked, occupied | 1 << to);
        }
        moves
    }

    /// Returns the attacked squares of the zone without the piece of `S` on `from`, and the
    /// interpositions that go with them.
    #[inline(never)]
    pub(crate) fn attacks_without<S: Side>(&self, board: &Board, from: usize) -> (u64, u64) {
        let us = board.of::<S>() & !(1 << from);
        let occupied = board.occupied() & !(1 << from);
        let (rooks, bishops) = (board.orthogonals & us, board.diagonals & us);
        let (mut attacked, mut interpositions) = (0, 0);
        for square in Squares(self.squares) {
            let mut sliders = 0;
            if rooks != 0 {
                sliders |= attacks::rook(square, occupied) & rooks;
            }
            if bishops != 0 {
                sliders |= attacks::bishop(square, occupied) & bishops;
            }
            if sliders | leaper_attackers::<S>(board, us, square) != 0 {
                attacked |= 1 << square;
            }
            for slider in Squares(sliders) {
                interpositions |= attacks::between(square, slider);
            }
        }
        (attacked, interpositions)
    }
}

/// Returns the knights, pawns and king of `S` among `us` that attack a square.
#[inline(always)]
fn leaper_attackers<S: Side>(board: &Board, us: u64, square: usize) -> u64 {
    attacks::knight(square) & board.knights & us
        | pawn_attacks::<S::Enemy>(1 << square) & board.pawns & us
        | attacks::king(square) & board.kings & us
}

/// Attacks on the squares of a king zone.
#[derive(Default, Clone, Copy)]
pub(crate) struct ZoneAttacks {
    /// Squares attacked.
    pub(crate) attacked: u64,
    /// Squares not attacked.
    unattacked: u64,
    /// Attacking side's pieces whose leaving changes the king's moves: the only attackers of a
    /// square, pieces that block a slider of their own side, and obstacles to castling.
    pub(crate) critical_pieces: u64,
    /// Squares between the sliders and the squares they attack: a piece that lands there cuts an
    /// attack.
    pub(crate) interpositions: u64,
    /// Squares from which a knight attacks an unattacked square; the next three likewise.
    knight_origins: u64,
    bishop_origins: u64,
    rook_origins: u64,
    king_origins: u64,
}

impl ZoneAttacks {
    /// Returns the attacks of `S` on these squares.
    #[inline(always)]
    fn of<S: Side>(board: &Board, squares: u64) -> Self {
        let us = board.of::<S>();
        let occupied = board.occupied();
        let (rooks, bishops) = (board.orthogonals & us, board.diagonals & us);
        let mut zone = Self::default();
        for square in Squares(squares) {
            let rook = if rooks != 0 { attacks::rook(square, occupied) } else { 0 };
            let bishop = if bishops != 0 { attacks::bishop(square, occupied) } else { 0 };
            let sliders = rook & rooks | bishop & bishops;
            let attackers = sliders | leaper_attackers::<S>(board, us, square);
            if attackers == 0 {
                zone.unattacked |= 1 << square;
                zone.knight_origins |= attacks::knight(square);
                zone.bishop_origins |= bishop;
                zone.rook_origins |= rook;
                zone.king_origins |= attacks::king(square);
                if rook & us != 0 {
                    let hidden = attacks::rook(square, occupied ^ rook & us) & rooks;
                    zone.critical_pieces |= blockers(square, hidden, us);
                }
                if bishop & us != 0 {
                    let hidden = attacks::bishop(square, occupied ^ bishop & us) & bishops;
                    zone.critical_pieces |= blockers(square, hidden, us);
                }
                continue;
            }
            zone.attacked |= 1 << square;
            if attackers & (attackers - 1) == 0 {
                zone.critical_pieces |= attackers;
            }
            for slider in Squares(sliders) {
                zone.interpositions |= attacks::between(square, slider);
            }
        }
        zone
    }
}

/// Returns the pieces of `us` that stand between a square and these sliders.
#[inline(always)]
fn blockers(square: usize, sliders: u64, us: u64) -> u64 {
    Squares(sliders).fold(0, |pieces, slider| pieces | attacks::between(square, slider) & us)
}
