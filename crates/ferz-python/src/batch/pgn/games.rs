//! Games as rows: tags, opening, length, result and error.

use super::producer::{ChunkPlace, ErrorList, RowVisitor, Rows};
use super::visitor::{Options, TestedGame, result_number};
use ferz::{Move, Position};
use ferz_database::selection::Tests;
use ferz_game::GameResult;
use ferz_game::openings::find_index;
use ferz_game::pgn::{Comment, GameTexts, GameVisitor, PgnError, Tag, Visit, decode};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::collections::HashSet;

/// Columns of games, one row for each.
#[derive(Default)]
pub(super) struct GameRows {
    game: Vec<u64>,
    file: Vec<u32>,
    plies: Vec<u32>,
    result: Vec<i8>,
    /// The index of the opening, -1 without a name.
    opening: Vec<i16>,
    warnings: Vec<u32>,
    errors: Vec<Option<Box<PgnError>>>,
    /// The values of each selected tag, then the texts of the moves if they are selected.
    tags: Vec<TextColumn>,
}

/// Texts in one string, some of them absent.
#[derive(Default)]
struct TextColumn {
    text: String,
    /// The length of each text in bytes, `None` if it is absent.
    lengths: Vec<Option<u32>>,
}

impl TextColumn {
    fn push(&mut self, text: Option<&str>) {
        // Tags and games are far shorter: the reader limits their length.
        self.lengths.push(text.and_then(|text| u32::try_from(text.len()).ok()));
        self.text.push_str(text.unwrap_or(""));
    }

    fn append(&mut self, mut other: Self) {
        self.text.push_str(&other.text);
        self.lengths.append(&mut other.lengths);
    }

    fn split_off(&mut self, at: usize) -> Self {
        let lengths = self.lengths.split_off(at);
        let length: usize = lengths.iter().flatten().map(|&length| length as usize).sum();
        Self { text: self.text.split_off(self.text.len() - length), lengths }
    }

    /// Returns the texts as Python objects. Equal neighbours, as players, events and dates often are, are
    /// one object.
    fn objects(&self, py: Python<'_>) -> Vec<Py<PyAny>> {
        let mut last = (None, py.None());
        let object = |text| PyString::new(py, text).into_any().unbind();
        let objects = self.iter().map(|text| {
            if last.0 != text {
                last = (text, text.map_or_else(|| py.None(), object));
            }
            last.1.clone_ref(py)
        });
        objects.collect()
    }

    /// Returns the texts in their order.
    fn iter(&self) -> impl Iterator<Item = Option<&str>> {
        let mut rest = self.text.as_str();
        self.lengths.iter().map(move |length| {
            let (text, after) = rest.split_at((*length)? as usize);
            rest = after;
            Some(text)
        })
    }
}

impl Rows for GameRows {
    fn len(&self) -> usize {
        self.game.len()
    }

    fn append(&mut self, mut other: Self) {
        self.game.append(&mut other.game);
        self.file.append(&mut other.file);
        self.plies.append(&mut other.plies);
        self.result.append(&mut other.result);
        self.opening.append(&mut other.opening);
        self.warnings.append(&mut other.warnings);
        self.errors.append(&mut other.errors);
        if self.tags.is_empty() {
            self.tags = other.tags;
        } else {
            let tags = self.tags.iter_mut().zip(other.tags);
            tags.for_each(|(tag, other)| tag.append(other));
        }
    }

    fn split_off(&mut self, at: usize) -> Self {
        Self {
            game: self.game.split_off(at),
            file: self.file.split_off(at),
            plies: self.plies.split_off(at),
            result: self.result.split_off(at),
            opening: self.opening.split_off(at),
            warnings: self.warnings.split_off(at),
            errors: self.errors.split_off(at),
            tags: self.tags.iter_mut().map(|tag| tag.split_off(at)).collect(),
        }
    }

    fn add_texts(&mut self, texts: &GameTexts) {
        let texts: Vec<&[u8]> = texts.iter().collect();
        let mut column = TextColumn::default();
        for &game in &self.game {
            // The reader keeps no text of games that are too long.
            let text = texts.get((game - 1) as usize).filter(|text| !text.is_empty());
            column.push(text.map(|text| decode(movetext(text))).as_deref());
        }
        self.tags.push(column);
    }

    fn place(&mut self, place: &ChunkPlace, _seen: &mut HashSet<u64>) {
        self.game.iter_mut().for_each(|game| *game += place.games_before);
        self.file.fill(place.file);
        let errors = self.errors.iter_mut().flatten();
        errors.for_each(|error| error.game += place.games_before_in_file);
    }
}

/// Returns the text of a game behind its tags, and behind the comments and the escaped lines before them.
fn movetext(text: &[u8]) -> &[u8] {
    let (mut found, mut rest) = (text, text);
    loop {
        rest = rest.trim_ascii_start();
        match rest.first() {
            Some(b'[') => {
                rest = behind_tag(rest);
                found = rest;
            }
            Some(b'%' | b';') => rest = behind_first(rest, b'\n'),
            Some(b'{') => rest = behind_first(rest, b'}'),
            // Comments that no tag follows belong to the moves.
            _ => return found.trim_ascii(),
        }
    }
}

/// Returns the text behind a tag; behind its line if it has no end.
fn behind_tag(text: &[u8]) -> &[u8] {
    let mut escaped = false;
    for (index, &byte) in text.iter().enumerate() {
        let behind = &text[index + 1..];
        match byte {
            b'"' if !escaped => {
                if let Some(rest) = behind.trim_ascii_start().strip_prefix(b"]") {
                    return rest;
                }
            }
            b'\n' => {
                let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\r');
                // A blank line or the next tag ends the search, as that of the reader.
                if matches!(behind.iter().find(|byte| !is_blank(byte)), None | Some(b'\n' | b'[')) {
                    break;
                }
            }
            _ => {}
        }
        escaped = byte == b'\\' && !escaped;
    }
    behind_first(text, b'\n')
}

/// Returns the text behind the first of these bytes, none without one.
fn behind_first(text: &[u8], byte: u8) -> &[u8] {
    memchr::memchr(byte, text).map_or(&[], |index| &text[index + 1..])
}

impl GameRows {
    /// Returns the columns as arrays, texts as objects; `tags` as an array of the values of each tag.
    pub(super) fn into_arrays(self, py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let arrays = PyDict::new(py);
        let tags = self.tags.iter().map(|tag| PyArray1::from_vec(py, tag.objects(py)));
        let errors = self.errors.iter().map(|error| match error {
            Some(error) => PyString::new(py, &error.to_string()).into_any().unbind(),
            None => py.None(),
        });
        arrays.set_item("error", PyArray1::from_vec(py, errors.collect::<Vec<_>>()))?;
        arrays.set_item("tags", tags.collect::<Vec<_>>())?;
        arrays.set_item("game", self.game.into_pyarray(py))?;
        arrays.set_item("file", self.file.into_pyarray(py))?;
        arrays.set_item("plies", self.plies.into_pyarray(py))?;
        arrays.set_item("result", self.result.into_pyarray(py))?;
        arrays.set_item("opening", self.opening.into_pyarray(py))?;
        arrays.set_item("warnings", self.warnings.into_pyarray(py))?;
        Ok(arrays)
    }
}

/// Adds a row for each game of a chunk.
pub(super) struct GameRowVisitor<'a> {
    options: &'a Options,
    tests: &'a Tests<'a>,
    /// The names of the selected tags.
    names: &'a [String],
    rows: GameRows,
    errors: ErrorList,
}

/// A game that is being read.
pub(super) struct GameRow<'a> {
    number: u64,
    tested: TestedGame<'a>,
    /// The values of the selected tags.
    tags: Vec<Option<String>>,
    plies: u32,
    opening: Option<usize>,
    warnings: u32,
    error: Option<Box<PgnError>>,
    /// Set once the start position is known.
    has_start: bool,
}

impl<'a> GameRowVisitor<'a> {
    pub(super) fn new(options: &'a Options, tests: &'a Tests<'a>, names: &'a [String]) -> Self {
        let tags = names.iter().map(|_| TextColumn::default()).collect();
        let rows = GameRows { tags, ..GameRows::default() };
        Self { options, tests, names, rows, errors: ErrorList::default() }
    }
}

impl GameRow<'_> {
    /// Adds a move with the position before it.
    #[inline]
    fn add(&mut self, before: &Position, mv: Option<Move>) -> Visit {
        self.tested.add(before, mv);
        self.opening = find_index(before).or(self.opening);
        self.plies = self.plies.saturating_add(1);
        Visit::Continue
    }
}

impl<'a> GameVisitor for GameRowVisitor<'a> {
    type Game = GameRow<'a>;

    fn begin_game(&mut self, number: u64) -> GameRow<'a> {
        GameRow {
            number,
            tested: TestedGame::default(),
            tags: vec![None; self.names.len()],
            plies: 0,
            opening: None,
            warnings: 0,
            error: None,
            has_start: false,
        }
    }

    #[inline]
    fn tag(&mut self, game: &mut GameRow<'a>, tag: Tag<'_>) {
        game.tested.read(tag, self.tests);
        // A name may be selected twice.
        for (name, value) in self.names.iter().zip(&mut game.tags) {
            if name.as_bytes() == tag.name() {
                // A value has one line.
                *value = Some(tag.value().replace(['\n', '\r'], " "));
            }
        }
    }

    fn begin_moves(&mut self, game: &mut GameRow<'a>, start: &Position) -> Visit {
        game.has_start = true;
        if game.tested.begin(start, self.tests) { Visit::Continue } else { Visit::SkipGame }
    }

    #[inline]
    fn played(&mut self, game: &mut GameRow<'a>, before: &Position, mv: Move) -> Visit {
        game.add(before, Some(mv))
    }

    fn null_move(&mut self, game: &mut GameRow<'a>, before: &Position) -> Visit {
        game.add(before, None)
    }

    #[inline]
    fn comment(&mut self, game: &mut GameRow<'a>, comment: Comment<'_>) {
        game.tested.add_comment(comment);
    }

    fn end_game(&mut self, mut game: GameRow<'a>, last: &Position, marker: Option<GameResult>) {
        let result = game.tested.tags.result(marker);
        let is_left_out = game.error.is_some() && !self.options.keeps_errors;
        if is_left_out || !game.tested.accept(last, marker, self.tests) {
            return;
        }
        let last = if game.has_start { find_index(last) } else { None };
        let opening = last.or(game.opening).and_then(|index| i16::try_from(index).ok());
        let rows = &mut self.rows;
        rows.game.push(game.number);
        // The producer fills the column.
        rows.file.push(0);
        rows.plies.push(game.plies);
        rows.result.push(result_number(result));
        rows.opening.push(opening.unwrap_or(-1));
        rows.warnings.push(game.warnings);
        rows.errors.push(game.error);
        let tags = rows.tags.iter_mut().zip(&game.tags);
        tags.for_each(|(tag, value)| tag.push(value.as_deref()));
    }

    fn error(&mut self, game: &mut GameRow<'a>, error: PgnError) {
        game.error = Some(Box::new(error.clone()));
        self.errors.add(error);
    }

    fn warning(&mut self, game: &mut GameRow<'a>, _warning: PgnError) {
        game.warnings = game.warnings.saturating_add(1);
    }
}

impl RowVisitor for GameRowVisitor<'_> {
    type Rows = GameRows;

    fn into_rows(self) -> (GameRows, u64, ErrorList) {
        let games = self.rows.len() as u64;
        (self.rows, games, self.errors)
    }
}

#[cfg(test)]
mod tests {
    use super::movetext;

    #[test]
    fn movetext_is_the_text_behind_the_tags() {
        for (text, expected) in [
            ("[Event \"a\"]\n[White \"b [c]\"]\n\n1. e4 {x [y]} *", "1. e4 {x [y]} *"),
            ("[Event \"a\"] [Round \"1\" ]\n1. e4\n1... e5 1-0\n", "1. e4\n1... e5 1-0"),
            ("% escaped\n{before} ; line\n[Event \"a \\\"] b\"]\n*", "*"),
            ("[Event \"on two\nlines\"]\n\n1. d4 *", "1. d4 *"),
            ("[WhiteElo 1710]\n[Event \"open]\n[Site \"x\"]\n\n1. c4 *", "1. c4 *"),
            ("{a comment} 1. e4 *", "{a comment} 1. e4 *"),
            ("; a comment\n1. e4 *", "; a comment\n1. e4 *"),
            ("[Event \"no moves\"]", ""),
            ("1. e4 {[%clk 0:01:00]} *", "1. e4 {[%clk 0:01:00]} *"),
        ] {
            assert_eq!(std::str::from_utf8(movetext(text.as_bytes())), Ok(expected), "{text}");
        }
    }
}
