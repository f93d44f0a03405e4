//! Mirroring a board.

use super::State;
use ferz::{Bitboard, Square};

impl State {
    /// Applies a function to each bitboard of the placement and of the castling rights. The en
    /// passant square is the highest square of its transformed mask.
    pub fn transform<E>(
        &mut self,
        mut transform: impl FnMut(Bitboard) -> Result<Bitboard, E>,
    ) -> Result<(), E> {
        let mut changed = *self;
        let State { by_type, by_color, occupied, promoted, castling_rights, .. } = &mut changed;
        let masks = by_type.iter_mut().chain(by_color).chain([occupied, promoted, castling_rights]);
        for mask in masks {
            *mask = transform(*mask)?;
        }
        if let Some(square) = self.ep_square {
            changed.ep_square = transform(Bitboard::of(square))?.last();
        }
        *self = changed;
        Ok(())
    }

    /// Mirrors the board top to bottom and exchanges the colours.
    pub fn mirror(&mut self) {
        let flipped = self.transform(|mask| Ok::<_, std::convert::Infallible>(mask.flip_ranks()));
        match flipped {
            Ok(()) => {}
        }
        self.by_color.swap(0, 1);
        self.turn = !self.turn;
    }

    /// Returns true if a double push can have passed this square, seen from the side to move.
    pub(super) fn possible_ep_square(&self) -> Option<Square> {
        let square = self.ep_square?;
        let us = self.turn;
        let pushed = square.step((!us).forward())?;
        let origin = square.step(us.forward())?;
        let in_place = square.rank() == us.relative_rank(ferz::Rank::Sixth)
            && self.pieces(!us, ferz::PieceType::Pawn).contains(pushed)
            && !self.occupied.contains(square)
            && !self.occupied.contains(origin);
        in_place.then_some(square)
    }
}
