use super::buffer::{Buffer, PADDING, TagStart, TextWindow, starts_game};
use super::movetext::{
    Ignored, LOOK_BEHIND, Movetext, PgnWarning, ScanEnd, blank_length, comment, rest_of_line,
    result_at, unexpected,
};
use super::tag_names::TagNames;
use super::visitor::{Comment, PgnError, PgnErrorKind, Tag, Visit, Visitor, decode};
use crate::GameResult;
use ferz::notation::SanPattern;
use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;

/// The initial size of the buffer in bytes.
const BUFFER_SIZE: usize = 128 * 1024;
/// That for single games, read by lines.
const LINES_SIZE: usize = 2048;

/// A streaming reader of PGN texts.
///
/// Reads games one after the other and passes their tokens to a [`Visitor`], which decides if it
/// plays the moves: see [`Player`](super::Player). Memory is constant, and nothing is allocated for
/// a move.
///
/// Text is read as the import format of PGN, liberally: what cannot be misread is read, and a fault that
/// hides no move is a [warning](Visitor::warning). A fault after which the moves are uncertain costs its
/// game only.
///
/// - A game ends at its result, or without one at the tags of the next game, at the number `1.` after a
///   blank line, or at the end of the text, also after a move that the visitor rejects: the number of a
///   game depends on the text only. Text after the result, up to a blank line or the next game, belongs to
///   the game.
/// - `%` escapes a line; `;` starts a comment up to the end of the line. Blank lines have no
///   meaning, except that one before a tag ends the moves in any state: a comment without `}` costs
///   its own game only. A blank line between tags ends a game without moves if the next tag is `Event` or
///   that with which the game began.
/// - Numbers and results may stick to what follows them: `4.0-0`, `12.1-0`. Results may have dashes,
///   colons, the character of a half and decimal halves: `0.5-0.5`.
/// - Comments before and between the tags of a game are skipped with a warning. A tag that occurs twice and a
///   `Result` that is no result cause a warning.
/// - A tag whose value has no quotes, or one on one side, is read with a warning if it fills its line.
///   `[Event x]` at the start of a line begins a game, except in a comment.
/// - Glyphs are read as symbols too: see [`Nag::from_glyph`](super::Nag::from_glyph). Check marks, draw
///   offers and `e.p.` apart from moves, and a result within a variation are ignored. Move numbers are not
///   verified.
///
/// ```
/// use ferz_game::pgn::{MoveToken, Reader, Visit, Visitor};
///
/// /// Counts the moves of the main lines.
/// #[derive(Default)]
/// struct Count(usize);
///
/// impl Visitor for Count {
///     type Game = ();
///     fn begin_game(&mut self, _: u64) {}
///     fn san(&mut self, _: &mut (), _: MoveToken<'_>) -> Visit {
///         self.0 += 1;
///         Visit::Continue
///     }
///     fn begin_variation(&mut self, _: &mut ()) -> Visit {
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
pub struct Reader<R: ?Sized> {
    /// The index of the next token in the buffer.
    at: usize,
    source: Option<Arc<str>>,
    games: u64,
    warnings: u64,
    is_strict: bool,
    max_token: usize,
    tag_names: TagNames,
    buffer: Buffer<R>,
}

/// A reader of any input: what reads games is compiled for this type, once a visitor and not again for each
/// type of input. The input is called once for half a buffer, which makes the dynamic call free.
pub(super) type AnyReader<'a> = Reader<dyn Read + 'a>;

impl<R: Read> Reader<R> {
    /// The limit for a tag or a comment of a new reader: 16 MiB.
    pub const MAX_TOKEN: usize = 16 << 20;

    /// Creates a reader.
    pub fn new(input: R) -> Self {
        Self::from_buffer(Buffer::new(input, BUFFER_SIZE))
    }

    /// Creates a reader that reads no further than to the end of the line that ends a game or shows that it
    /// has ended, from an input whose calls of `read` return no more than a line each: see
    /// [`unread`](Self::unread). For texts that are used between games or arrive with the moves.
    pub fn by_lines(input: R) -> Self {
        let mut buffer = Buffer::new(input, LINES_SIZE);
        buffer.read_by_lines();
        Self::from_buffer(buffer)
    }

    /// Returns the text that has been read from the input and belongs to no game so far.
    pub fn unread(&self) -> &[u8] {
        self.buffer.window().from(self.at)
    }

    /// Creates a reader of a text with this number of bytes and lines before it.
    pub(super) fn with_origin(input: R, bytes: u64, lines: u64) -> Self {
        let mut buffer = Buffer::new(input, BUFFER_SIZE);
        buffer.set_origin(bytes, lines);
        Self::from_buffer(buffer)
    }

    pub(super) fn from_buffer(buffer: Buffer<R>) -> Self {
        Self {
            at: 0,
            source: None,
            games: 0,
            warnings: 0,
            is_strict: false,
            max_token: Self::MAX_TOKEN,
            tag_names: TagNames::default(),
            buffer,
        }
    }

    pub(super) fn into_buffer(self) -> Buffer<R> {
        self.buffer
    }

    /// Creates a reader whose buffer has a size in bytes, for tests.
    #[cfg(test)]
    pub(super) fn with_buffer_size(input: R, size: usize) -> Self {
        Self::from_buffer(Buffer::new(input, size))
    }

    /// Reads the next game. Returns false at the end of the text.
    ///
    /// Errors of the text go to the visitor.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn read_game<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<bool> {
        let reader: &mut AnyReader<'_> = self;
        reader.next_game(visitor)
    }

    /// Reads all games.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn read_all<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<()> {
        while self.read_game(visitor)? {}
        Ok(())
    }
}

impl<R: Read + ?Sized> Reader<R> {
    /// Sets the name of the text in errors, such as a path.
    pub fn set_source(&mut self, name: impl Into<Arc<str>>) {
        self.source = Some(name.into());
    }

    /// Sets the greatest size of a tag or a comment in bytes, which bounds the memory.
    pub fn set_max_token(&mut self, bytes: usize) {
        self.max_token = bytes;
    }

    /// Makes each warning an error of its game.
    pub fn set_strict(&mut self, strict: bool) {
        self.is_strict = strict;
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

    /// Returns the numbers of games and of warnings, and counts the next ones from 1.
    pub(super) fn take_counts(&mut self) -> (u64, u64) {
        (std::mem::take(&mut self.games), std::mem::take(&mut self.warnings))
    }

    /// Returns the number of games read, including those with errors.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns the number of warnings.
    pub fn warnings(&self) -> u64 {
        self.warnings
    }

    /// Returns the number of bytes before the next game.
    pub fn position(&self) -> u64 {
        self.buffer.offset() + self.at as u64
    }
}

impl AnyReader<'_> {
    /// Reads the next game: see [`Reader::read_game`].
    pub(super) fn next_game<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<bool> {
        if !self.skip_between_games()? {
            return Ok(false);
        }
        self.games += 1;
        let mut game = visitor.begin_game(self.games);
        let is_faulty = self.skip_introduction(visitor, &mut game)?;
        let result = match self.read_tags(visitor, &mut game, is_faulty)? {
            Section::Movetext => self.read_movetext(visitor, &mut game)?,
            Section::NextGame => {
                match visitor.begin_movetext(&mut game) {
                    Visit::Reject(kind) => self.report(*kind, self.at, visitor, &mut game),
                    Visit::Warn(kind) => drop(self.warn(*kind, self.at, visitor, &mut game)),
                    _ => {}
                }
                None
            }
            Section::Faulty => {
                self.skip_rest(&mut Movetext::default())?;
                None
            }
        };
        if let Some(limit) = self.buffer.end_game(self.at) {
            self.report(PgnErrorKind::LongGame { limit }, self.at, visitor, &mut game);
        }
        visitor.end_game(game, result);
        Ok(true)
    }

    #[inline]
    fn window(&self) -> TextWindow<'_> {
        self.buffer.window()
    }

    /// Reads more text. [`LOOK_BEHIND`] bytes before the next token stay in the buffer.
    #[cold]
    fn refill(&mut self) -> io::Result<()> {
        let before = self.at.min(LOOK_BEHIND);
        self.buffer.refill(self.at - before)?;
        self.at = before;
        Ok(())
    }

    /// Reads until the next token has [`PADDING`] bytes or is on a whole line, or the text ends.
    #[inline]
    fn look_ahead(&mut self) -> io::Result<()> {
        while self.at >= self.window().safe_end && !self.buffer.is_complete() {
            self.refill()?;
        }
        Ok(())
    }

    /// Skips blanks, comments up to the end of the line and escaped lines. Returns false at the end of
    /// the text.
    fn skip_between_games(&mut self) -> io::Result<bool> {
        loop {
            self.look_ahead()?;
            let window = self.window();
            let text = window.from(self.at);
            match text {
                [] => return Ok(false),
                [b';', ..] => self.skip_line()?,
                [b'%', ..] if window.is_at_line_start(self.at) => self.skip_line()?,
                text => match any_blank_length(text) {
                    Some(length) => self.at += length,
                    None => return Ok(true),
                },
            }
        }
    }

    /// Skips comments before the tags of a game with a warning. Returns true if that is an error.
    #[inline]
    fn skip_introduction<V: Visitor>(
        &mut self,
        visitor: &mut V,
        game: &mut V::Game,
    ) -> io::Result<bool> {
        if self.window().from(self.at).first() == Some(&b'[') {
            return Ok(false);
        }
        let Some(length) = self.comments_before_tag()? else { return Ok(false) };
        Ok(self.skip_comments(length, visitor, game))
    }

    /// Skips comments between the tags of a game with a warning. `None` if no tag of this game follows; otherwise
    /// true if that is an error. `first` is the name of the first tag.
    #[cold]
    fn skip_inner_comments<V: Visitor>(
        &mut self,
        visitor: &mut V,
        game: &mut V::Game,
        first: Option<&[u8; COMPARED]>,
    ) -> io::Result<Option<bool>> {
        let Some(length) = self.comments_before_tag()? else { return Ok(None) };
        let text = self.window().from(self.at + length);
        let name = TagStart::of(text).map(|start| start.compared_name(text));
        Ok(match name {
            Some(name) if !begins_game(&name, first) => {
                Some(self.skip_comments(length, visitor, game))
            }
            _ => None,
        })
    }

    /// Skips comments of a length with a warning. Returns true if that is an error.
    fn skip_comments<V: Visitor>(
        &mut self,
        length: usize,
        visitor: &mut V,
        game: &mut V::Game,
    ) -> bool {
        let kind = unexpected(self.window(), self.at, "a tag or a move");
        let is_error = self.warn(kind, self.at, visitor, game);
        self.at += length;
        is_error
    }

    /// Returns the length of the comments before a tag. `None` without one, and if no tag follows: they then belong
    /// to the moves.
    #[cold]
    fn comments_before_tag(&mut self) -> io::Result<Option<usize>> {
        let mut length = 0;
        loop {
            let window = self.window();
            let index = self.at + length;
            if index >= window.safe_end && !window.complete {
                if self.is_too_long() {
                    return Ok(None);
                }
                self.refill()?;
                continue;
            }
            let text = window.from(index);
            let part = match text {
                [] => return Ok(None),
                [b'[', ..] if window.starts_tag(index) => return Ok((length > 0).then_some(length)),
                [b'{', ..] => comment(window, index).map(|(_, next)| next - index),
                [b';', ..] => rest_of_line(window, index).map(|(_, next)| next - index),
                [b'%', ..] if window.is_at_line_start(index) => {
                    rest_of_line(window, index).map(|(_, next)| next - index)
                }
                text => match any_blank_length(text) {
                    Some(blank) => Ok(blank),
                    // A border between games can lie before any word, so that words begin a game of their own.
                    None => return Ok(None),
                },
            };
            match part {
                Ok(part) => length += part,
                Err(halt) if matches!(halt.stop, ScanEnd::MoreText) && !self.is_too_long() => {
                    self.refill()?;
                }
                Err(_) => return Ok(None),
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

    /// Reports an error at an index.
    #[cold]
    fn report<V: Visitor>(
        &mut self,
        kind: PgnErrorKind,
        at: usize,
        visitor: &mut V,
        game: &mut V::Game,
    ) {
        let error = self.placed(kind, at);
        visitor.error(game, error);
    }

    /// Reports a warning at an index. Returns true if it is an error.
    #[cold]
    fn warn<V: Visitor>(
        &mut self,
        kind: PgnErrorKind,
        at: usize,
        visitor: &mut V,
        game: &mut V::Game,
    ) -> bool {
        let error = self.placed(kind, at);
        if self.is_strict {
            visitor.error(game, error);
            return true;
        }
        self.warnings += 1;
        visitor.warning(game, error);
        false
    }

    fn placed(&mut self, kind: PgnErrorKind, at: usize) -> PgnError {
        let (line, column) = self.buffer.place(at);
        PgnError { source: self.source.clone(), game: self.games, line, column, kind }
    }

    fn read_movetext<V: Visitor>(
        &mut self,
        visitor: &mut V,
        game: &mut V::Game,
    ) -> io::Result<Option<GameResult>> {
        let mut movetext = Movetext::default();
        let mut stop = match visitor.begin_movetext(game) {
            Visit::Continue => ScanEnd::MoreText,
            Visit::Warn(kind) => {
                ScanEnd::Warning(Box::new(PgnWarning { kind: *kind, at: self.at }))
            }
            Visit::SkipVariation | Visit::SkipGame => ScanEnd::Skip,
            Visit::Reject(kind) => ScanEnd::Rejected(kind),
        };
        loop {
            match stop {
                ScanEnd::End(Some(result)) => {
                    let is_faulty = self.read_after_result(visitor, game)?;
                    return Ok((!is_faulty).then_some(result));
                }
                ScanEnd::End(None) => return Ok(None),
                ScanEnd::MoreText => {}
                ScanEnd::Warning(warning) => {
                    if self.warn(warning.kind, warning.at, visitor, game) {
                        break;
                    }
                }
                ScanEnd::Skip => break,
                ScanEnd::Rejected(kind) => {
                    self.report(*kind, self.at, visitor, game);
                    break;
                }
                ScanEnd::Error(kind) => {
                    self.report(*kind, self.at, visitor, game);
                    self.skip_game()?;
                    return Ok(None);
                }
            }
            stop = self.scan(&mut movetext, visitor, game)?;
        }
        self.skip_rest(&mut movetext)?;
        Ok(None)
    }

    /// Skips the rest of a game. It ends at the same token for every visitor: a search for the next line that looks like tags would be
    /// faster, but a comment can have such a line, and then games would have other numbers for a visitor that skips.
    fn skip_rest(&mut self, movetext: &mut Movetext) -> io::Result<()> {
        movetext.skip_variations();
        loop {
            match self.scan(movetext, &mut Ignored, &mut ())? {
                ScanEnd::End(Some(_)) => {
                    let mut breaks = 0;
                    while !matches!(self.next_after_result(&mut breaks)?, AfterResult::End) {}
                    return Ok(());
                }
                ScanEnd::End(None) => return Ok(()),
                ScanEnd::Warning(_) => {}
                _ => return self.skip_game(),
            }
        }
    }

    /// Passes tokens of the movetext to the visitor up to a stop, other than for more text.
    fn scan<V: Visitor>(
        &mut self,
        movetext: &mut Movetext,
        visitor: &mut V,
        game: &mut V::Game,
    ) -> io::Result<ScanEnd> {
        loop {
            let mut at = self.at;
            let stop = movetext.scan(self.buffer.window(), &mut at, visitor, game);
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

    /// Reads the text behind a result up to a blank line or the next game: comments belong to the last
    /// move, other text is left out with one warning. Returns true if it is an error.
    fn read_after_result<V: Visitor>(
        &mut self,
        visitor: &mut V,
        game: &mut V::Game,
    ) -> io::Result<bool> {
        let (mut breaks, mut reports, mut is_faulty) = (0, true, false);
        loop {
            match self.next_after_result(&mut breaks)? {
                AfterResult::End => return Ok(is_faulty),
                AfterResult::Comment(place) => {
                    visitor.comment(game, Comment(&self.buffer.window().data[place]));
                }
                AfterResult::Other { at } if std::mem::take(&mut reports) => {
                    let expected = "a blank line or the next game after the result";
                    let kind = unexpected(self.window(), at, expected);
                    is_faulty = self.warn(kind, at, visitor, game);
                }
                AfterResult::Other { .. } => {}
            }
        }
    }

    /// Reads a part of the text behind a result. `breaks` counts the line breaks before it.
    fn next_after_result(&mut self, breaks: &mut u32) -> io::Result<AfterResult> {
        loop {
            self.look_ahead()?;
            let window = self.buffer.window();
            let text = window.from(self.at);
            match text {
                [] => return Ok(AfterResult::End),
                // The blank line ends the game, not the result: what annotators write behind it is about the last move.
                [b'\n', ..] => {
                    (*breaks, self.at) = (*breaks + 1, self.at + 1);
                    if *breaks > 1 {
                        return Ok(AfterResult::End);
                    }
                    continue;
                }
                [mark @ (b'{' | b';'), ..] => {
                    let found = match mark {
                        b'{' => comment(window, self.at).map(|(Comment(text), next)| (text, next)),
                        _ => rest_of_line(window, self.at),
                    };
                    match found.map_err(|halt| halt.stop) {
                        Ok((text, next)) => {
                            let start = self.at + 1;
                            (*breaks, self.at) = (0, next);
                            return Ok(AfterResult::Comment(start..start + text.len()));
                        }
                        Err(ScanEnd::MoreText) if !self.is_too_long() => {
                            self.refill()?;
                            continue;
                        }
                        Err(_) => {}
                    }
                }
                [b'%', ..] if window.is_at_line_start(self.at) => {
                    self.skip_line()?;
                    *breaks = 0;
                    continue;
                }
                _ if window.starts_tag(self.at) || starts_movetext(text) => {
                    return Ok(AfterResult::End);
                }
                text => {
                    if let Some(length) = any_blank_length(text) {
                        self.at += length;
                        continue;
                    }
                }
            }
            *breaks = 0;
            let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'{' | b';' | b'[');
            let (at, rest) = (self.at, self.window().from(self.at + 1));
            self.at += 1 + rest.iter().position(ends).unwrap_or(rest.len());
            return Ok(AfterResult::Other { at });
        }
    }

    /// Returns true if the buffer has grown beyond the limit with the token at the start.
    #[inline]
    fn is_too_long(&self) -> bool {
        self.buffer.len().saturating_sub(self.at) > self.max_token
    }

    /// Skips to the next game after damaged text, by its lines: to a tag here or at the start of a
    /// line, or after the next blank line that follows a result.
    fn skip_game(&mut self) -> io::Result<()> {
        if starts_game(self.window().from(self.at)) {
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
                    let ends = starts_game(line) || is_blank && ends_with_result(before);
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

/// Returns the length of the white space, of another blank or of a byte that fills the end of a file.
fn any_blank_length(text: &[u8]) -> Option<usize> {
    match text.first()? {
        b' ' | b'\t' | b'\r' | b'\n' | b'\x0B' | b'\x0C' | b'\x1A' | 0 => Some(1),
        _ => blank_length(text),
    }
}

/// Returns true if a text after a result starts the moves of another game: with a move number or a move.
fn starts_movetext(text: &[u8]) -> bool {
    let is_word = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+#=-:".contains(byte);
    let is_move = |text: &[u8]| {
        let length = text.iter().take(16).take_while(is_word).count();
        SanPattern::parse(&text[..length]).is_ok()
    };
    let digits = text.iter().take(8).take_while(|byte| byte.is_ascii_digit()).count();
    match &text[digits..] {
        _ if digits == 0 => is_move(text),
        _ if result_at(text).is_some() => false,
        [b'.', ..] => true,
        [b' ', rest @ ..] => is_move(rest),
        _ => text.starts_with(b"0-0"),
    }
}

/// The text after the tags.
enum Section {
    Movetext,
    /// Tags of the next game, or the end of the text.
    NextGame,
    /// The rest of a game with a faulty tag, if warnings are errors.
    Faulty,
}

/// A part of the text behind a result.
enum AfterResult {
    /// The text of a comment, by its place in the buffer.
    Comment(Range<usize>),
    /// A word that belongs to no game, by its index in the buffer.
    Other { at: usize },
    /// The end of the game.
    End,
}

/// The reason for which a tag is not read.
enum TagStop {
    MoreText,
    Malformed(PgnErrorKind),
}

/// The longest tag name that is compared.
const COMPARED: usize = 16;

impl AnyReader<'_> {
    /// Reads the tags. A blank line before a tag ends the game if the tag begins another one. `is_faulty` if
    /// the game has an error already.
    fn read_tags<V: Visitor>(
        &mut self,
        visitor: &mut V,
        game: &mut V::Game,
        mut is_faulty: bool,
    ) -> io::Result<Section> {
        let mut breaks = 0_usize;
        self.tag_names.clear();
        // The name of the first tag.
        let mut first: Option<[u8; COMPARED]> = None;
        loop {
            self.look_ahead()?;
            let window = self.window();
            let text = window.from(self.at);
            match text {
                [] => return Ok(Section::NextGame),
                [b'\n', ..] => (breaks, self.at) = (breaks + 1, self.at + 1),
                // The parts of a tag can be on several lines.
                [b'[', ..] if is_tag_start_cut(window, self.at) => self.refill()?,
                [b'[', ..] => {
                    if breaks > 1 || first.is_none() {
                        let name = TagStart::of(text).map(|start| start.compared_name(text));
                        let begins = |name| begins_game(&name, first.as_ref());
                        if breaks > 1 && name.map_or_else(|| starts_game(text), begins) {
                            return Ok(Section::NextGame);
                        }
                        first = first.or(name);
                    }
                    breaks = 0;
                    is_faulty |= self.read_tag(visitor, game)?;
                }
                // After a blank line, `;` starts a comment of the movetext.
                [mark @ (b'%' | b';'), ..]
                    if *mark == b'%' && window.is_at_line_start(self.at)
                        || *mark == b';' && breaks == 1 =>
                {
                    self.skip_line()?;
                    // The line is not blank.
                    breaks = breaks.saturating_sub(1);
                }
                text => {
                    if let Some(length) = any_blank_length(text) {
                        self.at += length;
                        continue;
                    }
                    if first.is_some()
                        && matches!(text[0], b'{' | b';')
                        && let Some(is_error) =
                            self.skip_inner_comments(visitor, game, first.as_ref())?
                    {
                        breaks = 0;
                        is_faulty |= is_error;
                        continue;
                    }
                    return Ok(if is_faulty { Section::Faulty } else { Section::Movetext });
                }
            }
        }
    }

    /// Reads a tag. One without quotes is read with a warning, and one that is otherwise malformed is left
    /// out with one; returns true if that is an error.
    fn read_tag<V: Visitor>(&mut self, visitor: &mut V, game: &mut V::Game) -> io::Result<bool> {
        let kind = loop {
            match tag(self.buffer.window(), self.at) {
                Ok((tag, next)) => {
                    let fault = self.tag_names.check(tag);
                    visitor.tag(game, tag);
                    let at = std::mem::replace(&mut self.at, next);
                    return Ok(fault.is_some_and(|kind| self.warn(kind, at, visitor, game)));
                }
                Err(TagStop::MoreText) if self.is_too_long() => {
                    break PgnErrorKind::TooLong { limit: self.max_token };
                }
                Err(TagStop::MoreText) => self.refill()?,
                Err(TagStop::Malformed(kind)) => break kind,
            }
        };
        let kind = self.read_unquoted_tag(visitor, game)?.unwrap_or(kind);
        let is_error = self.warn(kind, self.at, visitor, game);
        self.skip_line()?;
        Ok(is_error)
    }

    /// Passes a tag without quotes to the visitor, which is the only fault of the tag that is reported. Returns its warning; `None` if the line is no such tag.
    fn read_unquoted_tag<V: Visitor>(
        &mut self,
        visitor: &mut V,
        game: &mut V::Game,
    ) -> io::Result<Option<PgnErrorKind>> {
        loop {
            let window = self.buffer.window();
            let text = window.from(self.at);
            let end = memchr::memchr(b'\n', text);
            if end.is_some() || window.complete {
                let Some(tag) = unquoted_tag(&text[..end.unwrap_or(text.len())]) else {
                    return Ok(None);
                };
                visitor.tag(game, tag);
                return Ok(Some(PgnErrorKind::UnquotedTag {
                    name: decode(tag.name).into_owned(),
                    value: decode(tag.value).into_owned(),
                }));
            }
            if self.is_too_long() {
                return Ok(None);
            }
            self.refill()?;
        }
    }
}

/// Returns the tag of a line like `[WhiteElo 1710]`, whose value has no quotes, a quote on one side, or
/// other quotation marks.
fn unquoted_tag(line: &[u8]) -> Option<Tag<'_>> {
    const QUOTES: [&[u8]; 8] = [
        b"\"",
        b"'",
        b"`",
        "\u{201C}".as_bytes(),
        "\u{201D}".as_bytes(),
        "\u{201E}".as_bytes(),
        "\u{2018}".as_bytes(),
        "\u{2019}".as_bytes(),
    ];
    let inner = line.trim_ascii_end().strip_prefix(b"[")?.strip_suffix(b"]")?.trim_ascii();
    let name = TagStart::name_length(inner)?;
    let (name, rest) = inner.split_at(name);
    let mut value = rest.trim_ascii_start();
    let is_apart = value.len() < rest.len();
    let first = QUOTES.iter().find_map(|quote| value.strip_prefix(*quote));
    value = first.unwrap_or(value);
    value = QUOTES.iter().find_map(|quote| value.strip_suffix(*quote)).unwrap_or(value);
    // Another bracket or quote can be that of another tag on the line.
    let is_whole = !value.iter().any(|byte| matches!(byte, b'[' | b']' | b'"'));
    (is_whole && !value.is_empty() && (is_apart || first.is_some())).then_some(Tag { name, value })
}

/// Returns true if more text can complete the start of the tag at an index.
fn is_tag_start_cut(window: TextWindow<'_>, index: usize) -> bool {
    let text = window.from(index);
    !window.complete && text.len() < PADDING && TagStart::of(text).is_none()
}

/// Returns true if a tag after a blank line begins another game: the first tag of the roster, or that with
/// which this game begins.
fn begins_game(name: &[u8; COMPARED], first: Option<&[u8; COMPARED]>) -> bool {
    name.starts_with(b"Event\0") || Some(name) == first
}

impl TagStart {
    /// Returns the first bytes of the name, filled with zeros.
    fn compared_name(&self, text: &[u8]) -> [u8; COMPARED] {
        let mut compared = [0; COMPARED];
        compared.iter_mut().zip(&text[self.name.clone()]).for_each(|(to, from)| *to = *from);
        compared
    }
}

/// Returns the tag at an index, and the index after it. A tag can have line breaks, but no blank line, and
/// no line of it but the first starts with `[`.
fn tag(window: TextWindow<'_>, index: usize) -> Result<(Tag<'_>, usize), TagStop> {
    let text = window.from(index);
    let malformed =
        || TagStop::Malformed(unexpected(window, index, "a tag like `[Event \"name\"]`"));
    let start = TagStart::of(text).ok_or_else(malformed)?;
    let found = |end: usize, next: usize| {
        let (name, value) = (&text[start.name.clone()], &text[start.value..end]);
        Ok((Tag { name, value }, index + next))
    };
    // The end of the value, and the index after the tag, if its last quote is not that of an escape: some
    // programs do not escape the backslashes of paths.
    let mut unescaped = None;
    let mut from = start.value;
    loop {
        let Some(at) = memchr::memchr2(b'"', b'\n', &text[from..]).map(|at| from + at) else {
            if !window.complete {
                return Err(TagStop::MoreText);
            }
            return unescaped.map_or_else(|| Err(malformed()), |(end, next)| found(end, next));
        };
        from = at + 1;
        // The next byte that is no blank decides.
        let rest = &text[from..];
        if !window.complete && rest.len() < PADDING && rest.iter().all(u8::is_ascii_whitespace) {
            return Err(TagStop::MoreText);
        }
        if text[at] == b'\n' {
            if let Some((end, next)) = unescaped {
                return found(end, next);
            }
            let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\r');
            if matches!(text[from..].iter().find(|byte| !is_blank(byte)), None | Some(b'\n' | b'['))
            {
                return Err(malformed());
            }
            continue;
        }
        let spaces = text[from..].iter().take(8).take_while(|byte| byte.is_ascii_whitespace());
        let bracket = from + spaces.count();
        // A quote that does not end the tag is part of the value.
        if text.get(bracket) != Some(&b']') {
            continue;
        }
        let value = &text[start.value..at];
        let backslashes = value.iter().rev().take_while(|&&byte| byte == b'\\').count();
        if backslashes % 2 == 0 {
            return found(at, bracket + 1);
        }
        unescaped = Some((at, bracket + 1));
    }
}
