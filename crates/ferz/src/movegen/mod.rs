//! Move generation: six types of moves, one implementation of the rules, any sink.
//!
//! The generator is generic over the colour and over the [`GenType`]. It emits sets of moves ("the
//! piece on this square can move to these squares") into a [`MoveSink`]: one that appends to a
//! [`MoveList`], one that counts without building single moves, or one that calls a closure and can
//! stop early.

mod list;
#[cfg(target_arch = "x86_64")]
mod reach;
mod sink;
mod writer;

pub use list::{IntoIter, MAX_MOVES, MoveList};
pub use sink::{MoveSink, PromotionSet};

use crate::attacks;
use crate::isa::{self, Compiled, Isa, Versioned};
use crate::position::{Arrangement, Board, CastlingPath, Position, View};
use crate::types::{Bitboard, Color, Direction, Move, MoveFlag, PieceType, Rank, Square};
use core::convert::Infallible;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ops::ControlFlow;
use sink::{CountSink, VisitSink};

/// The type of generated moves. Implemented by the six types of this module and by no others.
///
/// In check, every type is limited to the check evasions.
///
/// The constants are not independent, and the compiler checks each type: `LEGAL` and `EVASIONS`
/// exclude each other and need captures and quiet moves, `CHECKS` excludes captures and needs
/// [`PromotionSet::KNIGHT`].
pub trait GenType: sealed::Sealed {
    /// Includes captures.
    const CAPTURES: bool;
    /// Includes moves without capture.
    const QUIETS: bool;
    /// The promotion pieces.
    const PROMOTIONS: PromotionSet;
    /// Only moves that give check.
    const CHECKS: bool = false;
    /// Only check evasions.
    const EVASIONS: bool = false;
    /// Only legal moves.
    const LEGAL: bool = false;
}

mod sealed {
    pub trait Sealed {}
}

/// Returns true if the generator supports the constants of a type.
const fn is_supported<G: GenType>() -> bool {
    // Without captures and quiet moves, pieces would still be given their quiet moves.
    let generates = G::CAPTURES || G::QUIETS;
    // In check only types with both limit pawn moves to the line of the checker.
    let limits_pawns = (G::CAPTURES && G::QUIETS) || !(G::LEGAL || G::EVASIONS);
    // Evasions test the king's moves against the lines of the checkers only.
    let tests_king = !(G::LEGAL && G::EVASIONS);
    // Captures are not limited to checks, and of the promotions only knights are tested.
    let only_knight = G::PROMOTIONS.len() == 1 && G::PROMOTIONS.contains(PieceType::Knight);
    let limits_checks = !G::CHECKS || (!G::CAPTURES && only_knight);
    generates && limits_pawns && tests_king && limits_checks
}

macro_rules! gen_types {
    ($($(#[$meta:meta])* $name:ident { $($constant:ident: $type:ty = $value:expr;)+ })+) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl sealed::Sealed for $name {}

        impl GenType for $name {
            $(const $constant: $type = $value;)+
        }

        const _: () = assert!(is_supported::<$name>());
    )+};
}

gen_types! {
    /// Pseudo-legal captures, en passant and queen promotions (with or without capture).
    /// [`Captures`] and [`Quiets`] together are [`NonEvasions`].
    Captures {
        CAPTURES: bool = true;
        QUIETS: bool = false;
        PROMOTIONS: PromotionSet = PromotionSet::QUEEN;
    }
    /// Pseudo-legal moves without capture, castling, and all underpromotions (with or without
    /// capture).
    Quiets {
        CAPTURES: bool = false;
        QUIETS: bool = true;
        PROMOTIONS: PromotionSet = PromotionSet::UNDERPROMOTIONS;
    }
    /// The [`Quiets`] that give check, directly or by discovery. Of the promotions only those to a
    /// knight that gives check itself: checks by a promoted queen are in [`Captures`].
    QuietChecks {
        CAPTURES: bool = false;
        QUIETS: bool = true;
        PROMOTIONS: PromotionSet = PromotionSet::KNIGHT;
        CHECKS: bool = true;
    }
    /// Pseudo-legal check evasions: king moves off the lines of the checkers, captures of a single
    /// checker, and interpositions. All pseudo-legal moves if not in check.
    Evasions {
        CAPTURES: bool = true;
        QUIETS: bool = true;
        PROMOTIONS: PromotionSet = PromotionSet::ALL;
        EVASIONS: bool = true;
    }
    /// All pseudo-legal moves.
    NonEvasions {
        CAPTURES: bool = true;
        QUIETS: bool = true;
        PROMOTIONS: PromotionSet = PromotionSet::ALL;
    }
    /// All legal moves, in check or not.
    Legal {
        CAPTURES: bool = true;
        QUIETS: bool = true;
        PROMOTIONS: PromotionSet = PromotionSet::ALL;
        LEGAL: bool = true;
    }
}

/// The side to move as a type: code that is generic over it is compiled once for each colour. Directions
/// and ranks are from White's point of view and mirrored for Black.
///
/// ```
/// use ferz::movegen::{Black, Side, White};
/// use ferz::{Bitboard, Board, PieceType};
///
/// /// Returns the squares on which a pawn of `S` arrives by a double push.
/// fn double_pushes<S: Side>(board: &Board) -> Bitboard {
///     let empty = !board.occupied();
///     let pushed = board.pieces(S::US, PieceType::Pawn).shift(S::UP) & empty;
///     (pushed & S::RANK_3).shift(S::UP) & empty
/// }
///
/// let board = Board::startpos();
/// assert_eq!(double_pushes::<White>(&board).len(), 8);
/// assert_eq!(double_pushes::<Black>(&board).len(), 8);
/// ```
pub trait Side: sealed::Sealed {
    /// The other side.
    type Enemy: Side<Enemy = Self>;
    /// The colour.
    const US: Color;
    /// The direction of its pawns.
    const UP: Direction;
    /// The direction of its pawns' captures towards the a-file.
    const UP_WEST: Direction;
    /// The direction of its pawns' captures towards the h-file.
    const UP_EAST: Direction;
    /// The colour of the other side.
    const THEM: Color = Self::Enemy::US;
    /// The back rank.
    const RANK_1: Bitboard = Bitboard::relative_rank(Self::US, Rank::First);
    /// The target rank of a single push from the starting rank.
    const RANK_3: Bitboard = Bitboard::relative_rank(Self::US, Rank::Third);
    /// The rank of pawns that promote with their next move.
    const RANK_7: Bitboard = Bitboard::relative_rank(Self::US, Rank::Seventh);
    /// The rank of promotion.
    const RANK_8: Bitboard = Bitboard::relative_rank(Self::US, Rank::Eighth);

    /// Returns the squares that a set of its pawns attacks.
    #[inline(always)]
    fn pawn_attacks(pawns: Bitboard) -> Bitboard {
        pawns.shift(Self::UP_WEST) | pawns.shift(Self::UP_EAST)
    }
}

/// White, which moves up the board.
#[derive(Clone, Copy, Debug)]
pub struct White;
/// Black, which moves down the board.
#[derive(Clone, Copy, Debug)]
pub struct Black;

impl sealed::Sealed for White {}
impl sealed::Sealed for Black {}

impl Side for White {
    type Enemy = Black;
    const US: Color = Color::White;
    const UP: Direction = Direction::North;
    const UP_WEST: Direction = Direction::NorthWest;
    const UP_EAST: Direction = Direction::NorthEast;
}

impl Side for Black {
    type Enemy = White;
    const US: Color = Color::Black;
    const UP: Direction = Direction::South;
    const UP_WEST: Direction = Direction::SouthWest;
    const UP_EAST: Direction = Direction::SouthEast;
}

/// The inputs of one generation.
struct Generation<'a> {
    position: View<'a>,
    /// The allowed target squares of pieces other than the king.
    targets: Bitboard,
    /// The pinned pieces of the side to move; empty for pseudo-legal generation.
    pinned: Bitboard,
    checkers: Bitboard,
    /// The squares that the enemy attacks, for [`Legal`] if the king may have a move.
    king_danger: Bitboard,
}

/// Generates the moves of one type into a sink. Always inlined, so that it is compiled with the
/// instructions of its version.
#[inline(always)]
fn generate<I: Isa, G: GenType, S: MoveSink>(
    position: View<'_>,
    sink: &mut S,
) -> ControlFlow<S::Stop> {
    match position.side_to_move() {
        Color::White => generate_for::<I, White, G, S>(position, sink),
        Color::Black => generate_for::<I, Black, G, S>(position, sink),
    }
}

#[inline(always)]
fn generate_for<I: Isa, C: Side, G: GenType, S: MoveSink>(
    position: View<'_>,
    sink: &mut S,
) -> ControlFlow<S::Stop> {
    let (checkers, pinned) = if G::LEGAL {
        position.checkers_and_pinned()
    } else {
        (position.checkers(), Bitboard::EMPTY)
    };
    if !(G::LEGAL || G::EVASIONS) && checkers.any() {
        return evasions_of_type::<G, S>(position, sink);
    }
    let king = position.king(C::US);
    let own = position.by_color(C::US);
    let reachable = match (G::CAPTURES, G::QUIETS) {
        (true, true) => !own,
        (true, false) => position.by_color(C::THEM),
        (false, _) => !position.occupied(),
    };
    // Castling needs no further test: the neighbour towards the rook is free, and so reachable, or has the
    // rook.
    let king_may_move = attacks::king(king).intersects(reachable | position.castling_rooks());
    let king_danger =
        if G::LEGAL && king_may_move { position.king_danger::<I>() } else { Bitboard::EMPTY };
    let mut generation = Generation { position, targets: reachable, pinned, checkers, king_danger };
    if (G::EVASIONS || G::LEGAL)
        && let Some(checker) = checkers.first()
    {
        king_moves::<C, G, S>(&generation, king, sink)?;
        if checkers.more_than_one() {
            return ControlFlow::Continue(());
        }
        // Capture of the checker or interposition.
        generation.targets = attacks::between(king, checker).with(checker);
    }
    // One place for both cases: each of these is inlined.
    pawn_moves::<C, G, S>(&generation, sink)?;
    piece_moves::<I, C, G, S>(&generation, king, sink)?;
    if (G::EVASIONS || G::LEGAL) && checkers.any() {
        return ControlFlow::Continue(());
    }
    king_moves::<C, G, S>(&generation, king, sink)?;
    if G::QUIETS { castling_moves::<C, G, S>(&generation, sink) } else { ControlFlow::Continue(()) }
}

/// Generates the pawn moves.
#[inline(always)]
fn pawn_moves<C: Side, G: GenType, S: MoveSink>(
    generation: &Generation<'_>,
    sink: &mut S,
) -> ControlFlow<S::Stop> {
    let pawns = generation.position.pieces(C::US, PieceType::Pawn);
    let (promoting, others) = (pawns & C::RANK_7, pawns - C::RANK_7);
    if G::QUIETS {
        pushes::<C, G, S>(generation, others, sink)?;
    }
    if promoting.any() {
        promotions::<C, G, S>(generation, promoting, sink)?;
    }
    if G::CAPTURES {
        captures::<C, G, S>(generation, others, sink)?;
        en_passant::<C, G, S>(generation, others, sink)?;
    }
    ControlFlow::Continue(())
}

/// Returns the pawns that may move in a direction: the unpinned ones, and those pinned along it. A pin
/// is along the direction if the pawn is on that line of the king, since it lies between the king and
/// the pinner.
#[inline(always)]
fn movable<C: Side>(
    generation: &Generation<'_>,
    pawns: Bitboard,
    direction: Direction,
) -> Bitboard {
    let king = generation.position.king(C::US);
    pawns - (generation.pinned - attacks::pawn_line(king, direction))
}

/// Returns the allowed targets of moves without capture.
#[inline(always)]
fn empty<G: GenType>(generation: &Generation<'_>) -> Bitboard {
    let empty = !generation.position.occupied();
    if G::CAPTURES && G::QUIETS { empty & generation.targets } else { empty }
}

/// Returns the allowed targets of captures.
#[inline(always)]
fn enemies<C: Side, G: GenType>(generation: &Generation<'_>) -> Bitboard {
    let enemies = generation.position.by_color(C::THEM);
    if G::CAPTURES && G::QUIETS { enemies & generation.targets } else { enemies }
}

#[inline(always)]
fn pushes<C: Side, G: GenType, S: MoveSink>(
    generation: &Generation<'_>,
    pawns: Bitboard,
    sink: &mut S,
) -> ControlFlow<S::Stop> {
    let position = generation.position;
    let pawns = movable::<C>(generation, pawns, C::UP);
    // The square that a double push passes need not be an allowed target.
    let passed = pawns.shift(C::UP) - position.occupied();
    let mut single = passed & empty::<G>(generation);
    let mut double = (passed & C::RANK_3).shift(C::UP) & empty::<G>(generation);
    if G::CHECKS {
        let king = position.king(C::THEM);
        // A pawn that leaves the line between slider and king gives a discovered check, unless it
        // stays on the king's file.
        let candidates = pawns & position.discovered_check_candidates();
        let uncovered = candidates.shift(C::UP) - Bitboard::file(king.file());
        let direct = attacks::pawn(C::THEM, king);
        single &= direct | uncovered;
        double &= direct | uncovered.shift(C::UP);
    }
    sink.pawns(single, C::UP.offset(), MoveFlag::Quiet)?;
    sink.pawns(double, 2 * C::UP.offset(), MoveFlag::DoublePush)
}

#[inline(always)]
fn captures<C: Side, G: GenType, S: MoveSink>(
    generation: &Generation<'_>,
    pawns: Bitboard,
    sink: &mut S,
) -> ControlFlow<S::Stop> {
    let enemies = enemies::<C, G>(generation);
    for direction in [C::UP_WEST, C::UP_EAST] {
        let targets = movable::<C>(generation, pawns, direction).shift(direction) & enemies;
        sink.pawns(targets, direction.offset(), MoveFlag::Capture)?;
    }
    ControlFlow::Continue(())
}

#[inline(always)]
fn promotions<C: Side, G: GenType, S: MoveSink>(
    generation: &Generation<'_>,
    pawns: Bitboard,
    sink: &mut S,
) -> ControlFlow<S::Stop> {
    let position = generation.position;
    let checks = if G::CHECKS { attacks::knight(position.king(C::THEM)) } else { Bitboard::ALL };
    let (empty, enemies) = (empty::<G>(generation) & checks, enemies::<C, G>(generation) & checks);
    promotions_in::<C, G, S>(generation, pawns, C::UP, empty, sink)?;
    promotions_in::<C, G, S>(generation, pawns, C::UP_WEST, enemies, sink)?;
    promotions_in::<C, G, S>(generation, pawns, C::UP_EAST, enemies, sink)
}

/// Generates the promotions in one direction. Inlined for each, since moves of a constant direction are
/// written from constants.
#[inline(always)]
fn promotions_in<C: Side, G: GenType, S: MoveSink>(
    generation: &Generation<'_>,
    pawns: Bitboard,
    direction: Direction,
    allowed: Bitboard,
    sink: &mut S,
) -> ControlFlow<S::Stop> {
    let targets = movable::<C>(generation, pawns, direction).shift(direction) & allowed;
    if targets.is_empty() {
        return ControlFlow::Continue(());
    }
    sink.promotions(targets, direction.offset(), direction != C::UP, G::PROMOTIONS)
}

#[inline(always)]
fn en_passant<C: Side, G: GenType, S: MoveSink>(
    generation: &Generation<'_>,
    pawns: Bitboard,
    sink: &mut S,
) -> ControlFlow<S::Stop> {
    let position = generation.position;
    let Some(to) = position.en_passant() else { return ControlFlow::Continue(()) };
    // In check it must remove the checker or, in setups that no game leads to, block its line.
    let pushed = Bitboard::of(to.offset(-C::UP.offset()));
    let evades = || generation.checkers == pushed || generation.targets.contains(to);
    if (G::EVASIONS || G::LEGAL) && generation.checkers.any() && !evades() {
        return ControlFlow::Continue(());
    }
    for from in pawns & attacks::pawn(C::THEM, to) {
        if !G::LEGAL || position.en_passant_is_safe(C::US, from, to) {
            sink.single(Move::new(from, to, MoveFlag::EnPassant))?;
        }
    }
    ControlFlow::Continue(())
}

/// Generates the moves of knights, bishops, rooks and queens.
#[inline(always)]
fn piece_moves<I: Isa, C: Side, G: GenType, S: MoveSink>(
    generation: &Generation<'_>,
    king: Square,
    sink: &mut S,
) -> ControlFlow<S::Stop> {
    use PieceType::{Bishop, Knight, Queen, Rook};
    let position = generation.position;
    let occupied = position.occupied();
    let own = position.by_color(C::US);
    if G::CHECKS {
        for piece_type in [Knight, Bishop, Rook, Queen] {
            checks::<C, S>(generation, piece_type, sink)?;
        }
        return ControlFlow::Continue(());
    }
    // A pinned knight cannot move; a pinned slider moves on the line of the pin.
    let unpinned = own - generation.pinned;
    for from in unpinned & position.by_type(Knight) {
        push_targets::<C, S>(generation, Knight, from, attacks::knight(from), sink)?;
    }
    let (diagonal, straight) =
        (position.sets().diagonal_sliders(), position.sets().straight_sliders());
    for from in unpinned & (diagonal - straight) {
        push_targets::<C, S>(generation, Bishop, from, I::bishop(from, occupied), sink)?;
    }
    for from in unpinned & (straight - diagonal) {
        push_targets::<C, S>(generation, Rook, from, I::rook(from, occupied), sink)?;
    }
    for from in unpinned & straight & diagonal {
        push_targets::<C, S>(generation, Queen, from, I::queen(from, occupied), sink)?;
    }
    for from in generation.pinned & (diagonal | straight) {
        let straight =
            if straight.contains(from) { I::rook(from, occupied) } else { Bitboard::EMPTY };
        let diagonal =
            if diagonal.contains(from) { I::bishop(from, occupied) } else { Bitboard::EMPTY };
        let on_line = (straight | diagonal) & attacks::line(king, from);
        push_targets::<C, S>(generation, Queen, from, on_line, sink)?;
    }
    ControlFlow::Continue(())
}

/// Generates the quiet checks of one piece type: moves to a check square, or any move of a piece
/// that gives a discovered check. A slider cannot move along the line that it blocks.
#[inline(always)]
fn checks<C: Side, S: MoveSink>(
    generation: &Generation<'_>,
    piece_type: PieceType,
    sink: &mut S,
) -> ControlFlow<S::Stop> {
    let position = generation.position;
    let candidates = position.discovered_check_candidates();
    let direct = position.check_squares(piece_type);
    for from in position.pieces(C::US, piece_type) {
        let allowed = if candidates.contains(from) { Bitboard::ALL } else { direct };
        let targets = attacks::of(piece_type, from, position.occupied()) & allowed;
        push_targets::<C, S>(generation, piece_type, from, targets, sink)?;
    }
    ControlFlow::Continue(())
}

/// Emits the allowed moves of a piece, which are among those of the type `reach` on the empty board.
#[inline(always)]
fn push_targets<C: Side, S: MoveSink>(
    generation: &Generation<'_>,
    reach: PieceType,
    from: Square,
    attacks: Bitboard,
    sink: &mut S,
) -> ControlFlow<S::Stop> {
    let targets = attacks & generation.targets;
    let captures = targets & generation.position.by_color(C::THEM);
    sink.piece(reach, from, targets ^ captures, captures)
}

/// Generates the king's moves except castling.
#[inline(always)]
fn king_moves<C: Side, G: GenType, S: MoveSink>(
    generation: &Generation<'_>,
    king: Square,
    sink: &mut S,
) -> ControlFlow<S::Stop> {
    let position = generation.position;
    let mut targets = attacks::king(king) & generation.targets;
    if G::CHECKS {
        if !position.discovered_check_candidates().contains(king) {
            return ControlFlow::Continue(());
        }
        targets -= attacks::line(king, position.king(C::THEM));
    } else if G::EVASIONS {
        targets -= position.evasion_lines();
    } else if G::LEGAL {
        targets -= generation.king_danger;
    }
    let captures = targets & position.by_color(C::THEM);
    sink.piece(PieceType::King, king, targets ^ captures, captures)
}

/// Generates castling moves. They are legal in all generation types.
#[inline(always)]
fn castling_moves<C: Side, G: GenType, S: MoveSink>(
    generation: &Generation<'_>,
    sink: &mut S,
) -> ControlFlow<S::Stop> {
    let position = generation.position;
    let rooks = position.castling_rooks() & C::RANK_1;
    if rooks.is_empty() {
        return ControlFlow::Continue(());
    }
    let king = position.king(C::US);
    let [queen_side, king_side] = [rooks.first(), rooks.last()];
    let king_side = king_side.filter(|&rook| rook > king);
    let queen_side = queen_side.filter(|&rook| rook < king);
    if let Some(rook) = king_side {
        castle::<G, S>(generation, king, rook, sink)?;
    }
    if let Some(rook) = queen_side {
        castle::<G, S>(generation, king, rook, sink)?;
    }
    ControlFlow::Continue(())
}

/// Generates castling with one rook.
#[inline(always)]
fn castle<G: GenType, S: MoveSink>(
    generation: &Generation<'_>,
    king: Square,
    rook: Square,
    sink: &mut S,
) -> ControlFlow<S::Stop> {
    let position = generation.position;
    // King or rook passes each square between them, and most castling moves are blocked there: the path is
    // computed for the others alone.
    if attacks::between(king, rook).intersects(position.occupied()) {
        return ControlFlow::Continue(());
    }
    let path = CastlingPath::of(king, rook);
    if path.empty.intersects(position.occupied()) || !is_safe::<G>(generation, &path) {
        return ControlFlow::Continue(());
    }
    let mv = Move::new(king, rook, MoveFlag::Castle);
    if !G::CHECKS || position.gives_check(mv) {
        sink.single(mv)?;
    }
    ControlFlow::Continue(())
}

/// Returns true if castling leaves the king safe on its path, for positions not in check.
#[inline(always)]
fn is_safe<G: GenType>(generation: &Generation<'_>, path: &CastlingPath) -> bool {
    if G::LEGAL {
        path.is_safe(generation.king_danger, generation.pinned)
    } else {
        generation.position.castling_is_safe(path)
    }
}

/// Generates the check evasions that belong to a type, one by one: engines generate [`Evasions`]
/// themselves when in check.
#[cold]
fn evasions_of_type<G: GenType, S: MoveSink>(
    position: View<'_>,
    sink: &mut S,
) -> ControlFlow<S::Stop> {
    let belongs = |mv: Move| {
        let kind = match mv.promotion() {
            Some(piece_type) => G::PROMOTIONS.contains(piece_type),
            None => (mv.is_capture() && G::CAPTURES) || (!mv.is_capture() && G::QUIETS),
        };
        kind && (!G::CHECKS || position.gives_check(mv))
    };
    let mut evasions = MoveList::new();
    position.generate_onto::<Evasions>(&mut evasions);
    evasions.iter().filter(|mv| belongs(**mv)).try_for_each(|&mv| sink.single(mv))
}

#[inline(always)]
fn list_moves<I: Isa, G: GenType>(view: View<'_>, list: &mut MoveList) {
    // No closure: one would be compiled without the instructions of its version.
    let mut sink = list.sink::<I>();
    match generate::<I, G, _>(view, &mut sink) {
        ControlFlow::Continue(()) => sink.finish(),
    }
}

#[inline(always)]
fn count_legal<I: Isa>(view: View<'_>) -> usize {
    let mut sink = CountSink::default();
    match generate::<I, Legal, _>(view, &mut sink) {
        ControlFlow::Continue(()) => sink.count(),
    }
}

/// Generation onto a list.
struct List<'a, G> {
    view: View<'a>,
    list: &'a mut MoveList,
    moves: PhantomData<G>,
}

impl<G: GenType> Versioned for List<'_, G> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self) {
        list_moves::<I, G>(self.view, self.list);
    }
}

/// Count of the legal moves.
#[derive(Clone)]
struct Count<'a>(View<'a>);

impl Versioned for Count<'_> {
    type Output = usize;

    #[inline(always)]
    fn run<I: Isa>(self) -> usize {
        count_legal::<I>(self.0)
    }
}

impl View<'_> {
    #[inline(always)]
    pub(crate) fn generate_into<G: GenType, S: MoveSink>(
        self,
        sink: &mut S,
    ) -> ControlFlow<S::Stop> {
        generate::<Compiled, G, S>(self, sink)
    }

    pub(crate) fn generate_onto<G: GenType>(self, list: &mut MoveList) {
        isa::run(List { view: self, list, moves: PhantomData::<G> });
    }

    /// Writes a list of the legal moves. A list returned by value would be copied.
    #[inline(never)]
    pub(crate) fn write_legal_moves(self, list: &mut MaybeUninit<MoveList>) {
        self.generate_onto::<Legal>(MoveList::write_empty(list));
    }

    #[inline(always)]
    pub(crate) fn legal_moves(self) -> MoveList {
        let mut list = MaybeUninit::uninit();
        self.write_legal_moves(&mut list);
        // SAFETY: the list has been written.
        unsafe { list.assume_init() }
    }

    #[inline(never)]
    pub(crate) fn legal_count(self) -> usize {
        isa::run(Count(self))
    }

    pub(crate) fn has_legal_move(self) -> bool {
        self.for_each_legal(|_| ControlFlow::Break(())).is_break()
    }

    #[inline]
    pub(crate) fn for_each_legal<B>(
        self,
        visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.generate_into::<Legal, _>(&mut VisitSink::new(visit))
    }
}

macro_rules! queries {
    ($type:ty) => {
        /// Move generation.
        impl $type {
            /// Returns the moves of one type: `position.generate::<Captures>()`. All but those of
            /// [`Legal`](crate::Legal) are pseudo-legal: they may leave the king in check, which
            /// [`keeps_king_safe`](Self::keeps_king_safe) tests. In check every type is limited to
            /// the [`Evasions`](crate::Evasions).
            #[inline]
            pub fn generate<G: GenType>(&self) -> MoveList {
                let mut list = MoveList::new();
                self.generate_onto::<G>(&mut list);
                list
            }

            /// Appends the moves of one type to a list. Unlike [`generate`](Self::generate) it copies
            /// no list on return.
            #[inline]
            pub fn generate_onto<G: GenType>(&self, list: &mut MoveList) {
                self.view().generate_onto::<G>(list);
            }

            /// Generates the moves of one type into a sink that does not stop.
            #[inline]
            pub fn generate_into<G: GenType, S: MoveSink<Stop = Infallible>>(&self, sink: &mut S) {
                match self.view().generate_into::<G, S>(sink) {
                    ControlFlow::Continue(()) => {}
                }
            }

            /// Generates the moves of one type into a sink until it stops. Returns the sink's value
            /// as [`ControlFlow::Break`] if it stopped.
            #[inline]
            pub fn try_generate_into<G: GenType, S: MoveSink>(
                &self,
                sink: &mut S,
            ) -> ControlFlow<S::Stop> {
                self.view().generate_into::<G, S>(sink)
            }

            /// Returns all legal moves, at most 218 in positions that can occur in a game.
            #[doc(alias("generate_moves", "new_legal"))]
            #[inline]
            pub fn legal_moves(&self) -> MoveList {
                self.view().legal_moves()
            }

            /// Returns the legal moves of the pieces on these squares.
            ///
            /// ```
            /// use ferz::{Bitboard, Position, Square};
            ///
            /// let position = Position::startpos();
            /// let knight = position.legal_moves_from(Bitboard::of(Square::G1));
            /// assert_eq!(knight.iter().map(|mv| mv.to()).collect::<Bitboard>().len(), 2);
            /// ```
            #[doc(alias = "generate_moves_for")]
            #[inline]
            pub fn legal_moves_from(&self, origins: Bitboard) -> MoveList {
                let mut list = self.legal_moves();
                list.retain(|mv| origins.contains(mv.from()));
                list
            }

            /// Returns the legal moves among the [`Captures`](crate::Captures): captures and
            /// promotions to a queen, no other promotions.
            #[doc(alias = "capture_moves")]
            #[inline]
            pub fn legal_captures(&self) -> MoveList {
                let mut list = self.generate::<Captures>();
                list.retain(|&mv| self.keeps_king_safe(mv));
                list
            }

            /// Returns the legal moves among the [`Quiets`](crate::Quiets): moves without capture,
            /// castling and underpromotions. With [`legal_captures`](Self::legal_captures) they are all
            /// legal moves, each once.
            ///
            /// ```
            /// use ferz::Position;
            ///
            /// let position = Position::from_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")?;
            /// assert_eq!(position.legal_captures().len(), 1);
            /// assert_eq!(position.legal_quiets().len(), position.legal_count() - 1);
            /// # Ok::<(), ferz::notation::FenError>(())
            /// ```
            #[inline]
            pub fn legal_quiets(&self) -> MoveList {
                let mut list = self.generate::<Quiets>();
                list.retain(|&mv| self.keeps_king_safe(mv));
                list
            }

            /// Counts the legal moves without writing them to a list.
            #[inline]
            pub fn legal_count(&self) -> usize {
                self.view().legal_count()
            }

            /// Returns true if there is a legal move. Stops at the first.
            #[inline]
            pub fn has_legal_move(&self) -> bool {
                self.view().has_legal_move()
            }

            /// Calls `visit` for each legal move until it returns [`ControlFlow::Break`].
            ///
            /// ```
            /// use core::ops::ControlFlow;
            /// use ferz::{Move, Position, Square};
            ///
            /// let position = Position::startpos();
            /// let to_e4 = |mv: Move| match mv.to() {
            ///     Square::E4 => ControlFlow::Break(mv),
            ///     _ => ControlFlow::Continue(()),
            /// };
            /// let found = position.for_each_legal(to_e4).break_value();
            /// assert_eq!(found.map(|mv| position.uci(mv).to_string()), Some("e2e4".into()));
            /// ```
            #[inline]
            pub fn for_each_legal<B>(
                &self,
                visit: impl FnMut(Move) -> ControlFlow<B>,
            ) -> ControlFlow<B> {
                self.view().for_each_legal(visit)
            }
        }
    };
}

queries!(Board);
queries!(Position);

impl Arrangement {
    /// Generates the legal moves into a sink until it stops. Returns the sink's value as
    /// [`ControlFlow::Break`] if it stopped.
    #[inline]
    pub fn generate_into<S: MoveSink>(&self, sink: &mut S) -> ControlFlow<S::Stop> {
        self.view().generate_into::<Legal, S>(sink)
    }

    /// Counts the legal moves.
    #[inline]
    pub fn legal_count(&self) -> usize {
        self.view().legal_count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// The moves of each type as lists, and the number of the legal ones.
    #[derive(Clone)]
    struct ListsAndCount<'a>(View<'a>);

    impl Versioned for ListsAndCount<'_> {
        type Output = ([MoveList; 6], usize);

        #[inline(always)]
        fn run<I: Isa>(self) -> Self::Output {
            let mut lists = [const { MoveList::new() }; 6];
            list_moves::<I, Legal>(self.0, &mut lists[0]);
            list_moves::<I, Captures>(self.0, &mut lists[1]);
            list_moves::<I, Quiets>(self.0, &mut lists[2]);
            list_moves::<I, QuietChecks>(self.0, &mut lists[3]);
            list_moves::<I, Evasions>(self.0, &mut lists[4]);
            list_moves::<I, NonEvasions>(self.0, &mut lists[5]);
            (lists, count_legal::<I>(self.0))
        }
    }

    #[test]
    fn all_versions_generate_the_same_moves_in_the_same_order() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut position = Position::startpos();
        for _ in 0..if cfg!(miri) { 30 } else { 20_000 } {
            let view = View::of(&position);
            // A closure gets the moves one by one: no version writes them for it.
            let mut legal = Vec::new();
            let _ = view.for_each_legal(|mv| -> ControlFlow<()> {
                legal.push(mv);
                ControlFlow::Continue(())
            });
            let (expected, _) = ListsAndCount(view).run::<Compiled>();
            assert_eq!(*position.legal_moves(), *expected[0], "{position}");
            assert_eq!(position.legal_count(), expected[0].len(), "{position}");
            let mut sorted = expected[0].to_vec();
            sorted.sort_by_key(|mv| mv.bits());
            legal.sort_by_key(|mv| mv.bits());
            assert_eq!(sorted, legal, "{position}");
            isa::run_each(ListsAndCount(view), |version, (lists, count)| {
                for (found, expected) in lists.iter().zip(&expected) {
                    assert_eq!(**found, **expected, "{version} at {position}");
                }
                assert_eq!(count, expected[0].len(), "{version} at {position}");
            });
            match random.choice(&*expected[0]) {
                Some(&mv) if position.game_ply() < 200 => position.do_move(mv),
                _ => position = Position::startpos(),
            }
        }
    }

    #[test]
    fn try_generate_into_returns_the_value_of_the_stop() {
        let position = Position::startpos();
        let mut visited = 0;
        let mut sink = VisitSink::new(|mv: Move| {
            visited += 1;
            if mv.to() == Square::E4 {
                ControlFlow::Break(mv.from())
            } else {
                ControlFlow::Continue(())
            }
        });
        let stopped = position.try_generate_into::<Quiets, _>(&mut sink);
        assert_eq!(stopped, ControlFlow::Break(Square::E2));
        assert!(visited < 20, "{visited} moves visited");

        let mut sink = VisitSink::new(ControlFlow::Break);
        let captures = position.try_generate_into::<Captures, _>(&mut sink);
        assert_eq!(captures, ControlFlow::Continue(()));
    }
}
