//! Formats of numbers, times and lines of moves.

use std::fmt::Display;
use std::io::stdout;
use std::time::Duration;

/// Returns a count with its digits in groups of three: `119,060,324`.
pub(crate) fn grouped(count: impl Display) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns the count per second; 0 if `elapsed` is zero.
pub(crate) fn per_second(count: u128, elapsed: Duration) -> u128 {
    match elapsed.as_nanos() {
        0 => 0,
        nanos => count.saturating_mul(1_000_000_000) / nanos,
    }
}

/// Returns a count with three digits and a unit prefix: `1.23 M`.
pub(crate) fn scaled(count: u128) -> String {
    let (divisor, unit) = match count {
        0..1_000 => return count.to_string(),
        1_000..1_000_000 => (1e3, "k"),
        1_000_000..1_000_000_000 => (1e6, "M"),
        _ => (1e9, "G"),
    };
    let value = count as f64 / divisor;
    three_digits(value, unit)
}

/// Returns a number from 1 to 999 with three digits, and its unit.
fn three_digits(value: f64, unit: &str) -> String {
    let decimals = match value {
        ..9.995 => 2,
        ..99.95 => 1,
        _ => 0,
    };
    format!("{value:.decimals$} {unit}")
}

/// Returns a number with one decimal; `-` without one.
pub(crate) fn one_decimal(value: Option<f64>) -> String {
    value.map_or("-".to_owned(), |value| format!("{value:.1}"))
}

/// Returns a percentage with one decimal; `-` without one.
pub(crate) fn percent(value: Option<f64>) -> String {
    value.map_or("-".to_owned(), |value| format!("{value:.1} %"))
}

/// Returns a time with three digits and a unit: `37.2 ms`, `12.3 s`.
pub(crate) fn duration(time: Duration) -> String {
    let (value, unit) = match time.as_secs_f64() {
        value if value < 1e-3 => (value * 1e6, "µs"),
        value if value < 1.0 => (value * 1e3, "ms"),
        value => (value, "s"),
    };
    three_digits(value, unit)
}

/// Returns a count with its noun: `1 position`, `2 positions`.
pub(crate) fn counted(count: impl Display, noun: &str) -> String {
    let count = grouped(count);
    let plural = if count == "1" { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// Returns counts with their nouns: `12 games, 1 error`.
pub(crate) fn counts<const N: usize>(counts: [(u64, &str); N]) -> String {
    counts.map(|(count, noun)| counted(count, noun)).join(", ")
}

/// Returns the counts above 0 with their reasons, each after a comma: `, 3 known already`.
pub(crate) fn with_reasons<const N: usize>(counts: [(u64, &str); N]) -> String {
    let counts = counts.into_iter().filter(|&(count, _)| count > 0);
    counts.map(|(count, reason)| format!(", {} {reason}", grouped(count))).collect()
}

/// The number of columns of tables if [`columns`] is unknown.
pub(crate) const DEFAULT_COLUMNS: usize = 100;

/// Returns the number of columns for output: that of the environment variable `COLUMNS`, else that of
/// the terminal. `None` if the output is no terminal: its lines have any length.
pub(crate) fn columns() -> Option<usize> {
    let variable = std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
    let terminal = || terminal_size::terminal_size_of(stdout()).map(|(width, _)| width.0.into());
    variable.or_else(terminal).filter(|&columns| columns > 0)
}

/// Returns a text in lines that fit the terminal.
pub(crate) fn fitting(text: &str) -> String {
    columns().map_or(text.to_owned(), |columns| wrapped(text, columns, 2))
}

/// Breaks a text between words into lines of at most `width` characters, with spaces before all but
/// the first.
pub(crate) fn wrapped(text: &str, width: usize, indent: usize) -> String {
    let (mut wrapped, mut column) = (String::with_capacity(text.len()), 0);
    for word in text.split(' ') {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            wrapped.push('\n');
            wrapped.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else if column > 0 {
            wrapped.push(' ');
            column += 1;
        }
        wrapped.push_str(word);
        column += length;
    }
    wrapped
}

/// Returns a text of at most `width` characters, of which the last one stands for those that are cut off.
pub(crate) fn cut_off(text: &str, width: usize) -> String {
    match text.chars().count() > width {
        true => text.chars().take(width.saturating_sub(1)).chain(['…']).collect(),
        false => text.to_owned(),
    }
}

/// Returns a text of at most this number of characters: a longer one ends between words, with an ellipsis.
pub(crate) fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let end = text.char_indices().nth(width.saturating_sub(1)).map_or(text.len(), |(end, _)| end);
    // The end is between words if a space follows. A word that is too long alone is cut.
    let words = match text[end..].starts_with(' ') {
        true => &text[..end],
        false => text[..end].rsplit_once(' ').map_or(&text[..end], |(words, _)| words),
    };
    format!("{}…", words.trim_end_matches([' ', ',', ':', '-', '(']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_grouped_by_three_digits() {
        for (count, text) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (119_060_324, "119,060,324"),
            (u128::from(u64::MAX) + 1, "18,446,744,073,709,551,616"),
        ] {
            assert_eq!(grouped(count), text);
        }
    }

    #[test]
    fn speeds_and_times_have_three_digits() {
        for (count, text) in [
            (0, "0"),
            (999, "999"),
            (1_234, "1.23 k"),
            (99_960, "100 k"),
            (9_996_000, "10.0 M"),
            (1_630_000_000, "1.63 G"),
        ] {
            assert_eq!(scaled(count), text);
        }
        for (micros, text) in
            [(0, "0.00 µs"), (140, "140 µs"), (37_210, "37.2 ms"), (4_780_000, "4.78 s")]
        {
            assert_eq!(duration(Duration::from_micros(micros)), text);
        }
        assert_eq!(per_second(5, Duration::ZERO), 0);
        assert_eq!(per_second(5, Duration::from_millis(500)), 10);
    }

    #[test]
    fn texts_are_cut_off() {
        assert_eq!(cut_off("Müller", 6), "Müller");
        assert_eq!(cut_off("Müller", 5), "Müll…");
        assert_eq!((cut_off("ab", 1), cut_off("", 0)), ("…".to_owned(), String::new()));
    }

    #[test]
    fn texts_are_shortened_between_words() {
        for (text, width, expected) in [
            ("B90 Najdorf Variation", 21, "B90 Najdorf Variation"),
            ("B90 Najdorf Variation", 20, "B90 Najdorf…"),
            ("B90 Najdorf Variation", 12, "B90 Najdorf…"),
            ("B90 Najdorf Variation", 11, "B90…"),
            ("B90 Najdorf, English Attack", 19, "B90 Najdorf…"),
            ("Grünfeld", 5, "Grün…"),
            ("", 3, ""),
        ] {
            assert_eq!(shortened(text, width), expected, "{text} {width}");
        }
    }

    #[test]
    fn text_is_broken_between_words() {
        assert_eq!(wrapped("1. e4 e5 2. Nf3", 8, 2), "1. e4 e5\n  2. Nf3");
        assert_eq!(wrapped("1. e4 e5 2. Nf3", 7, 0), "1. e4\ne5 2.\nNf3");
        assert_eq!(wrapped("a longest word", 4, 1), "a\n longest\n word");
        assert_eq!(wrapped("", 4, 1), "");
    }
}
