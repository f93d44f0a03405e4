#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod convert;
mod jobs;
pub mod options;
mod output;
pub mod port;
pub mod suite;

pub use output::{BenchEvent, NetworkEvaluation, Output, PositionInfo};

use convert::limits;
use ferz::Position;
use ferz::notation::CastlingMode;
use ferz_engine::eval::{ClassicalEvaluator, default_network};
use ferz_engine::tablebase::Tablebases;
use ferz_engine::{AllocationError, COMPILER, Control, Searcher, SearcherOptions};
use ferz_game::book::{Book, BookSelection, select};
use ferz_nnue::{Kernel, Network};
use ferz_output::{OldContent, replace};
use ferz_uci::{Command, CommandError, Go, Info, Reply, SetOption, UciPosition};
use jobs::{JobKind, JobQueue, Outlet};
use options::{Effect, OptionValues, declarations};
use std::fs::OpenOptions;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// The state of a session after a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum Flow {
    /// The session accepts further commands.
    Continue,
    /// The session has ended: by `quit`, or because its output cannot be sent.
    Quit,
}

/// The reason that a session cannot begin.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// The memory for the search is not available.
    #[error(transparent)]
    Memory(#[from] AllocationError),
    /// The system refuses the thread of the search.
    #[error("cannot start the search thread: {0}")]
    Thread(#[from] io::Error),
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
    outlet: Arc<Outlet>,
    options: OptionValues,
    /// The last position accepted.
    position: Position,
    /// The error of the last `position` command if it was refused. It remains until a position is
    /// accepted: a search of the earlier position would give a move of another game.
    refusal: Option<String>,
    /// Set if the position needs Chess960 castling notation, with any `UCI_Chess960`.
    needs_chess960: bool,
    debug: bool,
    jobs: JobQueue,
    tablebases: Option<Arc<Tablebases>>,
    /// The book of `BookFile`, if it is open.
    own_book: Option<Book>,
    /// The network of an empty `EvalFile`.
    default_network: Option<Arc<Network>>,
    /// The network of `EvalFile` or the default one, also while `Use NNUE` is false.
    network: Option<Arc<Network>>,
}

/// Signals to the jobs of a session from elsewhere: another thread, or the host of WebAssembly, in whose
/// turn a job runs.
#[derive(Clone)]
pub struct SessionSignals(Arc<Outlet>);

impl SessionSignals {
    /// Stops all jobs, as the command `stop` does.
    pub fn stop(&self) {
        self.0.stop();
    }

    /// Ends pondering, as the command `ponderhit` does.
    pub fn ponder_hit(&self) {
        self.0.ponder_hit();
    }
}

impl Session {
    /// Creates a session with the start position and default options, which passes its output to
    /// `sink`. The session's thread and the search thread may call the sink at the same time; each
    /// call passes one output.
    ///
    /// An error of the sink ends the session: it stops all jobs, sends nothing more, and the next
    /// command returns [`Flow::Quit`]. If the default hash table cannot be allocated, sends a message
    /// and uses 1 MiB.
    ///
    /// # Errors
    /// If the memory or the thread for searches is not available.
    pub fn new(
        sink: impl Fn(Output) -> io::Result<()> + Send + Sync + 'static,
    ) -> Result<Self, SessionError> {
        Self::with_network(Some(default_network()), sink)
    }

    /// Creates a session as [`new`](Self::new) does, with another network in place of the embedded one,
    /// or with the classical evaluation. A program that calls `with_network` alone does not contain the
    /// embedded network.
    ///
    /// # Errors
    /// Those of [`new`](Self::new).
    pub fn with_network(
        network: Option<Arc<Network>>,
        sink: impl Fn(Output) -> io::Result<()> + Send + Sync + 'static,
    ) -> Result<Self, SessionError> {
        let outlet = Arc::new(Outlet::new(Box::new(sink)));
        let options = OptionValues::default();
        let searcher = |hash_mib| {
            Searcher::new(SearcherOptions {
                threads: options.threads,
                hash_mib,
                network: network.clone(),
                ..SearcherOptions::without_network()
            })
        };
        let searcher = searcher(options.hash_mib).or_else(|error| {
            outlet.send(Output::Reply(Reply::Info(Info::text(error.to_string()))));
            searcher(1)
        })?;
        Ok(Self {
            jobs: JobQueue::new(Arc::clone(&outlet), searcher)?,
            outlet,
            options,
            position: Position::startpos(),
            refusal: None,
            needs_chess960: false,
            debug: false,
            tablebases: None,
            own_book: None,
            default_network: network.clone(),
            network,
        })
    }

    /// Parses and executes one line of text.
    pub fn line(&mut self, line: &str) -> Flow {
        self.outlet.log(">>", &line);
        let mut ignored = Vec::new();
        match Command::parse_reporting(line, |word| ignored.push(word.to_owned())) {
            Ok(command) => {
                // A misread limit of a search is reported even without `debug on`.
                if (self.debug || matches!(command, Command::Go(_))) && !ignored.is_empty() {
                    self.send_text(format!("ignored: {}", ignored.join(" ")));
                }
                self.command(command)
            }
            Err(CommandError::Empty) => self.flow(),
            Err(error) => {
                if error.is_of_position() {
                    self.refuse_position(error.to_string());
                } else {
                    self.send_text(error.to_string());
                }
                self.flow()
            }
        }
    }

    /// Returns the state of the session.
    fn flow(&self) -> Flow {
        if self.outlet.is_closed() { Flow::Quit } else { Flow::Continue }
    }

    /// Executes one command.
    pub fn command(&mut self, command: Command) -> Flow {
        match command {
            Command::Uci => self.identify(),
            Command::Debug(on) => self.debug = on,
            Command::IsReady => {
                // At once while a stoppable job runs or is queued, otherwise after the queued jobs.
                if self.outlet.is_busy() {
                    self.send(Reply::ReadyOk);
                } else {
                    self.jobs.push(|runner| runner.reply(Reply::ReadyOk));
                }
            }
            Command::SetOption(option) => self.set_option(&option),
            Command::Register(_) => {}
            Command::UciNewGame => self.jobs.push(|runner| runner.searcher.clear()),
            Command::Position(position) => self.set_position(&position),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.outlet.stop(),
            Command::PonderHit => self.outlet.ponder_hit(),
            Command::Quit => {
                self.jobs.quit();
                return Flow::Quit;
            }
            Command::Show => self.show(),
            Command::Eval => self.evaluate(),
            Command::ExportNet(path) => self.export_network(&path),
            Command::Bench(arguments) => self.bench(&arguments),
            Command::Flip => {
                self.position = self.position.flip_colors().into();
                self.update_castling_notation();
            }
            Command::Compiler => {
                let kernel = Kernel::best();
                self.send_text(format!("compiled by {COMPILER}; network kernel {kernel}"));
            }
            Command::Help => self.outlet.send(Output::Help),
        }
        self.flow()
    }

    /// Ends the session after the end of the input: completes searches that have a limit and stops
    /// the others. Each search sends its best move.
    pub fn finish(mut self) {
        self.outlet.stop_unlimited();
        self.jobs.finish();
    }

    /// Returns the last position accepted, from which the next search starts. If a later `position`
    /// command was refused, `go` replies with no move instead.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the error of the last `position` command if it was refused. No position is searched
    /// until another one is accepted.
    pub fn refusal(&self) -> Option<&str> {
        self.refusal.as_deref()
    }

    /// Returns the signals to the jobs of the session, for use while a command runs.
    pub fn signals(&self) -> SessionSignals {
        SessionSignals(Arc::clone(&self.outlet))
    }

    /// Returns the values of the options.
    pub fn options(&self) -> &OptionValues {
        &self.options
    }

    fn send(&self, reply: Reply) {
        self.outlet.send(Output::Reply(reply));
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
        self.send(Reply::IdName(ferz_engine::NAME.to_owned()));
        self.send(Reply::IdAuthor(ferz_engine::AUTHORS.to_owned()));
        for declaration in declarations() {
            self.send(Reply::Option(declaration));
        }
        self.send(Reply::UciOk);
    }

    fn set_position(&mut self, position: &UciPosition) {
        let mode = match self.options.chess960 {
            true => CastlingMode::Chess960,
            false => CastlingMode::Standard,
        };
        match convert::position(position, mode) {
            Ok(accepted) => {
                accepted.warning().into_iter().for_each(|text| self.send_text(text));
                self.accept_position(accepted.position);
            }
            Err(error) => self.refuse_position(error.to_string()),
        }
    }

    /// Sets the position for the next search, with the history of its game, as the command `position` does.
    pub fn accept_position(&mut self, position: Position) {
        self.needs_chess960 = position.is_chess960();
        self.position = position;
        self.refusal = None;
        self.update_castling_notation();
    }

    /// Reports the error of a `position` command and keeps it for `go`.
    fn refuse_position(&mut self, error: String) {
        self.refusal = Some(error.clone());
        self.send_text(error);
    }

    /// Selects the castling notation by the position and `UCI_Chess960`.
    fn update_castling_notation(&mut self) {
        self.position.set_chess960(self.needs_chess960 || self.options.chess960);
    }

    fn set_option(&mut self, option: &SetOption) {
        match self.options.apply(option) {
            Ok(Effect::None) => {}
            Ok(Effect::ResizeTable) => {
                let mib = self.options.hash_mib;
                self.jobs.push(move |runner| runner.resize_table(mib));
            }
            Ok(Effect::SetThreads) => {
                let threads = self.options.threads;
                self.jobs.push(move |runner| runner.set_threads(threads));
            }
            Ok(Effect::ClearTable) => self.jobs.push(|runner| runner.searcher.clear_table()),
            Ok(Effect::SetCastlingNotation) => self.update_castling_notation(),
            Ok(Effect::OpenTablebases) => self.open_tablebases(),
            Ok(Effect::LoadNetwork) => self.load_network(),
            Ok(Effect::SelectEvaluation) => self.select_evaluation(),
            Ok(Effect::OpenBook) => self.open_book(),
            Ok(Effect::OpenLog) => self.open_log(),
            Err(error) => self.send_text(error.to_string()),
        }
    }

    /// Opens the tablebases of `SyzygyPath`, reports their number and passes them to the search.
    fn open_tablebases(&mut self) {
        let path = &self.options.syzygy_path;
        self.tablebases = None;
        if !path.is_empty() {
            match Tablebases::open(std::env::split_paths(path)) {
                Ok(tables) => {
                    self.send_text(output::describe_tables(&tables));
                    self.tablebases = Some(Arc::new(tables));
                }
                Err(error) => self.send_text(error.to_string()),
            }
        }
        let tablebases = self.tablebases.clone();
        self.jobs.push(|runner| runner.searcher.set_tablebases(tablebases));
    }

    /// Opens the book of `BookFile` and reports its size, or closes the book without a file.
    fn open_book(&mut self) {
        let path = &self.options.book_file;
        self.own_book = None;
        if path.is_empty() {
            return;
        }
        match Book::open(path) {
            Ok(book) => {
                self.send_text(format!("BookFile {path}: {} entries", book.len()));
                self.own_book = Some(book);
            }
            Err(error) => self.send_text(format!("BookFile {error}")),
        }
    }

    /// Returns the reply to `go` if the book has a move for the position: `bestmove`, with the book's
    /// reply to it as the move to ponder on.
    ///
    /// There is none for analysis (`UCI_AnalyseMode`, `infinite`, `ponder`, `searchmoves`, `mate`), after the depth of
    /// the options, and if the file cannot be read.
    fn book_reply(&self, go: &Go) -> Option<Reply> {
        let (position, options) = (&self.position, &self.options);
        let analysis = options.analyse_mode
            || go.infinite
            || go.ponder
            || go.mate.is_some()
            || !go.searchmoves.is_empty();
        if !options.own_book || analysis || position.fullmove_number() > options.book_depth {
            return None;
        }
        let book = self.own_book.as_ref()?;
        let moves = book.moves(position).ok()?;
        let rule =
            if options.best_book_move { BookSelection::Best } else { BookSelection::Weighted };
        let best = select(&moves, rule, fastrand::u64(..))?;
        let mut next = position.clone();
        next.do_move(best.mv);
        let replies = book.moves(&next).unwrap_or_default();
        let ponder = select(&replies, BookSelection::Best, 0).map(|found| next.uci(found.mv));
        Some(Reply::BestMove { best: Some(position.uci(best.mv)), ponder })
    }

    /// Opens the log of `Debug Log File`, to which lines are appended, or closes it.
    fn open_log(&self) {
        let path = &self.options.debug_log_file;
        let opened = match path.as_str() {
            "" => Ok(None),
            path => OpenOptions::new().append(true).create(true).open(path).map(Some),
        };
        match opened {
            Ok(file) => self.outlet.set_log(file),
            Err(error) => {
                self.outlet.set_log(None);
                self.send_text(format!("Debug Log File {path}: {error}"));
            }
        }
    }

    fn show(&self) {
        let position = self.position.clone();
        let tables = self.tablebases.as_deref();
        let tablebases =
            tables.and_then(|tables| output::describe_position(tables, &position).ok());
        self.outlet.send(Output::Position(Box::new(PositionInfo { position, tablebases })));
    }

    fn go(&mut self, go: &Go) {
        // A new search stops one without limit and waits for others.
        self.outlet.stop_unlimited();
        match go.perft {
            Some(depth) => self.go_perft(depth),
            None => self.go_search(go),
        }
    }

    fn go_perft(&self, depth: u32) {
        if let Some(refusal) = &self.refusal {
            self.send_text(format!("no position to count: {refusal}"));
            return;
        }
        if depth > PERFT_DEPTH_MAX {
            self.send_text(format!("perft expects a depth up to {PERFT_DEPTH_MAX}, found {depth}"));
            return;
        }
        let position = self.position.clone();
        self.jobs.push_stoppable(
            Arc::new(Control::default()),
            JobKind::Count,
            move |runner, control| {
                runner.perft(position, depth, control);
            },
        );
    }

    fn go_search(&self, go: &Go) {
        let control = Arc::new(Control::new(go.ponder));
        let infinite = go.infinite;
        let refuse = |reason, control| {
            self.jobs.push_stoppable(
                control,
                JobKind::of_search(!infinite),
                move |runner, control| {
                    runner.refuse(reason, infinite, control);
                },
            );
        };
        if let Some(refusal) = &self.refusal {
            refuse(format!("no position to search: {refusal}"), control);
            return;
        }
        if let Some(reply) = self.book_reply(go) {
            self.jobs.push(|runner| runner.reply(reply));
            return;
        }
        let (limits, warnings) = limits(go, &self.position);
        for warning in warnings {
            self.send_text(warning);
        }
        if limits.search_moves.is_empty() && !go.searchmoves.is_empty() {
            refuse("no move of searchmoves is legal in the position".to_owned(), control);
            return;
        }
        let (position, options) = (self.position.clone(), self.options.clone());
        self.jobs.push_stoppable(
            control,
            JobKind::of_search(limits.is_limited()),
            move |runner, control| {
                runner.search(&position, &limits, &options, control);
            },
        );
    }

    fn bench(&mut self, arguments: &[String]) {
        let depth = match arguments {
            [] => Some(ferz_engine::bench::DEPTH),
            [depth] => depth.parse().ok().filter(|depth| (1..=BENCH_DEPTH_MAX).contains(depth)),
            _ => None,
        };
        match depth {
            Some(depth) => {
                self.outlet.stop_unlimited();
                let control = Arc::new(Control::default());
                let network = self.default_network.clone();
                self.jobs.push_stoppable(control, JobKind::Count, move |runner, control| {
                    runner.bench(network, depth, control);
                });
            }
            None => {
                let found = arguments.join(" ");
                self.send_text(format!(
                    "bench expects no argument or a depth from 1 to {BENCH_DEPTH_MAX}, found {found}"
                ));
            }
        }
    }

    /// Loads the network of `EvalFile`, or the embedded one for an empty path. After an error the
    /// network stays as it is.
    fn load_network(&mut self) {
        let loaded = match self.options.eval_file.as_str() {
            "" => Ok(self.default_network.clone()),
            // A pipe or a device may have no end.
            path if std::fs::metadata(path).is_ok_and(|found| !found.is_file()) => {
                Err(format!("{path}: no file"))
            }
            path => Network::load(path).map_err(|error| error.to_string()).map(|network| {
                self.send_text(describe(path, &network));
                Some(Arc::new(network))
            }),
        };
        match loaded {
            Ok(network) => {
                self.network = network;
                self.select_evaluation();
            }
            Err(reason) => {
                self.send_text(format!("EvalFile {reason}; the current network is kept"));
            }
        }
    }

    /// Passes the evaluation that `Use NNUE` selects to the search.
    fn select_evaluation(&mut self) {
        let network = self.network_in_use();
        self.jobs.push(|runner| runner.searcher.set_network(network));
    }

    /// Returns the network that evaluates positions; none for the classical evaluation.
    fn network_in_use(&self) -> Option<Arc<Network>> {
        self.network.clone().filter(|_| self.options.use_nnue)
    }

    /// Writes the network in use to a file, which may be new or a network.
    fn export_network(&self, path: &str) {
        let Some(network) = self.network_in_use() else {
            self.send_text("export_net: no network in use".to_owned());
            return;
        };
        let file = Path::new(path);
        self.send_text(match OldContent::of(file) {
            Ok(Some(old)) if !old.start.starts_with(&Network::MAGIC) => format!(
                "export_net {path}: found a file that is no network, which is not replaced: give \
                 another name"
            ),
            old => match old.and_then(|_| replace(file, &network.to_bytes())) {
                Ok(()) => format!("network written to {path}"),
                // The error names the file.
                Err(error) => format!("export_net {error}"),
            },
        });
    }

    /// Sends the evaluation of the position with its terms or contributions.
    fn evaluate(&self) {
        if self.position.in_check() {
            self.send_text("in check: the search does not evaluate this position".to_owned());
        }
        self.outlet.send(match self.network_evaluation() {
            Some(evaluation) => Output::NetworkEvaluation(Box::new(evaluation)),
            None => {
                let breakdown = ClassicalEvaluator::new().breakdown(&self.position);
                Output::Evaluation(Box::new(breakdown))
            }
        });
    }

    /// Returns the evaluation of the position by the network in use; `None` without a network.
    pub fn network_evaluation(&self) -> Option<NetworkEvaluation> {
        self.network_in_use().map(|network| NetworkEvaluation::new(&network, &self.position))
    }
}

/// Describes a network loaded from a file.
fn describe(path: &str, network: &Network) -> String {
    let (hidden, buckets) = (network.shape().hidden(), network.shape().buckets());
    let provenance = network.provenance();
    format!("network {path}: {hidden} neurons, {buckets} output buckets; {provenance}")
}

/// Runs the examples of the documentation as tests.
#[cfg(doctest)]
mod documentation {
    #[doc = include_str!("../../../docs/start/rust.md")]
    mod start {}
    #[doc = include_str!("../../../docs/guides/move-generator.md")]
    mod move_generator {}
}
