//! Generation of moves in python-chess's order: pieces from h8 to a1, castling, pawn captures, single
//! and double pushes, en passant. In check the king's moves are first.
//!
//! The legal moves of a sound arrangement are those of ferz's generator. Pseudo-legal moves, which
//! include those that leave a king in check, and the moves of other arrangements follow python-chess.

use super::State;
use crate::chess_move::Move;
use ferz::movegen::PromotionSet;
use ferz::{
    Arrangement, Bitboard, Color, File, MoveFlag, MoveSink, PieceType, Rank, Square, attacks,
};
use std::convert::Infallible;
use std::ops::ControlFlow;

/// The allowed origins and targets of moves.
#[derive(Clone, Copy)]
pub struct Masks {
    /// The allowed origins.
    pub from: Bitboard,
    /// The allowed targets; for castling, the square of the rook.
    pub to: Bitboard,
}

impl Masks {
    /// All origins and targets.
    pub const ALL: Self = Self { from: Bitboard::ALL, to: Bitboard::ALL };

    /// Returns the masks of a single move.
    pub const fn of(mv: Move) -> Self {
        Self { from: Bitboard::of(mv.from), to: Bitboard::of(mv.to) }
    }
}

/// Moves as sets, so that they can be listed in another order than that of their generation.
#[derive(Default)]
struct MoveSets {
    /// The pieces other than pawns that move.
    pieces: Bitboard,
    /// The pawns that capture.
    pawns: Bitboard,
    /// The targets of single and double pushes.
    pushes: [Bitboard; 2],
    /// The pawns that capture en passant.
    en_passant: Bitboard,
}

impl MoveSets {
    /// Visits the moves in python-chess's order until `visit` breaks. `targets` returns those of a
    /// piece, and those of captures of a pawn; `rooks` returns the rooks that castle.
    #[inline(always)]
    fn for_each(
        &self,
        state: &State,
        masks: Masks,
        targets: impl Fn(Square) -> Bitboard,
        rooks: impl FnOnce() -> Bitboard,
        mut visit: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for from in (self.pieces & masks.from).squares().rev() {
            for to in (targets(from) & masks.to).squares().rev() {
                visit(Move::new(from, to))?;
            }
        }
        let rooks = rooks() & masks.to;
        if rooks.any()
            && let Some(king) = state.castling_king(masks.from)
        {
            for rook in rooks.squares().rev() {
                visit(state.king_squares(Move::new(king, rook), state.chess960))?;
            }
        }
        let [single, double] = self.pushes;
        if (self.pawns | single | double | self.en_passant).is_empty() {
            return ControlFlow::Continue(());
        }
        let mut pawn_move = |from, to: Square| {
            if !matches!(to.rank(), Rank::First | Rank::Eighth) {
                return visit(Move::new(from, to));
            }
            let promotions = PieceType::PROMOTIONS.into_iter();
            promotions.map(|piece| Move::promoting(from, to, Some(piece))).try_for_each(&mut visit)
        };
        for from in (self.pawns & masks.from).squares().rev() {
            for to in (targets(from) & masks.to).squares().rev() {
                pawn_move(from, to)?;
            }
        }
        for (pushed, steps) in [(single, 1), (double, 2)] {
            for to in (pushed & masks.to).squares().rev() {
                let from = origin(to, steps * state.turn.forward().offset());
                if masks.from.contains(from) {
                    pawn_move(from, to)?;
                }
            }
        }
        if let Some(to) = state.ep_square.filter(|&to| masks.to.contains(to)) {
            for from in (self.en_passant & masks.from).squares().rev() {
                visit(Move::new(from, to))?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Returns the origin of a move of a pawn, given the difference of the squares' indices.
#[inline(always)]
fn origin(to: Square, offset: i8) -> Square {
    Square::wrapping((to as usize).wrapping_add_signed(-isize::from(offset)))
}

/// The sink of ferz's generator.
struct LegalSets {
    sets: MoveSets,
    rooks: Bitboard,
    targets: [Bitboard; Square::COUNT],
}

impl MoveSink for LegalSets {
    type Stop = Infallible;

    #[inline(always)]
    fn piece(
        &mut self,
        _: PieceType,
        from: Square,
        quiets: Bitboard,
        captures: Bitboard,
    ) -> ControlFlow<Infallible> {
        self.targets[from] = quiets | captures;
        self.sets.pieces |= Bitboard::of(from);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, offset: i8, flag: MoveFlag) -> ControlFlow<Infallible> {
        match flag {
            MoveFlag::DoublePush => self.sets.pushes[1] |= targets,
            MoveFlag::Quiet => self.sets.pushes[0] |= targets,
            _ => {
                for to in targets {
                    let from = origin(to, offset);
                    self.targets[from] |= Bitboard::of(to);
                    self.sets.pawns |= Bitboard::of(from);
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn promotions(
        &mut self,
        targets: Bitboard,
        offset: i8,
        captures: bool,
        _: PromotionSet,
    ) -> ControlFlow<Infallible> {
        self.pawns(targets, offset, if captures { MoveFlag::Capture } else { MoveFlag::Quiet })
    }

    #[inline(always)]
    fn single(&mut self, mv: ferz::Move) -> ControlFlow<Infallible> {
        if mv.is_castling() {
            self.rooks |= Bitboard::of(mv.to());
        } else {
            self.sets.en_passant |= Bitboard::of(mv.from());
        }
        ControlFlow::Continue(())
    }
}

impl State {
    /// Returns the board for ferz's generator if it is sound: see [`Arrangement::new`]. The kings are
    /// no promoted pieces.
    #[inline]
    fn arrangement(&self) -> Option<Arrangement> {
        let sets = self.sets();
        let usual = sets.occupied() == self.occupied
            && !self.by_type[PieceType::King].intersects(self.promoted);
        if !usual {
            return None;
        }
        Arrangement::new(sets, self.turn, self.clean_castling_rights(), self.ep_square)
    }

    /// Returns the legal moves: the pseudo-legal ones that do not leave the king in check, which may
    /// here be a promoted one.
    pub fn legal_moves(&self, masks: Masks) -> Vec<Move> {
        let Some(arrangement) = self.arrangement() else { return self.legal_by_filter(masks) };
        let mut found = LegalSets {
            sets: MoveSets::default(),
            rooks: Bitboard::EMPTY,
            targets: [Bitboard::EMPTY; Square::COUNT],
        };
        let ControlFlow::Continue(()) = arrangement.generate_into(&mut found);
        let (targets, rooks) = (|from| found.targets[from], || found.rooks);
        let mut moves = Vec::with_capacity(64);
        let mut sets = found.sets;
        if arrangement.checkers().any() {
            let king = sets.pieces & self.by_type[PieceType::King];
            sets.pieces -= king;
            for from in king & masks.from {
                let steps = (targets(from) & masks.to).squares().rev();
                moves.extend(steps.map(|to| Move::new(from, to)));
            }
        }
        let _ = sets.for_each(self, masks, targets, rooks, push(&mut moves));
        moves
    }

    /// Returns the legal moves of any arrangement: for few origins and targets at less cost than
    /// [`legal_moves`](Self::legal_moves).
    pub(super) fn legal_by_filter(&self, masks: Masks) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        let _ = self.filter_legal(masks, push(&mut moves));
        moves
    }

    /// Visits the legal moves of any arrangement until `visit` breaks.
    #[inline(always)]
    fn filter_legal(
        &self,
        masks: Masks,
        mut visit: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(king) = self.pieces(self.turn, PieceType::King).last() else {
            return self.visit_pseudo_legal(masks, visit);
        };
        let checkers = self.attackers(!self.turn, king, self.occupied);
        let pinned = self.pinned(king);
        let free = !pinned.with(king);
        let keep = |mv: Move| {
            let certain = free.contains(mv.from) && self.ep_square != Some(mv.to);
            if certain || self.keeps_king_safe(mv, king, pinned) {
                visit(mv)
            } else {
                ControlFlow::Continue(())
            }
        };
        if checkers.is_empty() {
            self.visit_pseudo_legal(masks, keep)
        } else {
            self.visit_evasions(masks, king, checkers, keep)
        }
    }

    /// Counts the legal moves.
    pub fn count_legal_moves(&self) -> usize {
        match self.arrangement() {
            Some(arrangement) => arrangement.legal_count(),
            None => self.legal_by_filter(Masks::ALL).len(),
        }
    }

    /// Returns true if the side to move has a legal move. The first of a filter costs less than the
    /// attacked squares, with which ferz's generator begins.
    pub fn has_legal_move(&self) -> bool {
        self.filter_legal(Masks::ALL, |_| ControlFlow::Break(())).is_break()
    }

    /// Returns the pseudo-legal moves. Castling moves are legal.
    pub fn pseudo_legal(&self, masks: Masks) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        let _ = self.visit_pseudo_legal(masks, push(&mut moves));
        moves
    }

    /// Counts the pseudo-legal moves.
    pub fn count_pseudo_legal(&self) -> usize {
        self.pseudo_legal(Masks::ALL).len()
    }

    /// Returns true if a move is among the pseudo-legal ones.
    pub(super) fn generates(&self, mv: Move) -> bool {
        self.visit_pseudo_legal(Masks::of(mv), finds(mv)).is_break()
    }

    /// Returns true if a move is among the pseudo-legal evasions.
    pub(super) fn evades(&self, mv: Move, king: Square, checkers: Bitboard) -> bool {
        self.visit_evasions(Masks::of(mv), king, checkers, finds(mv)).is_break()
    }

    #[inline(always)]
    fn visit_pseudo_legal(
        &self,
        masks: Masks,
        visit: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (targets, rooks) = (|from| self.targets(from), || self.castling_rooks(masks));
        self.pseudo_legal_sets(masks).for_each(self, masks, targets, rooks, visit)
    }

    /// Returns the targets of a piece of the side to move, of a pawn those of captures.
    #[inline]
    fn targets(&self, from: Square) -> Bitboard {
        if self.by_type[PieceType::Pawn].contains(from) {
            return attacks::pawn(self.turn, from) & self.by_color[!self.turn];
        }
        self.attacks_from(from) - self.by_color[self.turn]
    }

    #[inline]
    fn pseudo_legal_sets(&self, masks: Masks) -> MoveSets {
        let (us, up) = (self.turn, self.turn.forward());
        let pawns = self.pieces(us, PieceType::Pawn) & masks.from;
        // A pawn on its own back rank, which no game has, also moves two squares.
        let double_ranks =
            Bitboard::relative_rank(us, Rank::Third) | Bitboard::relative_rank(us, Rank::Fourth);
        let single = pawns.shift(up) - self.occupied;
        let double = (single.shift(up) - self.occupied) & double_ranks;
        MoveSets {
            pieces: (self.by_color[us] - self.by_type[PieceType::Pawn]) & masks.from,
            pawns,
            pushes: [single, double],
            en_passant: self.en_passant_origins(masks),
        }
    }

    /// Visits the pseudo-legal evasions: moves of the king off the lines of its checkers, captures of
    /// a single checker and moves in between.
    fn visit_evasions(
        &self,
        masks: Masks,
        king: Square,
        checkers: Bitboard,
        mut visit: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let sliders = self.sets().diagonal_sliders() | self.sets().straight_sliders();
        let lines = (checkers & sliders).squares().fold(Bitboard::EMPTY, |lines, checker| {
            lines | attacks::line(king, checker).without(checker)
        });
        if masks.from.contains(king) {
            let targets = attacks::king(king) & (masks.to - self.by_color[self.turn] - lines);
            targets.squares().rev().try_for_each(|to| visit(Move::new(king, to)))?;
        }
        let Some(checker) = checkers.first().filter(|_| !checkers.more_than_one()) else {
            return ControlFlow::Continue(());
        };
        let targets = attacks::between(king, checker).with(checker);
        let others =
            Masks { from: masks.from - self.by_type[PieceType::King], to: masks.to & targets };
        self.visit_pseudo_legal(others, &mut visit)?;
        let captures = |to| !targets.contains(to) && behind(to, self.turn) == Some(checker);
        if self.ep_square.is_some_and(captures) {
            return self.en_passant_moves(masks).into_iter().try_for_each(visit);
        }
        ControlFlow::Continue(())
    }

    /// Returns the pseudo-legal captures, en passant last.
    pub fn pseudo_legal_captures(&self, masks: Masks) -> Vec<Move> {
        let mut moves = self.pseudo_legal(self.capture_masks(masks));
        moves.extend(self.en_passant_moves(masks));
        moves
    }

    /// Returns the legal captures, en passant last.
    pub fn legal_captures(&self, masks: Masks) -> Vec<Move> {
        let mut moves = self.legal_moves(self.capture_masks(masks));
        moves.extend(self.legal_en_passant(masks));
        moves
    }

    fn capture_masks(&self, masks: Masks) -> Masks {
        Masks { to: masks.to & self.by_color[!self.turn], ..masks }
    }

    /// Returns the castling moves, which are legal. The target in the mask is the rook's square.
    pub fn castling_moves(&self, masks: Masks) -> Vec<Move> {
        let Some(king) = self.castling_king(masks.from) else { return Vec::new() };
        let rooks = self.castling_rooks(masks).squares().rev();
        rooks.map(|rook| self.king_squares(Move::new(king, rook), self.chess960)).collect()
    }

    /// Returns the king that castles: of several the one nearest to the a-file.
    fn castling_king(&self, from: Bitboard) -> Option<Square> {
        (self.kings(self.turn) & Self::back_rank(self.turn) & from).first()
    }

    fn castling_rooks(&self, masks: Masks) -> Bitboard {
        if self.castling_rights.is_empty() {
            return Bitboard::EMPTY;
        }
        let Some(king) = self.castling_king(masks.from) else { return Bitboard::EMPTY };
        let rooks = self.clean_castling_rights() & Self::back_rank(self.turn) & masks.to;
        rooks.squares().filter(|&rook| self.can_castle(king, rook)).collect()
    }

    /// Returns true if no piece is in the way of castling with a rook and the king is not attacked
    /// on its way.
    fn can_castle(&self, king: Square, rook: Square) -> bool {
        let [king_to, rook_to] =
            castling_files(king, rook).map(|file| Square::new(file, king.rank()));
        let king_path = attacks::between(king, king_to);
        let path = king_path | attacks::between(rook, rook_to);
        let lifted = self.occupied ^ Bitboard::of(king);
        let without = lifted ^ Bitboard::of(rook);
        let attacked = |square, occupied| self.attackers(!self.turn, square, occupied).any();
        !without.intersects(path.with(king_to).with(rook_to))
            && !king_path.with(king).squares().any(|square| attacked(square, lifted))
            && !attacked(king_to, without ^ Bitboard::of(rook_to))
    }

    /// Returns the pawns that can capture en passant, perhaps leaving the king in check. The pawn to
    /// capture need not be there.
    fn en_passant_origins(&self, masks: Masks) -> Bitboard {
        let Some(to) = self.ep_square else { return Bitboard::EMPTY };
        if self.occupied.contains(to) || !masks.to.contains(to) {
            return Bitboard::EMPTY;
        }
        let fifth = Bitboard::relative_rank(self.turn, Rank::Fifth);
        let pawns = self.pieces(self.turn, PieceType::Pawn) & masks.from & fifth;
        pawns & attacks::pawn(!self.turn, to)
    }

    /// Returns the pseudo-legal en passant captures.
    pub fn en_passant_moves(&self, masks: Masks) -> Vec<Move> {
        let Some(to) = self.ep_square else { return Vec::new() };
        let origins = self.en_passant_origins(masks).squares().rev();
        origins.map(|from| Move::new(from, to)).collect()
    }

    /// Returns the legal en passant captures.
    pub fn legal_en_passant(&self, masks: Masks) -> Vec<Move> {
        let mut moves = self.en_passant_moves(masks);
        moves.retain(|&mv| !self.is_into_check(mv));
        moves
    }

    /// Returns true if a pawn can capture en passant, perhaps leaving its king in check.
    pub fn has_pseudo_legal_en_passant(&self) -> bool {
        self.en_passant_origins(Masks::ALL).any()
    }

    /// Returns true if a pawn can legally capture en passant.
    pub fn has_legal_en_passant(&self) -> bool {
        self.has_pseudo_legal_en_passant() && !self.legal_en_passant(Masks::ALL).is_empty()
    }
}

/// Returns a visitor that appends the moves to a list.
#[inline(always)]
fn push(moves: &mut Vec<Move>) -> impl FnMut(Move) -> ControlFlow<()> {
    |mv| {
        moves.push(mv);
        ControlFlow::Continue(())
    }
}

/// Returns a visitor that breaks at a move.
#[inline(always)]
fn finds(mv: Move) -> impl FnMut(Move) -> ControlFlow<()> {
    move |other| if other == mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// Returns the files of king and rook after castling: c and d, or g and f.
pub(super) fn castling_files(king: Square, rook: Square) -> [File; 2] {
    if rook.file() < king.file() { [File::C, File::D] } else { [File::G, File::F] }
}

/// Returns the square behind `to` from the side of `us`: the pawn captured en passant on `to`.
pub(super) fn behind(to: Square, us: Color) -> Option<Square> {
    to.step((!us).forward())
}
