//! Legal moves as sets: a walker meets every piece once, with all the squares it may go to.

use super::attacks;
use super::bits::{Squares, len};
use super::board::{Board, Piece};
use super::castling::Castling;
use super::side::{Side, beside, forward, forward_east, forward_west, pawn_attacks};

/// What is done with the legal moves of side `S`.
pub(crate) trait Walker<S: Side> {
    /// A piece that is not a pawn, with its target squares; castling is apart.
    fn piece(&mut self, piece: Piece, from: usize, targets: u64);
    /// The target squares of all pawns that make this step, neither promoted nor en passant.
    fn pawns(&mut self, step: Step, targets: u64);
    /// The target squares of all pawns that are promoted by this step.
    fn promotions(&mut self, step: Step, targets: u64);
    /// A pawn that takes en passant.
    fn en_passant(&mut self, from: usize);
    /// The king castles with this rook.
    fn castling(&mut self, rook: usize);
}

/// The ways a pawn moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// One rank forward.
    Push,
    /// Two ranks forward.
    Double,
    /// Forward and towards the a-file, taking.
    West,
    /// Forward and towards the h-file, taking.
    East,
}

impl Step {
    /// Where the pawn that arrived on `to` came from.
    #[inline(always)]
    pub(crate) fn origin<S: Side>(self, to: usize) -> usize {
        let step = match self {
            Self::Push => S::UP.offset(),
            Self::Double => 2 * S::UP.offset(),
            Self::West => S::UP_WEST.offset(),
            Self::East => S::UP_EAST.offset(),
        };
        to.wrapping_add_signed(-isize::from(step))
    }

    /// Where pawns on these squares arrive.
    #[inline(always)]
    pub(crate) fn targets<S: Side>(self, origins: u64) -> u64 {
        match self {
            Self::Push => forward::<S>(origins),
            Self::Double => forward::<S>(forward::<S>(origins)),
            Self::West => forward_west::<S>(origins),
            Self::East => forward_east::<S>(origins),
        }
    }
}

/// The squares on which the pinned pieces of a side stay: every pin from beside the king up to and
/// including the pinner. Pins of different pieces never share a square, and no piece moves from one
/// into another, so that two sets are enough for all of them.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Pins {
    /// Along ranks and files.
    pub(crate) orthogonal: u64,
    /// Along diagonals.
    pub(crate) diagonal: u64,
}

impl Pins {
    /// Both.
    #[inline(always)]
    pub(crate) fn all(self) -> u64 {
        self.orthogonal | self.diagonal
    }
}

/// What the enemy's sliders do to the king of `S`.
struct KingLines {
    pins: Pins,
    checkers: u64,
}

impl KingLines {
    #[inline(always)]
    fn of<S: Side>(board: &Board) -> Self {
        let (us, them) = (board.of::<S>(), board.of::<S::Enemy>());
        let occupied = us | them;
        let king = board.king::<S>();
        let near_rook = attacks::rook(king, occupied);
        let near_bishop = attacks::bishop(king, occupied);
        let rooks = board.orthogonals & them;
        let bishops = board.diagonals & them;
        let mut pins = Pins::default();
        for pinner in Squares(attacks::rook(king, occupied ^ near_rook & us) & rooks & !near_rook) {
            pins.orthogonal |= attacks::between(king, pinner) | 1 << pinner;
        }
        for pinner in
            Squares(attacks::bishop(king, occupied ^ near_bishop & us) & bishops & !near_bishop)
        {
            pins.diagonal |= attacks::between(king, pinner) | 1 << pinner;
        }
        Self { pins, checkers: near_rook & rooks | near_bishop & bishops }
    }
}

/// Every square that `S` attacks when `occupied` stands on the board.
#[inline(always)]
fn attacked_by<S: Side>(board: &Board, occupied: u64) -> u64 {
    let us = board.of::<S>();
    let mut set = pawn_attacks::<S>(board.pawns & us) | attacks::king(board.king::<S>());
    for from in Squares(board.knights & us) {
        set |= attacks::knight(from);
    }
    for from in Squares(board.diagonals & us) {
        set |= attacks::bishop(from, occupied);
    }
    for from in Squares(board.orthogonals & us) {
        set |= attacks::rook(from, occupied);
    }
    set
}

/// Shows the walker every legal move of `S`.
#[inline(always)]
pub(crate) fn walk<S: Side, W: Walker<S>>(board: &Board, walker: &mut W) {
    let us = board.of::<S>();
    let them = board.of::<S::Enemy>();
    let king = board.king::<S>();
    let lines = KingLines::of::<S>(board);
    let checkers = lines.checkers
        | attacks::knight(king) & board.knights & them
        | pawn_attacks::<S>(1 << king) & board.pawns & them;

    let steps = attacks::king(king) & !us;
    let rights = if checkers == 0 { unobstructed(board.castling & us, king, us | them) } else { 0 };
    if steps | rights != 0 {
        let attacked = attacked_by::<S::Enemy>(board, (us | them) ^ 1 << king);
        walker.piece(Piece::King, king, steps & !attacked);
        for rook in Squares(rights) {
            let castling = Castling::of(king, rook);
            let free = castling.path & (us | them) | castling.safe & attacked == 0;
            if free && lines.pins.orthogonal >> rook & 1 == 0 {
                walker.castling(rook);
            }
        }
    }
    let check_mask = match checkers {
        0 => !0,
        one if one & (one - 1) == 0 => attacks::between(king, one.trailing_zeros() as usize) | one,
        _ => return,
    };
    walk_pieces::<S, W>(board, lines.pins, check_mask & !us, walker);
    walk_pawns::<S, W>(board, lines.pins, check_mask, walker);
    if board.en_passant != 0 {
        for from in Squares(en_passant_takers::<S>(board)) {
            walker.en_passant(from);
        }
    }
}

/// The rooks that may castle and have nothing between them and the king.
#[inline(always)]
fn unobstructed(rooks: u64, king: usize, occupied: u64) -> u64 {
    let mut clear = 0;
    for rook in Squares(rooks) {
        if attacks::between(king, rook) & occupied == 0 {
            clear |= 1 << rook;
        }
    }
    clear
}

#[inline(always)]
fn walk_pieces<S: Side, W: Walker<S>>(board: &Board, pins: Pins, open: u64, walker: &mut W) {
    let us = board.of::<S>();
    let occupied = board.occupied();
    for from in Squares(board.knights & us & !pins.all()) {
        walker.piece(Piece::Knight, from, attacks::knight(from) & open);
    }
    let bishop = |from: usize| {
        let pinned = pins.diagonal >> from & 1 != 0;
        attacks::bishop(from, occupied) & open & if pinned { pins.diagonal } else { !0 }
    };
    let rook = |from: usize| {
        let pinned = pins.orthogonal >> from & 1 != 0;
        attacks::rook(from, occupied) & open & if pinned { pins.orthogonal } else { !0 }
    };
    let queens = board.diagonals & board.orthogonals;
    for from in Squares(board.diagonals & us & !queens & !pins.orthogonal) {
        walker.piece(Piece::Bishop, from, bishop(from));
    }
    for from in Squares(board.orthogonals & us & !queens & !pins.diagonal) {
        walker.piece(Piece::Rook, from, rook(from));
    }
    for from in Squares(queens & us) {
        let targets = if pins.all() >> from & 1 == 0 {
            bishop(from) | rook(from)
        } else if pins.diagonal >> from & 1 != 0 {
            bishop(from)
        } else {
            rook(from)
        };
        walker.piece(Piece::Queen, from, targets);
    }
}

#[inline(always)]
fn walk_pawns<S: Side, W: Walker<S>>(board: &Board, pins: Pins, check_mask: u64, walker: &mut W) {
    let them = board.of::<S::Enemy>();
    let targets = PawnTargets::of::<S>(
        board.pawns & board.of::<S>(),
        board.occupied(),
        pins,
        board.king::<S>(),
    );
    let rest = check_mask & !S::RANK_8.0;
    walker.pawns(Step::Push, targets.push & rest);
    walker.pawns(Step::Double, targets.double & rest);
    walker.pawns(Step::West, targets.west & them & rest);
    walker.pawns(Step::East, targets.east & them & rest);
    if board.pawns & board.of::<S>() & S::RANK_7.0 != 0 {
        let last = check_mask & S::RANK_8.0;
        walker.promotions(Step::Push, targets.push & last);
        walker.promotions(Step::West, targets.west & them & last);
        walker.promotions(Step::East, targets.east & them & last);
    }
}

/// Where the pawns of one side may go, in regard of pins but not of checks.
#[derive(Clone, Copy)]
pub(crate) struct PawnTargets {
    /// One rank forward, to an empty square.
    pub(crate) push: u64,
    /// Two ranks forward, over an empty square to an empty one.
    pub(crate) double: u64,
    /// Forward and west, whatever stands there.
    pub(crate) west: u64,
    /// Forward and east, whatever stands there.
    pub(crate) east: u64,
}

impl PawnTargets {
    /// The targets of these pawns of `S`.
    #[inline(always)]
    pub(crate) fn of<S: Side>(pawns: u64, occupied: u64, pins: Pins, king: usize) -> Self {
        let takers = pawns & !pins.orthogonal;
        let (free, pinned) = (takers & !pins.diagonal, takers & pins.diagonal);
        let (push, double) = Self::pushes::<S>(pawns, occupied, pins, king);
        Self {
            push,
            double,
            west: forward_west::<S>(free) | forward_west::<S>(pinned) & pins.diagonal,
            east: forward_east::<S>(free) | forward_east::<S>(pinned) & pins.diagonal,
        }
    }

    /// The pushes alone.
    #[inline(always)]
    pub(crate) fn pushes<S: Side>(
        pawns: u64,
        occupied: u64,
        pins: Pins,
        king: usize,
    ) -> (u64, u64) {
        let file = 0x0101_0101_0101_0101 << (king & 7);
        let pushers = pawns & !pins.diagonal & (!pins.orthogonal | file);
        let push = forward::<S>(pushers) & !occupied;
        (push, forward::<S>(push & S::RANK_3.0) & !occupied)
    }
}

/// The pawns of `S` that may take en passant. This is rare: each taker tries the move and looks
/// whether its king is attacked.
#[cold]
#[inline(never)]
pub(crate) fn en_passant_takers<S: Side>(board: &Board) -> u64 {
    let king = board.king::<S>();
    let behind = forward::<S::Enemy>(board.en_passant);
    let mut takers = 0;
    for from in Squares(beside(behind) & board.pawns & board.of::<S>()) {
        let next = board.play_en_passant::<S>(from);
        let them = next.of::<S::Enemy>();
        let attackers = attacks::rook(king, next.occupied()) & next.orthogonals
            | attacks::bishop(king, next.occupied()) & next.diagonals
            | attacks::knight(king) & next.knights
            | pawn_attacks::<S>(1 << king) & next.pawns;
        if attackers & them == 0 {
            takers |= 1 << from;
        }
    }
    takers
}

/// Counts moves.
struct Counter(i32);

impl<S: Side> Walker<S> for Counter {
    #[inline(always)]
    fn piece(&mut self, _: Piece, _: usize, targets: u64) {
        self.0 += len(targets);
    }
    #[inline(always)]
    fn pawns(&mut self, _: Step, targets: u64) {
        self.0 += len(targets);
    }
    #[inline(always)]
    fn promotions(&mut self, _: Step, targets: u64) {
        self.0 += 4 * len(targets);
    }
    #[inline(always)]
    fn en_passant(&mut self, _: usize) {
        self.0 += 1;
    }
    #[inline(always)]
    fn castling(&mut self, _: usize) {
        self.0 += 1;
    }
}

/// The number of legal moves of `S`.
pub(crate) fn count_moves<S: Side>(board: &Board) -> i32 {
    let mut counter = Counter(0);
    walk::<S, _>(board, &mut counter);
    counter.0
}
