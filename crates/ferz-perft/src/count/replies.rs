//! The enemy's replies before any move is made, and how they change where a piece lands.

use super::attacks;
use super::bits::{Squares, len};
use super::board::Board;
use super::compass::{DIRECTIONS, LEAPS};
use super::lanes::{Census, Lanes};
use super::moves::{PawnTargets, Pins};
use super::side::{Side, forward, forward_east, forward_west};

/// What the king of the side to reply sees: the squares where a slider would check it or pin a piece.
#[derive(Clone, Copy)]
pub(crate) struct View {
    /// Along ranks and files, through one of its own pieces.
    pub(crate) orthogonal: u64,
    /// Along diagonals, through one of its own pieces.
    pub(crate) diagonal: u64,
    /// The pins.
    pub(crate) pins: Pins,
    /// Whether a slider checks it.
    pub(crate) check: bool,
}

impl View {
    /// From `king` past `friends`, towards the enemy's `rooks` and `bishops`, queens in both.
    #[inline(always)]
    pub(crate) fn of(king: usize, occupied: u64, friends: u64, rooks: u64, bishops: u64) -> Self {
        let near_rook = attacks::rook(king, occupied);
        let near_bishop = attacks::bishop(king, occupied);
        let orthogonal = attacks::rook(king, occupied ^ near_rook & friends);
        let diagonal = attacks::bishop(king, occupied ^ near_bishop & friends);
        let mut pins = Pins::default();
        for pinner in Squares(orthogonal & rooks & !near_rook) {
            pins.orthogonal |= attacks::between(king, pinner) | 1 << pinner;
        }
        for pinner in Squares(diagonal & bishops & !near_bishop) {
            pins.diagonal |= attacks::between(king, pinner) | 1 << pinner;
        }
        let check = near_rook & rooks | near_bishop & bishops != 0;
        Self { orthogonal, diagonal, pins, check }
    }
}

/// The replies of the side that is not to move, its king's apart, as if the move had been passed.
pub(crate) struct Replies {
    /// The square of its king.
    pub(crate) king: usize,
    /// Its pieces.
    pub(crate) friends: u64,
    /// What its king sees.
    pub(crate) view: View,
    /// Its bishops and queens that are not pinned to a rank or file.
    pub(crate) bishops: u64,
    /// Its rooks and queens that are not pinned to a diagonal.
    pub(crate) rooks: u64,
    /// Its pawns.
    pub(crate) pawns: u64,
    /// Where its pawns may go.
    pub(crate) pawn_targets: PawnTargets,
    /// How many replies there are.
    pub(crate) count: i32,
    /// How many more replies there are when a piece lands on a square, from nowhere.
    pub(crate) landing: Census,
    /// The squares that its sliders reach.
    pub(crate) swept: u64,
    /// The squares that its pawns would push to.
    pub(crate) pushed: u64,
}

/// A pawn's moves onto these squares: four for each square of the last rank.
#[inline(always)]
pub(crate) fn pawn_moves<S: Side>(targets: u64) -> i32 {
    len(targets) + 3 * len(targets & S::RANK_8.0)
}

impl Replies {
    /// The replies of `T`.
    #[inline(always)]
    pub(crate) fn of<T: Side>(board: &Board) -> Self {
        let (friends, foes) = (board.of::<T>(), board.of::<T::Enemy>());
        let occupied = friends | foes;
        let king = board.king::<T>();
        let view =
            View::of(king, occupied, friends, board.orthogonals & foes, board.diagonals & foes);
        let pawns = board.pawns & friends;
        let mut replies = Self {
            king,
            friends,
            view,
            bishops: board.diagonals & friends & !view.pins.orthogonal,
            rooks: board.orthogonals & friends & !view.pins.diagonal,
            pawns,
            pawn_targets: PawnTargets::of::<T>(pawns, occupied, view.pins, king),
            count: 0,
            landing: Census::default(),
            swept: 0,
            pushed: forward::<T>(pawns) | forward::<T>(forward::<T>(pawns) & T::RANK_3.0),
        };
        if replies.rooks | replies.bishops != 0 {
            replies.add_sliders(occupied);
        }
        let knights = board.knights & friends & !view.pins.all();
        if knights != 0 {
            replies.add_knights(knights);
        }
        replies.add_pawns::<T>(foes);
        replies
    }

    #[inline(always)]
    fn add_sliders(&mut self, occupied: u64) {
        let pins = self.view.pins;
        let (rooks, bishops) = (self.rooks & !pins.orthogonal, self.bishops & !pins.diagonal);
        let sliders = Lanes::from([rooks, rooks, rooks, rooks, bishops, bishops, bishops, bishops]);
        let attacks = DIRECTIONS.slide(sliders, !occupied);
        let friends = Lanes::splat(self.friends);
        self.add_rays(sliders, attacks, attacks & !friends);
        if (self.rooks | self.bishops) & pins.all() != 0 {
            self.add_pinned(occupied);
        }
    }

    /// Adds the moves of sliders in each direction.
    #[inline(always)]
    fn add_rays(&mut self, sliders: Lanes, attacks: Lanes, moves: Lanes) {
        self.swept |= attacks.union();
        self.count += moves.squares();
        self.landing.add(attacks & Lanes::splat(self.friends));
        // What lands on a ray takes the moves behind it; what takes a slider, all of its moves. In
        // the n-th round these are the squares with at least n moves behind them.
        let origins = sliders | moves;
        let mut behind = moves;
        for _ in 0..7 {
            behind = origins & DIRECTIONS.back(behind);
            self.landing.sub(behind);
            behind = behind & moves;
        }
    }

    /// Sliders pinned along their own line stay on it.
    #[cold]
    #[inline(never)]
    fn add_pinned(&mut self, occupied: u64) {
        let pins = self.view.pins;
        let (rooks, bishops) = (self.rooks & pins.orthogonal, self.bishops & pins.diagonal);
        let sliders = Lanes::from([rooks, rooks, rooks, rooks, bishops, bishops, bishops, bishops]);
        let (rank_file, diagonal) = (pins.orthogonal, pins.diagonal);
        let lines = Lanes::from([
            rank_file, rank_file, rank_file, rank_file, diagonal, diagonal, diagonal, diagonal,
        ]);
        let attacks = DIRECTIONS.slide(sliders, !occupied) & lines;
        self.add_rays(sliders, attacks, attacks & !Lanes::splat(self.friends));
    }

    #[inline(always)]
    fn add_knights(&mut self, knights: u64) {
        let attacks = LEAPS.ahead(Lanes::splat(knights));
        let moves = attacks & !Lanes::splat(self.friends);
        self.count += moves.squares();
        self.landing.add(attacks & Lanes::splat(self.friends));
        self.landing.sub(LEAPS.back(moves));
    }

    #[inline(always)]
    fn add_pawns<T: Side>(&mut self, foes: u64) {
        let PawnTargets { push, double, west, east } = self.pawn_targets;
        let (takes_west, takes_east) = (west & foes, east & foes);
        self.count += len(double)
            + pawn_moves::<T>(push)
            + pawn_moves::<T>(takes_west)
            + pawn_moves::<T>(takes_east);
        // The pawns' moves by where the pawns come from: lost when a pawn is taken.
        let over = forward::<T::Enemy>(double);
        let pushers = forward::<T::Enemy>(push);
        let doublers = forward::<T::Enemy>(over);
        let western = forward_east::<T::Enemy>(takes_west);
        let eastern = forward_west::<T::Enemy>(takes_east);
        self.landing.sub(Lanes::from([push, double, over, pushers, doublers, western, eastern, 0]));
        let last = T::RANK_8.0;
        let seventh = T::RANK_7.0;
        if self.pawns & seventh != 0 {
            let lost = Lanes::from([
                push & last,
                pushers & seventh,
                western & seventh,
                eastern & seventh,
                0,
                0,
                0,
                0,
            ]);
            let won = Lanes::from([west & last, east & last, 0, 0, 0, 0, 0, 0]);
            for _ in 0..3 {
                self.landing.sub(lost);
                self.landing.add(won);
            }
        }
        self.landing.add(Lanes::from([west, east, 0, 0, 0, 0, 0, 0]));
    }

    /// What the replies gain in all when the foe's piece on `from` leaves for each of `targets`,
    /// beyond what `landing` says of the targets.
    #[inline(always)]
    pub(crate) fn leaving<T: Side>(&self, occupied: u64, from: usize, targets: u64) -> i32 {
        let origin = 1u64 << from;
        let mut gain = 0;
        if self.swept & origin != 0 {
            gain += self.opened(occupied, from, targets);
        }
        if (self.pawn_targets.west | self.pawn_targets.east) & origin != 0 {
            // The pawn that could take the piece cannot any more, unless it is itself what is taken.
            let weight = pawn_moves::<T>(origin);
            let west = forward_east::<T::Enemy>(self.pawn_targets.west & origin);
            let east = forward_west::<T::Enemy>(self.pawn_targets.east & origin);
            gain -= weight * (len(west) * len(targets & !west) + len(east) * len(targets & !east));
        }
        if self.pushed & origin != 0 {
            gain += self.unblocked::<T>(occupied ^ origin, targets);
        }
        gain
    }

    /// The sliders that reach further.
    #[inline(always)]
    fn opened(&self, occupied: u64, from: usize, targets: u64) -> i32 {
        let origin = 1u64 << from;
        let mut gain = 0;
        for slider in Squares(attacks::rook(from, occupied) & self.rooks) {
            let ray = attacks::rook(slider, occupied ^ origin);
            gain += self.extended(
                slider,
                from,
                ray,
                allowed(slider, self.view.pins.orthogonal),
                targets,
            );
        }
        for slider in Squares(attacks::bishop(from, occupied) & self.bishops) {
            let ray = attacks::bishop(slider, occupied ^ origin);
            gain +=
                self.extended(slider, from, ray, allowed(slider, self.view.pins.diagonal), targets);
        }
        gain
    }

    #[inline(always)]
    fn extended(
        &self,
        slider: usize,
        from: usize,
        attacks: u64,
        allowed: u64,
        targets: u64,
    ) -> i32 {
        let ray = attacks & attacks::beyond(slider, from) & allowed;
        let moves = ray & !self.friends;
        let closed = attacks::between(slider, from) | 1 << slider;
        let mut gain = len(moves) * len(targets & !closed) + len(targets & ray & self.friends);
        for to in Squares(targets & moves) {
            gain -= len(moves & attacks::beyond(slider, to));
        }
        gain
    }

    /// The pawns that may be pushed.
    #[inline(always)]
    fn unblocked<T: Side>(&self, occupied: u64, targets: u64) -> i32 {
        let (push, double) =
            PawnTargets::pushes::<T>(self.pawns, occupied, self.view.pins, self.king);
        let push = push & !self.pawn_targets.push;
        let double = double & !self.pawn_targets.double;
        let over = forward::<T::Enemy>(double);
        let stopped = forward::<T::Enemy>(push);
        pawn_moves::<T>(push) * len(targets & !stopped)
            + len(double) * len(targets & !(double | over | forward::<T::Enemy>(over)))
    }
}

/// The line that a pinned piece stays on, or every square.
#[inline(always)]
fn allowed(square: usize, pins: u64) -> u64 {
    if pins >> square & 1 != 0 { pins } else { !0 }
}
