//! Static exchange evaluation: what a series of captures on one square brings.

use super::Position;
use crate::attacks;
use crate::types::{Bitboard, Color, Move, PieceType, Square};

/// Piece values of [`Position::see_ge`] by [`PieceType`], in centipawns. The king has none: it is
/// never captured.
pub const SEE_VALUE: [i32; PieceType::COUNT] = [82, 382, 405, 586, 1179, 0];

/// An exchange under way on one square.
struct Exchange<'a> {
    position: &'a Position,
    square: Square,
    occupied: Bitboard,
    attackers: Bitboard,
}

impl Position {
    /// Whether a pseudo-legal move wins at least `threshold` centipawns by the exchanges on its
    /// target square, when both sides take with their least valuable piece first and stop when
    /// they like. A threshold of 0 asks whether the move loses no material.
    ///
    /// A pinned piece takes no part as long as one of its side's pinners stands; checks are not
    /// looked at. Castling wins nothing. (The swap algorithm with early end, as in the
    /// chess programming literature.)
    pub fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        if mv.is_castling() {
            return threshold <= 0;
        }
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = self.piece_on(from) else { return threshold <= 0 };
        let mover = mv.promotion().unwrap_or(piece.piece_type());
        let taken = if mv.is_en_passant() {
            SEE_VALUE[PieceType::Pawn]
        } else {
            self.piece_on(to).map_or(0, |captured| SEE_VALUE[captured.piece_type()])
        };

        // What the side that has just moved has above the threshold, if nothing more happens;
        // then, if it loses its piece for nothing.
        let mut balance = taken + SEE_VALUE[mover] - SEE_VALUE[piece.piece_type()] - threshold;
        if balance < 0 {
            return false;
        }
        balance -= SEE_VALUE[mover];
        if balance >= 0 {
            return true;
        }

        // Nothing blocks its own square; a pinner that was taken there no longer stands.
        let mut occupied = self.occupied().without(from).without(to);
        if mv.is_en_passant() {
            occupied = occupied.without(to.offset(-us.forward().offset()));
        }
        let attackers = self.board.attackers_to(to, occupied) & occupied;
        let mut exchange = Exchange { position: self, square: to, occupied, attackers };
        let mut side = !us;
        // `side` is to take; `balance` is the other side's, negative while taking would pay.
        while let Some(taker) = exchange.take(side) {
            side = !side;
            if taker == PieceType::King {
                // The king may take only what is no longer defended.
                if exchange.attackers_of(side).any() {
                    side = !side;
                }
                break;
            }
            balance = -balance - 1 - SEE_VALUE[taker];
            if balance >= 0 {
                // Even losing the taker leaves its side ahead: unless the last to speak is us.
                break;
            }
        }
        side != us
    }
}

impl Exchange<'_> {
    /// The pieces of a side that may take on the square now.
    fn attackers_of(&self, side: Color) -> Bitboard {
        let attackers = self.attackers & self.position.by_color(side) & self.occupied;
        if self.position.pinners(side).intersects(self.occupied) {
            attackers - self.position.blockers(side)
        } else {
            attackers
        }
    }

    /// Takes with the least valuable piece of a side; lines that open behind it are added.
    fn take(&mut self, side: Color) -> Option<PieceType> {
        let attackers = self.attackers_of(side);
        let position = self.position;
        let piece_type =
            PieceType::ALL.into_iter().find(|&k| attackers.intersects(position.by_type(k)))?;
        let from = first_attacker(attackers & position.by_type(piece_type), side)?;
        self.occupied = self.occupied.without(from);
        if matches!(piece_type, PieceType::Pawn | PieceType::Bishop | PieceType::Queen) {
            let opened = attacks::bishop(self.square, self.occupied);
            self.attackers |= opened & position.board.diagonal_sliders();
        }
        if matches!(piece_type, PieceType::Rook | PieceType::Queen) {
            let opened = attacks::rook(self.square, self.occupied);
            self.attackers |= opened & position.board.straight_sliders();
        }
        self.attackers &= self.occupied;
        Some(piece_type)
    }
}

/// Which of several pieces of a type takes: the one on the lowest square as its side sees the
/// board, so that both colours exchange alike.
fn first_attacker(pieces: Bitboard, side: Color) -> Option<Square> {
    let seen = match side {
        Color::White => pieces,
        Color::Black => pieces.flip_ranks(),
    };
    seen.first().map(|square| square.relative_to(side))
}
