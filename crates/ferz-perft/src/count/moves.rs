//! Legal move generation as sets: a visitor receives each piece once, with all its target squares.

use super::node::{Node, beside, len};
use super::version::Version;
use core::marker::PhantomData;
use ferz::isa::{Isa, Versioned};
use ferz::movegen::Side;
use ferz::{Bitboard, CastlingPath, PieceType, Square, attacks};

/// Receiver of the legal moves of side `S`.
pub(super) trait MoveVisitor<S: Side> {
    /// Visits a piece other than a pawn and its target squares, without castling.
    fn piece(&mut self, piece_type: PieceType, from: Square, targets: Bitboard);
    /// Visits all pawn moves of one step, without promotions and en passant.
    fn pawns(&mut self, step: PawnStep, targets: Bitboard);
    /// Visits all promotions of one step.
    fn promotions(&mut self, step: PawnStep, targets: Bitboard);
    /// Visits the en passant capture by the pawn on `from`.
    fn en_passant(&mut self, from: Square);
    /// Visits castling with the rook on this square.
    fn castling(&mut self, rook: Square);
}

/// Step of a pawn, from the view of its side.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PawnStep {
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
    pub(super) fn origin<S: Side>(self, to: Square) -> Square {
        let step = match self {
            Self::Push => S::UP.offset(),
            Self::DoublePush => 2 * S::UP.offset(),
            Self::CaptureWest => S::UP_WEST.offset(),
            Self::CaptureEast => S::UP_EAST.offset(),
        };
        Square::wrapping(to.index().wrapping_add_signed(-isize::from(step)))
    }

    /// Returns the targets of pawns on these squares.
    #[inline(always)]
    pub(super) fn targets<S: Side>(self, origins: Bitboard) -> Bitboard {
        match self {
            Self::Push => origins.shift(S::UP),
            Self::DoublePush => origins.shift(S::UP).shift(S::UP),
            Self::CaptureWest => origins.shift(S::UP_WEST),
            Self::CaptureEast => origins.shift(S::UP_EAST),
        }
    }
}

/// Squares to which the pinned pieces of a side are confined: each pin from the square beside the
/// king up to and including the pinning slider. Two sets serve all pins: the pins of different
/// pieces share no square, and no piece can move from one pin into another.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Pins {
    /// Pins along ranks and files.
    pub(super) straight: Bitboard,
    /// Pins along diagonals.
    pub(super) diagonal: Bitboard,
}

impl Pins {
    /// Returns the squares of all pins.
    #[inline(always)]
    pub(super) fn all(self) -> Bitboard {
        self.straight | self.diagonal
    }
}

/// Returns the squares that these pins leave to the slider on this square.
#[inline(always)]
pub(super) fn allowed(square: Square, pins: Bitboard) -> Bitboard {
    if pins.contains(square) { pins } else { Bitboard::ALL }
}

/// Lines of a king: its x-rays through the first own piece in each direction, and the pins and
/// slider checks that the enemy has on them. An enemy slider that appears on an x-ray gives check
/// or pins a piece.
#[derive(Clone, Copy)]
pub(super) struct KingLines {
    /// X-rays along ranks and files.
    pub(super) straight: Bitboard,
    /// X-rays along diagonals.
    pub(super) diagonal: Bitboard,
    /// Pins of the king's own pieces.
    pub(super) pins: Pins,
    /// Enemy sliders that give check.
    pub(super) checkers: Bitboard,
}

impl KingLines {
    /// Returns the lines of a king on `king` with the pieces `own`, against the enemy's `straight` and
    /// `diagonal` sliders; queens are in both sets.
    #[inline(always)]
    pub(super) fn of<I: Isa>(
        king: Square,
        occupied: Bitboard,
        own: Bitboard,
        straight: Bitboard,
        diagonal: Bitboard,
    ) -> Self {
        let near_rook = I::rook(king, occupied);
        let near_bishop = I::bishop(king, occupied);
        let rook_xray = I::rook(king, occupied ^ near_rook & own);
        let bishop_xray = I::bishop(king, occupied ^ near_bishop & own);
        let mut pins = Pins::default();
        for pinner in rook_xray & straight & !near_rook {
            pins.straight |= attacks::between(king, pinner).with(pinner);
        }
        for pinner in bishop_xray & diagonal & !near_bishop {
            pins.diagonal |= attacks::between(king, pinner).with(pinner);
        }
        let checkers = near_rook & straight | near_bishop & diagonal;
        Self { straight: rook_xray, diagonal: bishop_xray, pins, checkers }
    }
}

/// Returns every square that `S` attacks with this occupancy.
#[inline(always)]
fn attacked_by<I: Isa, S: Side>(node: &Node, occupied: Bitboard) -> Bitboard {
    let mut set =
        S::pawn_attacks(node.of_type::<S>(PieceType::Pawn)) | attacks::king(node.king::<S>());
    for from in node.of_type::<S>(PieceType::Knight) {
        set |= attacks::knight(from);
    }
    for from in node.diagonal::<S>() {
        set |= I::bishop(from, occupied);
    }
    for from in node.straight::<S>() {
        set |= I::rook(from, occupied);
    }
    set
}

/// Passes every legal move of `S` to the visitor.
#[inline(always)]
pub(super) fn visit_moves<I: Isa, S: Side, V: MoveVisitor<S>>(node: &Node, visitor: &mut V) {
    let us = node.of::<S>();
    let occupied = node.occupied();
    let king = node.king::<S>();
    let (straight, diagonal) = (node.straight::<S::Enemy>(), node.diagonal::<S::Enemy>());
    let lines = KingLines::of::<I>(king, occupied, us, straight, diagonal);
    let checkers = lines.checkers
        | attacks::knight(king) & node.of_type::<S::Enemy>(PieceType::Knight)
        | S::pawn_attacks(king.into()) & node.of_type::<S::Enemy>(PieceType::Pawn);

    let steps = attacks::king(king) & !us;
    let castling_rooks = if checkers.is_empty() {
        unobstructed(node.castling & us, king, occupied)
    } else {
        Bitboard::EMPTY
    };
    if (steps | castling_rooks).any() {
        // The king does not block sliders: it cannot retreat along the line of a check.
        let attacked = attacked_by::<I, S::Enemy>(node, occupied ^ king.into());
        visitor.piece(PieceType::King, king, steps & !attacked);
        for rook in castling_rooks {
            let path = CastlingPath::of(king, rook);
            if !path.empty.intersects(occupied) && path.is_safe(attacked, lines.pins.straight) {
                visitor.castling(rook);
            }
        }
    }
    let check_mask = match checkers.first() {
        None => Bitboard::ALL,
        Some(_) if checkers.more_than_one() => return,
        Some(checker) => attacks::between(king, checker) | checkers,
    };
    visit_pieces::<I, S, V>(node, lines.pins, check_mask & !us, visitor);
    visit_pawns::<S, V>(node, lines.pins, check_mask, visitor);
    if node.en_passant.any() {
        for from in en_passant_capturers::<S>(node) {
            visitor.en_passant(from);
        }
    }
}

/// Returns the rooks with nothing between them and the king.
#[inline(always)]
fn unobstructed(rooks: Bitboard, king: Square, occupied: Bitboard) -> Bitboard {
    let mut clear = Bitboard::EMPTY;
    for rook in rooks {
        if !attacks::between(king, rook).intersects(occupied) {
            clear = clear.with(rook);
        }
    }
    clear
}

#[inline(always)]
fn visit_pieces<I: Isa, S: Side, V: MoveVisitor<S>>(
    node: &Node,
    pins: Pins,
    targets: Bitboard,
    visitor: &mut V,
) {
    use PieceType::{Bishop, Knight, Queen, Rook};
    let occupied = node.occupied();
    for from in node.of_type::<S>(Knight) & !pins.all() {
        visitor.piece(Knight, from, attacks::knight(from) & targets);
    }
    for from in node.of_type::<S>(Bishop) & !pins.straight {
        let reach = I::bishop(from, occupied) & targets;
        visitor.piece(Bishop, from, reach & allowed(from, pins.diagonal));
    }
    for from in node.of_type::<S>(Rook) & !pins.diagonal {
        let reach = I::rook(from, occupied) & targets;
        visitor.piece(Rook, from, reach & allowed(from, pins.straight));
    }
    for from in node.of_type::<S>(Queen) {
        let reach = if !pins.all().contains(from) {
            I::queen(from, occupied)
        } else if pins.diagonal.contains(from) {
            I::bishop(from, occupied) & pins.diagonal
        } else {
            I::rook(from, occupied) & pins.straight
        };
        visitor.piece(Queen, from, reach & targets);
    }
}

#[inline(always)]
fn visit_pawns<S: Side, V: MoveVisitor<S>>(
    node: &Node,
    pins: Pins,
    check_mask: Bitboard,
    visitor: &mut V,
) {
    let them = node.of::<S::Enemy>();
    let pawns = node.of_type::<S>(PieceType::Pawn);
    let targets = PawnTargets::of::<S>(pawns, node.occupied(), pins, node.king::<S>());
    let rest = check_mask & !S::RANK_8;
    visitor.pawns(PawnStep::Push, targets.push & rest);
    visitor.pawns(PawnStep::DoublePush, targets.double_push & rest);
    visitor.pawns(PawnStep::CaptureWest, targets.west & them & rest);
    visitor.pawns(PawnStep::CaptureEast, targets.east & them & rest);
    if pawns.intersects(S::RANK_7) {
        let last = check_mask & S::RANK_8;
        visitor.promotions(PawnStep::Push, targets.push & last);
        visitor.promotions(PawnStep::CaptureWest, targets.west & them & last);
        visitor.promotions(PawnStep::CaptureEast, targets.east & them & last);
    }
}

/// Target squares of the pawns of one side. Pins are respected, checks are not.
#[derive(Clone, Copy)]
pub(super) struct PawnTargets {
    /// Targets of single pushes.
    pub(super) push: Bitboard,
    /// Targets of double pushes.
    pub(super) double_push: Bitboard,
    /// Attacked squares forward and west, occupied or not.
    pub(super) west: Bitboard,
    /// Attacked squares forward and east, occupied or not.
    pub(super) east: Bitboard,
}

impl PawnTargets {
    /// Returns the targets of these pawns of `S`.
    #[inline(always)]
    pub(super) fn of<S: Side>(
        pawns: Bitboard,
        occupied: Bitboard,
        pins: Pins,
        king: Square,
    ) -> Self {
        let capturers = pawns & !pins.straight;
        let (free, pinned) = (capturers & !pins.diagonal, capturers & pins.diagonal);
        let (push, double_push) = Self::pushes::<S>(pawns, occupied, pins, king);
        Self {
            push,
            double_push,
            west: free.shift(S::UP_WEST) | pinned.shift(S::UP_WEST) & pins.diagonal,
            east: free.shift(S::UP_EAST) | pinned.shift(S::UP_EAST) & pins.diagonal,
        }
    }

    /// Returns the targets of single and of double pushes.
    #[inline(always)]
    pub(super) fn pushes<S: Side>(
        pawns: Bitboard,
        occupied: Bitboard,
        pins: Pins,
        king: Square,
    ) -> (Bitboard, Bitboard) {
        let pushers = pawns & !pins.diagonal & (!pins.straight | Bitboard::file(king.file()));
        let push = pushers.shift(S::UP) & !occupied;
        (push, (push & S::RANK_3).shift(S::UP) & !occupied)
    }
}

/// Returns the pawns of `S` that have a legal en passant capture. The position is rare, so each
/// capture is made and the king tested for checks.
#[cold]
#[inline(never)]
pub(super) fn en_passant_capturers<S: Side>(node: &Node) -> Bitboard {
    let captured = node.en_passant.shift(<S::Enemy as Side>::UP);
    let neighbours = beside(captured) & node.of_type::<S>(PieceType::Pawn);
    let legal = |&from: &Square| {
        let next = node.play_en_passant::<S>(from);
        let (king, occupied) = (next.king::<S>(), next.occupied());
        let attackers = attacks::rook(king, occupied) & next.straight::<S::Enemy>()
            | attacks::bishop(king, occupied) & next.diagonal::<S::Enemy>()
            | attacks::knight(king) & next.of_type::<S::Enemy>(PieceType::Knight)
            | S::pawn_attacks(king.into()) & next.of_type::<S::Enemy>(PieceType::Pawn);
        attackers.is_empty()
    };
    neighbours.squares().filter(legal).collect()
}

/// Visitor that counts moves.
struct MoveCounter(i32);

impl<S: Side> MoveVisitor<S> for MoveCounter {
    #[inline(always)]
    fn piece(&mut self, _: PieceType, _: Square, targets: Bitboard) {
        self.0 += len(targets);
    }
    #[inline(always)]
    fn pawns(&mut self, _: PawnStep, targets: Bitboard) {
        self.0 += len(targets);
    }
    #[inline(always)]
    fn promotions(&mut self, _: PawnStep, targets: Bitboard) {
        self.0 += 4 * len(targets);
    }
    #[inline(always)]
    fn en_passant(&mut self, _: Square) {
        self.0 += 1;
    }
    #[inline(always)]
    fn castling(&mut self, _: Square) {
        self.0 += 1;
    }
}

/// Count of the legal moves of `S`.
struct CountMoves<'a, S>(&'a Node, PhantomData<S>);

impl<S: Side> Versioned for CountMoves<'_, S> {
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self) -> i32 {
        count_moves_inline::<I, S>(self.0)
    }
}

/// Returns the number of legal moves of `S`; inlined into its caller.
#[inline(always)]
pub(super) fn count_moves_inline<I: Isa, S: Side>(node: &Node) -> i32 {
    let mut counter = MoveCounter(0);
    visit_moves::<I, S, _>(node, &mut counter);
    counter.0
}

/// Returns the number of legal moves of `S`.
#[inline(always)]
pub(super) fn count_moves<V: Version, S: Side>(node: &Node) -> i32 {
    V::Isa::call(CountMoves(node, PhantomData::<S>))
}
