//! Castling, standard and Chess960 by the same data.

use super::{GenType, Generation, MoveSink};
use crate::position::{CastlingPath, Position};
use crate::side::Side;
use crate::types::{CastleSide, CastlingRights, Move, MoveFlag};
use core::ops::ControlFlow;

/// Castling moves. They are fully legal, also among the pseudo-legal kinds.
#[inline(always)]
pub(super) fn castling_moves<C: Side, G: GenType, S: MoveSink>(
    generation: &Generation<'_>,
    sink: &mut S,
) -> ControlFlow<S::Stop> {
    let position = generation.position;
    if !position.castling_rights().intersects(CastlingRights::both(C::US)) {
        return ControlFlow::Continue(());
    }
    for side in CastleSide::ALL {
        let Some(path) = position.castling_path(C::US, side) else { continue };
        if path.empty.intersects(position.occupied()) || !is_safe::<C>(position, path) {
            continue;
        }
        let mv = Move::new(path.king_from, path.rook_from, MoveFlag::Castle);
        if !G::CHECKS || position.gives_check(mv) {
            sink.single(mv)?;
        }
    }
    ControlFlow::Continue(())
}

/// Whether no square of the king's way is attacked. The castling rook shelters none of them: where
/// an enemy stands behind it, the king would end in check.
fn is_safe<C: Side>(position: &Position, path: &CastlingPath) -> bool {
    let occupied = position.occupied().without(path.king_from).without(path.rook_from);
    path.safe.squares().all(|square| !position.is_attacked_by(C::THEM, square, occupied))
}
