//! `repertoire learn`: the positions of a repertoire for a person at the terminal.

use super::RepertoireArgs;
use super::progress::{ProgressArgs, load, save};
use super::stats::counts_text;
use crate::common::prelude::*;
use crate::common::solver_input::{SolverAnswer, SolverTerminal};
use ferz_database::repertoire::{Deck, Grade, Repertoire};
use std::collections::{BTreeSet, VecDeque};

#[derive(Args, Debug)]
pub(crate) struct LearnArgs {
    #[command(flatten)]
    repertoire: RepertoireArgs,

    /// Number of new positions a day
    #[arg(long, value_name = "N", default_value_t = 10)]
    new: usize,

    /// Number of positions now [default: all that are due]
    #[arg(long, value_name = "N")]
    limit: Option<usize>,

    #[command(flatten)]
    progress: ProgressArgs,

    /// Draw pieces as letters
    #[arg(long)]
    ascii: bool,
}

/// Asks for the answers and keeps the progress.
///
/// # Errors
/// If a file or standard input cannot be read, the progress cannot be written, or [`Error::Interrupted`] after Ctrl-C.
pub(super) fn run(args: &LearnArgs) -> Result<(), Error> {
    let command = "ferz repertoire learn";
    if args.repertoire.reads_stdin() {
        return Err(Error::usage(
            "standard input has the answers: give the repertoire as a file",
            command,
        ));
    }
    let (repertoire, _) = args.repertoire.read()?;
    let path = args.progress.path(&args.repertoire, command)?;
    let mut deck = Deck::new(&repertoire, args.repertoire.color);
    load(&path, &mut deck)?;
    let today = args.progress.today();
    writeln!(stdout(), "{}", fitting(&counts_text(&deck.counts(today))))?;
    let mut queue: VecDeque<_> = deck.queue(today, args.new).into();
    queue.truncate(args.limit.unwrap_or(usize::MAX));
    if queue.is_empty() {
        return Ok(writeln!(stdout(), "Nothing is due. {}", next_text(&deck, today))?);
    }
    // A file that cannot be written is an error before the first answer, not after it.
    save(&path, &deck, [])?;
    interrupt::install(|| {});
    let mut session = LearnSession {
        repertoire: &repertoire,
        deck,
        path: &path,
        side: args.repertoire.color,
        today,
        queue,
        shown: BTreeSet::new(),
        right: 0,
        wrong: 0,
        terminal: SolverTerminal::start(args.ascii)?,
    };
    let ended = session.ask_all();
    session.print_summary()?;
    ended?;
    interrupt::check()
}

/// Returns when the next cards are due.
fn next_text(deck: &Deck, today: i32) -> String {
    let states = deck.cards().iter().filter_map(|card| deck.state(card));
    match states.map(|state| state.due).filter(|&due| due > today).min() {
        Some(due) if due == today + 1 => "The next positions are due tomorrow.".to_owned(),
        Some(due) => format!("The next positions are due in {} days.", due - today),
        None => "`--new N` sets the number of new positions a day.".to_owned(),
    }
}

/// The number of other cards before a card is asked after its answers were shown, also after a wrong answer.
const AGAIN_AFTER: usize = 4;

/// A series of cards.
struct LearnSession<'a> {
    repertoire: &'a Repertoire,
    deck: Deck,
    path: &'a Path,
    side: Color,
    today: i32,
    /// The numbers of the cards that are to be asked.
    queue: VecDeque<usize>,
    /// The new cards whose answers were shown.
    shown: BTreeSet<usize>,
    right: usize,
    wrong: usize,
    terminal: SolverTerminal,
}

/// The end of a question.
enum Asked {
    Answered(Grade),
    /// The answers to a new card were shown.
    Shown,
    Skipped,
    /// `quit`, the end of the input or Ctrl-C.
    Ended,
}

impl LearnSession<'_> {
    /// Asks for the answers until each card was answered right or the input ends.
    fn ask_all(&mut self) -> Result<(), Error> {
        let intro =
            "Enter the move of your repertoire, like Nf3 or g1f3; `help` lists the commands.";
        writeln!(stdout(), "{}", fitting(intro))?;
        while let Some(card) = self.queue.pop_front() {
            match self.ask(card)? {
                Asked::Ended => break,
                Asked::Skipped => {}
                Asked::Shown => self.queue_again(card),
                Asked::Answered(grade) => {
                    self.deck.answer(card, grade, self.today);
                    save(self.path, &self.deck, [&self.deck.cards()[card]])?;
                    if grade == Grade::Again {
                        self.wrong += 1;
                        self.queue_again(card);
                    } else {
                        self.right += 1;
                    }
                }
            }
        }
        Ok(())
    }

    /// Queues a card behind some others.
    fn queue_again(&mut self, card: usize) {
        self.queue.insert(AGAIN_AFTER.min(self.queue.len()), card);
    }

    /// Shows the answers to a new card until one of them is played. Asked without having been seen, it would only be
    /// a test of what a player cannot know.
    fn introduce(&mut self, card: usize, position: &Position) -> Result<Asked, Error> {
        writeln!(stdout(), "New: play it, you are asked later.")?;
        self.show_answers(card, position)?;
        loop {
            match self.terminal.ask(position, self.side)? {
                SolverAnswer::Quit => return Ok(Asked::Ended),
                SolverAnswer::Next => return Ok(Asked::Skipped),
                SolverAnswer::Solution | SolverAnswer::Hint => self.show_answers(card, position)?,
                SolverAnswer::Move(mv) if self.deck.cards()[card].answers.contains(&mv) => {
                    self.shown.insert(card);
                    return Ok(Asked::Shown);
                }
                SolverAnswer::Move(mv) => print_foreign(position, mv)?,
            }
        }
    }

    /// Asks for the answer to a card.
    fn ask(&mut self, card: usize) -> Result<Asked, Error> {
        let position_number = self.deck.cards()[card].position;
        let position = self.repertoire.position(position_number);
        let heading = match self.repertoire.numbered_line(position_number, None) {
            line if line.is_empty() => "the start".to_owned(),
            line => line,
        };
        let left = counted(self.queue.len(), "more position");
        writeln!(stdout(), "\n{}", fitting(&format!("{heading} ({left})")))?;
        self.terminal.show_board(&position, self.side)?;
        let is_new = self.deck.state(&self.deck.cards()[card]).is_none();
        if is_new && !self.shown.contains(&card) {
            return self.introduce(card, &position);
        }
        let mut hints = 0;
        loop {
            match self.terminal.ask(&position, self.side)? {
                SolverAnswer::Quit => return Ok(Asked::Ended),
                SolverAnswer::Next => return Ok(Asked::Skipped),
                SolverAnswer::Solution => {
                    self.show_answers(card, &position)?;
                    return Ok(Asked::Answered(Grade::Again));
                }
                SolverAnswer::Move(mv) => {
                    return Ok(Asked::Answered(self.judge(card, &position, mv, hints > 0)?));
                }
                SolverAnswer::Hint => {
                    hints += 1;
                    self.hint(card, &position, hints)?;
                }
            }
        }
    }

    /// Answers a move. One after a hint is no answer from memory.
    fn judge(
        &self,
        card: usize,
        position: &Position,
        mv: Move,
        has_hint: bool,
    ) -> Result<Grade, Error> {
        if !self.deck.cards()[card].answers.contains(&mv) {
            print_foreign(position, mv)?;
            self.show_answers(card, position)?;
            return Ok(Grade::Again);
        }
        let verdict = if has_hint { "Right, with a hint:" } else { "Right:" };
        writeln!(stdout(), "{}", fitting(&format!("{verdict} {}", self.answer_text(card, mv))))?;
        Ok(if has_hint { Grade::Again } else { Grade::Good })
    }

    /// Shows the answers with their lines and comments.
    fn show_answers(&self, card: usize, position: &Position) -> Result<(), Error> {
        let number = self.deck.cards()[card].position;
        for &mv in &self.deck.cards()[card].answers {
            writeln!(stdout(), "{}", fitting(&self.answer_text(card, mv)))?;
        }
        let [first, ..] = self.deck.cards()[card].answers[..] else { return Ok(()) };
        // The moves that follow show what the answer is for.
        let mut line = vec![first];
        let mut next = self.repertoire.positions()[number].moves[0].next;
        while let Some(mv) = self.repertoire.positions()[next].moves.first()
            && line.len() < CONTINUATION
        {
            line.push(mv.mv);
            next = mv.next;
        }
        if line.len() > 1 {
            let line = position.numbered_san_line(&line).unwrap_or_default();
            writeln!(stdout(), "{}", fitting(&format!("The line goes on: {line}")))?;
        }
        Ok(())
    }

    /// Returns the line with an answer, and its comment.
    fn answer_text(&self, card: usize, mv: Move) -> String {
        let number = self.deck.cards()[card].position;
        let line = self.repertoire.numbered_line(number, Some(mv));
        let moves = &self.repertoire.positions()[number].moves;
        let known = moves.iter().find(|known| known.mv == mv);
        match known.map_or("", |known| known.comment.as_str()) {
            "" => line,
            comment => format!("{line}. {}", escaped(comment)),
        }
    }

    /// Names the piece that moves, and then the move.
    fn hint(&self, card: usize, position: &Position, hints: u32) -> Result<(), Error> {
        let Some(&mv) = self.deck.cards()[card].answers.first() else { return Ok(()) };
        let text = match position.piece_on(mv.from()) {
            Some(piece) if hints == 1 => {
                format!("Hint: the {} on {} moves.", piece.piece_type(), mv.from())
            }
            _ => format!("Hint: {}.", position.san(mv)),
        };
        Ok(writeln!(stdout(), "{text}")?)
    }

    fn print_summary(&self) -> Result<(), Error> {
        let (right, wrong) = (counted(self.right, "right answer"), self.wrong);
        writeln!(stdout(), "\n{right}, {wrong} wrong")?;
        let counts = counts_text(&self.deck.counts(self.today));
        writeln!(stdout(), "{}", fitting(&counts))?;
        Ok(writeln!(stdout(), "{}", fitting(&next_text(&self.deck, self.today)))?)
    }
}

/// Says that a move is no answer.
fn print_foreign(position: &Position, mv: Move) -> Result<(), Error> {
    let san = position.san(mv);
    Ok(writeln!(stdout(), "{}", fitting(&format!("{san} is not in your repertoire here.")))?)
}

/// The greatest number of plies of a line that is shown with its answer.
const CONTINUATION: usize = 6;
