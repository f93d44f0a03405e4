//! Mobility, outposts and open files of knights, bishops, rooks and queens.

use super::attacks::AttackMaps;
use super::pawns::Pawns;
use super::spans::same_color_squares;
use super::term_accumulator::TermAccumulator;
use super::weights::{
    BISHOP_MOBILITY, BISHOP_OUTPOST, BISHOP_PAWN, KING_PROTECTOR, KNIGHT_MOBILITY, KNIGHT_OUTPOST,
    MINOR_BEHIND_PAWN, QUEEN_MOBILITY, ROOK_HALF_OPEN_FILE, ROOK_MOBILITY, ROOK_OPEN_FILE, Weight,
};
use ferz::{Bitboard, Color, PieceType, Position, Rank, Square, attacks};

/// Evaluates the pieces of one side and adds their attacks to the maps.
pub(super) fn pieces<A: TermAccumulator>(
    pos: &Position,
    us: Color,
    pawns: &Pawns,
    maps: &mut AttackMaps,
) -> A {
    let own_pawns = pos.pieces(us, PieceType::Pawn);
    // The mobility area excludes squares attacked by enemy pawns, the own king, and own pawns that
    // are blocked or on the first two ranks of the pawns.
    let low = Bitboard::relative_rank(us, Rank::Second) | Bitboard::relative_rank(us, Rank::Third);
    let blocked = own_pawns & (pos.occupied().shift((!us).forward()) | low);
    let king = Bitboard::of(pos.king(us));
    let area = !(blocked | king | maps.by[!us][PieceType::Pawn]);
    let mut score = A::default();
    for piece_type in [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen] {
        for square in pos.pieces(us, piece_type) {
            let attacked = attacks_with_xrays(pos, us, piece_type, square);
            maps.add(us, piece_type, attacked);
            if attacked.intersects(maps.king_zone[!us]) {
                maps.king_attackers[!us][piece_type] += 1;
            }
            let mobility = (attacked & area).len();
            match piece_type {
                PieceType::Knight => {
                    score.add(KNIGHT_MOBILITY.at(mobility), 1);
                    add_minor(pos, us, square, pawns, KNIGHT_OUTPOST.into(), &mut score);
                }
                PieceType::Bishop => {
                    score.add(BISHOP_MOBILITY.at(mobility), 1);
                    add_minor(pos, us, square, pawns, BISHOP_OUTPOST.into(), &mut score);
                    score.add(BISHOP_PAWN, (own_pawns & same_color_squares(square)).len() as i32);
                }
                PieceType::Rook => {
                    score.add(ROOK_MOBILITY.at(mobility), 1);
                    add_rook_file(pos, us, square, &mut score);
                }
                _ => score.add(QUEEN_MOBILITY.at(mobility), 1),
            }
        }
    }
    score
}

/// Returns the attacks of a piece: bishops and rooks see through own queens, rooks through own
/// rooks, and a pinned piece attacks along the pin only.
#[inline]
fn attacks_with_xrays(
    pos: &Position,
    us: Color,
    piece_type: PieceType,
    square: Square,
) -> Bitboard {
    let queens = pos.pieces(us, PieceType::Queen);
    let occupied = match piece_type {
        PieceType::Bishop => pos.occupied() - queens,
        PieceType::Rook => pos.occupied() - queens - pos.pieces(us, PieceType::Rook),
        _ => pos.occupied(),
    };
    let attacked = attacks::of(piece_type, square, occupied);
    if pos.blockers(us).contains(square) {
        attacked & attacks::line(pos.king(us), square)
    } else {
        attacked
    }
}

/// Adds the weights of a knight or bishop: outpost, behind a pawn, distance to its king.
#[inline(always)]
fn add_minor<A: TermAccumulator>(
    pos: &Position,
    us: Color,
    square: Square,
    pawns: &Pawns,
    outpost: Weight,
    score: &mut A,
) {
    let rank = us.relative_rank(square.rank());
    let safe = !pawns.attack_spans[!us].contains(square);
    let own_pawns = pos.pieces(us, PieceType::Pawn);
    if (Rank::Fourth..=Rank::Sixth).contains(&rank)
        && safe
        && attacks::pawn(!us, square).intersects(own_pawns)
    {
        score.add(outpost, 1);
    }
    if Bitboard::of(square).shift(us.forward()).intersects(pos.by_type(PieceType::Pawn)) {
        score.add(MINOR_BEHIND_PAWN, 1);
    }
    score.add(KING_PROTECTOR, pos.king(us).distance(square) as i32);
}

/// Adds the weight of a rook on an open or half-open file.
#[inline(always)]
fn add_rook_file<A: TermAccumulator>(pos: &Position, us: Color, square: Square, score: &mut A) {
    let file = Bitboard::file(square.file());
    if file.intersects(pos.pieces(us, PieceType::Pawn)) {
        return;
    }
    let half_open = file.intersects(pos.pieces(!us, PieceType::Pawn));
    score.add(if half_open { ROOK_HALF_OPEN_FILE } else { ROOK_OPEN_FILE }, 1);
}
