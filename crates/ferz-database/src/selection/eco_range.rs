//! Ranges of ECO codes.

use ferz_game::openings::Eco;
use std::str::FromStr;

/// A range of ECO codes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EcoRange {
    first: Eco,
    last: Eco,
}

impl EcoRange {
    /// Returns true if the range contains a code.
    pub fn contains(self, eco: Eco) -> bool {
        (self.first..=self.last).contains(&eco)
    }
}

/// The error for text that is no range of ECO codes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected an ECO code, range or volume, like B90, B20-B99 or B")]
pub struct ParseEcoRangeError;

/// Parses a code, a range or a volume: `B90`, `B20-B99`, `B`.
impl FromStr for EcoRange {
    type Err = ParseEcoRangeError;

    fn from_str(text: &str) -> Result<Self, ParseEcoRangeError> {
        let (first, last) = match text.split_once('-') {
            Some((first, last)) => (first.to_owned(), last.to_owned()),
            None if text.len() == 1 => (format!("{text}00"), format!("{text}99")),
            None => (text.to_owned(), text.to_owned()),
        };
        match (first.parse::<Eco>(), last.parse::<Eco>()) {
            (Ok(first), Ok(last)) if first <= last => Ok(Self { first, last }),
            _ => Err(ParseEcoRangeError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eco_ranges_and_volumes_contain_codes() {
        let contains = |range: &str, eco: &str| {
            range.parse::<EcoRange>().unwrap().contains(eco.parse().unwrap())
        };
        assert!(contains("B90", "B90") && !contains("B90", "B91"));
        assert!(contains("B20-B99", "B20") && contains("B20-B99", "B99"));
        assert!(contains("c", "C00") && contains("C", "C99") && !contains("C", "D00"));
        for bad in ["", "B9", "F", "B99-B20", "B20-", "é"] {
            assert!(bad.parse::<EcoRange>().is_err(), "{bad}");
        }
    }
}
