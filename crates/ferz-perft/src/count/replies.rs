//! Replies of the enemy after a null move, and their change for every square on which a piece could
//! land.
//!
//! "Landing" is half of a move: a piece of the side to move appears on a square, from nowhere. If
//! an enemy stands there it is captured. "Leaving" is the other half: the piece disappears from its
//! origin. See the [parent module](super) for the sum.

use super::board::{Board, Side, Squares, forward, forward_east, forward_west, len};
use super::directions::{KNIGHT_STEPS, SLIDER_STEPS, attacks};
use super::moves::{KingLines, PawnTargets};
use super::simd::{SquareCounts, U64x8};

/// Replies of the side not to move after a null move, apart from the moves of its king and en
/// passant.
pub(crate) struct Replies {
    /// Square of its king.
    pub(crate) king: usize,
    /// Its pieces.
    pub(crate) own: u64,
    /// X-rays, pins and checks of its king.
    pub(crate) lines: KingLines,
    /// Its bishops and queens that are not pinned along a rank or file.
    bishops: u64,
    /// Its rooks and queens that are not pinned along a diagonal.
    rooks: u64,
    /// Its pawns.
    pub(crate) pawns: u64,
    /// Targets of its pawns.
    pub(crate) pawn_targets: PawnTargets,
    /// Number of replies.
    pub(crate) count: i32,
    /// Change of the number of replies for a landing on each square.
    pub(crate) landing: SquareCounts,
    /// Squares attacked by its sliders.
    pub(crate) slider_attacks: u64,
    /// Squares in front of its pawns, one rank ahead or two, occupied or not.
    pub(crate) push_squares: u64,
}

/// Returns the number of pawn moves to these targets: four for each square of the last rank.
#[inline(always)]
fn pawn_moves<S: Side>(targets: u64) -> i32 {
    len(targets) + 3 * len(targets & S::RANK_8)
}

/// Returns rook directions of `rooks` and bishop directions of `bishops`, in the order of
/// [`SLIDER_STEPS`].
#[inline(always)]
fn slider_lanes(rooks: u64, bishops: u64) -> U64x8 {
    U64x8::from([rooks, rooks, rooks, rooks, bishops, bishops, bishops, bishops])
}

impl Replies {
    /// Surveys the replies of `T`.
    #[inline(always)]
    pub(crate) fn of<T: Side>(board: &Board) -> Self {
        let (own, enemies) = (board.of::<T>(), board.of::<T::Enemy>());
        let occupied = own | enemies;
        let king = board.king::<T>();
        let lines = KingLines::of(
            king,
            occupied,
            own,
            board.orthogonals & enemies,
            board.diagonals & enemies,
        );
        let pawns = board.pawns & own;
        let mut replies = Self {
            king,
            own,
            lines,
            bishops: board.diagonals & own & !lines.pins.orthogonal,
            rooks: board.orthogonals & own & !lines.pins.diagonal,
            pawns,
            pawn_targets: PawnTargets::of::<T>(pawns, occupied, lines.pins, king),
            count: 0,
            landing: SquareCounts::default(),
            slider_attacks: 0,
            push_squares: forward::<T>(pawns) | forward::<T>(forward::<T>(pawns) & T::RANK_3),
        };
        if replies.rooks | replies.bishops != 0 {
            replies.add_sliders(occupied);
        }
        let knights = board.knights & own & !lines.pins.all();
        if knights != 0 {
            replies.add_knights(knights);
        }
        replies.add_pawns::<T>(enemies);
        replies
    }

    #[inline(always)]
    fn add_sliders(&mut self, occupied: u64) {
        let pins = self.lines.pins;
        let sliders = slider_lanes(self.rooks & !pins.orthogonal, self.bishops & !pins.diagonal);
        let attacks = SLIDER_STEPS.fill_attacks(sliders, !occupied);
        let own = U64x8::broadcast(self.own);
        self.add_rays(sliders, attacks, attacks & !own);
        if (self.rooks | self.bishops) & pins.all() != 0 {
            self.add_pinned_sliders(occupied);
        }
    }

    /// Adds the moves of sliders in each direction.
    #[inline(always)]
    fn add_rays(&mut self, sliders: U64x8, attacks: U64x8, moves: U64x8) {
        self.slider_attacks |= attacks.reduce_or();
        self.count += moves.count_ones();
        // A capture of an own piece makes its square a target of the sliders that defend it.
        self.landing.add(attacks & U64x8::broadcast(self.own));
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

    /// Adds the moves of sliders pinned along a line of their own, which stay on it.
    #[cold]
    #[inline(never)]
    fn add_pinned_sliders(&mut self, occupied: u64) {
        let pins = self.lines.pins;
        let sliders = slider_lanes(self.rooks & pins.orthogonal, self.bishops & pins.diagonal);
        let lines = slider_lanes(pins.orthogonal, pins.diagonal);
        let attacks = SLIDER_STEPS.fill_attacks(sliders, !occupied) & lines;
        self.add_rays(sliders, attacks, attacks & !U64x8::broadcast(self.own));
    }

    #[inline(always)]
    fn add_knights(&mut self, knights: u64) {
        let attacks = KNIGHT_STEPS.forward(U64x8::broadcast(knights));
        let moves = attacks & !U64x8::broadcast(self.own);
        self.count += moves.count_ones();
        self.landing.add(attacks & U64x8::broadcast(self.own));
        self.landing.sub(KNIGHT_STEPS.back(moves));
    }

    #[inline(always)]
    fn add_pawns<T: Side>(&mut self, enemies: u64) {
        let PawnTargets { push, double_push, west, east } = self.pawn_targets;
        let (captures_west, captures_east) = (west & enemies, east & enemies);
        self.count += len(double_push)
            + pawn_moves::<T>(push)
            + pawn_moves::<T>(captures_west)
            + pawn_moves::<T>(captures_east);
        // A landing on the target of a push or on a passed square blocks the push; a landing on a
        // pawn captures it, with all its moves.
        let passed = forward::<T::Enemy>(double_push);
        let pushers = forward::<T::Enemy>(push);
        let double_pushers = forward::<T::Enemy>(passed);
        let western = forward_east::<T::Enemy>(captures_west);
        let eastern = forward_west::<T::Enemy>(captures_east);
        self.landing.sub(U64x8::from([
            push,
            double_push,
            passed,
            pushers,
            double_pushers,
            western,
            eastern,
            0,
        ]));
        if self.pawns & T::RANK_7 != 0 {
            // Promotions count four times: three more of each.
            let (rank_7, rank_8) = (T::RANK_7, T::RANK_8);
            let (western, eastern) = (western & rank_7, eastern & rank_7);
            let lost = U64x8::from([push & rank_8, pushers & rank_7, western, eastern, 0, 0, 0, 0]);
            let won = U64x8::from([west & rank_8, east & rank_8, 0, 0, 0, 0, 0, 0]);
            for _ in 0..3 {
                self.landing.sub(lost);
                self.landing.add(won);
            }
        }
        // A landing on an attacked square adds a capture. The sets also contain squares that the
        // side to move occupies, but those are no targets of its moves.
        self.landing.add(U64x8::from([west, east, 0, 0, 0, 0, 0, 0]));
    }

    /// Returns the sum over `targets` of the replies gained because the enemy piece on `from` left
    /// for that target. `occupied` still holds the origin; the landing itself is not included.
    #[inline(always)]
    pub(crate) fn gain_by_leaving<T: Side>(&self, occupied: u64, from: usize, targets: u64) -> i32 {
        let origin = 1u64 << from;
        let mut gain = 0;
        if self.slider_attacks & origin != 0 {
            gain += self.extended_sliders(occupied, from, targets);
        }
        if (self.pawn_targets.west | self.pawn_targets.east) & origin != 0 {
            // The pawn loses its capture of the piece, unless the piece captures that pawn: the
            // landing has subtracted it then.
            let weight = pawn_moves::<T>(origin);
            let west = forward_east::<T::Enemy>(self.pawn_targets.west & origin);
            let east = forward_west::<T::Enemy>(self.pawn_targets.east & origin);
            gain -= weight * (len(west) * len(targets & !west) + len(east) * len(targets & !east));
        }
        if self.push_squares & origin != 0 {
            gain += self.unblocked_pushes::<T>(occupied ^ origin, targets);
        }
        gain
    }

    /// Returns the gain of the sliders whose rays ended on the origin.
    #[inline(always)]
    fn extended_sliders(&self, occupied: u64, from: usize, targets: u64) -> i32 {
        let pins = self.lines.pins;
        let origin = 1u64 << from;
        let mut gain = 0;
        for slider in Squares(attacks::rook(from, occupied) & self.rooks) {
            let reach = attacks::rook(slider, occupied ^ origin) & allowed(slider, pins.orthogonal);
            gain += self.extended_ray(slider, from, reach, targets);
        }
        for slider in Squares(attacks::bishop(from, occupied) & self.bishops) {
            let reach = attacks::bishop(slider, occupied ^ origin) & allowed(slider, pins.diagonal);
            gain += self.extended_ray(slider, from, reach, targets);
        }
        gain
    }

    /// Returns the gain of one slider that reaches beyond the origin. A target on the extension
    /// cuts it again; a target between slider and origin, or a capture of the slider, leaves none.
    #[inline(always)]
    fn extended_ray(&self, slider: usize, from: usize, reach: u64, targets: u64) -> i32 {
        let ray = reach & attacks::beyond(slider, from);
        let moves = ray & !self.own;
        let closed = attacks::between(slider, from) | 1 << slider;
        let mut gain = len(moves) * len(targets & !closed) + len(targets & ray & self.own);
        for to in Squares(targets & moves) {
            gain -= len(moves & attacks::beyond(slider, to));
        }
        gain
    }

    /// Returns the gain of the pawns that the piece on the origin blocked.
    #[inline(always)]
    fn unblocked_pushes<T: Side>(&self, occupied: u64, targets: u64) -> i32 {
        let (push, double_push) =
            PawnTargets::pushes::<T>(self.pawns, occupied, self.lines.pins, self.king);
        let push = push & !self.pawn_targets.push;
        let double_push = double_push & !self.pawn_targets.double_push;
        let passed = forward::<T::Enemy>(double_push);
        let double_pusher = forward::<T::Enemy>(passed);
        let pusher = forward::<T::Enemy>(push);
        pawn_moves::<T>(push) * len(targets & !pusher)
            + len(double_push) * len(targets & !(double_push | passed | double_pusher))
    }
}

/// Returns the squares that a pin leaves to the slider on this square.
#[inline(always)]
fn allowed(square: usize, pins: u64) -> u64 {
    if pins >> square & 1 != 0 { pins } else { !0 }
}
