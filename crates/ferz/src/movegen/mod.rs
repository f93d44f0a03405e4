//! Move generation: six kinds of lists, one set of rules, any sink.
//!
//! The rules of movement are written once for both colours and all kinds. They leave the generator
//! as sets, "this piece may go to these squares", into a [`MoveSink`]: a list that writes moves
//! down, a counter that adds up their numbers, or a closure that may stop early.

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

/// What one generation works with: the position and what is known before the first piece is asked.
struct Generation<'a> {
    position: &'a Position,
    /// The squares where a piece other than the king may go.
    targets: Bitboard,
    /// The pieces bound to their king's line; none unless moves are to be legal.
    pinned: Bitboard,
    checkers: Bitboard,
}

/// Generates one kind of moves into a sink.
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
    debug_assert!(G::LEGAL || G::EVASIONS == checkers.any(), "evasions are for checks alone");
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
        // What answers a check stands between, or takes the checker.
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

/// The list of one kind of moves.
#[inline]
pub(crate) fn generate_list<G: GenType>(position: &Position) -> MoveList {
    let mut list = MoveList::new();
    position.generate_onto::<G>(&mut list);
    list
}

impl Position {
    /// The moves of one kind: `position.generate::<Captures>()`.
    ///
    /// [`Evasions`] are for positions in check; the other kinds but [`Legal`] for positions that
    /// are not. Debug builds check that.
    #[inline]
    pub fn generate<G: GenType>(&self) -> MoveList {
        generate_list::<G>(self)
    }

    /// Adds the moves of one kind to a list. Quicker than [`generate`](Self::generate) where the
    /// list is at hand: none is returned by copying.
    #[inline]
    pub fn generate_onto<G: GenType>(&self, list: &mut MoveList) {
        list.fill(|sink| self.generate_into::<G, _>(sink));
    }

    /// Puts the moves of one kind into a sink that takes them all.
    #[inline]
    pub fn generate_into<G: GenType, S: MoveSink<Stop = Infallible>>(&self, sink: &mut S) {
        match generate::<G, S>(self, sink) {
            ControlFlow::Continue(()) => {}
        }
    }

    /// Every legal move, at most 218 where the material is that of a game.
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        generate_list::<Legal>(self)
    }

    /// How many legal moves there are; none is written down.
    #[inline]
    pub fn legal_count(&self) -> usize {
        let mut sink = CountSink::default();
        self.generate_into::<Legal, _>(&mut sink);
        sink.count()
    }

    /// Whether there is a legal move; stops at the first.
    pub fn has_legal_move(&self) -> bool {
        self.for_each_legal(|_| ControlFlow::Break(())).is_break()
    }

    /// Shows each legal move to a closure, which may stop early with a value.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use ferz::{Move, Position};
    ///
    /// let position = Position::startpos();
    /// let to_e4 = |m: Move| match m.to() {
    ///     ferz::Square::E4 => ControlFlow::Break(m),
    ///     _ => ControlFlow::Continue(()),
    /// };
    /// let found = position.for_each_legal(to_e4).break_value();
    /// assert_eq!(found.map(|m| m.to_string()), Some("e2e4".into()));
    /// ```
    #[inline]
    pub fn for_each_legal<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        generate::<Legal, _>(self, &mut VisitSink::new(visit))
    }
}
