//! Ranges of numbers: `100-200`, `1-9,50,900-`.

use super::ParseConditionError;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Ranges of numbers, of games in their order for example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NumberRanges(Vec<RangeInclusive<u64>>);

impl NumberRanges {
    /// Returns true if one of the ranges contains a number.
    pub fn contains(&self, number: u64) -> bool {
        self.0.iter().any(|range| range.contains(&number))
    }

    /// Returns the smallest number.
    pub fn first(&self) -> u64 {
        self.0.iter().map(|range| *range.start()).min().unwrap_or(0)
    }

    /// Returns the largest number, `u64::MAX` of a range without end.
    pub fn last(&self) -> u64 {
        self.0.iter().map(|range| *range.end()).max().unwrap_or(0)
    }
}

impl FromIterator<RangeInclusive<u64>> for NumberRanges {
    fn from_iter<T: IntoIterator<Item = RangeInclusive<u64>>>(ranges: T) -> Self {
        Self(ranges.into_iter().collect())
    }
}

/// Parses numbers and ranges with commas between them: `7`, `100-200`, `100-` without end, `-9` from 0.
impl FromStr for NumberRanges {
    type Err = ParseConditionError;

    fn from_str(text: &str) -> Result<Self, ParseConditionError> {
        let mut ranges = Vec::new();
        let mut offset = 0;
        loop {
            let (range, end) = range(text, offset)?;
            ranges.push(range);
            match &text[end..] {
                "" => return Ok(Self(ranges)),
                rest if rest.starts_with(',') => offset = end + 1,
                _ => return Err(ParseConditionError::at(text, end, "a comma or the end")),
            }
        }
    }
}

/// Parses the range at an offset. Returns it and the offset of the text after it.
fn range(text: &str, offset: usize) -> Result<(RangeInclusive<u64>, usize), ParseConditionError> {
    let (first, after_first) = number(text, offset)?;
    if !text[after_first..].starts_with('-') {
        let expected = "a number or a range, like 7, 100-200 or 100-";
        let first = first.ok_or_else(|| ParseConditionError::at(text, offset, expected))?;
        return Ok((first..=first, after_first));
    }
    let (last, end) = number(text, after_first + 1)?;
    match (first, last) {
        (None, None) => {
            Err(ParseConditionError::at(text, end, "a number before or after the hyphen"))
        }
        (Some(first), Some(last)) if first > last => {
            let expected = format!("a number that is not below {first}");
            Err(ParseConditionError::at(text, after_first + 1, expected))
        }
        _ => Ok((first.unwrap_or(0)..=last.unwrap_or(u64::MAX), end)),
    }
}

/// Parses the number at an offset, `None` without a digit. Returns it and the offset of the text after it.
fn number(text: &str, offset: usize) -> Result<(Option<u64>, usize), ParseConditionError> {
    let rest = &text[offset..];
    let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let digits = &rest[..length];
    if digits.is_empty() {
        return Ok((None, offset));
    }
    let too_large = |_| ParseConditionError::at(text, offset, "a number below 2^64");
    digits.parse().map(|number| (Some(number), offset + length)).map_err(too_large)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_contain_their_ends() {
        for (text, inside, outside) in [
            ("7", &[7][..], &[6, 8][..]),
            ("100-200", &[100, 200], &[99, 201]),
            ("5-5", &[5], &[4, 6]),
            ("-3", &[0, 3], &[4]),
            ("9-", &[9, u64::MAX], &[8]),
            ("1-2,7,9-", &[1, 2, 7, 9, u64::MAX], &[0, 3, 8]),
        ] {
            let ranges: NumberRanges = text.parse().unwrap();
            assert!(inside.iter().all(|&number| ranges.contains(number)), "{text}");
            assert!(!outside.iter().any(|&number| ranges.contains(number)), "{text}");
            assert_eq!(ranges.last(), inside[inside.len() - 1], "{text}");
        }
    }

    #[test]
    fn faults_have_a_place() {
        for (text, message) in [
            ("", "column 1: found the end, expected a number or a range"),
            ("x", "column 1: found `x`, expected a number or a range"),
            ("1-2;", "column 4: found `;`, expected a comma or the end"),
            ("é", "column 1: found `é`"),
            ("1,", "column 3: found the end"),
            ("1-2-3", "column 4: found `-`, expected a comma"),
            ("-", "column 2: found the end, expected a number before or after"),
            ("9-3", "column 3: found `3`, expected a number that is not below 9"),
            ("1,18446744073709551616", "column 3: found `1`, expected a number below 2^64"),
        ] {
            let error = text.parse::<NumberRanges>().unwrap_err().to_string();
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }
}
