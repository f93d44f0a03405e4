//! Replies of side T after a null move, and their change for every square on which a piece of S
//! could land.
//!
//! "Landing" is half of a move: a piece of S appears on a square. A piece of T on that square is
//! captured. "Leaving" is the other half: the piece disappears from its origin. See the
//! [parent module](super) for the sum.

use super::lanes::{KNIGHT_STEPS, Lanes, SLIDER_STEPS, SquareCounts};
use super::moves::{KingLines, PawnTargets, allowed};
use super::node::{Node, len};
use super::version::Version;
use ferz::isa::{Isa, Versioned};
use ferz::movegen::Side;
use ferz::{Bitboard, PieceType, Square, attacks};

/// Counts for each square in the form of a version.
type LandingCounts<V> = <<V as Version>::Lanes as Lanes>::Counts;

/// Replies of T after a null move, apart from the moves of its king and en passant.
pub(super) struct Replies<V: Version> {
    /// Square of its king.
    pub(super) king: Square,
    /// Its pieces.
    pub(super) own: Bitboard,
    /// X-rays, pins and checks of its king.
    pub(super) lines: KingLines,
    /// Its bishops and queens that are not pinned along a rank or file.
    bishops: Bitboard,
    /// Its rooks and queens that are not pinned along a diagonal.
    rooks: Bitboard,
    /// Its pawns.
    pub(super) pawns: Bitboard,
    /// Targets of its pawns.
    pub(super) pawn_targets: PawnTargets,
    /// Number of replies.
    pub(super) count: i32,
    /// Change of the number of replies for a landing on each square.
    pub(super) landing: LandingCounts<V>,
    /// Squares attacked by its sliders.
    pub(super) slider_attacks: Bitboard,
    /// Squares in front of its pawns, one rank ahead or two, occupied or not.
    pub(super) push_squares: Bitboard,
}

/// Returns the number of pawn moves to these targets: four for each square of the last rank.
#[inline(always)]
fn pawn_moves<S: Side>(targets: Bitboard) -> i32 {
    len(targets) + 3 * len(targets & S::RANK_8)
}

/// Returns rook directions of `rooks` and bishop directions of `bishops`, in the order of
/// [`SLIDER_STEPS`].
#[inline(always)]
fn slider_lanes<V: Version>(rooks: Bitboard, bishops: Bitboard) -> V::Lanes {
    V::Lanes::from([rooks, rooks, rooks, rooks, bishops, bishops, bishops, bishops])
}

impl<V: Version> Replies<V> {
    /// Surveys the replies of `T`.
    #[inline(always)]
    pub(super) fn of<T: Side>(node: &Node) -> Self {
        let (own, enemies) = (node.of::<T>(), node.of::<T::Enemy>());
        let occupied = own | enemies;
        let king = node.king::<T>();
        let (straight, diagonal) = (node.straight::<T::Enemy>(), node.diagonal::<T::Enemy>());
        let lines = KingLines::of::<V::Isa>(king, occupied, own, straight, diagonal);
        let pawns = node.of_type::<T>(PieceType::Pawn);
        let mut replies = Self {
            king,
            own,
            lines,
            bishops: node.diagonal::<T>() & !lines.pins.straight,
            rooks: node.straight::<T>() & !lines.pins.diagonal,
            pawns,
            pawn_targets: PawnTargets::of::<T>(pawns, occupied, lines.pins, king),
            count: 0,
            landing: LandingCounts::<V>::default(),
            slider_attacks: Bitboard::EMPTY,
            push_squares: pawns.shift(T::UP) | (pawns.shift(T::UP) & T::RANK_3).shift(T::UP),
        };
        if (replies.rooks | replies.bishops).any() {
            replies.add_sliders(occupied);
        }
        let knights = node.of_type::<T>(PieceType::Knight) & !lines.pins.all();
        if knights.any() {
            replies.add_knights(knights);
        }
        replies.add_pawns::<T>(enemies);
        replies
    }

    #[inline(always)]
    fn add_sliders(&mut self, occupied: Bitboard) {
        let pins = self.lines.pins;
        let sliders = slider_lanes::<V>(self.rooks & !pins.straight, self.bishops & !pins.diagonal);
        let attacks = SLIDER_STEPS.fill_attacks(sliders, !occupied);
        let own = V::Lanes::broadcast(self.own);
        self.add_rays(sliders, attacks, attacks & !own);
        if (self.rooks | self.bishops).intersects(pins.all()) {
            V::Isa::call(AddPinnedSliders(self, occupied));
        }
    }

    /// Adds the moves of sliders in each direction.
    #[inline(always)]
    fn add_rays(&mut self, sliders: V::Lanes, attacks: V::Lanes, moves: V::Lanes) {
        self.slider_attacks |= attacks.reduce_or();
        self.count += moves.len();
        // A capture of a piece of T makes its square a target of the sliders that defend it.
        self.landing.add(attacks & V::Lanes::broadcast(self.own));
        // A piece that lands on a ray removes the moves behind it, and a capture of the slider
        // removes all its moves. Round n holds the squares with at least n moves behind them.
        let origins = sliders | moves;
        let mut behind = moves;
        for _ in 0..7 {
            behind = origins & SLIDER_STEPS.back(behind);
            self.landing.sub(behind);
            behind = behind & moves;
        }
    }

    #[inline(always)]
    fn add_knights(&mut self, knights: Bitboard) {
        let attacks = KNIGHT_STEPS.forward(V::Lanes::broadcast(knights));
        let moves = attacks & !V::Lanes::broadcast(self.own);
        self.count += moves.len();
        self.landing.add(attacks & V::Lanes::broadcast(self.own));
        self.landing.sub(KNIGHT_STEPS.back(moves));
    }

    #[inline(always)]
    fn add_pawns<T: Side>(&mut self, enemies: Bitboard) {
        let none = Bitboard::EMPTY;
        let PawnTargets { push, double_push, west, east } = self.pawn_targets;
        let (captures_west, captures_east) = (west & enemies, east & enemies);
        self.count += len(double_push)
            + pawn_moves::<T>(push)
            + pawn_moves::<T>(captures_west)
            + pawn_moves::<T>(captures_east);
        // A landing on the target of a push or on a passed square blocks the push; a landing on a
        // pawn captures it, with all its moves.
        let passed = double_push.shift(<T::Enemy as Side>::UP);
        let pushers = push.shift(<T::Enemy as Side>::UP);
        let double_pushers = passed.shift(<T::Enemy as Side>::UP);
        let western = captures_west.shift(<T::Enemy as Side>::UP_EAST);
        let eastern = captures_east.shift(<T::Enemy as Side>::UP_WEST);
        self.landing.sub(V::Lanes::from([
            push,
            double_push,
            passed,
            pushers,
            double_pushers,
            western,
            eastern,
            none,
        ]));
        if self.pawns.intersects(T::RANK_7) {
            // Promotions count four times: three more of each.
            let (rank_7, rank_8) = (T::RANK_7, T::RANK_8);
            let (western, eastern) = (western & rank_7, eastern & rank_7);
            let lost = [push & rank_8, pushers & rank_7, western, eastern, none, none, none, none];
            let won = [west & rank_8, east & rank_8, none, none, none, none, none, none];
            for _ in 0..3 {
                self.landing.sub(lost.into());
                self.landing.add(won.into());
            }
        }
        // A landing on an attacked square adds a capture. The sets also contain squares that S
        // occupies, but those are no targets of its moves.
        self.landing.add(V::Lanes::from([west, east, none, none, none, none, none, none]));
    }

    /// Returns the sum over `targets` of the replies gained because the piece of S on `from` left
    /// for that target. `occupied` still holds the origin; the landing itself is not included.
    #[inline(always)]
    pub(super) fn gain_by_leaving<T: Side>(
        &self,
        occupied: Bitboard,
        from: Square,
        targets: Bitboard,
    ) -> i32 {
        let origin = Bitboard::of(from);
        let mut gain = 0;
        if self.slider_attacks.contains(from) {
            gain += self.extended_sliders(occupied, from, targets);
        }
        if (self.pawn_targets.west | self.pawn_targets.east).contains(from) {
            // The pawn loses its capture of the piece, unless the piece captures that pawn: the
            // landing has subtracted it then.
            let weight = pawn_moves::<T>(origin);
            let west = (self.pawn_targets.west & origin).shift(<T::Enemy as Side>::UP_EAST);
            let east = (self.pawn_targets.east & origin).shift(<T::Enemy as Side>::UP_WEST);
            gain -= weight * (len(west) * len(targets & !west) + len(east) * len(targets & !east));
        }
        if self.push_squares.contains(from) {
            gain += self.unblocked_pushes::<T>(occupied ^ origin, targets);
        }
        gain
    }

    /// Returns the gain of the sliders whose rays ended on the origin.
    #[inline(always)]
    fn extended_sliders(&self, occupied: Bitboard, from: Square, targets: Bitboard) -> i32 {
        let pins = self.lines.pins;
        let origin = Bitboard::of(from);
        let mut gain = 0;
        for slider in V::Isa::rook(from, occupied) & self.rooks {
            let reach = V::Isa::rook(slider, occupied ^ origin) & allowed(slider, pins.straight);
            gain += self.extended_ray(slider, from, reach, targets);
        }
        for slider in V::Isa::bishop(from, occupied) & self.bishops {
            let reach = V::Isa::bishop(slider, occupied ^ origin) & allowed(slider, pins.diagonal);
            gain += self.extended_ray(slider, from, reach, targets);
        }
        gain
    }

    /// Returns the gain of one slider that reaches beyond the origin. A target on the extension
    /// cuts it again; a target between slider and origin, or a capture of the slider, leaves none.
    #[inline(always)]
    fn extended_ray(
        &self,
        slider: Square,
        from: Square,
        reach: Bitboard,
        targets: Bitboard,
    ) -> i32 {
        let ray = reach & attacks::beyond(slider, from);
        let moves = ray & !self.own;
        let closed = attacks::between(slider, from).with(slider);
        let mut gain = len(moves) * len(targets & !closed) + len(targets & ray & self.own);
        for to in targets & moves {
            gain -= len(moves & attacks::beyond(slider, to));
        }
        gain
    }

    /// Returns the gain of the pawns that the piece on the origin blocked.
    #[inline(always)]
    fn unblocked_pushes<T: Side>(&self, occupied: Bitboard, targets: Bitboard) -> i32 {
        let (push, double_push) =
            PawnTargets::pushes::<T>(self.pawns, occupied, self.lines.pins, self.king);
        let push = push & !self.pawn_targets.push;
        let double_push = double_push & !self.pawn_targets.double_push;
        let passed = double_push.shift(<T::Enemy as Side>::UP);
        let double_pusher = passed.shift(<T::Enemy as Side>::UP);
        let pusher = push.shift(<T::Enemy as Side>::UP);
        pawn_moves::<T>(push) * len(targets & !pusher)
            + len(double_push) * len(targets & !(double_push | passed | double_pusher))
    }
}

/// Addition of the moves of sliders pinned along a line of their own, which stay on it.
struct AddPinnedSliders<'a, V: Version>(&'a mut Replies<V>, Bitboard);

impl<V: Version> Versioned for AddPinnedSliders<'_, V> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self) {
        let Self(replies, occupied) = self;
        let pins = replies.lines.pins;
        let sliders =
            slider_lanes::<V>(replies.rooks & pins.straight, replies.bishops & pins.diagonal);
        let lines = slider_lanes::<V>(pins.straight, pins.diagonal);
        let attacks = SLIDER_STEPS.fill_attacks(sliders, !occupied) & lines;
        replies.add_rays(sliders, attacks, attacks & !V::Lanes::broadcast(replies.own));
    }
}
