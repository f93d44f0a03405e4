//! Validation of setups.
//!
//! Checkers are validated by retrograde analysis of one ply: a position with checkers is reachable
//! only if some last move of the opponent, taken back, leaves a position in which the king was not
//! attacked, since it was the opponent's turn. Each candidate for the last move is taken back in turn.

use super::{Setup, SetupFaults};
use crate::attacks;
use crate::pieces::Pieces;
use crate::types::{Bitboard, CastleSide, CastlingRights, Color, Piece, PieceType, Rank, Square};

/// Returns the faults of a setup.
pub(super) fn faults(setup: &Setup) -> SetupFaults {
    let pieces = &setup.sets();
    let us = setup.side_to_move;
    let castling = possible_castling(setup, pieces);
    let en_passant = setup.en_passant.filter(|&to| en_passant_is_possible(pieces, us, to));

    let mut faults = king_faults(pieces) | material_faults(pieces);
    let safe = |king| attackers(pieces, us, king).is_empty();
    let kings_safe = pieces.pieces(!us, PieceType::King).squares().all(safe);
    faults.add_if(!kings_safe, SetupFaults::OPPONENT_IN_CHECK);
    faults.add_if(castling != setup.castling, SetupFaults::IMPOSSIBLE_CASTLING);
    faults.add_if(en_passant != setup.en_passant, SetupFaults::IMPOSSIBLE_EN_PASSANT);
    faults.add_if(counters_are_bad(setup, en_passant), SetupFaults::BAD_COUNTERS);

    // A possible en passant square determines the last move, which has been checked.
    if en_passant.is_none() {
        let reachable = double_check_is_reachable(pieces, us);
        faults.add_if(!reachable, SetupFaults::IMPOSSIBLE_CHECKERS);
    }
    faults
}

fn king_faults(pieces: &Pieces) -> SetupFaults {
    let mut faults = SetupFaults::NONE;
    let white = pieces.pieces(Color::White, PieceType::King);
    let black = pieces.pieces(Color::Black, PieceType::King);
    faults.add_if(white.is_empty(), SetupFaults::NO_WHITE_KING);
    faults.add_if(black.is_empty(), SetupFaults::NO_BLACK_KING);
    faults.add_if(white.more_than_one(), SetupFaults::SEVERAL_WHITE_KINGS);
    faults.add_if(black.more_than_one(), SetupFaults::SEVERAL_BLACK_KINGS);
    faults
}

fn material_faults(pieces: &Pieces) -> SetupFaults {
    let mut faults = SetupFaults::NONE;
    let back_ranks = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
    for color in Color::ALL {
        let of = |piece_type| pieces.pieces(color, piece_type);
        let pawns = of(PieceType::Pawn);
        let beyond = |squares: Bitboard, at_first: usize| squares.len().saturating_sub(at_first);
        let promoted = beyond(of(PieceType::Knight), 2)
            + beyond(of(PieceType::Bishop) & Bitboard::LIGHT, 1)
            + beyond(of(PieceType::Bishop) & Bitboard::DARK, 1)
            + beyond(of(PieceType::Rook), 2)
            + beyond(of(PieceType::Queen), 1);
        faults.add_if(pawns.intersects(back_ranks), SetupFaults::PAWN_ON_BACK_RANK);
        faults.add_if(pieces.by_color(color).len() > 16, SetupFaults::TOO_MANY_PIECES);
        faults.add_if(pawns.len() > 8, SetupFaults::TOO_MANY_PAWNS);
        faults.add_if(promoted > missing(pawns), SetupFaults::TOO_MANY_PROMOTED);
    }
    faults
}

/// Returns the number of missing pawns.
fn missing(pawns: Bitboard) -> usize {
    8_usize.saturating_sub(pawns.len())
}

/// Returns the castling rights whose king and rook are in place.
pub(super) fn possible_castling(setup: &Setup, pieces: &Pieces) -> [Option<Square>; 4] {
    let mut rights = [None; 4];
    for color in Color::ALL {
        let back_rank = Bitboard::relative_rank(color, Rank::First);
        let king = only_king(pieces, color).filter(|&king| back_rank.contains(king));
        let rooks = pieces.pieces(color, PieceType::Rook) & back_rank;
        for side in CastleSide::ALL {
            let stands = |rook: &Square| {
                let on_side = match side {
                    CastleSide::KingSide => Some(*rook) > king,
                    CastleSide::QueenSide => Some(*rook) < king,
                };
                king.is_some() && rooks.contains(*rook) && on_side
            };
            rights[CastlingRights::index(color, side)] =
                setup.castling_rook(color, side).filter(stands);
        }
    }
    rights
}

/// Returns true if the last move, by the opponent of `us`, can have been a double push over `to`.
fn en_passant_is_possible(pieces: &Pieces, us: Color, to: Square) -> bool {
    pieces
        .double_push_over(us, to)
        .is_some_and(|(origin, pushed)| double_push_is_reachable(pieces, us, origin, pushed))
}

/// Returns true for impossible counters. A clock that exceeds the plies given by the move number is
/// accepted: many published positions have one.
fn counters_are_bad(setup: &Setup, en_passant: Option<Square>) -> bool {
    setup.fullmove_number == 0 || (en_passant.is_some() && setup.halfmove_clock > 0)
}

/// Returns true if at most one piece gives check, or if some last move of the opponent leads to the
/// double check. Also returns true if `us` does not have exactly one king. Castling is no
/// candidate: all lines it opens are on the rank of the castled pieces.
///
/// A single checker is always accepted: widely used test positions have one that no move can have
/// given (`r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -`).
fn double_check_is_reachable(pieces: &Pieces, us: Color) -> bool {
    let Some(king) = only_king(pieces, us) else { return true };
    if !attackers(pieces, !us, king).more_than_one() {
        return true;
    }
    let retraction = Retraction { now: pieces, us, king };
    pieces.by_color(!us).squares().any(|to| retraction.reachable_by_move_to(to))
}

/// Returns true if the king of `us` was not attacked before the opponent's pawn moved from `origin`
/// to `pushed`. Also returns true if `us` does not have exactly one king.
fn double_push_is_reachable(pieces: &Pieces, us: Color, origin: Square, pushed: Square) -> bool {
    let Some(king) = only_king(pieces, us) else { return true };
    Retraction { now: pieces, us, king }.was_safe_before(LastMove::of_pawn(origin, pushed))
}

/// The current board and the king that may not have been attacked before the last move.
struct Retraction<'a> {
    now: &'a Pieces,
    us: Color,
    king: Square,
}

/// A candidate for the opponent's last move.
#[derive(Clone, Copy)]
struct LastMove {
    from: Square,
    to: Square,
    /// The type after the move.
    type_after: PieceType,
    /// The type before the move: a pawn for a promotion.
    type_before: PieceType,
    /// The captured piece and its square.
    captured: Option<(PieceType, Square)>,
}

impl LastMove {
    const fn of_pawn(from: Square, to: Square) -> Self {
        Self { from, to, type_after: PieceType::Pawn, type_before: PieceType::Pawn, captured: None }
    }

    /// Returns the same move as a capture on its target. The type of the captured piece is
    /// arbitrary: only its square matters.
    const fn capturing(self) -> Self {
        Self { captured: Some((PieceType::Knight, self.to)), ..self }
    }
}

impl Retraction<'_> {
    /// Returns true if the king was not attacked before the move. A capture also requires that `us`
    /// lacks a piece.
    fn was_safe_before(&self, last: LastMove) -> bool {
        let them = !self.us;
        let mut before = *self.now;
        before.toggle(Piece::new(them, last.type_after), Bitboard::of(last.to));
        before.toggle(Piece::new(them, last.type_before), Bitboard::of(last.from));
        if let Some((piece_type, square)) = last.captured {
            before.toggle(Piece::new(self.us, piece_type), Bitboard::of(square));
        }
        let is_missing = last.captured.is_none() || before.by_color(self.us).len() <= 16;
        is_missing && attackers(&before, them, self.king).is_empty()
    }

    /// Returns true if some last move to `to` is possible.
    fn reachable_by_move_to(&self, to: Square) -> bool {
        let is_on = |piece_type: &PieceType| self.now.pieces(!self.us, *piece_type).contains(to);
        match PieceType::ALL.into_iter().find(is_on) {
            None => false,
            Some(PieceType::Pawn) => {
                self.reachable_by_pawn(to, PieceType::Pawn) || self.reachable_by_en_passant(to)
            }
            Some(piece_type) => {
                let promotes = piece_type != PieceType::King
                    && to.rank() == self.us.relative_rank(Rank::First);
                self.reachable_by_piece(to, piece_type)
                    || (promotes && self.reachable_by_pawn(to, piece_type))
            }
        }
    }

    fn reachable_by_piece(&self, to: Square, piece_type: PieceType) -> bool {
        let occupied = self.now.occupied();
        let origins = attacks::of(piece_type, to, occupied) - occupied;
        origins.squares().any(|from| {
            let quiet = LastMove {
                from,
                to,
                type_after: piece_type,
                type_before: piece_type,
                captured: None,
            };
            self.was_safe_before(quiet) || self.was_safe_before(quiet.capturing())
        })
    }

    /// Returns true if a pawn's push or capture to `to` is possible, after which its type is
    /// `type_after`.
    fn reachable_by_pawn(&self, to: Square, type_after: PieceType) -> bool {
        let them = !self.us;
        let back = self.us.forward();
        let first_rank = Bitboard::relative_rank(them, Rank::First);
        let may_stand = |from: &Square| !(self.now.occupied() | first_rank).contains(*from);
        let push = to.step(back).filter(may_stand);
        let double = push
            .filter(|_| to.rank() == them.relative_rank(Rank::Fourth))
            .and_then(|passed| passed.step(back))
            .filter(may_stand);
        let step = |from| LastMove { type_after, ..LastMove::of_pawn(from, to) };
        let mut captures = attacks::pawn(self.us, to).squares().filter(may_stand);
        push.into_iter().chain(double).any(|from| self.was_safe_before(step(from)))
            || captures.any(|from| self.was_safe_before(step(from).capturing()))
    }

    fn reachable_by_en_passant(&self, to: Square) -> bool {
        let them = !self.us;
        let (Some(passed), Some(origin)) = (to.step(self.us.forward()), to.step(them.forward()))
        else {
            return false;
        };
        let occupied = self.now.occupied();
        let origins = attacks::pawn(self.us, to) - occupied;
        to.rank() == them.relative_rank(Rank::Sixth)
            && !occupied.intersects(Bitboard::of(passed).with(origin))
            && origins.squares().any(|from| {
                let captured = Some((PieceType::Pawn, passed));
                self.was_safe_before(LastMove { captured, ..LastMove::of_pawn(from, to) })
            })
    }
}

/// Returns the square of a king if its side has exactly one.
fn only_king(pieces: &Pieces, color: Color) -> Option<Square> {
    let kings = pieces.pieces(color, PieceType::King);
    if kings.more_than_one() { None } else { kings.first() }
}

/// Returns the pieces of a side that attack a square.
fn attackers(pieces: &Pieces, color: Color, square: Square) -> Bitboard {
    pieces.attackers_to(square, pieces.occupied()) & pieces.by_color(color)
}
