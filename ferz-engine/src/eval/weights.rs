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
    TEMPO: 1 = [(18, 18)];
    /// Two bishops or more.
    BISHOP_PAIR: 1 = [(28, 52)];
    /// Two bishops or more, for each own pawn above five: they close lines.
    BISHOP_PAIR_PAWN: 1 = [(-2, -2)];
    /// Two knights or more, which guard the same things.
    KNIGHT_PAIR: 1 = [(-6, -10)];
    /// A knight, for each own pawn above five: a crowded board is where it is strong.
    KNIGHT_PAWN: 1 = [(3, 4)];
    /// A rook, for each own pawn above five, which stand in its way.
    ROOK_PAWN: 1 = [(-3, -4)];
    /// Two rooks or more: the second finds its open file taken.
    ROOK_PAIR: 1 = [(-12, -16)];
    /// A rook beside an own queen, which does much of the same work.
    QUEEN_ROOK: 1 = [(-8, -6)];
    /// A queen more, for each minor piece less: pieces that defend each other hold their own.
    QUEEN_FOR_MINOR: 1 = [(-14, -10)];
    /// A queen more, for each rook less.
    QUEEN_FOR_ROOK: 1 = [(-10, -18)];
    /// A pawn with no friend on the files beside it.
    ISOLATED: 1 = [(-9, -14)];
    /// A pawn with a friend in front of it on its file.
    DOUBLED: 1 = [(-8, -20)];
    /// A pawn that its friends have left behind and that cannot safely advance.
    BACKWARD: 1 = [(-9, -9)];
    /// An isolated or backward pawn with no pawn of the other side ahead on its file.
    UNOPPOSED: 1 = [(-4, -6)];
    /// A pawn beside or defended by a friend, by its rank.
    CONNECTED: 8 = [(0, 0), (3, 0), (6, 4), (8, 7), (15, 17), (32, 36), (48, 52), (0, 0)];
    /// A passed pawn, by its rank.
    PASSED: 8 = [(0, 0), (0, 10), (0, 14), (6, 28), (26, 56), (62, 104), (104, 160), (0, 0)];
    /// A passed pawn whose way is free to the last rank, by its rank.
    PASSED_FREE: 8 = [(0, 0), (0, 0), (0, 2), (2, 8), (6, 18), (14, 36), (20, 64), (0, 0)];
    /// A passed pawn that a pawn defends, by its rank.
    PASSED_DEFENDED: 8 = [(0, 0), (0, 0), (0, 0), (4, 4), (6, 8), (10, 14), (14, 20), (0, 0)];
    /// A passed pawn with a piece right before it, by its rank.
    PASSED_BLOCKED: 8 = [
        (0, 0), (0, -2), (-2, -6), (-4, -12), (-8, -22), (-16, -40), (-26, -62), (0, 0),
    ];
    /// The other king's distance to a passed pawn's next square, by the pawn's rank, a step.
    PASSED_OTHER_KING: 8 = [(0, 0), (0, 0), (0, 1), (0, 3), (0, 8), (0, 13), (0, 18), (0, 0)];
    /// The own king's distance to a passed pawn's next square, by the pawn's rank, a step.
    PASSED_OWN_KING: 8 = [(0, 0), (0, 0), (0, -1), (0, -2), (0, -5), (0, -8), (0, -8), (0, 0)];
    /// Squares a knight reaches.
    KNIGHT_MOBILITY: 9 = [
        (-38, -46), (-24, -28), (-8, -12), (-2, -2), (4, 4), (9, 10), (14, 13), (19, 14), (24, 14),
    ];
    /// Squares a bishop reaches.
    BISHOP_MOBILITY: 14 = [
        (-30, -42), (-16, -26), (-4, -10), (3, -2), (9, 6), (15, 14), (20, 20), (23, 24), (25, 28),
        (27, 30), (30, 31), (34, 30), (36, 32), (38, 32),
    ];
    /// Squares a rook reaches.
    ROOK_MOBILITY: 15 = [
        (-34, -52), (-20, -28), (-12, -8), (-7, 6), (-5, 16), (-2, 24), (2, 30), (5, 35), (8, 40),
        (11, 45), (13, 50), (15, 54), (17, 57), (20, 59), (24, 60),
    ];
    /// Squares a queen reaches.
    QUEEN_MOBILITY: 28 = [
        (-28, -60), (-20, -44), (-14, -32), (-10, -24), (-6, -16), (-3, -8), (-1, -2), (1, 4),
        (3, 9), (5, 13), (7, 17), (9, 21), (11, 24), (12, 27), (13, 30), (14, 33), (15, 36),
        (16, 38), (17, 40), (18, 42), (19, 43), (20, 44), (22, 45), (24, 45), (26, 45), (28, 45),
        (30, 45), (32, 45),
    ];
    /// A rook on a file without pawns.
    ROOK_OPEN_FILE: 1 = [(30, 12)];
    /// A rook on a file without own pawns.
    ROOK_HALF_OPEN_FILE: 1 = [(13, 8)];
    /// A knight on a square defended by a pawn that no pawn can drive it from.
    KNIGHT_OUTPOST: 1 = [(26, 16)];
    /// A bishop on such a square.
    BISHOP_OUTPOST: 1 = [(14, 8)];
    /// A minor piece right behind a pawn.
    MINOR_BEHIND_PAWN: 1 = [(6, 4)];
    /// An own pawn on the squares of a bishop's colour, for each.
    BISHOP_PAWN: 1 = [(-3, -5)];
    /// A step of distance between a minor piece and its own king.
    KING_PROTECTOR: 1 = [(-2, -1)];
    /// A pawn attacks a piece.
    PAWN_THREAT: 1 = [(58, 40)];
    /// A pawn that could safely advance would attack a piece.
    PAWN_PUSH_THREAT: 1 = [(16, 14)];
    /// A minor piece attacks: pawn, knight, bishop, rook, queen; pawns only if undefended.
    MINOR_THREAT: 5 = [(2, 14), (20, 20), (24, 24), (44, 42), (40, 48)];
    /// A rook attacks: pawn, knight, bishop, rook, queen; the first three only if undefended.
    ROOK_THREAT: 5 = [(0, 14), (20, 26), (20, 28), (0, 10), (44, 22)];
    /// The king attacks something undefended.
    KING_THREAT: 1 = [(10, 34)];
    /// A piece is attacked and not defended.
    HANGING: 1 = [(24, 18)];
    /// A square that both sides attack and the other side defends badly.
    RESTRICTED: 1 = [(1, 1)];
    /// An attack on the king's surroundings in units of danger, by the attacker's type from knight to
    /// queen, times the number of attackers.
    KING_ATTACKER: 4 = [(26, 26), (18, 18), (17, 17), (10, 10)];
    /// An attacked square next to the king.
    KING_SQUARE_ATTACKED: 1 = [(22, 22)];
    /// An attacked square next to the king that only the king or a queen defends.
    KING_SQUARE_WEAK: 1 = [(58, 58)];
    /// A check that could be given on a safe square, by the checker's type from knight to queen.
    SAFE_CHECK: 4 = [(250, 250), (200, 200), (330, 330), (240, 240)];
    /// The attackers have no queen.
    DANGER_NO_QUEEN: 1 = [(-260, -260)];
    /// Where danger begins to count.
    DANGER_BASE: 1 = [(-10, -10)];
    /// A file by the king without an own pawn, in danger.
    DANGER_OPEN_FILE: 1 = [(20, 0)];
    /// A file by the king with a pawn of the other side near, in danger.
    DANGER_STORM: 1 = [(10, 0)];
    /// The nearest own pawn on a file by the king, by its rank as its side counts; 0 if none. Files
    /// from the edge inwards.
    SHELTER: 32 = [
        (-4, 0), (40, 0), (42, 0), (22, 0), (14, 0), (6, 0), (4, 0), (0, 0), (-22, 0), (34, 0),
        (20, 0), (-16, 0), (-10, 0), (-6, 0), (-4, 0), (0, 0), (-6, 0), (38, 0), (14, 0), (0, 0),
        (6, 0), (2, 0), (-4, 0), (0, 0), (-16, 0), (12, 0), (6, 0), (-8, 0), (-12, 0), (-18, 0),
        (-24, 0), (0, 0),
    ];
    /// The nearest pawn of the other side on a file by the king, by its rank as the king's side
    /// counts; 0 if none.
    STORM: 8 = [(0, 0), (0, 0), (-44, 0), (-26, 0), (-14, 0), (-4, 0), (0, 0), (0, 0)];
    /// The same where an own pawn stands right before it.
    STORM_BLOCKED: 8 = [(0, 0), (0, 0), (-20, 0), (-4, 0), (0, 0), (0, 0), (0, 0), (0, 0)];
    /// The king could stand there after castling only.
    CASTLING_TO_COME: 1 = [(-8, 0)];
    /// The king's file, or one beside it, without own pawns while the other side has rooks or
    /// queens.
    KING_HALF_OPEN_FILE: 1 = [(-12, 0)];
}
