//! The part of a text that is in memory.

use std::io::{self, Read};
use std::ops::Range;

/// A window of a text: the bytes that have been read but not yet consumed.
///
/// The window moves forward in a buffer of fixed size, which grows only for a token that does not
/// fit.
pub(super) struct Buffer<R: ?Sized> {
    /// The text, followed by [`PADDING`] zeros.
    data: Vec<u8>,
    /// The end of the text in `data`.
    len: usize,
    /// The end of the input has been read.
    complete: bool,
    /// See [`TextWindow::safe_end`]. It changes with [`refill`](Self::refill) alone, while a window is taken for each token.
    safe_end: usize,
    /// Each call of [`refill`](Self::refill) reads one line from an input that has them one by one.
    by_lines: bool,
    /// The error after the text.
    error: Option<io::Error>,
    /// The bytes before `data`.
    offset: u64,
    /// The line breaks before `counted`, which is an index of `data`.
    lines: u64,
    counted: usize,
    /// The offset of the first byte of the line of `counted`.
    line_start: u64,
    kept: Option<Kept>,
    input: R,
}

/// A copy of the text since the last call of [`Buffer::take_text`].
struct Kept {
    /// The text before `from`, without games that are too long.
    text: Vec<u8>,
    /// The index in the buffer of the first byte that is not in `text`.
    from: usize,
    /// The most bytes of a game.
    limit: usize,
    /// The index in `text` of the current game.
    game: usize,
    /// The current game is too long, and its text is dropped.
    too_long: bool,
}

impl Kept {
    /// Adds text of the current game, or drops all of it beyond the limit.
    fn add(&mut self, text: &[u8]) {
        if !self.too_long {
            self.text.extend_from_slice(text);
            self.too_long = self.text.len() - self.game > self.limit;
        }
        if self.too_long {
            self.text.truncate(self.game);
        }
    }
}

impl<R: Read> Buffer<R> {
    /// Creates an empty buffer of a size in bytes.
    pub(super) fn new(input: R, size: usize) -> Self {
        Self::holding(input, vec![0; size.max(PADDING) + PADDING], 0, false)
    }

    /// Creates a buffer of a complete text, which is followed by [`PADDING`] zeros.
    pub(super) fn from_text(input: R, data: Vec<u8>, len: usize) -> Self {
        debug_assert!(data[len..len + PADDING].iter().all(|&byte| byte == 0));
        Self::holding(input, data, len, true)
    }

    fn holding(input: R, data: Vec<u8>, len: usize, complete: bool) -> Self {
        Self {
            data,
            len,
            complete,
            safe_end: if complete { len } else { 0 },
            by_lines: false,
            error: None,
            offset: 0,
            lines: 0,
            counted: 0,
            line_start: 0,
            kept: None,
            input,
        }
    }

    /// Returns the memory of the buffer.
    pub(super) fn into_data(self) -> Vec<u8> {
        self.data
    }
}

impl<R: Read + ?Sized> Buffer<R> {
    /// Reads no further than to the end of the line of a token, from an input whose calls of `read`
    /// return no more than a line each.
    pub(super) fn read_by_lines(&mut self) {
        self.by_lines = true;
    }

    /// Returns the part of the text that is in memory.
    #[inline(always)]
    pub(super) fn window(&self) -> TextWindow<'_> {
        let Self { len, complete, safe_end, .. } = *self;
        TextWindow { data: &self.data, len, complete, safe_end }
    }

    /// Sets the number of the bytes and lines before the text.
    pub(super) fn set_origin(&mut self, offset: u64, lines: u64) {
        (self.offset, self.lines, self.line_start) = (offset, lines, offset);
    }

    /// Keeps the text that is read, up to a number of bytes for each game. The text of a longer game
    /// is dropped.
    pub(super) fn keep_text(&mut self, limit: usize) {
        self.kept = Some(Kept { text: Vec::new(), from: 0, limit, game: 0, too_long: false });
    }

    /// Ends a game at an index. Returns its limit if its text is kept but was too long.
    pub(super) fn end_game(&mut self, index: usize) -> Option<usize> {
        let kept = self.kept.as_mut()?;
        kept.add(&self.data[kept.from..index]);
        kept.from = index;
        kept.game = kept.text.len();
        std::mem::take(&mut kept.too_long).then_some(kept.limit)
    }

    /// Returns the length of the kept text up to the last end of a game.
    pub(super) fn kept_len(&self) -> usize {
        self.kept.as_ref().map_or(0, |kept| kept.game)
    }

    /// Returns true after [`keep_text`](Self::keep_text).
    pub(super) fn keeps_text(&self) -> bool {
        self.kept.is_some()
    }

    /// Returns the text since the last call up to an index, if it is kept.
    pub(super) fn take_text(&mut self, index: usize) -> Vec<u8> {
        let Some(kept) = &mut self.kept else { return Vec::new() };
        kept.add(&self.data[kept.from..index]);
        (kept.from, kept.game) = (index, 0);
        std::mem::take(&mut kept.text)
    }

    /// Returns the length of the text in memory.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Returns the bytes of the input before the text in memory.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns true if the text is the rest of the input.
    #[inline(always)]
    pub(super) fn is_complete(&self) -> bool {
        self.complete
    }

    /// Drops the text before `keep` and reads more, at least one byte unless the input ends or
    /// fails. The byte at `keep` then has index 0. Doubles the buffer if it is full.
    ///
    /// # Errors
    /// If the input could not be read by the call before.
    pub(super) fn refill(&mut self, keep: usize) -> io::Result<()> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        self.count_lines(keep);
        if let Some(kept) = &mut self.kept {
            kept.add(self.data.get(kept.from..keep).unwrap_or_default());
            kept.from = kept.from.saturating_sub(keep);
        }
        self.data.copy_within(keep..self.len, 0);
        self.len -= keep;
        self.counted -= keep;
        self.offset += keep as u64;
        // Full, though all before the token was dropped: the token itself is as long as the buffer. The caller has a limit for it.
        if self.len + PADDING >= self.data.len() {
            self.data.resize(2 * self.data.len(), 0);
        }
        let end = self.data.len() - PADDING;
        let before = self.len;
        // A decompressor or a pipe returns little at once: half a buffer is awaited, so that the copy of what is left over above stays a
        // small part of the work. By lines nothing is awaited, since the next line may depend on the answer to this one.
        while !self.complete && (self.len == before || !self.by_lines && self.len < end / 2) {
            match self.input.read(&mut self.data[self.len..end]) {
                Ok(0) => self.complete = true,
                Ok(read) => self.len += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // The next call returns the error, after the text before it.
                Err(error) => {
                    self.error = Some(error);
                    break;
                }
            }
        }
        self.data[self.len..self.len + PADDING].fill(0);
        self.safe_end = if self.complete {
            self.len
        } else if self.by_lines {
            memchr::memrchr(b'\n', &self.data[..self.len]).map_or(0, |end| end + 1)
        } else {
            self.len.saturating_sub(PADDING)
        };
        Ok(())
    }

    /// Returns line and column, from 1, of an index at or after those of earlier calls.
    pub(super) fn place(&mut self, index: usize) -> (u64, u64) {
        self.count_lines(index);
        (self.lines + 1, self.offset + index as u64 - self.line_start + 1)
    }

    /// Counts the line breaks before `index`. They are counted here, in one pass by wide instructions when text leaves the buffer or
    /// has an error, and not token by token: hardly any game needs its line.
    fn count_lines(&mut self, index: usize) {
        let Some(text) = self.data.get(self.counted..index) else { return };
        if let Some(last) = memchr::memrchr(b'\n', text) {
            self.lines += memchr::memchr_iter(b'\n', text).count() as u64;
            self.line_start = self.offset + (self.counted + last + 1) as u64;
        }
        self.counted = index;
    }
}

/// The part of a text that is in the buffer.
#[derive(Clone, Copy)]
pub(super) struct TextWindow<'a> {
    /// The text, followed by [`PADDING`] zeros.
    pub(super) data: &'a [u8],
    /// The end of the text in `data`.
    pub(super) len: usize,
    /// The text ends with this part.
    pub(super) complete: bool,
    /// The end of the indices at which a token can be read: those with [`PADDING`] bytes of text after
    /// them, those of whole lines if the text is read by lines, or all if the text is complete.
    pub(super) safe_end: usize,
}

impl<'a> TextWindow<'a> {
    /// Returns the text from an index.
    #[inline(always)]
    pub(super) fn from(self, index: usize) -> &'a [u8] {
        self.data.get(index..self.len).unwrap_or_default()
    }

    /// Returns true if the byte at an index is the first of its line, where `%` escapes the line.
    pub(super) fn is_at_line_start(self, index: usize) -> bool {
        index == 0 || self.data[index - 1] == b'\n'
    }

    /// Returns true if a tag starts at an index, and no move before it can contain its bracket: a tag with
    /// quotes, or a line that starts a game.
    pub(super) fn starts_tag(self, index: usize) -> bool {
        // The last is the end of a byte order mark.
        let is_separator = |byte: u8| byte.is_ascii_whitespace() || b")}\xBF".contains(&byte);
        let text = &self.data[index..];
        self.is_at_line_start(index) && starts_game(text)
            || index > 0 && is_separator(self.data[index - 1]) && starts_tag(text)
    }

    /// Returns eight bytes.
    #[inline(always)]
    pub(super) fn head(self, index: usize) -> [u8; 8] {
        match self.data[index..].first_chunk() {
            Some(head) => *head,
            None => [0; 8],
        }
    }
}

// The borders between games: a blank line and a line that starts with a tag, unless both can be between the
// tags of one game.
//
// A border ends a game in any state of the reader, also within a comment. A text can therefore be
// divided at its borders and the parts be read independently.

/// Bytes of zeros after the text, so that tokens can be read in words of eight bytes. As many bytes of text follow each token that
/// is read before the end, so that no token but a comment or a tag asks if its next byte is there: the longest move, number or
/// name that is read is shorter.
pub(super) const PADDING: usize = 64;

/// The longest tag name.
const NAME_MAX: usize = PADDING - 16;

/// Returns true if the text starts with a tag up to the opening quote of its value: `[Event "`.
pub(super) fn starts_tag(text: &[u8]) -> bool {
    TagStart::with_blanks(text, |byte| matches!(byte, b' ' | b'\t')).is_some()
}

/// Returns true if a line starts a game: with a tag, or with `[Event ` before a value without quotes. Outside
/// comments no other line starts so. Within a comment it is no border, since it can be part of the comment.
pub(super) fn starts_game(line: &[u8]) -> bool {
    starts_tag(line) || line.starts_with(b"[Event ") || line.starts_with(b"[Event\t")
}

/// The first parts of a tag.
pub(super) struct TagStart {
    /// The place of the name.
    pub(super) name: Range<usize>,
    /// The index of the value, after its opening quote.
    pub(super) value: usize,
}

impl TagStart {
    /// Finds the parts of the tag at the start of a text, which can have line breaks between them. Looks at
    /// fewer than [`PADDING`] bytes.
    pub(super) fn of(text: &[u8]) -> Option<Self> {
        Self::with_blanks(text, |byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
    }

    fn with_blanks(text: &[u8], is_blank: impl Fn(u8) -> bool) -> Option<Self> {
        let (b'[', rest) = text.split_first()? else { return None };
        let blanks = |text: &[u8]| text.iter().take(8).take_while(|&&byte| is_blank(byte)).count();
        let start = 1 + blanks(rest).min(4);
        let end = start + Self::name_length(&text[start..])?;
        let quote = end + blanks(&text[end..]);
        (text.get(quote) == Some(&b'"')).then_some(Self { name: start..end, value: quote + 1 })
    }

    /// Returns the length of the name at the start of a text.
    pub(super) fn name_length(text: &[u8]) -> Option<usize> {
        let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(byte);
        let begins_name = text.first().is_some_and(u8::is_ascii_alphanumeric);
        begins_name.then(|| text.iter().take(NAME_MAX).take_while(is_name).count())
    }
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

/// Returns true if more text decides if `text`, which starts after a line break, is a blank line and a tag.
pub(super) fn is_border_cut(text: &[u8]) -> bool {
    let line = match text {
        [] | [b'\r'] => return true,
        [b'\n', rest @ ..] | [b'\r', b'\n', rest @ ..] => rest,
        _ => return false,
    };
    line.len() < PADDING && (line.is_empty() || line[0] == b'[' && !line.contains(&b'\n'))
}

/// Returns the index of the first tag of the last game in a part of a text, before which the part can be
/// cut: the games before it are complete. `None` if no border is certain.
///
/// For texts that arrive in parts; [`ParallelReader`](super::ParallelReader) cuts its chunks so.
///
/// ```
/// use ferz_game::pgn::last_border;
/// let part = b"[Event \"A\"]\n\n1. e4 *\n\n[Event \"B\"]\n\n1. d";
/// assert_eq!(last_border(part), Some(22));
/// ```
pub fn last_border(text: &[u8]) -> Option<usize> {
    memchr::memmem::rfind_iter(text, b"\n[").map(|at| at + 1).find(|&tag| {
        let before = &text[..tag - 1];
        let before = before.strip_suffix(b"\r").unwrap_or(before);
        let is_event = || text[tag..].starts_with(b"[Event \"");
        before.ends_with(b"\n")
            && starts_tag(&text[tag..])
            && (is_event() || !ends_with_tag_line(before))
            && !ends_with_comment(before)
    })
}

/// Returns true if a text ends with a comment, which may stand before the tags of the next game and belong to
/// it. All bytes beyond ASCII count as blanks, as in [`ends_with_tag_line`].
fn ends_with_comment(text: &[u8]) -> bool {
    let is_mark = |byte: &u8| matches!(byte, b'!'..=b'~');
    for line in text.rsplit(|&byte| byte == b'\n') {
        let Some(first) = line.iter().position(is_mark) else { continue };
        // Such lines can follow a comment in braces.
        if matches!(line[first], b'%' | b';') {
            continue;
        }
        let Some(end) = memchr::memrchr(b'}', line) else { return false };
        let rest = &line[end + 1..];
        return rest.iter().find(|byte| is_mark(byte)).is_none_or(|&byte| byte == b';');
    }
    false
}

/// Returns true if the last line of a text that is not blank can be one between tags: a tag, a part of one,
/// or a line that is skipped there. Then the blank line after it may be within the tags of a game. All bytes
/// beyond ASCII count as blanks, since some are: see [`blank_length`](super::movetext::blank_length).
fn ends_with_tag_line(text: &[u8]) -> bool {
    let is_mark = |byte: &u8| matches!(byte, b'!'..=b'~');
    let text = &text[..text.iter().rposition(is_mark).map_or(0, |last| last + 1)];
    let line = &text[memchr::memrchr(b'\n', text).map_or(0, |end| end + 1)..];
    let line = &line[line.iter().position(is_mark).unwrap_or(line.len())..];
    // A tag can follow moves on their line.
    let has_tag = || memchr::memchr_iter(b'[', line).any(|at| starts_tag(&line[at..]));
    line.is_empty() || line.ends_with(b"]") || matches!(line[0], b'[' | b'%' | b';') || has_tag()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn borders_are_a_blank_line_and_a_tag() {
        for (text, index) in [
            (&b"1. e4 *\n\n[Event \"a\"]\n\n*\n"[..], Some(9)),
            (b"1. e4 *\r\n\r\n[Event\t\"a\"]", Some(11)),
            (b"*\n\n[A \"b\"]\n\n[C \"d\"]\n[E \"f\"]", Some(3)),
            (b"*\n\n[A \"b\"]\n\n[Event \"d\"]\n[E \"f\"]", Some(12)),
            (b"[A \"b\"]\n% c\n\n[C \"d\"]", None),
            (b"[A \"b\"]\n; c\n\n[Event \"d\"]", Some(13)),
            (b"[A \"b\"]\n\xEF\xBB\xBF\n\n[C \"d\"]", None),
            (b"[A\n\"b\"]\xC2\xA0\n\0\n\n[C \"d\"]", None),
            (b"[A \"b\"]\n\xA0; c\n\n[C \"d\"]", None),
            (b"1. e4 [A \"b\n\n[C \"d\"]", None),
            (b"1. e4 {[%clk 1]} *\n\n[C \"d\"]", Some(20)),
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

    #[test]
    fn tags_have_a_name_and_a_quote() {
        let name = |length| "n".repeat(length);
        for (text, ends) in [
            (r#"[Event "a"]"#.to_owned(), Some((6, 8))),
            (r#"[A""#.to_owned(), Some((2, 3))),
            ("[A \t \"".to_owned(), Some((2, 6))),
            (r#"[aZ09_+#=:- ""#.to_owned(), Some((11, 13))),
            (r#"[ A "b" ]"#.to_owned(), Some((3, 5))),
            (format!("[A{}\"", " ".repeat(8)), Some((2, 11))),
            (format!("[A{}\"", " ".repeat(9)), None),
            (format!("[{} \"", name(48)), Some((49, 51))),
            (format!("[{} \"", name(49)), None),
            (r#"(A "b")"#.to_owned(), None),
            (r#"[ "b"]"#.to_owned(), None),
            (r#"[A B "c"]"#.to_owned(), None),
            (r#"[+A "c"]"#.to_owned(), None),
            ("[A\n\"".to_owned(), Some((2, 4))),
            ("[A ".to_owned(), None),
            ("[".to_owned(), None),
            (String::new(), None),
        ] {
            let start = TagStart::of(text.as_bytes()).map(|start| (start.name.end, start.value));
            assert_eq!(start, ends, "{text:?}");
            let is_one_line = ends.is_some() && !text.contains('\n');
            assert_eq!(starts_tag(text.as_bytes()), is_one_line, "{text:?}");
        }
    }

    #[test]
    fn tags_start_after_a_separator() {
        for before in 0..=255 {
            let data = [&[before], &b"[A \"b\"]"[..], &[0; PADDING]].concat();
            let len = data.len() - PADDING;
            let window = TextWindow { data: &data, len, complete: true, safe_end: len };
            let is_separator = b" \t\r\n\x0C)}\xBF".contains(&before);
            assert_eq!(window.starts_tag(1), is_separator, "{before:#x}");
            assert_eq!(window.is_at_line_start(1), before == b'\n', "{before:#x}");
        }
    }

    #[test]
    fn games_start_with_a_tag_or_an_event_without_quotes() {
        for (line, expected) in [
            (&b"[A \"b\"]"[..], true),
            (b"[Event x]", true),
            (b"[Event\tx]", true),
            (b"[Event", false),
            (b"[Event]", false),
            (b"[EventDate x]", false),
            (b"[White x]", false),
            (b" [Event x]", false),
        ] {
            assert_eq!(starts_game(line), expected, "{}", line.escape_ascii());
        }
    }
}
