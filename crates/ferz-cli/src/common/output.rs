//! Standard output and standard error in the hands of other processes.

use super::formats::wrapped;
use std::fmt;
use std::io::{self, Write, stderr};

/// The largest number of characters of a message on standard error; the rest is cut off.
const MAX_MESSAGE: usize = 2_000;

/// Prints a message on standard error: on one line, or on a terminal broken between words. Ignores errors:
/// nothing else can be done with the message.
pub(crate) fn print_message(text: impl fmt::Display) {
    let mut text = escaped(&text.to_string());
    if let Some((end, _)) = text.char_indices().nth(MAX_MESSAGE) {
        text.truncate(end);
        text.push_str(" ...");
    }
    if let Some((width, _)) = terminal_size::terminal_size_of(stderr()) {
        text = wrapped(&text, width.0.into(), 2);
    }
    let _ = writeln!(stderr(), "{text}");
}

/// Returns a text with its control characters, NUL and line ends included, as escape sequences, so
/// that text from a file or an engine cannot change the terminal.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for char in text.chars() {
        if is_harmful(char) {
            escaped.extend(char.escape_default());
        } else {
            escaped.push(char);
        }
    }
    escaped
}

/// The greatest number of characters of a [`short`] text.
const MAX_SHORT: usize = 80;

/// Returns a text of a file [`escaped`], cut off after [`MAX_SHORT`] characters.
pub(crate) fn short(text: &str) -> String {
    let mut short: String = text.chars().take(MAX_SHORT).collect();
    if short.len() < text.len() {
        short.push_str("...");
    }
    escaped(&short)
}

/// Returns true for control characters and for those that change the direction of text.
fn is_harmful(char: char) -> bool {
    char.is_control() || matches!(char, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns true if standard output is a pipe or socket whose reader is gone. Always false on systems
/// other than Unix.
pub(crate) fn is_closed() -> bool {
    poll_output(0)
}

/// Ends the process with status 0 as soon as the reader of standard output is gone, as a failed
/// write would: a count or search that nothing can print ends at once.
pub(crate) fn exit_when_closed() {
    // Ignores errors: without the thread the next write ends the process.
    let _ = std::thread::Builder::new().spawn(|| {
        if poll_output(-1) {
            ferz_output::discard_all();
            std::process::exit(0);
        }
    });
}

/// Waits for at most this number of milliseconds, -1 for no limit, until the reader of standard
/// output is gone. Returns true if it is.
#[cfg(unix)]
fn poll_output(milliseconds: i32) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let output = io::stdout();
    // Errors and hang-ups are reported although no event is requested.
    let mut descriptors = [PollFd::new(&output, PollFlags::empty())];
    let limit = Timespec { tv_sec: 0, tv_nsec: i64::from(milliseconds) * 1_000_000 };
    loop {
        match poll(&mut descriptors, (milliseconds >= 0).then_some(&limit)) {
            Err(rustix::io::Errno::INTR) => {}
            Err(_) => return false,
            Ok(_) => {
                let events = descriptors[0].revents();
                return events.intersects(PollFlags::ERR | PollFlags::HUP);
            }
        }
    }
}

#[cfg(not(unix))]
fn poll_output(_milliseconds: i32) -> bool {
    false
}

/// Writes a text to standard output and flushes it.
///
/// # Errors
/// If standard output cannot be written to.
pub(crate) fn print_and_flush(text: impl fmt::Display) -> io::Result<()> {
    let mut out = io::stdout().lock();
    write!(out, "{text}")?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(escaped("e4\0\u{1b}[2J\r\n\u{7f}é♔"), "e4\\u{0}\\u{1b}[2J\\r\\n\\u{7f}é♔");
        assert_eq!(escaped("\u{202e}4e"), "\\u{202e}4e");
    }
}
