//! Static exchange evaluation (SEE): the material balance of a series of captures on one square.

use super::View;
use crate::attacks;
use crate::types::{Bitboard, Color, Move, PieceType, Square};

/// Piece values of [`Position::see_ge`](crate::Position::see_ge) by [`PieceType`], in centipawns. The king's is zero: it is
/// never captured.
pub const SEE_VALUE: [i32; PieceType::COUNT] = [82, 382, 405, 586, 1179, 0];

/// The state of an exchange on one square.
struct Exchange<'a> {
    position: View<'a>,
    square: Square,
    occupied: Bitboard,
    attackers: Bitboard,
}

impl View<'_> {
    /// Returns true if a pseudo-legal move wins at least `threshold` centipawns by the captures on
    /// its target square. Both sides capture with their least valuable attacker and may stop at any
    /// time. With threshold 0 the result is false for moves that lose material.
    ///
    /// A pinned piece takes no part while a pinner of its side's pieces is on the board. Checks are
    /// ignored, and castling has the value 0. The piece values are [`SEE_VALUE`]. The algorithm is
    /// the swap algorithm with early termination.
    ///
    /// # Panics
    /// If there is no piece on the move's origin.
    pub(crate) fn see_ge(self, mv: Move, threshold: i32) -> bool {
        if mv.is_castling() {
            return threshold <= 0;
        }
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        let piece = self.moving_piece(from);
        let mover = mv.promotion().unwrap_or(piece.piece_type());
        let taken = if mv.is_en_passant() {
            SEE_VALUE[PieceType::Pawn]
        } else {
            self.piece_on(to).map_or(0, |captured| SEE_VALUE[captured.piece_type()])
        };

        // The balance above the threshold if the opponent does not recapture, and then if it
        // captures the moved piece without loss.
        let mut balance = taken + SEE_VALUE[mover] - SEE_VALUE[piece.piece_type()] - threshold;
        if balance < 0 {
            return false;
        }
        balance -= SEE_VALUE[mover];
        if balance >= 0 {
            return true;
        }

        // The target square blocks no line to itself; a pinner captured there no longer pins.
        let mut occupied = self.occupied().without(from).without(to);
        if mv.is_en_passant() {
            occupied = occupied.without(to.offset(-us.forward().offset()));
        }
        let attackers = self.sets().attackers_to(to, occupied) & occupied;
        let mut exchange = Exchange { position: self, square: to, occupied, attackers };
        let mut side = !us;
        // `side` is to capture. `balance` is that of the other side if it loses the piece on the
        // square, and negative.
        while let Some(taker) = exchange.take(side) {
            side = !side;
            if taker == PieceType::King {
                // The king may capture only if the square is not defended.
                if exchange.attackers_of(side).any() {
                    side = !side;
                }
                break;
            }
            balance = -balance - 1 - SEE_VALUE[taker];
            if balance >= 0 {
                // The capturing side is ahead even if it loses the capturing piece.
                break;
            }
        }
        side != us
    }
}

impl Exchange<'_> {
    /// Returns the pieces of a side that can capture on the square.
    fn attackers_of(&self, side: Color) -> Bitboard {
        let attackers = self.attackers & self.position.by_color(side) & self.occupied;
        if self.position.pinners(side).intersects(self.occupied) {
            attackers - self.position.blockers(side)
        } else {
            attackers
        }
    }

    /// Captures with the least valuable attacker of a side and adds the sliders behind it to the
    /// attackers.
    fn take(&mut self, side: Color) -> Option<PieceType> {
        let attackers = self.attackers_of(side);
        let position = self.position;
        let piece_type =
            PieceType::ALL.into_iter().find(|&k| attackers.intersects(position.by_type(k)))?;
        let from = first_attacker(attackers & position.by_type(piece_type), side)?;
        self.occupied = self.occupied.without(from);
        if matches!(piece_type, PieceType::Pawn | PieceType::Bishop | PieceType::Queen) {
            let opened = attacks::bishop(self.square, self.occupied);
            self.attackers |= opened & position.sets().diagonal_sliders();
        }
        if matches!(piece_type, PieceType::Rook | PieceType::Queen) {
            let opened = attacks::rook(self.square, self.occupied);
            self.attackers |= opened & position.sets().straight_sliders();
        }
        self.attackers &= self.occupied;
        Some(piece_type)
    }
}

/// Returns the attacker that captures first among pieces of one type: the lowest square from its
/// side's point of view, so that the result is symmetric in the colours.
fn first_attacker(pieces: Bitboard, side: Color) -> Option<Square> {
    let seen = match side {
        Color::White => pieces,
        Color::Black => pieces.flip_ranks(),
    };
    seen.first().map(|square| square.relative_to(side))
}
