//! The terminal of a person who solves puzzles or learns a repertoire: commands, boards and hints.

use super::error::Error;
use super::formats::fitting;
use super::output::print_and_flush;
use super::player_input::{InputEvent, StdinLines, move_error, moves_text, prompt, read_move};
use super::terminal::has_colors;
use super::terminal_board::{BoardStyle, board};
use ferz::{Color, Move, Position};
use std::io::{IsTerminal, Write, stdin, stdout};

/// The commands, in lines of at most 60 characters.
const HELP: &str = concat!(
    "  Nf3, e4, O-O, e8=Q  a move; also g1f3 or 1. Nf3\n",
    "  hint                a hint; again, a clearer one\n",
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

/// The terminal of a solver.
pub(crate) struct SolverTerminal {
    lines: StdinLines,
    style: BoardStyle,
    /// Set if both input and output are a terminal.
    pub(crate) has_prompt: bool,
    /// Set if the boards are drawn from the other side.
    is_flipped: bool,
}

/// A command about the question that is asked.
pub(crate) enum SolverAnswer {
    Move(Move),
    Hint,
    Solution,
    Next,
    /// `quit`, the end of the input or Ctrl-C.
    Quit,
}

impl SolverTerminal {
    /// Begins to read standard input.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn start(ascii: bool) -> Result<Self, Error> {
        Ok(Self {
            lines: StdinLines::start().map_err(Error::input)?,
            style: BoardStyle::choose(ascii, has_colors()),
            has_prompt: stdin().is_terminal() && stdout().is_terminal(),
            is_flipped: false,
        })
    }

    /// Reads a line; `None` at the end of the input and after Ctrl-C.
    pub(crate) fn next_line(&self) -> Result<Option<String>, Error> {
        match self.lines.next(None) {
            InputEvent::Line(line) => Ok(Some(line)),
            InputEvent::Failed(error) => Err(Error::input(error)),
            InputEvent::End | InputEvent::Deadline => Ok(None),
        }
    }

    /// Reads commands on a position, and executes those that do not answer the question. `side` is at the bottom of boards.
    pub(crate) fn ask(&mut self, position: &Position, side: Color) -> Result<SolverAnswer, Error> {
        loop {
            if self.has_prompt {
                print_and_flush(prompt(position))?;
            }
            let Some(line) = self.next_line()? else { return Ok(SolverAnswer::Quit) };
            match SolverCommand::parse(&line, position) {
                Ok(SolverCommand::Move(mv)) => return Ok(SolverAnswer::Move(mv)),
                Ok(SolverCommand::Hint) => return Ok(SolverAnswer::Hint),
                Ok(SolverCommand::Solution) => return Ok(SolverAnswer::Solution),
                Ok(SolverCommand::Next) => return Ok(SolverAnswer::Next),
                Ok(SolverCommand::Quit) => return Ok(SolverAnswer::Quit),
                Ok(SolverCommand::Flip) => {
                    self.is_flipped = !self.is_flipped;
                    self.show_board(position, side)?;
                }
                Ok(SolverCommand::Board) => self.show_board(position, side)?,
                Ok(SolverCommand::Moves) => writeln!(stdout(), "{}", moves_text(position))?,
                Ok(SolverCommand::Fen) => writeln!(stdout(), "{}", position.fen())?,
                Ok(SolverCommand::Help) => writeln!(stdout(), "{HELP}")?,
                Ok(SolverCommand::Empty) => {}
                Err(reason) => writeln!(stdout(), "{}", fitting(&reason))?,
            }
        }
    }

    /// Draws a position, and says if its side is in check.
    pub(crate) fn show_board(&self, position: &Position, side: Color) -> Result<(), Error> {
        let view = if self.is_flipped { !side } else { side };
        write!(stdout(), "\n{}\n", board(position, view, self.style))?;
        if position.in_check() && position.has_legal_move() {
            writeln!(stdout(), "Check.")?;
        }
        Ok(())
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
