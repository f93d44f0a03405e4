//! The lines of one game of a PGN text.

use memchr::{memchr, memchr2};
use std::ops::Range;

/// U+FEFF in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The tag pairs and the movetext of one game, without escaped lines.
#[derive(Default)]
pub(super) struct GameText {
    /// The lines of the tags, then the movetext.
    text: Vec<u8>,
    tags: Vec<TagSpan>,
    /// The start of the movetext.
    movetext: usize,
}

/// The places of a tag's name and value in the text.
struct TagSpan {
    name: Range<usize>,
    value: Range<usize>,
}

/// The kind of a line before the movetext.
enum TextLine {
    Blank,
    /// An escaped line or a comment.
    Ignored,
    /// A line in brackets that is no tag.
    Brackets,
    Tag(TagSpan),
    Movetext,
}

impl GameText {
    /// Reads the lines of the next game. Returns `None` at the end of the text.
    ///
    /// The game ends behind the blank line after its movetext, behind two blank lines after its
    /// tags, or at the end of the text. Blank lines in a comment belong to the comment. `next_line`
    /// appends a line with its line break, or nothing at the end.
    pub(super) fn read<E>(
        mut next_line: impl FnMut(&mut Vec<u8>) -> Result<(), E>,
    ) -> Result<Option<Self>, E> {
        let mut game = Self::default();
        let (mut found, mut blank_lines) = (false, 0);
        loop {
            let start = game.text.len();
            next_line(&mut game.text)?;
            if game.text.len() == start {
                game.movetext = start;
                return Ok(found.then_some(game));
            }
            match classify(&game.text, start) {
                TextLine::Movetext => {
                    game.movetext = start;
                    game.read_movetext(next_line)?;
                    return Ok(Some(game));
                }
                TextLine::Tag(tag) => {
                    (found, blank_lines) = (true, 0);
                    game.tags.push(tag);
                    continue;
                }
                TextLine::Brackets => (found, blank_lines) = (true, 0),
                TextLine::Blank => blank_lines += usize::from(found),
                TextLine::Ignored => {}
            }
            game.text.truncate(start);
            if blank_lines == 2 {
                game.movetext = start;
                return Ok(Some(game));
            }
        }
    }

    /// Reads the movetext, whose first line is the end of the text, up to a blank line.
    fn read_movetext<E>(
        &mut self,
        mut next_line: impl FnMut(&mut Vec<u8>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut start = self.movetext;
        let mut in_comment = false;
        loop {
            in_comment = is_comment_open(&self.text[start..], in_comment);
            start = self.text.len();
            next_line(&mut self.text)?;
            let line = &self.text[start..];
            if line.is_empty() {
                return Ok(());
            }
            if in_comment {
                continue;
            }
            if trim(line).is_empty() {
                self.text.truncate(start);
                return Ok(());
            }
            if line.starts_with(b"%") {
                self.text.truncate(start);
            }
        }
    }

    /// Returns the names and values of the tags, in the order of the text.
    pub(super) fn tags(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.tags.iter().map(|tag| (&self.text[tag.name.clone()], &self.text[tag.value.clone()]))
    }

    /// Returns the movetext.
    pub(super) fn movetext(&self) -> &[u8] {
        &self.text[self.movetext..]
    }
}

/// Returns the kind of the line that starts at an index and ends with the text.
fn classify(text: &[u8], start: usize) -> TextLine {
    let line = trim(&text[start..]);
    match line.first() {
        None => TextLine::Blank,
        Some(b'%' | b';') => TextLine::Ignored,
        Some(b'[') => tag(line).map_or(TextLine::Brackets, |(name, value)| {
            let offset = line.as_ptr().addr() - text.as_ptr().addr();
            let shift = |range: Range<usize>| range.start + offset..range.end + offset;
            TextLine::Tag(TagSpan { name: shift(name), value: shift(value) })
        }),
        Some(_) => TextLine::Movetext,
    }
}

/// Returns the places of name and value of a line `[Name "value"]`. The value extends to the last
/// quote, and escapes are left as they are. A line with a carriage return inside is no tag.
fn tag(line: &[u8]) -> Option<(Range<usize>, Range<usize>)> {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(byte);
    let name_end = 1 + line[1..].iter().position(|byte| !is_name(byte))?;
    let gap = line[name_end..].iter().position(|byte| !byte.is_ascii_whitespace())?;
    let value_start = name_end + gap + 1;
    let value_end = line.len().checked_sub(2)?;
    let is_tag = line[1].is_ascii_alphanumeric()
        && gap > 0
        && line[value_start - 1] == b'"'
        && value_start <= value_end
        && line.ends_with(b"\"]")
        && memchr(b'\r', line).is_none();
    is_tag.then_some((1..name_end, value_start..value_end))
}

/// Removes white space at both ends and a byte order mark at the start.
fn trim(line: &[u8]) -> &[u8] {
    let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line).trim_ascii();
    match (line.first(), line.last()) {
        (Some(0x80..), _) | (_, Some(0x80..)) => {
            str::from_utf8(line).map_or(line, |text| text.trim().as_bytes())
        }
        _ => line,
    }
}

/// Returns true if a comment in braces is open after a line.
fn is_comment_open(mut line: &[u8], mut open: bool) -> bool {
    loop {
        let end = if open { memchr(b'}', line) } else { memchr2(b'{', b';', line) };
        match end {
            Some(at) if line[at] != b';' => {
                open = !open;
                line = &line[at + 1..];
            }
            _ => return open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    /// Returns tags and movetext of all games.
    fn games(text: &str) -> Vec<(Vec<(String, String)>, String)> {
        let mut lines = text.split_inclusive('\n');
        let mut games = Vec::new();
        let string = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        loop {
            let next_line = |out: &mut Vec<u8>| {
                out.extend_from_slice(lines.next().unwrap_or_default().as_bytes());
                Ok::<_, Infallible>(())
            };
            let Ok(Some(game)) = GameText::read(next_line) else { return games };
            let tags = game.tags().map(|(name, value)| (string(name), string(value))).collect();
            games.push((tags, string(game.movetext())));
        }
    }

    fn movetexts(text: &str) -> Vec<String> {
        games(text).into_iter().map(|(_, movetext)| movetext).collect()
    }

    #[test]
    fn blank_lines_end_games_but_not_comments() {
        assert_eq!(movetexts("\n \n1. e4\n\n1. d4\n \t\n\n"), ["1. e4\n", "1. d4\n"]);
        assert_eq!(movetexts("e4 {a\n\nb}\ne5\n\nd4"), ["e4 {a\n\nb}\ne5\n", "d4"]);
        assert_eq!(
            movetexts("e4 ; {\n\nd4 { ;\n\n} ; {\n\nc4"),
            ["e4 ; {\n", "d4 { ;\n\n} ; {\n", "c4"]
        );
        assert_eq!(movetexts("[A \"1\"]\n\n\n\n1. e4"), ["", "1. e4"]);
        assert!(movetexts("\n\u{a0}\n% x\n; y\n").is_empty());
    }

    #[test]
    fn escaped_lines_are_dropped_outside_of_comments() {
        assert_eq!(movetexts("%a\n[A \"1\"]\n%b\n\n%c\ne4\n%d\ne5 {\n%e\n}"), ["e4\ne5 {\n%e\n}"]);
    }

    #[test]
    fn tags_are_read_to_their_last_quote() {
        let text = "\u{feff}[A \"x\\\"y\"]\n  [B:\t\"\"]  \r\n[C\"x\"]\n[D \"x]\n[-E \"x\"]\n[\n[F \"]\n[G \"\r\"]\n\n*";
        let (tags, movetext) = games(text).remove(0);
        let expected = [("A", "x\\\"y"), ("B:", "")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        assert_eq!(tags, expected);
        assert_eq!(movetext, "*");
    }
}
