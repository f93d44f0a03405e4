//! The local date, and days as numbers.

use ferz_database::GameDate;

/// Returns today's year, month and day, or `None` if the clock is beyond the calendar.
#[cfg(unix)]
pub(crate) fn local_date() -> Option<(i32, u8, u8)> {
    let zone = match std::env::var("TZ") {
        Ok(zone) => tz::TimeZone::from_posix_tz(&zone),
        Err(_) => tz::TimeZone::local(),
    };
    let zone = zone.unwrap_or_else(|_| tz::TimeZone::utc());
    let now = tz::DateTime::now(zone.as_ref()).ok()?;
    Some((now.year(), now.month(), now.month_day()))
}

/// Returns today's year, month and day.
#[cfg(not(unix))]
pub(crate) fn local_date() -> Option<(i32, u8, u8)> {
    let now = time::OffsetDateTime::now_local().unwrap_or_else(|_| time::OffsetDateTime::now_utc());
    Some((now.year(), now.month().into(), now.day()))
}

/// Returns today as the number of days since 1 January 1970, by the local date.
pub(crate) fn today() -> i32 {
    local_date().map_or(0, |(year, month, day)| day_number(year, month, day))
}

/// Returns the number of days from 1 January 1970 to a date of the Gregorian calendar, by the formula of Fliegel and
/// Van Flandern (Communications of the ACM 11, 1968).
pub(crate) fn day_number(year: i32, month: u8, day: u8) -> i32 {
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
pub(crate) fn date_text(day: i32) -> String {
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

/// Returns the number of a day from its date with all parts, such as `2026-11-29`; `None` for another text.
pub(crate) fn parse_day(text: &str) -> Option<i32> {
    let date: GameDate = text.parse().ok()?;
    let (year, month, day) = (date.year()?, date.month()?, date.day()?);
    Some(day_number(year.into(), month, day))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_dates_are_inverse() {
        for (text, day) in [
            ("1970-01-01", 0),
            ("1969-12-31", -1),
            ("2000-02-29", 11_016),
            ("2024-03-01", 19_783),
            ("2026-11-29", 20_786),
        ] {
            assert_eq!((date_text(day).as_str(), parse_day(text)), (text, Some(day)));
        }
        for day in -100_000..100_000 {
            assert_eq!(parse_day(&date_text(day)), Some(day));
        }
        assert_eq!(
            (parse_day("2026-11"), parse_day("2026-02-30"), parse_day("x")),
            (None, None, None)
        );
    }
}
