use core::fmt;
use core::ops::{BitAnd, BitOr, BitOrAssign, Sub};

/// A set of reasons why the rules refuse a [`Setup`](super::Setup).
///
/// `|` joins, `&` keeps what both have, `-` takes away. Display writes every reason of the set as a sentence part,
/// separated by `; `.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SetupFaults(u16);

/// Declares one flag a row: constant, bit, what it means, and the words a person reads.
macro_rules! faults {
    ($($(#[$doc:meta])* $name:ident = $bit:literal, $words:literal;)+) => {
        impl SetupFaults {
            $($(#[$doc])* pub const $name: Self = Self(1 << $bit);)+

            /// Every single fault with its name and its words, in the order of reports.
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
    /// A king of the side that is not to move is attacked: it could be taken at once.
    OPPONENT_IN_CHECK = 4, "the side that is not to move is in check";
    /// A pawn stands on the first or the eighth rank.
    PAWN_ON_BACK_RANK = 5, "a pawn stands on the first or last rank";
    /// A side has more than 16 pieces, pawns and king included. Such a side has too many pawns or
    /// too many promoted pieces as well.
    TOO_MANY_PIECES = 6, "a side has more than 16 pieces";
    /// A side has more than 8 pawns.
    TOO_MANY_PAWNS = 7, "a side has more than 8 pawns";
    /// A side has more knights, bishops (of one square colour), rooks and queens beyond those it
    /// began with than it misses pawns.
    TOO_MANY_PROMOTED = 8, "a side has more promoted pieces than missing pawns";
    /// A right to castle whose king does not stand on its own back rank, or whose rook does not
    /// stand there too, on the wing of the right. Forgiven, such a right is dropped.
    IMPOSSIBLE_CASTLING = 9, "a castling right lacks its king or its rook";
    /// An en passant square that no double push can have left behind: it lies on another rank
    /// than the third as the pushing side counts, the pawn is not there, the square itself or
    /// the pawn's origin is occupied, or the push left a king attacked that was attacked before
    /// (so that it was the other side's turn). Forgiven, the square is dropped.
    IMPOSSIBLE_EN_PASSANT = 10, "no double push can have left the en passant square";
    /// More than two checkers, or two that no single last move of the opponent can have left: two
    /// knights, two rooks on one line and the like. One checker is never a fault, wherever it
    /// came from. Judged as if there were no en passant square when that square is impossible.
    /// Harmless to play on from.
    IMPOSSIBLE_CHECKERS = 11, "no last move can have led to these checkers";
    /// Counters that contradict the rules or the board: a full move number of 0, or a halfmove clock
    /// above 0 right after the double push that an en passant square tells of. Harmless.
    BAD_COUNTERS = 12, "the move counters contradict the rules or the board";
}

impl SetupFaults {
    /// No fault.
    pub const NONE: Self = Self(0);

    /// The faults that a caller may forgive: play from such a setup breaks no rule of movement.
    /// The others, about kings, pawns on back ranks and a king that can be taken, never are.
    pub const FORGIVABLE: Self = Self(
        Self::TOO_MANY_PIECES.0
            | Self::TOO_MANY_PAWNS.0
            | Self::TOO_MANY_PROMOTED.0
            | Self::IMPOSSIBLE_CASTLING.0
            | Self::IMPOSSIBLE_EN_PASSANT.0
            | Self::IMPOSSIBLE_CHECKERS.0
            | Self::BAD_COUNTERS.0,
    );

    /// Whether there is no fault.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether every fault of `other` is here too.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether at least one fault of `other` is here too.
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The single faults of the set.
    pub fn iter(self) -> impl Iterator<Item = Self> {
        Self::TABLE.iter().map(|row| row.0).filter(move |&fault| self.contains(fault))
    }

    /// The words of each fault of the set, as an error message uses them.
    pub fn reasons(self) -> impl Iterator<Item = &'static str> {
        Self::TABLE.iter().filter(move |row| self.contains(row.0)).map(|row| row.2)
    }

    /// Adds a fault if it was found.
    pub(super) fn add_if(&mut self, found: bool, fault: Self) {
        if found {
            *self |= fault;
        }
    }
}

impl BitOr for SetupFaults {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
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

    /// The faults here that are not in `other`.
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
        let names = Self::TABLE.iter().filter(|row| self.contains(row.0)).map(|row| row.1);
        f.write_str("SetupFaults(")?;
        for (nth, name) in names.enumerate() {
            f.write_str(if nth == 0 { "" } else { " | " })?;
            f.write_str(name)?;
        }
        f.write_str(")")
    }
}

/// A setup that the rules refuse, with every reason that was not forgiven.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct InvalidSetup(
    /// The reasons; never empty.
    pub SetupFaults,
);

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use alloc::vec::Vec;

    #[test]
    fn each_fault_is_one_bit_with_its_own_words() {
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
        assert_eq!(faults - SetupFaults::FORGIVABLE, SetupFaults::NO_BLACK_KING);
    }
}
