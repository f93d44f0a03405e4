//! A puzzle and its row in the format of Lichess's puzzle database.

use super::source_game::SourceGame;
use super::theme::Theme;
use crate::csv;
use ferz::notation::{FenError, FenOptions};
use ferz::{Color, Move, Position};

/// A puzzle: one side errs, and the other has the only moves from there. One that does not come from a game may lack the
/// error.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// A name, unique within a set of puzzles.
    pub id: String,
    /// The position before the first move.
    pub start: Position,
    /// The error, then the solution: moves of the solver and forced or best replies by turns, beginning and
    /// ending with one of the solver. All are legal. Their number is even; an odd number of moves has no error and
    /// begins with the solver.
    pub moves: Vec<Move>,
    /// What the solution shows.
    pub themes: Vec<Theme>,
    /// The rating of a puzzle of a set that has ratings.
    pub rating: Option<u16>,
    /// The address of the game, or empty.
    pub game: String,
    /// The tags of the opening as in Lichess's set, such as `Italian_Game`, or empty.
    pub opening: String,
    /// The players of the game and when they played it. Rows have no columns for them.
    pub source: SourceGame,
}

/// A fault of a row of puzzles.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PuzzleError {
    /// A column is missing.
    #[error("no column {0}")]
    NoColumn(&'static str),
    /// The position is invalid.
    #[error("FEN: {0}")]
    Fen(FenError),
    /// A move is invalid or illegal.
    #[error("move {number}, {text:?}, is not legal")]
    Move {
        /// The number of the move in the list, from 1.
        number: usize,
        /// The move as it is written.
        text: String,
    },
    /// There is no move.
    #[error("no moves: the solution is required")]
    NoMoves,
}

impl Puzzle {
    /// The columns of a set of puzzles: those of Lichess. The columns of players stay empty.
    pub const COLUMNS: &str =
        "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags";

    /// Creates a puzzle without themes from a position and moves in UCI notation. An even number of moves begins with
    /// the error, an odd one with the solver. What can be corrected in the position is corrected.
    ///
    /// ```
    /// use ferz_database::puzzles::Puzzle;
    ///
    /// let puzzle = Puzzle::new(
    ///     "NyqzC",
    ///     "5r2/1b3pk1/p5p1/1p1p2Q1/1P2p1N1/P3P2P/3q1PPK/R1r5 b - - 1 33",
    ///     "c1a1 g5h6 g7g8 g4f6",
    /// )?;
    /// assert_eq!(puzzle.moves.len(), 4);
    /// assert_eq!(puzzle.solver(), ferz::Color::White);
    /// # Ok::<(), ferz_database::puzzles::PuzzleError>(())
    /// ```
    ///
    /// # Errors
    /// If the position or a move is invalid, or there is no move.
    pub fn new(id: &str, fen: &str, moves: &str) -> Result<Self, PuzzleError> {
        let start = Position::from_fen_with(fen, FenOptions::LENIENT).map_err(PuzzleError::Fen)?;
        let mut position = start.clone();
        let mut list = Vec::new();
        for text in moves.split_ascii_whitespace() {
            let Ok(mv) = position.parse_uci(text) else {
                return Err(PuzzleError::Move { number: list.len() + 1, text: text.into() });
            };
            position.do_move(mv);
            list.push(mv);
        }
        if list.is_empty() {
            return Err(PuzzleError::NoMoves);
        }
        Ok(Self { id: id.into(), ..Self::from_moves(start, list) })
    }

    /// Creates a puzzle without a name from moves that are legal.
    pub(super) fn from_moves(start: Position, moves: Vec<Move>) -> Self {
        let (id, themes, rating, game, opening, source) = Default::default();
        Self { id, start, moves, themes, rating, game, opening, source }
    }

    /// Returns the row of the puzzle with [`COLUMNS`](Self::COLUMNS), without the end of the line.
    pub fn to_csv(&self) -> String {
        let moves: Vec<String> = {
            let mut position = self.start.clone();
            let uci = |&mv| {
                let text = position.uci(mv).to_string();
                position.do_move(mv);
                text
            };
            self.moves.iter().map(uci).collect()
        };
        let themes: Vec<&str> = self.themes.iter().map(|theme| theme.name()).collect();
        let [id, game, opening] = [&self.id, &self.game, &self.opening]
            .map(|text| text.replace(|c: char| c.is_control(), "_"));
        let (fen, moves, themes) = (self.start.fen(), moves.join(" "), themes.join(" "));
        let rating = self.rating.map(|rating| rating.to_string()).unwrap_or_default();
        csv::line([&*id, &fen, &moves, &rating, "", "", "", &themes, &game, &opening])
    }

    /// Returns the number of moves before the solution: 1 for the error, or 0 without one.
    pub fn lead(&self) -> usize {
        1 - self.moves.len() % 2
    }

    /// Returns the error with which the puzzle begins, if it has one.
    pub fn error(&self) -> Option<Move> {
        self.moves[..self.lead()].first().copied()
    }

    /// Returns the side that solves the puzzle: that which did not err.
    pub fn solver(&self) -> Color {
        let side = self.start.side_to_move();
        if self.lead() == 1 { !side } else { side }
    }

    /// Returns the position that is to be solved: that after the error.
    pub fn position(&self) -> Position {
        let mut position = self.start.clone();
        self.error().into_iter().for_each(|mv| position.do_move(mv));
        position
    }

    /// Returns the moves of the solution.
    pub fn solution(&self) -> &[Move] {
        &self.moves[self.lead()..]
    }
}

/// Returns the themes of a list of names with spaces between them. Unknown ones are left out.
pub(super) fn known_themes(names: &str) -> Vec<Theme> {
    names.split(' ').filter_map(|name| name.parse().ok()).collect()
}
