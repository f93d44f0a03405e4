//! Leaves two plies below a node, counted without making most of the moves.

use super::king_zone::KingZone;
use super::lanes::{Lanes, PartialSums, SquareCounts};
use super::moves::{
    KingLines, MoveVisitor, PawnStep, count_moves, count_moves_inline, en_passant_capturers,
    visit_moves,
};
use super::node::{Node, beside, len};
use super::replies::Replies;
use super::version::Version;
use core::marker::PhantomData;
use ferz::isa::{Isa, Versioned};
use ferz::movegen::Side;
use ferz::{Bitboard, PieceType, Square, attacks};

/// Number of leaves counted so far, in two parts.
pub(super) struct LeafCount<V: Version> {
    leaves: i64,
    /// Sum of the changes by landings.
    landings: <V::Lanes as Lanes>::Sums,
}

impl<V: Version> Default for LeafCount<V> {
    #[inline(always)]
    fn default() -> Self {
        Self { leaves: 0, landings: Default::default() }
    }
}

impl<V: Version> LeafCount<V> {
    /// Returns the number of leaves.
    #[inline(always)]
    pub(super) fn total(&self) -> u64 {
        (self.leaves + self.landings.total()) as u64
    }
}

/// Adds the leaves two plies below a node with `S` to move.
#[inline(always)]
pub(super) fn count_pairs<V: Version, S: Side>(node: &Node, leaves: &mut LeafCount<V>) {
    V::Isa::call(CountPairs::<V, S> { node, leaves, side: PhantomData });
}

/// Count of the leaves two plies below a node.
struct CountPairs<'a, V: Version, S> {
    node: &'a Node,
    leaves: &'a mut LeafCount<V>,
    side: PhantomData<S>,
}

impl<V: Version, S: Side> Versioned for CountPairs<'_, V, S> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self) {
        let Self { node, leaves, .. } = self;
        let replies = Replies::<V>::of::<S::Enemy>(node);
        let zone = KingZone::of::<V, S::Enemy>(node, &replies);
        let king = replies.king;
        let special_targets =
            replies.lines.pins.all() | (node.castling | attacks::king(king)) & replies.own;
        let special_pawn_targets = special_targets
            | <S::Enemy as Side>::pawn_attacks(king.into())
            | zone.attacks.interpositions;
        let single_pawn_targets = special_pawn_targets | zone.attack_origins::<S>(PieceType::Pawn);
        let special_origins = replies.slider_attacks
            | replies.push_squares
            | replies.pawn_targets.west
            | replies.pawn_targets.east
            | replies.lines.straight
            | replies.lines.diagonal
            | zone.attacks.critical_pieces;
        let replies_after_null = replies.count + zone.moves_after_null;
        let mut pairs = PairCounter {
            node,
            occupied: node.occupied(),
            replies,
            zone,
            special_targets,
            special_pawn_targets,
            single_pawn_targets,
            special_origins,
            replies_after_null,
            leaves,
        };
        visit_moves::<V::Isa, S, _>(node, &mut pairs);
    }
}

/// Number of targets from which a second survey of the replies costs less than making the moves.
const MIN_TARGETS_TO_RESURVEY: i32 = 4;

/// Visitor of the first ply's moves.
struct PairCounter<'a, V: Version> {
    node: &'a Node,
    occupied: Bitboard,
    replies: Replies<V>,
    zone: KingZone,
    /// Targets for which the move is made: squares of the enemy king's pins, enemy castling rooks,
    /// and enemy pieces beside their king.
    special_targets: Bitboard,
    /// Special targets of pawn moves: also the squares from which a pawn gives check, and
    /// interpositions.
    special_pawn_targets: Bitboard,
    /// Targets that exclude a pawn move from the sum over all pawns.
    single_pawn_targets: Bitboard,
    /// Origins whose vacation may change the replies, the pins or the king moves: the sensitive
    /// origins of the module page, the king's lines and the critical pieces.
    special_origins: Bitboard,
    /// Replies after a null move, king moves included.
    replies_after_null: i32,
    leaves: &'a mut LeafCount<V>,
}

/// Moves of one piece.
#[derive(Clone, Copy)]
struct PieceMoves {
    /// Type that leaves the origin.
    moved: PieceType,
    /// Type that stands on the target: another one for promotions only.
    placed: PieceType,
    from: Square,
    targets: Bitboard,
}

impl<'a, V: Version> PairCounter<'a, V> {
    /// Adds the replies to a move that was made.
    #[inline(always)]
    fn count_by_making<S: Side>(&mut self, child: &Node) {
        self.leaves.leaves += i64::from(count_moves::<V, S::Enemy>(child));
    }

    /// Makes each move and adds its replies.
    #[inline(always)]
    fn make_each<S: Side>(&mut self, moves: PieceMoves) {
        V::Isa::call(MakeEach::<V, S> { pairs: self, moves, side: PhantomData });
    }

    /// Adds the replies to the moves of one piece: sums over the targets where that is possible,
    /// and makes the moves to the rest. `special` holds targets that cannot be summed, not yet
    /// including the checks by a slider.
    #[inline(always)]
    fn add_replies<S: Side>(&mut self, moves: PieceMoves, mut special: Bitboard) {
        let PieceMoves { moved, placed, from, targets } = moves;
        let (node, occupied) = (self.node, self.occupied);
        let replies = &self.replies;
        let mut lines = replies.lines;
        if (lines.straight | lines.diagonal).contains(from) {
            let straight = node.straight::<S>().without(from);
            let diagonal = node.diagonal::<S>().without(from);
            let left = occupied ^ from.into();
            lines = KingLines::of::<V::Isa>(replies.king, left, replies.own, straight, diagonal);
            let discovers_check = lines.checkers.any();
            if discovers_check || lines.pins != replies.lines.pins {
                V::Isa::call(Resurvey::<V, S> {
                    pairs: self,
                    moves,
                    special,
                    discovers_check,
                    side: PhantomData,
                });
                return;
            }
        }
        special |= slider_check_or_pin_targets(placed, &lines);
        let zone = &self.zone;
        let left = occupied ^ from.into();
        let mut summable = targets & !(special | zone.attacks.interpositions);
        let mut sum;
        if !zone.attacks.critical_pieces.contains(from) {
            let attackers = if moved == placed {
                summable & zone.attack_origins::<S>(placed)
            } else {
                summable
            };
            let attacked = zone.attacks.attacked;
            sum = len(summable & !attackers) * zone.moves_after_null
                + zone.moves_after_landing::<V::Isa, S>(attacked, placed, left, attackers);
        } else {
            let without = zone.attacks_without::<V::Isa, S>(node, from);
            summable = targets & !(special | without.interpositions);
            sum = zone.moves_after_landing::<V::Isa, S>(without.attacked, placed, left, summable);
        }
        sum += len(summable) * replies.count;
        replies.landing.sum(summable, &mut self.leaves.landings);
        if self.special_origins.contains(from) {
            sum += replies.gain_by_leaving::<S::Enemy>(occupied, from, summable);
        }
        self.leaves.leaves += i64::from(sum);
        let rest = targets & !summable;
        if rest.any() {
            self.make_each::<S>(PieceMoves { targets: rest, ..moves });
        }
    }
}

/// Making of each of the moves, and addition of the replies.
struct MakeEach<'p, 'a, V: Version, S> {
    pairs: &'p mut PairCounter<'a, V>,
    moves: PieceMoves,
    side: PhantomData<S>,
}

impl<V: Version, S: Side> Versioned for MakeEach<'_, '_, V, S> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self) {
        let PieceMoves { moved, placed, from, targets } = self.moves;
        for to in targets {
            let child = self.pairs.node.play::<S>(moved, placed, from, to);
            let replies = count_moves_inline::<V::Isa, S::Enemy>(&child);
            self.pairs.leaves.leaves += i64::from(replies);
        }
    }
}

/// Addition of the replies to the moves of a piece whose leaving changes the enemy's pins or gives a
/// discovered check. Surveys the replies on the board without the piece; makes the moves instead if
/// they discover check, the enemy has a castling right, or there are fewer than
/// [`MIN_TARGETS_TO_RESURVEY`] targets.
struct Resurvey<'p, 'a, V: Version, S> {
    pairs: &'p mut PairCounter<'a, V>,
    moves: PieceMoves,
    special: Bitboard,
    discovers_check: bool,
    side: PhantomData<S>,
}

impl<V: Version, S: Side> Versioned for Resurvey<'_, '_, V, S> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self) {
        let Self { pairs, moves, mut special, discovers_check, .. } = self;
        let PieceMoves { placed, from, targets, .. } = moves;
        let castling = pairs.node.castling.intersects(pairs.replies.own);
        if discovers_check || castling || len(targets) < MIN_TARGETS_TO_RESURVEY {
            pairs.make_each::<S>(moves);
            return;
        }
        let node = pairs.node.without::<S>(from);
        let replies = Replies::<V>::of::<S::Enemy>(&node);
        let without = pairs.zone.attacks_without::<V::Isa, S>(pairs.node, from);
        special |= replies.lines.pins.all() | without.interpositions;
        special |= slider_check_or_pin_targets(placed, &replies.lines);
        let summable = targets & !special;
        let king_moves = pairs.zone.moves_after_landing::<V::Isa, S>(
            without.attacked,
            placed,
            node.occupied(),
            summable,
        );
        pairs.leaves.leaves += i64::from(len(summable) * replies.count + king_moves);
        replies.landing.sum(summable, &mut pairs.leaves.landings);
        pairs.make_each::<S>(PieceMoves { targets: targets & special, ..moves });
    }
}

/// Addition of the replies to the four promotions of a pawn on one square.
struct Promote<'p, 'a, V: Version, S> {
    pairs: &'p mut PairCounter<'a, V>,
    from: Square,
    to: Square,
    side: PhantomData<S>,
}

impl<V: Version, S: Side> Versioned for Promote<'_, '_, V, S> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self) {
        let Self { pairs, from, to, .. } = self;
        for placed in PieceType::PROMOTIONS {
            let mut special = pairs.special_targets;
            if placed == PieceType::Knight {
                special |= attacks::knight(pairs.replies.king);
            }
            let moves = PieceMoves { moved: PieceType::Pawn, placed, from, targets: to.into() };
            pairs.add_replies::<S>(moves, special);
        }
    }
}

/// Returns the squares on which a slider would give check or pin a piece; none for other pieces.
#[inline(always)]
fn slider_check_or_pin_targets(placed: PieceType, lines: &KingLines) -> Bitboard {
    match placed {
        PieceType::Bishop => lines.diagonal,
        PieceType::Rook => lines.straight,
        PieceType::Queen => lines.diagonal | lines.straight,
        PieceType::Pawn | PieceType::Knight | PieceType::King => Bitboard::EMPTY,
    }
}

impl<V: Version, S: Side> MoveVisitor<S> for PairCounter<'_, V> {
    #[inline(always)]
    fn piece(&mut self, piece_type: PieceType, from: Square, targets: Bitboard) {
        if targets.is_empty() {
            return;
        }
        let mut special = self.special_targets;
        if piece_type == PieceType::Knight {
            special |= attacks::knight(self.replies.king);
        }
        let moves = PieceMoves { moved: piece_type, placed: piece_type, from, targets };
        self.add_replies::<S>(moves, special);
    }

    #[inline(always)]
    fn pawns(&mut self, step: PawnStep, targets: Bitboard) {
        const PAWN: PieceType = PieceType::Pawn;
        if step == PawnStep::DoublePush {
            for to in targets & beside(self.replies.pawns) {
                let child = self.node.play_double_push::<S>(step.origin::<S>(to), to);
                let capturers = en_passant_capturers::<S::Enemy>(&child);
                self.leaves.leaves += i64::from(len(capturers));
            }
        }
        // Pawn moves that change the replies only by their landing are summed together.
        let together =
            targets & !self.single_pawn_targets & !step.targets::<S>(self.special_origins);
        self.leaves.leaves += i64::from(len(together) * self.replies_after_null);
        self.replies.landing.sum(together, &mut self.leaves.landings);
        for to in targets & !together {
            let from = step.origin::<S>(to);
            let moves = PieceMoves { moved: PAWN, placed: PAWN, from, targets: to.into() };
            self.add_replies::<S>(moves, self.special_pawn_targets);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, step: PawnStep, targets: Bitboard) {
        for to in targets {
            let from = step.origin::<S>(to);
            V::Isa::call(Promote::<V, S> { pairs: self, from, to, side: PhantomData });
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square) {
        self.count_by_making::<S>(&self.node.play_en_passant::<S>(from));
    }

    #[inline(always)]
    fn castling(&mut self, rook: Square) {
        self.count_by_making::<S>(&self.node.play_castling::<S>(rook));
    }
}
