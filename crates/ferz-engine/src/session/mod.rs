//! A UCI session: commands go in, replies come out through a sink.
//!
//! The session reads commands and keeps the position and the options; a thread of its own does
//! whatever takes time, one job after the other. So commands are answered while a search runs.

mod convert;
mod jobs;
mod output;
mod perft;
mod setup;

pub use output::{Board, Output};

use crate::control::Control;
use crate::eval::Evaluator;
use crate::options::{Effect, OptionError, Settings, declarations};
use crate::tablebase::{self, Tablebases};
use convert::limits;
use ferz::Position;
use ferz_uci::{Command, CommandError, Go, Info, Reply, SetOption};
use jobs::{Job, JobQueue};
use std::sync::Arc;

/// Where a session's replies go. It is called from the session's thread and from the search's, one
/// reply at a time.
pub type Sink = Arc<dyn Fn(Output) + Send + Sync>;

/// Whether a session goes on after a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum Flow {
    /// More commands may come.
    Continue,
    /// The session has ended: drop it.
    Quit,
}

/// The deepest perft that is begun; none so deep has ever ended.
const PERFT_MOST: u32 = 40;

/// The longest message, in characters: what was sent is quoted in it, however long.
const MESSAGE_MOST: usize = 1000;

/// A UCI session.
///
/// Dropping it stops what runs and waits for its last reply; [`finish`](Self::finish) first lets
/// those searches end that have a limit.
pub struct Session {
    sink: Sink,
    settings: Settings,
    position: Position,
    /// The position writes castling as king takes rook whatever the option says.
    chess960_by_itself: bool,
    debug: bool,
    jobs: JobQueue,
    tablebases: Option<Arc<Tablebases>>,
    evaluator: Evaluator,
}

impl Session {
    /// A session in the starting position, with the options' defaults.
    ///
    /// Where even the default table cannot be had, a message says so and the session has the
    /// smallest one.
    pub fn new(sink: impl Fn(Output) + Send + Sync + 'static) -> Self {
        let sink: Sink = Arc::new(sink);
        let settings = Settings::default();
        Self {
            jobs: JobQueue::new(Arc::clone(&sink), &settings),
            sink,
            settings,
            position: Position::startpos(),
            chess960_by_itself: false,
            debug: false,
            tablebases: None,
            evaluator: Evaluator::new(),
        }
    }

    /// Takes one line of text.
    pub fn line(&mut self, line: &str) -> Flow {
        let mut ignored = Vec::new();
        match Command::parse_reporting(line, |word| ignored.push(word.to_owned())) {
            Ok(command) => {
                // A limit that was not understood is of interest to everybody.
                if (self.debug || matches!(command, Command::Go(_))) && !ignored.is_empty() {
                    self.say(format!("passed over: {}", ignored.join(" ")));
                }
                self.command(command)
            }
            Err(CommandError::Empty) => Flow::Continue,
            Err(error) => {
                self.say(error.to_string());
                Flow::Continue
            }
        }
    }

    /// Takes one command.
    pub fn command(&mut self, command: Command) -> Flow {
        match command {
            Command::Uci => self.introduce(),
            Command::Debug(on) => self.debug = on,
            Command::IsReady => {
                // During a search at once; else only after what was asked before.
                if self.jobs.is_searching() {
                    self.reply(Reply::ReadyOk);
                } else {
                    self.jobs.push(Job::Ready);
                }
            }
            Command::SetOption(told) => self.set_option(&told),
            Command::Register(_) => {}
            Command::UciNewGame => self.jobs.push(Job::NewGame),
            Command::Position(told) => match setup::position(&told) {
                Ok((position, forgiven)) => {
                    forgiven.into_iter().for_each(|text| self.say(text));
                    self.set_position(position);
                }
                Err(error) => self.say(error.to_string()),
            },
            Command::Go(go) => self.go(&go),
            Command::Stop => self.jobs.stop(),
            Command::PonderHit => self.jobs.ponder_hit(),
            Command::Quit => {
                self.jobs.end();
                return Flow::Quit;
            }
            Command::Show => self.show(),
            Command::Eval => {
                if self.position.in_check() {
                    self.say("in check: the search does not evaluate such a position".to_owned());
                }
                let explanation = self.evaluator.breakdown(&self.position);
                (self.sink)(Output::Evaluation(Box::new(explanation)));
            }
            Command::Bench(arguments) => self.bench(&arguments),
            Command::Flip => {
                self.position = self.position.flip_colors();
                self.write_castling();
            }
            Command::Help => (self.sink)(Output::Help),
        }
        Flow::Continue
    }

    /// The end of the input: searches that have a limit end by themselves, the others are stopped,
    /// and every one gives its move.
    pub fn finish(mut self) {
        self.jobs.stop_unlimited();
        self.jobs.end_in_time();
    }

    /// The position that the next search begins from.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What the options are set to.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    fn reply(&self, reply: Reply) {
        (self.sink)(Output::Reply(reply));
    }

    fn say(&self, mut text: String) {
        if let Some((end, _)) = text.char_indices().nth(MESSAGE_MOST) {
            text.truncate(end);
            text.push('…');
        }
        self.reply(Reply::Info(Info::text(text)));
    }

    fn introduce(&self) {
        self.reply(Reply::IdName(crate::NAME.to_owned()));
        self.reply(Reply::IdAuthor(crate::AUTHORS.to_owned()));
        for declaration in declarations() {
            self.reply(Reply::Option(declaration));
        }
        self.reply(Reply::UciOk);
    }

    fn set_position(&mut self, position: Position) {
        self.chess960_by_itself = position.is_chess960();
        self.position = position;
        self.write_castling();
    }

    /// Castling is written as the position needs it or as the option says.
    fn write_castling(&mut self) {
        self.position.set_chess960(self.chess960_by_itself || self.settings.chess960);
    }

    fn set_option(&mut self, told: &SetOption) {
        let effect: Result<Effect, OptionError> = self.settings.apply(told);
        match effect {
            Ok(Effect::None) => {}
            Ok(Effect::ResizeTable) => self.jobs.push(Job::Resize(self.settings.hash_mib)),
            Ok(Effect::SetThreads) => self.jobs.push(Job::SetThreads(self.settings.threads)),
            Ok(Effect::ClearTable) => self.jobs.push(Job::ClearTable),
            Ok(Effect::WriteCastling) => self.write_castling(),
            Ok(Effect::OpenTablebases) => self.open_tablebases(),
            Err(error) => self.say(error.to_string()),
        }
    }

    /// Looks for the tables of the path, says what there is, and gives them to the search.
    fn open_tablebases(&mut self) {
        let path = &self.settings.syzygy_path;
        self.tablebases = None;
        if !path.is_empty() {
            let tables = Tablebases::open(std::env::split_paths(path));
            self.say(tablebase::description(&tables, path));
            self.tablebases = Some(Arc::new(tables)).filter(|tables| tables.max_men() > 0);
        }
        self.jobs.push(Job::SetTablebases(self.tablebases.clone()));
    }

    fn show(&self) {
        let position = self.position.clone();
        let tables = self.tablebases.as_deref();
        let tablebases = tables.and_then(|tables| tablebase::explain(tables, &position).ok());
        (self.sink)(Output::Board(Box::new(Board { position, tablebases })));
    }

    fn go(&mut self, go: &Go) {
        // A search without limit gives way to the next one; others are waited for.
        self.jobs.stop_unlimited();
        let position = Box::new(self.position.clone());
        if let Some(depth) = go.perft {
            if depth > PERFT_MOST {
                self.say(format!("perft goes to depth {PERFT_MOST} at most"));
                return;
            }
            self.jobs.push_running(Arc::new(Control::default()), true, |control| Job::Perft {
                position,
                depth,
                control,
            });
            return;
        }
        let (limits, refused) = limits(go, &self.position);
        for error in refused {
            self.say(error);
        }
        let control = Arc::new(Control::new(limits.ponder));
        let limited = limits.is_limited();
        let settings = self.settings.clone();
        self.jobs.push_running(control, limited, |control| Job::Search {
            position,
            limits: Box::new(limits),
            settings,
            control,
        });
    }

    fn bench(&mut self, arguments: &[String]) {
        let depth = match arguments {
            [] => Some(crate::bench::DEPTH),
            [depth] => depth.parse().ok().filter(|depth| (1..=64).contains(depth)),
            _ => None,
        };
        match depth {
            Some(depth) => {
                self.jobs.stop_unlimited();
                let control = Arc::new(Control::default());
                self.jobs.push_running(control, true, |control| Job::Bench { depth, control });
            }
            None => self.say("bench takes a depth from 1 to 64, or nothing".to_owned()),
        }
    }
}
