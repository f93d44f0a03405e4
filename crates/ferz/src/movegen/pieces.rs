//! Moves of knights, bishops, rooks, queens and kings, and castling.

use super::{GenType, Generation, MoveSink};
use crate::attacks;
use crate::isa::Isa;
use crate::position::CastlingPath;
use crate::side::Side;
use crate::types::{Bitboard, Move, MoveFlag, PieceType, Square};
use core::ops::ControlFlow;

/// Generates the moves of knights, bishops, rooks and queens.
#[inline(always)]
pub(super) fn piece_moves<I: Isa, C: Side, G: GenType, S: MoveSink>(
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
        push_targets::<C, S>(generation, from, attacks::knight(from), sink)?;
    }
    let (diagonal, straight) =
        (position.sets().diagonal_sliders(), position.sets().straight_sliders());
    for from in unpinned & (diagonal - straight) {
        push_targets::<C, S>(generation, from, I::bishop(from, occupied), sink)?;
    }
    for from in unpinned & (straight - diagonal) {
        push_targets::<C, S>(generation, from, I::rook(from, occupied), sink)?;
    }
    for from in unpinned & straight & diagonal {
        push_targets::<C, S>(generation, from, I::queen(from, occupied), sink)?;
    }
    for from in generation.pinned & (diagonal | straight) {
        let straight =
            if straight.contains(from) { I::rook(from, occupied) } else { Bitboard::EMPTY };
        let diagonal =
            if diagonal.contains(from) { I::bishop(from, occupied) } else { Bitboard::EMPTY };
        let on_line = (straight | diagonal) & attacks::line(king, from);
        push_targets::<C, S>(generation, from, on_line, sink)?;
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
        push_targets::<C, S>(generation, from, targets, sink)?;
    }
    ControlFlow::Continue(())
}

/// Emits the allowed moves of a piece.
#[inline(always)]
fn push_targets<C: Side, S: MoveSink>(
    generation: &Generation<'_>,
    from: Square,
    attacks: Bitboard,
    sink: &mut S,
) -> ControlFlow<S::Stop> {
    let targets = attacks & generation.targets;
    let captures = targets & generation.position.by_color(C::THEM);
    sink.piece(from, targets ^ captures, captures)
}

/// Generates the king's moves except castling.
#[inline(always)]
pub(super) fn king_moves<I: Isa, C: Side, G: GenType, S: MoveSink>(
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
    sink.piece(king, targets ^ captures, captures)
}

/// Generates castling moves. They are legal in all generation types.
#[inline(always)]
pub(super) fn castling_moves<I: Isa, C: Side, G: GenType, S: MoveSink>(
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
    for rook in [king_side, queen_side].into_iter().flatten() {
        let path = CastlingPath::of(king, rook);
        if path.empty.intersects(position.occupied()) || !is_safe::<G>(generation, &path) {
            continue;
        }
        let mv = Move::new(king, rook, MoveFlag::Castle);
        if !G::CHECKS || position.gives_check(mv) {
            sink.single(mv)?;
        }
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
