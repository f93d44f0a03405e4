//! Legal move generation as sets: a visitor receives each piece once, with all its target squares.

use super::board::{
    Board, Castling, Side, Squares, beside, forward, forward_east, forward_west, len, pawn_attacks,
};
use super::directions::attacks;
use ferz::PieceType;

/// Receiver of the legal moves of side `S`.
pub(crate) trait MoveVisitor<S: Side> {
    /// Visits a piece other than a pawn and its target squares, without castling.
    fn piece(&mut self, piece_type: PieceType, from: usize, targets: u64);
    /// Visits all pawn moves of one step, without promotions and en passant.
    fn pawns(&mut self, step: PawnStep, targets: u64);
    /// Visits all promotions of one step.
    fn promotions(&mut self, step: PawnStep, targets: u64);
    /// Visits the en passant capture by the pawn on `from`.
    fn en_passant(&mut self, from: usize);
    /// Visits castling with the rook on this square.
    fn castling(&mut self, rook: usize);
}

/// Step of a pawn, from the view of its side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PawnStep {
    /// Single push.
    Push,
    /// Double push.
    DoublePush,
    /// Capture towards the a-file.
    CaptureWest,
    /// Capture towards the h-file.
    CaptureEast,
}

impl PawnStep {
    /// Returns the origin of the pawn that arrives on `to`.
    #[inline(always)]
    pub(crate) fn origin<S: Side>(self, to: usize) -> usize {
        let step = match self {
            Self::Push => S::UP.offset(),
            Self::DoublePush => 2 * S::UP.offset(),
            Self::CaptureWest => S::UP_WEST.offset(),
            Self::CaptureEast => S::UP_EAST.offset(),
        };
        to.wrapping_add_signed(-isize::from(step))
    }

    /// Returns the targets of pawns on these squares.
    #[inline(always)]
    pub(crate) fn targets<S: Side>(self, origins: u64) -> u64 {
        match self {
            Self::Push => forward::<S>(origins),
            Self::DoublePush => forward::<S>(forward::<S>(origins)),
            Self::CaptureWest => forward_west::<S>(origins),
            Self::CaptureEast => forward_east::<S>(origins),
        }
    }
}

/// Squares to which the pinned pieces of a side are confined: each pin from the square beside the
/// king up to and including the pinning slider. Two sets serve all pins: the pins of different
/// pieces share no square, and no piece can move from one pin into another.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Pins {
    /// Pins along ranks and files.
    pub(crate) orthogonal: u64,
    /// Pins along diagonals.
    pub(crate) diagonal: u64,
}

impl Pins {
    /// Returns the squares of all pins.
    #[inline(always)]
    pub(crate) fn all(self) -> u64 {
        self.orthogonal | self.diagonal
    }
}

/// Lines of a king: its x-rays through the first own piece in each direction, and the pins and
/// slider checks that the enemy has on them. An enemy slider that appears on an x-ray gives check
/// or pins a piece.
#[derive(Clone, Copy)]
pub(crate) struct KingLines {
    /// X-rays along ranks and files.
    pub(crate) orthogonal: u64,
    /// X-rays along diagonals.
    pub(crate) diagonal: u64,
    /// Pins of the king's own pieces.
    pub(crate) pins: Pins,
    /// Enemy sliders that give check.
    pub(crate) checkers: u64,
}

impl KingLines {
    /// Returns the lines of a king on `king` with the pieces `own`, against the enemy's `rooks` and
    /// `bishops`; queens are in both sets.
    #[inline(always)]
    pub(crate) fn of(king: usize, occupied: u64, own: u64, rooks: u64, bishops: u64) -> Self {
        let near_rook = attacks::rook(king, occupied);
        let near_bishop = attacks::bishop(king, occupied);
        let orthogonal = attacks::rook(king, occupied ^ near_rook & own);
        let diagonal = attacks::bishop(king, occupied ^ near_bishop & own);
        let mut pins = Pins::default();
        for pinner in Squares(orthogonal & rooks & !near_rook) {
            pins.orthogonal |= attacks::between(king, pinner) | 1 << pinner;
        }
        for pinner in Squares(diagonal & bishops & !near_bishop) {
            pins.diagonal |= attacks::between(king, pinner) | 1 << pinner;
        }
        let checkers = near_rook & rooks | near_bishop & bishops;
        Self { orthogonal, diagonal, pins, checkers }
    }
}

/// Returns every square that `S` attacks with this occupancy.
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

/// Passes every legal move of `S` to the visitor.
#[inline(always)]
pub(crate) fn visit_moves<S: Side, V: MoveVisitor<S>>(board: &Board, visitor: &mut V) {
    let us = board.of::<S>();
    let them = board.of::<S::Enemy>();
    let king = board.king::<S>();
    let lines =
        KingLines::of(king, us | them, us, board.orthogonals & them, board.diagonals & them);
    let checkers = lines.checkers
        | attacks::knight(king) & board.knights & them
        | pawn_attacks::<S>(1 << king) & board.pawns & them;

    let steps = attacks::king(king) & !us;
    let castling_rooks =
        if checkers == 0 { unobstructed(board.castling & us, king, us | them) } else { 0 };
    if steps | castling_rooks != 0 {
        // The king does not block sliders: it cannot retreat along the line of a check.
        let attacked = attacked_by::<S::Enemy>(board, (us | them) ^ 1 << king);
        visitor.piece(PieceType::King, king, steps & !attacked);
        for rook in Squares(castling_rooks) {
            let castling = Castling::of(king, rook);
            let free = castling.must_be_empty & (us | them) | castling.must_be_safe & attacked == 0;
            if free && lines.pins.orthogonal >> rook & 1 == 0 {
                visitor.castling(rook);
            }
        }
    }
    let check_mask = match checkers {
        0 => !0,
        one if one & (one - 1) == 0 => attacks::between(king, one.trailing_zeros() as usize) | one,
        _ => return,
    };
    visit_pieces::<S, V>(board, lines.pins, check_mask & !us, visitor);
    visit_pawns::<S, V>(board, lines.pins, check_mask, visitor);
    if board.en_passant != 0 {
        for from in Squares(en_passant_capturers::<S>(board)) {
            visitor.en_passant(from);
        }
    }
}

/// Returns the rooks with nothing between them and the king.
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
fn visit_pieces<S: Side, V: MoveVisitor<S>>(
    board: &Board,
    pins: Pins,
    allowed: u64,
    visitor: &mut V,
) {
    let us = board.of::<S>();
    let occupied = board.occupied();
    for from in Squares(board.knights & us & !pins.all()) {
        visitor.piece(PieceType::Knight, from, attacks::knight(from) & allowed);
    }
    let bishop = |from: usize| {
        let pinned = pins.diagonal >> from & 1 != 0;
        attacks::bishop(from, occupied) & allowed & if pinned { pins.diagonal } else { !0 }
    };
    let rook = |from: usize| {
        let pinned = pins.orthogonal >> from & 1 != 0;
        attacks::rook(from, occupied) & allowed & if pinned { pins.orthogonal } else { !0 }
    };
    let queens = board.diagonals & board.orthogonals;
    for from in Squares(board.diagonals & us & !queens & !pins.orthogonal) {
        visitor.piece(PieceType::Bishop, from, bishop(from));
    }
    for from in Squares(board.orthogonals & us & !queens & !pins.diagonal) {
        visitor.piece(PieceType::Rook, from, rook(from));
    }
    for from in Squares(queens & us) {
        let targets = if pins.all() >> from & 1 == 0 {
            bishop(from) | rook(from)
        } else if pins.diagonal >> from & 1 != 0 {
            bishop(from)
        } else {
            rook(from)
        };
        visitor.piece(PieceType::Queen, from, targets);
    }
}

#[inline(always)]
fn visit_pawns<S: Side, V: MoveVisitor<S>>(
    board: &Board,
    pins: Pins,
    check_mask: u64,
    visitor: &mut V,
) {
    let them = board.of::<S::Enemy>();
    let targets = PawnTargets::of::<S>(
        board.pawns & board.of::<S>(),
        board.occupied(),
        pins,
        board.king::<S>(),
    );
    let rest = check_mask & !S::RANK_8;
    visitor.pawns(PawnStep::Push, targets.push & rest);
    visitor.pawns(PawnStep::DoublePush, targets.double_push & rest);
    visitor.pawns(PawnStep::CaptureWest, targets.west & them & rest);
    visitor.pawns(PawnStep::CaptureEast, targets.east & them & rest);
    if board.pawns & board.of::<S>() & S::RANK_7 != 0 {
        let last = check_mask & S::RANK_8;
        visitor.promotions(PawnStep::Push, targets.push & last);
        visitor.promotions(PawnStep::CaptureWest, targets.west & them & last);
        visitor.promotions(PawnStep::CaptureEast, targets.east & them & last);
    }
}

/// Target squares of the pawns of one side. Pins are respected, checks are not.
#[derive(Clone, Copy)]
pub(crate) struct PawnTargets {
    /// Targets of single pushes.
    pub(crate) push: u64,
    /// Targets of double pushes.
    pub(crate) double_push: u64,
    /// Attacked squares forward and west, occupied or not.
    pub(crate) west: u64,
    /// Attacked squares forward and east, occupied or not.
    pub(crate) east: u64,
}

impl PawnTargets {
    /// Returns the targets of these pawns of `S`.
    #[inline(always)]
    pub(crate) fn of<S: Side>(pawns: u64, occupied: u64, pins: Pins, king: usize) -> Self {
        let capturers = pawns & !pins.orthogonal;
        let (free, pinned) = (capturers & !pins.diagonal, capturers & pins.diagonal);
        let (push, double_push) = Self::pushes::<S>(pawns, occupied, pins, king);
        Self {
            push,
            double_push,
            west: forward_west::<S>(free) | forward_west::<S>(pinned) & pins.diagonal,
            east: forward_east::<S>(free) | forward_east::<S>(pinned) & pins.diagonal,
        }
    }

    /// Returns the targets of single and of double pushes.
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
        (push, forward::<S>(push & S::RANK_3) & !occupied)
    }
}

/// Returns the pawns of `S` that have a legal en passant capture. The position is rare, so each
/// capture is made and the king tested for checks.
#[cold]
#[inline(never)]
pub(crate) fn en_passant_capturers<S: Side>(board: &Board) -> u64 {
    let king = board.king::<S>();
    let captured = forward::<S::Enemy>(board.en_passant);
    let mut capturers = 0;
    for from in Squares(beside(captured) & board.pawns & board.of::<S>()) {
        let next = board.play_en_passant::<S>(from);
        let them = next.of::<S::Enemy>();
        let attackers = attacks::rook(king, next.occupied()) & next.orthogonals
            | attacks::bishop(king, next.occupied()) & next.diagonals
            | attacks::knight(king) & next.knights
            | pawn_attacks::<S>(1 << king) & next.pawns;
        if attackers & them == 0 {
            capturers |= 1 << from;
        }
    }
    capturers
}

/// Visitor that counts moves.
struct MoveCounter(i32);

impl<S: Side> MoveVisitor<S> for MoveCounter {
    #[inline(always)]
    fn piece(&mut self, _: PieceType, _: usize, targets: u64) {
        self.0 += len(targets);
    }
    #[inline(always)]
    fn pawns(&mut self, _: PawnStep, targets: u64) {
        self.0 += len(targets);
    }
    #[inline(always)]
    fn promotions(&mut self, _: PawnStep, targets: u64) {
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

/// Returns the number of legal moves of `S`.
pub(crate) fn count_moves<S: Side>(board: &Board) -> i32 {
    let mut counter = MoveCounter(0);
    visit_moves::<S, _>(board, &mut counter);
    counter.0
}
