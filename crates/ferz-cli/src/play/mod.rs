//! `ferz play`: a game against the engine in a terminal.

mod book;
mod input;
mod record;
mod review;

use crate::common::arguments::OpeningArgs;
use crate::common::output::print_and_flush;
use crate::common::player_input::{InputEvent, StdinLines, moves_text, prompt, read_move};
use crate::common::prelude::*;
use crate::common::terminal::{has_colors, has_escapes};
use crate::common::terminal_board::{BoardStyle, board, ending_text};
use book::EngineBook;
use ferz::{Bound, Score};
use ferz_engine::{Limits, SearchSettings, Skill};
use ferz_game::analysis::Evaluation;
use ferz_game::analysis::reasons::Hint;
use ferz_game::game::{Game, TimeControl};
use ferz_game::openings::{self, Opening};
use ferz_game::pgn::PgnGame;
use ferz_session::port::{AnalysisLine, EngineSettings, EngineStrength, SearchEngine};
use input::{HELP, PlayerCommand};
use record::{SavedChange, SavedGames};
use std::io::stdin;

/// The number of the first move at which the engine accepts a draw.
const DRAW_OFFER_MOVE: u16 = 20;

#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    /// Your side
    #[arg(long, value_enum, default_value_t = PlayerSide::White)]
    pub(crate) side: PlayerSide,

    /// Skill level of the engine, 0 to 20, of which 20 is full strength
    #[arg(long, value_name = "N", conflicts_with = "elo",
        value_parser = clap::value_parser!(u32).range(0..=i64::from(Skill::MAX_LEVEL)))]
    pub(crate) level: Option<u32>,

    /// Approximate Elo of the engine, 800 to 2910
    #[arg(long, value_name = "ELO",
        value_parser = clap::value_parser!(u32)
            .range(i64::from(Skill::MIN_ELO)..=i64::from(Skill::MAX_ELO)))]
    pub(crate) elo: Option<u32>,

    /// Book in the Polyglot format, whose moves the engine plays first
    #[arg(long, value_name = "BOOK")]
    pub(crate) book: Option<PathBuf>,

    /// Time of the engine for each move in milliseconds
    #[arg(long, value_name = "MS", default_value = "1000", conflicts_with = "clock",
        value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) time: u64,

    /// Play with clocks: minutes for the game and seconds for each move, like 5+3
    #[arg(long, value_name = "MIN+SEC", value_parser = time_control)]
    pub(crate) clock: Option<TimeControl>,

    #[command(flatten)]
    pub(crate) start: StartArgs,

    #[command(flatten)]
    pub(crate) openings: OpeningArgs,

    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// Append the game to this PGN file at its end
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,

    /// Print no review of the game at its end
    #[arg(long)]
    pub(crate) no_review: bool,

    /// Your name in the PGN
    #[arg(long, value_name = "NAME", default_value = "Player")]
    pub(crate) name: String,

    /// Draw pieces as letters
    #[arg(long)]
    pub(crate) ascii: bool,

    /// Number of threads of the engine
    #[arg(long, value_name = "N", default_value = "1", value_parser = thread_count())]
    pub(crate) threads: u16,

    /// Transposition table size in MiB
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = mebibytes)]
    pub(crate) hash: NonZeroUsize,
}

/// The side of the player.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PlayerSide {
    /// Play the white pieces
    White,
    /// Play the black pieces
    Black,
    /// Play a side at random
    Random,
}

/// Parses minutes for the game and seconds for each move. The clocks start with the increment at
/// least, so that a game of `0+1` is possible.
fn time_control(text: &str) -> Result<TimeControl, &'static str> {
    let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
    let [minutes, seconds] = [minutes, seconds].map(|text| {
        let number: Option<f64> = text.parse().ok();
        number.filter(|number| (0.0..=1000.0).contains(number))
    });
    let times = minutes.zip(seconds).filter(|(minutes, seconds)| minutes + seconds > 0.0);
    let (minutes, seconds) =
        times.ok_or("expected minutes and seconds up to 1000, like 5+3 or 0.5+0")?;
    let [time, increment] = [60.0 * minutes, seconds].map(Duration::from_secs_f64);
    Ok(TimeControl::sudden_death(time.max(increment), increment))
}

/// Plays a game, writes it and prints a review of it.
///
/// # Errors
/// If the position is invalid, the book cannot be read, the game cannot be written, or [`Error::Interrupted`] after Ctrl-C.
pub(crate) fn run(args: &PlayArgs) -> Result<(), Error> {
    if let Some(path) = &args.save {
        record::check(path)?;
    }
    let mut live = LiveGame::new(args)?;
    live.play()?;
    if let Some(ending) = live.game.ending() {
        writeln!(stdout(), "{}", ending_text(ending))?;
    }
    let pgn = live.pgn()?;
    let has_begun = !live.game.moves().is_empty() || live.game.ending().is_some();
    match &args.save {
        _ if !has_begun => {}
        Some(path) => live.save(path, &pgn).or_else(|error| {
            // The game is not lost with its file.
            write!(stdout(), "\n{pgn}")?;
            Err(error)
        })?,
        None => write!(stdout(), "\n{pgn}")?,
    }
    interrupt::check()?;
    let LiveGame { player, opponent, style, .. } = live;
    if !args.no_review && review::is_worthwhile(&pgn.tree, player) {
        review::print(&pgn, player, opponent.engine, &opponent.control, style)?;
    }
    interrupt::check()
}

/// Returns the given position with its moves, one of `--openings`, or the standard position.
///
/// # Errors
/// If the position or the file is invalid, or both are given.
fn start_line(args: &PlayArgs) -> Result<(Position, Vec<Move>), Error> {
    let command = "ferz play";
    let mut starts = args.openings.positions(args.position.ignored_faults())?;
    if starts.is_empty() {
        return args.start.line(args.position, command);
    }
    if args.start.is_given() {
        let reason = "a position cannot be used with --openings";
        return Err(Error::usage(reason, command));
    }
    let index = match args.openings.first_index() {
        Some(first) => (first % starts.len() as u64) as usize,
        None => fastrand::usize(..starts.len()),
    };
    let mut start = starts.swap_remove(index);
    if args.position.chess960 {
        start.set_chess960(true);
    }
    Ok((start, Vec::new()))
}

/// A game in progress.
struct LiveGame<'a> {
    args: &'a PlayArgs,
    game: Game,
    /// The start of the turn, from which its time is measured.
    turn_start: Option<Instant>,
    player: Color,
    view: Color,
    opponent: Opponent<'a>,
    /// The opening that was printed last.
    opening: Option<Opening>,
    /// The hint for the position after so many moves, the line that it is of, and how often it was asked for.
    hint: Option<(usize, AnalysisLine, usize)>,
    /// The files that have the game.
    saved: SavedGames,
    lines: StdinLines,
    style: BoardStyle,
    /// Set if both input and output are a terminal.
    has_prompt: bool,
}

impl<'a> LiveGame<'a> {
    fn new(args: &'a PlayArgs) -> Result<Self, Error> {
        let (start, moves) = start_line(args)?;
        let mut game = Game::from_position(&start);
        for mv in moves {
            game.play(mv).map_err(Error::new)?;
        }
        if let Some(control) = &args.clock {
            game.set_time_control(control);
        }
        let player = match args.side {
            PlayerSide::White => Color::White,
            PlayerSide::Black => Color::Black,
            PlayerSide::Random if fastrand::bool() => Color::White,
            PlayerSide::Random => Color::Black,
        };
        let control = interrupt::control();
        let style = BoardStyle::choose(args.ascii, has_colors());
        Ok(Self {
            args,
            game,
            turn_start: None,
            player,
            view: player,
            opponent: Opponent::new(args, control)?,
            opening: None,
            hint: None,
            saved: SavedGames::default(),
            lines: StdinLines::start().map_err(Error::input)?,
            style,
            has_prompt: stdin().is_terminal() && stdout().is_terminal(),
        })
    }

    fn position(&self) -> &Position {
        self.game.position()
    }

    /// Plays to the end of the game, or until it is left.
    fn play(&mut self) -> Result<(), Error> {
        let (player, engine) = (self.player, self.opponent.strength);
        writeln!(
            stdout(),
            "You play {player} against {engine}.\nEnter a move like e4 or e2e4; `help` lists the commands."
        )?;
        self.show_opening()?;
        self.show_board()?;
        while !self.game.is_over() {
            self.turn_start.get_or_insert_with(Instant::now);
            let flow = if self.position().side_to_move() == self.player {
                self.player_turn()?
            } else {
                self.engine_turn()?
            };
            if flow.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Reads one line and executes it. Breaks after `quit`, the end of the input and Ctrl-C.
    fn player_turn(&mut self) -> Result<ControlFlow<()>, Error> {
        self.show_prompt()?;
        let deadline = self.time_left(self.player).map(|left| Instant::now() + left);
        let line = match self.lines.next(deadline) {
            InputEvent::Line(line) => line,
            InputEvent::Failed(error) => return Err(Error::input(error)),
            InputEvent::Deadline => {
                self.game.flag_fall(self.player).map_err(Error::new)?;
                return Ok(ControlFlow::Continue(()));
            }
            InputEvent::End => return Ok(ControlFlow::Break(())),
        };
        match PlayerCommand::parse(&line, self.position()) {
            Ok(PlayerCommand::Quit) => return Ok(ControlFlow::Break(())),
            Ok(input) => self.execute(input)?,
            Err(reason) => writeln!(stdout(), "{}", fitting(&reason))?,
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Executes an input of the player.
    fn execute(&mut self, input: PlayerCommand) -> Result<(), Error> {
        match input {
            PlayerCommand::Move(mv) => self.make_move(mv)?,
            PlayerCommand::Draw(intended) => self.draw(intended.as_deref())?,
            PlayerCommand::Resign => drop(self.game.resign(self.player).map_err(Error::new)?),
            PlayerCommand::Moves => writeln!(stdout(), "{}", moves_text(self.position()))?,
            PlayerCommand::Hint => self.show_hint()?,
            PlayerCommand::Book => {
                let text = match &self.opponent.book {
                    Some(book) => book.text(self.position())?,
                    None => "The engine has no book; --book FILE gives it one.".to_owned(),
                };
                writeln!(stdout(), "{}", fitting(&text))?;
            }
            PlayerCommand::TakeBack => self.take_back()?,
            PlayerCommand::Go => {
                self.player = !self.player;
                writeln!(stdout(), "You play {} now.", self.player)?;
            }
            PlayerCommand::Board => self.show_board()?,
            PlayerCommand::Flip => {
                self.view = !self.view;
                self.show_board()?;
            }
            PlayerCommand::Fen => writeln!(stdout(), "{}", self.position().fen())?,
            PlayerCommand::Pgn => write!(stdout(), "{}", self.pgn()?)?,
            PlayerCommand::Save(path) => {
                let pgn = self.pgn()?;
                if let Err(error) = self.save(Path::new(&path), &pgn) {
                    writeln!(stdout(), "{error}")?;
                }
            }
            PlayerCommand::Level(level) => {
                self.opponent.strength = EngineStrength::new(Some(level), None);
                writeln!(stdout(), "Level {level} of {}.", Skill::MAX_LEVEL)?;
            }
            PlayerCommand::Elo(elo) => {
                self.opponent.strength = EngineStrength::Elo(elo);
                writeln!(stdout(), "Elo {elo}.")?;
            }
            PlayerCommand::Help => writeln!(stdout(), "{HELP}")?,
            PlayerCommand::Quit | PlayerCommand::Empty => {}
        }
        Ok(())
    }

    /// Makes a move with the time since the start of the turn. The game ends instead if that is more
    /// than the side has left.
    fn make_move(&mut self, mv: Move) -> Result<(), Error> {
        let time = self.turn_start.take().map_or(Duration::ZERO, |start| start.elapsed());
        self.game.play_timed(mv, time).map_err(Error::new)?;
        Ok(())
    }

    /// Returns the time that a side has left, if the game has clocks.
    fn time_left(&self, side: Color) -> Option<Duration> {
        let left = self.game.clock()?.remaining(side);
        let running = self.turn_start.filter(|_| side == self.position().side_to_move());
        Some(left.saturating_sub(running.map_or(Duration::ZERO, |start| start.elapsed())))
    }

    /// Searches and makes the move of the engine. The engine claims a draw unless it stands better.
    /// Breaks after Ctrl-C.
    fn engine_turn(&mut self) -> Result<ControlFlow<()>, Error> {
        let shows_wait = self.has_prompt && has_escapes();
        if shows_wait {
            write!(stdout(), "{} ...", self.opponent.strength)?;
            stdout().flush()?;
        }
        let limits = match self.game.clock() {
            None => Limits::move_time(Duration::from_millis(self.args.time)),
            Some(clock) => Limits {
                clock: Color::ALL.map(|side| self.time_left(side)),
                increment: [clock.control().periods()[0].increment; 2],
                ..Limits::none()
            },
        };
        let best = self.opponent.choose(&self.game, &limits)?;
        if shows_wait {
            write!(stdout(), "\r\x1b[K")?;
        }
        let Some(EngineMove { mv, is_book }) = best.filter(|_| !interrupt::requested()) else {
            return Ok(ControlFlow::Break(()));
        };
        let text = self.position().numbered_san_line(&[mv]).unwrap_or_default();
        let moves = self.game.moves().len();
        self.make_move(mv)?;
        if self.game.moves().len() > moves {
            let source = if is_book { " (book)" } else { "" };
            writeln!(stdout(), "{}: {text}{source}", self.opponent.strength)?;
            self.show_opening()?;
            self.show_board()?;
        }
        if self.opponent.accepts_draw() {
            let _ = self.game.claim_draw(None);
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Claims a draw in the position or after the intended move; without a claim offers a draw, which
    /// the engine accepts from [`DRAW_OFFER_MOVE`] on if it does not stand better.
    fn draw(&mut self, intended: Option<&str>) -> Result<(), Error> {
        if self.game.claim_draw(None).is_ok() {
            return Ok(());
        }
        let refusal = match intended.map(|text| read_move(text, self.position())) {
            Some(Ok(Some(mv))) if self.game.claimable_draw_with(mv).is_some() => {
                self.make_move(mv)?;
                let _ = self.game.claim_draw(None);
                return Ok(());
            }
            Some(Ok(Some(_))) => "No repetition and no fifty moves after this move.",
            Some(_) => "draw: expected a legal move",
            None if self.opponent.accepts_draw()
                && self.position().fullmove_number() >= DRAW_OFFER_MOVE
                && self.game.agree_draw().is_ok() =>
            {
                return Ok(());
            }
            None => "No draw to claim, and the engine declines the offer.",
        };
        Ok(writeln!(stdout(), "{refusal}")?)
    }

    /// Takes back the last move of the player and the reply to it, with their times.
    fn take_back(&mut self) -> Result<(), Error> {
        if self.game.moves().len() < 2 {
            return Ok(writeln!(stdout(), "There is no move of yours to take back.")?);
        }
        self.game.undo();
        self.game.undo();
        self.turn_start = None;
        self.show_board()
    }

    /// Shows a hint: the motif and the piece, then the square, then the line.
    fn show_hint(&mut self) -> Result<(), Error> {
        let plies = self.game.moves().len();
        let known = self.hint.take().filter(|&(of, _, _)| of == plies);
        let (line, times) = match known {
            Some((_, line, times)) => (line, times),
            None => match self.opponent.hint(self.game.position(), self.args.time) {
                Some(line) => (line, 0),
                None => return Ok(()),
            },
        };
        let position = self.position();
        let hint = Hint::new(position, &line.moves);
        let text = match hint.and_then(|hint| hint.texts.into_iter().take(2).nth(times)) {
            Some(text) => format!("Hint: {text}"),
            None => {
                let moves = &line.moves[..line.moves.len().min(HINT_PLIES)];
                let moves = position.numbered_san_line(moves).unwrap_or_default();
                let score = Evaluation::new(line.score.score, position.side_to_move()).score();
                format!("Hint: {moves} ({score:+} from White's view)")
            }
        };
        self.hint = Some((plies, line, times + 1));
        Ok(writeln!(stdout(), "{}", fitting(&text))?)
    }

    /// Prints the opening of the moves so far if it is not the last one printed.
    fn show_opening(&mut self) -> Result<(), Error> {
        let opening = openings::classify(self.game.start(), self.game.moves());
        if opening.is_some() && opening != self.opening {
            self.opening = opening;
            opening.map_or(Ok(()), |opening| {
                writeln!(stdout(), "{}", fitting(&format!("Opening: {opening}")))
            })?;
        }
        Ok(())
    }

    fn show_board(&self) -> Result<(), Error> {
        let mut out = stdout().lock();
        let position = self.position();
        write!(out, "\n{}\n", board(position, self.view, self.style))?;
        if position.in_check() && position.has_legal_move() {
            writeln!(out, "Check.")?;
        }
        if let [Some(white), Some(black)] = Color::ALL.map(|side| self.time_left(side)) {
            writeln!(out, "White {}   Black {}", clock_text(white), clock_text(black))?;
        }
        Ok(())
    }

    /// Prints the prompt with the number of the move, on a terminal only.
    fn show_prompt(&self) -> Result<(), Error> {
        if !self.has_prompt {
            return Ok(());
        }
        Ok(print_and_flush(prompt(self.position()))?)
    }

    /// Returns the game as PGN.
    fn pgn(&self) -> Result<PgnGame, Error> {
        let mut names = [self.args.name.clone(), self.opponent.strength.to_string()];
        if self.player == Color::Black {
            names.swap(0, 1);
        }
        record::pgn(&self.game, &names)
    }

    /// Writes the game to a file: in place of what an earlier call wrote there, else at its end.
    fn save(&mut self, path: &Path, pgn: &PgnGame) -> Result<(), Error> {
        let change = self.saved.save(path, pgn)?;
        let path = path.display();
        let text = match change {
            SavedChange::Appended => format!("Game saved to {path}"),
            SavedChange::Replaced => format!("Game saved to {path}, in place of its earlier moves"),
            SavedChange::None => format!("The game is in {path} already"),
        };
        Ok(writeln!(stdout(), "{text}")?)
    }
}

/// Returns a time in minutes and seconds, rounded up.
fn clock_text(left: Duration) -> String {
    let seconds = left.as_secs_f64().ceil() as u64;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// The maximum time of a hint.
const HINT_TIME: Duration = Duration::from_secs(1);

/// The maximum number of plies of a hint.
const HINT_PLIES: usize = 6;

/// A move of the engine.
struct EngineMove {
    mv: Move,
    /// Set for a move of the book.
    is_book: bool,
}

/// The engine with its strength and its book.
struct Opponent<'a> {
    engine: SearchEngine,
    strength: EngineStrength,
    book: Option<EngineBook<'a>>,
    control: Arc<Control>,
    /// The score of its last move for the engine.
    score: Option<Score>,
}

impl<'a> Opponent<'a> {
    /// Creates the engine. `control` stops its searches.
    ///
    /// # Errors
    /// If the memory for the transposition table cannot be allocated, or the book cannot be read.
    fn new(args: &'a PlayArgs, control: Arc<Control>) -> Result<Self, Error> {
        let settings =
            EngineSettings { threads: Some(args.threads), hash: args.hash, options: &[] };
        let engine = SearchEngine::built_in(settings)?;
        let book = args.book.as_deref().map(EngineBook::open).transpose()?;
        let strength = EngineStrength::new(args.level, args.elo);
        Ok(Self { engine, strength, book, control, score: None })
    }

    /// Returns the move of the engine, of its book or its search; below full strength also of a named
    /// opening. `None` if there is no legal move, and after Ctrl-C.
    ///
    /// # Errors
    /// If the book cannot be read.
    fn choose(&mut self, game: &Game, limits: &Limits) -> Result<Option<EngineMove>, Error> {
        let position = game.position();
        if let Some(book) = &self.book
            && let Some(mv) = book.choose(position)?
        {
            return Ok(Some(EngineMove { mv, is_book: true }));
        }
        let own = |mv| EngineMove { mv, is_book: false };
        let skill = self.strength.skill();
        if !skill.is_full() {
            let named = self.engine.named_move(position, game.moves().len(), &self.control);
            if named.is_some() {
                return Ok(named.map(own));
            }
        }
        let settings = SearchSettings { skill, ..SearchSettings::default() };
        let Self { engine, control, .. } = self;
        let searched =
            engine.search_lines(position, &[], limits, &settings, control, &mut |_| {}).ok();
        self.score = searched.as_ref().and_then(|end| end.score).or(self.score);
        Ok(searched.and_then(|end| end.best).map(own))
    }

    /// Returns true if the engine does not stand better.
    fn accepts_draw(&self) -> bool {
        matches!(self.score, Some(Score::Cp(..=0) | Score::Mate(..=0)))
    }

    /// Returns the best line at full strength, found in at most this number of milliseconds.
    fn hint(&mut self, position: &Position, millis: u64) -> Option<AnalysisLine> {
        let limits = Limits::move_time(Duration::from_millis(millis).min(HINT_TIME));
        let mut last = None;
        let on_line = &mut |line: AnalysisLine| {
            if line.score.bound == Bound::Exact && !line.moves.is_empty() {
                last = Some(line);
            }
        };
        let Self { engine, control, .. } = self;
        engine
            .search_lines(position, &[], &limits, &SearchSettings::default(), control, on_line)
            .ok()?;
        last
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_game::GameResult;

    #[test]
    fn time_controls_are_minutes_and_seconds() {
        for (text, printed) in [("5+3", "300+3"), ("0.5", "30"), ("0+2", "2+2")] {
            assert_eq!(time_control(text).unwrap().to_string(), printed);
        }
        for text in ["", "+", "5+", "x+1", "-1+1", "0+0", "nan", "inf", "1e9+0"] {
            assert!(time_control(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_are_rounded_up_to_seconds() {
        assert_eq!(clock_text(Duration::ZERO), "0:00");
        assert_eq!(clock_text(Duration::from_millis(59_001)), "1:00");
        assert_eq!(clock_text(Duration::from_secs(300)), "5:00");
    }

    #[test]
    fn a_fallen_flag_is_a_draw_if_the_opponent_cannot_mate() {
        for (fen, result, text) in [
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", GameResult::Draw, "Draw: time forfeit, but "),
            ("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", GameResult::BlackWins, "White loses on time: "),
        ] {
            let mut game = Game::from_position(&Position::from_fen(fen).unwrap());
            let ending = game.flag_fall(Color::White).unwrap();
            assert_eq!(ending.result(), result, "{fen}");
            assert!(ending_text(ending).starts_with(text), "{fen}: {}", ending_text(ending));
        }
    }
}
