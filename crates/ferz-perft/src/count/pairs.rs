//! Counting two plies without making most of the moves.
//!
//! The enemy's replies are counted once, as if we had passed. A move changes that count only through
//! the square it leaves and the square it reaches; for most moves both changes are sums that need no
//! new position. What is left (checks, changed pins, en passant, castling and what touches the enemy
//! king's own moves in a complicated way) is made and counted in full.

use super::attacks;
use super::bits::{Squares, len};
use super::board::{Board, Piece};
use super::lanes::Tally;
use super::moves::{Step, Walker, count_moves, en_passant_takers, walk};
use super::refuge::Refuge;
use super::replies::{Replies, View};
use super::side::{Side, beside, pawn_attacks};

/// Adds the leaves two plies below the board to the ledger.
pub(crate) fn count_pairs<S: Side>(board: &Board, ledger: &mut Ledger) {
    let replies = Replies::of::<S::Enemy>(board);
    let refuge = Refuge::of::<S::Enemy>(board, &replies);
    let occupied = board.occupied();
    let king = replies.king;
    let pins = replies.view.pins.all();
    let special = pins | board.castling & replies.friends | attacks::king(king) & replies.friends;
    let pawn_hard = special | pawn_attacks::<S::Enemy>(1 << king) | refuge.siege.screens;
    let pawn_special = pawn_hard | refuge.posts::<S>(Piece::Pawn);
    let rooted = replies.swept
        | replies.pushed
        | replies.pawn_targets.west
        | replies.pawn_targets.east
        | replies.view.orthogonal
        | replies.view.diagonal
        | refuge.siege.pillars;
    let each = replies.count + refuge.passed;
    let mut pairs = Pairs {
        board,
        occupied,
        replies,
        refuge,
        special,
        pawn_hard,
        pawn_special,
        rooted,
        each,
        ledger,
    };
    walk::<S, _>(board, &mut pairs);
}

/// So many moves make a second survey of the replies worth while.
const UNPIN: i32 = 4;

struct Pairs<'a> {
    board: &'a Board,
    occupied: u64,
    replies: Replies,
    refuge: Refuge,
    /// Targets that no sum can tell.
    special: u64,
    /// The same for pawns.
    pawn_hard: u64,
    /// Targets that pawns must look at one by one.
    pawn_special: u64,
    /// Squares that are not left without a change to the replies.
    rooted: u64,
    /// Replies after a move that changes nothing.
    each: i32,
    ledger: &'a mut Ledger,
}

/// Leaves counted so far.
#[derive(Default)]
pub(crate) struct Ledger {
    leaves: i64,
    /// What the landings add to them.
    tally: Tally,
}

impl Ledger {
    /// All leaves together.
    pub(crate) fn total(&self) -> u64 {
        (self.leaves + self.tally.total()) as u64
    }
}

impl Pairs<'_> {
    #[inline(always)]
    fn full<S: Side>(&mut self, child: &Board) {
        self.ledger.leaves += i64::from(count_moves::<S::Enemy>(child));
    }

    #[inline(never)]
    fn make_all<S: Side>(&mut self, moved: Piece, placed: Piece, from: usize, targets: u64) {
        for to in Squares(targets) {
            self.full::<S>(&self.board.play::<S>(moved, placed, from, to));
        }
    }

    /// The moves of a piece that pins an enemy or stands between its king and a slider.
    #[inline(never)]
    fn unpin<S: Side>(
        &mut self,
        moved: Piece,
        placed: Piece,
        from: usize,
        targets: u64,
        mut hard: u64,
        check: bool,
    ) {
        let castling = self.board.castling & self.replies.friends != 0;
        if check || castling || len(targets) < UNPIN {
            self.make_all::<S>(moved, placed, from, targets);
            return;
        }
        let board = self.board.without::<S>(from);
        let replies = Replies::of::<S::Enemy>(&board);
        let (attacked, screens) = self.refuge.without::<S>(self.board, from);
        hard |= replies.view.pins.all() | screens;
        if placed.is_diagonal() {
            hard |= replies.view.diagonal;
        }
        if placed.is_orthogonal() {
            hard |= replies.view.orthogonal;
        }
        let easy = targets & !hard;
        let moves = self.refuge.after::<S>(attacked, placed, board.occupied(), easy);
        self.ledger.leaves += i64::from(len(easy) * replies.count + moves);
        replies.landing.sum(easy, &mut self.ledger.tally);
        self.make_all::<S>(moved, placed, from, targets & hard);
    }

    /// A pawn leaves and a new piece lands.
    #[inline(never)]
    fn promote<S: Side>(&mut self, from: usize, to: usize) {
        let knight_checks = attacks::knight(self.replies.king);
        self.sum::<S>(Piece::Pawn, Piece::Knight, from, 1 << to, self.special | knight_checks);
        for placed in [Piece::Bishop, Piece::Rook, Piece::Queen] {
            self.sum::<S>(Piece::Pawn, placed, from, 1 << to, self.special);
        }
    }

    /// Counts the replies to the moves of one piece.
    #[inline(always)]
    fn sum<S: Side>(
        &mut self,
        moved: Piece,
        placed: Piece,
        from: usize,
        targets: u64,
        mut hard: u64,
    ) {
        let origin = 1u64 << from;
        let occupied = self.occupied;
        let replies = &self.replies;
        let mut view = replies.view;
        if (view.orthogonal | view.diagonal) & origin != 0 {
            let us = self.board.of::<S>() & !origin;
            let (rooks, bishops) = (self.board.orthogonals & us, self.board.diagonals & us);
            view = View::of(replies.king, occupied ^ origin, replies.friends, rooks, bishops);
            if view.check || view.pins != replies.view.pins {
                self.unpin::<S>(moved, placed, from, targets, hard, view.check);
                return;
            }
        }
        if placed.is_diagonal() {
            hard |= view.diagonal;
        }
        if placed.is_orthogonal() {
            hard |= view.orthogonal;
        }
        let refuge = &self.refuge;
        let mut easy = targets & !(hard | refuge.siege.screens);
        let mut sum;
        if refuge.siege.pillars & origin == 0 {
            let posts = if moved == placed { easy & refuge.posts::<S>(placed) } else { easy };
            sum = len(easy & !posts) * refuge.passed
                + refuge.after::<S>(refuge.siege.attacked, placed, occupied ^ origin, posts);
        } else {
            let (attacked, screens) = refuge.without::<S>(self.board, from);
            easy = targets & !(hard | screens);
            sum = refuge.after::<S>(attacked, placed, occupied ^ origin, easy);
        }
        sum += len(easy) * replies.count;
        replies.landing.sum(easy, &mut self.ledger.tally);
        if self.rooted & origin != 0 {
            sum += replies.leaving::<S::Enemy>(occupied, from, easy);
        }
        self.ledger.leaves += i64::from(sum);
        let hard = targets & !easy;
        if hard != 0 {
            self.make_all::<S>(moved, placed, from, hard);
        }
    }
}

impl<S: Side> Walker<S> for Pairs<'_> {
    #[inline(always)]
    fn piece(&mut self, piece: Piece, from: usize, targets: u64) {
        if targets == 0 {
            return;
        }
        let mut hard = self.special;
        if piece == Piece::Knight {
            hard |= attacks::knight(self.replies.king);
        }
        self.sum::<S>(piece, piece, from, targets, hard);
    }

    #[inline(always)]
    fn pawns(&mut self, step: Step, targets: u64) {
        if step == Step::Double {
            for to in Squares(targets & beside(self.replies.pawns)) {
                let child = self.board.play_double::<S>(step.origin::<S>(to), to);
                self.ledger.leaves += i64::from(en_passant_takers::<S::Enemy>(&child).count_ones());
            }
        }
        let easy = targets & !self.pawn_special & !step.targets::<S>(self.rooted);
        self.ledger.leaves += i64::from(len(easy) * self.each);
        self.replies.landing.sum(easy, &mut self.ledger.tally);
        for to in Squares(targets & !easy) {
            self.sum::<S>(Piece::Pawn, Piece::Pawn, step.origin::<S>(to), 1 << to, self.pawn_hard);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, step: Step, targets: u64) {
        for to in Squares(targets) {
            self.promote::<S>(step.origin::<S>(to), to);
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: usize) {
        self.full::<S>(&self.board.play_en_passant::<S>(from));
    }

    #[inline(always)]
    fn castling(&mut self, rook: usize) {
        self.full::<S>(&self.board.play_castling::<S>(rook));
    }
}
