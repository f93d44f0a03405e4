//! King danger: the attack on a king, collected in danger units and converted to a penalty.

use super::attacks::AttackMaps;
use super::pawns::{king_files, nearest_rank, not_behind};
use super::weights::{
    DANGER_BASE, DANGER_NO_QUEEN, DANGER_OPEN_FILE, DANGER_STORM, KING_ATTACKER,
    KING_SQUARE_ATTACKED, KING_SQUARE_WEAK, SAFE_CHECK,
};
use ferz::{Bitboard, Board, Color, PhaseScore, PieceType, attacks};

/// Converts danger units to a penalty: quadratic in the middlegame, linear in the endgame.
pub(super) fn penalty(danger: PhaseScore) -> PhaseScore {
    // The limit is above every danger that changes the result, and keeps the square in range.
    let limited = |units: i32| units.clamp(0, i16::MAX.into());
    let (middlegame, endgame) = (limited(danger.middlegame()), limited(danger.endgame()));
    let squared = (middlegame * middlegame / DANGER_SQUARED).min(DANGER_MAX);
    PhaseScore::new(squared as i16, (endgame / DANGER_LINEAR) as i16)
}

/// The divisor of the squared middlegame danger.
const DANGER_SQUARED: i32 = 4096;
/// The divisor of the endgame danger.
const DANGER_LINEAR: i32 = 16;
/// The maximum middlegame penalty, in centipawns.
const DANGER_MAX: i32 = 1200;

/// Evaluates the attack on a side's king, in danger units.
pub(super) fn danger(pos: &Board, us: Color, maps: &AttackMaps) -> PhaseScore {
    let them = !us;
    let mut danger = PhaseScore::ZERO;
    let attackers: i32 = maps.king_attackers[us].iter().sum();
    if attackers == 0 {
        return danger;
    }
    let king = pos.king(us);
    let near = attacks::king(king);
    let weakly_defended = !maps.twice[us]
        & (!maps.all[us] | maps.by[us][PieceType::King] | maps.by[us][PieceType::Queen]);
    let weak = maps.all[them] & weakly_defended;
    for (i, &of_type) in maps.king_attackers[us][1..5].iter().enumerate() {
        danger += KING_ATTACKER[i] * (attackers * of_type);
    }
    danger += KING_SQUARE_ATTACKED * (near & maps.all[them]).len() as i32;
    danger += KING_SQUARE_WEAK * (near & weak).len() as i32;
    danger += DANGER_BASE;
    if pos.pieces(them, PieceType::Queen).is_empty() {
        danger += DANGER_NO_QUEEN;
    }
    add_safe_checks(pos, us, maps, weak, &mut danger);
    add_pawn_cover(pos, us, &mut danger);
    danger
}

/// Adds the safe checks of each piece type: checks from squares where the piece is not lost.
#[inline(always)]
fn add_safe_checks(
    pos: &Board,
    us: Color,
    maps: &AttackMaps,
    weak: Bitboard,
    danger: &mut PhaseScore,
) {
    let them = !us;
    let king = pos.king(us);
    let safe = !pos.by_color(them) & (!maps.all[us] | (weak & maps.twice[them]));
    let occupied = pos.occupied() - pos.pieces(us, PieceType::Queen);
    let diagonal = attacks::bishop(king, occupied);
    let straight = attacks::rook(king, occupied);
    for (i, piece_type, from) in [
        (0, PieceType::Knight, attacks::knight(king)),
        (1, PieceType::Bishop, diagonal),
        (2, PieceType::Rook, straight),
        (3, PieceType::Queen, diagonal | straight),
    ] {
        if (from & safe & maps.by[them][piece_type]).any() {
            *danger += SAFE_CHECK[i];
        }
    }
}

/// Adds the files next to the king without an own pawn, and those with an enemy pawn storm.
#[inline(always)]
fn add_pawn_cover(pos: &Board, us: Color, danger: &mut PhaseScore) {
    let king = pos.king(us);
    let not_behind = not_behind(us, king);
    let own = pos.pieces(us, PieceType::Pawn) & not_behind;
    let other = pos.pieces(!us, PieceType::Pawn) & not_behind;
    for file in king_files(king) {
        *danger += DANGER_OPEN_FILE * i32::from(nearest_rank(own, us, file) == 0);
        let storm = nearest_rank(other, us, file);
        *danger += DANGER_STORM * i32::from((1..=3).contains(&storm));
    }
}
