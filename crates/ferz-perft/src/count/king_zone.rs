//! King zone: the squares that the king of the replying side T may step to or castle over, and the
//! change of its moves by the moves of S.

use super::node::{Node, len};
use super::replies::Replies;
use super::version::Version;
use core::marker::PhantomData;
use ferz::isa::{Isa, Versioned};
use ferz::movegen::Side;
use ferz::{Bitboard, CastlingPath, PieceType, Square, attacks};

/// Zone of T's king.
pub(super) struct KingZone {
    /// Squares beside the king without a piece of T.
    ring: Bitboard,
    /// The ring and the squares that castling needs safe.
    squares: Bitboard,
    /// Castling moves that no piece of T obstructs.
    castlings: [Castling; 2],
    castling_count: usize,
    /// Squares that castling needs empty.
    castling_path: Bitboard,
    /// Attacks of S on the zone.
    pub(super) attacks: ZoneAttacks,
    /// Number of king moves after a null move.
    pub(super) moves_after_null: i32,
}

/// Needs of one castling move of a king that is not in check.
#[derive(Clone, Copy, Default)]
struct Castling {
    /// Squares that must be empty.
    empty: Bitboard,
    /// Squares that the king crosses or reaches and that may not be attacked.
    safe: Bitboard,
}

/// Returns the attacks of a piece of `S`.
#[inline(always)]
fn attacks_of<I: Isa, S: Side>(
    piece_type: PieceType,
    square: Square,
    occupied: Bitboard,
) -> Bitboard {
    match piece_type {
        PieceType::Pawn => S::pawn_attacks(square.into()),
        PieceType::Knight => attacks::knight(square),
        PieceType::Bishop => I::bishop(square, occupied),
        PieceType::Rook => I::rook(square, occupied),
        PieceType::Queen => I::queen(square, occupied),
        PieceType::King => attacks::king(square),
    }
}

impl KingZone {
    /// Surveys the zone of `T`'s king.
    #[inline(always)]
    pub(super) fn of<V: Version, T: Side>(node: &Node, replies: &Replies<V>) -> Self {
        let king = replies.king;
        let ring = attacks::king(king) & !replies.own;
        let mut zone = Self {
            ring,
            squares: ring,
            castlings: [Castling::default(); 2],
            castling_count: 0,
            castling_path: Bitboard::EMPTY,
            attacks: ZoneAttacks::default(),
            moves_after_null: 0,
        };
        for rook in node.castling & replies.own & !replies.lines.pins.straight {
            let path = CastlingPath::of(king, rook);
            if !path.empty.intersects(replies.own) {
                let castling = Castling { empty: path.empty, safe: path.safe.without(king) };
                // At most two castling rooks; the mask removes the bounds check.
                zone.castlings[zone.castling_count & 1] = castling;
                zone.castling_count += 1;
                zone.squares |= castling.safe;
                zone.castling_path |= castling.empty;
            }
        }
        if zone.squares.any() {
            zone.attacks = ZoneAttacks::of::<V::Isa, T::Enemy>(node, zone.squares);
            zone.attacks.critical_pieces |= zone.castling_path;
            zone.moves_after_null = zone.count_moves(zone.attacks.attacked, node.occupied());
        }
        zone
    }

    /// Returns the number of king moves, castling included, with these attacks and this occupancy.
    #[inline(always)]
    fn count_moves(&self, attacked: Bitboard, occupied: Bitboard) -> i32 {
        let mut moves = len(self.ring & !attacked);
        for castling in &self.castlings[..self.castling_count] {
            let obstacles = castling.empty & occupied | castling.safe & attacked;
            moves += i32::from(obstacles.is_empty());
        }
        moves
    }

    /// Returns the squares from which a piece of `S` attacks an unattacked square of the zone, or
    /// on which it obstructs castling.
    #[inline(always)]
    pub(super) fn attack_origins<S: Side>(&self, piece_type: PieceType) -> Bitboard {
        let zone = &self.attacks;
        self.castling_path
            | match piece_type {
                PieceType::Pawn => <S::Enemy as Side>::pawn_attacks(zone.unattacked),
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
    pub(super) fn moves_after_landing<I: Isa, S: Side>(
        &self,
        attacked: Bitboard,
        piece_type: PieceType,
        occupied: Bitboard,
        targets: Bitboard,
    ) -> i32 {
        let mut moves = 0;
        for to in targets {
            let attacked = attacked | attacks_of::<I, S>(piece_type, to, occupied);
            moves += self.count_moves(attacked, occupied.with(to));
        }
        moves
    }

    /// Returns the attacks on the zone without the piece of `S` on `from`.
    #[inline(always)]
    pub(super) fn attacks_without<I: Isa, S: Side>(
        &self,
        node: &Node,
        from: Square,
    ) -> PartialAttacks {
        I::call(AttacksWithout { zone: self, node, from, side: PhantomData::<S> })
    }
}

/// Attacked squares of a zone, and the interpositions that go with them.
pub(super) struct PartialAttacks {
    pub(super) attacked: Bitboard,
    pub(super) interpositions: Bitboard,
}

/// Attacks on the zone without the piece of `S` on a square.
struct AttacksWithout<'a, S> {
    zone: &'a KingZone,
    node: &'a Node,
    from: Square,
    side: PhantomData<S>,
}

impl<S: Side> Versioned for AttacksWithout<'_, S> {
    type Output = PartialAttacks;

    #[inline(always)]
    fn run<I: Isa>(self) -> PartialAttacks {
        let node = self.node;
        let us = node.of::<S>().without(self.from);
        let occupied = node.occupied().without(self.from);
        let (straight, diagonal) = (node.straight::<S>() & us, node.diagonal::<S>() & us);
        let (mut attacked, mut interpositions) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for square in self.zone.squares {
            let mut sliders = Bitboard::EMPTY;
            if straight.any() {
                sliders |= I::rook(square, occupied) & straight;
            }
            if diagonal.any() {
                sliders |= I::bishop(square, occupied) & diagonal;
            }
            if (sliders | leaper_attackers::<S>(node, us, square)).any() {
                attacked = attacked.with(square);
            }
            for slider in sliders {
                interpositions |= attacks::between(square, slider);
            }
        }
        PartialAttacks { attacked, interpositions }
    }
}

/// Returns the knights, pawns and king of `S` among `us` that attack a square.
#[inline(always)]
fn leaper_attackers<S: Side>(node: &Node, us: Bitboard, square: Square) -> Bitboard {
    let leapers = attacks::knight(square) & node.by_type(PieceType::Knight)
        | <S::Enemy as Side>::pawn_attacks(square.into()) & node.by_type(PieceType::Pawn)
        | attacks::king(square) & node.by_type(PieceType::King);
    leapers & us
}

/// Attacks of S on the squares of a king zone.
#[derive(Default, Clone, Copy)]
pub(super) struct ZoneAttacks {
    /// Squares attacked.
    pub(super) attacked: Bitboard,
    /// Squares not attacked.
    unattacked: Bitboard,
    /// Pieces of S whose leaving changes the king's moves: the only attackers of a square, pieces
    /// that block a slider of S, and obstacles to castling.
    pub(super) critical_pieces: Bitboard,
    /// Squares between the sliders of S and the squares they attack: a piece that lands there
    /// cuts an attack.
    pub(super) interpositions: Bitboard,
    /// Squares from which a knight attacks an unattacked square; the next three likewise.
    knight_origins: Bitboard,
    bishop_origins: Bitboard,
    rook_origins: Bitboard,
    king_origins: Bitboard,
}

impl ZoneAttacks {
    /// Returns the attacks of `S` on these squares.
    #[inline(always)]
    fn of<I: Isa, S: Side>(node: &Node, squares: Bitboard) -> Self {
        let us = node.of::<S>();
        let occupied = node.occupied();
        let (straight, diagonal) = (node.straight::<S>(), node.diagonal::<S>());
        let mut zone = Self::default();
        for square in squares {
            let none = Bitboard::EMPTY;
            let rook = if straight.any() { I::rook(square, occupied) } else { none };
            let bishop = if diagonal.any() { I::bishop(square, occupied) } else { none };
            let sliders = rook & straight | bishop & diagonal;
            let attackers = sliders | leaper_attackers::<S>(node, us, square);
            if attackers.is_empty() {
                zone.unattacked = zone.unattacked.with(square);
                zone.knight_origins |= attacks::knight(square);
                zone.bishop_origins |= bishop;
                zone.rook_origins |= rook;
                zone.king_origins |= attacks::king(square);
                if rook.intersects(us) {
                    let hidden = I::rook(square, occupied ^ rook & us) & straight;
                    zone.critical_pieces |= blockers(square, hidden, us);
                }
                if bishop.intersects(us) {
                    let hidden = I::bishop(square, occupied ^ bishop & us) & diagonal;
                    zone.critical_pieces |= blockers(square, hidden, us);
                }
                continue;
            }
            zone.attacked = zone.attacked.with(square);
            if !attackers.more_than_one() {
                zone.critical_pieces |= attackers;
            }
            for slider in sliders {
                zone.interpositions |= attacks::between(square, slider);
            }
        }
        zone
    }
}

/// Returns the pieces of `us` that stand between a square and these sliders.
#[inline(always)]
fn blockers(square: Square, sliders: Bitboard, us: Bitboard) -> Bitboard {
    let mut pieces = Bitboard::EMPTY;
    for slider in sliders {
        pieces |= attacks::between(square, slider) & us;
    }
    pieces
}
