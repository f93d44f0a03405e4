//! Knights, bishops, rooks and queens: how far they reach and where they stand.

use super::weights::{
    BISHOP_MOBILITY, BISHOP_OUTPOST, BISHOP_PAWN, KING_ATTACKER, KNIGHT_MOBILITY, KNIGHT_OUTPOST,
    MINOR_BEHIND_PAWN, QUEEN_MOBILITY, ROOK_HALF_OPEN_FILE, ROOK_MOBILITY, ROOK_OPEN_FILE,
};
use super::{Attacks, Pawns};
use ferz::{Bitboard, Color, PieceType, Position, Rank, Score, Square, attacks};

/// The worth of a side's pieces; what they attack is noted.
pub(super) fn pieces(pos: &Position, us: Color, pawns: &Pawns, info: &mut Attacks) -> Score {
    let own_pawns = pos.pieces(us, PieceType::Pawn);
    // Mobility counts where a piece may go without being lost to a pawn or in its own men's way.
    let low = Bitboard::relative_rank(us, Rank::Second) | Bitboard::relative_rank(us, Rank::Third);
    let blocked = own_pawns & (pos.occupied().shift((!us).forward()) | low);
    let king = Bitboard::of(pos.king(us));
    let area = !(blocked | king | info.by[!us][PieceType::Pawn]);
    let mut score = Score::ZERO;
    for kind in [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen] {
        for square in pos.pieces(us, kind) {
            let attacked = reach(pos, us, kind, square);
            info.add(us, kind, attacked);
            let on_zone = attacked & info.king_zone[!us];
            if on_zone.any() {
                info.king_attackers[!us] += 1;
                info.king_attack[!us] += KING_ATTACKER[kind];
            }
            let mobility = (attacked & area).len();
            score += match kind {
                PieceType::Knight => {
                    KNIGHT_MOBILITY[mobility] + minor(pos, us, square, pawns, KNIGHT_OUTPOST)
                }
                PieceType::Bishop => {
                    let outpost = minor(pos, us, square, pawns, BISHOP_OUTPOST);
                    BISHOP_MOBILITY[mobility] + outpost + bad_bishop(square, own_pawns)
                }
                PieceType::Rook => ROOK_MOBILITY[mobility] + rook_file(pos, us, square),
                _ => QUEEN_MOBILITY[mobility],
            };
        }
    }
    score
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

fn minor(pos: &Position, us: Color, square: Square, pawns: &Pawns, outpost: Score) -> Score {
    let mut score = Score::ZERO;
    let rank = us.relative_rank(square.rank());
    let safe = !pawns.attack_spans[!us].contains(square);
    let own_pawns = pos.pieces(us, PieceType::Pawn);
    if (Rank::Fourth..=Rank::Sixth).contains(&rank)
        && safe
        && attacks::pawn(!us, square).intersects(own_pawns)
    {
        score += outpost;
    }
    if Bitboard::of(square).shift(us.forward()).intersects(pos.kind(PieceType::Pawn)) {
        score += MINOR_BEHIND_PAWN;
    }
    score
}

fn bad_bishop(square: Square, own_pawns: Bitboard) -> Score {
    let color = if Bitboard::DARK.contains(square) { Bitboard::DARK } else { Bitboard::LIGHT };
    BISHOP_PAWN * (own_pawns & color).len() as i32
}

fn rook_file(pos: &Position, us: Color, square: Square) -> Score {
    let file = Bitboard::file(square.file());
    if file.intersects(pos.pieces(us, PieceType::Pawn)) {
        Score::ZERO
    } else if file.intersects(pos.pieces(!us, PieceType::Pawn)) {
        ROOK_HALF_OPEN_FILE
    } else {
        ROOK_OPEN_FILE
    }
}
