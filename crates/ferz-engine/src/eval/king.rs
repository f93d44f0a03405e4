//! The attack on the king.

use super::Attacks;
use super::ledger::TermAccumulator;
use super::shelter::{files_about, nearest, not_behind};
use super::weights::{
    DANGER_BASE, DANGER_NO_QUEEN, DANGER_OPEN_FILE, DANGER_STORM, KING_ATTACKER,
    KING_SQUARE_ATTACKED, KING_SQUARE_WEAK, SAFE_CHECK,
};
use ferz::{Bitboard, Color, PieceType, Position, Score, attacks};

/// What danger costs. It grows with its square in the middlegame: attackers together are worth
/// more than one by one.
pub(super) fn penalty(danger: Score) -> Score {
    let middlegame = danger.middlegame().max(0);
    let endgame = danger.endgame().max(0);
    let squared = (middlegame * middlegame / DANGER_SQUARED).min(DANGER_MOST);
    Score::new(squared as i16, (endgame / DANGER_LINEAR) as i16)
}

/// What the middlegame's danger squared is divided by.
pub(super) const DANGER_SQUARED: i32 = 4096;
/// What the endgame's danger is divided by.
pub(super) const DANGER_LINEAR: i32 = 16;
/// The most that danger costs.
pub(super) const DANGER_MOST: i32 = 1200;

/// How dangerous the attack on the king is, in units of its own.
pub(super) fn danger<L: TermAccumulator>(pos: &Position, us: Color, info: &Attacks) -> L {
    let them = !us;
    let mut danger = L::default();
    let attackers: i32 = info.king_attackers[us].iter().sum();
    if attackers == 0 {
        return danger;
    }
    let king = pos.king(us);
    let near = attacks::king(king);
    let defended_badly = !info.twice[us]
        & (!info.all[us] | info.by[us][PieceType::King] | info.by[us][PieceType::Queen]);
    let weak = info.all[them] & defended_badly;
    for (i, &of_kind) in info.king_attackers[us][1..5].iter().enumerate() {
        danger.add(KING_ATTACKER.at(i), attackers * of_kind);
    }
    danger.add(KING_SQUARE_ATTACKED, (near & info.all[them]).len() as i32);
    danger.add(KING_SQUARE_WEAK, (near & weak).len() as i32);
    danger.add(DANGER_BASE, 1);
    if pos.pieces(them, PieceType::Queen).is_empty() {
        danger.add(DANGER_NO_QUEEN, 1);
    }
    checks(pos, us, info, weak, &mut danger);
    cover(pos, us, &mut danger);
    danger
}

/// Checks that could be given from squares where the checker could not be taken.
#[inline(always)]
fn checks<L: TermAccumulator>(
    pos: &Position,
    us: Color,
    info: &Attacks,
    weak: Bitboard,
    danger: &mut L,
) {
    let them = !us;
    let king = pos.king(us);
    let safe = !pos.by_color(them) & (!info.all[us] | (weak & info.twice[them]));
    let occupied = pos.occupied() - pos.pieces(us, PieceType::Queen);
    let diagonal = attacks::bishop(king, occupied);
    let straight = attacks::rook(king, occupied);
    for (i, kind, from) in [
        (0, PieceType::Knight, attacks::knight(king)),
        (1, PieceType::Bishop, diagonal),
        (2, PieceType::Rook, straight),
        (3, PieceType::Queen, diagonal | straight),
    ] {
        if (from & safe & info.by[them][kind]).any() {
            danger.add(SAFE_CHECK.at(i), 1);
        }
    }
}

/// What the pawns about the king give away: files without an own pawn, and files where a pawn of
/// the other side is near.
#[inline(always)]
fn cover<L: TermAccumulator>(pos: &Position, us: Color, danger: &mut L) {
    let king = pos.king(us);
    let not_behind = not_behind(us, king);
    let own = pos.pieces(us, PieceType::Pawn) & not_behind;
    let other = pos.pieces(!us, PieceType::Pawn) & not_behind;
    for file in files_about(king) {
        danger.add(DANGER_OPEN_FILE, i32::from(nearest(own, us, file) == 0));
        let storm = nearest(other, us, file);
        danger.add(DANGER_STORM, i32::from((1..=3).contains(&storm)));
    }
}
