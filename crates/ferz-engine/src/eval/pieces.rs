//! Mobility, outposts and open files of knights, bishops, rooks and queens.

use super::attacks::{AttackMaps, adjacent, same_color_squares};
use super::pawns::Pawns;
use super::weights::{
    BISHOP_MOBILITY, BISHOP_OUTPOST, BISHOP_PAWN, HANGING, KING_PROTECTOR, KING_THREAT,
    KNIGHT_MOBILITY, KNIGHT_OUTPOST, MINOR_BEHIND_PAWN, MINOR_THREAT, PAWN_PUSH_THREAT,
    PAWN_THREAT, QUEEN_MOBILITY, RESTRICTED, ROOK_HALF_OPEN_FILE, ROOK_MOBILITY, ROOK_OPEN_FILE,
    ROOK_THREAT,
};
use ferz::{Bitboard, Board, Color, PhaseScore, PieceType, Rank, Square, attacks};

/// Evaluates the pieces of one side and adds their attacks to the maps.
pub(super) fn pieces(pos: &Board, us: Color, pawns: &Pawns, maps: &mut AttackMaps) -> PhaseScore {
    let own_pawns = pos.pieces(us, PieceType::Pawn);
    // The mobility area excludes squares attacked by enemy pawns, the own king, and own pawns that
    // are blocked or on the first two ranks of the pawns.
    let low = Bitboard::relative_rank(us, Rank::Second) | Bitboard::relative_rank(us, Rank::Third);
    let blocked = own_pawns & (pos.occupied().shift((!us).forward()) | low);
    let king = Bitboard::of(pos.king(us));
    let area = !(blocked | king | maps.by[!us][PieceType::Pawn]);
    let mut score = PhaseScore::ZERO;
    for piece_type in [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen] {
        for square in pos.pieces(us, piece_type) {
            let attacked = attacks_with_xrays(pos, maps.blockers[us], us, piece_type, square);
            maps.add(us, piece_type, attacked);
            if attacked.intersects(maps.king_zone[!us]) {
                maps.king_attackers[!us][piece_type] += 1;
            }
            let mobility = (attacked & area).len();
            match piece_type {
                PieceType::Knight => {
                    score += KNIGHT_MOBILITY[mobility];
                    add_minor(pos, us, square, pawns, KNIGHT_OUTPOST, &mut score);
                }
                PieceType::Bishop => {
                    score += BISHOP_MOBILITY[mobility];
                    add_minor(pos, us, square, pawns, BISHOP_OUTPOST, &mut score);
                    score += BISHOP_PAWN * (own_pawns & same_color_squares(square)).len() as i32;
                }
                PieceType::Rook => {
                    score += ROOK_MOBILITY[mobility];
                    add_rook_file(pos, us, square, &mut score);
                }
                _ => score += QUEEN_MOBILITY[mobility],
            }
        }
    }
    score
}

/// Returns the attacks of a piece: bishops and rooks see through own queens, rooks through own
/// rooks, and a pinned piece attacks along the pin only.
#[inline]
fn attacks_with_xrays(
    pos: &Board,
    blockers: Bitboard,
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
    if blockers.contains(square) {
        attacked & attacks::line(pos.king(us), square)
    } else {
        attacked
    }
}

/// Adds the weights of a knight or bishop: outpost, behind a pawn, distance to its king.
#[inline(always)]
fn add_minor(
    pos: &Board,
    us: Color,
    square: Square,
    pawns: &Pawns,
    outpost: PhaseScore,
    score: &mut PhaseScore,
) {
    let rank = us.relative_rank(square.rank());
    let safe = !pawns.attack_spans[!us].contains(square);
    let own_pawns = pos.pieces(us, PieceType::Pawn);
    if (Rank::Fourth..=Rank::Sixth).contains(&rank)
        && safe
        && attacks::pawn(!us, square).intersects(own_pawns)
    {
        *score += outpost;
    }
    if Bitboard::of(square).shift(us.forward()).intersects(pos.by_type(PieceType::Pawn)) {
        *score += MINOR_BEHIND_PAWN;
    }
    *score += KING_PROTECTOR * pos.king(us).distance(square) as i32;
}

/// Adds the weight of a rook on an open or half-open file.
#[inline(always)]
fn add_rook_file(pos: &Board, us: Color, square: Square, score: &mut PhaseScore) {
    let file = Bitboard::file(square.file());
    if file.intersects(pos.pieces(us, PieceType::Pawn)) {
        return;
    }
    let half_open = file.intersects(pos.pieces(!us, PieceType::Pawn));
    *score += if half_open { ROOK_HALF_OPEN_FILE } else { ROOK_OPEN_FILE };
}

/// Evaluates the threats of one side.
pub(super) fn threats(pos: &Board, us: Color, maps: &AttackMaps) -> PhaseScore {
    let them = !us;
    let pawns = pos.pieces(them, PieceType::Pawn);
    let pieces = pos.by_color(them) - pawns - pos.pieces(them, PieceType::King);
    // Strongly defended: by a pawn, or twice where we attack only once.
    let guarded = maps.by[them][PieceType::Pawn] | (maps.twice[them] - maps.twice[us]);
    let weak = (pos.by_color(them) - guarded) & maps.all[us];
    let mut score = PhaseScore::ZERO;

    let minors = maps.by[us][PieceType::Knight] | maps.by[us][PieceType::Bishop];
    add_by_type(pos, (pieces | weak) & minors, &MINOR_THREAT, &mut score);
    let heavy = pieces & (pos.by_type(PieceType::Rook) | pos.by_type(PieceType::Queen)) | weak;
    add_by_type(pos, heavy & maps.by[us][PieceType::Rook], &ROOK_THREAT, &mut score);
    if (weak & maps.by[us][PieceType::King]).any() {
        score += KING_THREAT;
    }
    let hanging = weak - maps.all[them];
    score += HANGING * (hanging & pieces).len() as i32;

    // Squares attacked by both sides and not strongly defended restrict the opponent's pieces.
    let restricted = (maps.all[us] & maps.all[them]) - guarded;
    score += RESTRICTED * restricted.len() as i32;

    let safe = maps.all[us] | !maps.all[them];
    let own = pos.pieces(us, PieceType::Pawn) & safe;
    score += PAWN_THREAT * (pawn_attacks(us, own) & pieces).len() as i32;
    let pushes = pawn_pushes(pos, us) & (safe - maps.by[them][PieceType::Pawn]);
    let new = pawn_attacks(us, pushes) & (pieces - maps.by[us][PieceType::Pawn]);
    score += PAWN_PUSH_THREAT * new.len() as i32;
    score
}

/// Adds the weight of each target by its piece type, from pawn to queen.
#[inline(always)]
fn add_by_type(pos: &Board, targets: Bitboard, weights: &[PhaseScore; 5], score: &mut PhaseScore) {
    for (&weight, piece_type) in weights.iter().zip(PieceType::ALL) {
        *score += weight * (targets & pos.by_type(piece_type)).len() as i32;
    }
}

fn pawn_attacks(us: Color, pawns: Bitboard) -> Bitboard {
    adjacent(pawns.shift(us.forward()))
}

fn pawn_pushes(pos: &Board, us: Color) -> Bitboard {
    let free = !pos.occupied();
    let once = pos.pieces(us, PieceType::Pawn).shift(us.forward()) & free;
    let third = Bitboard::relative_rank(us, Rank::Third);
    once | ((once & third).shift(us.forward()) & free)
}
