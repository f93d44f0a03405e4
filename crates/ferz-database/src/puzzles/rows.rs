//! Rows of puzzles: CSV with the columns of Lichess's puzzle database.

use super::puzzle::known_themes;
use super::{Puzzle, PuzzleError};
use crate::csv;

/// The columns of Lichess's puzzle database in their order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    /// The name.
    PuzzleId,
    /// The position before the error, or that to be solved.
    Fen,
    /// The error, if there is one, and the solution in UCI notation.
    Moves,
    /// The rating.
    Rating,
    /// The deviation of the rating.
    RatingDeviation,
    /// The popularity, from -100 to 100.
    Popularity,
    /// The number of times that it was played.
    NbPlays,
    /// The themes with spaces between them.
    Themes,
    /// The address of the game.
    GameUrl,
    /// The opening.
    OpeningTags,
}

impl Column {
    /// All columns.
    pub const ALL: [Self; 10] = [
        Self::PuzzleId,
        Self::Fen,
        Self::Moves,
        Self::Rating,
        Self::RatingDeviation,
        Self::Popularity,
        Self::NbPlays,
        Self::Themes,
        Self::GameUrl,
        Self::OpeningTags,
    ];

    /// Returns the name in the first line of a file.
    pub fn name(self) -> &'static str {
        Puzzle::COLUMNS.split(',').nth(self as usize).unwrap_or_default()
    }
}

/// The places of the columns in the rows of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleColumns([Option<usize>; Column::ALL.len()]);

/// The order of [`Column::ALL`], for files without names of columns.
impl Default for PuzzleColumns {
    fn default() -> Self {
        Self(std::array::from_fn(Some))
    }
}

impl PuzzleColumns {
    /// Reads the names of the columns, in any order and among others. `None` if a record has none for positions or
    /// moves.
    pub fn from_header(record: &str) -> Option<Self> {
        let names = csv::fields(record.trim_start_matches('\u{FEFF}'));
        let place = |column: Column| {
            names.iter().position(|name| name.trim().eq_ignore_ascii_case(column.name()))
        };
        let columns = Column::ALL.map(place);
        let has = |column: Column| columns[column as usize].is_some();
        (has(Column::Fen) && has(Column::Moves)).then_some(Self(columns))
    }

    /// Returns the places of the columns in the order of [`Column::ALL`].
    pub fn places(&self) -> [Option<usize>; Column::ALL.len()] {
        self.0
    }

    /// Creates columns from their [`places`](Self::places).
    pub fn from_places(places: [Option<usize>; Column::ALL.len()]) -> Self {
        Self(places)
    }

    /// Returns a row of the file.
    pub fn row(&self, record: &str) -> PuzzleRow {
        let fields = csv::fields(record.trim_start_matches('\u{FEFF}'));
        let mut places = self.0;
        // Sets without addresses of games and without names of columns have a column less.
        if *self == Self::default() && fields.len() + 1 == places.len() {
            places[Column::GameUrl as usize] = None;
            places[Column::OpeningTags as usize] = Some(fields.len() - 1);
        }
        PuzzleRow { fields, places }
    }
}

/// A row of a set of puzzles, as text.
#[derive(Clone, Debug)]
pub struct PuzzleRow {
    fields: Vec<String>,
    places: [Option<usize>; Column::ALL.len()],
}

impl PuzzleRow {
    /// Returns the text of a column without spaces around it, empty if the row has none.
    pub fn text(&self, column: Column) -> &str {
        self.places[column as usize]
            .and_then(|place| self.fields.get(place))
            .map_or("", |text| text.trim())
    }

    /// Returns true if the row has no text.
    pub fn is_blank(&self) -> bool {
        self.fields.iter().all(|field| field.trim().is_empty())
    }

    /// Returns true if the row has the form of a puzzle: placement and moves, which need not be legal.
    pub fn has_puzzle_form(&self) -> bool {
        is_placement(self.text(Column::Fen)) && !self.text(Column::Moves).is_empty()
    }

    /// Returns the puzzle. Unknown themes, and a rating that is no number, are left out.
    ///
    /// # Errors
    /// If it has no position or no moves, or as [`Puzzle::new`].
    pub fn puzzle(&self) -> Result<Puzzle, PuzzleError> {
        let required = |column: Column| match self.text(column) {
            "" => Err(PuzzleError::NoColumn(column.name())),
            text => Ok(text),
        };
        let (fen, moves) = (required(Column::Fen)?, required(Column::Moves)?);
        let mut puzzle = Puzzle::new(self.text(Column::PuzzleId), fen, moves)?;
        puzzle.rating = self.text(Column::Rating).parse().ok();
        puzzle.themes = known_themes(self.text(Column::Themes));
        puzzle.game = self.text(Column::GameUrl).into();
        puzzle.opening = self.text(Column::OpeningTags).into();
        Ok(puzzle)
    }
}

/// The form of a file of puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleForm {
    /// Rows of CSV.
    Rows,
    /// Games of PGN that have tags of puzzles.
    Puzzles,
    /// Other games of PGN.
    Games,
}

impl PuzzleForm {
    /// Returns the form that a text with this start can have; `None` if it has no puzzles. The start is the first
    /// record at least.
    pub fn of(start: &str) -> Option<Self> {
        let text = start.trim_start_matches('\u{FEFF}').trim_start();
        let length = csv::record_length(text.as_bytes()).unwrap_or(text.len());
        let record = text.get(..length).unwrap_or_default();
        let is_row = || is_placement(PuzzleColumns::default().row(record).text(Column::Fen));
        match text.chars().next() {
            _ if PuzzleColumns::from_header(record).is_some() || is_row() => Some(Self::Rows),
            Some('[' | '{' | ';' | '%') => {
                let is_tag = |line: &str| {
                    line.starts_with("[Event \"Puzzle ") || line.starts_with("[Themes \"")
                };
                Some(if text.lines().any(is_tag) { Self::Puzzles } else { Self::Games })
            }
            _ => None,
        }
    }
}

/// Returns true if a text begins with a word that may be the placement of a FEN.
fn is_placement(text: &str) -> bool {
    let word = text.split(' ').next().unwrap_or_default();
    word.contains('/') && word.bytes().all(|byte| b"pnbrqkPNBRQK/12345678".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "7k/8/6K1/8/8/8/8/RR6 b - - 0 1";

    #[test]
    fn columns_have_their_names() {
        let names: Vec<_> = Column::ALL.into_iter().map(Column::name).collect();
        assert_eq!(names.join(","), Puzzle::COLUMNS);
    }

    #[test]
    fn rows_are_read_by_the_names_of_columns() {
        // As R's write.csv writes a table: a column without a name before the others, all texts in quotes.
        for (header, row) in [
            (
                "\"\",\"PuzzleId\",\"FEN\",\"Moves\",\"Rating\",\"Themes\"\r\n",
                &*format!("\"1\",\"a\",\"{FEN}\",\"h8g8 a1a8\",1500,\"mate, x\noneMove mate\"\r\n"),
            ),
            ("Moves,themes,fen,Rating,PuzzleId", &format!("h8g8 a1a8,oneMove mate, {FEN} ,1500,a")),
            (
                "\u{FEFF}PuzzleId,FEN,Moves,Rating,x,y,z,Themes",
                &format!("a,{FEN},h8g8 a1a8,1500,,,,mate oneMove"),
            ),
        ] {
            let row = PuzzleColumns::from_header(header).unwrap().row(row);
            let puzzle = row.puzzle().unwrap();
            assert_eq!(
                (&*puzzle.id, puzzle.rating, puzzle.moves.len()),
                ("a", Some(1500), 2),
                "{header}"
            );
            assert!(puzzle.themes.iter().any(|theme| theme.name() == "mate"), "{header}");
            assert!(puzzle.game.is_empty() && puzzle.opening.is_empty());
        }
        assert_eq!(PuzzleColumns::from_header("PuzzleId,FEN"), None);
        assert_eq!(PuzzleColumns::from_header(&format!("a,{FEN},h8g8 a1a8")), None);
    }

    #[test]
    fn rows_without_names_have_the_columns_of_lichess() {
        let of = |rest: &str| {
            let row = PuzzleColumns::default().row(&format!("a,{FEN},h8g8 a1a8{rest}"));
            let puzzle = row.puzzle().unwrap();
            (puzzle.rating, puzzle.game, puzzle.opening)
        };
        let texts =
            |rating, game: &str, opening: &str| (rating, game.to_owned(), opening.to_owned());
        assert_eq!(of(""), texts(None, "", ""));
        assert_eq!(of(",1500,1,2,3,mate,url,Opening"), texts(Some(1500), "url", "Opening"));
        assert_eq!(of(",high,1,2,3,mate,Opening"), texts(None, "", "Opening"));
    }

    #[test]
    fn rows_that_are_no_puzzles_have_a_reason() {
        for (row, reason) in [
            ("a", "no column FEN"),
            ("a,7k/8/6K1/8/8/8/8/RR6 b - - 0 1,", "no column Moves"),
            ("a,7k/8/6K1/8/8/8/8/RR6 b - - 0 1,h8g8 a1b3", "move 2, \"a1b3\", is not legal"),
            ("a,8/8/8/8/8/8/8/8 w - - 0 1,a1a2", "FEN: "),
        ] {
            let error = PuzzleColumns::default().row(row).puzzle().unwrap_err().to_string();
            assert!(error.starts_with(reason), "{error}");
        }
        let row = |record| PuzzleColumns::default().row(record);
        assert!(row("\"\", \r\n").is_blank() && !row("a,b,c").has_puzzle_form());
        assert!(row("a,8/8/8/8/8/8/8/8 w - - 0 1,a1a2").has_puzzle_form());
    }

    #[test]
    fn the_first_record_tells_the_form() {
        for (text, form) in [
            ("PuzzleId,FEN,Moves\n", Some(PuzzleForm::Rows)),
            ("\"\",\"PuzzleId\",\"FEN\",\"Moves\"\n", Some(PuzzleForm::Rows)),
            ("\"a\",\"8/8/8/8/8/8/8/8 w - - 0 1\",\"\"\n", Some(PuzzleForm::Rows)),
            ("\n\na,4k3/8/8/8/8/8/4q3/4K3 w - - 0 1,e1e2 e8e7\n", Some(PuzzleForm::Rows)),
            ("a,8/8/8/8/8/8/8/8 w - - 0 1,\n", Some(PuzzleForm::Rows)),
            ("[Event \"Puzzle 1\"]\n", Some(PuzzleForm::Puzzles)),
            ("[Event \"a\"]\n[Themes \"fork\"]\n", Some(PuzzleForm::Puzzles)),
            ("% x\n[Event \"a\"]\n", Some(PuzzleForm::Games)),
            ("", None),
            ("file,game,Event\n", None),
            ("Dear Max,\n\nsee you on Friday", None),
            ("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1\n", None),
            ("e2e4,e7e5\n", None),
        ] {
            assert_eq!(PuzzleForm::of(text), form, "{text}");
        }
    }
}
