use crate::text::truncated;
use alloc::string::String;
use core::fmt;
use core::ops::{BitAnd, BitOr, BitOrAssign, Sub};
use core::str::FromStr;

/// A set of reasons for which a [`Setup`](super::Setup) is not a legal position.
///
/// `|` is the union, `&` the intersection and `-` the difference. `Display` writes the reasons,
/// separated by `; `.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SetupFaults(u16);

/// Declares one fault a row: constant, bit and error text.
macro_rules! faults {
    ($($(#[$doc:meta])* $name:ident = $bit:literal, $words:literal;)+) => {
        impl SetupFaults {
            $($(#[$doc])* pub const $name: Self = Self(1 << $bit);)+

            /// Each fault with its name and its error text, in the order of reports.
            const TABLE: &[(Self, &str, &str)] =
                &[$((Self::$name, stringify!($name), $words)),+];
        }
    };
}

faults! {
    /// White has no king.
    NO_WHITE_KING = 0, "White has no king";
    /// Black has no king.
    NO_BLACK_KING = 1, "Black has no king";
    /// White has more than one king.
    SEVERAL_WHITE_KINGS = 2, "White has more than one king";
    /// Black has more than one king.
    SEVERAL_BLACK_KINGS = 3, "Black has more than one king";
    /// A king of the side that is not to move is attacked.
    OPPONENT_IN_CHECK = 4, "the side that is not to move is in check";
    /// A pawn is on the first or the eighth rank.
    PAWN_ON_BACK_RANK = 5, "a pawn stands on the first or last rank";
    /// A side has more than 16 pieces, pawns and king included. It then also has
    /// [`TOO_MANY_PAWNS`](Self::TOO_MANY_PAWNS) or [`TOO_MANY_PROMOTED`](Self::TOO_MANY_PROMOTED).
    TOO_MANY_PIECES = 6, "a side has more than 16 pieces";
    /// A side has more than 8 pawns.
    TOO_MANY_PAWNS = 7, "a side has more than 8 pawns";
    /// A side has more promoted pieces than missing pawns. Promoted are the knights, bishops of one
    /// square colour, rooks and queens in excess of the initial setup.
    TOO_MANY_PROMOTED = 8, "a side has more promoted pieces than missing pawns";
    /// A castling right without its king on the back rank or without its rook on that side of the
    /// king. The right is dropped if the fault is ignored.
    IMPOSSIBLE_CASTLING = 9, "a castling right lacks its king or its rook";
    /// An en passant square that no double push can have passed: it is on the wrong rank, the pawn
    /// is missing, the square itself or the pawn's origin is occupied, or the king now to move was
    /// already attacked before the push. The square is dropped if the fault is ignored.
    IMPOSSIBLE_EN_PASSANT = 10, "no double push can have left the en passant square";
    /// More than two checkers, or two that no single move can have produced, such as two knights.
    /// One checker is never a fault. An impossible en passant square is treated as absent. The
    /// position can be played if the fault is ignored.
    IMPOSSIBLE_CHECKERS = 11, "no last move can have led to these checkers";
    /// A full move number of 0, or an en passant square with a halfmove clock above 0. The position
    /// can be played if the fault is ignored.
    BAD_COUNTERS = 12, "the move counters contradict the rules or the board";
}

impl SetupFaults {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// The faults that [`Position::from_setup_ignoring`](crate::Position::from_setup_ignoring) can
    /// ignore. The others, about kings, pawns on back ranks and a capturable king, break the rules
    /// of movement.
    pub const IGNORABLE: Self = Self(
        Self::TOO_MANY_PIECES.0
            | Self::TOO_MANY_PAWNS.0
            | Self::TOO_MANY_PROMOTED.0
            | Self::IMPOSSIBLE_CASTLING.0
            | Self::IMPOSSIBLE_EN_PASSANT.0
            | Self::IMPOSSIBLE_CHECKERS.0
            | Self::BAD_COUNTERS.0,
    );

    /// Returns the faults in this set or in `other`: `|` for constants.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns true if there is no fault.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if every fault of `other` is in this set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns true if at least one fault of `other` is in this set.
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns an iterator over the single faults.
    pub fn iter(self) -> impl Iterator<Item = Self> {
        Self::TABLE.iter().map(|row| row.0).filter(move |&fault| self.contains(fault))
    }

    /// Returns the fault with the name of its constant, or `None` for another text.
    ///
    /// ```
    /// use ferz::SetupFaults;
    /// assert_eq!(SetupFaults::from_name("TOO_MANY_PAWNS"), Some(SetupFaults::TOO_MANY_PAWNS));
    /// assert_eq!(SetupFaults::from_name("TOO_MANY"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        Self::TABLE.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    /// Returns an iterator over the names of the faults, which are those of the constants and remain
    /// the same in later versions.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Self::TABLE.iter().filter(move |row| self.contains(row.0)).map(|row| row.1)
    }

    /// Returns an iterator over the error texts of the faults.
    pub fn reasons(self) -> impl Iterator<Item = &'static str> {
        Self::TABLE.iter().filter(move |row| self.contains(row.0)).map(|row| row.2)
    }

    /// Adds `fault` if `found` is true.
    pub(super) fn add_if(&mut self, found: bool, fault: Self) {
        if found {
            *self |= fault;
        }
    }
}

impl BitOr for SetupFaults {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

impl BitOrAssign for SetupFaults {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAnd for SetupFaults {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Sub for SetupFaults {
    type Output = Self;

    /// Returns the faults that are not in `other`.
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl fmt::Display for SetupFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("no fault");
        }
        for (nth, reason) in self.reasons().enumerate() {
            f.write_str(if nth == 0 { "" } else { "; " })?;
            f.write_str(reason)?;
        }
        Ok(())
    }
}

impl fmt::Debug for SetupFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SetupFaults(")?;
        for (nth, name) in self.names().enumerate() {
            f.write_str(if nth == 0 { "" } else { " | " })?;
            f.write_str(name)?;
        }
        f.write_str(")")
    }
}

/// The error for a text that is not the name of a fault.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{name:?} is not the name of a setup fault")]
#[non_exhaustive]
pub struct UnknownFaultError {
    /// The text, as [`truncated`] shortens it.
    pub name: String,
}

/// Reads the names of faults, separated by `|`, with white space around them: the text between the
/// parentheses of `Debug`. A blank text is the empty set.
impl FromStr for SetupFaults {
    type Err = UnknownFaultError;

    fn from_str(text: &str) -> Result<Self, UnknownFaultError> {
        let mut faults = Self::NONE;
        if text.trim().is_empty() {
            return Ok(faults);
        }
        for name in text.split('|').map(str::trim) {
            let unknown = || UnknownFaultError { name: truncated(name) };
            faults |= Self::from_name(name).ok_or_else(unknown)?;
        }
        Ok(faults)
    }
}

/// Serialises the names as a sequence.
#[cfg(feature = "serde")]
impl serde::Serialize for SetupFaults {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.names())
    }
}

/// Deserialises a sequence of names.
#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for SetupFaults {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let names = alloc::vec::Vec::<String>::deserialize(deserializer)?;
        let fault = |name: &String| {
            let unknown = || UnknownFaultError { name: truncated(name) };
            Self::from_name(name).ok_or_else(unknown).map_err(serde::de::Error::custom)
        };
        names.iter().try_fold(Self::NONE, |faults, name| Ok(faults | fault(name)?))
    }
}

/// The error for a setup that is not a legal position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct InvalidSetup(
    /// The faults that were not ignored; never empty.
    pub SetupFaults,
);

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use alloc::vec::Vec;

    #[test]
    fn faults_have_distinct_bits_and_texts() {
        let all: Vec<_> = SetupFaults::TABLE.iter().collect();
        for (nth, row) in all.iter().enumerate() {
            assert_eq!(row.0.0.count_ones(), 1);
            assert!(!row.2.is_empty());
            for other in &all[..nth] {
                assert!(!row.0.intersects(other.0) && row.2 != other.2);
            }
        }
    }

    #[test]
    fn display_lists_every_reason() {
        let faults = SetupFaults::NO_BLACK_KING | SetupFaults::BAD_COUNTERS;
        assert_eq!(
            faults.to_string(),
            "Black has no king; the move counters contradict the rules or the board"
        );
        assert_eq!(SetupFaults::NONE.to_string(), "no fault");
        assert_eq!(alloc::format!("{faults:?}"), "SetupFaults(NO_BLACK_KING | BAD_COUNTERS)");
        assert_eq!(faults.iter().count(), 2);
        assert_eq!(faults - SetupFaults::IGNORABLE, SetupFaults::NO_BLACK_KING);
    }

    #[test]
    fn names_round_trip_as_text() {
        let all = SetupFaults::TABLE.iter().fold(SetupFaults::NONE, |all, row| all | row.0);
        for faults in all.iter().chain([all, SetupFaults::NONE, SetupFaults::IGNORABLE]) {
            let names: Vec<_> = faults.names().collect();
            assert_eq!(names.len(), faults.iter().count());
            assert_eq!(names.join(" | ").parse(), Ok(faults));
            assert_eq!(names.join("|").parse(), Ok(faults));
        }
        let [only] = SetupFaults::NO_WHITE_KING.names().collect::<Vec<_>>()[..] else { panic!() };
        assert_eq!(only, "NO_WHITE_KING");
        for (text, name) in [
            ("NO_WHITE_KING | X", "X"),
            ("no_white_king", "no_white_king"),
            ("NO_WHITE_KING|", ""),
            ("NO_WHITE_KING BAD_COUNTERS", "NO_WHITE_KING BAD_COUNTERS"),
        ] {
            assert_eq!(text.parse::<SetupFaults>().unwrap_err().name, name);
        }
        let long = "x".repeat(1000).parse::<SetupFaults>().unwrap_err();
        assert_eq!(long.name.chars().count(), 65);
    }

    #[cfg(feature = "serde")]
    #[test]
    fn faults_serialize_as_names() {
        let faults = SetupFaults::NO_BLACK_KING | SetupFaults::BAD_COUNTERS;
        let json = "[\"NO_BLACK_KING\",\"BAD_COUNTERS\"]";
        assert_eq!(serde_json::to_string(&faults).unwrap(), json);
        assert_eq!(serde_json::from_str::<SetupFaults>(json).unwrap(), faults);
        assert_eq!(serde_json::from_str::<SetupFaults>("[]").unwrap(), SetupFaults::NONE);
        let error = serde_json::from_str::<SetupFaults>("[\"NO_KING\"]").unwrap_err();
        assert!(error.to_string().contains("\"NO_KING\" is not the name"), "{error}");
    }
}
