//! A UCI session: takes commands and sends its output to a sink.
//!
//! The session holds the position and the options. Searches and other long jobs run in a queue on a
//! second thread, so that commands are answered during a search.

mod convert;
mod jobs;
mod output;
mod perft;
mod setup;

pub use output::{BenchEvent, NetworkEvaluation, Output, PositionInfo, Sink};

use crate::control::Control;
use crate::eval::{ClassicalEvaluator, default_network};
use crate::options::{Effect, OptionValues, declarations};
use crate::tablebase::{self, Tablebases};
use convert::limits;
use ferz::{Color, Position};
use ferz_nnue::Network;
use ferz_uci::{Command, CommandError, Go, Info, Reply, SetOption, UciPosition};
use jobs::{Job, JobQueue};
use std::sync::Arc;

/// The state of a session after a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum Flow {
    /// The session accepts further commands.
    Continue,
    /// The session has ended.
    Quit,
}

/// The maximum perft depth.
const PERFT_DEPTH_MAX: u32 = 40;

/// The maximum bench depth.
const BENCH_DEPTH_MAX: u32 = 64;

/// The maximum length of an `info string` text in characters, as texts quote the input.
const TEXT_LENGTH_MAX: usize = 1000;

/// A UCI session.
///
/// Dropping it stops all jobs and waits for their last reply; [`finish`](Self::finish) first
/// completes searches that have a limit.
pub struct Session {
    sink: Sink,
    options: OptionValues,
    position: Position,
    /// Set if the position needs Chess960 castling notation, with any `UCI_Chess960`.
    needs_chess960: bool,
    debug: bool,
    jobs: JobQueue,
    tablebases: Option<Arc<Tablebases>>,
    /// The network that evaluates positions; none for the classical evaluation.
    network: Option<Arc<Network>>,
}

impl Session {
    /// Creates a session with the start position and default options.
    ///
    /// If the default hash table cannot be allocated, sends a message and uses 1 MiB.
    pub fn new(sink: impl Fn(Output) + Send + Sync + 'static) -> Self {
        let sink: Sink = Arc::new(sink);
        let options = OptionValues::default();
        Self {
            jobs: JobQueue::new(Arc::clone(&sink), &options),
            sink,
            options,
            position: Position::startpos(),
            needs_chess960: false,
            debug: false,
            tablebases: None,
            network: Some(default_network()),
        }
    }

    /// Parses and executes one line of text.
    pub fn line(&mut self, line: &str) -> Flow {
        let mut ignored = Vec::new();
        match Command::parse_reporting(line, |word| ignored.push(word.to_owned())) {
            Ok(command) => {
                // A misread limit of a search is reported even without `debug on`.
                if (self.debug || matches!(command, Command::Go(_))) && !ignored.is_empty() {
                    self.send_text(format!("ignored: {}", ignored.join(" ")));
                }
                self.command(command)
            }
            Err(CommandError::Empty) => Flow::Continue,
            Err(error) => {
                self.send_text(error.to_string());
                Flow::Continue
            }
        }
    }

    /// Executes one command.
    pub fn command(&mut self, command: Command) -> Flow {
        match command {
            Command::Uci => self.identify(),
            Command::Debug(on) => self.debug = on,
            Command::IsReady => {
                // At once while a stoppable job runs or is queued, otherwise after the queued jobs.
                if self.jobs.is_busy() {
                    self.send(Reply::ReadyOk);
                } else {
                    self.jobs.push(Job::Ready);
                }
            }
            Command::SetOption(option) => self.set_option(&option),
            Command::Register(_) => {}
            Command::UciNewGame => self.jobs.push(Job::NewGame),
            Command::Position(position) => self.set_position(&position),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.jobs.stop(),
            Command::PonderHit => self.jobs.ponder_hit(),
            Command::Quit => {
                self.jobs.end();
                return Flow::Quit;
            }
            Command::Show => self.show(),
            Command::Eval => self.evaluate(),
            Command::ExportNet(path) => self.export_network(&path),
            Command::Bench(arguments) => self.bench(&arguments),
            Command::Flip => {
                self.position = self.position.flip_colors();
                self.update_castling_notation();
            }
            Command::Help => (self.sink)(Output::Help),
        }
        Flow::Continue
    }

    /// Ends the session after the end of the input: completes searches that have a limit and stops
    /// the others. Each search sends its best move.
    pub fn finish(mut self) {
        self.jobs.stop_unlimited();
        self.jobs.finish();
    }

    /// Returns the position that the next search starts from.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the values of the options.
    pub fn options(&self) -> &OptionValues {
        &self.options
    }

    fn send(&self, reply: Reply) {
        (self.sink)(Output::Reply(reply));
    }

    /// Sends an `info string`, truncated to [`TEXT_LENGTH_MAX`].
    fn send_text(&self, mut text: String) {
        if let Some((end, _)) = text.char_indices().nth(TEXT_LENGTH_MAX) {
            text.truncate(end);
            text.push('…');
        }
        self.send(Reply::Info(Info::text(text)));
    }

    fn identify(&self) {
        self.send(Reply::IdName(crate::NAME.to_owned()));
        self.send(Reply::IdAuthor(crate::AUTHORS.to_owned()));
        for declaration in declarations() {
            self.send(Reply::Option(declaration));
        }
        self.send(Reply::UciOk);
    }

    fn set_position(&mut self, position: &UciPosition) {
        match setup::position(position) {
            Ok((position, warning)) => {
                warning.into_iter().for_each(|text| self.send_text(text));
                self.needs_chess960 = position.is_chess960();
                self.position = position;
                self.update_castling_notation();
            }
            Err(error) => self.send_text(error.to_string()),
        }
    }

    /// Selects the castling notation by the position and `UCI_Chess960`.
    fn update_castling_notation(&mut self) {
        self.position.set_chess960(self.needs_chess960 || self.options.chess960);
    }

    fn set_option(&mut self, option: &SetOption) {
        match self.options.apply(option) {
            Ok(Effect::None) => {}
            Ok(Effect::ResizeTable) => self.jobs.push(Job::Resize(self.options.hash_mib)),
            Ok(Effect::SetThreads) => self.jobs.push(Job::SetThreads(self.options.threads)),
            Ok(Effect::ClearTable) => self.jobs.push(Job::ClearTable),
            Ok(Effect::SetCastlingNotation) => self.update_castling_notation(),
            Ok(Effect::OpenTablebases) => self.open_tablebases(),
            Ok(Effect::LoadNetwork) => self.load_network(),
            Err(error) => self.send_text(error.to_string()),
        }
    }

    /// Opens the tablebases of `SyzygyPath`, reports their number and passes them to the search.
    fn open_tablebases(&mut self) {
        let path = &self.options.syzygy_path;
        self.tablebases = None;
        if !path.is_empty() {
            let tables = Tablebases::open(std::env::split_paths(path));
            self.send_text(tablebase::describe_tables(&tables, path));
            self.tablebases = Some(Arc::new(tables)).filter(|tables| tables.max_men() > 0);
        }
        self.jobs.push(Job::SetTablebases(self.tablebases.clone()));
    }

    /// Loads the network that `Use NNUE` and `EvalFile` select and passes it to the search. After an
    /// error the current network is kept, or the embedded one is used if there is none.
    fn load_network(&mut self) {
        let path = &self.options.eval_file;
        let before = self.network.clone();
        self.network = match (self.options.use_nnue, path.is_empty()) {
            (false, _) => None,
            (true, true) => Some(default_network()),
            (true, false) => match Network::load(path) {
                Ok(network) => {
                    let shape = network.shape();
                    self.send_text(format!(
                        "network {path}: {} neurons, {} output buckets; {}",
                        shape.hidden(),
                        shape.buckets(),
                        network.provenance()
                    ));
                    Some(Arc::new(network))
                }
                Err(error) => {
                    let kept = match before {
                        Some(_) => "the current network is kept",
                        None => "the embedded network is used",
                    };
                    self.send_text(format!("EvalFile {path}: {error}; {kept}"));
                    Some(before.clone().unwrap_or_else(default_network))
                }
            },
        };
        let unchanged = match (&before, &self.network) {
            (Some(before), Some(after)) => Arc::ptr_eq(before, after),
            (None, None) => true,
            _ => false,
        };
        if !unchanged {
            self.jobs.push(Job::SetNetwork(self.network.clone()));
        }
    }

    /// Writes the network in use to a file.
    fn export_network(&self, path: &str) {
        let Some(network) = &self.network else {
            self.send_text("export_net: no network in use, Use NNUE is false".to_owned());
            return;
        };
        self.send_text(match std::fs::write(path, network.to_bytes()) {
            Ok(()) => format!("network written to {path}"),
            Err(error) => format!("export_net {path}: {error}"),
        });
    }

    fn show(&self) {
        let position = self.position.clone();
        let tables = self.tablebases.as_deref();
        let tablebases =
            tables.and_then(|tables| tablebase::describe_position(tables, &position).ok());
        (self.sink)(Output::Position(Box::new(PositionInfo { position, tablebases })));
    }

    fn evaluate(&self) {
        if self.position.in_check() {
            self.send_text("in check: the search does not evaluate this position".to_owned());
        }
        let breakdown = ClassicalEvaluator::new().breakdown(&self.position);
        (self.sink)(match &self.network {
            Some(network) => {
                let value = match breakdown.endgame {
                    Some(_) if self.position.side_to_move() == Color::White => breakdown.white,
                    Some(_) => -breakdown.white,
                    None => network.evaluate(&self.position),
                };
                Output::NetworkEvaluation(Box::new(NetworkEvaluation {
                    position: self.position.clone(),
                    contributions: network.contributions(&self.position),
                    value,
                    recognized: breakdown.endgame,
                }))
            }
            None => Output::Evaluation(Box::new(breakdown)),
        });
    }

    fn go(&mut self, go: &Go) {
        // A new search stops one without limit and waits for others.
        self.jobs.stop_unlimited();
        let position = Box::new(self.position.clone());
        if let Some(depth) = go.perft {
            if depth > PERFT_DEPTH_MAX {
                self.send_text(format!(
                    "perft expects a depth up to {PERFT_DEPTH_MAX}, found {depth}"
                ));
                return;
            }
            self.jobs.push_running(Arc::new(Control::default()), true, |control| Job::Perft {
                position,
                depth,
                control,
            });
            return;
        }
        let (limits, warnings) = limits(go, &self.position);
        for warning in warnings {
            self.send_text(warning);
        }
        let control = Arc::new(Control::new(limits.ponder));
        let limited = limits.is_limited();
        let options = self.options.clone();
        self.jobs.push_running(control, limited, |control| Job::Search {
            position,
            limits: Box::new(limits),
            options,
            control,
        });
    }

    fn bench(&mut self, arguments: &[String]) {
        let depth = match arguments {
            [] => Some(crate::bench::DEPTH),
            [depth] => depth.parse().ok().filter(|depth| (1..=BENCH_DEPTH_MAX).contains(depth)),
            _ => None,
        };
        match depth {
            Some(depth) => {
                self.jobs.stop_unlimited();
                let control = Arc::new(Control::default());
                self.jobs.push_running(control, true, |control| Job::Bench { depth, control });
            }
            None => {
                let found = arguments.join(" ");
                self.send_text(format!(
                    "bench expects no argument or a depth from 1 to {BENCH_DEPTH_MAX}, found {found}"
                ));
            }
        }
    }
}
