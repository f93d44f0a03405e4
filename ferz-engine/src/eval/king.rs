//! The king: the pawns that shelter it, and the attack on it.

use super::Attacks;
use super::weights::{
    DANGER_BASE, KING_HALF_OPEN_FILE, KING_SQUARE_ATTACKED, KING_SQUARE_WEAK, NO_QUEEN, SAFE_CHECK,
    SHELTER, SHELTER_RELIEF, STORM, STORM_BLOCKED,
};
use ferz::{Bitboard, Color, File, PieceType, Position, Score, Square, attacks};

/// The worth of a side's king: its shelter less the danger it is in.
pub(super) fn king(pos: &Position, us: Color, info: &Attacks) -> Score {
    let shelter = best_shelter(pos, us);
    let danger = danger(pos, us, info, shelter);
    // The danger grows with its square: attackers together are worth more than one by one.
    let (middlegame, endgame) = if danger > 0 {
        ((danger * danger / 4096).min(1200), (danger / 16).min(150))
    } else {
        (0, 0)
    };
    Score::new((shelter - middlegame) as i16, -endgame as i16) + half_open_files(pos, us)
}

/// The shelter where the king stands, or where it may castle to if that is better.
fn best_shelter(pos: &Position, us: Color) -> i32 {
    use ferz::Wing;
    let castled = |(wing, file)| {
        let possible = pos.castling_rights().contains(ferz::CastlingRights::of(us, wing));
        possible.then(|| shelter(pos, us, Square::new(file, us.relative_rank(ferz::Rank::First))))
    };
    let wings = [(Wing::King, File::G), (Wing::Queen, File::C)];
    let best = wings.into_iter().filter_map(castled).max();
    let here = shelter(pos, us, pos.king(us));
    best.map_or(here, |there| here.max(there - 8))
}

/// The pawns on the three files about a king.
fn shelter(pos: &Position, us: Color, king: Square) -> i32 {
    let own = pos.pieces(us, PieceType::Pawn);
    let other = pos.pieces(!us, PieceType::Pawn);
    // The pawns on the king's rank and ahead.
    let behind = super::pawns::front_fill(Bitboard::rank(king.rank()), !us);
    let centre = king.file().index().clamp(1, 6);
    let mut worth = 0;
    for file in [centre - 1, centre, centre + 1].into_iter().filter_map(File::from_index) {
        let on_file = Bitboard::file(file) - behind;
        let from_edge = file.index().min(7 - file.index());
        let own_rank = nearest(on_file & own, us);
        let other_rank = nearest(on_file & other, us);
        worth += i32::from(SHELTER[from_edge][own_rank]);
        let blocked = own_rank > 0 && other_rank == own_rank + 1;
        worth += i32::from(if blocked { STORM_BLOCKED } else { STORM }[other_rank]);
    }
    worth
}

/// The rank of the nearest pawn of a set as a side counts it, from 0; 0 if there is none.
fn nearest(pawns: Bitboard, us: Color) -> usize {
    let nearest = if us == Color::White { pawns.first() } else { pawns.last() };
    nearest.map_or(0, |square| us.relative_rank(square.rank()).index())
}

/// How dangerous the attack on the king is, in units of its own.
fn danger(pos: &Position, us: Color, info: &Attacks, shelter: i32) -> i32 {
    let them = !us;
    if info.king_attackers[us] == 0 {
        return 0;
    }
    let king = pos.king(us);
    let near = attacks::king(king);
    let defended_badly = !info.twice[us]
        & (!info.all[us] | info.by[us][PieceType::King] | info.by[us][PieceType::Queen]);
    let weak = info.all[them] & defended_badly;
    let mut danger = info.king_attackers[us] * info.king_attack[us]
        + KING_SQUARE_ATTACKED * (near & info.all[them]).len() as i32
        + KING_SQUARE_WEAK * (near & weak).len() as i32
        - SHELTER_RELIEF * shelter / 2
        + DANGER_BASE;
    // Squares from which a check could not be answered by taking.
    let safe = !pos.color(them) & (!info.all[us] | (weak & info.twice[them]));
    let diagonal = attacks::bishop(king, pos.occupied() - pos.pieces(us, PieceType::Queen));
    let straight = attacks::rook(king, pos.occupied() - pos.pieces(us, PieceType::Queen));
    for (kind, from) in [
        (PieceType::Knight, attacks::knight(king)),
        (PieceType::Bishop, diagonal),
        (PieceType::Rook, straight),
        (PieceType::Queen, diagonal | straight),
    ] {
        if (from & safe & info.by[them][kind]).any() {
            danger += SAFE_CHECK[kind];
        }
    }
    if pos.pieces(them, PieceType::Queen).is_empty() {
        danger -= NO_QUEEN;
    }
    danger
}

/// Files by the king on which its side has no pawn, while the other side has heavy pieces.
fn half_open_files(pos: &Position, us: Color) -> Score {
    let heavy = pos.pieces(!us, PieceType::Rook) | pos.pieces(!us, PieceType::Queen);
    if heavy.is_empty() {
        return Score::ZERO;
    }
    let centre = pos.king(us).file().index().clamp(1, 6);
    let own = pos.pieces(us, PieceType::Pawn);
    let open = (centre - 1..=centre + 1)
        .filter_map(File::from_index)
        .filter(|&file| !Bitboard::file(file).intersects(own))
        .count();
    KING_HALF_OPEN_FILE * open as i32
}
