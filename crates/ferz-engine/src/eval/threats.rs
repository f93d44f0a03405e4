//! Attacks on pieces: by pawns, by lesser pieces, and on what nobody defends.

use super::Attacks;
use super::ledger::{TermAccumulator, Weights};
use super::weights::{
    HANGING, KING_THREAT, MINOR_THREAT, PAWN_PUSH_THREAT, PAWN_THREAT, RESTRICTED, ROOK_THREAT,
};
use ferz::{Bitboard, Color, Direction, PieceType, Position, Rank};

/// The worth of what a side threatens.
pub(super) fn threats<L: TermAccumulator>(pos: &Position, us: Color, info: &Attacks) -> L {
    let them = !us;
    let pawns = pos.pieces(them, PieceType::Pawn);
    let pieces = pos.by_color(them) - pawns - pos.pieces(them, PieceType::King);
    // Defended so well that an attack by a piece means little.
    let guarded = info.by[them][PieceType::Pawn] | (info.twice[them] - info.twice[us]);
    let weak = (pos.by_color(them) - guarded) & info.all[us];
    let mut worth = L::default();

    let minors = info.by[us][PieceType::Knight] | info.by[us][PieceType::Bishop];
    by_kind(pos, (pieces | weak) & minors, MINOR_THREAT, &mut worth);
    let heavy = pieces & (pos.by_type(PieceType::Rook) | pos.by_type(PieceType::Queen)) | weak;
    by_kind(pos, heavy & info.by[us][PieceType::Rook], ROOK_THREAT, &mut worth);
    if (weak & info.by[us][PieceType::King]).any() {
        worth.add(KING_THREAT, 1);
    }
    let hanging = weak - info.all[them];
    worth.add(HANGING, (hanging & pieces).len() as i32);

    // Squares that both sides attack and the other side does not guard well: its pieces move less
    // freely where more of them are.
    let disputed = (info.all[us] & info.all[them]) - guarded;
    worth.add(RESTRICTED, disputed.len() as i32);

    // Pawns that stand safely attack for certain.
    let safe = info.all[us] | !info.all[them];
    let own = pos.pieces(us, PieceType::Pawn) & safe;
    worth.add(PAWN_THREAT, (pawn_attacks(us, own) & pieces).len() as i32);
    let pushes = pawn_pushes(pos, us) & (safe - info.by[them][PieceType::Pawn]);
    let new = pawn_attacks(us, pushes) & (pieces - info.by[us][PieceType::Pawn]);
    worth.add(PAWN_PUSH_THREAT, new.len() as i32);
    worth
}

/// Adds the targets' weights by their type below the king.
#[inline(always)]
fn by_kind<L: TermAccumulator>(
    pos: &Position,
    targets: Bitboard,
    weights: Weights<5>,
    worth: &mut L,
) {
    for kind in PieceType::ALL.into_iter().take(5) {
        worth.add(weights.at(kind.index()), (targets & pos.by_type(kind)).len() as i32);
    }
}

fn pawn_attacks(us: Color, pawns: Bitboard) -> Bitboard {
    let ahead = pawns.shift(us.forward());
    ahead.shift(Direction::East) | ahead.shift(Direction::West)
}

fn pawn_pushes(pos: &Position, us: Color) -> Bitboard {
    let free = !pos.occupied();
    let once = pos.pieces(us, PieceType::Pawn).shift(us.forward()) & free;
    let third = Bitboard::relative_rank(us, Rank::Third);
    once | ((once & third).shift(us.forward()) & free)
}
