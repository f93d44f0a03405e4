//! Tactical motifs: conditions on a position or on two moves, which the reasons of a review and the themes of
//! puzzles share.

use ferz::{Bitboard, Color, Move, Piece, PieceType, Position, Rank, Square, attacks};

/// Returns the value of a piece in pawns, as beginners learn it. A king is worth more than all.
pub const fn value(piece_type: PieceType) -> i32 {
    match piece_type {
        PieceType::Pawn => 1,
        PieceType::Knight | PieceType::Bishop => 3,
        PieceType::Rook => 5,
        PieceType::Queen => 9,
        PieceType::King => 99,
    }
}

/// The types that count as material: all but the king.
pub(super) const MATERIAL: [PieceType; 5] =
    [PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];

/// Returns the material of a side minus that of the other, in pawns.
pub fn balance(position: &Position, side: Color) -> i32 {
    let material = |color| -> i32 {
        let count = |piece| value(piece) * position.pieces(color, piece).len() as i32;
        MATERIAL.into_iter().map(count).sum()
    };
    material(side) - material(!side)
}

/// Returns the type of the piece on a square.
pub(super) fn type_on(position: &Position, square: Square) -> Option<PieceType> {
    position.piece_on(square).map(Piece::piece_type)
}

/// Returns true if a piece can be captured with profit by the plain count of values: it is attacked by a
/// lesser piece, or attacked and not protected.
pub fn is_in_danger(position: &Position, square: Square) -> bool {
    let Some(piece) = position.piece_on(square) else { return false };
    let attackers = position.attackers_to(square);
    let enemies = attackers & position.by_color(!piece.color());
    let by_lesser = enemies.squares().any(|from| {
        let attacker = type_on(position, from).map_or(99, value);
        attacker < value(piece.piece_type())
    });
    by_lesser || enemies.any() && !is_protected(position, square)
}

/// Returns true if an own piece protects a piece, also behind a piece that attacks through another.
pub fn is_protected(position: &Position, square: Square) -> bool {
    let Some(piece) = position.piece_on(square) else { return false };
    let own = position.by_color(piece.color());
    (position.attackers_to(square) & own).any()
}

/// Returns the pieces that the piece on a square forks: two or more, no pawns, each worth more than the attacker,
/// or unprotected without attacking it. Empty if there is no fork, if the attacker is a king, and if it can itself be
/// captured with profit.
pub fn forked(position: &Position, from: Square) -> Bitboard {
    let Some(piece) = position.piece_on(from) else { return Bitboard::EMPTY };
    let attacker = piece.piece_type();
    if attacker == PieceType::King || is_in_danger(position, from) {
        return Bitboard::EMPTY;
    }
    let enemies = position.attacks_from(from) & position.by_color(!piece.color());
    let targets = enemies.squares().filter(|&target| {
        let attacked = type_on(position, target).unwrap_or(PieceType::Pawn);
        attacked != PieceType::Pawn
            && (value(attacked) > value(attacker)
                || !is_protected(position, target) && !position.attacks_from(target).contains(from))
    });
    let targets = targets.fold(Bitboard::EMPTY, Bitboard::with);
    if targets.more_than_one() { targets } else { Bitboard::EMPTY }
}

/// Returns true if the last move uncovered a check: another piece than the moved one gives it.
pub fn uncovers_check(after: &Position, mv: Move) -> bool {
    let checkers = after.checkers();
    checkers.any() && !checkers.contains(mv.to()) && !mv.is_castling()
}

/// Returns true if a move of a piece opens the line along which the next move of its side captures.
pub fn uncovers_capture(first: Move, second: Move) -> bool {
    second.is_capture()
        && attacks::between(second.from(), second.to()).contains(first.from())
        && second.from() != first.to()
        && second.to() != first.to()
}

/// Returns the two enemy pieces on a line from a slider, the nearer first, if the nearer is worth more than the
/// slider and at least as much as the one behind it, which is no pawn.
pub fn skewered(position: &Position, from: Square) -> impl Iterator<Item = (Square, Square)> {
    let slider = position.piece_on(from).filter(|piece| {
        matches!(piece.piece_type(), PieceType::Bishop | PieceType::Rook | PieceType::Queen)
    });
    let enemies = slider.map_or(Bitboard::EMPTY, |piece| position.by_color(!piece.color()));
    let nearer = position.attacks_from(from) & enemies;
    nearer.squares().filter_map(move |front| {
        let slider = slider?.piece_type();
        // What the slider attacks once the front piece has gone: a table of rays would be larger than this code.
        let occupied = position.occupied().without(front);
        let opened = attacks::of(slider, from, occupied) & !position.attacks_from(from) & enemies;
        let behind = opened.first()?;
        let [first, second] = [front, behind].map(|square| type_on(position, square));
        let (first, second) = (value(first?), value(second?));
        (first > value(slider) && first >= second && second > 1).then_some((front, behind))
    })
}

/// Returns true if a piece of the side to move, no pawn and no king, is lost: the enemy captures it with profit if it
/// stays, and each of its moves loses material by the exchanges on the square reached. False in check.
pub fn is_trapped(position: &Position, square: Square) -> bool {
    let side = position.side_to_move();
    let is_piece = position.piece_on(square).is_some_and(|piece| {
        piece.color() == side && !matches!(piece.piece_type(), PieceType::Pawn | PieceType::King)
    });
    if !is_piece || position.in_check() {
        return false;
    }
    let mut passed = position.clone();
    passed.do_null_move();
    let captures = passed.legal_captures();
    let is_lost = |mv: &Move| mv.to() == square && passed.see_ge(*mv, 100);
    captures.into_iter().any(|mv| is_lost(&mv))
        && position
            .legal_moves_from(Bitboard::of(square))
            .into_iter()
            .all(|mv| !position.see_ge(mv, 0))
}

/// Returns true if a knight mates a king whose neighbours are all its own pieces.
pub fn is_smothered(mate: &Position) -> bool {
    let side = mate.side_to_move();
    let by_knight = mate.checkers().is_subset(mate.by_type(PieceType::Knight));
    by_knight && attacks::king(mate.king(side)).is_subset(mate.by_color(side))
}

/// Returns true if the side to move is mated along its back rank, and own pieces that the enemy does not attack hold
/// the king there.
pub fn is_back_rank_mate(mate: &Position) -> bool {
    let side = mate.side_to_move();
    let back_rank = Bitboard::relative_rank(side, Rank::First);
    let king = mate.king(side);
    let ahead = attacks::king(king) & !back_rank;
    mate.is_checkmate()
        && back_rank.contains(king)
        && mate.checkers().intersects(back_rank)
        && ahead.intersects(mate.by_color(side))
        && ahead.squares().all(|square| {
            mate.by_color(side).contains(square)
                && (mate.attackers_to(square) & mate.by_color(!side)).is_empty()
        })
}
