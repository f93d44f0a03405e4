//! The weights of the evaluation terms: middlegame and endgame, in centipawns or, for king danger,
//! in danger units.
//!
//! `ferz train tune --write` rewrites the numbers and nothing else.

use ferz::PhaseScore;

/// One weight: an index into the list of all weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Weight(pub(super) usize);

/// A group of `N` consecutive weights.
#[derive(Clone, Copy)]
pub(super) struct WeightRange<const N: usize> {
    first: usize,
}

impl<const N: usize> WeightRange<N> {
    /// Returns one weight of the group.
    #[inline(always)]
    pub(super) fn at(self, index: usize) -> Weight {
        debug_assert!(index < N);
        Weight(self.first + index)
    }
}

impl From<WeightRange<1>> for Weight {
    #[inline(always)]
    fn from(group: WeightRange<1>) -> Self {
        Self(group.first)
    }
}

/// A group of weights, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WeightGroup {
    /// The name in this file.
    pub name: &'static str,
    /// The index of the first weight in the list of all weights.
    pub first: usize,
    /// The number of weights.
    pub len: usize,
}

/// Declares groups of weights, stored one after the other in one list.
macro_rules! weights {
    ($(
        $(#[$doc:meta])*
        $name:ident: $len:literal = [$(($middlegame:literal, $endgame:literal)),* $(,)?];
    )*) => {
        weights!(@index 0; $($(#[$doc])* $name $len)*);
        /// The values of all weights, group after group.
        pub(super) static VALUES: [PhaseScore; COUNT] =
            [$($(PhaseScore::new($middlegame, $endgame)),*),*];
        /// The groups, in the order of the list.
        pub const WEIGHT_GROUPS: &[WeightGroup] =
            &[$(WeightGroup { name: stringify!($name), first: $name.first, len: $len }),*];
    };
    (@index $at:expr; $(#[$doc:meta])* $name:ident $len:literal $($rest:tt)*) => {
        $(#[$doc])*
        pub(super) const $name: WeightRange<$len> = WeightRange { first: $at };
        weights!(@index $at + $len; $($rest)*);
    };
    (@index $at:expr;) => {
        /// The number of weights.
        pub(super) const COUNT: usize = $at;
    };
}

weights! {
    /// Bonus for the side to move.
    TEMPO: 1 = [(33, 17)];
    /// Two bishops or more.
    BISHOP_PAIR: 1 = [(13, 63)];
    /// Two bishops or more, for each own pawn above five.
    BISHOP_PAIR_PAWN: 1 = [(1, 2)];
    /// Two knights or more.
    KNIGHT_PAIR: 1 = [(-2, -3)];
    /// A knight, for each own pawn above five.
    KNIGHT_PAWN: 1 = [(2, 7)];
    /// A rook, for each own pawn above five.
    ROOK_PAWN: 1 = [(2, -2)];
    /// Two rooks or more.
    ROOK_PAIR: 1 = [(-33, -1)];
    /// A rook with an own queen on the board.
    QUEEN_ROOK: 1 = [(-53, -2)];
    /// A queen more, for each minor piece less.
    QUEEN_FOR_MINOR: 1 = [(-26, 25)];
    /// A queen more, for each rook less.
    QUEEN_FOR_ROOK: 1 = [(9, 45)];
    /// Isolated pawn: no own pawn on the adjacent files.
    ISOLATED: 1 = [(-5, -11)];
    /// Doubled pawn: an own pawn in front of it on its file.
    DOUBLED: 1 = [(-11, -12)];
    /// Backward pawn: all neighbours are ahead, and an enemy pawn attacks the stop square.
    BACKWARD: 1 = [(-4, -9)];
    /// An isolated or backward pawn without an enemy pawn ahead on its file.
    UNOPPOSED: 1 = [(-6, -8)];
    /// Connected pawn: in a phalanx or supported, by rank.
    CONNECTED: 8 = [(0, 0), (3, -2), (7, 7), (10, 12), (15, 22), (38, 50), (61, 60), (0, 0)];
    /// Passed pawn, by rank.
    PASSED: 8 = [(0, 0), (-9, 12), (1, 30), (-16, 54), (14, 98), (55, 118), (111, 128), (0, 0)];
    /// Passed pawn with a free and safe path to promotion, by rank.
    PASSED_FREE: 8 = [(0, 0), (0, 8), (-11, 10), (-19, 19), (-18, 41), (23, 72), (45, 101), (0, 0)];
    /// Passed pawn defended by a pawn, by rank.
    PASSED_DEFENDED: 8 = [(0, 0), (0, 0), (8, -8), (11, -2), (12, -2), (25, -10), (27, 19), (0, 0)];
    /// Blocked passed pawn, by rank.
    PASSED_BLOCKED: 8 = [
        (0, 0), (-8, 6), (-6, 0), (-1, -8), (-8, -14), (-18, -25), (-43, -49), (0, 0),
    ];
    /// Distance of the enemy king to the stop square of a passed pawn, per step, by rank.
    PASSED_OTHER_KING: 8 = [
        (0, 0), (3, -2), (-3, 2), (-3, 10), (-4, 18), (1, 31), (-5, 40), (0, 0),
    ];
    /// Distance of the own king to the stop square of a passed pawn, per step, by rank.
    PASSED_OWN_KING: 8 = [
        (0, 0), (-2, 2), (1, -6), (6, -13), (3, -19), (-6, -20), (-6, -20), (0, 0),
    ];
    /// Knight mobility, by number of squares.
    KNIGHT_MOBILITY: 9 = [
        (-48, 9), (-41, -2), (-28, 11), (-24, 29), (-19, 41), (-14, 47), (-9, 51), (-2, 51),
        (5, 44),
    ];
    /// Bishop mobility, by number of squares.
    BISHOP_MOBILITY: 14 = [
        (-42, -12), (-29, -13), (-18, 6), (-12, 19), (-6, 28), (0, 35), (3, 41), (6, 45), (9, 45),
        (8, 47), (14, 44), (26, 41), (40, 31), (38, 37),
    ];
    /// Rook mobility, by number of squares.
    ROOK_MOBILITY: 15 = [
        (-50, -62), (-22, -19), (-9, 10), (-6, 20), (-2, 31), (-2, 46), (-2, 51), (1, 55), (5, 61),
        (8, 63), (7, 68), (9, 73), (7, 77), (14, 75), (14, 71),
    ];
    /// Queen mobility, by number of squares.
    QUEEN_MOBILITY: 28 = [
        (-24, -56), (-21, -41), (-15, -32), (-6, -35), (-8, -23), (-5, -17), (-1, -18), (-1, -4),
        (1, 7), (3, 14), (5, 23), (6, 30), (8, 31), (8, 42), (9, 53), (10, 51), (9, 53), (11, 54),
        (14, 52), (14, 51), (17, 43), (22, 37), (23, 39), (24, 37), (24, 32), (27, 38), (30, 43),
        (31, 42),
    ];
    /// Rook on an open file.
    ROOK_OPEN_FILE: 1 = [(30, 3)];
    /// Rook on a half-open file.
    ROOK_HALF_OPEN_FILE: 1 = [(16, 6)];
    /// Knight outpost: defended by a pawn, outside the enemy pawn attack span.
    KNIGHT_OUTPOST: 1 = [(20, 8)];
    /// Bishop outpost.
    BISHOP_OUTPOST: 1 = [(21, 15)];
    /// Minor piece directly behind a pawn.
    MINOR_BEHIND_PAWN: 1 = [(4, 13)];
    /// Bishop, for each own pawn on squares of its colour.
    BISHOP_PAWN: 1 = [(-4, -2)];
    /// Distance between a minor piece and its own king, per step.
    KING_PROTECTOR: 1 = [(-4, 0)];
    /// Piece attacked by a safe pawn.
    PAWN_THREAT: 1 = [(71, 57)];
    /// Piece attacked after a safe pawn push.
    PAWN_PUSH_THREAT: 1 = [(18, 16)];
    /// Attack by a minor piece, by the attacked type from pawn to queen; pawns only if weak.
    MINOR_THREAT: 5 = [(7, 27), (23, 34), (37, 40), (71, 36), (61, 43)];
    /// Attack by a rook, by the attacked type from pawn to queen; pawns and minors only if weak.
    ROOK_THREAT: 5 = [(6, 30), (26, 27), (31, 25), (-1, 13), (76, 33)];
    /// King attack on a weak piece or pawn.
    KING_THREAT: 1 = [(31, 38)];
    /// Hanging piece: attacked and undefended.
    HANGING: 1 = [(21, 9)];
    /// Square attacked by both sides that the opponent does not defend strongly.
    RESTRICTED: 1 = [(4, 1)];
    /// King zone attacker by type, from knight to queen, times the number of attackers, in danger
    /// units.
    KING_ATTACKER: 4 = [(19, 46), (6, 31), (20, 22), (12, 35)];
    /// Attacked square next to the king.
    KING_SQUARE_ATTACKED: 1 = [(45, 19)];
    /// Attacked square next to the king, defended by at most the king or a queen.
    KING_SQUARE_WEAK: 1 = [(46, 9)];
    /// Safe check, by piece type from knight to queen.
    SAFE_CHECK: 4 = [(290, 263), (182, 224), (314, 339), (268, 273)];
    /// King attack without a queen.
    DANGER_NO_QUEEN: 1 = [(-235, -232)];
    /// Constant danger of any king attack.
    DANGER_BASE: 1 = [(11, 23)];
    /// File next to the king without an own pawn, in danger units.
    DANGER_OPEN_FILE: 1 = [(50, -10)];
    /// File next to the king with a near enemy pawn, in danger units.
    DANGER_STORM: 1 = [(24, 23)];
    /// Nearest own pawn on a file next to the king: files from the edge inwards, eight relative
    /// ranks each, rank 0 without a pawn.
    SHELTER: 32 = [
        (-2, 4), (41, -13), (34, -10), (24, -10), (14, 3), (2, 9), (9, 8), (0, 0), (-19, -1),
        (30, -3), (22, -8), (-6, -5), (-14, -1), (-16, 8), (5, 8), (0, 0), (-7, -2), (37, 2),
        (10, -4), (5, -7), (1, -6), (0, 3), (6, 15), (0, 0), (-8, 0), (8, 4), (4, -1), (-6, -2),
        (-10, -1), (-19, 2), (-34, 8), (0, 0),
    ];
    /// Nearest enemy pawn on a file next to the king, by rank relative to the king's side; rank 0
    /// without a pawn.
    STORM: 8 = [(-6, -2), (0, 15), (-38, 9), (-22, 6), (-10, 5), (-5, 2), (-4, -2), (0, 0)];
    /// Nearest enemy pawn, blocked by an own pawn.
    STORM_BLOCKED: 8 = [(0, 0), (0, 0), (-17, -3), (0, -3), (0, -6), (2, -8), (-8, -15), (0, 0)];
    /// Shelter that needs castling first.
    CASTLING_TO_COME: 1 = [(-14, -11)];
    /// File next to the king without own pawns, while the opponent has rooks or queens.
    KING_HALF_OPEN_FILE: 1 = [(-1, -12)];
}

/// The target of an evaluation term.
pub(super) trait TermAccumulator: Default {
    /// Adds a weight times a coefficient.
    fn add(&mut self, weight: impl Into<Weight>, coefficient: i32);

    /// Returns the middlegame sum.
    fn middlegame(&self) -> i32;
}

impl TermAccumulator for PhaseScore {
    #[inline(always)]
    fn add(&mut self, weight: impl Into<Weight>, coefficient: i32) {
        *self += VALUES[weight.into().0] * coefficient;
    }

    #[inline(always)]
    fn middlegame(&self) -> i32 {
        (*self).middlegame()
    }
}
