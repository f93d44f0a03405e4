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
#[cfg(target_arch = "x86_64")]
use crate::cpu::{Level, level};
use crate::isa::{Compiled, Isa};
use crate::position::View;
use crate::side::{Black, Side, White};
use crate::types::{Bitboard, Color, Move};
use core::mem::MaybeUninit;
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
    let king_may_move =
        (attacks::king(king) & reachable).any() || position.castling_rooks().intersects(C::RANK_1);
    let king_danger =
        if G::LEGAL && king_may_move { position.king_danger::<I>() } else { Bitboard::EMPTY };
    let mut generation = Generation { position, targets: reachable, pinned, checkers, king_danger };
    if (G::EVASIONS || G::LEGAL)
        && let Some(checker) = checkers.first()
    {
        pieces::king_moves::<I, C, G, S>(&generation, king, sink)?;
        if checkers.more_than_one() {
            return ControlFlow::Continue(());
        }
        // Capture of the checker or interposition.
        generation.targets = attacks::between(king, checker).with(checker);
        pawns::pawn_moves::<C, G, S>(&generation, sink)?;
        return pieces::piece_moves::<I, C, G, S>(&generation, king, sink);
    }
    pawns::pawn_moves::<C, G, S>(&generation, sink)?;
    pieces::piece_moves::<I, C, G, S>(&generation, king, sink)?;
    pieces::king_moves::<I, C, G, S>(&generation, king, sink)?;
    if G::QUIETS {
        pieces::castling_moves::<I, C, G, S>(&generation, sink)
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

/// The versions for instruction sets beyond those of the compilation.
#[cfg(target_arch = "x86_64")]
mod versions {
    use super::{GenType, MoveList, View, count_legal, list_moves};
    use crate::isa::{Avx512, Pext, Popcnt};

    macro_rules! versions {
        ($isa:ty, $features:literal, $list:ident, $count:ident) => {
            #[target_feature(enable = $features)]
            pub(super) fn $list<G: GenType>(view: View<'_>, list: &mut MoveList) {
                list_moves::<$isa, G>(view, list);
            }

            #[target_feature(enable = $features)]
            pub(super) fn $count(view: View<'_>) -> usize {
                count_legal::<$isa>(view)
            }
        };
    }

    versions!(Popcnt, "bmi1,bmi2,popcnt,avx2", list_popcnt, count_popcnt);
    versions!(Pext, "bmi1,bmi2,popcnt,avx2", list_pext, count_pext);
    versions!(
        Avx512,
        "bmi1,bmi2,popcnt,avx2,avx512f,avx512bw,avx512vl,avx512vbmi2",
        list_avx512,
        count_avx512
    );
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
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the machine has the instructions of its level.
        unsafe {
            match level() {
                Level::Compiled => {}
                Level::Popcnt => return versions::list_popcnt::<G>(self, list),
                Level::Pext => return versions::list_pext::<G>(self, list),
                Level::Avx512 => return versions::list_avx512::<G>(self, list),
            }
        }
        list_moves::<Compiled, G>(self, list);
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
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the machine has the instructions of its level.
        unsafe {
            match level() {
                Level::Compiled => {}
                Level::Popcnt => return versions::count_popcnt(self),
                Level::Pext => return versions::count_pext(self),
                Level::Avx512 => return versions::count_avx512(self),
            }
        }
        count_legal::<Compiled>(self)
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
    use alloc::vec::Vec;

    /// The list and the count of a version.
    #[cfg(target_arch = "x86_64")]
    type Version = (Level, fn(View<'_>, &mut MoveList), fn(View<'_>) -> usize);

    #[cfg(target_arch = "x86_64")]
    fn supported_versions() -> Vec<Version> {
        // SAFETY: only the versions up to the machine's level are called.
        unsafe {
            let versions: [Version; 3] = [
                (
                    Level::Popcnt,
                    |view, list| versions::list_popcnt::<Legal>(view, list),
                    |view| versions::count_popcnt(view),
                ),
                (
                    Level::Pext,
                    |view, list| versions::list_pext::<Legal>(view, list),
                    |view| versions::count_pext(view),
                ),
                (
                    Level::Avx512,
                    |view, list| versions::list_avx512::<Legal>(view, list),
                    |view| versions::count_avx512(view),
                ),
            ];
            versions.into_iter().filter(|version| version.0 <= level()).collect()
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn all_versions_generate_the_same_moves_in_the_same_order() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut position = Position::startpos();
        for _ in 0..if cfg!(miri) { 30 } else { 20_000 } {
            let view = View::of(&position);
            let mut expected = MoveList::new();
            list_moves::<Compiled, Legal>(view, &mut expected);
            assert_eq!(*position.legal_moves(), *expected, "{position}");
            assert_eq!(position.legal_count(), expected.len(), "{position}");
            for (level, list, count) in supported_versions() {
                let mut found = MoveList::new();
                list(view, &mut found);
                assert_eq!(*found, *expected, "{level:?} at {position}");
                assert_eq!(count(view), expected.len(), "{level:?} at {position}");
            }
            match random.choice(&*expected) {
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
