//! Ratings in tags.

/// Returns the rating of a tag such as `WhiteElo`: its digits, without the fraction of `2762.02` and the `?` of a
/// provisional `1500?`. `None` for other text, for 0, which stands for no rating, and above 65,535.
///
/// ```
/// use ferz_database::facts::rating;
/// assert_eq!([" 2762.02", "1500?"].map(rating), [Some(2762), Some(1500)]);
/// assert_eq!(["?", "-", "0", "2400 est.", "99999"].map(rating), [None; 5]);
/// ```
pub fn rating(value: &str) -> Option<u16> {
    let value = value.trim();
    let value = value.strip_suffix('?').unwrap_or(value);
    let (digits, fraction) = value.split_once('.').unwrap_or((value, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let rating = digits.parse().ok().filter(|&rating| rating > 0)?;
    (is_number(digits) && is_number(fraction)).then_some(rating)
}
