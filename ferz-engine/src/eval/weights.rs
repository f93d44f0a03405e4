//! What each feature of a position is worth, middlegame and endgame, in centipawns.

use ferz::Score;

const fn s(middlegame: i16, endgame: i16) -> Score {
    Score::new(middlegame, endgame)
}

/// Having the move.
pub(super) const TEMPO: i32 = 18;

/// A pawn with no friend on the files beside it.
pub(super) const ISOLATED: Score = s(-9, -14);
/// A pawn with a friend in front of it on its file.
pub(super) const DOUBLED: Score = s(-8, -20);
/// A pawn that its friends have left behind and that cannot safely advance.
pub(super) const BACKWARD: Score = s(-9, -9);
/// A pawn beside or defended by a friend, by its rank.
pub(super) const CONNECTED: [Score; 8] =
    [s(0, 0), s(3, 0), s(6, 4), s(8, 7), s(15, 17), s(32, 36), s(48, 52), s(0, 0)];
/// A passed pawn, by its rank.
pub(super) const PASSED: [Score; 8] =
    [s(0, 0), s(0, 10), s(0, 14), s(6, 28), s(26, 56), s(62, 104), s(104, 160), s(0, 0)];
/// A passed pawn whose way is free to the last rank, by its rank.
pub(super) const PASSED_FREE: [Score; 8] =
    [s(0, 0), s(0, 0), s(0, 2), s(2, 8), s(6, 18), s(14, 36), s(20, 64), s(0, 0)];
/// A passed pawn with a piece right before it, by its rank.
pub(super) const PASSED_BLOCKED: [Score; 8] =
    [s(0, 0), s(0, -2), s(-2, -6), s(-4, -12), s(-8, -22), s(-16, -40), s(-26, -62), s(0, 0)];
/// The other king's distance to a passed pawn's next square, by the pawn's rank, a step.
pub(super) const PASSED_OTHER_KING: [i16; 8] = [0, 0, 1, 3, 8, 13, 18, 0];
/// The own king's distance to a passed pawn's next square, by the pawn's rank, a step.
pub(super) const PASSED_OWN_KING: [i16; 8] = [0, 0, -1, -2, -5, -8, -8, 0];

/// Squares a knight reaches.
pub(super) const KNIGHT_MOBILITY: [Score; 9] = [
    s(-38, -46),
    s(-24, -28),
    s(-8, -12),
    s(-2, -2),
    s(4, 4),
    s(9, 10),
    s(14, 13),
    s(19, 14),
    s(24, 14),
];
/// Squares a bishop reaches.
pub(super) const BISHOP_MOBILITY: [Score; 14] = [
    s(-30, -42),
    s(-16, -26),
    s(-4, -10),
    s(3, -2),
    s(9, 6),
    s(15, 14),
    s(20, 20),
    s(23, 24),
    s(25, 28),
    s(27, 30),
    s(30, 31),
    s(34, 30),
    s(36, 32),
    s(38, 32),
];
/// Squares a rook reaches.
pub(super) const ROOK_MOBILITY: [Score; 15] = [
    s(-34, -52),
    s(-20, -28),
    s(-12, -8),
    s(-7, 6),
    s(-5, 16),
    s(-2, 24),
    s(2, 30),
    s(5, 35),
    s(8, 40),
    s(11, 45),
    s(13, 50),
    s(15, 54),
    s(17, 57),
    s(20, 59),
    s(24, 60),
];
/// Squares a queen reaches.
pub(super) const QUEEN_MOBILITY: [Score; 28] = [
    s(-28, -60),
    s(-20, -44),
    s(-14, -32),
    s(-10, -24),
    s(-6, -16),
    s(-3, -8),
    s(-1, -2),
    s(1, 4),
    s(3, 9),
    s(5, 13),
    s(7, 17),
    s(9, 21),
    s(11, 24),
    s(12, 27),
    s(13, 30),
    s(14, 33),
    s(15, 36),
    s(16, 38),
    s(17, 40),
    s(18, 42),
    s(19, 43),
    s(20, 44),
    s(22, 45),
    s(24, 45),
    s(26, 45),
    s(28, 45),
    s(30, 45),
    s(32, 45),
];
/// A rook on a file without pawns.
pub(super) const ROOK_OPEN_FILE: Score = s(30, 12);
/// A rook on a file without own pawns.
pub(super) const ROOK_HALF_OPEN_FILE: Score = s(13, 8);
/// A knight on a square defended by a pawn that no pawn can drive it from.
pub(super) const KNIGHT_OUTPOST: Score = s(26, 16);
/// A bishop on such a square.
pub(super) const BISHOP_OUTPOST: Score = s(14, 8);
/// A minor piece right behind a pawn.
pub(super) const MINOR_BEHIND_PAWN: Score = s(6, 4);
/// An own pawn on the squares of a bishop's colour, for each.
pub(super) const BISHOP_PAWN: Score = s(-3, -5);

/// A pawn attacks a piece.
pub(super) const PAWN_THREAT: Score = s(58, 40);
/// A pawn that could safely advance would attack a piece.
pub(super) const PAWN_PUSH_THREAT: Score = s(16, 14);
/// A minor piece attacks: pawn, knight, bishop, rook, queen; pawns only if undefended.
pub(super) const MINOR_THREAT: [Score; 5] = [s(2, 14), s(20, 20), s(24, 24), s(44, 42), s(40, 48)];
/// A rook attacks: pawn, knight, bishop, rook, queen; the first three only if undefended.
pub(super) const ROOK_THREAT: [Score; 5] = [s(0, 14), s(20, 26), s(20, 28), s(0, 10), s(44, 22)];
/// The king attacks something undefended.
pub(super) const KING_THREAT: Score = s(10, 34);
/// A piece is attacked and not defended.
pub(super) const HANGING: Score = s(24, 18);

/// The worth of an attack on the king's surroundings, by the attacker's type.
pub(super) const KING_ATTACKER: [i32; 6] = [0, 26, 18, 17, 10, 0];
/// The worth of each attacked square next to the king.
pub(super) const KING_SQUARE_ATTACKED: i32 = 22;
/// The worth of each attacked square next to the king that only the king or a queen defends.
pub(super) const KING_SQUARE_WEAK: i32 = 58;
/// The worth of a check that could be given on a safe square, by the checker's type.
pub(super) const SAFE_CHECK: [i32; 6] = [0, 250, 200, 330, 240, 0];
/// The attack is worth that much less without a queen.
pub(super) const NO_QUEEN: i32 = 260;
/// What the shelter's worth in centipawns takes from the attack's, in halves.
pub(super) const SHELTER_RELIEF: i32 = 2;
/// Where the attack's worth begins to count.
pub(super) const DANGER_BASE: i32 = -10;

/// The nearest own pawn on a file by the king, by its rank as its side counts; 0 if none. Files
/// from the edge inwards.
pub(super) const SHELTER: [[i16; 8]; 4] = [
    [-4, 40, 42, 22, 14, 6, 4, 0],
    [-22, 34, 20, -16, -10, -6, -4, 0],
    [-6, 38, 14, 0, 6, 2, -4, 0],
    [-16, 12, 6, -8, -12, -18, -24, 0],
];
/// The nearest pawn of the other side on a file by the king, by its rank as the king's side
/// counts; 0 if none.
pub(super) const STORM: [i16; 8] = [0, 0, -44, -26, -14, -4, 0, 0];
/// The same where an own pawn stands right before it.
pub(super) const STORM_BLOCKED: [i16; 8] = [0, 0, -20, -4, 0, 0, 0, 0];
/// The king's file, or one beside it, without own pawns.
pub(super) const KING_HALF_OPEN_FILE: Score = s(-12, 0);
