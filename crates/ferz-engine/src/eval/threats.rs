//! Threats: attacks on pieces by pawns, by pieces of lower value, and on undefended pieces.

use super::attacks::AttackMaps;
use super::spans::adjacent;
use super::term_accumulator::TermAccumulator;
use super::weights::{
    HANGING, KING_THREAT, MINOR_THREAT, PAWN_PUSH_THREAT, PAWN_THREAT, RESTRICTED, ROOK_THREAT,
    Weights,
};
use ferz::{Bitboard, Color, PieceType, Position, Rank};

/// Evaluates the threats of one side.
pub(super) fn threats<A: TermAccumulator>(pos: &Position, us: Color, maps: &AttackMaps) -> A {
    let them = !us;
    let pawns = pos.pieces(them, PieceType::Pawn);
    let pieces = pos.by_color(them) - pawns - pos.pieces(them, PieceType::King);
    // Strongly defended: by a pawn, or twice where we attack only once.
    let guarded = maps.by[them][PieceType::Pawn] | (maps.twice[them] - maps.twice[us]);
    let weak = (pos.by_color(them) - guarded) & maps.all[us];
    let mut score = A::default();

    let minors = maps.by[us][PieceType::Knight] | maps.by[us][PieceType::Bishop];
    add_by_type(pos, (pieces | weak) & minors, MINOR_THREAT, &mut score);
    let heavy = pieces & (pos.by_type(PieceType::Rook) | pos.by_type(PieceType::Queen)) | weak;
    add_by_type(pos, heavy & maps.by[us][PieceType::Rook], ROOK_THREAT, &mut score);
    if (weak & maps.by[us][PieceType::King]).any() {
        score.add(KING_THREAT, 1);
    }
    let hanging = weak - maps.all[them];
    score.add(HANGING, (hanging & pieces).len() as i32);

    // Squares attacked by both sides and not strongly defended restrict the opponent's pieces.
    let restricted = (maps.all[us] & maps.all[them]) - guarded;
    score.add(RESTRICTED, restricted.len() as i32);

    let safe = maps.all[us] | !maps.all[them];
    let own = pos.pieces(us, PieceType::Pawn) & safe;
    score.add(PAWN_THREAT, (pawn_attacks(us, own) & pieces).len() as i32);
    let pushes = pawn_pushes(pos, us) & (safe - maps.by[them][PieceType::Pawn]);
    let new = pawn_attacks(us, pushes) & (pieces - maps.by[us][PieceType::Pawn]);
    score.add(PAWN_PUSH_THREAT, new.len() as i32);
    score
}

/// Adds the weight of each target by its piece type, from pawn to queen.
#[inline(always)]
fn add_by_type<A: TermAccumulator>(
    pos: &Position,
    targets: Bitboard,
    weights: Weights<5>,
    score: &mut A,
) {
    for piece_type in PieceType::ALL.into_iter().take(5) {
        score.add(weights.at(piece_type.index()), (targets & pos.by_type(piece_type)).len() as i32);
    }
}

fn pawn_attacks(us: Color, pawns: Bitboard) -> Bitboard {
    adjacent(pawns.shift(us.forward()))
}

fn pawn_pushes(pos: &Position, us: Color) -> Bitboard {
    let free = !pos.occupied();
    let once = pos.pieces(us, PieceType::Pawn).shift(us.forward()) & free;
    let third = Bitboard::relative_rank(us, Rank::Third);
    once | ((once & third).shift(us.forward()) & free)
}
