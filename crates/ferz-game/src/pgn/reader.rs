use super::buffer::{Buffer, PADDING, TextWindow, starts_tag, tag_name_end};
use super::movetext::{BYTE_ORDER_MARK, Ignored, Movetext, ScanEnd, unexpected};
use super::visitor::Tag;
use super::visitor::{PgnError, PgnErrorKind, Visit, Visitor};
use crate::GameResult;
use std::io::{self, Read};
use std::sync::Arc;

/// The initial size of the buffer in bytes.
const BUFFER_SIZE: usize = 128 * 1024;

/// A streaming reader of PGN texts.
///
/// Reads games one after the other and passes their tokens to a [`Visitor`], which decides if it
/// plays the moves: see [`Player`](super::Player). Memory is constant, and nothing is allocated for
/// a move.
///
/// - A game ends at its result, or without one at the tags of the next game or the end of the text,
///   also after a move that the visitor rejects: the number of a game depends on the text only.
/// - `%` escapes a line; `;` starts a comment up to the end of the line. Blank lines have no
///   meaning, except that one before a tag ends a game in any state: a comment without `}` costs
///   its own game only.
/// - Byte order marks, check marks and draw offers apart from moves, `e.p.`, and a result within a
///   variation are ignored. Move numbers are not verified.
///
/// ```
/// use ferz_game::pgn::{MoveToken, Reader, Visit, Visitor};
///
/// /// Counts the moves of the main lines.
/// #[derive(Default)]
/// struct Count(usize);
///
/// impl Visitor for Count {
///     fn san(&mut self, _: MoveToken<'_>) -> Visit {
///         self.0 += 1;
///         Visit::Continue
///     }
///     fn begin_variation(&mut self) -> Visit {
///         Visit::SkipVariation
///     }
/// }
///
/// let pgn = "[White \"Réti\"]\n\n1. Nf3 (1. e4) 1... d5 $1 {a comment} 2. c4 *";
/// let (mut reader, mut count) = (Reader::new(pgn.as_bytes()), Count::default());
/// while reader.read_game(&mut count)? {}
/// assert_eq!((reader.games(), count.0), (1, 3));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Reader<R> {
    buffer: Buffer<R>,
    /// The index of the next token in the buffer.
    at: usize,
    source: Option<Arc<str>>,
    games: u64,
    max_token: usize,
}

impl<R: Read> Reader<R> {
    /// The limit for a tag or a comment of a new reader: 16 MiB.
    pub const MAX_TOKEN: usize = 16 << 20;

    /// Creates a reader.
    pub fn new(input: R) -> Self {
        Self::from_buffer(Buffer::new(input, BUFFER_SIZE))
    }

    /// Creates a reader of a text with this number of bytes and lines before it.
    pub(super) fn with_origin(input: R, bytes: u64, lines: u64) -> Self {
        let mut buffer = Buffer::new(input, BUFFER_SIZE);
        buffer.set_origin(bytes, lines);
        Self::from_buffer(buffer)
    }

    pub(super) fn from_buffer(buffer: Buffer<R>) -> Self {
        Self { buffer, at: 0, source: None, games: 0, max_token: Self::MAX_TOKEN }
    }

    pub(super) fn into_buffer(self) -> Buffer<R> {
        self.buffer
    }

    /// Creates a reader whose buffer has a size in bytes, for tests.
    #[cfg(test)]
    pub(super) fn with_buffer_size(input: R, size: usize) -> Self {
        Self::from_buffer(Buffer::new(input, size))
    }

    /// Sets the name of the text in errors, such as a path.
    pub fn set_source(&mut self, name: impl Into<Arc<str>>) {
        self.source = Some(name.into());
    }

    /// Sets the greatest size of a tag or a comment in bytes, which bounds the memory.
    pub fn set_max_token(&mut self, bytes: usize) {
        self.max_token = bytes;
    }

    /// Keeps the text of games for [`take_text`](Self::take_text), up to a number of bytes for each.
    pub(super) fn keep_text(&mut self, limit: usize) {
        self.buffer.keep_text(limit);
    }

    /// Returns true after [`keep_text`](Self::keep_text).
    pub(super) fn keeps_text(&self) -> bool {
        self.buffer.keeps_text()
    }

    /// Returns the text since the last call up to [`position`](Self::position), if it is kept.
    pub(super) fn take_text(&mut self) -> Vec<u8> {
        self.buffer.take_text(self.at)
    }

    /// Returns the length of the kept text up to the end of the last game.
    pub(super) fn kept_len(&self) -> usize {
        self.buffer.kept_len()
    }

    /// Returns the number of games and numbers the next one from 1.
    pub(super) fn take_games(&mut self) -> u64 {
        std::mem::take(&mut self.games)
    }

    /// Returns the number of games read, including those with errors.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns the number of bytes before the next game.
    pub fn position(&self) -> u64 {
        self.buffer.offset() + self.at as u64
    }

    /// Reads the next game. Returns false at the end of the text.
    ///
    /// Errors of the text go to the visitor.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn read_game<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<bool> {
        if !self.skip_between_games()? {
            return Ok(false);
        }
        self.games += 1;
        visitor.begin_game(self.games);
        let result = match self.read_tags(|reader| reader.read_tag(visitor))? {
            Section::Movetext => self.read_movetext(visitor)?,
            Section::NextGame => {
                if let Visit::Reject(kind) = visitor.begin_movetext() {
                    self.report(*kind, visitor);
                }
                None
            }
            Section::Faulty => {
                self.skip_game()?;
                None
            }
        };
        if let Some(limit) = self.buffer.end_game(self.at) {
            self.report(PgnErrorKind::LongGame { limit }, visitor);
        }
        visitor.end_game(result);
        Ok(true)
    }

    /// Reads all games.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn read_all<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<()> {
        while self.read_game(visitor)? {}
        Ok(())
    }

    /// Skips the next game without visiting it. Returns false at the end of the text.
    ///
    /// Looks at the starts of lines only. A game without tags is recognised if a blank line
    /// separates it from the result of the game before.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn skip_next_game(&mut self) -> io::Result<bool> {
        if !self.skip_between_games()? {
            return Ok(false);
        }
        self.games += 1;
        match self.read_tags(|reader| reader.skip_line().map(|()| false))? {
            Section::NextGame => {}
            Section::Movetext | Section::Faulty => self.skip_game()?,
        }
        Ok(true)
    }

    fn window(&self) -> TextWindow<'_> {
        TextWindow {
            data: self.buffer.data(),
            len: self.buffer.len(),
            complete: self.buffer.is_complete(),
        }
    }

    /// Reads more text. Two bytes before the next token stay in the buffer.
    #[cold]
    fn refill(&mut self) -> io::Result<()> {
        let before = self.at.min(2);
        self.buffer.refill(self.at - before)?;
        self.at = before;
        Ok(())
    }

    /// Reads until the next token has [`PADDING`] bytes, or the text ends.
    fn look_ahead(&mut self) -> io::Result<()> {
        while self.at >= self.window().safe_end() && !self.buffer.is_complete() {
            self.refill()?;
        }
        Ok(())
    }

    /// Skips white space, byte order marks, comments up to the end of the line and escaped lines. Returns
    /// false at the end of the text.
    fn skip_between_games(&mut self) -> io::Result<bool> {
        loop {
            self.look_ahead()?;
            let window = self.window();
            let text = window.from(self.at);
            match text {
                [] => return Ok(false),
                [byte, ..] if byte.is_ascii_whitespace() => self.at += 1,
                text if text.starts_with(BYTE_ORDER_MARK) => self.at += BYTE_ORDER_MARK.len(),
                [b';', ..] => self.skip_line()?,
                [b'%', ..] if window.is_at_line_start(self.at) => self.skip_line()?,
                _ => return Ok(true),
            }
        }
    }

    /// Moves to the end of the line.
    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            let window = self.window();
            let (text, complete) = (window.from(self.at), window.complete);
            match memchr::memchr(b'\n', text) {
                Some(end) => {
                    self.at += end;
                    return Ok(());
                }
                None => self.at = window.len,
            }
            if complete {
                return Ok(());
            }
            self.refill()?;
        }
    }

    #[cold]
    fn report<V: Visitor>(&mut self, kind: PgnErrorKind, visitor: &mut V) {
        let (line, column) = self.buffer.place(self.at);
        let source = self.source.clone();
        visitor.error(PgnError { source, game: self.games, line, column, kind });
    }

    fn read_movetext<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<Option<GameResult>> {
        let mut movetext = Movetext::default();
        let stop = match visitor.begin_movetext() {
            Visit::Continue => self.scan(&mut movetext, visitor)?,
            Visit::SkipVariation | Visit::SkipGame => ScanEnd::Skip,
            Visit::Reject(kind) => ScanEnd::Rejected(kind),
        };
        match stop {
            ScanEnd::End(result) => return Ok(result),
            ScanEnd::MoreText | ScanEnd::Skip => {}
            ScanEnd::Rejected(kind) => self.report(*kind, visitor),
            ScanEnd::Error(kind) => {
                self.report(*kind, visitor);
                self.skip_game()?;
                return Ok(None);
            }
        }
        // The game ends at the same token for every visitor, also one that skips or rejects it.
        movetext.skip_variations();
        if !matches!(self.scan(&mut movetext, &mut Ignored)?, ScanEnd::End(_)) {
            self.skip_game()?;
        }
        Ok(None)
    }

    /// Passes tokens of the movetext to the visitor up to a stop, other than for more text.
    fn scan<V: Visitor>(
        &mut self,
        movetext: &mut Movetext,
        visitor: &mut V,
    ) -> io::Result<ScanEnd> {
        loop {
            let mut at = self.at;
            let stop = movetext.scan(self.window(), &mut at, visitor);
            self.at = at;
            match stop {
                ScanEnd::MoreText if self.is_too_long() => {
                    let limit = self.max_token;
                    return Ok(ScanEnd::Error(Box::new(PgnErrorKind::TooLong { limit })));
                }
                ScanEnd::MoreText => self.refill()?,
                stop => return Ok(stop),
            }
        }
    }

    /// Returns true if the buffer has grown beyond the limit with the token at the start.
    fn is_too_long(&self) -> bool {
        self.buffer.len().saturating_sub(self.at) > self.max_token
    }

    /// Skips to the next game after damaged text, by its lines: to a tag here or at the start of a
    /// line, or after the next blank line that follows a result.
    fn skip_game(&mut self) -> io::Result<()> {
        if starts_tag(self.window().from(self.at)) {
            return Ok(());
        }
        loop {
            let window = self.window();
            let (len, complete) = (window.len, window.complete);
            let line_break = memchr::memchr(b'\n', window.from(self.at)).map(|end| self.at + end);
            match line_break {
                Some(at) if complete || at + 1 + PADDING <= len => {
                    let line = window.from(at + 1);
                    let is_blank = matches!(line, [b'\n', ..] | [b'\r', b'\n', ..]);
                    let before = &window.data[at.saturating_sub(16)..at];
                    let ends = starts_tag(line) || is_blank && ends_with_result(before);
                    self.at = at + 1;
                    if ends {
                        return Ok(());
                    }
                }
                None if complete => {
                    self.at = len;
                    return Ok(());
                }
                // The text before a line break may be a result.
                at => {
                    self.at = at.unwrap_or(len).saturating_sub(16).max(self.at);
                    self.refill()?;
                }
            }
        }
    }
}

/// Returns true if a text ends with a result and white space.
fn ends_with_result(text: &[u8]) -> bool {
    let text = text.trim_ascii_end();
    GameResult::ALL.into_iter().any(|result| text.ends_with(result.as_str().as_bytes()))
}

/// The text after the tags.
enum Section {
    Movetext,
    /// Tags of the next game, or the end of the text.
    NextGame,
    /// The rest of a game with a faulty tag.
    Faulty,
}

/// The reason for which a tag is not read.
enum TagStop {
    MoreText,
    Error(PgnErrorKind),
}

impl<R: Read> Reader<R> {
    /// Reads the tags with a function that returns true after a faulty tag. A blank line before a
    /// tag ends the game.
    fn read_tags(
        &mut self,
        mut read_tag: impl FnMut(&mut Self) -> io::Result<bool>,
    ) -> io::Result<Section> {
        let (mut breaks, mut faulty) = (0_usize, false);
        loop {
            self.look_ahead()?;
            let window = self.window();
            match window.from(self.at) {
                [] => return Ok(Section::NextGame),
                [b'\n', ..] => breaks += 1,
                [byte, ..] if byte.is_ascii_whitespace() => {}
                [b'[', ..] if breaks > 1 => return Ok(Section::NextGame),
                [b'[', ..] => {
                    breaks = 0;
                    faulty |= read_tag(self)?;
                    continue;
                }
                // After a blank line, `;` starts a comment of the movetext.
                [first @ (b'%' | b';'), ..]
                    if *first == b'%' && window.is_at_line_start(self.at)
                        || *first == b';' && breaks == 1 =>
                {
                    self.skip_line()?;
                    // The line is not blank.
                    breaks = breaks.saturating_sub(1);
                    continue;
                }
                _ if faulty => return Ok(Section::Faulty),
                _ => return Ok(Section::Movetext),
            }
            self.at += 1;
        }
    }

    /// Reads a tag. Returns true after an error, which has been reported.
    fn read_tag<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<bool> {
        let kind = loop {
            match tag(self.window(), self.at) {
                Ok((tag, next)) => {
                    visitor.tag(tag);
                    self.at = next;
                    return Ok(false);
                }
                Err(TagStop::MoreText) if self.is_too_long() => {
                    break PgnErrorKind::TooLong { limit: self.max_token };
                }
                Err(TagStop::MoreText) => self.refill()?,
                Err(TagStop::Error(kind)) => break kind,
            }
        };
        self.report(kind, visitor);
        self.skip_line()?;
        Ok(true)
    }
}

/// Returns the tag at an index, and the index after it.
fn tag(window: TextWindow<'_>, index: usize) -> Result<(Tag<'_>, usize), TagStop> {
    let text = window.from(index);
    let expected = "a tag like `[Event \"name\"]`";
    let error = || TagStop::Error(unexpected(window, index, expected));
    let (name_end, value_start) = tag_name_end(text).ok_or_else(error)?;
    let mut from = value_start;
    loop {
        match memchr::memchr2(b'"', b'\n', &text[from..]) {
            Some(found) if text[from + found] == b'"' => from += found + 1,
            Some(_) => return Err(error()),
            None if window.complete => return Err(error()),
            None => return Err(TagStop::MoreText),
        }
        let value = &text[value_start..from - 1];
        let backslashes = value.iter().rev().take_while(|&&byte| byte == b'\\').count();
        if backslashes % 2 == 1 {
            continue;
        }
        if !window.complete && from + PADDING > text.len() {
            return Err(TagStop::MoreText);
        }
        // A quote that does not end the tag is part of the value.
        let spaces = text[from..].iter().take(8).take_while(|&&byte| byte == b' ').count();
        if text.get(from + spaces) == Some(&b']') {
            return Ok((Tag { name: &text[1..name_end], value }, index + from + spaces + 1));
        }
    }
}
