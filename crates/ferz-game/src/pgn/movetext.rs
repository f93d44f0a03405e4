//! The tokens of the movetext of one game.

use super::buffer::{PADDING, TextWindow, tag_after_blank_line};
use super::visitor::{Comment, MoveToken, Nag, decode};
use super::visitor::{MAX_DEPTH, PgnErrorKind, Visit, Visitor};
use crate::GameResult;

/// The reason for which a scan stops.
pub(super) enum ScanEnd {
    /// The token at the index needs more text.
    MoreText,
    /// The game ends before the index.
    End(Option<GameResult>),
    /// The visitor skips the rest of the game.
    Skip,
    /// The token at the index is an error. The end of the game can be found by its tokens: the
    /// visitor rejected the token, or it is in a variation, which other visitors skip unread.
    Rejected(Box<PgnErrorKind>),
    /// The token at the index is an error after which the tokens of the game are unknown.
    Error(Box<PgnErrorKind>),
}

const EXPECTED: &str = "a move, a comment, a variation or a result";

/// A stop, and the index at which the next scan starts.
struct Halt {
    stop: ScanEnd,
    index: usize,
}

impl Halt {
    #[cold]
    fn error(kind: PgnErrorKind, index: usize) -> Self {
        Self { stop: ScanEnd::Error(Box::new(kind)), index }
    }

    #[cold]
    fn more_text(index: usize) -> Self {
        Self { stop: ScanEnd::MoreText, index }
    }
}

/// Returns the error for the text at an index.
#[cold]
pub(super) fn unexpected(
    window: TextWindow<'_>,
    at: usize,
    expected: &'static str,
) -> PgnErrorKind {
    let text = window.from(at);
    let end = text.iter().take(16).take_while(|byte| !byte.is_ascii_whitespace()).count();
    let found = decode(&text[..end.max(1).min(text.len())]).into_owned();
    PgnErrorKind::Unexpected { found, expected }
}

/// A visitor of the tokens after those that the visitor of a game skips.
pub(super) struct Ignored;

impl Visitor for Ignored {
    fn begin_variation(&mut self) -> Visit {
        Visit::SkipVariation
    }
}

/// The state between the tokens of the movetext.
#[derive(Default)]
pub(super) struct Movetext {
    /// Open variations.
    depth: u16,
    /// Open variations from the skipped one, 0 if none is skipped.
    skipped: u16,
    /// The end of the skipped variation is reported.
    report_end: bool,
}

/// The class of a token by its first byte.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Space,
    Move,
    Number,
    Comment,
    Suffix,
    Nag,
    Open,
    Close,
    Other,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b' ' | b'\t' | b'\r' | b'\n' | b'.' => Class::Space,
            b'A'..=b'Z' | b'a'..=b'z' | b'@' => Class::Move,
            b'0'..=b'9' => Class::Number,
            b'{' => Class::Comment,
            b'!' | b'?' => Class::Suffix,
            b'$' => Class::Nag,
            b'(' => Class::Open,
            b')' => Class::Close,
            _ => Class::Other,
        };
        byte += 1;
    }
    classes
};

impl Movetext {
    /// Passes tokens from index `at` on to the visitor, and moves `at` behind them.
    pub(super) fn scan<V: Visitor>(
        &mut self,
        window: TextWindow<'_>,
        at: &mut usize,
        visitor: &mut V,
    ) -> ScanEnd {
        let end = window.safe_end();
        let mut index = *at;
        let halt = loop {
            if index >= end {
                let stop = if window.complete { self.end(None) } else { ScanEnd::MoreText };
                break Halt { stop, index };
            }
            match self.token(window, index, visitor) {
                Ok(next) => index = next,
                Err(halt) => break halt,
            }
        };
        *at = halt.index;
        halt.stop
    }

    /// Skips the open variations, before a scan with [`Ignored`].
    pub(super) fn skip_variations(&mut self) {
        self.skipped = self.open_variations();
        self.depth = self.skipped.min(1);
        self.report_end = false;
    }

    /// Returns the number of open variations, with skipped ones.
    fn open_variations(&self) -> u16 {
        self.depth + self.skipped.saturating_sub(1)
    }

    /// Returns the halt at a token that is not expected.
    #[cold]
    fn unexpected(&self, window: TextWindow<'_>, index: usize, expected: &'static str) -> Halt {
        let kind = Box::new(unexpected(window, index, expected));
        let stop = if self.depth > 0 { ScanEnd::Rejected(kind) } else { ScanEnd::Error(kind) };
        Halt { stop, index }
    }

    /// Passes the token at an index to the visitor and returns the index after it.
    #[inline(always)]
    fn token<V: Visitor>(
        &mut self,
        window: TextWindow<'_>,
        index: usize,
        visitor: &mut V,
    ) -> Result<usize, Halt> {
        let data = window.data;
        if self.skipped > 0 {
            return self.skip_token(window, index, visitor);
        }
        match CLASSES[usize::from(data[index])] {
            Class::Space => Ok(index + 1),
            Class::Move => self.san(window, index, visitor),
            Class::Number => self.number(window, index, visitor),
            Class::Comment => {
                let (comment, next) = comment(window, index)?;
                visitor.comment(comment);
                Ok(skip_space(data, next))
            }
            Class::Suffix => {
                let length = 1 + usize::from(matches!(data[index + 1], b'!' | b'?'));
                if let Some(nag) = Nag::from_suffix(&data[index..index + length]) {
                    visitor.nag(nag);
                }
                Ok(index + length)
            }
            Class::Nag => {
                let (nag, next) = nag(data, index).ok_or_else(|| {
                    self.unexpected(window, index, "a number from 0 to 255 after `$`")
                })?;
                visitor.nag(nag);
                Ok(next)
            }
            Class::Open => self.open(index, visitor),
            Class::Close if self.depth > 0 => {
                self.depth -= 1;
                visitor.end_variation();
                Ok(skip_space(data, index + 1))
            }
            Class::Close => Err(self.unexpected(window, index, EXPECTED)),
            Class::Other => self.other(window, index, visitor),
        }
    }

    #[inline(always)]
    fn san<V: Visitor>(
        &mut self,
        window: TextWindow<'_>,
        index: usize,
        visitor: &mut V,
    ) -> Result<usize, Halt> {
        let token = move_token(window, index);
        // Most moves are followed by one space.
        let next = skip_space(window.data, index + token.text.len());
        if token.text.first() == Some(&b'e') && is_en_passant_mark(token.text) {
            return Ok(next);
        }
        match visitor.san(token) {
            Visit::Continue => Ok(next),
            visit => self.skip_after(visit, index, next),
        }
    }

    /// Follows an answer other than [`Visit::Continue`] to a token.
    #[cold]
    fn skip_after(&mut self, visit: Visit, index: usize, next: usize) -> Result<usize, Halt> {
        match visit {
            Visit::Continue => Ok(next),
            Visit::SkipVariation if self.depth > 0 => {
                (self.skipped, self.report_end) = (1, true);
                Ok(next)
            }
            Visit::SkipVariation | Visit::SkipGame => {
                Err(Halt { stop: ScanEnd::Skip, index: next })
            }
            Visit::Reject(kind) => Err(Halt { stop: ScanEnd::Rejected(kind), index }),
        }
    }

    /// Reads a move number, a result, or castling with zeros.
    #[inline(always)]
    fn number<V: Visitor>(
        &mut self,
        window: TextWindow<'_>,
        index: usize,
        visitor: &mut V,
    ) -> Result<usize, Halt> {
        let data = window.data;
        let end = index + number_length(window.head(index));
        if data[end] != b'-' && data[index + 1] != b'/' {
            return Ok(skip_space(data, end));
        }
        let is_result = |byte: &&u8| matches!(byte, b'0'..=b'9' | b'-' | b'/');
        let length = data[index..].iter().take_while(is_result).count().min(PADDING);
        let text = &data[index..index + length];
        if let Some(result) = str::from_utf8(text).ok().and_then(|text| text.parse().ok()) {
            return self.result(result, index + length);
        }
        match text {
            b"0-0" | b"0-0-0" => self.san(window, index, visitor),
            _ => Err(self.unexpected(window, index, EXPECTED)),
        }
    }

    /// Ends the game at a result in the main line. Ignores a result in a variation.
    fn result(&mut self, result: GameResult, next: usize) -> Result<usize, Halt> {
        match self.depth {
            0 => Err(Halt { stop: ScanEnd::End(Some(result)), index: next }),
            _ => Ok(next),
        }
    }

    fn open<V: Visitor>(&mut self, index: usize, visitor: &mut V) -> Result<usize, Halt> {
        if self.depth == MAX_DEPTH {
            return Err(Halt::error(PgnErrorKind::TooDeep, index));
        }
        self.depth += 1;
        match visitor.begin_variation() {
            Visit::Continue => {}
            Visit::SkipVariation => (self.skipped, self.report_end) = (1, false),
            Visit::SkipGame => return Err(Halt { stop: ScanEnd::Skip, index: index + 1 }),
            Visit::Reject(kind) => {
                // The parenthesis is read again by the scan of the rest of the game.
                self.depth -= 1;
                return Err(Halt { stop: ScanEnd::Rejected(kind), index });
            }
        }
        Ok(index + 1)
    }

    /// Skips text up to a parenthesis or over a comment in a skipped variation.
    fn skip_token<V: Visitor>(
        &mut self,
        window: TextWindow<'_>,
        index: usize,
        visitor: &mut V,
    ) -> Result<usize, Halt> {
        match window.data[index] {
            b'{' => return Ok(comment(window, index)?.1),
            b'(' if self.open_variations() == MAX_DEPTH => {
                return Err(Halt::error(PgnErrorKind::TooDeep, index));
            }
            b'(' => self.skipped += 1,
            b')' => {
                self.skipped -= 1;
                if self.skipped == 0 {
                    self.depth -= 1;
                    if self.report_end {
                        visitor.end_variation();
                    }
                }
            }
            b'[' if window.starts_tag(index) => {
                return Err(Halt { stop: self.end(None), index });
            }
            b';' => return rest_of_line(window, index).map(|(_, next)| next),
            b'%' if window.is_at_line_start(index) => {
                return rest_of_line(window, index).map(|(_, next)| next);
            }
            _ => {
                let stops = |byte: &u8| matches!(byte, b'{' | b'(' | b')' | b'[' | b';' | b'%');
                let rest = &window.data[index + 1..window.safe_end().max(index + 1)];
                return Ok(index + 1 + rest.iter().position(stops).unwrap_or(rest.len()));
            }
        }
        Ok(index + 1)
    }

    /// Reads the rare tokens.
    #[cold]
    fn other<V: Visitor>(
        &mut self,
        window: TextWindow<'_>,
        index: usize,
        visitor: &mut V,
    ) -> Result<usize, Halt> {
        let data = window.data;
        match data[index] {
            b'*' => self.result(GameResult::Unknown, index + 1),
            b';' => {
                let (text, next) = rest_of_line(window, index)?;
                visitor.comment(Comment(text));
                Ok(next)
            }
            b'%' if window.is_at_line_start(index) => Ok(rest_of_line(window, index)?.1),
            b'[' if window.starts_tag(index) => Err(Halt { stop: self.end(None), index }),
            // The null move of some programs.
            b'-' if data[index + 1] == b'-' => match visitor.san(move_token(window, index)) {
                Visit::Continue => Ok(index + 2),
                visit => self.skip_after(visit, index, index + 2),
            },
            // Check marks and draw offers apart from their moves, and the byte order mark.
            b'+' | b'#' | b'=' => Ok(index + 1),
            0xEF if data[index..].starts_with(BYTE_ORDER_MARK) => Ok(index + 3),
            _ => Err(self.unexpected(window, index, EXPECTED)),
        }
    }

    /// Ends the game.
    fn end(&self, result: Option<GameResult>) -> ScanEnd {
        match self.open_variations() {
            0 => ScanEnd::End(result),
            open => ScanEnd::Error(Box::new(PgnErrorKind::UnterminatedVariation { open })),
        }
    }
}

/// U+FEFF in UTF-8.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

#[inline(always)]
fn skip_space(data: &[u8], index: usize) -> usize {
    index + usize::from(data[index] == b' ')
}

fn is_en_passant_mark(text: &[u8]) -> bool {
    matches!(text, b"e.p." | b"ep" | b"e.p")
}

const ONES: u64 = u64::from_ne_bytes([1; 8]);
const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);

/// Returns the length of the digits, dots and slashes at the start of a word: 8 if all are.
#[inline(always)]
fn number_length(head: [u8; 8]) -> usize {
    let word = u64::from_le_bytes(head);
    // The high bit of a byte is set if it is below `.` or above `9`. A borrow or carry reaches
    // bytes behind the first such byte only.
    let below = word.wrapping_sub(ONES * b'.' as u64);
    let above = word.wrapping_add(ONES * (0x7F - b'9') as u64);
    ((below | above | word) & HIGH).trailing_zeros() as usize / 8
}

/// Returns the number of bytes before the first one in 0 to `*`, `;` to `?` or above `z`: 8 if
/// there is none. These include all bytes that can end a move, and `#`, `=` and `(`, which can be
/// part of it.
#[inline(always)]
fn plain_length(head: [u8; 8]) -> usize {
    let word = u64::from_le_bytes(head);
    // As in `number_length`. The exclusive or maps `?` to 0 and `;` to 4.
    let below = word.wrapping_sub(ONES * b'+' as u64);
    let middle = (word ^ (ONES * b'?' as u64)).wrapping_sub(ONES * 5);
    let above = word.wrapping_add(ONES * (0x80 - b'{') as u64);
    ((below | middle | above | word) & HIGH).trailing_zeros() as usize / 8
}

/// Returns the move at an index.
#[inline(always)]
fn move_token(window: TextWindow<'_>, index: usize) -> MoveToken<'_> {
    let head = window.head(index);
    let mut length = plain_length(head);
    if length == 8 || matches!(window.data[index + length], b'#' | b'=' | b'(') {
        length = long_move_length(&window.data[index..]);
    }
    MoveToken { text: &window.data[index..index + length], head }
}

/// Returns the length of a move with rare characters, at least 1.
#[cold]
fn long_move_length(text: &[u8]) -> usize {
    let continues = |byte: &&u8| byte.is_ascii_alphanumeric() || b"#+-./:=@".contains(byte);
    let length = text[1..].iter().take(PADDING - 16).take_while(continues).count() + 1;
    match text.get(length..length + 3) {
        Some([b'(', b'N' | b'B' | b'R' | b'Q' | b'n' | b'b' | b'r' | b'q', b')']) => length + 3,
        _ => length,
    }
}

fn nag(data: &[u8], index: usize) -> Option<(Nag, usize)> {
    let digits = data[index + 1..].iter().take(4).take_while(|byte| byte.is_ascii_digit()).count();
    let next = index + 1 + digits;
    let number = str::from_utf8(&data[index + 1..next]).ok()?.parse().ok()?;
    Some((Nag(number), next))
}

/// Returns the comment in braces at an index, and the index after it.
#[inline(always)]
fn comment(window: TextWindow<'_>, index: usize) -> Result<(Comment<'_>, usize), Halt> {
    let text = window.from(index + 1);
    let mut from = 0;
    loop {
        let Some(found) = memchr::memchr2(b'}', b'\n', &text[from..]) else {
            return Err(if window.complete {
                Halt::error(PgnErrorKind::UnterminatedComment, index)
            } else {
                Halt::more_text(index)
            });
        };
        from += found + 1;
        if text[from - 1] == b'}' {
            return Ok((Comment(&text[..from - 1]), index + 1 + from));
        }
        if !window.complete && from + PADDING > text.len() {
            return Err(Halt::more_text(index));
        }
        if tag_after_blank_line(&text[from..]).is_some() {
            return Err(Halt::error(PgnErrorKind::UnterminatedComment, index));
        }
    }
}

/// Returns the text after the byte at an index up to the end of the line, and the index after it.
fn rest_of_line(window: TextWindow<'_>, index: usize) -> Result<(&[u8], usize), Halt> {
    let text = window.from(index + 1);
    match memchr::memchr(b'\n', text) {
        Some(end) => {
            let line = &text[..end];
            Ok((line.strip_suffix(b"\r").unwrap_or(line), index + 1 + end))
        }
        None if window.complete => Ok((text, window.len)),
        None => Err(Halt::more_text(index)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_words_are_those_of_a_search_by_bytes() {
        type Row = (fn([u8; 8]) -> usize, &'static [u8], fn(u8) -> bool);
        let rows: [Row; 2] = [
            (number_length, b"./0189", |byte| matches!(byte, b'.'..=b'9')),
            (plain_length, b"+-./09:@AZ_az", |byte| matches!(byte, b'+'..=b':' | b'@'..=b'z')),
        ];
        let mut random = fastrand::Rng::with_seed(5);
        for (length, inner, is_inner) in rows {
            for byte in 0..=255 {
                for place in 0..8 {
                    let mut head = [0; 8].map(|_: u8| inner[random.usize(..inner.len())]);
                    head[place] = byte;
                    head[place + 1..].iter_mut().for_each(|byte| *byte = random.u8(..));
                    let expected = head.iter().take_while(|&&byte| is_inner(byte)).count();
                    assert_eq!(length(head), expected, "{}", head.escape_ascii());
                }
            }
        }
    }
}
