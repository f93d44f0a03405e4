//! The weights of the evaluation terms: middlegame and endgame, in centipawns or, for king danger,
//! in danger units.
//!
//! They were fitted to the results and search scores of self-play games by logistic regression
//! (Texel's tuning method, Peter Österlund, 2014).

use ferz::PhaseScore;
/// Converts pairs of a middlegame and an endgame weight.
const fn scores<const N: usize>(pairs: [(i16, i16); N]) -> [PhaseScore; N] {
    let mut scores = [PhaseScore::ZERO; N];
    let mut i = 0;
    while i < N {
        scores[i] = PhaseScore::new(pairs[i].0, pairs[i].1);
        i += 1;
    }
    scores
}

/// Bonus for the side to move.
pub(super) const TEMPO: PhaseScore = PhaseScore::new(33, 17);
/// Two bishops or more.
pub(super) const BISHOP_PAIR: PhaseScore = PhaseScore::new(13, 63);
/// Two bishops or more, for each own pawn above five.
pub(super) const BISHOP_PAIR_PAWN: PhaseScore = PhaseScore::new(1, 2);
/// Two knights or more.
pub(super) const KNIGHT_PAIR: PhaseScore = PhaseScore::new(-2, -3);
/// A knight, for each own pawn above five.
pub(super) const KNIGHT_PAWN: PhaseScore = PhaseScore::new(2, 7);
/// A rook, for each own pawn above five.
pub(super) const ROOK_PAWN: PhaseScore = PhaseScore::new(2, -2);
/// Two rooks or more.
pub(super) const ROOK_PAIR: PhaseScore = PhaseScore::new(-33, -1);
/// A rook with an own queen on the board.
pub(super) const QUEEN_ROOK: PhaseScore = PhaseScore::new(-53, -2);
/// A queen more, for each minor piece less.
pub(super) const QUEEN_FOR_MINOR: PhaseScore = PhaseScore::new(-26, 25);
/// A queen more, for each rook less.
pub(super) const QUEEN_FOR_ROOK: PhaseScore = PhaseScore::new(9, 45);
/// Isolated pawn: no own pawn on the adjacent files.
pub(super) const ISOLATED: PhaseScore = PhaseScore::new(-5, -11);
/// Doubled pawn: an own pawn in front of it on its file.
pub(super) const DOUBLED: PhaseScore = PhaseScore::new(-11, -12);
/// Backward pawn: all neighbours are ahead, and an enemy pawn attacks the stop square.
pub(super) const BACKWARD: PhaseScore = PhaseScore::new(-4, -9);
/// An isolated or backward pawn without an enemy pawn ahead on its file.
pub(super) const UNOPPOSED: PhaseScore = PhaseScore::new(-6, -8);
/// Connected pawn: in a phalanx or supported, by rank.
pub(super) static CONNECTED: [PhaseScore; 8] =
    scores([(0, 0), (3, -2), (7, 7), (10, 12), (15, 22), (38, 50), (61, 60), (0, 0)]);
/// Passed pawn, by rank.
pub(super) static PASSED: [PhaseScore; 8] =
    scores([(0, 0), (-9, 12), (1, 30), (-16, 54), (14, 98), (55, 118), (111, 128), (0, 0)]);
/// Passed pawn with a free and safe path to promotion, by rank.
pub(super) static PASSED_FREE: [PhaseScore; 8] =
    scores([(0, 0), (0, 8), (-11, 10), (-19, 19), (-18, 41), (23, 72), (45, 101), (0, 0)]);
/// Passed pawn defended by a pawn, by rank.
pub(super) static PASSED_DEFENDED: [PhaseScore; 8] =
    scores([(0, 0), (0, 0), (8, -8), (11, -2), (12, -2), (25, -10), (27, 19), (0, 0)]);
/// Blocked passed pawn, by rank.
pub(super) static PASSED_BLOCKED: [PhaseScore; 8] =
    scores([(0, 0), (-8, 6), (-6, 0), (-1, -8), (-8, -14), (-18, -25), (-43, -49), (0, 0)]);
/// Distance of the enemy king to the stop square of a passed pawn, per step, by rank.
pub(super) static PASSED_OTHER_KING: [PhaseScore; 8] =
    scores([(0, 0), (3, -2), (-3, 2), (-3, 10), (-4, 18), (1, 31), (-5, 40), (0, 0)]);
/// Distance of the own king to the stop square of a passed pawn, per step, by rank.
pub(super) static PASSED_OWN_KING: [PhaseScore; 8] =
    scores([(0, 0), (-2, 2), (1, -6), (6, -13), (3, -19), (-6, -20), (-6, -20), (0, 0)]);
/// Knight mobility, by number of squares.
pub(super) static KNIGHT_MOBILITY: [PhaseScore; 9] = scores([
    (-48, 9),
    (-41, -2),
    (-28, 11),
    (-24, 29),
    (-19, 41),
    (-14, 47),
    (-9, 51),
    (-2, 51),
    (5, 44),
]);
/// Bishop mobility, by number of squares.
pub(super) static BISHOP_MOBILITY: [PhaseScore; 14] = scores([
    (-42, -12),
    (-29, -13),
    (-18, 6),
    (-12, 19),
    (-6, 28),
    (0, 35),
    (3, 41),
    (6, 45),
    (9, 45),
    (8, 47),
    (14, 44),
    (26, 41),
    (40, 31),
    (38, 37),
]);
/// Rook mobility, by number of squares.
pub(super) static ROOK_MOBILITY: [PhaseScore; 15] = scores([
    (-50, -62),
    (-22, -19),
    (-9, 10),
    (-6, 20),
    (-2, 31),
    (-2, 46),
    (-2, 51),
    (1, 55),
    (5, 61),
    (8, 63),
    (7, 68),
    (9, 73),
    (7, 77),
    (14, 75),
    (14, 71),
]);
/// Queen mobility, by number of squares.
pub(super) static QUEEN_MOBILITY: [PhaseScore; 28] = scores([
    (-24, -56),
    (-21, -41),
    (-15, -32),
    (-6, -35),
    (-8, -23),
    (-5, -17),
    (-1, -18),
    (-1, -4),
    (1, 7),
    (3, 14),
    (5, 23),
    (6, 30),
    (8, 31),
    (8, 42),
    (9, 53),
    (10, 51),
    (9, 53),
    (11, 54),
    (14, 52),
    (14, 51),
    (17, 43),
    (22, 37),
    (23, 39),
    (24, 37),
    (24, 32),
    (27, 38),
    (30, 43),
    (31, 42),
]);
/// Rook on an open file.
pub(super) const ROOK_OPEN_FILE: PhaseScore = PhaseScore::new(30, 3);
/// Rook on a half-open file.
pub(super) const ROOK_HALF_OPEN_FILE: PhaseScore = PhaseScore::new(16, 6);
/// Knight outpost: defended by a pawn, outside the enemy pawn attack span.
pub(super) const KNIGHT_OUTPOST: PhaseScore = PhaseScore::new(20, 8);
/// Bishop outpost.
pub(super) const BISHOP_OUTPOST: PhaseScore = PhaseScore::new(21, 15);
/// Minor piece directly behind a pawn.
pub(super) const MINOR_BEHIND_PAWN: PhaseScore = PhaseScore::new(4, 13);
/// Bishop, for each own pawn on squares of its colour.
pub(super) const BISHOP_PAWN: PhaseScore = PhaseScore::new(-4, -2);
/// Distance between a minor piece and its own king, per step.
pub(super) const KING_PROTECTOR: PhaseScore = PhaseScore::new(-4, 0);
/// Piece attacked by a safe pawn.
pub(super) const PAWN_THREAT: PhaseScore = PhaseScore::new(71, 57);
/// Piece attacked after a safe pawn push.
pub(super) const PAWN_PUSH_THREAT: PhaseScore = PhaseScore::new(18, 16);
/// Attack by a minor piece, by the attacked type from pawn to queen; pawns only if weak.
pub(super) static MINOR_THREAT: [PhaseScore; 5] =
    scores([(7, 27), (23, 34), (37, 40), (71, 36), (61, 43)]);
/// Attack by a rook, by the attacked type from pawn to queen; pawns and minors only if weak.
pub(super) static ROOK_THREAT: [PhaseScore; 5] =
    scores([(6, 30), (26, 27), (31, 25), (-1, 13), (76, 33)]);
/// King attack on a weak piece or pawn.
pub(super) const KING_THREAT: PhaseScore = PhaseScore::new(31, 38);
/// Hanging piece: attacked and undefended.
pub(super) const HANGING: PhaseScore = PhaseScore::new(21, 9);
/// Square attacked by both sides that the opponent does not defend strongly.
pub(super) const RESTRICTED: PhaseScore = PhaseScore::new(4, 1);
/// King zone attacker by type, from knight to queen, times the number of attackers, in danger
/// units.
pub(super) static KING_ATTACKER: [PhaseScore; 4] = scores([(19, 46), (6, 31), (20, 22), (12, 35)]);
/// Attacked square next to the king.
pub(super) const KING_SQUARE_ATTACKED: PhaseScore = PhaseScore::new(45, 19);
/// Attacked square next to the king, defended by at most the king or a queen.
pub(super) const KING_SQUARE_WEAK: PhaseScore = PhaseScore::new(46, 9);
/// Safe check, by piece type from knight to queen.
pub(super) static SAFE_CHECK: [PhaseScore; 4] =
    scores([(290, 263), (182, 224), (314, 339), (268, 273)]);
/// King attack without a queen.
pub(super) const DANGER_NO_QUEEN: PhaseScore = PhaseScore::new(-235, -232);
/// Constant danger of any king attack.
pub(super) const DANGER_BASE: PhaseScore = PhaseScore::new(11, 23);
/// File next to the king without an own pawn, in danger units.
pub(super) const DANGER_OPEN_FILE: PhaseScore = PhaseScore::new(50, -10);
/// File next to the king with a near enemy pawn, in danger units.
pub(super) const DANGER_STORM: PhaseScore = PhaseScore::new(24, 23);
/// Nearest own pawn on a file next to the king: files from the edge inwards, eight relative
/// ranks each, rank 0 without a pawn.
pub(super) static SHELTER: [PhaseScore; 32] = scores([
    (-2, 4),
    (41, -13),
    (34, -10),
    (24, -10),
    (14, 3),
    (2, 9),
    (9, 8),
    (0, 0),
    (-19, -1),
    (30, -3),
    (22, -8),
    (-6, -5),
    (-14, -1),
    (-16, 8),
    (5, 8),
    (0, 0),
    (-7, -2),
    (37, 2),
    (10, -4),
    (5, -7),
    (1, -6),
    (0, 3),
    (6, 15),
    (0, 0),
    (-8, 0),
    (8, 4),
    (4, -1),
    (-6, -2),
    (-10, -1),
    (-19, 2),
    (-34, 8),
    (0, 0),
]);
/// Nearest enemy pawn on a file next to the king, by rank relative to the king's side; rank 0
/// without a pawn.
pub(super) static STORM: [PhaseScore; 8] =
    scores([(-6, -2), (0, 15), (-38, 9), (-22, 6), (-10, 5), (-5, 2), (-4, -2), (0, 0)]);
/// Nearest enemy pawn, blocked by an own pawn.
pub(super) static STORM_BLOCKED: [PhaseScore; 8] =
    scores([(0, 0), (0, 0), (-17, -3), (0, -3), (0, -6), (2, -8), (-8, -15), (0, 0)]);
/// Shelter that needs castling first.
pub(super) const CASTLING_TO_COME: PhaseScore = PhaseScore::new(-14, -11);
/// File next to the king without own pawns, while the opponent has rooks or queens.
pub(super) const KING_HALF_OPEN_FILE: PhaseScore = PhaseScore::new(-1, -12);
