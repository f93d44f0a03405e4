//! Checkers, pins, check squares, and the legality of single moves. A board computes its lines at each
//! call; a position caches them.

use super::{Board, CastlingPath};
use crate::attacks;
use crate::isa::{Compiled, Isa};
use crate::types::{Bitboard, Color, Move, MoveFlag, PieceType, Rank, Square};
use cell::{Flags, U64Cell};
use core::ops::Deref;

/// A board with what is cached of its lines. All queries that need lines are written once, here
/// and in the generator; [`Board`] and [`Position`](crate::Position) call them.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(super) board: &'a Board,
    /// `None` for a board by itself.
    pub(super) lines: Option<&'a Lines>,
}

#[cfg(test)]
impl<'a> View<'a> {
    pub(crate) fn of(board: &'a Board) -> Self {
        Self { board, lines: None }
    }
}

impl Deref for View<'_> {
    type Target = Board;

    #[inline(always)]
    fn deref(&self) -> &Board {
        self.board
    }
}

/// Enemy sliders on a line with a king, and the pieces in between.
#[derive(Default)]
struct SliderBlockers {
    /// Sliders with no piece in between.
    checkers: Bitboard,
    /// Single pieces of either colour in between.
    blockers: Bitboard,
    /// Sliders whose blocker has the king's colour.
    pinners: Bitboard,
}

impl Board {
    #[inline(always)]
    fn slider_blockers(&self, color: Color, king: Square) -> SliderBlockers {
        let mut found = SliderBlockers::default();
        let occupied = self.occupied();
        for sniper in self.pieces.snipers_of(king) & self.by_color(!color) {
            let between = attacks::between(king, sniper) & occupied;
            if between.is_empty() {
                found.checkers |= sniper.into();
            } else if !between.more_than_one() {
                found.blockers |= between;
                if between.intersects(self.by_color(color)) {
                    found.pinners |= sniper.into();
                }
            }
        }
        found
    }

    /// Returns checkers, blockers and pinners of the king to move.
    #[inline(always)]
    fn lines_of_our_king(&self) -> [u64; 3] {
        let us = self.side_to_move;
        let king = self.king(us);
        let found = self.slider_blockers(us, king);
        let leapers = attacks::knight(king) & self.by_type(PieceType::Knight)
            | attacks::pawn(us, king) & self.by_type(PieceType::Pawn);
        let checkers = found.checkers | leapers & self.by_color(!us);
        [checkers.0, found.blockers.0, found.pinners.0]
    }

    /// Returns blockers, pinners, and the check squares of bishops and rooks, of the other king.
    #[inline(always)]
    fn lines_of_their_king(&self) -> [u64; 4] {
        let king = self.king(!self.side_to_move);
        let found = self.slider_blockers(!self.side_to_move, king);
        let occupied = self.occupied();
        let (bishop, rook) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
        [found.blockers.0, found.pinners.0, bishop.0, rook.0]
    }
}

impl View<'_> {
    #[inline(always)]
    fn our_king(self) -> [Bitboard; 3] {
        match self.lines {
            None => self.board.lines_of_our_king(),
            Some(lines) => lines.our_king(|| self.board.lines_of_our_king()),
        }
        .map(Bitboard)
    }

    #[inline(always)]
    fn their_king(self) -> [Bitboard; 4] {
        match self.lines {
            None => self.board.lines_of_their_king(),
            Some(lines) => lines.their_king(|| self.board.lines_of_their_king()),
        }
        .map(Bitboard)
    }

    #[inline(always)]
    pub(crate) fn checkers(self) -> Bitboard {
        match self.lines {
            Some(lines) if lines.no_check() => Bitboard::EMPTY,
            _ => self.our_king()[0],
        }
    }

    #[inline(always)]
    pub(crate) fn in_check(self) -> bool {
        self.checkers().any()
    }

    #[inline(always)]
    pub(crate) fn blockers(self, color: Color) -> Bitboard {
        if color == self.side_to_move { self.our_king()[1] } else { self.their_king()[0] }
    }

    #[inline(always)]
    pub(crate) fn pinners(self, color: Color) -> Bitboard {
        if color == self.side_to_move { self.our_king()[2] } else { self.their_king()[1] }
    }

    #[inline(always)]
    pub(crate) fn pinned(self, color: Color) -> Bitboard {
        self.blockers(color) & self.by_color(color)
    }

    /// Returns the checkers and the pinned pieces of the side to move.
    #[inline(always)]
    pub(crate) fn checkers_and_pinned(self) -> (Bitboard, Bitboard) {
        let [checkers, blockers, _] = self.our_king();
        (checkers, blockers & self.by_color(self.side_to_move))
    }

    #[inline(always)]
    pub(crate) fn check_squares(self, piece_type: PieceType) -> Bitboard {
        let king = self.king(!self.side_to_move);
        match piece_type {
            PieceType::Pawn => attacks::pawn(!self.side_to_move, king),
            PieceType::Knight => attacks::knight(king),
            PieceType::Bishop => self.their_king()[2],
            PieceType::Rook => self.their_king()[3],
            PieceType::Queen => {
                let [_, _, bishop, rook] = self.their_king();
                bishop | rook
            }
            PieceType::King => Bitboard::EMPTY,
        }
    }

    #[inline(always)]
    pub(crate) fn discovered_check_candidates(self) -> Bitboard {
        self.blockers(!self.side_to_move) & self.by_color(self.side_to_move)
    }
}

/// Checkers, pins and check squares of a board, computed on first use.
///
/// Most positions of a search tree are leaves whose pins are never needed: a table hit, a draw or a
/// stand pat ends them first. So a move stores one byte, which invalidates all seven words, and the first
/// query computes them.
///
/// The cells are atomic since several threads may read a position. That is right without a lock,
/// because the words depend on the board alone, which nobody changes while it is shared: two threads
/// that compute them at the same time store equal values. The flag is stored after the words with
/// release order, so that a thread that sees it sees them.
pub(super) struct Lines {
    /// One byte, so that a move invalidates everything by one store.
    known: Flags,
    our_king: [U64Cell; 3],
    their_king: [U64Cell; 4],
}

/// The last move is known to give no check.
const NO_CHECK: u8 = 1;
const OUR_KING: u8 = 2;
const THEIR_KING: u8 = 4;

impl Lines {
    #[inline(always)]
    pub(super) const fn unknown() -> Self {
        Self {
            known: Flags::new(0),
            our_king: [const { U64Cell::new(0) }; 3],
            their_king: [const { U64Cell::new(0) }; 4],
        }
    }

    /// Invalidates the lines of another board. `no_check` is true if the last move gives no check.
    #[inline(always)]
    pub(super) fn invalidate(&mut self, no_check: bool) {
        self.known = Flags::new(if no_check { NO_CHECK } else { 0 });
    }

    /// Returns true if the last move is known to give no check.
    #[inline(always)]
    pub(super) fn no_check(&self) -> bool {
        self.known.load() & NO_CHECK != 0
    }

    /// Returns checkers, blockers and pinners of the king to move.
    #[inline(always)]
    pub(super) fn our_king(&self, compute: impl FnOnce() -> [u64; 3]) -> [u64; 3] {
        cached(&self.known, OUR_KING, &self.our_king, compute)
    }

    /// Returns blockers, pinners, and check squares of bishops and rooks, of the other king.
    #[inline(always)]
    pub(super) fn their_king(&self, compute: impl FnOnce() -> [u64; 4]) -> [u64; 4] {
        cached(&self.known, THEIR_KING, &self.their_king, compute)
    }
}

/// Returns the words, computing and storing them on first use.
///
/// Of two threads that add a flag at the same time one may lose its own, and its words are computed
/// again.
#[inline(always)]
fn cached<const N: usize>(
    known: &Flags,
    flag: u8,
    words: &[U64Cell; N],
    compute: impl FnOnce() -> [u64; N],
) -> [u64; N] {
    let flags = known.load();
    if flags & flag != 0 {
        return core::array::from_fn(|i| words[i].load());
    }
    let computed = compute();
    for (place, word) in words.iter().zip(computed) {
        place.store(word);
    }
    known.store(flags | flag);
    computed
}

impl Clone for Lines {
    fn clone(&self) -> Self {
        let known = self.known.load();
        Self {
            known: Flags::new(known),
            our_king: core::array::from_fn(|i| U64Cell::new(self.our_king[i].load())),
            their_king: core::array::from_fn(|i| U64Cell::new(self.their_king[i].load())),
        }
    }
}

/// The flags are stored last with release order and loaded first with acquire order: a thread that
/// reads a flag reads its words.
#[cfg(target_has_atomic = "64")]
mod cell {
    use core::sync::atomic::{AtomicU8, AtomicU64, Ordering};

    pub(super) struct U64Cell(AtomicU64);

    impl U64Cell {
        #[inline(always)]
        pub(super) const fn new(word: u64) -> Self {
            Self(AtomicU64::new(word))
        }

        #[inline(always)]
        pub(super) fn load(&self) -> u64 {
            self.0.load(Ordering::Relaxed)
        }

        #[inline(always)]
        pub(super) fn store(&self, word: u64) {
            self.0.store(word, Ordering::Relaxed);
        }
    }

    pub(super) struct Flags(AtomicU8);

    impl Flags {
        #[inline(always)]
        pub(super) const fn new(flags: u8) -> Self {
            Self(AtomicU8::new(flags))
        }

        #[inline(always)]
        pub(super) fn load(&self) -> u8 {
            self.0.load(Ordering::Acquire)
        }

        #[inline(always)]
        pub(super) fn store(&self, flags: u8) {
            self.0.store(flags, Ordering::Release);
        }
    }
}

/// Without 64-bit atomics a position cannot be shared between threads.
#[cfg(not(target_has_atomic = "64"))]
mod cell {
    use core::cell::Cell;

    pub(super) type U64Cell = LocalCell<u64>;
    pub(super) type Flags = LocalCell<u8>;

    pub(super) struct LocalCell<T>(Cell<T>);

    impl<T: Copy> LocalCell<T> {
        pub(super) const fn new(value: T) -> Self {
            Self(Cell::new(value))
        }

        pub(super) fn load(&self) -> T {
            self.0.get()
        }

        pub(super) fn store(&self, value: T) {
            self.0.set(value);
        }
    }
}

impl View<'_> {
    /// Returns true if the generator would emit this move here: among the
    /// [`Evasions`](crate::Evasions) in check, else among the [`NonEvasions`](crate::NonEvasions).
    /// Accepts any [`Move`], for example one from a hash table.
    ///
    /// The move may still leave the king in check: see [`keeps_king_safe`](Self::keeps_king_safe).
    pub(crate) fn is_pseudo_legal(self, mv: Move) -> bool {
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = self.piece_on(from).filter(|piece| piece.color() == us) else {
            return false;
        };
        let pawn = piece.piece_type() == PieceType::Pawn;
        let reaches = match mv.flag() {
            // Rare, with conditions that the generator implements.
            MoveFlag::Castle => return self.can_castle(mv),
            MoveFlag::EnPassant => {
                pawn && self.en_passant() == Some(to) && attacks::pawn(us, from).contains(to)
            }
            MoveFlag::Quiet | MoveFlag::Capture if !pawn => {
                mv.is_capture() == self.by_color(!us).contains(to)
                    && !self.by_color(us).contains(to)
                    && attacks::of(piece.piece_type(), from, self.occupied()).contains(to)
            }
            _ => pawn && self.pawn_can_move(mv),
        };
        reaches && self.evades_check(mv, piece.piece_type())
    }

    /// Returns true if a pawn can make this move, which is not en passant.
    fn pawn_can_move(self, mv: Move) -> bool {
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        let last_rank = Bitboard::relative_rank(us, Rank::Eighth).contains(to);
        if mv.is_promotion() != last_rank {
            return false;
        }
        if mv.is_capture() {
            return attacks::pawn(us, from).contains(to) && self.by_color(!us).contains(to);
        }
        let pushed = Bitboard::of(from).shift(us.forward()) - self.occupied();
        if mv.is_double_push() {
            let on_initial_rank = Bitboard::relative_rank(us, Rank::Second).contains(from);
            return on_initial_rank && (pushed.shift(us.forward()) - self.occupied()).contains(to);
        }
        pushed.contains(to)
    }

    /// Returns true if the side to move is not in check, or if the move is one of the evasions.
    fn evades_check(self, mv: Move, piece_type: PieceType) -> bool {
        let checkers = self.checkers();
        let Some(checker) = checkers.first() else { return true };
        let (to, king) = (mv.to(), self.king(self.side_to_move));
        if piece_type == PieceType::King {
            return !self.evasion_lines().contains(to);
        }
        if checkers.more_than_one() {
            return false;
        }
        let captured = to.offset(-self.side_to_move.forward().offset());
        attacks::between(king, checker).with(checker).contains(to)
            || mv.is_en_passant() && captured == checker
    }

    /// Returns the lines through the king and its checking sliders, without the sliders. A king
    /// move along them is not an evasion.
    pub(crate) fn evasion_lines(self) -> Bitboard {
        let king = self.king(self.side_to_move);
        let sliders =
            self.checkers() & (self.sets().diagonal_sliders() | self.sets().straight_sliders());
        sliders.squares().fold(Bitboard::EMPTY, |lines, checker| {
            lines | attacks::line(checker, king).without(checker)
        })
    }

    fn can_castle(self, mv: Move) -> bool {
        !self.in_check() && self.legal_moves().contains(&mv)
    }

    /// Returns true if a pseudo-legal move does not leave its own king in check. The result has no
    /// meaning for other moves: [`is_legal`](Self::is_legal) accepts any.
    #[inline]
    pub(crate) fn keeps_king_safe(self, mv: Move) -> bool {
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        if mv.is_en_passant() {
            return self.en_passant_is_safe(us, from, to);
        }
        let king = self.king(us);
        if from == king {
            // The generator emits only legal castling moves.
            let occupied = self.occupied().without(from);
            return mv.is_castling() || !self.is_attacked_by(!us, to, occupied);
        }
        !self.blockers(us).contains(from) || attacks::aligned(from, to, king)
    }

    /// Returns true if a move is legal. Accepts any [`Move`]: tests
    /// [`is_pseudo_legal`](Self::is_pseudo_legal), then [`keeps_king_safe`](Self::keeps_king_safe).
    pub(crate) fn is_legal(self, mv: Move) -> bool {
        self.is_pseudo_legal(mv) && self.keeps_king_safe(mv)
    }

    /// Returns true if a pseudo-legal move gives check.
    ///
    /// # Panics
    /// If there is no piece on the move's origin.
    #[inline]
    pub(crate) fn gives_check(self, mv: Move) -> bool {
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        let king = self.king(!us);
        let piece = self.moving_piece(from);
        if mv.is_castling() {
            return self.castling_gives_check(to, king);
        }
        let direct = match mv.promotion() {
            None => self.check_squares(piece.piece_type()),
            // The pawn has left its square and does not block the promoted piece.
            Some(piece_type) => attacks::of(piece_type, king, self.occupied().without(from)),
        };
        if direct.contains(to) {
            return true;
        }
        if self.blockers(!us).contains(from) && !attacks::aligned(from, to, king) {
            return true;
        }
        mv.is_en_passant() && self.en_passant_discovers_check(from, to, king)
    }

    /// Returns true if the removal of the captured pawn opens a line to the other king.
    fn en_passant_discovers_check(self, from: Square, to: Square, king: Square) -> bool {
        let captured = to.offset(-self.side_to_move.forward().offset());
        let occupied = self.occupied().without(from).without(captured).with(to);
        (self.sets().sliders_to(king, occupied) & self.by_color(self.side_to_move)).any()
    }

    fn castling_gives_check(self, rook: Square, king: Square) -> bool {
        let us = self.side_to_move;
        let path = CastlingPath::of(self.king(us), rook);
        let left = Bitboard::of(path.king_from).with(path.rook_from);
        let occupied = (self.occupied() - left).with(path.king_to).with(path.rook_to);
        let sliders = self.sets().sliders_to(king, occupied) & (self.by_color(us) - left);
        sliders.any() || attacks::rook(king, occupied).contains(path.rook_to)
    }

    /// Returns true if the king is safe on its path, its origin included.
    pub(crate) fn castling_is_safe(self, path: &CastlingPath) -> bool {
        path.is_safe(self.king_danger::<Compiled>(), self.blockers(self.side_to_move))
    }
}

impl Board {
    /// Returns the squares that the enemy attacks: those where the king of the side to move would be
    /// in check. It does not block lines to the squares behind it.
    ///
    /// ```
    /// let board = ferz::Board::from_fen("4k3/8/8/8/8/8/4r3/K7 w - - 0 1")?;
    /// assert!(board.enemy_attacks().contains(ferz::Square::A2));
    /// assert!(!board.enemy_attacks().contains(ferz::Square::B1));
    /// # Ok::<(), ferz::notation::FenError>(())
    /// ```
    #[inline]
    pub fn enemy_attacks(&self) -> Bitboard {
        self.king_danger::<Compiled>()
    }

    /// [`Self::enemy_attacks`] by the instructions of `I`.
    #[inline(always)]
    pub(crate) fn king_danger<I: Isa>(&self) -> Bitboard {
        let (us, them) = (self.side_to_move, !self.side_to_move);
        let enemies = self.by_color(them);
        let occupied = self.occupied().without(self.king(us));
        let mut attacked = self.pawn_attacks(them) | attacks::king(self.king(them));
        for from in enemies & self.by_type(PieceType::Knight) {
            attacked |= attacks::knight(from);
        }
        for from in enemies & self.pieces.diagonal_sliders() {
            attacked |= I::bishop(from, occupied);
        }
        for from in enemies & self.pieces.straight_sliders() {
            attacked |= I::rook(from, occupied);
        }
        attacked
    }
}
