//! The tag pairs of a game.

use std::fmt;

/// The seven tags that every game in export format has, in their order.
pub const SEVEN_TAG_ROSTER: [&str; 7] =
    ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// The tag pairs of a game, in their order.
///
/// A name occurs once. Three tags of PGN are not stored here, because they follow from the other
/// parts of a [`PgnGame`](super::PgnGame): `Result`, `SetUp` and `FEN`.
///
/// ```
/// use ferz_game::pgn::Tags;
/// let mut tags = Tags::new();
/// tags.set("White", "Anderssen, Adolf")?;
/// tags.set("White", "Anderssen")?;
/// assert_eq!((tags.len(), tags.get("White")), (1, Some("Anderssen")));
/// # Ok::<(), ferz_game::pgn::InvalidTag>(())
/// ```
///
/// Equality ignores the order and compares what [`PgnGame`](super::PgnGame) writes: an absent tag
/// of the roster equals one with its default value.
#[derive(Clone, Default)]
pub struct Tags {
    pairs: Vec<(Box<str>, Box<str>)>,
}

/// The rules of a game by its tag `Variant`, of those that have the moves of chess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Variant {
    /// Standard chess, also from other start positions.
    Standard,
    /// A wild variant of chess servers: the rules of standard chess from other start positions, where a king
    /// on the d-file castles too.
    Wild,
    /// Chess960, also called Fischer random chess.
    Chess960,
}

impl Variant {
    /// Returns the rules for a value of the tag `Variant`, or `None` for a game with other rules, such as
    /// `Atomic`. Case, spaces and punctuation do not count.
    ///
    /// ```
    /// use ferz_game::pgn::Variant;
    /// assert_eq!(Variant::from_tag("Chess 960"), Some(Variant::Chess960));
    /// assert_eq!(Variant::from_tag("From Position"), Some(Variant::Standard));
    /// assert_eq!(Variant::from_tag("Antichess"), None);
    /// ```
    pub fn from_tag(value: &str) -> Option<Self> {
        let letters: String = value.chars().filter(char::is_ascii_alphanumeric).collect();
        let letters = letters.to_ascii_lowercase();
        match letters.strip_suffix("chess").unwrap_or(&letters) {
            "" | "standard" | "orthodox" | "classical" | "classic" | "normal" | "regular"
            | "western" | "international" | "fromposition" | "illegal" => Some(Self::Standard),
            "wild0" | "wild1" | "wild2" | "wild3" | "wild4" | "wild5" | "wild6" | "wild7"
            | "wild8" | "wild8a" => Some(Self::Wild),
            // Double Fischer random chess: each side has its own order of pieces.
            "chess960"
            | "fischerandom"
            | "fischerrandom"
            | "fischerandom960"
            | "fischerrandom960"
            | "fischerrandomchess960"
            | "frc"
            | "freestyle"
            | "dfrc"
            | "chess960double"
            | "doublechess960"
            | "doublefischerandom"
            | "doublefischerrandom" => Some(Self::Chess960),
            _ => None,
        }
    }
}

/// Errors of [`Tags::set`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidTag {
    /// The name is empty or has a character that is no ASCII letter, digit or underscore.
    #[error("a tag name has only letters, digits and underscores, found {0:?}")]
    Name(String),
    /// The tag follows from other parts of the game.
    #[error("the tag {0} follows from the result or the start position of the game")]
    Derived(String),
}

impl Tags {
    /// Creates an empty list.
    pub const fn new() -> Self {
        Self { pairs: Vec::new() }
    }

    /// Returns true for `Result`, `SetUp` and `FEN`, which are not stored.
    pub fn is_derived(name: &str) -> bool {
        matches!(name, "Result" | "SetUp" | "FEN")
    }

    /// Sets a tag. A new name is added at the end; a control character in the value becomes a
    /// space.
    ///
    /// # Errors
    /// [`InvalidTag`] if the name is malformed or follows from other parts of the game.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), InvalidTag> {
        let is_valid = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.is_empty() || !name.chars().all(is_valid) {
            return Err(InvalidTag::Name(name.chars().take(64).collect()));
        }
        if Self::is_derived(name) {
            return Err(InvalidTag::Derived(name.to_owned()));
        }
        let clean = |c: char| if c.is_control() { ' ' } else { c };
        let value = value.chars().map(clean).collect::<String>().into_boxed_str();
        match self.pairs.iter_mut().find(|(known, _)| **known == *name) {
            Some(pair) => pair.1 = value,
            None => self.pairs.push((name.into(), value)),
        }
        Ok(())
    }

    /// Returns the value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|&(known, _)| known == name).map(|(_, value)| value)
    }

    /// Returns the default value of a tag of the roster: `?`, or `????.??.??` for the date. Returns
    /// `None` for other tags and for the result.
    pub fn default_value(name: &str) -> Option<&'static str> {
        match name {
            "Result" => None,
            "Date" => Some("????.??.??"),
            _ => SEVEN_TAG_ROSTER.contains(&name).then_some("?"),
        }
    }

    /// Returns the value of a tag of the roster, or its default value.
    pub(super) fn roster_value(&self, name: &str) -> &str {
        self.get(name).or(Self::default_value(name)).unwrap_or("?")
    }

    /// Returns the tags outside the roster.
    pub(super) fn supplemental(&self) -> Vec<(&str, &str)> {
        self.iter().filter(|(name, _)| !SEVEN_TAG_ROSTER.contains(name)).collect()
    }

    /// Removes a tag and returns its value.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let index = self.pairs.iter().position(|(known, _)| **known == *name)?;
        Some(self.pairs.remove(index).1.into())
    }

    /// Removes the tags for whose names the function returns false.
    pub fn retain(&mut self, mut is_kept: impl FnMut(&str) -> bool) {
        self.pairs.retain(|(name, _)| is_kept(name));
    }

    /// Returns an iterator over names and values in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs.iter().map(|(name, value)| (&**name, &**value))
    }

    /// Returns the number of tags.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Returns true if there is no tag.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }
}

impl PartialEq for Tags {
    fn eq(&self, other: &Self) -> bool {
        fn sorted(tags: &Tags) -> Vec<(&str, &str)> {
            let mut pairs = tags.supplemental();
            pairs.sort_unstable();
            pairs
        }
        SEVEN_TAG_ROSTER.iter().all(|name| self.roster_value(name) == other.roster_value(name))
            && sorted(self) == sorted(other)
    }
}

impl Eq for Tags {}

impl fmt::Debug for Tags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_validated_and_unique() {
        let mut tags = Tags::new();
        for bad in ["", "White Elo", "Straße", "a\"b"] {
            assert_eq!(tags.set(bad, "x"), Err(InvalidTag::Name(bad.into())));
        }
        for derived in ["Result", "SetUp", "FEN"] {
            assert_eq!(tags.set(derived, "x"), Err(InvalidTag::Derived(derived.into())));
        }
        assert!(tags.is_empty());
        tags.set("Site", "a\nb").unwrap();
        tags.set("Event", "").unwrap();
        tags.set("Site", "\tc").unwrap();
        assert_eq!(tags.iter().collect::<Vec<_>>(), [("Site", " c"), ("Event", "")]);
        assert_eq!(tags.remove("Site").as_deref(), Some(" c"));
        assert_eq!((tags.remove("Site"), tags.len()), (None, 1));
    }

    #[test]
    fn an_absent_tag_of_the_roster_equals_its_default_value() {
        let with = |pairs: &[(&str, &str)]| {
            let mut tags = Tags::new();
            pairs.iter().for_each(|(name, value)| tags.set(name, value).unwrap());
            tags
        };
        for name in SEVEN_TAG_ROSTER.into_iter().filter(|name| !Tags::is_derived(name)) {
            let default = if name == "Date" { "????.??.??" } else { "?" };
            assert_eq!(Tags::default_value(name), Some(default));
            assert_eq!(with(&[(name, default)]), Tags::new());
            assert_ne!(with(&[(name, "a")]), Tags::new());
        }
        assert_eq!(["Result", "ECO"].map(Tags::default_value), [None; 2]);
        assert_ne!(with(&[("ECO", "?")]), Tags::new());
        assert_eq!(with(&[("ECO", "a"), ("X", "b")]), with(&[("X", "b"), ("ECO", "a")]));
        assert_ne!(with(&[("ECO", "a")]), with(&[("ECO", "b")]));
    }

    #[test]
    fn spellings_of_chess960_are_known() {
        for name in [
            "Chess960",
            "chess 960",
            "Fischerandom",
            "Fischer-Random",
            "fischerrandomchess",
            "FRC",
            "DFRC",
            "Fischer Random Chess 960",
            "Freestyle Chess",
            "Double Fischer Random Chess",
        ] {
            assert_eq!(Variant::from_tag(name), Some(Variant::Chess960), "{name}");
        }
        for name in [
            "",
            "?",
            "Standard",
            "chess",
            "Standard Chess",
            "normal chess",
            "Classic",
            "From Position",
        ] {
            assert_eq!(Variant::from_tag(name), Some(Variant::Standard), "{name}");
        }
        assert_eq!(Variant::from_tag("wild/8a"), Some(Variant::Wild));
        for name in ["960", "Chess9600", "Atomic", "Antichess", "wild/9"] {
            assert_eq!(Variant::from_tag(name), None, "{name}");
        }
    }
}
