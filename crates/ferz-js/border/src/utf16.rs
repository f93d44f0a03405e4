//! Texts measured as JavaScript does, in UTF-16 units.

/// Returns the length of a text in UTF-16 units.
pub fn units(text: &str) -> u32 {
    if text.is_ascii() { text.len() as u32 } else { text.encode_utf16().count() as u32 }
}

/// Cuts the first `units` off a text and returns them. A text with fewer is returned as a whole.
pub fn cut<'a>(text: &mut &'a str, units: u32) -> &'a str {
    let mut left = units as usize;
    let end = text.char_indices().find_map(|(index, character)| {
        let fits = left >= character.len_utf16();
        left = left.saturating_sub(character.len_utf16());
        (!fits).then_some(index)
    });
    let (head, tail) = text.split_at(end.unwrap_or(text.len()));
    *text = tail;
    head
}

/// Returns a text with single spaces between its words, as trees of games keep comments.
pub fn single_spaced(text: &str) -> String {
    let is_space = |c: char| c.is_whitespace() || c.is_control();
    let words: Vec<&str> = text.split(is_space).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_those_of_javascript() {
        assert_eq!(units("ab"), 2);
        assert_eq!(units("\u{E9}\u{1F600}"), 3);
        let mut text = "\u{E9}\u{1F600}x";
        assert_eq!(cut(&mut text, 0), "");
        assert_eq!(cut(&mut text, 3), "\u{E9}\u{1F600}");
        assert_eq!(cut(&mut text, 9), "x");
        assert_eq!(cut(&mut text, 1), "");
        assert_eq!(single_spaced(" a\r\n b\0\u{2003}c "), "a b c");
    }
}
