//! Files of puzzles: rows with the columns of Lichess's puzzle database, or games of PGN.

use super::error::Error;
use super::interrupt;
use ferz_database::csv::RecordReader;
use ferz_database::puzzles::{Column, Puzzle, PuzzleColumns, PuzzleForm, PuzzleRow};
use ferz_game::pgn::{Games, Input, PgnError, PgnGame, Reader, decode};
use std::io::{self, Cursor, Read};
use std::ops::ControlFlow;
use std::path::Path;

/// The number of bytes at the start of a file that tell what it has.
const START: u64 = 1 << 12;

/// Returns the text of the first bytes of an input without a byte order mark, and the input with them.
///
/// # Errors
/// If the input cannot be read.
pub(crate) fn peeked(mut input: Input) -> io::Result<(String, Input)> {
    let mut start = Vec::new();
    input.by_ref().take(START).read_to_end(&mut start)?;
    let text = String::from_utf8_lossy(&start).trim_start_matches('\u{FEFF}').to_owned();
    Ok((text, Input::new(Cursor::new(start).chain(input))?))
}

/// Returns true if a text with this start has rows of puzzles.
pub(crate) fn is_rows(start: &str) -> bool {
    PuzzleForm::of(start) == Some(PuzzleForm::Rows)
}

/// Returns true if a file has puzzles: rows, or games with tags of a puzzle. False if it cannot be read.
pub(crate) fn has_puzzles(path: &Path) -> bool {
    let Ok((start, _)) = Input::open(path).and_then(peeked) else { return false };
    matches!(PuzzleForm::of(&start), Some(PuzzleForm::Rows | PuzzleForm::Puzzles))
}

/// A puzzle as a file has it.
pub(crate) struct PuzzleRecord<'a> {
    path: &'a Path,
    /// The number in the file, from 1.
    pub(crate) number: u64,
    content: PuzzleContent,
}

enum PuzzleContent {
    Row { line: usize, row: PuzzleRow },
    Game(Box<Result<PgnGame, PgnError>>),
}

impl PuzzleRecord<'_> {
    /// Returns the names of the themes with spaces between them, of unknown ones too.
    pub(crate) fn themes(&self) -> &str {
        match &self.content {
            PuzzleContent::Row { row, .. } => row.text(Column::Themes),
            PuzzleContent::Game(game) => {
                let game = game.as_ref().as_ref().ok();
                game.and_then(|game| game.tags.get("Themes")).unwrap_or_default()
            }
        }
    }

    /// Returns the rating, if there is one.
    pub(crate) fn rating(&self) -> Option<u64> {
        match &self.content {
            PuzzleContent::Row { row, .. } => row.text(Column::Rating).parse().ok(),
            PuzzleContent::Game(_) => None,
        }
    }

    /// Returns the puzzle. One without a name has its number.
    ///
    /// # Errors
    /// If the row or the game is no puzzle.
    pub(crate) fn puzzle(&self) -> Result<Puzzle, Error> {
        let mut puzzle = match &self.content {
            PuzzleContent::Row { line, row } => {
                row.puzzle().map_err(|error| Error::line(self.path, *line, error))?
            }
            PuzzleContent::Game(game) => match &**game {
                Ok(game) => self.puzzle_of(game)?,
                Err(error) => return Err(Error::new(error)),
            },
        };
        if puzzle.id.is_empty() {
            puzzle.id = self.number.to_string();
        }
        Ok(puzzle)
    }

    /// Returns the puzzle of a game.
    ///
    /// # Errors
    /// If it is none.
    fn puzzle_of(&self, game: &PgnGame) -> Result<Puzzle, Error> {
        let (path, number) = (self.path, self.number);
        if game.tree.custom_start().is_none() && !Puzzle::is_tagged(game) {
            let name = path.display();
            return Err(Error::new(format_args!(
                "{name}: game {number} is no puzzle, it has no position (FEN): `ferz puzzles find \
                 {name}` finds puzzles in games"
            )));
        }
        let puzzle = Puzzle::from_pgn(game);
        puzzle.map_err(|error| Error::file(path, format_args!("game {number}: {error}")))
    }
}

/// Receives a puzzle of a file; breaks after the last one that is needed.
pub(crate) type PuzzleConsumer<'c> =
    dyn FnMut(PuzzleRecord<'_>) -> Result<ControlFlow<()>, Error> + 'c;

/// Passes the puzzles of a file, plain or compressed, in their order to `consume`.
///
/// # Errors
/// If the file cannot be read or is none of puzzles, the first error of `consume`, and [`Error::Interrupted`]
/// after Ctrl-C.
pub(crate) fn read_puzzles(path: &Path, consume: &mut PuzzleConsumer<'_>) -> Result<(), Error> {
    let file_error = |error| Error::file(path, error);
    let (start, input) = Input::open(path).and_then(peeked).map_err(file_error)?;
    if start.contains('\0') {
        return Err(Error::file(path, "found binary data, expected puzzles"));
    }
    match PuzzleForm::of(&start) {
        Some(PuzzleForm::Rows) => read_rows(path, input, consume),
        Some(PuzzleForm::Puzzles | PuzzleForm::Games) => read_games(path, input, consume),
        None if start.trim().is_empty() => Ok(()),
        None => {
            let expected = "expected puzzles: rows with the columns PuzzleId, FEN and Moves, first or by \
                            their names, as Lichess's puzzle database has them, or PGN";
            Err(Error::file(path, expected))
        }
    }
}

/// Passes the rows of a text.
///
/// # Errors
/// As [`read_puzzles`].
fn read_rows(path: &Path, input: Input, consume: &mut PuzzleConsumer<'_>) -> Result<(), Error> {
    let (mut reader, mut number) = (RecordReader::new(input), 0);
    let mut columns = PuzzleColumns::default();
    while let Some(record) = reader.next_record().map_err(|error| Error::file(path, error))? {
        interrupt::check()?;
        let text = decode(record.bytes);
        let row = columns.row(&text);
        if row.is_blank() {
            continue;
        } else if number == 0
            && let Some(names) = PuzzleColumns::from_header(&text)
        {
            columns = names;
            continue;
        }
        number += 1;
        let content = PuzzleContent::Row { line: record.line, row };
        if consume(PuzzleRecord { path, number, content })?.is_break() {
            break;
        }
    }
    Ok(())
}

/// Passes the games of a text.
///
/// # Errors
/// As [`read_puzzles`].
fn read_games(path: &Path, input: Input, consume: &mut PuzzleConsumer<'_>) -> Result<(), Error> {
    let mut reader = Reader::new(input);
    reader.set_source(path.display().to_string());
    for (number, game) in (1..).zip(Games::from_reader(reader)) {
        interrupt::check()?;
        let (game, error) = game.map_err(|error| Error::file(path, error))?;
        let content = PuzzleContent::Game(Box::new(error.map_or(Ok(game), Err)));
        if consume(PuzzleRecord { path, number, content })?.is_break() {
            break;
        }
    }
    Ok(())
}
