//! Moves of knights, bishops, rooks, queens and kings.

use super::{GenType, Generation, MoveSink};
use crate::attacks;
use crate::side::Side;
use crate::types::{Bitboard, PieceType, Square};
use core::ops::ControlFlow;

/// The moves of every piece that is neither pawn nor king.
#[inline(always)]
pub(super) fn piece_moves<C: Side, G: GenType, S: MoveSink>(
    generation: &Generation<'_>,
    king: Square,
    sink: &mut S,
) -> ControlFlow<S::Stop> {
    use PieceType::{Bishop, Knight, Queen, Rook};
    let position = generation.position;
    let occupied = position.occupied();
    let own = position.by_color(C::US);
    if G::CHECKS {
        for kind in [Knight, Bishop, Rook, Queen] {
            checks::<C, S>(generation, kind, sink)?;
        }
        return ControlFlow::Continue(());
    }
    // A pinned knight never moves; a pinned slider stays on its line.
    let free = own - generation.pinned;
    for from in free & position.by_type(Knight) {
        into::<C, S>(generation, from, attacks::knight(from), sink)?;
    }
    let (diagonal, straight) =
        (position.board().diagonal_sliders(), position.board().straight_sliders());
    for from in free & (diagonal - straight) {
        into::<C, S>(generation, from, attacks::bishop(from, occupied), sink)?;
    }
    for from in free & (straight - diagonal) {
        into::<C, S>(generation, from, attacks::rook(from, occupied), sink)?;
    }
    for from in free & straight & diagonal {
        into::<C, S>(generation, from, attacks::queen(from, occupied), sink)?;
    }
    for from in generation.pinned & (diagonal | straight) {
        let kind = if !diagonal.contains(from) {
            Rook
        } else if !straight.contains(from) {
            Bishop
        } else {
            Queen
        };
        let along = attacks::of(kind, from, occupied) & attacks::line(king, from);
        into::<C, S>(generation, from, along, sink)?;
    }
    ControlFlow::Continue(())
}

/// Quiet moves of one type of piece that give check: onto a check square, or off the line that the
/// piece blocks. No piece that blocks a slider's line can move along it.
#[inline(always)]
fn checks<C: Side, S: MoveSink>(
    generation: &Generation<'_>,
    kind: PieceType,
    sink: &mut S,
) -> ControlFlow<S::Stop> {
    let position = generation.position;
    let candidates = position.discovered_check_candidates();
    let direct = position.check_squares(kind);
    for from in position.pieces(C::US, kind) {
        let giving = if candidates.contains(from) { Bitboard::ALL } else { direct };
        let targets = attacks::of(kind, from, position.occupied()) & giving;
        into::<C, S>(generation, from, targets, sink)?;
    }
    ControlFlow::Continue(())
}

/// Hands a piece's targets to the sink.
#[inline(always)]
fn into<C: Side, S: MoveSink>(
    generation: &Generation<'_>,
    from: Square,
    attacks: Bitboard,
    sink: &mut S,
) -> ControlFlow<S::Stop> {
    let targets = attacks & generation.targets;
    let captures = targets & generation.position.by_color(C::THEM);
    sink.piece(from, targets ^ captures, captures)
}

/// The king's moves but for castling.
#[inline(always)]
pub(super) fn king_moves<C: Side, G: GenType, S: MoveSink>(
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
        targets = position.safe_king_targets(targets);
    }
    let captures = targets & position.by_color(C::THEM);
    sink.piece(king, targets ^ captures, captures)
}
