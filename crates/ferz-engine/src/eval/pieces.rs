//! Knights, bishops, rooks and queens: how far they reach and where they stand.

use super::ledger::{TermAccumulator, Weight};
use super::weights::{
    BISHOP_MOBILITY, BISHOP_OUTPOST, BISHOP_PAWN, KING_PROTECTOR, KNIGHT_MOBILITY, KNIGHT_OUTPOST,
    MINOR_BEHIND_PAWN, QUEEN_MOBILITY, ROOK_HALF_OPEN_FILE, ROOK_MOBILITY, ROOK_OPEN_FILE,
};
use super::{Attacks, Pawns, colored_as};
use ferz::{Bitboard, Color, PieceType, Position, Rank, Square, attacks};

/// The worth of a side's pieces; what they attack is noted.
pub(super) fn pieces<L: TermAccumulator>(
    pos: &Position,
    us: Color,
    pawns: &Pawns,
    info: &mut Attacks,
) -> L {
    let own_pawns = pos.pieces(us, PieceType::Pawn);
    // Mobility counts where a piece may go without being lost to a pawn or in its own men's way.
    let low = Bitboard::relative_rank(us, Rank::Second) | Bitboard::relative_rank(us, Rank::Third);
    let blocked = own_pawns & (pos.occupied().shift((!us).forward()) | low);
    let king = Bitboard::of(pos.king(us));
    let area = !(blocked | king | info.by[!us][PieceType::Pawn]);
    let mut worth = L::default();
    for kind in [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen] {
        for square in pos.pieces(us, kind) {
            let attacked = reach(pos, us, kind, square);
            info.add(us, kind, attacked);
            if attacked.intersects(info.king_zone[!us]) {
                info.king_attackers[!us][kind] += 1;
            }
            let mobility = (attacked & area).len();
            match kind {
                PieceType::Knight => {
                    worth.add(KNIGHT_MOBILITY.at(mobility), 1);
                    minor(pos, us, square, pawns, KNIGHT_OUTPOST.into(), &mut worth);
                }
                PieceType::Bishop => {
                    worth.add(BISHOP_MOBILITY.at(mobility), 1);
                    minor(pos, us, square, pawns, BISHOP_OUTPOST.into(), &mut worth);
                    worth.add(BISHOP_PAWN, (own_pawns & colored_as(square)).len() as i32);
                }
                PieceType::Rook => {
                    worth.add(ROOK_MOBILITY.at(mobility), 1);
                    rook_file(pos, us, square, &mut worth);
                }
                _ => worth.add(QUEEN_MOBILITY.at(mobility), 1),
            }
        }
    }
    worth
}

/// What a piece attacks: a slider through its own side's like sliders, a pinned piece on its line.
#[inline]
fn reach(pos: &Position, us: Color, kind: PieceType, square: Square) -> Bitboard {
    let queens = pos.pieces(us, PieceType::Queen);
    let occupied = match kind {
        PieceType::Bishop => pos.occupied() - queens,
        PieceType::Rook => pos.occupied() - queens - pos.pieces(us, PieceType::Rook),
        _ => pos.occupied(),
    };
    let attacked = attacks::of(kind, square, occupied);
    if pos.blockers(us).contains(square) {
        attacked & attacks::line(pos.king(us), square)
    } else {
        attacked
    }
}

/// A knight's or bishop's place: an outpost, behind a pawn, near its king.
#[inline(always)]
fn minor<L: TermAccumulator>(
    pos: &Position,
    us: Color,
    square: Square,
    pawns: &Pawns,
    outpost: Weight,
    worth: &mut L,
) {
    let rank = us.relative_rank(square.rank());
    let safe = !pawns.attack_spans[!us].contains(square);
    let own_pawns = pos.pieces(us, PieceType::Pawn);
    if (Rank::Fourth..=Rank::Sixth).contains(&rank)
        && safe
        && attacks::pawn(!us, square).intersects(own_pawns)
    {
        worth.add(outpost, 1);
    }
    if Bitboard::of(square).shift(us.forward()).intersects(pos.by_type(PieceType::Pawn)) {
        worth.add(MINOR_BEHIND_PAWN, 1);
    }
    worth.add(KING_PROTECTOR, pos.king(us).distance(square) as i32);
}

#[inline(always)]
fn rook_file<L: TermAccumulator>(pos: &Position, us: Color, square: Square, worth: &mut L) {
    let file = Bitboard::file(square.file());
    if file.intersects(pos.pieces(us, PieceType::Pawn)) {
        return;
    }
    let closed = file.intersects(pos.pieces(!us, PieceType::Pawn));
    worth.add(if closed { ROOK_HALF_OPEN_FILE } else { ROOK_OPEN_FILE }, 1);
}
