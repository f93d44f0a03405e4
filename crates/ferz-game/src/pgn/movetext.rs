//! The tokens of the movetext of one game.

use super::buffer::{PADDING, TextWindow, is_border_cut, tag_after_blank_line};
use super::nag::Nag;
use super::visitor::{Comment, MoveToken, decode};
use super::visitor::{MAX_DEPTH, PgnErrorKind, Visit, Visitor};
use crate::GameResult;
use ferz::notation::ParseSanProblem;
use std::ops::Range;

/// The reason for which a scan stops.
pub(super) enum ScanEnd {
    /// The token at the index needs more text.
    MoreText,
    /// A text before the index has a fault that hides no move. The scan continues at the index.
    Warning(Box<PgnWarning>),
    /// The game ends before the index.
    End(Option<GameResult>),
    /// The visitor skips the rest of the game.
    Skip,
    /// The visitor rejects the token at the index. The end of the game can be found by its tokens.
    Rejected(Box<PgnErrorKind>),
    /// The token at the index is an error after which the tokens of the game are unknown.
    Error(Box<PgnErrorKind>),
}

/// A fault that hides no move, and the index of its text.
pub(super) struct PgnWarning {
    pub(super) kind: PgnErrorKind,
    pub(super) at: usize,
}

const EXPECTED: &str = "a move, a comment, a variation or a result";
/// The most bytes of the text that a warning or an error quotes.
const QUOTED: usize = 16;

/// A stop, and the index at which the next scan starts.
pub(super) struct Halt {
    pub(super) stop: ScanEnd,
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

    /// Reports a warning for the text at an index and continues at another one.
    #[cold]
    fn warning(kind: PgnErrorKind, at: usize, index: usize) -> Self {
        Self { stop: ScanEnd::Warning(Box::new(PgnWarning { kind, at })), index }
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
    let end = text.iter().take(QUOTED).take_while(|byte| !byte.is_ascii_whitespace()).count();
    let end = whole_characters(text, end.max(1));
    PgnErrorKind::Unexpected { found: decode(&text[..end]).into_owned(), expected }
}

/// Returns a length that does not divide a character of UTF-8: `length`, or up to 3 more.
fn whole_characters(text: &[u8], length: usize) -> usize {
    let rest = text.get(length..).unwrap_or_default();
    let continuation = rest.iter().take(3).take_while(|&&byte| byte & 0xC0 == 0x80).count();
    (length + continuation).min(text.len())
}

/// A visitor of the tokens after those that the visitor of a game skips.
pub(super) struct Ignored;

impl Visitor for Ignored {
    type Game = ();

    fn begin_game(&mut self, _: u64) {}

    fn begin_variation(&mut self, (): &mut ()) -> Visit {
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
    /// The main line has had the number of a first move, `1.`.
    has_first_number: bool,
}

/// A rare token, read without the visitor so that its reading is compiled once.
enum RareToken<'a> {
    Move(MoveToken<'a>),
    Nag(Nag),
    Comment(Comment<'a>),
    /// Text without a meaning.
    Nothing,
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

// One table look-up in place of a chain of comparisons: the kinds of tokens alternate in a game, so that branches on them are
// hard to predict, and the order of comparisons would favour one kind.
const CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            // The last are the end of a file in DOS and the filling of a block.
            b' ' | b'\t' | b'\r' | b'\n' | b'\x0B' | b'\x0C' | b'.' | b'\x1A' | 0 => Class::Space,
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
        game: &mut V::Game,
    ) -> ScanEnd {
        let end = window.safe_end;
        let mut index = *at;
        let mut scan = Scan { movetext: self, window, visitor, game };
        let halt = loop {
            if index >= end {
                let stop =
                    if window.complete { scan.movetext.end(None) } else { ScanEnd::MoreText };
                break Halt { stop, index };
            }
            match scan.token(index) {
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

    /// Follows an answer other than [`Visit::Continue`] to a token.
    #[cold]
    fn follow(&mut self, visit: Visit, index: usize, next: usize) -> Result<usize, Halt> {
        match visit {
            Visit::Continue => Ok(next),
            Visit::Warn(kind) => Err(Halt::warning(*kind, index, next)),
            Visit::SkipVariation if self.depth > 0 => {
                (self.skipped, self.report_end) = (1, true);
                Ok(next)
            }
            Visit::SkipVariation | Visit::SkipGame => {
                Err(Halt { stop: ScanEnd::Skip, index: next })
            }
            // An error in a variation costs the rest of the variation only: the main line does not depend on it.
            Visit::Reject(kind) if self.depth > 0 => {
                (self.skipped, self.report_end) = (1, true);
                Err(Halt::warning(*kind, index, next))
            }
            Visit::Reject(kind) => Err(Halt { stop: ScanEnd::Rejected(kind), index }),
        }
    }

    /// Returns true if the number `1.` at an index stands after a blank line and the main line has had
    /// one: the game has no result and no tags follow it.
    #[cold]
    fn is_next_game(&mut self, window: TextWindow<'_>, index: usize) -> bool {
        let data = window.data;
        if data[index + 2] == b'.' || self.depth > 0 {
            return false;
        }
        // A blank line alone ends no game, since many files have them between moves, nor does `1.` alone, which some writers repeat
        // after a comment. Both together are taken for the next game.
        let before = &data[index.saturating_sub(LOOK_BEHIND)..index];
        let blanks = before.iter().rev().take_while(|byte| byte.is_ascii_whitespace());
        let follows_blank_line = blanks.filter(|&&byte| byte == b'\n').count() > 1;
        std::mem::replace(&mut self.has_first_number, true) && follows_blank_line
    }

    /// Reads the digits, dots and slashes up to `end` that may be the start of a result or of castling,
    /// also directly behind a number: `4.0-0`, `3.1-0`.
    #[cold]
    fn result_or_castling<'a>(
        &self,
        window: TextWindow<'a>,
        index: usize,
        end: usize,
    ) -> Result<(RareToken<'a>, usize), Halt> {
        let dots = window.data[index..end].iter().rposition(|&byte| byte == b'.');
        let start = dots.map_or(index, |dot| index + dot + 1);
        let text = window.from(start);
        // The dot of decimal halves is none of a number.
        for start in [index, start] {
            if let Some((result, length)) = result_at(window.from(start)) {
                return self.result(result, start + length);
            }
        }
        if text.starts_with(b"0-0") {
            let token = move_token(window, start);
            return Ok((RareToken::Move(token), start + token.text.len()));
        }
        // Castling and null moves without hyphens: left out, they would change the game. Behind a number
        // they can be the decimals of an evaluation, which is no more than `1.00` as a rule.
        let length = end.saturating_sub(start);
        let can_be_zeros = match dots {
            None => (2..=4).contains(&length),
            Some(_) => {
                (2..=3).contains(&length)
                    && !matches!(window.data[index..], [b'0' | b'1', b'.', ..])
            }
        };
        let is_zeros = can_be_zeros && text[..length].iter().all(|&byte| byte == b'0');
        let length = if is_zeros { Some(length) } else { wide_move_length(text, 1) };
        if let Some(length) = length {
            let token = MoveToken { text: &text[..length], head: window.head(start) };
            return Ok((RareToken::Move(token), start + length));
        }
        Ok((RareToken::Nothing, end.max(index + 1)))
    }

    /// Ends the game at a result in the main line. Ignores a result in a variation.
    fn result<'a>(&self, result: GameResult, next: usize) -> Result<(RareToken<'a>, usize), Halt> {
        match self.depth {
            // In a variation it is the result of a game that a comment cites, and the main line goes on.
            0 => Err(Halt { stop: ScanEnd::End(Some(result)), index: next }),
            _ => Ok((RareToken::Nothing, next)),
        }
    }

    /// Skips text up to a parenthesis or over a comment in a skipped variation. Returns the index after it,
    /// and true if that is the end of a variation that is reported.
    fn skip_token(&mut self, window: TextWindow<'_>, index: usize) -> Result<(usize, bool), Halt> {
        let rest_of_line = || rest_of_line(window, index).map(|(_, next)| (next, false));
        match window.data[index] {
            b'{' => return Ok((comment(window, index)?.1, false)),
            b'(' if self.open_variations() == MAX_DEPTH => {
                return Err(Halt::error(PgnErrorKind::TooDeep, index));
            }
            b'(' => self.skipped += 1,
            b')' => {
                self.skipped -= 1;
                if self.skipped == 0 {
                    self.depth -= 1;
                    return Ok((index + 1, self.report_end));
                }
            }
            b'[' if window.starts_tag(index) => {
                return Err(Halt { stop: self.end(None), index });
            }
            b';' => return rest_of_line(),
            b'%' if window.is_at_line_start(index) => return rest_of_line(),
            _ => {
                let stops = |byte: &u8| matches!(byte, b'{' | b'(' | b')' | b'[' | b';' | b'%');
                let rest = &window.data[index + 1..window.safe_end.max(index + 1)];
                return Ok((index + 1 + rest.iter().position(stops).unwrap_or(rest.len()), false));
            }
        }
        Ok((index + 1, false))
    }

    /// Reads the rare tokens, and skips text that is no token with a warning.
    #[cold]
    fn other<'a>(
        &self,
        window: TextWindow<'a>,
        index: usize,
    ) -> Result<(RareToken<'a>, usize), Halt> {
        let nothing = |next| Ok((RareToken::Nothing, next));
        let data = window.data;
        match data[index] {
            b'*' => return self.result(GameResult::Unknown, index + 1),
            b';' => {
                let (text, next) = rest_of_line(window, index)?;
                return Ok((RareToken::Comment(Comment(text)), next));
            }
            b'%' if window.is_at_line_start(index) => {
                return nothing(rest_of_line(window, index)?.1);
            }
            b'[' if window.starts_tag(index) => {
                return Err(Halt { stop: self.end(None), index });
            }
            _ => {}
        }
        let text = window.from(index);
        if let Some(length) = blank_length(text) {
            return nothing(index + length);
        }
        if let Some((result, length)) = result_at(text) {
            return self.result(result, index + length);
        }
        // The null moves of some programs.
        if text.starts_with(b"--") && !text.starts_with(b"--+") || text.starts_with(b"<>") {
            let token = MoveToken { text: &text[..2], head: window.head(index) };
            return Ok((RareToken::Move(token), index + 2));
        }
        if let Some((nag, length)) = Nag::from_glyph(text) {
            return Ok((RareToken::Nag(nag), index + length));
        }
        // The second half of `+-` directly behind a move.
        if index > 0
            && data[index - 1] == b'+'
            && data[index] >= 0x80
            && let Some(length) = dash_length(text)
        {
            return Ok((RareToken::Nag(Nag(18)), index + length));
        }
        // Check marks and draw offers apart from their moves.
        if matches!(data[index], b'+' | b'#' | b'=') {
            return nothing(index + 1);
        }
        let (length, is_move) = foreign_word(text);
        if is_move {
            let token = MoveToken { text: &text[..length], head: window.head(index) };
            return Ok((RareToken::Move(token), index + length));
        }
        Err(Halt::warning(unexpected(window, index, EXPECTED), index, index + length))
    }

    /// Ends the game.
    fn end(&self, result: Option<GameResult>) -> ScanEnd {
        match self.open_variations() {
            0 => ScanEnd::End(result),
            open => ScanEnd::Error(Box::new(PgnErrorKind::UnterminatedVariation { open })),
        }
    }
}

/// A scan of a part of the movetext: its state, its text, and the receiver of its tokens.
struct Scan<'s, 'w, V: Visitor> {
    movetext: &'s mut Movetext,
    window: TextWindow<'w>,
    visitor: &'s mut V,
    game: &'s mut V::Game,
}

impl<'w, V: Visitor> Scan<'_, 'w, V> {
    /// Passes the token at an index to the visitor and returns the index after it.
    #[inline(always)]
    fn token(&mut self, index: usize) -> Result<usize, Halt> {
        let data = self.window.data;
        // Skipped text is not divided into tokens: only what can end the variation, or hide its end, is looked at.
        if self.movetext.skipped > 0 {
            let (next, ends_variation) = self.movetext.skip_token(self.window, index)?;
            if ends_variation {
                self.visitor.end_variation(self.game);
            }
            return Ok(next);
        }
        match CLASSES[usize::from(data[index])] {
            Class::Space => Ok(index + 1),
            Class::Move => self.word(index),
            Class::Number => self.number(index),
            Class::Comment => {
                let (comment, next) = comment(self.window, index)?;
                self.visitor.comment(self.game, comment);
                Ok(skip_space(data, next))
            }
            Class::Suffix => {
                let length = 1 + usize::from(matches!(data[index + 1], b'!' | b'?'));
                if let Some(nag) = Nag::from_suffix(&data[index..index + length]) {
                    self.visitor.nag(self.game, nag);
                }
                Ok(index + length)
            }
            Class::Nag => {
                let (nag, next) = nag(data, index);
                let Some(nag) = nag else {
                    let kind = unexpected(self.window, index, "a number from 0 to 255 after `$`");
                    return Err(Halt::warning(kind, index, next));
                };
                self.visitor.nag(self.game, nag);
                Ok(next)
            }
            Class::Open => self.open(index),
            Class::Close if self.movetext.depth > 0 => {
                self.movetext.depth -= 1;
                self.visitor.end_variation(self.game);
                Ok(skip_space(data, index + 1))
            }
            Class::Close => {
                Err(Halt::warning(unexpected(self.window, index, EXPECTED), index, index + 1))
            }
            Class::Other => {
                let rare = self.movetext.other(self.window, index)?;
                self.pass(rare)
            }
        }
    }

    /// Passes a rare token to the visitor, and returns the index after it.
    #[cold]
    fn pass(&mut self, (token, next): (RareToken<'_>, usize)) -> Result<usize, Halt> {
        match token {
            RareToken::Move(token) => {
                return self.san(next - token.text.len(), token);
            }
            RareToken::Nag(nag) => self.visitor.nag(self.game, nag),
            RareToken::Comment(comment) => self.visitor.comment(self.game, comment),
            RareToken::Nothing => {}
        }
        Ok(next)
    }

    /// Reads a word of letters: nearly always a move.
    #[inline(always)]
    fn word(&mut self, index: usize) -> Result<usize, Halt> {
        let token = move_token(self.window, index);
        // Most moves end with the rank of their target. A dash can follow that of the origin.
        let is_plain = (token.text.last().is_some_and(u8::is_ascii_digit)
            || matches!(token.text, [_, .., b'O'] | [.., b'0'..=b'9', b'+']))
            && self.window.data[index + token.text.len()] < 0x80;
        if is_plain {
            return self.san(index, token);
        }
        let rare = rare_word(self.window, index, token)?;
        self.pass(rare)
    }

    /// Passes a move to the visitor.
    #[inline(always)]
    fn san(&mut self, index: usize, token: MoveToken<'_>) -> Result<usize, Halt> {
        let end = index + token.text.len();
        match self.visitor.san(self.game, token) {
            // Most moves are followed by one space.
            Visit::Continue => Ok(skip_space(self.window.data, end)),
            visit => self.promote_or_follow(visit, index..end),
        }
    }

    /// Completes a promotion whose piece stands apart from the move in a range, like `e8 = Q`, with a
    /// warning. Follows the answer to any other token.
    #[cold]
    fn promote_or_follow(
        &mut self,
        visit: Visit,
        Range { start: index, end }: Range<usize>,
    ) -> Result<usize, Halt> {
        let Some(promotion) = SpacedPromotion::of(&visit, self.window, index..end) else {
            return self.movetext.follow(visit, index, skip_space(self.window.data, end));
        };
        // The visitor has refused the move without its piece before it saw the rest: it is asked again with both, so that no
        // visitor needs to look behind its token.
        match self.visitor.san(self.game, promotion.token()) {
            Visit::Continue => Err(promotion.warning(self.window, index)),
            visit => self.movetext.follow(visit, index, promotion.next),
        }
    }

    /// Reads a move number, a result, or castling with zeros.
    #[inline(always)]
    fn number(&mut self, index: usize) -> Result<usize, Halt> {
        let data = self.window.data;
        let end = index + number_length(self.window.head(index));
        if data[index] == b'1'
            && data[index + 1] == b'.'
            && self.movetext.is_next_game(self.window, index)
        {
            return Err(Halt { stop: ScanEnd::End(None), index });
        }
        // A move number ends with a dot.
        let ends_number = data[end - 1] == b'.' && data[index + 1] != b'/';
        if ends_number && matches!(CLASSES[usize::from(data[end])], Class::Space | Class::Move) {
            return Ok(skip_space(data, end));
        }
        let rare = self.movetext.result_or_castling(self.window, index, end)?;
        self.pass(rare)
    }

    fn open(&mut self, index: usize) -> Result<usize, Halt> {
        if self.movetext.depth == MAX_DEPTH {
            return Err(Halt::error(PgnErrorKind::TooDeep, index));
        }
        self.movetext.depth += 1;
        let visit = self.visitor.begin_variation(self.game);
        match visit {
            Visit::SkipVariation | Visit::Reject(_) => {
                (self.movetext.skipped, self.movetext.report_end) = (1, false);
            }
            _ => {}
        }
        match visit {
            Visit::Continue | Visit::SkipVariation => Ok(index + 1),
            Visit::SkipGame => Err(Halt { stop: ScanEnd::Skip, index: index + 1 }),
            Visit::Reject(kind) | Visit::Warn(kind) => Err(Halt::warning(*kind, index, index + 1)),
        }
    }
}

/// Reads a word that does not end as most moves do, and returns the index after it.
#[cold]
fn rare_word<'a>(
    window: TextWindow<'a>,
    index: usize,
    mut token: MoveToken<'a>,
) -> Result<(RareToken<'a>, usize), Halt> {
    let end = index + token.text.len();
    if let Some(length) = wide_move_length(window.from(index), token.text.len()) {
        token.text = &window.data[index..index + length];
        return Ok((RareToken::Move(token), index + length));
    }
    match MoveWord::of(token.text) {
        MoveWord::Move { length } => {
            token.text = &token.text[..length];
            Ok((RareToken::Move(token), index + length))
        }
        MoveWord::EnPassant => Ok((RareToken::Nothing, end)),
        MoveWord::Glyph(nag) => Ok((RareToken::Nag(nag), end)),
        MoveWord::Remark => Err(Halt::warning(unexpected(window, index, EXPECTED), index, end)),
    }
}

/// Hyphens and dashes of results and castling.
const DASHES: [&str; 8] =
    ["-", ":", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2212}"];

/// Returns the length of the dash at the start of a text.
fn dash_length(text: &[u8]) -> Option<usize> {
    DASHES.iter().find(|dash| text.starts_with(dash.as_bytes())).map(|dash| dash.len())
}

/// Returns the length of a dash with an optional space on each side.
fn spaced_dash_length(text: &[u8]) -> Option<usize> {
    let before = usize::from(text.first() == Some(&b' '));
    let dash = before + dash_length(&text[before..])?;
    Some(dash + usize::from(text.get(dash) == Some(&b' ')))
}

/// U+FEFF in UTF-8.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

#[inline(always)]
fn skip_space(data: &[u8], index: usize) -> usize {
    index + usize::from(data[index] == b' ')
}

/// The bytes before a token that stay in the buffer: the rules for `%`, for tags and for `1.` look at what is before them, and would
/// read another text at the border of two buffers without it.
pub(super) const LOOK_BEHIND: usize = 64;

/// Returns the length of a blank that is no white space of ASCII: a byte order mark, a no-break or another
/// space of Unicode, one without width, the no-break space of Latin-1, or the ellipsis of a move number.
pub(super) fn blank_length(text: &[u8]) -> Option<usize> {
    match text {
        [0xC2, 0xA0, ..] => Some(2),
        [0xE2, 0x80, 0x80..=0x8F | 0xA6 | 0xA8 | 0xA9 | 0xAF, ..]
        | [0xE2, 0x81, 0x9F | 0xA0, ..] => Some(3),
        [0xE3, 0x80, 0x80, ..] => Some(3),
        text if text.starts_with(BYTE_ORDER_MARK) => Some(BYTE_ORDER_MARK.len()),
        // A byte order mark that was read as Latin-1.
        text if text.starts_with("\u{EF}\u{BB}\u{BF}".as_bytes()) => Some(6),
        [0xA0, ..] => Some(1),
        _ => None,
    }
}

/// Returns the result at the start of a text and its length: with a hyphen, a dash or a colon, and with
/// halves as fractions, as one character or as two decimal numbers.
pub(crate) fn result_at(text: &[u8]) -> Option<(GameResult, usize)> {
    if text.first() == Some(&b'*') {
        return Some((GameResult::Unknown, 1));
    }
    let half = |text: &[u8], spellings: &[&[u8]]| {
        spellings.iter().find(|half| text.starts_with(half)).map(|half| half.len())
    };
    let halves: [&[u8]; 3] = [b"1/2", b"\xC2\xBD", b"\xBD"];
    let decimals: [&[u8]; 2] = [b"0.5", b"0,5"];
    // One decimal number alone can be an evaluation.
    for (halves, is_alone) in [(&halves[..], true), (&decimals[..], false)] {
        let Some(first) = half(text, halves) else { continue };
        let rest = &text[first..];
        let second =
            spaced_dash_length(rest).and_then(|dash| Some(dash + half(&rest[dash..], halves)?));
        if second.is_some() || is_alone {
            return Some((GameResult::Draw, first + second.unwrap_or(0)));
        }
    }
    let (winner, loser) = match text.first()? {
        b'1' => (GameResult::WhiteWins, b'0'),
        b'0' => (GameResult::BlackWins, b'1'),
        _ => return None,
    };
    let at = 1 + spaced_dash_length(&text[1..])?;
    let ends = text.get(at + 1).is_none_or(|byte| !byte.is_ascii_digit());
    (text.get(at) == Some(&loser) && ends).then_some((winner, at + 1))
}

/// A word of letters that does not end as most moves do.
enum MoveWord {
    /// A move, up to a length: an evaluation or a punctuation mark may follow it.
    Move { length: usize },
    /// `e.p.`
    EnPassant,
    /// A letter that stands for a glyph.
    Glyph(Nag),
    /// A word on the move before.
    Remark,
}

impl MoveWord {
    #[cold]
    fn of(text: &[u8]) -> Self {
        match text {
            b"e.p." | b"ep" | b"e.p" | b"ep." => return Self::EnPassant,
            b"N" | b"TN" => return Self::Glyph(Nag::NOVELTY),
            b"RR" => return Self::Glyph(Nag::EDITORIAL),
            b"inf" | b"unclear" => return Self::Glyph(Nag::UNCLEAR),
            b"D" => return Self::Glyph(Nag::DIAGRAM),
            b"ch" | b"ch." | b"dis" | b"dis." | b"dbl" | b"dbl." | b"mate" => return Self::Remark,
            _ => {}
        }
        let mut length = text.len();
        while let Some(shorter) = Self::without_mark(&text[..length]) {
            length = shorter;
        }
        Self::Move { length }
    }

    /// Returns the length of a move without an evaluation at its end, such as `+-`, `=` or `N`, or without
    /// a punctuation mark; `None` if it has none.
    fn without_mark(text: &[u8]) -> Option<usize> {
        const MARKS: [&[u8]; 15] = [
            b"+/-", b"-/+", b"+/=", b"=/+", b"+--", b"--+", b"+-", b"-+", b"+=", b"=+", b"=", b",",
            b".", b":", b"/",
        ];
        if text.ends_with(b"e.p.") {
            return None;
        }
        let rest = match text {
            [first, .., rank, b'N' | b'D'] => {
                let is_promotion = first.is_ascii_lowercase() && matches!(rank, b'1' | b'8');
                let follows_move = rank.is_ascii_digit() || matches!(rank, b'+' | b'#');
                (follows_move && !is_promotion).then(|| text.len() - 1)?
            }
            _ => text.len() - MARKS.iter().find(|mark| text.ends_with(mark))?.len(),
        };
        (rest > 1).then_some(rest)
    }
}

/// Returns the length of text that is no token, and if it can be a move with letters of another alphabet
/// or figurines: then leaving it out could change the game.
#[cold]
fn foreign_word(text: &[u8]) -> (usize, bool) {
    let is_part =
        |byte: &&u8| byte.is_ascii_alphanumeric() || **byte >= 0x80 || b"+#-=:".contains(byte);
    if text[0] < 0x80 {
        let is_sign = |byte: &&u8| byte.is_ascii_punctuation() && !b"{}()[];$!?*%@".contains(byte);
        return (1 + text[1..].iter().take(QUOTED).take_while(is_sign).count(), false);
    }
    let length = text.iter().take(PADDING - 16).take_while(is_part).count();
    let length = whole_characters(text, length);
    let word = decode(&text[..length]);
    let can_be_castling = word.contains('-') && word.contains(char::is_alphabetic);
    let is_move = |c: char| c.is_ascii_alphanumeric() || matches!(c, '\u{FF10}'..='\u{FF5A}');
    (length, can_be_castling || word.contains(is_move))
}

/// A promotion whose piece stands apart from its move.
struct SpacedPromotion {
    /// The move with its piece.
    text: Vec<u8>,
    /// The index after the piece.
    next: usize,
}

impl SpacedPromotion {
    /// Reads the piece after the move in a range that the visitor rejects because it lacks one.
    fn of(visit: &Visit, window: TextWindow<'_>, range: Range<usize>) -> Option<Self> {
        let Visit::Reject(kind) = visit else { return None };
        let missing = ParseSanProblem::MissingPromotion;
        if !matches!(&**kind, PgnErrorKind::Move { reason, .. } if *reason == missing) {
            return None;
        }
        let (piece, length) = spaced_promotion(window.from(range.end))?;
        let next = range.end + length;
        Some(Self { text: [&window.data[range], &[b'=', piece]].concat(), next })
    }

    fn token(&self) -> MoveToken<'_> {
        let mut head = [0; 8];
        head.iter_mut().zip(&self.text).for_each(|(to, from)| *to = *from);
        MoveToken { text: &self.text, head }
    }

    /// Returns the warning of the text from an index.
    fn warning(&self, window: TextWindow<'_>, index: usize) -> Halt {
        let found = decode(&window.data[index..self.next]).into_owned();
        let expected = "a promotion without blanks, like e8=Q";
        Halt::warning(PgnErrorKind::Unexpected { found, expected }, index, self.next)
    }
}

/// Returns the piece after a move without it, and the index after the piece: with blanks or `=` between
/// them. A small letter without `=` can be the file of the next move.
#[cold]
fn spaced_promotion(text: &[u8]) -> Option<(u8, usize)> {
    let blanks = |at: usize| {
        let rest = text.get(at..).unwrap_or_default();
        rest.iter().take(8).take_while(|byte| byte.is_ascii_whitespace()).count()
    };
    let sign = blanks(0);
    let has_sign = text.get(sign) == Some(&b'=');
    let at = if has_sign { sign + 1 + blanks(sign + 1) } else { sign };
    let &piece = text.get(at)?;
    let is_piece = b"QRBN".contains(&piece) || has_sign && b"qrbn".contains(&piece);
    let ends = text.get(at + 1).is_none_or(|byte| !byte.is_ascii_alphanumeric());
    (at > 0 && is_piece && ends).then_some((piece, at + 1))
}

/// Returns the length of a move with characters beyond ASCII whose part before them has a length: with a
/// figurine after `=`, a dash in castling or a dash between two squares.
#[cold]
fn wide_move_length(text: &[u8], length: usize) -> Option<usize> {
    let (start, rest) = text.split_at_checked(length)?;
    if let [.., b'a'..=b'h', b'1'..=b'8'] = start {
        let dash = dash_length(rest).filter(|&length| length > 1)?;
        let [b'a'..=b'h', b'1'..=b'8', ..] = rest[dash..] else { return None };
        let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+#=".contains(byte);
        let to = rest[dash..].iter().take(PADDING - 32).take_while(is_part).count();
        return Some(length + dash + to);
    }
    let is_wide = match start {
        [b'O' | b'o' | b'0'] => {
            let dash = dash_length(rest).filter(|&length| length > 1)?;
            matches!(rest.get(dash), Some(b'O' | b'o' | b'0'))
        }
        [.., b'='] => matches!(rest, [0xE2, 0x99, 0x94..=0x9F, ..]),
        _ => false,
    };
    if !is_wide {
        return None;
    }
    let is_part =
        |byte: &&u8| byte.is_ascii_alphanumeric() || **byte >= 0x80 || b"+#-".contains(byte);
    let rest = rest.iter().take(PADDING - 16).take_while(is_part).count();
    Some(whole_characters(text, length + rest))
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

/// Returns the glyph after `$`, if its number is valid, and the index after it.
fn nag(data: &[u8], index: usize) -> (Option<Nag>, usize) {
    let digits = data[index + 1..].iter().take(16).take_while(|byte| byte.is_ascii_digit()).count();
    let next = index + 1 + digits;
    let number = str::from_utf8(&data[index + 1..next]).ok().and_then(|text| text.parse().ok());
    (number.map(Nag), next)
}

/// Returns the comment in braces at an index, and the index after it.
pub(super) fn comment(window: TextWindow<'_>, index: usize) -> Result<(Comment<'_>, usize), Halt> {
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
            if memchr::memchr(b'{', &text[..from]).is_some() {
                from = nested_end(window, index, from)?;
            }
            return Ok((Comment(&text[..from - 1]), index + 1 + from));
        }
        if !window.complete && is_border_cut(&text[from..]) {
            return Err(Halt::more_text(index));
        }
        if tag_after_blank_line(&text[from..]).is_some() {
            return Err(Halt::error(PgnErrorKind::UnterminatedComment, index));
        }
    }
}

/// Returns the end of the comment at an index that contains `{` and whose first `}` is before `end`, both
/// counted from the comment's text.
///
/// Comments of PGN do not nest: the first `}` ends one. If another `}` follows before the next `{`, this
/// reading leaves a brace over, so that the braces are nested and the last of them ends the comment. It is
/// looked for up to the next blank line, or a semicolon, which can start a comment with braces of its own.
#[cold]
fn nested_end(window: TextWindow<'_>, index: usize, end: usize) -> Result<usize, Halt> {
    let text = window.from(index + 1);
    let mut inner = memchr::memchr_iter(b'{', &text[..end]).count();
    let (mut end, mut at) = (end, end);
    while inner > 0 {
        let stops = |byte: &u8| matches!(byte, b'{' | b'}' | b';' | b'\n');
        let Some(found) = text[at..].iter().position(stops) else {
            return if window.complete { Ok(end) } else { Err(Halt::more_text(index)) };
        };
        at += found + 1;
        match text[at - 1..] {
            [b'}', ..] => (end, inner) = (at, inner - 1),
            [b'{' | b';', ..] | [b'\n', b'\n', ..] | [b'\n', b'\r', b'\n', ..] => break,
            [b'\n'] | [b'\n', b'\r'] if !window.complete => return Err(Halt::more_text(index)),
            _ => {}
        }
    }
    Ok(end)
}

/// Returns the text after the byte at an index up to the end of the line, and the index after it.
pub(super) fn rest_of_line(window: TextWindow<'_>, index: usize) -> Result<(&[u8], usize), Halt> {
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
