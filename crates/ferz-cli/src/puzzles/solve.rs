//! `ferz puzzles solve`: puzzles for a person at the terminal.

use super::choice::{ChosenPuzzles, PuzzleChoiceArgs};
use super::score::{TriedPuzzle, Trouble, score_text, seconds_text};
use crate::common::output::{print_and_flush, short};
use crate::common::prelude::*;
use crate::common::solver_input::{SolverAnswer, SolverCommand, SolverTerminal};
use ferz_database::puzzles::{Answer, Attempt, Puzzle};
use ferz_game::analysis::reasons::{Hint, solution_reasons};

#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    /// CSV file with Lichess's columns, or PGN file as `puzzles find` writes it, plain or compressed
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    choice: PuzzleChoiceArgs,

    /// Draw pieces as letters
    #[arg(long)]
    ascii: bool,
}

/// Shows the puzzles one after the other and prints the score.
///
/// # Errors
/// If the file or standard input cannot be read, no puzzle is chosen, or [`Error::Interrupted`] after Ctrl-C.
pub(super) fn run(args: &SolveArgs) -> Result<(), Error> {
    interrupt::install(|| {});
    let chosen = args.choice.choose(&args.file, "ferz puzzles solve")?;
    let mut session = SolveSession {
        chosen: &chosen,
        tried: Vec::new(),
        terminal: SolverTerminal::start(args.ascii)?,
    };
    let ended = session.solve_all();
    write!(stdout(), "\n{}", score_text(&session.tried, &chosen, &args.file, args.choice.from))?;
    ended?;
    interrupt::check()
}

/// A series of puzzles.
struct SolveSession<'a> {
    chosen: &'a ChosenPuzzles,
    tried: Vec<TriedPuzzle<'a>>,
    terminal: SolverTerminal,
}

/// A puzzle that is being solved.
struct CurrentPuzzle<'a> {
    puzzle: &'a Puzzle,
    attempt: Attempt<'a>,
    /// The time at which it was shown.
    shown: Instant,
    trouble: Option<Trouble>,
    /// The number of hints for the next move.
    hints: usize,
}

impl<'a> SolveSession<'a> {
    /// Shows the puzzles until the last one is over or the input ends.
    fn solve_all(&mut self) -> Result<(), Error> {
        let chosen = self.chosen;
        let intro = "Enter the best move, like Nf3 or g1f3; `help` lists the commands.";
        writeln!(stdout(), "{}", fitting(intro))?;
        let count = chosen.puzzles.len();
        for (index, (number, puzzle)) in (1..).zip(&chosen.puzzles) {
            let mut current = CurrentPuzzle {
                puzzle,
                attempt: Attempt::new(puzzle),
                shown: Instant::now(),
                trouble: None,
                hints: 0,
            };
            let heading = format!("Puzzle {index} of {count}{}", source_text(puzzle));
            writeln!(stdout(), "\n{}", fitting(&heading))?;
            self.begin(&current)?;
            let flow = self.solve(&mut current)?;
            // A puzzle that was only looked at does not count.
            if flow.is_continue() || current.trouble.is_some() {
                let (time, trouble) = (current.shown.elapsed(), current.trouble);
                self.tried.push(TriedPuzzle { number: *number, puzzle, time, trouble });
            }
            if flow.is_break() || (index < count && self.pause(puzzle)?.is_break()) {
                break;
            }
        }
        Ok(())
    }

    /// Shows the position of a puzzle.
    fn begin(&self, current: &CurrentPuzzle<'_>) -> Result<(), Error> {
        let puzzle = current.puzzle;
        if let Some(mv) = puzzle.error() {
            let error = puzzle.start.numbered_san_line(&[mv]).unwrap_or_default();
            let whose = match puzzle.is_own_error() {
                Some(true) => "Your error",
                Some(false) => "Your opponent's error",
                None => "The last move",
            };
            writeln!(stdout(), "{}", fitting(&format!("{whose}: {error}")))?;
        }
        self.show_board(current)?;
        Ok(writeln!(stdout(), "{} to move, find the best move.", puzzle.solver())?)
    }

    /// Reads moves and commands until the puzzle is over. Breaks after `quit`, the end of the input and
    /// Ctrl-C.
    fn solve(&mut self, current: &mut CurrentPuzzle<'_>) -> Result<ControlFlow<()>, Error> {
        loop {
            match self.terminal.ask(current.attempt.position(), current.puzzle.solver())? {
                SolverAnswer::Quit => return Ok(ControlFlow::Break(())),
                SolverAnswer::Next => {
                    current.trouble = Some(Trouble::Skipped);
                    return Ok(ControlFlow::Continue(()));
                }
                SolverAnswer::Move(mv) => self.answer(current, mv)?,
                SolverAnswer::Solution => {
                    current.trouble = Some(Trouble::Solution);
                    current.attempt.show_solution();
                }
                SolverAnswer::Hint => hint(current)?,
            }
            if current.attempt.rest().is_empty() {
                self.finish(current)?;
                return Ok(ControlFlow::Continue(()));
            }
        }
    }

    /// Answers a move.
    fn answer(&self, current: &mut CurrentPuzzle<'_>, mv: Move) -> Result<(), Error> {
        let (before, rest) = (current.attempt.position().clone(), current.attempt.rest());
        match current.attempt.play(mv) {
            Answer::Wrong => {
                current.trouble.get_or_insert(Trouble::WrongMove);
                let text = format!("{} is not it. Look again, or enter `hint`.", before.san(mv));
                writeln!(stdout(), "{}", fitting(&text))?;
            }
            Answer::Right { reply } => {
                current.hints = 0;
                let line = before.numbered_san_line(&[mv, reply]).unwrap_or_default();
                writeln!(stdout(), "Right: {line}")?;
                self.show_board(current)?;
                writeln!(stdout(), "Find the next move.")?;
            }
            Answer::Solved => {}
            Answer::OtherMate { moves } => {
                let san = before.san(mv);
                let mates = match moves {
                    1 => "mates too".to_owned(),
                    moves => format!("mates too, in {moves} moves"),
                };
                let line = before.numbered_san_line(rest).unwrap_or_default();
                writeln!(stdout(), "{}", fitting(&format!("{san} {mates}. The solution: {line}")))?;
            }
        }
        Ok(())
    }

    /// Shows the last position of a puzzle, its moves, and what it is about.
    fn finish(&self, current: &CurrentPuzzle<'_>) -> Result<(), Error> {
        let CurrentPuzzle { puzzle, attempt, shown, trouble, .. } = current;
        self.show_board(current)?;
        let time = seconds_text(shown.elapsed());
        let verdict = match trouble {
            None => format!("Solved at the first try in {time}"),
            Some(Trouble::Solution) => "The solution".to_owned(),
            Some(trouble) => format!("Solved in {time} after {trouble}"),
        };
        let line = puzzle.position().numbered_san_line(attempt.line()).unwrap_or_default();
        writeln!(stdout(), "{}", fitting(&format!("{verdict}: {line}")))?;
        for (_, reason) in solution_reasons(&puzzle.position(), attempt.line()) {
            writeln!(stdout(), "{}", fitting(&reason))?;
        }
        let themes: Vec<&str> = puzzle.themes.iter().map(|theme| theme.name()).collect();
        let themes = (!themes.is_empty()).then(|| format!("Themes: {}", themes.join(", ")));
        let rating = puzzle.rating.map(|rating| format!("Rating: {rating}"));
        let address = (!puzzle.game.is_empty()).then(|| short(&puzzle.game));
        for text in [themes, rating, address].into_iter().flatten() {
            writeln!(stdout(), "{}", fitting(&text))?;
        }
        Ok(())
    }

    /// Waits at a terminal until the solver wants the next puzzle, whose time begins then.
    fn pause(&self, puzzle: &Puzzle) -> Result<ControlFlow<()>, Error> {
        if !self.terminal.has_prompt {
            return Ok(ControlFlow::Continue(()));
        }
        loop {
            print_and_flush("\nEnter: the next puzzle ")?;
            let Some(line) = self.terminal.next_line()? else { return Ok(ControlFlow::Break(())) };
            match SolverCommand::of_word(line.trim()) {
                Some(SolverCommand::Empty | SolverCommand::Next) => {
                    return Ok(ControlFlow::Continue(()));
                }
                Some(SolverCommand::Quit) => return Ok(ControlFlow::Break(())),
                Some(SolverCommand::Fen) => writeln!(stdout(), "{}", puzzle.position().fen())?,
                _ => {
                    let text =
                        "Enter goes on, `fen` prints the position of the puzzle, `quit` ends.";
                    writeln!(stdout(), "{}", fitting(text))?;
                }
            }
        }
    }

    fn show_board(&self, current: &CurrentPuzzle<'_>) -> Result<(), Error> {
        self.terminal.show_board(current.attempt.position(), current.puzzle.solver())
    }
}

/// Names the motif and the piece, then the square, then the move.
fn hint(current: &mut CurrentPuzzle<'_>) -> Result<(), Error> {
    let Some(hint) = Hint::new(current.attempt.position(), current.attempt.rest()) else {
        return Ok(());
    };
    current.trouble.get_or_insert(Trouble::Hint);
    let text = &hint.texts[current.hints.min(2)];
    current.hints += 1;
    Ok(writeln!(stdout(), "{}", fitting(&format!("Hint: {text}")))?)
}

/// Returns the name of a puzzle and the facts of its game, for a heading.
fn source_text(puzzle: &Puzzle) -> String {
    let source = &puzzle.source;
    let [white, black] = [&source.white, &source.black].map(|name| match name.as_str() {
        "" => "?".to_owned(),
        name => short(name),
    });
    let has_players = !(source.white.is_empty() && source.black.is_empty());
    let players = has_players.then(|| format!("{white} - {black}"));
    let event = (!source.event.is_empty()).then(|| short(&source.event));
    let date = source.date.year().map(|_| source.date.to_string());
    let facts: Vec<_> = [players, event, date].into_iter().flatten().collect();
    let separator = if facts.is_empty() { "" } else { ": " };
    format!(" ({}){separator}{}", short(&puzzle.id), facts.join(", "))
}
