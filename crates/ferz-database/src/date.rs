//! The date of a game, of which parts may be unknown.

use std::fmt;
use std::str::FromStr;

/// The date of a game, of which parts may be unknown. Ordered by time, unknown parts first.
///
/// ```
/// use ferz_database::GameDate;
/// let date = GameDate::from_tag("2024.03.??");
/// assert_eq!((date.year(), date.month(), date.day()), (Some(2024), Some(3), None));
/// assert!(date.is_within("2024.03.20".parse().ok(), None), "it can be a later day of March");
/// assert!(!date.is_within(None, "2024.02".parse().ok()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct GameDate {
    /// 0 if unknown, as month and day.
    year: u16,
    month: u8,
    day: u8,
}

impl GameDate {
    /// The number of bits of [`bits`](Self::bits).
    pub(crate) const BITS: u32 = 23;

    /// Returns the date of a tag: the known parts before the first unknown or impossible one. A year has four
    /// digits.
    ///
    /// ```
    /// use ferz_database::GameDate;
    /// assert_eq!(GameDate::from_tag("2024.02.30").to_string(), "2024.02.??");
    /// assert_eq!(GameDate::from_tag("?"), GameDate::default());
    /// ```
    pub fn from_tag(value: &str) -> Self {
        let mut parts = value.trim().split(SEPARATORS);
        let year = parts.next().filter(|year| year.len() == 4).and_then(|year| number(year, 9_999));
        let Some(year) = year else { return Self::default() };
        let mut part = |max: u16| parts.next().and_then(|part| number(part, max));
        let month = part(12).unwrap_or(0) as u8;
        let day = if month == 0 { 0 } else { part(days_in(year, month)).unwrap_or(0) as u8 };
        Self { year, month, day }
    }

    /// Returns the year, from 1 to 9999, or `None` if the date is unknown.
    pub fn year(self) -> Option<u16> {
        (self.year > 0).then_some(self.year)
    }

    /// Returns the month, from 1 to 12.
    pub fn month(self) -> Option<u8> {
        (self.month > 0).then_some(self.month)
    }

    /// Returns the day, from 1 to 31.
    pub fn day(self) -> Option<u8> {
        (self.day > 0).then_some(self.day)
    }

    /// Returns the date without its day.
    pub fn without_day(self) -> Self {
        Self { day: 0, ..self }
    }

    /// Returns the first day that the date can mean: year, month and day. The year of an unknown date is 0.
    pub fn earliest(self) -> (u16, u8, u8) {
        (self.year, self.month.max(1), self.day.max(1))
    }

    /// Returns the last day that the date can mean: year, month and day. The year of an unknown date is 0.
    pub fn latest(self) -> (u16, u8, u8) {
        let last = |part, last| if part == 0 { last } else { part };
        (self.year, last(self.month, 12), last(self.day, 31))
    }

    /// Returns the number of days from 1 January 1970 to the last day that the date can mean; `None` if it is unknown.
    pub fn last_day_number(self) -> Option<i32> {
        let (year, month, day) = self.latest();
        (year > 0).then(|| day_number(year.into(), month, day))
    }

    /// Returns the number of days from 1 January 1970 to the date; `None` unless all parts are known.
    pub fn day_number(self) -> Option<i32> {
        self.last_day_number().filter(|_| self.day > 0)
    }

    /// Returns true if the date can mean a day from the first one of `since` to the last one of `until`. An
    /// unknown date is in the range without ends only.
    pub fn is_within(self, since: Option<Self>, until: Option<Self>) -> bool {
        let is_unlimited = since.is_none() && until.is_none();
        is_unlimited
            || self.year > 0
                && since.is_none_or(|since| self.latest() >= since.earliest())
                && until.is_none_or(|until| self.earliest() <= until.latest())
    }

    /// Returns the date as a number: day in the low 5 bits, month in 4, year in 14; unknown parts are 0.
    pub(crate) fn bits(self) -> u32 {
        u32::from(self.year) << 9 | u32::from(self.month) << 5 | u32::from(self.day)
    }

    /// Returns the date of a number, or `None` if it has an invalid part.
    pub(crate) fn from_bits(bits: u32) -> Option<Self> {
        let (year, month, day) = (bits >> 9, (bits >> 5 & 15) as u8, (bits & 31) as u8);
        let is_known = year > 0 || month == 0;
        let is_valid = year <= 9_999 && month <= 12 && is_known && (month > 0 || day == 0);
        is_valid.then_some(Self { year: year as u16, month, day })
    }
}

/// The characters between the parts of a date.
const SEPARATORS: [char; 3] = ['.', '-', '/'];

/// Returns the number of a text of digits from 1 to `max`.
fn number(text: &str, max: u16) -> Option<u16> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| is_number && (1..=max).contains(number))
}

/// Returns the number of days from 1 January 1970 to a date of the Gregorian calendar, by the formula of Fliegel and
/// Van Flandern (Communications of the ACM 11, 1968).
pub fn day_number(year: i32, month: u8, day: u8) -> i32 {
    let (month, day) = (i32::from(month), i32::from(day));
    let shift = (month - 14) / 12;
    let julian = 1461 * (year + 4800 + shift) / 4 + 367 * (month - 2 - 12 * shift) / 12
        - 3 * ((year + 4900 + shift) / 100) / 4
        + day
        - 32_075;
    julian - JULIAN_DAY
}

/// The Julian day number of 1 January 1970.
const JULIAN_DAY: i32 = 2_440_588;

/// Returns the date of a day as `2026-11-29`: the inverse of [`day_number`].
pub fn date_text(day: i32) -> String {
    let l = day + JULIAN_DAY + 68_569;
    let n = 4 * l / 146_097;
    let l = l - (146_097 * n + 3) / 4;
    let year = 4000 * (l + 1) / 1_461_001;
    let l = l - 1461 * year / 4 + 31;
    let month = 80 * l / 2447;
    let day = l - 2447 * month / 80;
    let l = month / 11;
    format!("{:04}-{:02}-{:02}", 100 * (n - 49) + year + l, month + 2 - 12 * l, day)
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

/// Writes the date as PGN does, with question marks for unknown parts.
impl fmt::Display for GameDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.year {
            0 => f.write_str("????")?,
            year => write!(f, "{year:04}")?,
        }
        [self.month, self.day].iter().try_for_each(|part| match part {
            0 => f.write_str(".??"),
            part => write!(f, ".{part:02}"),
        })
    }
}

/// The error for text that is no date.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a date like 2024, 2024.03 or 2024.03.15")]
pub struct ParseGameDateError;

/// Parses a year, a year and a month, or a day, with `.`, `-` or `/` between them. Question marks stand for
/// unknown months and days.
impl FromStr for GameDate {
    type Err = ParseGameDateError;

    fn from_str(text: &str) -> Result<Self, ParseGameDateError> {
        let date = Self::from_tag(text);
        let found = [date.year().is_some(), date.month().is_some(), date.day().is_some()];
        let mut parts = text.trim().split(SEPARATORS);
        // Each part is known and possible, or a question mark.
        let are_read = found
            .iter()
            .all(|&is_known| parts.next().is_none_or(|part| is_known != (part == "??")));
        (found[0] && are_read && parts.next().is_none()).then_some(date).ok_or(ParseGameDateError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_have_the_known_parts_of_a_date() {
        for (text, expected) in [
            ("2024.03.15", "2024.03.15"),
            (" 2024-03-15 ", "2024.03.15"),
            ("2024.3.5", "2024.03.05"),
            ("2024.03.??", "2024.03.??"),
            ("2024.??.05", "2024.??.??"),
            ("2024", "2024.??.??"),
            ("2024.13.01", "2024.??.??"),
            ("2024.02.30", "2024.02.??"),
            ("????.01.01", "????.??.??"),
            ("24.01.01", "????.??.??"),
            ("0000.01.01", "????.??.??"),
            ("yesterday", "????.??.??"),
            ("+024.01.01", "????.??.??"),
        ] {
            let date = GameDate::from_tag(text);
            assert_eq!(date.to_string(), expected, "{text}");
            assert_eq!(GameDate::from_bits(date.bits()), Some(date));
        }
        for bits in [1, 1 << 5, 13 << 5 | 2024 << 9, 10_000 << 9, 2024 << 9 | 1] {
            assert_eq!(GameDate::from_bits(bits), None);
        }
    }

    #[test]
    fn text_is_a_date_as_a_whole_or_refused() {
        for good in [
            "2024",
            "2024.03",
            "2024/03/15",
            "2024.03.??",
            "1868.??.??",
            "1868.??",
            "2024.02.29",
            "2000.02.29",
        ] {
            assert_eq!(good.parse(), Ok(GameDate::from_tag(good)), "{good}");
        }
        for bad in [
            "",
            "x",
            "24",
            "????",
            "????.??.??",
            "2024.13",
            "2024.1.32",
            "2024.??.01",
            "2024.03.15.1",
            "2024.",
            "2024.?",
            "+024",
            "2024.02.30",
            "2023.02.29",
            "1900.02.29",
            "2024.04.31",
        ] {
            assert_eq!(bad.parse::<GameDate>(), Err(ParseGameDateError), "{bad}");
        }
    }

    #[test]
    fn dates_are_compared_by_the_days_they_can_mean() {
        let date = |text: &str| text.parse::<GameDate>().ok();
        for (text, since, until, expected) in [
            ("2024.03.15", "2024.03.15", "2024.03.15", true),
            ("2024.03.15", "2024.03.16", "", false),
            ("2024.03.15", "", "2024.03.14", false),
            ("2024.03.??", "2024.03.31", "", true),
            ("2024.??.??", "2024.12", "2025", true),
            ("2024.??.??", "", "2024.01.01", true),
            ("2024.??.??", "2025", "", false),
            ("????.??.??", "0001", "", false),
            ("????.??.??", "", "9999", false),
            ("????.??.??", "", "", true),
        ] {
            let found = GameDate::from_tag(text).is_within(date(since), date(until));
            assert_eq!(found, expected, "{text} {since} {until}");
        }
        assert!(GameDate::from_tag("2024.??.??") < GameDate::from_tag("2024.01.??"));
    }

    #[test]
    fn days_and_dates_are_inverse() {
        for (text, day) in [
            ("1970-01-01", 0),
            ("1969-12-31", -1),
            ("2000-02-29", 11_016),
            ("2024-03-01", 19_783),
            ("2026-11-29", 20_786),
        ] {
            assert_eq!(
                (date_text(day).as_str(), text.parse().ok().and_then(GameDate::day_number)),
                (text, Some(day))
            );
        }
        for day in -100_000..100_000 {
            assert_eq!(date_text(day).parse().ok().and_then(GameDate::day_number), Some(day));
        }
        let unknown = GameDate::from_tag("2026.03");
        assert_eq!((unknown.day_number(), unknown.last_day_number()), (None, Some(20_543)));
        assert_eq!(GameDate::default().last_day_number(), None);
    }
}
