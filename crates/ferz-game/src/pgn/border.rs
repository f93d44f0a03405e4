//! The borders between games: a blank line and a line that starts with a tag.
//!
//! A border ends a game in any state of the reader, also within a comment. A text can therefore be
//! divided at its borders and the parts be read independently.

/// Bytes of zeros after the text, so that tokens can be read in words of eight bytes.
pub(super) const PADDING: usize = 64;

/// The longest tag name.
const NAME_MAX: usize = PADDING - 16;

/// Returns true if the text starts with a tag up to the opening quote of its value: `[Event "`.
pub(super) fn starts_tag(text: &[u8]) -> bool {
    tag_name_end(text).is_some()
}

/// Returns the ends of `[Event` and of `[Event "`. Looks at fewer than [`PADDING`] bytes.
pub(super) fn tag_name_end(text: &[u8]) -> Option<(usize, usize)> {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(byte);
    let (b'[', rest) = text.split_first()? else { return None };
    let name = rest.iter().take(NAME_MAX).take_while(|byte| is_name(byte)).count();
    let spaces = rest[name..].iter().take(8).take_while(|&&byte| byte == b' ' || byte == b'\t');
    let quote = name + spaces.count();
    (name > 0 && rest.get(quote) == Some(&b'"')).then_some((1 + name, quote + 2))
}

/// Returns the index of the tag if `text`, which starts after a line break, is a blank line and a
/// tag.
pub(super) fn tag_after_blank_line(text: &[u8]) -> Option<usize> {
    let blank = match text {
        [b'\n', ..] => 1,
        [b'\r', b'\n', ..] => 2,
        _ => return None,
    };
    starts_tag(&text[blank..]).then_some(blank)
}

/// Returns the index of the tag after the last border of a text.
pub(super) fn last_border(text: &[u8]) -> Option<usize> {
    memchr::memmem::rfind_iter(text, b"\n[").map(|at| at + 1).find(|&tag| {
        let before = &text[..tag - 1];
        let before = before.strip_suffix(b"\r").unwrap_or(before);
        before.ends_with(b"\n") && starts_tag(&text[tag..])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn borders_are_a_blank_line_and_a_tag() {
        for (text, index) in [
            (&b"1. e4 *\n\n[Event \"a\"]\n\n*\n"[..], Some(9)),
            (b"1. e4 *\r\n\r\n[Event\t\"a\"]", Some(11)),
            (b"*\n\n[A \"b\"]\n\n[C \"d\"]\n[E \"f\"]", Some(12)),
            (b"*\n[A \"b\"]", None),
            (b"{\n\n[%clk 1]", None),
            (b"{\n\n[Event] }", None),
            (b"{\n\n[\"Event\"] }", None),
            (b"\n\n[", None),
            (b"", None),
        ] {
            assert_eq!(last_border(text), index, "{}", text.escape_ascii());
        }
        assert_eq!(tag_after_blank_line(b"\r\n[A \"b\"]"), Some(2));
        assert_eq!(tag_after_blank_line(b"[A \"b\"]"), None);
        assert_eq!(tag_after_blank_line(b"\n 1. e4"), None);
    }
}
