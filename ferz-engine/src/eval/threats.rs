//! Attacks on pieces: by pawns, by lesser pieces, and on what nobody defends.

use super::Attacks;
use super::weights::{
    HANGING, KING_THREAT, MINOR_THREAT, PAWN_PUSH_THREAT, PAWN_THREAT, ROOK_THREAT,
};
use ferz::{Bitboard, Color, Direction, PieceType, Position, Rank, Score};

/// The worth of what a side threatens.
pub(super) fn threats(pos: &Position, us: Color, info: &Attacks) -> Score {
    let them = !us;
    let pawns = pos.pieces(them, PieceType::Pawn);
    let pieces = pos.color(them) - pawns - pos.pieces(them, PieceType::King);
    // Defended so well that an attack by a piece means little.
    let guarded = info.by[them][PieceType::Pawn] | (info.twice[them] - info.twice[us]);
    let weak = (pos.color(them) - guarded) & info.all[us];
    let mut score = Score::ZERO;

    let minors = info.by[us][PieceType::Knight] | info.by[us][PieceType::Bishop];
    for (targets, worth) in by_kind(pos, (pieces | weak) & minors, &MINOR_THREAT) {
        score += worth * targets;
    }
    let heavy = pieces & (pos.kind(PieceType::Rook) | pos.kind(PieceType::Queen)) | weak;
    for (targets, worth) in by_kind(pos, heavy & info.by[us][PieceType::Rook], &ROOK_THREAT) {
        score += worth * targets;
    }
    if (weak & info.by[us][PieceType::King]).any() {
        score += KING_THREAT;
    }
    let hanging = weak - info.all[them];
    score += HANGING * (hanging & pieces).len() as i32;

    // Pawns that stand safely attack for certain.
    let safe = info.all[us] | !info.all[them];
    let own = pos.pieces(us, PieceType::Pawn) & safe;
    score += PAWN_THREAT * (pawn_attacks(us, own) & pieces).len() as i32;
    let pushes = pawn_pushes(pos, us) & (safe - info.by[them][PieceType::Pawn]);
    let new = pawn_attacks(us, pushes) & (pieces - info.by[us][PieceType::Pawn]);
    score + PAWN_PUSH_THREAT * new.len() as i32
}

/// How many targets there are of each type below the king, and what one is worth.
fn by_kind<'a>(
    pos: &'a Position,
    targets: Bitboard,
    worths: &'a [Score; 5],
) -> impl Iterator<Item = (i32, Score)> + 'a {
    PieceType::ALL
        .into_iter()
        .zip(worths)
        .map(move |(kind, &worth)| ((targets & pos.kind(kind)).len() as i32, worth))
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
