//! Move generation: six types of moves, one implementation of the rules, any sink.
//!
//! The generator is generic over the colour and over the [`GenType`]. It emits sets of moves ("the
//! piece on this square can move to these squares") into a [`MoveSink`]: a [`MoveList`], a counter
//! that needs no single moves, or a visitor that may stop early.

mod gen_type;
mod list;
mod move_writer;
mod pawns;
mod pieces;
mod sink;

pub use gen_type::{Captures, Evasions, GenType, Legal, NonEvasions, QuietChecks, Quiets};
pub use list::{MAX_MOVES, MoveList, ScoredMove};
pub use sink::{MoveSink, PromotionSet};

use crate::position::Position;
use crate::side::{Black, Side, White};
use crate::types::{Bitboard, Color, Move};
use core::convert::Infallible;
use core::ops::ControlFlow;
use sink::{CountSink, VisitSink};

/// The inputs of one generation.
struct Generation<'a> {
    position: &'a Position,
    /// The allowed target squares of pieces other than the king.
    targets: Bitboard,
    /// The pinned pieces of the side to move; empty for pseudo-legal generation.
    pinned: Bitboard,
    checkers: Bitboard,
}

/// Generates the moves of one type into a sink.
#[inline]
fn generate<G: GenType, S: MoveSink>(position: &Position, sink: &mut S) -> ControlFlow<S::Stop> {
    match position.side_to_move() {
        Color::White => generate_for::<White, G, S>(position, sink),
        Color::Black => generate_for::<Black, G, S>(position, sink),
    }
}

#[inline(always)]
fn generate_for<C: Side, G: GenType, S: MoveSink>(
    position: &Position,
    sink: &mut S,
) -> ControlFlow<S::Stop> {
    let (checkers, pinned) = if G::LEGAL {
        position.checkers_and_pinned()
    } else {
        (position.checkers(), Bitboard::EMPTY)
    };
    debug_assert!(
        G::LEGAL || G::EVASIONS == checkers.any(),
        "Evasions requires check; other types except Legal exclude it"
    );
    let king = position.king(C::US);
    let own = position.by_color(C::US);
    let reachable = match (G::CAPTURES, G::QUIETS) {
        (true, true) => !own,
        (true, false) => position.by_color(C::THEM),
        (false, _) => !position.occupied(),
    };
    let mut generation = Generation { position, targets: reachable, pinned, checkers };
    if (G::EVASIONS || G::LEGAL)
        && let Some(checker) = checkers.first()
    {
        pieces::king_moves::<C, G, S>(&generation, king, sink)?;
        if checkers.more_than_one() {
            return ControlFlow::Continue(());
        }
        // Capture of the checker or interposition.
        generation.targets = crate::attacks::between(king, checker).with(checker);
        pawns::pawn_moves::<C, G, S>(&generation, sink)?;
        return pieces::piece_moves::<C, G, S>(&generation, king, sink);
    }
    pawns::pawn_moves::<C, G, S>(&generation, sink)?;
    pieces::piece_moves::<C, G, S>(&generation, king, sink)?;
    pieces::king_moves::<C, G, S>(&generation, king, sink)?;
    if G::QUIETS {
        pieces::castling_moves::<C, G, S>(&generation, sink)
    } else {
        ControlFlow::Continue(())
    }
}

impl Position {
    /// Returns the moves of one type: `position.generate::<Captures>()`.
    ///
    /// [`Evasions`] requires a position in check, [`Legal`] accepts any position, and the other
    /// types require a position not in check. Debug builds check that.
    #[inline]
    pub fn generate<G: GenType>(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate_onto::<G>(&mut list);
        list
    }

    /// Appends the moves of one type to a list. Unlike [`generate`](Self::generate) it copies no
    /// list on return.
    #[inline]
    pub fn generate_onto<G: GenType>(&self, list: &mut MoveList) {
        list.fill(|sink| self.generate_into::<G, _>(sink));
    }

    /// Generates the moves of one type into a sink that does not stop.
    #[inline]
    pub fn generate_into<G: GenType, S: MoveSink<Stop = Infallible>>(&self, sink: &mut S) {
        match generate::<G, S>(self, sink) {
            ControlFlow::Continue(()) => {}
        }
    }

    /// Returns all legal moves, at most 218 in positions that can occur in a game.
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        self.generate::<Legal>()
    }

    /// Counts the legal moves without writing them to a list.
    #[inline]
    pub fn legal_count(&self) -> usize {
        let mut sink = CountSink::default();
        self.generate_into::<Legal, _>(&mut sink);
        sink.count()
    }

    /// Returns true if there is a legal move. Stops at the first.
    pub fn has_legal_move(&self) -> bool {
        self.for_each_legal(|_| ControlFlow::Break(())).is_break()
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
    /// assert_eq!(found.map(|mv| mv.to_string()), Some("e2e4".into()));
    /// ```
    #[inline]
    pub fn for_each_legal<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        generate::<Legal, _>(self, &mut VisitSink::new(visit))
    }
}
