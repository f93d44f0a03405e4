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
    TEMPO: 1 = [(33, 16)];
    /// Two bishops or more.
    BISHOP_PAIR: 1 = [(18, 53)];
    /// Two bishops or more, for each own pawn above five: they close lines.
    BISHOP_PAIR_PAWN: 1 = [(-1, 6)];
    /// Two knights or more, which guard the same things.
    KNIGHT_PAIR: 1 = [(-7, 3)];
    /// A knight, for each own pawn above five: a crowded board is where it is strong.
    KNIGHT_PAWN: 1 = [(-1, 3)];
    /// A rook, for each own pawn above five, which stand in its way.
    ROOK_PAWN: 1 = [(-3, -1)];
    /// Two rooks or more: the second finds its open file taken.
    ROOK_PAIR: 1 = [(-22, -1)];
    /// A rook beside an own queen, which does much of the same work.
    QUEEN_ROOK: 1 = [(-33, -2)];
    /// A queen more, for each minor piece less: pieces that defend each other hold their own.
    QUEEN_FOR_MINOR: 1 = [(-13, 11)];
    /// A queen more, for each rook less.
    QUEEN_FOR_ROOK: 1 = [(10, 19)];
    /// A pawn with no friend on the files beside it.
    ISOLATED: 1 = [(-6, -11)];
    /// A pawn with a friend in front of it on its file.
    DOUBLED: 1 = [(-9, -12)];
    /// A pawn that its friends have left behind and that cannot safely advance.
    BACKWARD: 1 = [(-3, -5)];
    /// An isolated or backward pawn with no pawn of the other side ahead on its file.
    UNOPPOSED: 1 = [(-5, -8)];
    /// A pawn beside or defended by a friend, by its rank.
    CONNECTED: 8 = [(0, 0), (4, 1), (8, 5), (12, 11), (16, 16), (41, 38), (52, 56), (0, 0)];
    /// A passed pawn, by its rank.
    PASSED: 8 = [(0, 0), (1, 15), (1, 19), (-1, 45), (24, 77), (61, 107), (104, 147), (0, 0)];
    /// A passed pawn whose way is free to the last rank, by its rank.
    PASSED_FREE: 8 = [(0, 0), (-3, 1), (-3, 7), (-9, 14), (-2, 28), (19, 55), (24, 71), (0, 0)];
    /// A passed pawn that a pawn defends, by its rank.
    PASSED_DEFENDED: 8 = [(0, 0), (0, 0), (6, 3), (4, 4), (8, 0), (18, 8), (17, 21), (0, 0)];
    /// A passed pawn with a piece right before it, by its rank.
    PASSED_BLOCKED: 8 = [
        (0, 0), (-4, 3), (2, 0), (6, -6), (-6, -16), (-24, -30), (-29, -65), (0, 0),
    ];
    /// The other king's distance to a passed pawn's next square, by the pawn's rank, a step.
    PASSED_OTHER_KING: 8 = [(0, 0), (4, -5), (-2, 4), (-5, 9), (-3, 19), (1, 26), (-5, 30), (0, 0)];
    /// The own king's distance to a passed pawn's next square, by the pawn's rank, a step.
    PASSED_OWN_KING: 8 = [
        (0, 0), (-4, 3), (1, -6), (4, -10), (0, -15), (-3, -16), (-3, -15), (0, 0),
    ];
    /// Squares a knight reaches.
    KNIGHT_MOBILITY: 9 = [
        (-33, -27), (-20, -22), (-12, -14), (-6, 8), (0, 20), (2, 22), (8, 28), (17, 26), (30, 21),
    ];
    /// Squares a bishop reaches.
    BISHOP_MOBILITY: 14 = [
        (-31, -28), (-19, -23), (-8, -10), (-3, 4), (2, 15), (11, 20), (14, 23), (18, 27), (20, 29),
        (19, 32), (30, 30), (32, 28), (37, 30), (37, 36),
    ];
    /// Squares a rook reaches.
    ROOK_MOBILITY: 15 = [
        (-44, -57), (-19, -28), (-8, -8), (-4, 6), (-1, 14), (-2, 27), (1, 35), (1, 41), (5, 46),
        (9, 46), (9, 49), (16, 54), (9, 61), (18, 61), (21, 55),
    ];
    /// Squares a queen reaches.
    QUEEN_MOBILITY: 28 = [
        (-27, -60), (-21, -44), (-17, -32), (-7, -24), (-7, -16), (-4, -8), (1, -6), (3, 2), (4, 9),
        (5, 12), (8, 18), (10, 22), (10, 25), (13, 36), (13, 36), (14, 40), (12, 42), (17, 43),
        (18, 44), (18, 45), (19, 43), (21, 44), (23, 46), (24, 43), (26, 43), (27, 42), (30, 45),
        (32, 44),
    ];
    /// A rook on a file without pawns.
    ROOK_OPEN_FILE: 1 = [(31, 1)];
    /// A rook on a file without own pawns.
    ROOK_HALF_OPEN_FILE: 1 = [(16, 7)];
    /// A knight on a square defended by a pawn that no pawn can drive it from.
    KNIGHT_OUTPOST: 1 = [(18, 9)];
    /// A bishop on such a square.
    BISHOP_OUTPOST: 1 = [(22, 15)];
    /// A minor piece right behind a pawn.
    MINOR_BEHIND_PAWN: 1 = [(3, 12)];
    /// An own pawn on the squares of a bishop's colour, for each.
    BISHOP_PAWN: 1 = [(-3, -3)];
    /// A step of distance between a minor piece and its own king.
    KING_PROTECTOR: 1 = [(-5, 2)];
    /// A pawn attacks a piece.
    PAWN_THREAT: 1 = [(69, 48)];
    /// A pawn that could safely advance would attack a piece.
    PAWN_PUSH_THREAT: 1 = [(17, 17)];
    /// A minor piece attacks: pawn, knight, bishop, rook, queen; pawns only if undefended.
    MINOR_THREAT: 5 = [(7, 28), (26, 26), (39, 34), (66, 41), (56, 50)];
    /// A rook attacks: pawn, knight, bishop, rook, queen; the first three only if undefended.
    ROOK_THREAT: 5 = [(7, 30), (26, 25), (28, 29), (-3, 10), (58, 27)];
    /// The king attacks something undefended.
    KING_THREAT: 1 = [(25, 42)];
    /// A piece is attacked and not defended.
    HANGING: 1 = [(24, 7)];
    /// A square that both sides attack and the other side defends badly.
    RESTRICTED: 1 = [(4, 0)];
    /// An attack on the king's surroundings in units of danger, by the attacker's type from knight to
    /// queen, times the number of attackers.
    KING_ATTACKER: 4 = [(27, 32), (6, 18), (15, 18), (17, 15)];
    /// An attacked square next to the king.
    KING_SQUARE_ATTACKED: 1 = [(47, 15)];
    /// An attacked square next to the king that only the king or a queen defends.
    KING_SQUARE_WEAK: 1 = [(55, 43)];
    /// A check that could be given on a safe square, by the checker's type from knight to queen.
    SAFE_CHECK: 4 = [(258, 253), (200, 203), (326, 331), (257, 246)];
    /// The attackers have no queen.
    DANGER_NO_QUEEN: 1 = [(-257, -257)];
    /// Where danger begins to count.
    DANGER_BASE: 1 = [(1, -5)];
    /// A file by the king without an own pawn, in danger.
    DANGER_OPEN_FILE: 1 = [(38, -2)];
    /// A file by the king with a pawn of the other side near, in danger.
    DANGER_STORM: 1 = [(12, 1)];
    /// The nearest own pawn on a file by the king, by its rank as its side counts; 0 if none. Files
    /// from the edge inwards.
    SHELTER: 32 = [
        (-3, 2), (41, -7), (33, 1), (22, -5), (9, 0), (0, 0), (6, 3), (0, 0), (-16, 1), (34, 0),
        (23, -5), (-6, 0), (-14, 4), (-12, 0), (-3, 2), (0, 0), (-7, -2), (36, 4), (12, 1), (5, -4),
        (1, -6), (4, -3), (0, 9), (0, 0), (-10, 0), (5, 6), (8, 0), (-5, 3), (-10, -2), (-18, -2),
        (-25, -1), (0, 0),
    ];
    /// The nearest pawn of the other side on a file by the king, by its rank as the king's side
    /// counts; 0 if none.
    STORM: 8 = [(-7, -1), (0, 8), (-35, 8), (-22, 6), (-10, 4), (-6, 3), (-2, -4), (0, 0)];
    /// The same where an own pawn stands right before it.
    STORM_BLOCKED: 8 = [(0, 0), (0, 0), (-26, 2), (-1, -7), (-2, -1), (1, -10), (-3, -9), (0, 0)];
    /// The king could stand there after castling only.
    CASTLING_TO_COME: 1 = [(-15, -10)];
    /// The king's file, or one beside it, without own pawns while the other side has rooks or
    /// queens.
    KING_HALF_OPEN_FILE: 1 = [(-7, -4)];
}
