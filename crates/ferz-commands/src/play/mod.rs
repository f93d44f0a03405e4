//! `ferz play`: a game against the engine in a terminal.

mod clock;
mod input;
mod record;

pub(crate) use clock::ClockSetting;

use crate::common::board::{BoardStyle, board};
use crate::common::error::Error;
use crate::common::interrupt;
use crate::common::options::{
    OpeningArgs, PositionArgs, StartArgs, mebibytes, parse_move, thread_count,
};
use clap::{Args, ValueEnum};
use clock::{Clocks, clock_text};
use ferz::{Color, Move, Position};
use ferz_engine::value::Value;
use ferz_engine::{Control, Limits, NAME, SearchSettings, Searcher, SearcherOptions, Skill};
use ferz_game::pgn::PgnGame;
use input::{HELP, InputEvent, PlayerCommand, StdinLines};
use record::{GameRecord, PlayEnd, name};
use std::io::{IsTerminal, Write, stdin, stdout};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

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

    /// Approximate Elo of the engine, 1240 to 2760
    #[arg(long, value_name = "ELO",
        value_parser = clap::value_parser!(u32)
            .range(i64::from(Skill::MIN_ELO)..=i64::from(Skill::MAX_ELO)))]
    pub(crate) elo: Option<u32>,

    /// Time of the engine for each move in milliseconds
    #[arg(long, value_name = "MS", default_value = "1000", conflicts_with = "clock",
        value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) time: u64,

    /// Play with clocks: minutes for the game and seconds for each move, like 5+3
    #[arg(long, value_name = "MIN+SEC")]
    pub(crate) clock: Option<ClockSetting>,

    #[command(flatten)]
    pub(crate) start: StartArgs,

    #[command(flatten)]
    pub(crate) openings: OpeningArgs,

    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// Append the game to this PGN file at its end
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,

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

/// Plays a game and writes it.
///
/// # Errors
/// If the position is invalid, the game cannot be written, or [`Error::Interrupted`] after Ctrl-C.
pub(crate) fn run(args: &PlayArgs) -> Result<(), Error> {
    let mut game = LiveGame::new(args)?;
    let ending = game.play()?;
    if let Some(text) = ending.text() {
        writeln!(stdout(), "{text}")?;
    }
    let pgn = game.pgn(ending)?;
    match &args.pgn {
        Some(path) => game.save(path, &pgn)?,
        None if game.moves.is_empty() => {}
        None => write!(stdout(), "\n{pgn}")?,
    }
    if ending == PlayEnd::Interrupted { Err(Error::Interrupted) } else { Ok(()) }
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
    start: Position,
    position: Position,
    moves: Vec<Move>,
    player: Color,
    view: Color,
    clocks: Option<Clocks>,
    opponent: Opponent,
    lines: StdinLines,
    style: BoardStyle,
    /// Set if both input and output are a terminal.
    has_prompt: bool,
}

impl<'a> LiveGame<'a> {
    fn new(args: &'a PlayArgs) -> Result<Self, Error> {
        let (start, moves) = start_line(args)?;
        let mut position = start.clone();
        moves.iter().for_each(|&mv| position.do_move(mv));
        let player = match args.side {
            PlayerSide::White => Color::White,
            PlayerSide::Black => Color::Black,
            PlayerSide::Random if fastrand::bool() => Color::White,
            PlayerSide::Random => Color::Black,
        };
        let control = interrupt::control();
        let style = BoardStyle::choose(args.ascii, stdout().is_terminal());
        Ok(Self {
            args,
            position,
            start,
            moves,
            player,
            view: player,
            clocks: args.clock.map(Clocks::new),
            opponent: Opponent::new(args, control)?,
            lines: StdinLines::start().map_err(Error::input)?,
            style,
            has_prompt: stdin().is_terminal() && stdout().is_terminal(),
        })
    }

    /// Plays to the end of the game.
    fn play(&mut self) -> Result<PlayEnd, Error> {
        let engine = self.opponent.strength.engine_name();
        writeln!(
            stdout(),
            "You play {} against {engine}.\nEnter a move like e4 or e2e4; `help` lists the commands.",
            name(self.player)
        )?;
        self.show_board()?;
        loop {
            if let Some(ending) = PlayEnd::by_rules(&self.position) {
                return Ok(ending);
            }
            let ending = if self.position.side_to_move() == self.player {
                self.player_turn()?
            } else {
                self.engine_turn()?
            };
            if let Some(ending) = ending {
                return Ok(ending);
            }
        }
    }

    /// Reads one line and executes it. Returns the end of the game if it is over.
    fn player_turn(&mut self) -> Result<Option<PlayEnd>, Error> {
        if let Some(clocks) = &mut self.clocks {
            clocks.start(self.player);
        }
        self.show_prompt()?;
        let left = self.clocks.as_ref().map(|clocks| clocks.left(self.player));
        let deadline = left.map(|left| Instant::now() + left);
        let line = match self.lines.next(deadline) {
            InputEvent::Line(line) => line,
            InputEvent::Failed(error) => return Err(Error::input(error)),
            InputEvent::Deadline => return Ok(Some(PlayEnd::by_time(&self.position, self.player))),
            InputEvent::End => return Ok(Some(PlayEnd::Quit)),
            InputEvent::Interrupted => return Ok(Some(PlayEnd::Interrupted)),
        };
        match PlayerCommand::parse(&line, &self.position) {
            Ok(input) => self.execute(input),
            Err(reason) => {
                writeln!(stdout(), "{reason}")?;
                Ok(None)
            }
        }
    }

    /// Executes an input of the player. Returns the end of the game if it is over.
    fn execute(&mut self, input: PlayerCommand) -> Result<Option<PlayEnd>, Error> {
        match input {
            PlayerCommand::Move(mv) => return Ok(self.make_move(mv)),
            PlayerCommand::Draw(intended) => return self.draw(intended.as_deref()),
            PlayerCommand::Resign => return Ok(Some(PlayEnd::Resigned(self.player))),
            PlayerCommand::Quit => return Ok(Some(PlayEnd::Quit)),
            PlayerCommand::Moves => self.show_moves()?,
            PlayerCommand::Hint => self.show_hint()?,
            PlayerCommand::TakeBack => self.take_back()?,
            PlayerCommand::Go => {
                self.player = !self.player;
                writeln!(stdout(), "You play {} now.", name(self.player))?;
            }
            PlayerCommand::Board => self.show_board()?,
            PlayerCommand::Flip => {
                self.view = !self.view;
                self.show_board()?;
            }
            PlayerCommand::Fen => writeln!(stdout(), "{}", self.position.fen())?,
            PlayerCommand::Pgn => write!(stdout(), "{}", self.pgn(PlayEnd::Quit)?)?,
            PlayerCommand::Save(path) => {
                let pgn = self.pgn(PlayEnd::Quit)?;
                if let Err(error) = self.save(Path::new(&path), &pgn) {
                    writeln!(stdout(), "{error}")?;
                }
            }
            PlayerCommand::Level(level) => {
                self.opponent.strength = Strength::of_level(level);
                writeln!(stdout(), "Level {level} of {}.", Skill::MAX_LEVEL)?;
            }
            PlayerCommand::Help => writeln!(stdout(), "{HELP}")?,
            PlayerCommand::Empty => {}
        }
        Ok(None)
    }

    /// Makes a move and stops the clock of its side. Returns the end of the game if its time is over.
    fn make_move(&mut self, mv: Move) -> Option<PlayEnd> {
        let side = self.position.side_to_move();
        let in_time = self.clocks.as_mut().is_none_or(Clocks::stop);
        if !in_time {
            return Some(PlayEnd::by_time(&self.position, side));
        }
        self.position.do_move(mv);
        self.moves.push(mv);
        None
    }

    /// Searches and makes the move of the engine. The engine claims a draw unless it stands better.
    fn engine_turn(&mut self) -> Result<Option<PlayEnd>, Error> {
        let side = self.position.side_to_move();
        if let Some(clocks) = &mut self.clocks {
            clocks.start(side);
        }
        if self.has_prompt {
            write!(stdout(), "{} ...", self.opponent.strength.engine_name())?;
            stdout().flush()?;
        }
        let best = self.opponent.choose(&self.position, self.clocks.as_ref());
        if self.has_prompt {
            write!(stdout(), "\r\x1b[K")?;
        }
        if interrupt::requested() {
            return Ok(Some(PlayEnd::Interrupted));
        }
        let Some(mv) = best else { return Ok(PlayEnd::by_rules(&self.position)) };
        let text = self.position.numbered_san_line(&[mv]).unwrap_or_default();
        if let Some(ending) = self.make_move(mv) {
            return Ok(Some(ending));
        }
        writeln!(stdout(), "{}: {text}", self.opponent.strength.engine_name())?;
        self.show_board()?;
        let claim = PlayEnd::by_claim(&self.position);
        Ok(claim.filter(|_| self.opponent.value.is_some_and(|value| value <= 0)))
    }

    /// Claims a draw in the position or after the intended move; without a claim offers a draw, which
    /// the engine accepts from [`DRAW_OFFER_MOVE`] on if it does not stand better.
    fn draw(&mut self, intended: Option<&str>) -> Result<Option<PlayEnd>, Error> {
        if let Some(ending) = PlayEnd::by_claim(&self.position) {
            return Ok(Some(ending));
        }
        if let Some(text) = intended {
            let mut after = self.position.clone();
            let Ok(mv) = parse_move(text, &self.position) else {
                writeln!(stdout(), "draw: expected a legal move")?;
                return Ok(None);
            };
            after.do_move(mv);
            if let Some(ending) = PlayEnd::by_claim(&after) {
                self.position = after;
                self.moves.push(mv);
                return Ok(Some(ending));
            }
            writeln!(stdout(), "No repetition and no fifty moves after this move.")?;
            return Ok(None);
        }
        let accepts = self.opponent.value.is_some_and(|value| value <= 0);
        if accepts && self.position.fullmove_number() >= DRAW_OFFER_MOVE {
            return Ok(Some(PlayEnd::Draw("by agreement")));
        }
        writeln!(stdout(), "No draw to claim, and the engine declines the offer.")?;
        Ok(None)
    }

    /// Takes back the last move of the player and the reply to it.
    fn take_back(&mut self) -> Result<(), Error> {
        if self.moves.len() < 2 {
            return Ok(writeln!(stdout(), "There is no move of yours to take back.")?);
        }
        for _ in 0..2 {
            self.position.undo_move();
            self.moves.pop();
        }
        self.show_board()
    }

    fn show_moves(&self) -> Result<(), Error> {
        let legal = self.position.legal_moves();
        let mut moves: Vec<_> = legal.iter().map(|&mv| self.position.san(mv).to_string()).collect();
        moves.sort();
        Ok(writeln!(stdout(), "{}", moves.join(" "))?)
    }

    fn show_hint(&mut self) -> Result<(), Error> {
        match self.opponent.hint(&self.position) {
            Some(mv) => Ok(writeln!(stdout(), "Hint: {}", self.position.san(mv))?),
            None => Ok(()),
        }
    }

    fn show_board(&self) -> Result<(), Error> {
        let mut out = stdout().lock();
        write!(out, "\n{}\n", board(&self.position, self.view, self.style))?;
        if self.position.in_check() && self.position.has_legal_move() {
            writeln!(out, "Check.")?;
        }
        if let Some(clocks) = &self.clocks {
            let [white, black] = Color::ALL.map(|color| clock_text(clocks.left(color)));
            writeln!(out, "White {white}   Black {black}")?;
        }
        Ok(())
    }

    /// Prints the prompt with the number of the move, on a terminal only.
    fn show_prompt(&self) -> Result<(), Error> {
        if !self.has_prompt {
            return Ok(());
        }
        let dots = if self.player == Color::White { "." } else { "..." };
        write!(stdout(), "{}{dots} ", self.position.fullmove_number())?;
        Ok(stdout().flush()?)
    }

    /// Returns the game as PGN.
    fn pgn(&self, ending: PlayEnd) -> Result<PgnGame, Error> {
        let mut names = [self.args.name.clone(), self.opponent.strength.engine_name()];
        if self.player == Color::Black {
            names.swap(0, 1);
        }
        let time_control = self.args.clock.map(|clock| clock.to_string());
        GameRecord { names, time_control }.pgn(&self.start, &self.moves, ending)
    }

    /// Appends the game to a file.
    fn save(&self, path: &Path, pgn: &PgnGame) -> Result<(), Error> {
        record::append(path, pgn)?;
        Ok(writeln!(stdout(), "Game saved to {}", path.display())?)
    }
}

/// The maximum time of a hint.
const HINT_TIME: Duration = Duration::from_secs(1);

/// The strength of the engine as the arguments or the player set it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Strength {
    Full,
    Level(u32),
    Elo(u32),
}

impl Strength {
    /// Returns the strength of the arguments.
    fn new(args: &PlayArgs) -> Self {
        match (args.level, args.elo) {
            (Some(level), _) => Self::of_level(level),
            (None, Some(elo)) => Self::Elo(elo),
            (None, None) => Self::Full,
        }
    }

    /// Returns the strength of a skill level.
    fn of_level(level: u32) -> Self {
        if level >= Skill::MAX_LEVEL { Self::Full } else { Self::Level(level) }
    }

    fn skill(self) -> Skill {
        match self {
            Self::Full => Skill::FULL,
            Self::Level(level) => Skill::from_level(level),
            Self::Elo(elo) => Skill::from_elo(elo),
        }
    }

    /// Returns the name of the engine with its strength.
    fn engine_name(self) -> String {
        match self {
            Self::Full => NAME.to_owned(),
            Self::Level(level) => format!("{NAME} (level {level})"),
            Self::Elo(elo) => format!("{NAME} (Elo {elo})"),
        }
    }
}

/// The engine with its strength and its time.
struct Opponent {
    searcher: Searcher,
    strength: Strength,
    move_time: Duration,
    control: Arc<Control>,
    /// The value of its last move for the engine.
    value: Option<Value>,
}

impl Opponent {
    /// Creates the engine. `control` stops its searches.
    ///
    /// # Errors
    /// If the memory for the transposition table cannot be allocated.
    fn new(args: &PlayArgs, control: Arc<Control>) -> Result<Self, Error> {
        let searcher = Searcher::new(SearcherOptions {
            threads: args.threads.into(),
            hash_mib: args.hash.get(),
            ..SearcherOptions::default()
        });
        Ok(Self {
            searcher: searcher.map_err(Error::new)?,
            strength: Strength::new(args),
            move_time: Duration::from_millis(args.time),
            control,
            value: None,
        })
    }

    /// Returns the move of the engine; `None` if there is no legal move, and after Ctrl-C.
    fn choose(&mut self, position: &Position, clocks: Option<&Clocks>) -> Option<Move> {
        let limits = match clocks {
            None => Limits::move_time(self.move_time),
            Some(clocks) => Limits {
                clock: Color::ALL.map(|color| Some(clocks.left(color))),
                increment: [clocks.increment(); 2],
                ..Limits::none()
            },
        };
        let settings = SearchSettings { skill: self.strength.skill(), ..SearchSettings::default() };
        let result =
            self.searcher.search(position, &limits, &settings, &self.control, None).ok()?;
        self.value = Some(result.value);
        result.best
    }

    /// Returns the best move at full strength.
    fn hint(&mut self, position: &Position) -> Option<Move> {
        let limits = Limits::move_time(self.move_time.min(HINT_TIME));
        let settings = SearchSettings::default();
        let result = self.searcher.search(position, &limits, &settings, &self.control, None);
        result.ok()?.best
    }
}
