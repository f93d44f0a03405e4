//! Dates of which parts may be unknown.

use std::str::FromStr;

/// A date of PGN, of which parts may be unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Date {
    year: u16,
    month: Option<u8>,
    day: Option<u8>,
}

impl Date {
    /// Returns the year.
    pub fn year(self) -> u16 {
        self.year
    }

    /// Returns the month, from 1, if it is known.
    pub fn month(self) -> Option<u8> {
        self.month
    }

    /// Returns the first day that the date can mean.
    pub fn earliest(self) -> (u16, u8, u8) {
        (self.year, self.month.unwrap_or(1), self.day.unwrap_or(1))
    }

    /// Returns the last day that the date can mean.
    pub fn latest(self) -> (u16, u8, u8) {
        (self.year, self.month.unwrap_or(12), self.day.unwrap_or(31))
    }
}

/// The error for text that is no date.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a date like 2024, 2024.03 or 2024.03.15")]
pub struct ParseDateError;

/// Parses a year, a year and a month, or a day: `2024`, `2024.03`, `2024-03-15`. Question marks
/// stand for unknown months and days.
impl FromStr for Date {
    type Err = ParseDateError;

    fn from_str(text: &str) -> Result<Self, ParseDateError> {
        let mut parts = text.split(['.', '-', '/']);
        let year = parts.next().filter(|year| year.len() == 4).ok_or(ParseDateError)?;
        let year = digits(year).ok_or(ParseDateError)?;
        let mut part = |max: u16| match parts.next() {
            None | Some("??") => Ok(None),
            Some(part) => match digits(part) {
                Some(number) if (1..=max).contains(&number) => Ok(Some(number as u8)),
                _ => Err(ParseDateError),
            },
        };
        let month = part(12)?;
        let day = part(month.map_or(31, |month| days_in(year, month)))?;
        if parts.next().is_some() || month.is_none() && day.is_some() {
            return Err(ParseDateError);
        }
        Ok(Self { year, month, day })
    }
}

/// Returns the number of days of a month in the Gregorian calendar.
fn days_in(year: u16, month: u8) -> u16 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => {
            29
        }
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Parses a number of digits only.
fn digits(text: &str) -> Option<u16> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_have_unknown_parts() {
        let date = |text: &str| text.parse::<Date>();
        assert_eq!(date("2024.03.15").unwrap().earliest(), (2024, 3, 15));
        assert_eq!(date("2024-03").unwrap().latest(), (2024, 3, 31));
        assert_eq!(date("1868.??.??").unwrap().earliest(), (1868, 1, 1));
        assert_eq!(date("1868").unwrap().latest(), (1868, 12, 31));
        for bad in
            ["", "24", "????.??.??", "2024.13", "2024.1.32", "2024.??.01", "2024.1.1.1", "+024"]
        {
            assert!(date(bad).is_err(), "{bad}");
        }
        for no_day in ["2024.02.30", "2023.02.29", "1900.02.29", "2024.04.31"] {
            assert!(date(no_day).is_err(), "{no_day}");
        }
        assert!(date("2024.02.29").is_ok() && date("2000.02.29").is_ok());
    }
}
