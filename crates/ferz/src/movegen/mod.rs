//! Move generation: six types of moves, one implementation of the rules, any sink.
//!
//! The generator is generic over the colour and over the [`GenType`]. It emits sets of moves ("the
//! piece on this square can move to these squares") into a [`MoveSink`]: one that appends to a
//! [`MoveList`], one that counts without building single moves, or one that calls a closure and can
//! stop early.

mod gen_type;
mod list;
mod move_writer;
mod pawns;
mod pieces;
mod sink;

pub use gen_type::{Captures, Evasions, GenType, Legal, NonEvasions, QuietChecks, Quiets};
pub use list::{IntoIter, MAX_MOVES, MoveList, ScoredMove};
pub use sink::{MoveSink, PromotionSet};

use crate::attacks;
use crate::position::View;
use crate::side::{Black, Side, White};
use crate::types::{Bitboard, Color, Move};
use core::ops::ControlFlow;
use sink::{CountSink, VisitSink};

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

/// Generates the moves of one type into a sink.
#[inline]
fn generate<G: GenType, S: MoveSink>(position: View<'_>, sink: &mut S) -> ControlFlow<S::Stop> {
    match position.side_to_move() {
        Color::White => generate_for::<White, G, S>(position, sink),
        Color::Black => generate_for::<Black, G, S>(position, sink),
    }
}

#[inline(always)]
fn generate_for<C: Side, G: GenType, S: MoveSink>(
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
    let king_may_move =
        (attacks::king(king) & reachable).any() || position.castling_rooks().intersects(C::RANK_1);
    let king_danger =
        if G::LEGAL && king_may_move { position.king_danger() } else { Bitboard::EMPTY };
    let mut generation = Generation { position, targets: reachable, pinned, checkers, king_danger };
    if (G::EVASIONS || G::LEGAL)
        && let Some(checker) = checkers.first()
    {
        pieces::king_moves::<C, G, S>(&generation, king, sink)?;
        if checkers.more_than_one() {
            return ControlFlow::Continue(());
        }
        // Capture of the checker or interposition.
        generation.targets = attacks::between(king, checker).with(checker);
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

impl View<'_> {
    #[inline(always)]
    pub(crate) fn generate_into<G: GenType, S: MoveSink>(
        self,
        sink: &mut S,
    ) -> ControlFlow<S::Stop> {
        generate::<G, S>(self, sink)
    }

    #[inline]
    pub(crate) fn generate_onto<G: GenType>(self, list: &mut MoveList) {
        list.fill(|sink| match generate::<G, _>(self, sink) {
            ControlFlow::Continue(()) => {}
        });
    }

    #[inline(never)]
    pub(crate) fn legal_moves(self) -> MoveList {
        let mut list = MoveList::new();
        self.generate_onto::<Legal>(&mut list);
        list
    }

    #[inline(never)]
    pub(crate) fn legal_count(self) -> usize {
        let mut sink = CountSink::default();
        match generate::<Legal, _>(self, &mut sink) {
            ControlFlow::Continue(()) => sink.count(),
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use crate::types::Square;

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
