//! What each feature of a position is worth: middlegame and endgame, in centipawns, or in units of
//! danger to the king where it says so.
//!
//! The tuner rewrites the numbers and nothing else.

use super::ledger::Weights;
use ferz::Score;

/// Weights of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// Their name in this file.
    pub name: &'static str,
    /// The first one's place in the list of all.
    pub first: usize,
    /// How many there are.
    pub len: usize,
}

/// Declares groups of weights, which stand one after the other in one list.
macro_rules! weights {
    ($(
        $(#[$doc:meta])*
        $name:ident: $len:literal = [$(($middlegame:literal, $endgame:literal)),* $(,)?];
    )*) => {
        weights!(@place 0; $($(#[$doc])* $name $len)*);
        /// Every weight, group after group.
        pub(super) static VALUES: [Score; COUNT] =
            [$($(Score::new($middlegame, $endgame)),*),*];
        /// The groups, in the order of the list.
        pub(super) const GROUPS: &[Group] =
            &[$(Group { name: stringify!($name), first: $name.first(), len: $len }),*];
    };
    (@place $at:expr; $(#[$doc:meta])* $name:ident $len:literal $($rest:tt)*) => {
        $(#[$doc])*
        pub(super) const $name: Weights<$len> = Weights::starting_at($at);
        weights!(@place $at + $len; $($rest)*);
    };
    (@place $at:expr;) => {
        /// The number of weights.
        pub(super) const COUNT: usize = $at;
    };
}

weights! {
    /// Having the move.
    TEMPO: 1 = [(33, 17)];
    /// Two bishops or more.
    BISHOP_PAIR: 1 = [(13, 63)];
    /// Two bishops or more, for each own pawn above five: they close lines.
    BISHOP_PAIR_PAWN: 1 = [(1, 2)];
    /// Two knights or more, which guard the same things.
    KNIGHT_PAIR: 1 = [(-2, -3)];
    /// A knight, for each own pawn above five: a crowded board is where it is strong.
    KNIGHT_PAWN: 1 = [(2, 7)];
    /// A rook, for each own pawn above five, which stand in its way.
    ROOK_PAWN: 1 = [(2, -2)];
    /// Two rooks or more: the second finds its open file taken.
    ROOK_PAIR: 1 = [(-33, -1)];
    /// A rook beside an own queen, which does much of the same work.
    QUEEN_ROOK: 1 = [(-53, -2)];
    /// A queen more, for each minor piece less: pieces that defend each other hold their own.
    QUEEN_FOR_MINOR: 1 = [(-26, 25)];
    /// A queen more, for each rook less.
    QUEEN_FOR_ROOK: 1 = [(9, 45)];
    /// A pawn with no friend on the files beside it.
    ISOLATED: 1 = [(-5, -11)];
    /// A pawn with a friend in front of it on its file.
    DOUBLED: 1 = [(-11, -12)];
    /// A pawn that its friends have left behind and that cannot safely advance.
    BACKWARD: 1 = [(-4, -9)];
    /// An isolated or backward pawn with no pawn of the other side ahead on its file.
    UNOPPOSED: 1 = [(-6, -8)];
    /// A pawn beside or defended by a friend, by its rank.
    CONNECTED: 8 = [(0, 0), (3, -2), (7, 7), (10, 12), (15, 22), (38, 50), (61, 60), (0, 0)];
    /// A passed pawn, by its rank.
    PASSED: 8 = [(0, 0), (-9, 12), (1, 30), (-16, 54), (14, 98), (55, 118), (111, 128), (0, 0)];
    /// A passed pawn whose way is free to the last rank, by its rank.
    PASSED_FREE: 8 = [(0, 0), (0, 8), (-11, 10), (-19, 19), (-18, 41), (23, 72), (45, 101), (0, 0)];
    /// A passed pawn that a pawn defends, by its rank.
    PASSED_DEFENDED: 8 = [(0, 0), (0, 0), (8, -8), (11, -2), (12, -2), (25, -10), (27, 19), (0, 0)];
    /// A passed pawn with a piece right before it, by its rank.
    PASSED_BLOCKED: 8 = [
        (0, 0), (-8, 6), (-6, 0), (-1, -8), (-8, -14), (-18, -25), (-43, -49), (0, 0),
    ];
    /// The other king's distance to a passed pawn's next square, by the pawn's rank, a step.
    PASSED_OTHER_KING: 8 = [
        (0, 0), (3, -2), (-3, 2), (-3, 10), (-4, 18), (1, 31), (-5, 40), (0, 0),
    ];
    /// The own king's distance to a passed pawn's next square, by the pawn's rank, a step.
    PASSED_OWN_KING: 8 = [
        (0, 0), (-2, 2), (1, -6), (6, -13), (3, -19), (-6, -20), (-6, -20), (0, 0),
    ];
    /// Squares a knight reaches.
    KNIGHT_MOBILITY: 9 = [
        (-48, 9), (-41, -2), (-28, 11), (-24, 29), (-19, 41), (-14, 47), (-9, 51), (-2, 51),
        (5, 44),
    ];
    /// Squares a bishop reaches.
    BISHOP_MOBILITY: 14 = [
        (-42, -12), (-29, -13), (-18, 6), (-12, 19), (-6, 28), (0, 35), (3, 41), (6, 45), (9, 45),
        (8, 47), (14, 44), (26, 41), (40, 31), (38, 37),
    ];
    /// Squares a rook reaches.
    ROOK_MOBILITY: 15 = [
        (-50, -62), (-22, -19), (-9, 10), (-6, 20), (-2, 31), (-2, 46), (-2, 51), (1, 55), (5, 61),
        (8, 63), (7, 68), (9, 73), (7, 77), (14, 75), (14, 71),
    ];
    /// Squares a queen reaches.
    QUEEN_MOBILITY: 28 = [
        (-24, -56), (-21, -41), (-15, -32), (-6, -35), (-8, -23), (-5, -17), (-1, -18), (-1, -4),
        (1, 7), (3, 14), (5, 23), (6, 30), (8, 31), (8, 42), (9, 53), (10, 51), (9, 53), (11, 54),
        (14, 52), (14, 51), (17, 43), (22, 37), (23, 39), (24, 37), (24, 32), (27, 38), (30, 43),
        (31, 42),
    ];
    /// A rook on a file without pawns.
    ROOK_OPEN_FILE: 1 = [(30, 3)];
    /// A rook on a file without own pawns.
    ROOK_HALF_OPEN_FILE: 1 = [(16, 6)];
    /// A knight on a square defended by a pawn that no pawn can drive it from.
    KNIGHT_OUTPOST: 1 = [(20, 8)];
    /// A bishop on such a square.
    BISHOP_OUTPOST: 1 = [(21, 15)];
    /// A minor piece right behind a pawn.
    MINOR_BEHIND_PAWN: 1 = [(4, 13)];
    /// An own pawn on the squares of a bishop's colour, for each.
    BISHOP_PAWN: 1 = [(-4, -2)];
    /// A step of distance between a minor piece and its own king.
    KING_PROTECTOR: 1 = [(-4, 0)];
    /// A pawn attacks a piece.
    PAWN_THREAT: 1 = [(71, 57)];
    /// A pawn that could safely advance would attack a piece.
    PAWN_PUSH_THREAT: 1 = [(18, 16)];
    /// A minor piece attacks: pawn, knight, bishop, rook, queen; pawns only if undefended.
    MINOR_THREAT: 5 = [(7, 27), (23, 34), (37, 40), (71, 36), (61, 43)];
    /// A rook attacks: pawn, knight, bishop, rook, queen; the first three only if undefended.
    ROOK_THREAT: 5 = [(6, 30), (26, 27), (31, 25), (-1, 13), (76, 33)];
    /// The king attacks something undefended.
    KING_THREAT: 1 = [(31, 38)];
    /// A piece is attacked and not defended.
    HANGING: 1 = [(21, 9)];
    /// A square that both sides attack and the other side defends badly.
    RESTRICTED: 1 = [(4, 1)];
    /// An attack on the king's surroundings in units of danger, by the attacker's type from knight to
    /// queen, times the number of attackers.
    KING_ATTACKER: 4 = [(19, 46), (6, 31), (20, 22), (12, 35)];
    /// An attacked square next to the king.
    KING_SQUARE_ATTACKED: 1 = [(45, 19)];
    /// An attacked square next to the king that only the king or a queen defends.
    KING_SQUARE_WEAK: 1 = [(46, 9)];
    /// A check that could be given on a safe square, by the checker's type from knight to queen.
    SAFE_CHECK: 4 = [(290, 263), (182, 224), (314, 339), (268, 273)];
    /// The attackers have no queen.
    DANGER_NO_QUEEN: 1 = [(-235, -232)];
    /// Where danger begins to count.
    DANGER_BASE: 1 = [(11, 23)];
    /// A file by the king without an own pawn, in danger.
    DANGER_OPEN_FILE: 1 = [(50, -10)];
    /// A file by the king with a pawn of the other side near, in danger.
    DANGER_STORM: 1 = [(24, 23)];
    /// The nearest own pawn on a file by the king, by its rank as its side counts; 0 if none. Files
    /// from the edge inwards.
    SHELTER: 32 = [
        (-2, 4), (41, -13), (34, -10), (24, -10), (14, 3), (2, 9), (9, 8), (0, 0), (-19, -1),
        (30, -3), (22, -8), (-6, -5), (-14, -1), (-16, 8), (5, 8), (0, 0), (-7, -2), (37, 2),
        (10, -4), (5, -7), (1, -6), (0, 3), (6, 15), (0, 0), (-8, 0), (8, 4), (4, -1), (-6, -2),
        (-10, -1), (-19, 2), (-34, 8), (0, 0),
    ];
    /// The nearest pawn of the other side on a file by the king, by its rank as the king's side
    /// counts; 0 if none.
    STORM: 8 = [(-6, -2), (0, 15), (-38, 9), (-22, 6), (-10, 5), (-5, 2), (-4, -2), (0, 0)];
    /// The same where an own pawn stands right before it.
    STORM_BLOCKED: 8 = [(0, 0), (0, 0), (-17, -3), (0, -3), (0, -6), (2, -8), (-8, -15), (0, 0)];
    /// The king could stand there after castling only.
    CASTLING_TO_COME: 1 = [(-14, -11)];
    /// The king's file, or one beside it, without own pawns while the other side has rooks or
    /// queens.
    KING_HALF_OPEN_FILE: 1 = [(-1, -12)];
}
