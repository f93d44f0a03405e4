//! The king: the pawns that shelter it, and the attack on it.

use super::Attacks;
use super::ledger::Ledger;
use super::weights::{
    CASTLING_TO_COME, DANGER_BASE, DANGER_NO_QUEEN, DANGER_OPEN_FILE, DANGER_STORM, KING_ATTACKER,
    KING_HALF_OPEN_FILE, KING_SQUARE_ATTACKED, KING_SQUARE_WEAK, SAFE_CHECK, SHELTER, STORM,
    STORM_BLOCKED,
};
use ferz::{
    Bitboard, CastlingRights, Color, File, PieceType, Position, Rank, Score, Square, Wing, attacks,
};

/// The worth of a side's king: its shelter less the danger it is in.
pub(super) fn king(pos: &Position, us: Color, info: &Attacks) -> Score {
    shelter::<Score>(pos, us) - penalty(danger(pos, us, info))
}

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

/// The shelter where the king stands, or where it may castle to if that is better.
pub(super) fn shelter<L: Ledger>(pos: &Position, us: Color) -> L {
    let here = shelter_at(pos, us, pos.king(us));
    let castled = |(wing, file)| {
        let possible = pos.castling_rights().contains(CastlingRights::of(us, wing));
        possible.then(|| {
            let mut there: L =
                shelter_at(pos, us, Square::new(file, us.relative_rank(Rank::First)));
            there.add(CASTLING_TO_COME, 1);
            there
        })
    };
    let wings = [(Wing::King, File::G), (Wing::Queen, File::C)];
    wings.into_iter().filter_map(castled).fold(here, |best: L, there| {
        if there.middlegame() > best.middlegame() { there } else { best }
    })
}

/// The pawns on the three files about a king.
fn shelter_at<L: Ledger>(pos: &Position, us: Color, king: Square) -> L {
    let own = pos.pieces(us, PieceType::Pawn);
    let other = pos.pieces(!us, PieceType::Pawn);
    let heavy = pos.pieces(!us, PieceType::Rook) | pos.pieces(!us, PieceType::Queen);
    let not_behind = not_behind(us, king);
    let mut worth = L::default();
    for file in files_about(king) {
        let from_edge = file.index().min(7 - file.index());
        let own_rank = nearest(own & not_behind, us, file);
        let other_rank = nearest(other & not_behind, us, file);
        worth.add(SHELTER.at(8 * from_edge + own_rank), 1);
        let blocked = own_rank > 0 && other_rank == own_rank + 1;
        worth.add(if blocked { STORM_BLOCKED } else { STORM }.at(other_rank), 1);
        if heavy.any() && !Bitboard::file(file).intersects(own) {
            worth.add(KING_HALF_OPEN_FILE, 1);
        }
    }
    worth
}

/// The king's file and its neighbours; by the edge, the three that are nearest.
fn files_about(king: Square) -> impl Iterator<Item = File> {
    let centre = king.file().index().clamp(1, 6);
    (centre - 1..=centre + 1).filter_map(File::from_index)
}

/// The squares that are not behind a side's king.
#[inline(always)]
fn not_behind(us: Color, king: Square) -> Bitboard {
    !super::pawns::front_fill(Bitboard::rank(king.rank()), !us)
}

/// The rank, as a side counts it from 0, of the pawn on a file that is nearest to the side's end of
/// the board; 0 if there is none.
#[inline(always)]
fn nearest(pawns: Bitboard, us: Color, file: File) -> usize {
    let pawns = pawns & Bitboard::file(file);
    let nearest = if us == Color::White { pawns.first() } else { pawns.last() };
    nearest.map_or(0, |square| us.relative_rank(square.rank()).index())
}

/// How dangerous the attack on the king is, in units of its own.
pub(super) fn danger<L: Ledger>(pos: &Position, us: Color, info: &Attacks) -> L {
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
fn checks<L: Ledger>(pos: &Position, us: Color, info: &Attacks, weak: Bitboard, danger: &mut L) {
    let them = !us;
    let king = pos.king(us);
    let safe = !pos.color(them) & (!info.all[us] | (weak & info.twice[them]));
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
fn cover<L: Ledger>(pos: &Position, us: Color, danger: &mut L) {
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
