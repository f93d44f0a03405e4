//! The rules of a game.

use ferz_game::pgn::Variant;
use ferz_variants::Rules;

/// The rules of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameRules {
    /// Standard chess, also from other start positions.
    Standard,
    /// Chess960.
    Chess960,
    /// A variant.
    Variant(Rules),
}

impl GameRules {
    /// Returns the rules of a name in any spelling of the tag `Variant`, or `None` for rules that are not
    /// known. No name means standard chess.
    ///
    /// ```
    /// use ferz_database::facts::GameRules;
    /// assert_eq!(GameRules::from_name("Fischerandom"), Some(GameRules::Chess960));
    /// assert_eq!(GameRules::from_name("3-check"), GameRules::from_name("Three-check"));
    /// assert_eq!(GameRules::from_name("Bughouse"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        match Variant::from_tag(name) {
            Some(Variant::Standard | Variant::Wild) => Some(Self::Standard),
            Some(Variant::Chess960) => Some(Self::Chess960),
            None => {
                let rules = Rules::from_name(name).filter(|&rules| rules != Rules::Chess);
                rules.map(Self::Variant)
            }
        }
    }
}
