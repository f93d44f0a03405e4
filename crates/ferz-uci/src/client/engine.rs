//! An engine: its start, its commands and its replies.

use super::deadline::Deadline;
use super::process::{
    End, EngineProcess, EngineStdin, KillHandle, LINE_LENGTH_MAX, SendError, UNREAD_BYTES_MAX,
};
use super::{EngineError, OptionError, OptionValue, Stderr};
use crate::tokens::truncated;
use crate::{
    CheckStatus, Command, Go, Info, OptionDeclaration, Reply, ReplyError, StartPosition, UciMove,
    UciPosition,
};
use ferz::{Color, Move, Position};
use std::ffi::{OsStr, OsString};
use std::io;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{self, ExitStatus};
use std::string::String;
use std::sync::Weak;
use std::time::{Duration, Instant};
use std::vec::Vec;

/// Settings of an engine process: program, arguments, timeouts.
///
/// ```no_run
/// use ferz_uci::client::{EngineBuilder, Stderr};
/// use std::time::Duration;
///
/// let engine = EngineBuilder::new("./engine")
///     .arg("--uci")
///     .handshake_timeout(Duration::from_secs(60))
///     .stderr(Stderr::Inherit)
///     .start()?;
/// # Ok::<(), ferz_uci::client::EngineError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct EngineBuilder {
    program: PathBuf,
    arguments: Vec<OsString>,
    variables: Vec<(OsString, OsString)>,
    directory: Option<PathBuf>,
    stderr: Stderr,
    handshake_timeout: Duration,
    reply_timeout: Duration,
    quit_timeout: Duration,
}

impl EngineBuilder {
    /// Creates the settings for a program: a path, or a name that is searched in `PATH`.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into(),
            arguments: Vec::new(),
            variables: Vec::new(),
            directory: None,
            stderr: Stderr::default(),
            handshake_timeout: Duration::from_secs(20),
            reply_timeout: Duration::from_secs(20),
            quit_timeout: Duration::from_secs(1),
        }
    }

    /// Creates the settings for a command line: the path of an existing file, which may contain
    /// spaces, or a program with arguments separated by white space. There is no quoting.
    pub fn from_command_line(line: &str) -> Self {
        let mut words = line.split_whitespace();
        match words.next() {
            Some(program) if !Path::new(line).exists() => Self::new(program).args(words),
            _ => Self::new(line),
        }
    }

    /// Adds an argument.
    pub fn arg(mut self, argument: impl AsRef<OsStr>) -> Self {
        self.arguments.push(argument.as_ref().into());
        self
    }

    /// Adds arguments.
    pub fn args(self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        arguments.into_iter().fold(self, Self::arg)
    }

    /// Sets an environment variable of the process.
    pub fn env(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        self.variables.push((name.as_ref().into(), value.as_ref().into()));
        self
    }

    /// Sets the working directory of the process.
    pub fn current_dir(mut self, directory: impl Into<PathBuf>) -> Self {
        self.directory = Some(directory.into());
        self
    }

    /// Sets the treatment of the standard error; the default is [`Stderr::Keep`].
    pub fn stderr(mut self, stderr: Stderr) -> Self {
        self.stderr = stderr;
        self
    }

    /// Sets the time limit from the start of the process to `uciok`; the default is 20 s.
    pub fn handshake_timeout(mut self, timeout: Duration) -> Self {
        self.handshake_timeout = timeout;
        self
    }

    /// Sets the time limit for `readyok`, and for `bestmove` after `stop` or after the time limit of a
    /// search; the default is 20 s.
    pub fn reply_timeout(mut self, timeout: Duration) -> Self {
        self.reply_timeout = timeout;
        self
    }

    /// Sets the time between `quit` and the kill of a process that still runs; the default is 1 s.
    pub fn quit_timeout(mut self, timeout: Duration) -> Self {
        self.quit_timeout = timeout;
        self
    }

    /// Starts the process, sends `uci` and reads the name, the author and the options up to `uciok`.
    ///
    /// # Errors
    /// If the process cannot be started, exits, or sends no `uciok` in time. It has then ended.
    pub fn start(&self) -> Result<Engine, EngineError> {
        self.start_while(|| true)
    }

    /// Starts the process like [`start`](Self::start) while `continues` returns true, which is called
    /// at least every 50 ms.
    ///
    /// # Errors
    /// As [`start`](Self::start), and [`EngineError::Cancelled`]. The process has then been killed.
    pub fn start_while(&self, mut continues: impl FnMut() -> bool) -> Result<Engine, EngineError> {
        let mut command = process::Command::new(&self.program);
        command.args(&self.arguments);
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        if let Some(directory) = &self.directory {
            command.current_dir(directory);
        }
        let process = EngineProcess::start(&mut command, self.stderr)
            .map_err(|error| EngineError::Start { program: self.program.clone(), error })?;
        Engine::new(process, self, &mut continues)
    }
}

/// The maximum number of options of an engine.
const OPTIONS_MAX: usize = 4096;

/// A UCI engine in a process of its own.
///
/// Dropping it sends `quit`, waits for the end of the process, kills it after a timeout, and reaps it.
#[derive(Debug)]
pub struct Engine {
    process: EngineProcess,
    reply_timeout: Duration,
    /// The time between `quit` and the kill, zero after a cancellation.
    quit_timeout: Duration,
    name: Option<String>,
    author: Option<String>,
    options: Vec<OptionDeclaration>,
    /// The position of the next search, in the notation of the engine.
    position: Position,
    /// Set once a `position` command has been sent in this game.
    has_position: bool,
    chess960: bool,
    /// Set while the `bestmove` of a dropped [`Search`] has not arrived.
    is_searching: bool,
    /// Set after a fatal error.
    is_unusable: bool,
    pub(super) last_line: Option<String>,
    /// The number of lines read since the last deadline.
    late_lines: usize,
}

impl Engine {
    /// Starts a program with default settings; see [`EngineBuilder`].
    ///
    /// # Errors
    /// If the process cannot be started, exits, or sends no `uciok` within 20 s.
    pub fn start(program: impl Into<PathBuf>) -> Result<Self, EngineError> {
        EngineBuilder::new(program).start()
    }

    /// Connects to an engine behind two streams, such as those of a network connection: reads its
    /// `output` and writes commands to its `input`. The timeouts are the defaults of
    /// [`EngineBuilder`].
    ///
    /// Dropping the engine sends `quit` and closes `input`. The thread that reads `output` ends with
    /// the stream.
    ///
    /// # Errors
    /// [`EngineError::Streams`] if a thread cannot be started; otherwise if `output` ends or has no
    /// `uciok` within 20 s.
    pub fn connect(
        output: impl Read + Send + 'static,
        input: impl Write + Send + 'static,
    ) -> Result<Self, EngineError> {
        let process = EngineProcess::connect(output, input).map_err(EngineError::Streams)?;
        Self::new(process, &EngineBuilder::new(""), &mut || true)
    }

    fn new(
        process: EngineProcess,
        settings: &EngineBuilder,
        continues: &mut dyn FnMut() -> bool,
    ) -> Result<Self, EngineError> {
        let mut engine = Self {
            process,
            reply_timeout: settings.reply_timeout,
            quit_timeout: settings.quit_timeout,
            name: None,
            author: None,
            options: Vec::new(),
            position: Position::startpos(),
            has_position: false,
            chess960: false,
            is_searching: false,
            is_unusable: false,
            last_line: None,
            late_lines: 0,
        };
        engine.handshake(settings.handshake_timeout, continues)?;
        Ok(engine)
    }

    /// Returns the name from `id name`.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Returns the authors from `id author`.
    pub fn author(&self) -> Option<&str> {
        self.author.as_deref()
    }

    /// Returns the declared options in the order of the engine. Invalid declarations are left out.
    pub fn options(&self) -> &[OptionDeclaration] {
        &self.options
    }

    /// Returns the declaration of an option, whose name is compared without regard to case.
    pub fn option(&self, name: &str) -> Option<&OptionDeclaration> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Returns the identifier of the process; `None` for an engine behind [streams](Self::connect).
    pub fn process_id(&self) -> Option<u32> {
        self.process.id()
    }

    /// Returns the position of the next search.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the number of lines that were dropped because too many were unread: `info` lines and
    /// unknown lines.
    pub fn dropped_lines(&self) -> u64 {
        self.process.output.dropped()
    }

    /// Returns a handle that stops a search from another thread.
    pub fn stop_handle(&self) -> StopHandle {
        StopHandle(self.process.input.as_ref().map(std::sync::Arc::downgrade).unwrap_or_default())
    }

    /// Returns a handle that kills the process from another thread. It has no effect on an engine
    /// behind [streams](Self::connect).
    pub fn kill_handle(&self) -> KillHandle {
        self.process.kill_handle()
    }

    /// Sets an option. The value is checked before it is sent; `Hash` and `Threads` take effect before
    /// the next `readyok`, see [`wait_ready`](Self::wait_ready).
    ///
    /// # Errors
    /// [`EngineError::Option`] if there is no such option, or the value is invalid.
    pub fn set_option(
        &mut self,
        name: &str,
        value: impl Into<OptionValue>,
    ) -> Result<(), EngineError> {
        let declaration = self.option(name).ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let set = value.into().for_option(declaration)?;
        self.settle()?;
        self.send(&Command::SetOption(set))
    }

    /// Sets an option to a value given as text, which is parsed by the type of the option. The text of
    /// a button is empty.
    ///
    /// # Errors
    /// [`EngineError::Option`] if there is no such option, or the value is invalid.
    pub fn set_option_text(&mut self, name: &str, text: &str) -> Result<(), EngineError> {
        let declaration = self.option(name).ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let value = OptionValue::parse(declaration, text)?;
        self.set_option(name, value)
    }

    /// Sends `isready` and waits for `readyok`: all earlier commands have then been executed.
    ///
    /// # Errors
    /// If the engine exits or does not reply in time.
    pub fn wait_ready(&mut self) -> Result<(), EngineError> {
        self.settle()?;
        self.send(&Command::IsReady)?;
        let deadline = Deadline::after(self.reply_timeout);
        while self.receive("readyok", Some(deadline))? != Reply::ReadyOk {}
        Ok(())
    }

    /// Starts a new game from the start position: sends `ucinewgame` and waits for `readyok`.
    ///
    /// # Errors
    /// If the engine exits or does not reply in time.
    pub fn new_game(&mut self) -> Result<(), EngineError> {
        self.settle()?;
        self.send(&Command::UciNewGame)?;
        self.position = Position::startpos();
        self.has_position = false;
        self.wait_ready()
    }

    /// Sets the position of the next search: `start`, then `moves`. For a position with Chess960
    /// castling the option `UCI_Chess960` is set.
    ///
    /// # Errors
    /// [`EngineError::Position`] if a move is illegal, [`EngineError::Option`] if the engine does not
    /// support Chess960; both before anything is sent.
    pub fn set_position(&mut self, start: &Position, moves: &[Move]) -> Result<(), EngineError> {
        let mut position = start.clone();
        position.set_chess960(start.is_chess960() || self.chess960);
        let mut texts = Vec::with_capacity(moves.len());
        for (number, &mv) in (1..).zip(moves) {
            // The text of an illegal move is undefined, so it is made only after the move.
            let text = position.is_legal(mv).then(|| position.uci(mv));
            position.try_do_move(mv).map_err(|error| EngineError::Position { number, error })?;
            texts.extend(text);
        }
        if start.is_chess960() && !self.chess960 {
            self.set_option("UCI_Chess960", true)?;
            self.chess960 = true;
        }
        self.settle()?;
        let is_startpos = *start == Position::startpos();
        let start =
            if is_startpos { StartPosition::Startpos } else { StartPosition::Fen(start.fen()) };
        self.send(&Command::Position(UciPosition { start, moves: texts }))?;
        self.position = position;
        self.has_position = true;
        Ok(())
    }

    /// Starts a search of the position.
    ///
    /// A search with `movetime` or clocks fails with [`EngineError::Timeout`] if its best move does
    /// not arrive before that time and the reply timeout; other searches have no timeout until
    /// [`Search::set_timeout`]. Dropping the search stops it.
    ///
    /// # Errors
    /// [`EngineError::SearchMove`] if a move of `searchmoves` is illegal, [`EngineError::PerftInGo`]
    /// for a perft, which [`perft`](Self::perft) runs; otherwise if the engine has exited.
    pub fn go(&mut self, go: &Go) -> Result<Search<'_>, EngineError> {
        if go.perft.is_some() {
            return Err(EngineError::PerftInGo);
        }
        for &uci_move in &go.searchmoves {
            self.position.find_uci(uci_move).map_err(EngineError::SearchMove)?;
        }
        self.start_go(go)?;
        self.is_searching = true;
        Ok(Search::new(self, go))
    }

    /// Searches the position to the best move and calls `on_info` with each `info` line.
    ///
    /// # Errors
    /// As [`go`](Self::go), and if the search fails.
    pub fn search(
        &mut self,
        go: &Go,
        mut on_info: impl FnMut(Info),
    ) -> Result<BestMove, EngineError> {
        let mut search = self.go(go)?;
        for info in search.by_ref() {
            on_info(info?);
        }
        search.finish()
    }

    /// Sends `quit` and returns the exit status; `None` if the system does not report it. A process
    /// that still runs after the quit timeout is killed.
    pub fn quit(mut self) -> Option<ExitStatus> {
        self.end()
    }

    fn end(&mut self) -> Option<ExitStatus> {
        // Ignores errors: the process has ended or does not read, and is killed.
        let _ = self.process.input.as_ref().map(|input| input.send("quit"));
        self.process.end(self.quit_timeout)
    }

    /// Sends `go`, after the start position if there is no other.
    pub(super) fn start_go(&mut self, go: &Go) -> Result<(), EngineError> {
        self.settle()?;
        if !self.has_position {
            self.send(&Command::Position(UciPosition::default()))?;
            self.has_position = true;
        }
        self.send(&Command::Go(go.clone()))
    }

    /// Reads the replies to `uci` while `continues` returns true.
    fn handshake(
        &mut self,
        timeout: Duration,
        continues: &mut dyn FnMut() -> bool,
    ) -> Result<(), EngineError> {
        let deadline = Some(Deadline::after(timeout));
        self.send(&Command::Uci)?;
        loop {
            match self.receive_while("uciok", deadline, continues)? {
                Ok(Reply::IdName(name)) => self.name = Some(name),
                Ok(Reply::IdAuthor(author)) => self.author = Some(author),
                Ok(Reply::Option(option)) => self.add_option(option)?,
                Ok(Reply::UciOk) => return Ok(()),
                _ => {}
            }
        }
    }

    fn add_option(&mut self, option: OptionDeclaration) -> Result<(), EngineError> {
        if self.options.len() == OPTIONS_MAX {
            return Err(self.flood("options", OPTIONS_MAX));
        }
        self.options.retain(|old| !old.name.eq_ignore_ascii_case(&option.name));
        self.options.push(option);
        Ok(())
    }

    /// Waits for the best move of a dropped search.
    fn settle(&mut self) -> Result<(), EngineError> {
        if self.is_searching {
            let deadline = Deadline::after(self.reply_timeout);
            while !matches!(self.receive("bestmove", Some(deadline))?, Reply::BestMove { .. }) {}
            self.is_searching = false;
        }
        Ok(())
    }

    /// Sends a command.
    fn send(&mut self, command: &Command) -> Result<(), EngineError> {
        let input = match &self.process.input {
            Some(input) if !self.is_unusable => input,
            _ => return Err(EngineError::Unusable),
        };
        match input.send(&command.to_string()) {
            Ok(()) => Ok(()),
            Err(SendError::NotReading { pending }) => {
                Err(self.fail(EngineError::NotReading { pending }))
            }
            Err(SendError::Closed) => Err(self.exited("input")),
        }
    }

    /// Checks a best move, and returns it without a ponder move that is illegal, which some engines
    /// send.
    fn checked_best_move(
        &mut self,
        best: Option<UciMove>,
        ponder: Option<UciMove>,
    ) -> Result<BestMove, EngineError> {
        self.is_searching = false;
        if best.is_none() && !self.position.has_legal_move() {
            return Ok(BestMove { best: None, ponder: None });
        }
        let Some(mv) = best.and_then(|best| self.position.find_uci(best).ok()) else {
            let fen = self.position.fen();
            return Err(self.fail(EngineError::IllegalBestMove { found: best, fen }));
        };
        let mut after = self.position.clone();
        after.do_move(mv);
        let ponder = ponder.and_then(|ponder| after.find_uci(ponder).ok());
        Ok(BestMove { best: Some(mv), ponder })
    }

    /// Returns true until the best move of the search has arrived or failed.
    fn is_searching(&self) -> bool {
        self.is_searching && !self.is_unusable
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.end();
    }
}

/// Stops the search of an engine from another thread; see [`Engine::stop_handle`].
#[derive(Clone, Debug)]
pub struct StopHandle(Weak<EngineStdin>);

impl StopHandle {
    /// Sends `stop`. Has no effect if the engine does not search or has ended.
    pub fn stop(&self) {
        if let Some(input) = self.0.upgrade() {
            // An engine that does not read is found by the thread that waits for its reply.
            let _ = input.send(&Command::Stop.to_string());
        }
    }
}

/// The maximum number of lines read after a deadline: more than fit in the queue, so that a reply that
/// arrived in time is found.
const LATE_LINES_MAX: usize = 1 << 15;

/// The time for the exit status of a process that has closed its output.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);

/// The time between two checks for a cancellation.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A line, parsed as a reply.
pub(super) type Received = Result<Reply, ReplyError>;

impl Engine {
    /// Returns the next reply. Skips lines that are none; an invalid `bestmove` is an error.
    fn receive(
        &mut self,
        waiting_for: &'static str,
        deadline: Option<Deadline>,
    ) -> Result<Reply, EngineError> {
        match self.receive_until(waiting_for, deadline.map(|deadline| deadline.at))? {
            Some(reply) => Ok(reply),
            None => Err(self.timed_out(waiting_for, deadline)),
        }
    }

    /// Returns the next reply, or `None` at the deadline. Skips lines that are none.
    fn receive_until(
        &mut self,
        waiting_for: &'static str,
        deadline: Option<Instant>,
    ) -> Result<Option<Reply>, EngineError> {
        loop {
            match self.receive_line(waiting_for, deadline)? {
                Some(Ok(reply)) => return Ok(Some(reply)),
                Some(Err(_)) => {}
                None => return Ok(None),
            }
        }
    }

    /// Returns the next line while `continues` returns true, which is called for each line and at least
    /// every 50 ms.
    ///
    /// # Errors
    /// [`EngineError::Cancelled`]; the process is then killed without a wait for its end after `quit`.
    pub(super) fn receive_while(
        &mut self,
        waiting_for: &'static str,
        deadline: Option<Deadline>,
        continues: &mut dyn FnMut() -> bool,
    ) -> Result<Received, EngineError> {
        loop {
            if !continues() {
                self.quit_timeout = Duration::ZERO;
                return Err(self.fail(EngineError::Cancelled));
            }
            let poll = Instant::now() + POLL_INTERVAL;
            let until = deadline.map_or(poll, |deadline| deadline.at.min(poll));
            if let Some(received) = self.receive_line(waiting_for, Some(until))? {
                return Ok(received);
            }
            self.check(waiting_for, deadline)?;
        }
    }

    /// Returns the next line as a reply or the error of one, or `None` at the deadline. Lines that are
    /// unread at the deadline are still read, up to [`LATE_LINES_MAX`].
    fn receive_line(
        &mut self,
        waiting_for: &'static str,
        deadline: Option<Instant>,
    ) -> Result<Option<Received>, EngineError> {
        if self.is_unusable {
            return Err(EngineError::Unusable);
        }
        let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.late_lines = if is_late { self.late_lines + 1 } else { 0 };
        if self.late_lines > LATE_LINES_MAX {
            self.late_lines = 0;
            return Ok(None);
        }
        let line = match self.process.output.next(deadline) {
            Ok(Some(line)) => line,
            Ok(None) => return Ok(None),
            Err(end) => return Err(self.ended(end, waiting_for)),
        };
        let is_best_move = line.split_ascii_whitespace().next() == Some("bestmove");
        let received = match line.parse() {
            Ok(Reply::CopyProtection(CheckStatus::Error)) => {
                Err(self.fail(EngineError::CopyProtection))
            }
            Err(error) if is_best_move => {
                Err(self.fail(EngineError::Reply { line: truncated(&line), error }))
            }
            received => Ok(Some(received)),
        };
        self.last_line = Some(line);
        received
    }

    /// Returns the error of a reply that did not arrive in time.
    fn timed_out(&mut self, waiting_for: &'static str, deadline: Option<Deadline>) -> EngineError {
        let timeout = deadline.map_or(Duration::ZERO, |deadline| deadline.timeout);
        let last_line = self.last_line.as_deref().map(truncated);
        self.fail(EngineError::Timeout { waiting_for, timeout, last_line })
    }

    /// Fails if a deadline has passed.
    fn check(
        &mut self,
        waiting_for: &'static str,
        deadline: Option<Deadline>,
    ) -> Result<(), EngineError> {
        if deadline.is_some_and(|deadline| Instant::now() >= deadline.at) {
            return Err(self.timed_out(waiting_for, deadline));
        }
        Ok(())
    }

    /// Marks the engine as unusable and returns the error.
    pub(super) fn fail(&mut self, error: EngineError) -> EngineError {
        self.is_unusable |= error.is_fatal();
        error
    }

    /// Returns the error of more output than allowed.
    pub(super) fn flood(&mut self, what: &'static str, limit: usize) -> EngineError {
        self.fail(EngineError::Flood { what, limit })
    }

    fn ended(&mut self, end: End, waiting_for: &'static str) -> EngineError {
        match end {
            End::Closed => self.exited(waiting_for),
            End::LineTooLong => self.fail(EngineError::LineTooLong { limit: LINE_LENGTH_MAX }),
            End::Flood => self.flood("bytes of unread replies", UNREAD_BYTES_MAX),
            End::Failed(kind) => self.fail(EngineError::Read(io::Error::from(kind))),
        }
    }

    fn exited(&mut self, waiting_for: &'static str) -> EngineError {
        let status = self.process.wait(EXIT_TIMEOUT);
        let stderr = self.process.stderr_text();
        self.fail(EngineError::Exited { waiting_for, status, stderr })
    }
}

/// The result of a search. The moves are legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BestMove {
    /// The best move; `None` if there is no legal move.
    pub best: Option<Move>,
    /// The expected reply, to ponder on.
    pub ponder: Option<Move>,
}

/// A running search: an iterator of `info` lines, which ends with the best move.
///
/// ```no_run
/// use ferz_uci::Go;
/// use ferz_uci::client::Engine;
///
/// let mut engine = Engine::start("stockfish")?;
/// let mut search = engine.go(&Go { infinite: true, ..Go::default() })?;
/// while let Some(info) = search.next() {
///     if info?.depth >= Some(20) {
///         search.stop()?;
///     }
/// }
/// let best = search.best_move().expect("the iterator ended without an error");
/// # Ok::<(), ferz_uci::client::EngineError>(())
/// ```
#[derive(Debug)]
#[must_use = "dropping a search stops it"]
pub struct Search<'a> {
    engine: &'a mut Engine,
    deadline: Option<Deadline>,
    /// The time limit of the search that a ponder hit starts.
    time_after_ponder: Option<Duration>,
    best: Option<BestMove>,
}

/// Returns the time limit of a search without pondering, if it has one.
fn time_limit(go: &Go, side: Color) -> Option<Duration> {
    let clock = go.clock(side).or_else(|| go.clock(!side));
    let millis = go.movetime.or(clock).filter(|_| !go.infinite)?;
    Some(Duration::from_millis(millis.max(0).unsigned_abs()))
}

impl<'a> Search<'a> {
    fn new(engine: &'a mut Engine, go: &Go) -> Self {
        let limit = time_limit(go, engine.position().side_to_move());
        let limit = limit.map(|limit| limit.saturating_add(engine.reply_timeout));
        Self {
            deadline: limit.filter(|_| !go.ponder).map(Deadline::after),
            time_after_ponder: limit.filter(|_| go.ponder),
            engine,
            best: None,
        }
    }

    /// Sets the time from now after which the search fails without a best move; `None` waits for any
    /// time.
    pub fn set_timeout(&mut self, timeout: Option<Duration>) {
        self.deadline = timeout.map(Deadline::after);
    }

    /// Sends `stop`. The best move must arrive before the reply timeout.
    ///
    /// # Errors
    /// If the engine has exited or does not read.
    pub fn stop(&mut self) -> Result<(), EngineError> {
        if self.engine.is_searching() {
            self.engine.send(&Command::Stop)?;
            self.deadline = Some(Deadline::after(self.engine.reply_timeout));
        }
        Ok(())
    }

    /// Sends `ponderhit`: the opponent played the expected move, and the clock of the search starts.
    ///
    /// # Errors
    /// If the engine has exited or does not read.
    pub fn ponder_hit(&mut self) -> Result<(), EngineError> {
        if self.engine.is_searching() {
            self.engine.send(&Command::PonderHit)?;
            self.deadline = self.time_after_ponder.take().map(Deadline::after).or(self.deadline);
        }
        Ok(())
    }

    /// Waits at most `timeout` for the next `info` line. Returns `None` if there is none, or if the
    /// search has [ended](Self::best_move).
    ///
    /// # Errors
    /// If the engine exits, exceeds the time limit of the search or sends an invalid best move.
    pub fn next_within(&mut self, timeout: Duration) -> Result<Option<Info>, EngineError> {
        let deadline = Instant::now() + timeout;
        while self.best.is_none() {
            let Some(reply) = self.engine.receive_until("bestmove", Some(deadline))? else {
                self.engine.check("bestmove", self.deadline)?;
                break;
            };
            if let Some(info) = self.accept(reply)? {
                return Ok(Some(info));
            }
        }
        Ok(None)
    }

    /// Returns the best move once the iterator has ended.
    pub fn best_move(&self) -> Option<BestMove> {
        self.best
    }

    /// Waits for the best move and skips further `info` lines.
    ///
    /// # Errors
    /// If the engine exits, exceeds the time limit or sends an invalid best move.
    pub fn finish(mut self) -> Result<BestMove, EngineError> {
        for info in self.by_ref() {
            info?;
        }
        self.best.ok_or(EngineError::Unusable)
    }

    /// Returns the information of a reply, or stores its best move.
    fn accept(&mut self, reply: Reply) -> Result<Option<Info>, EngineError> {
        match reply {
            Reply::Info(info) => return Ok(Some(info)),
            Reply::BestMove { best, ponder } => {
                self.best = Some(self.engine.checked_best_move(best, ponder)?);
            }
            _ => {}
        }
        Ok(None)
    }
}

/// Waits for `info` lines. Ends with the best move, and after the first error.
impl Iterator for Search<'_> {
    type Item = Result<Info, EngineError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.engine.is_searching() {
            let reply = self.engine.receive("bestmove", self.deadline);
            if let Some(result) = reply.and_then(|reply| self.accept(reply)).transpose() {
                return Some(result);
            }
        }
        None
    }
}

/// Stops the search. The next call to the engine waits for its best move.
impl Drop for Search<'_> {
    fn drop(&mut self) {
        if self.engine.is_searching() {
            // Ignores the error: the next call to the engine returns it.
            let _ = self.engine.send(&Command::Stop);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_line_is_a_file_or_a_program_with_arguments() {
        let parts = |line: &str| {
            let settings = EngineBuilder::from_command_line(line);
            (settings.program, settings.arguments)
        };
        let arguments = ["--uci", "-t"].map(OsString::from).to_vec();
        assert_eq!(parts(" engine --uci \t-t "), ("engine".into(), arguments));
        assert_eq!(parts(""), ("".into(), Vec::new()));
        let name = std::format!("ferz command line {}", process::id());
        let file = std::env::temp_dir().join(name);
        std::fs::write(&file, "").unwrap();
        let found = parts(file.to_str().unwrap());
        std::fs::remove_file(&file).unwrap();
        assert_eq!(found, (file, Vec::new()));
    }

    #[test]
    fn time_limits_follow_the_side_to_move() {
        let go = Go { wtime: Some(3000), btime: Some(-50), ..Go::default() };
        assert_eq!(time_limit(&go, Color::White), Some(Duration::from_secs(3)));
        assert_eq!(time_limit(&go, Color::Black), Some(Duration::ZERO));
        let white_only = Go { wtime: Some(3000), ..Go::default() };
        assert_eq!(time_limit(&white_only, Color::Black), Some(Duration::from_secs(3)));
        let movetime = Go { movetime: Some(70), ..go };
        assert_eq!(time_limit(&movetime, Color::White), Some(Duration::from_millis(70)));
        assert_eq!(time_limit(&Go { infinite: true, ..movetime }, Color::White), None);
        assert_eq!(time_limit(&Go { depth: Some(3), ..Go::default() }, Color::White), None);
    }
}
