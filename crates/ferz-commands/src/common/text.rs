//! Formats of numbers, times and boards, and JSON.

use super::error::Error;
use ferz::{Color, Position};
use serde::Serialize;
use std::io::{Write, stdout};
use std::time::Duration;

/// Returns a count with its digits in groups of three: `119,060,324`.
pub(crate) fn grouped(count: u128) -> String {
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
pub(crate) fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(count as u128))
}

/// Returns the board from White's view, the side to move and the FEN.
pub(crate) fn board(position: &Position) -> String {
    let turn = match position.side_to_move() {
        Color::White => "White",
        Color::Black => "Black",
    };
    let check = if position.in_check() { ", in check" } else { "" };
    format!("{}\n\n{turn} to move{check}\n{position}\n", position.diagram())
}

/// Prints a JSON object on one line.
///
/// # Errors
/// If standard output cannot be written.
pub(crate) fn print_json(object: &impl Serialize) -> Result<(), Error> {
    let text = serde_json::to_string(object).map_err(std::io::Error::from)?;
    Ok(writeln!(stdout(), "{text}")?)
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
    fn board_is_drawn_from_whites_view() {
        let text = board(&Position::startpos());
        assert!(text.contains("\n8 | r | n | b | q | k | b | n | r |\n"));
        assert!(text.contains("g   h\n\nWhite to move\nrnbqkbnr/"));
    }
}
