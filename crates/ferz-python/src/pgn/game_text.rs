//! The tags and tokens of one game of a PGN text.

use super::lines::FileLines;
use ferz_game::GameResult;
use ferz_game::pgn::{
    Comment, GamePosition, MoveToken, Nag, PgnError, PgnErrorKind, Reader, Tag, Visit, Visitor,
    decode,
};
use pyo3::prelude::*;
use std::ops::Range;

/// A token of the movetext. Texts are places in [`GameText::text`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// A move, as it is written.
    San(Range<usize>),
    /// The text of a comment, without one space at each end.
    Comment(Range<usize>),
    /// A numeric annotation glyph.
    Nag(Nag),
    /// The start of a variation.
    Open,
    /// The end of a variation.
    Close,
}

/// The tag pairs and the tokens of one game, as [`Reader`] reads them.
#[derive(Default)]
pub(super) struct GameText {
    /// The texts of tags and tokens.
    text: Vec<u8>,
    tags: Vec<(Range<usize>, Range<usize>)>,
    tokens: Vec<Token>,
    /// The game termination marker.
    pub(super) result: Option<GameResult>,
    /// The error that ended the reading of the game.
    pub(super) error: Option<PgnError>,
    pub(super) warnings: Vec<PgnError>,
}

impl GameText {
    /// Reads the next game of a file, or its tags alone, and the text behind it that has been read and
    /// cannot be given back to the file. Returns no game at the end.
    pub(super) fn read(
        file: &Bound<'_, PyAny>,
        before: Vec<u8>,
        tags_only: bool,
    ) -> PyResult<(Option<Self>, Vec<u8>)> {
        let mut recorder = Recorder { tags_only, game: None };
        let mut lines = FileLines::new(file, before)?;
        let mut reader = Reader::by_lines(&mut lines);
        let read = reader.read_game(&mut recorder);
        let mut unread = reader.unread().to_vec();
        drop(reader);
        if let Some(error) = lines.error.take() {
            return Err(error);
        }
        read?;
        unread.extend_from_slice(lines.rest());
        if !unread.is_empty() && lines.give_back(unread.len()) {
            unread.clear();
        }
        Ok((recorder.game, unread))
    }

    /// Returns the warning of a tag `FEN` that is corrected.
    pub(super) fn start_warning(&self) -> Option<PgnErrorKind> {
        let tag = |wanted: &[u8]| {
            let (_, value) = self.tags().filter(|(name, _)| *name == wanted).last()?;
            Some(decode(value).into_owned())
        };
        ferz::Position::start(Some(tag(b"FEN")?), tag(b"Variant")).ok()?.1
    }

    /// Returns the names and values of the tags, in the order of the text.
    pub(super) fn tags(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.tags.iter().map(|(name, value)| (self.part(name), self.part(value)))
    }

    /// Returns the tokens of the movetext.
    pub(super) fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// Returns the text of a token.
    pub(super) fn part(&self, place: &Range<usize>) -> &[u8] {
        &self.text[place.clone()]
    }

    fn add(&mut self, text: &[u8]) -> Range<usize> {
        let start = self.text.len();
        self.text.extend_from_slice(text);
        start..self.text.len()
    }
}

/// Keeps the tags and the tokens of a game.
struct Recorder {
    tags_only: bool,
    game: Option<GameText>,
}

impl Visitor for Recorder {
    type Game = GameText;

    fn begin_game(&mut self, _number: u64) -> GameText {
        GameText::default()
    }

    fn tag(&mut self, game: &mut GameText, tag: Tag<'_>) {
        // As in python-chess, escapes stay as they are.
        let name = game.add(tag.name());
        let value = game.add(tag.raw_value());
        // A value has one line.
        for byte in &mut game.text[value.clone()] {
            *byte = if matches!(byte, b'\n' | b'\r') { b' ' } else { *byte };
        }
        game.tags.push((name, value));
    }

    fn begin_movetext(&mut self, _game: &mut GameText) -> Visit {
        if self.tags_only { Visit::SkipGame } else { Visit::Continue }
    }

    fn san(&mut self, game: &mut GameText, mv: MoveToken<'_>) -> Visit {
        let place = game.add(mv.text());
        game.tokens.push(Token::San(place));
        Visit::Continue
    }

    fn nag(&mut self, game: &mut GameText, nag: Nag) {
        game.tokens.push(Token::Nag(nag));
    }

    fn comment(&mut self, game: &mut GameText, comment: Comment<'_>) {
        let text = comment.bytes();
        let text = text.strip_prefix(b" ").unwrap_or(text);
        let place = game.add(text.strip_suffix(b" ").unwrap_or(text));
        game.tokens.push(Token::Comment(place));
    }

    fn begin_variation(&mut self, game: &mut GameText) -> Visit {
        game.tokens.push(Token::Open);
        Visit::Continue
    }

    fn end_variation(&mut self, game: &mut GameText) {
        game.tokens.push(Token::Close);
    }

    fn end_game(&mut self, mut game: GameText, result: Option<GameResult>) {
        game.result = result;
        self.game = Some(game);
    }

    fn error(&mut self, game: &mut GameText, error: PgnError) {
        game.error = Some(error);
    }

    fn warning(&mut self, game: &mut GameText, warning: PgnError) {
        game.warnings.push(warning);
    }
}
