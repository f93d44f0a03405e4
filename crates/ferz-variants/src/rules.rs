//! The variants and their names.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;
use ferz::Color;
use ferz::notation::truncated;

/// A set of rules: standard chess, for programs that handle all, or a variant.
///
/// Chess960 is not one of them: castling works from any squares of king and rook in all rules that have
/// castling.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Rules {
    /// Standard chess and Chess960, equal to the crate `ferz`.
    Chess,
    /// Chess that a king on d4, e4, d5 or e5 wins too.
    KingOfTheHill,
    /// Chess that the third check wins too.
    ThreeCheck,
    /// Captured pieces change sides and can be dropped.
    Crazyhouse,
    /// The first king on the eighth rank wins; checks are not allowed.
    RacingKings,
    /// Captures remove all pieces but pawns around their target.
    Atomic,
    /// White has pawns only and no king.
    Horde,
    /// Captures are compulsory, and who has no move or no pieces wins. No castling.
    Antichess,
    /// [`Antichess`](Self::Antichess) with castling.
    Giveaway,
    /// [`Giveaway`](Self::Giveaway), but without moves the side with fewer pieces wins.
    Suicide,
}

use Rules::{
    Antichess, Atomic, Chess, Crazyhouse, Giveaway, Horde, KingOfTheHill, RacingKings, Suicide,
    ThreeCheck,
};

/// The initial position of standard chess, without the fields after the side to move.
const CHESS_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// The names of a set of rules.
struct Names {
    rules: Rules,
    /// The name in words, which the tag `Variant` of Lichess has.
    name: &'static str,
    /// The value of the UCI option `UCI_Variant`.
    uci: &'static str,
    /// Further spellings in lower-case letters and digits.
    others: &'static [&'static str],
}

const fn names(
    rules: Rules,
    name: &'static str,
    uci: &'static str,
    others: &'static [&'static str],
) -> Names {
    Names { rules, name, uci, others }
}

/// The spellings of python-chess, chessops, scalachess and of games on chess servers.
const NAMES: [Names; 10] = [
    names(Chess, "Standard", "chess", &["normal", "standardchess", "orthodox", "fromposition"]),
    names(KingOfTheHill, "King of the Hill", "kingofthehill", &["koth"]),
    names(ThreeCheck, "Three-check", "3check", &["threecheckchess", "3checkchess"]),
    names(Crazyhouse, "Crazyhouse", "crazyhouse", &["house", "zh"]),
    names(RacingKings, "Racing Kings", "racingkings", &["racing", "race"]),
    names(Atomic, "Atomic", "atomic", &["atom", "atomicchess"]),
    names(Horde, "Horde", "horde", &["hordechess"]),
    names(Antichess, "Antichess", "antichess", &["anti"]),
    names(Giveaway, "Giveaway", "giveaway", &["giveawaychess"]),
    names(Suicide, "Suicide", "suicide", &["suicidechess"]),
];

impl Rules {
    /// All rules, standard chess first.
    pub const ALL: [Self; 10] = [
        Chess,
        KingOfTheHill,
        ThreeCheck,
        Crazyhouse,
        RacingKings,
        Atomic,
        Horde,
        Antichess,
        Giveaway,
        Suicide,
    ];

    fn names(self) -> &'static Names {
        &NAMES[self as usize]
    }

    /// Returns the name in words, as Lichess writes it to the tag `Variant`: `King of the Hill`.
    pub fn name(self) -> &'static str {
        self.names().name
    }

    /// Returns the value of the UCI option `UCI_Variant`: `kingofthehill`, `3check`, `chess`.
    pub fn uci_name(self) -> &'static str {
        self.names().uci
    }

    /// Returns the rules of a name in any common spelling, or `None` for another name. Case, spaces and
    /// punctuation do not count, nor does `960` at the end.
    ///
    /// ```
    /// use ferz_variants::Rules;
    ///
    /// assert_eq!(Rules::from_name("3-check"), Some(Rules::ThreeCheck));
    /// assert_eq!(Rules::from_name("kingOfTheHill"), Some(Rules::KingOfTheHill));
    /// assert_eq!(Rules::from_name("Crazyhouse 960"), Some(Rules::Crazyhouse));
    /// assert_eq!(Rules::from_name("Bughouse"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        let letters = name.chars().filter(char::is_ascii_alphanumeric);
        let name: String = letters.map(|c| c.to_ascii_lowercase()).collect();
        let name = name.strip_suffix("960").unwrap_or(&name);
        let is_written = |other: &str| {
            let letters = other.bytes().filter(u8::is_ascii_alphanumeric);
            letters.map(|byte| byte.to_ascii_lowercase()).eq(name.bytes())
        };
        let found = NAMES.iter().find(|names| {
            names.uci == name || names.others.contains(&name) || is_written(names.name)
        });
        found.map(|names| names.rules)
    }

    /// Returns the FEN of the initial position.
    pub fn start_fen(self) -> String {
        let fields = match self {
            Horde => "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
            RacingKings => "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
            Crazyhouse => "[] w KQkq - 0 1",
            ThreeCheck => " w KQkq - 3+3 0 1",
            Antichess => " w - - 0 1",
            _ => " w KQkq - 0 1",
        };
        let placement = if matches!(self, Horde | RacingKings) { "" } else { CHESS_START };
        [placement, fields].concat()
    }

    /// Returns true if captures are compulsory and kings ordinary pieces, so that no move leaves a king
    /// in check.
    pub const fn is_losing_chess(self) -> bool {
        matches!(self, Antichess | Giveaway | Suicide)
    }

    /// Returns true if a side has a king that must not be captured.
    pub const fn has_royal_king(self, color: Color) -> bool {
        match self {
            Horde => matches!(color, Color::Black),
            _ => !self.is_losing_chess(),
        }
    }

    /// Returns true if the rules have castling.
    pub const fn has_castling(self) -> bool {
        !matches!(self, RacingKings | Antichess)
    }

    /// Returns true if captured pieces can be dropped.
    pub const fn has_drops(self) -> bool {
        matches!(self, Crazyhouse)
    }

    /// Returns the plies without capture or pawn move that end a game as a draw, or `None` if none do: 150
    /// in chess (75 moves), never in Crazyhouse, and otherwise 100, as on Lichess.
    pub const fn move_rule_plies(self) -> Option<u16> {
        match self {
            Chess => Some(150),
            Crazyhouse => None,
            _ => Some(100),
        }
    }
}

/// Writes the name in words: see [`Rules::name`].
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a name of no rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "{name:?} is not one of the rules chess, kingofthehill, 3check, crazyhouse, racingkings, atomic, horde, antichess, giveaway, suicide"
)]
#[non_exhaustive]
pub struct UnknownRulesError {
    /// The name, as [`truncated`] shortens it.
    pub name: String,
}

/// Reads a name: see [`Rules::from_name`].
impl FromStr for Rules {
    type Err = UnknownRulesError;

    fn from_str(name: &str) -> Result<Self, UnknownRulesError> {
        Self::from_name(name).ok_or_else(|| UnknownRulesError { name: truncated(name) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn every_spelling_names_its_rules() {
        for rules in Rules::ALL {
            assert_eq!(rules.names().rules, rules);
            for name in [rules.name(), rules.uci_name()].iter().chain(rules.names().others) {
                assert_eq!(name.parse(), Ok(rules));
                assert_eq!(name.to_uppercase().parse(), Ok(rules));
                assert_eq!([name, "-960"].concat().parse(), Ok(rules));
            }
        }
        for name in ["Losers", "Bughouse", "", "atomic2", "Ätomic house"] {
            assert!(name.parse::<Rules>().is_err(), "{name}");
        }
        assert_eq!("960".parse::<Rules>().unwrap_err().to_string().get(..5), Some("\"960\""));
    }
}
