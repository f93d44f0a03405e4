use super::placement::Placement;
use super::{Setup, SetupFaults, retraction};
use crate::types::{Bitboard, CastleSide, CastlingRights, Color, PieceType, Rank, Square};

/// Returns the faults of a setup.
pub(super) fn faults(setup: &Setup) -> SetupFaults {
    let placement = Placement::of(setup);
    let us = setup.side_to_move;
    let castling = possible_castling(setup, &placement);
    let en_passant = setup.en_passant.filter(|&to| en_passant_is_possible(&placement, us, to));

    let mut faults = king_faults(&placement) | material_faults(&placement);
    let safe = |king| placement.attackers(us, king).is_empty();
    let kings_safe = placement.pieces(!us, PieceType::King).squares().all(safe);
    faults.add_if(!kings_safe, SetupFaults::OPPONENT_IN_CHECK);
    faults.add_if(castling != setup.castling, SetupFaults::IMPOSSIBLE_CASTLING);
    faults.add_if(en_passant != setup.en_passant, SetupFaults::IMPOSSIBLE_EN_PASSANT);
    faults.add_if(counters_are_bad(setup, en_passant), SetupFaults::BAD_COUNTERS);

    // A possible en passant square determines the last move, which has been checked.
    if en_passant.is_none() {
        let reachable = retraction::double_check_is_reachable(&placement, us);
        faults.add_if(!reachable, SetupFaults::IMPOSSIBLE_CHECKERS);
    }
    faults
}

fn king_faults(placement: &Placement) -> SetupFaults {
    let mut faults = SetupFaults::NONE;
    let white = placement.pieces(Color::White, PieceType::King);
    let black = placement.pieces(Color::Black, PieceType::King);
    faults.add_if(white.is_empty(), SetupFaults::NO_WHITE_KING);
    faults.add_if(black.is_empty(), SetupFaults::NO_BLACK_KING);
    faults.add_if(white.more_than_one(), SetupFaults::SEVERAL_WHITE_KINGS);
    faults.add_if(black.more_than_one(), SetupFaults::SEVERAL_BLACK_KINGS);
    faults
}

fn material_faults(placement: &Placement) -> SetupFaults {
    let mut faults = SetupFaults::NONE;
    let back_ranks = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
    for color in Color::ALL {
        let of = |piece_type| placement.pieces(color, piece_type);
        let pawns = of(PieceType::Pawn);
        let beyond = |squares: Bitboard, at_first: usize| squares.len().saturating_sub(at_first);
        let promoted = beyond(of(PieceType::Knight), 2)
            + beyond(of(PieceType::Bishop) & Bitboard::LIGHT, 1)
            + beyond(of(PieceType::Bishop) & Bitboard::DARK, 1)
            + beyond(of(PieceType::Rook), 2)
            + beyond(of(PieceType::Queen), 1);
        faults.add_if(pawns.intersects(back_ranks), SetupFaults::PAWN_ON_BACK_RANK);
        faults.add_if(placement.by_color(color).len() > 16, SetupFaults::TOO_MANY_PIECES);
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
pub(super) fn possible_castling(setup: &Setup, placement: &Placement) -> [Option<Square>; 4] {
    let mut rights = [None; 4];
    for color in Color::ALL {
        let back_rank = Bitboard::relative_rank(color, Rank::First);
        let king = placement.king(color).filter(|&king| back_rank.contains(king));
        let rooks = placement.pieces(color, PieceType::Rook) & back_rank;
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
fn en_passant_is_possible(placement: &Placement, us: Color, to: Square) -> bool {
    double_push_over(placement, us, to).is_some_and(|(origin, pushed)| {
        retraction::double_push_is_reachable(placement, us, origin, pushed)
    })
}

/// Returns origin and target of a double push over `to` by the opponent of `us` if the pawn is in
/// place and the squares behind it are empty.
pub(super) fn double_push_over(
    placement: &Placement,
    us: Color,
    to: Square,
) -> Option<(Square, Square)> {
    let them = !us;
    let (origin, pushed) = (to.step(us.forward())?, to.step(them.forward())?);
    let must_be_empty = Bitboard::of(to).with(origin);
    let in_place = to.rank() == us.relative_rank(Rank::Sixth)
        && placement.pieces(them, PieceType::Pawn).contains(pushed)
        && !placement.occupied().intersects(must_be_empty);
    in_place.then_some((origin, pushed))
}

/// Returns true for impossible counters. A clock that exceeds the plies given by the move number is
/// accepted: many published positions have one.
fn counters_are_bad(setup: &Setup, en_passant: Option<Square>) -> bool {
    setup.fullmove_number == 0 || (en_passant.is_some() && setup.halfmove_clock > 0)
}
