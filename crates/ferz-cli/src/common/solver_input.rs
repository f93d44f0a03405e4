//! The commands of a person who solves puzzles or learns a repertoire.

use super::player_input::{move_error, read_move};
use ferz::{Move, Position};

/// The commands, in lines of at most 60 characters.
pub(crate) const HELP: &str = concat!(
    "  Nf3, e4, O-O, e8=Q  a move; also g1f3 or 1. Nf3\n",
    "  hint                name the piece; then the move\n",
    "  solution            show the solution\n",
    "  next, skip          go to the next one\n",
    "  moves               list the legal moves\n",
    "  board, flip         draw the board; turn it round\n",
    "  fen                 print the position\n",
    "  quit                end with the score",
);

/// A command of the solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SolverCommand {
    Move(Move),
    Hint,
    Solution,
    Next,
    Moves,
    Board,
    Flip,
    Fen,
    Help,
    Quit,
    Empty,
}

impl SolverCommand {
    /// Parses a line. A text that is both a command and a move is the move.
    ///
    /// # Errors
    /// The text of the error.
    pub(crate) fn parse(line: &str, position: &Position) -> Result<Self, String> {
        let line = line.trim();
        match read_move(line, position)? {
            Some(mv) => Ok(Self::Move(mv)),
            None => Self::of_word(line).ok_or_else(|| move_error(line, position)),
        }
    }

    /// Returns the command of a word; `None` for another text.
    pub(crate) fn of_word(word: &str) -> Option<Self> {
        Some(match word.to_ascii_lowercase().as_str() {
            "" => Self::Empty,
            "hint" | "h" => Self::Hint,
            "solution" | "s" => Self::Solution,
            "next" | "skip" | "n" => Self::Next,
            "moves" => Self::Moves,
            "board" | "d" => Self::Board,
            "flip" => Self::Flip,
            "fen" => Self::Fen,
            "help" | "?" => Self::Help,
            "quit" | "exit" | "q" => Self::Quit,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_words_are_parsed() {
        let position = Position::startpos();
        let mv = |text| SolverCommand::Move(position.parse_uci(text).unwrap());
        for (line, command) in [
            ("e4", mv("e2e4")),
            ("nf3\r\n", mv("g1f3")),
            ("1. g1f3", mv("g1f3")),
            ("", SolverCommand::Empty),
            (" HINT ", SolverCommand::Hint),
            ("solution", SolverCommand::Solution),
            ("skip", SolverCommand::Next),
            ("q", SolverCommand::Quit),
        ] {
            assert_eq!(SolverCommand::parse(line, &position), Ok(command), "{line}");
        }
        for (line, reason) in [
            ("e5", "e5: not a legal move"),
            ("resign", "resign: not a move or a command"),
            ("hint now", "hint now: not a move or a command"),
        ] {
            let error = SolverCommand::parse(line, &position).unwrap_err();
            assert!(error.starts_with(reason), "{error}");
        }
    }

    #[test]
    fn the_help_fits_a_narrow_terminal() {
        assert!(HELP.lines().all(|line| line.chars().count() <= 60));
    }
}
