//! The names of themes.

use std::fmt;
use std::str::FromStr;

/// Declares the themes with their names.
macro_rules! themes {
    ($($(#[doc = $doc:literal])+ $theme:ident = $name:literal;)+) => {
        /// What the solution of a puzzle shows. The names are those of Lichess's puzzle database.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum Theme {
            $($(#[doc = $doc])+ $theme,)+
        }

        impl Theme {
            /// All themes.
            pub const ALL: &[Self] = &[$(Self::$theme),+];

            /// Returns the name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$theme => $name,)+
                }
            }
        }
    };
}

themes! {
    /// A pawn that is two steps from promotion or nearer, or promotes, decides.
    AdvancedPawn = "advancedPawn";
    /// The solver gains an advantage that wins, but is no crushing one: from 200 to 600 centipawns by Lichess's
    /// definition.
    Advantage = "advantage";
    /// An enemy piece is made to go to a square where it is attacked or mated.
    Attraction = "attraction";
    /// Mate on the back rank, on which own pieces hold the king.
    BackRankMate = "backRankMate";
    /// Only bishops and pawns.
    BishopEndgame = "bishopEndgame";
    /// A move of the solution castles.
    Castling = "castling";
    /// The solver gains a crushing advantage: 600 centipawns or more by Lichess's definition.
    Crushing = "crushing";
    /// A piece moves and opens the line of another, which gives check or captures.
    DiscoveredAttack = "discoveredAttack";
    /// Check by two pieces at once.
    DoubleCheck = "doubleCheck";
    /// Few pieces are left.
    Endgame = "endgame";
    /// A move of the solution captures en passant.
    EnPassant = "enPassant";
    /// A piece attacks two or more at once.
    Fork = "fork";
    /// Only knights and pawns.
    KnightEndgame = "knightEndgame";
    /// Three moves of the solver.
    Long = "long";
    /// The solution ends with checkmate.
    Mate = "mate";
    /// Mate by the first move.
    MateIn1 = "mateIn1";
    /// Mate by the second move.
    MateIn2 = "mateIn2";
    /// Mate by the third move.
    MateIn3 = "mateIn3";
    /// Mate by the fourth move.
    MateIn4 = "mateIn4";
    /// Mate by the fifth move or later.
    MateIn5 = "mateIn5";
    /// Neither opening nor endgame.
    Middlegame = "middlegame";
    /// One move of the solver.
    OneMove = "oneMove";
    /// Most pieces are still on the board.
    Opening = "opening";
    /// Only pawns.
    PawnEndgame = "pawnEndgame";
    /// A pawn of the solver promotes.
    Promotion = "promotion";
    /// Only queens and pawns.
    QueenEndgame = "queenEndgame";
    /// Only queens, rooks and pawns.
    QueenRookEndgame = "queenRookEndgame";
    /// Only rooks and pawns.
    RookEndgame = "rookEndgame";
    /// The solver gives up material for more.
    Sacrifice = "sacrifice";
    /// Two moves of the solver.
    Short = "short";
    /// Mate by a knight, the king being surrounded by its own pieces.
    SmotheredMate = "smotheredMate";
    /// A pawn of the solver promotes to another piece than a queen.
    UnderPromotion = "underPromotion";
    /// Four moves of the solver or more.
    VeryLong = "veryLong";
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The name is not that of a theme.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown theme")]
pub struct UnknownThemeError;

impl FromStr for Theme {
    type Err = UnknownThemeError;

    fn from_str(name: &str) -> Result<Self, UnknownThemeError> {
        Self::ALL.iter().copied().find(|theme| theme.name() == name).ok_or(UnknownThemeError)
    }
}
