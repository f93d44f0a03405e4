//! Names of players, compared by whole words.

use super::composition::composed;
use std::str::FromStr;

/// A name that is searched among the names of players: each of its words is one of theirs, in any order
/// and any case. `Magnus Carlsen` and `carlsen` find `Carlsen, Magnus`; `Player 1` does not find
/// `Player 10`.
///
/// A word consists of letters, digits and `_`. A name without any, such as `?`, is compared as a whole. A letter
/// with marks is the same as one character and as several: `ü` is `u` and U+0308.
///
/// ```
/// use ferz_database::facts::PlayerName;
/// let name: PlayerName = "magnus carlsen".parse()?;
/// assert!(name.matches("Carlsen, Magnus") && !name.matches("Carlsen, Magnusson"));
/// # Ok::<(), ferz_database::facts::ParsePlayerNameError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerName {
    text: String,
    /// The words in lower case.
    words: Vec<String>,
}

/// The error for an empty name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a name or words of it")]
pub struct ParsePlayerNameError;

impl PlayerName {
    /// Returns the text of the name as it was given.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns true if the name of a player has all words of this one.
    pub fn matches(&self, player: &str) -> bool {
        let player = composed(player).to_lowercase();
        if self.words.is_empty() {
            return player.trim() == self.text;
        }
        self.words.iter().all(|word| words(&player).any(|found| found == word))
    }
}

impl FromStr for PlayerName {
    type Err = ParsePlayerNameError;

    fn from_str(text: &str) -> Result<Self, ParsePlayerNameError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(ParsePlayerNameError);
        }
        let words = words(&composed(text).to_lowercase()).map(str::to_owned).collect();
        Ok(Self { text: text.to_owned(), words })
    }
}

/// Returns the words of a name.
fn words(name: &str) -> impl Iterator<Item = &str> {
    name.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_by_whole_words() {
        for (name, player, expected) in [
            ("Player 1", "Player 1", true),
            ("Player 1", "Player 10", false),
            ("player", "Player 10", true),
            ("play", "Player 10", false),
            ("Magnus Carlsen", "Carlsen, Magnus", true),
            ("carlsen,m", "Carlsen, M.", true),
            ("Carlsen, Magnus", "Carlsen, M.", false),
            ("o'kelly", "O'Kelly de Galway", true),
            ("MÜLLER", "müller, karsten", true),
            ("müll", "Müller", false),
            ("mu\u{308}ller", "MÜLLER", true),
            ("müller", "Mu\u{308}ller, K", true),
            ("muller", "Mu\u{308}ller", false),
            ("foo", "foo_bar", false),
            ("foo_bar", "Foo_Bar", true),
            ("?", "?", true),
            ("?", "A?", false),
            ("a", "", false),
        ] {
            let found: PlayerName = name.parse().unwrap();
            assert_eq!(found.matches(player), expected, "{name} {player}");
        }
        assert!("".parse::<PlayerName>().is_err() && "  ".parse::<PlayerName>().is_err());
    }
}
