//! The bounded text of an error.

use alloc::string::String;
use core::fmt::{self, Display, Write};

/// Maximum number of characters that an error keeps of a refused text.
pub const MAX_ERROR_CHARS: usize = 64;

/// Returns the text of a value for an error message: at most [`MAX_ERROR_CHARS`] characters, with an
/// ellipsis if that is not all. Memory stays bounded even if the text is long.
///
/// ```
/// use ferz::notation::truncated;
/// assert_eq!(truncated("e2e9"), "e2e9");
/// assert_eq!(truncated("x".repeat(65)), "x".repeat(64) + "…");
/// ```
pub fn truncated(text: impl Display) -> String {
    let mut excerpt = Excerpt { text: String::new(), left: MAX_ERROR_CHARS };
    // Only a full excerpt stops the writer, and an excerpt that is full needs no more text.
    let _ = write!(excerpt, "{text}");
    excerpt.text
}

/// A writer that fails after the text that an error keeps.
struct Excerpt {
    text: String,
    /// The number of characters until the end.
    left: usize,
}

impl Write for Excerpt {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            if self.left == 0 {
                self.text.push('…');
                return Err(fmt::Error);
            }
            self.text.push(c);
            self.left -= 1;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use core::cell::Cell;

    #[test]
    fn texts_are_cut_between_characters() {
        for (text, expected) in [
            ("", String::new()),
            ("short", "short".into()),
            (&"é".repeat(64), "é".repeat(64)),
            (&"é".repeat(65), "é".repeat(64) + "…"),
            (&"♔".repeat(1000), "♔".repeat(64) + "…"),
        ] {
            assert_eq!(truncated(text), expected);
        }
        assert_eq!(truncated(format_args!("{} {}", "a".repeat(60), "bcdefg")).chars().count(), 65);
    }

    #[test]
    fn a_long_text_is_not_written_to_its_end() {
        /// A text of a billion pieces that counts those written.
        struct Endless<'a>(&'a Cell<usize>);
        impl Display for Endless<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                (0..1_000_000_000).try_for_each(|_| {
                    self.0.set(self.0.get() + 1);
                    f.write_str("ab")
                })
            }
        }
        let written = Cell::new(0);
        assert_eq!(truncated(Endless(&written)), format!("{}…", "ab".repeat(32)));
        assert_eq!(written.get(), 33);
    }
}
