//! The local date.

use ferz_database::day_number;

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
