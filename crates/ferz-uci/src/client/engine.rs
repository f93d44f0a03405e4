//! An engine between searches.

use super::process::{EngineProcess, EngineStdin, KillHandle, SendError};
use super::receive::Deadline;
use super::{BestMove, EngineBuilder, EngineError, OptionError, OptionValue, Search};
use crate::{Command, Go, Info, OptionDeclaration, Reply, StartPosition, UciMove, UciPosition};
use ferz::{Move, Position};
use std::borrow::ToOwned;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::ExitStatus;
use std::string::{String, ToString};
use std::sync::Weak;
use std::time::Duration;
use std::vec::Vec;

/// The maximum number of options of an engine.
const OPTIONS_MAX: usize = 4096;

/// A UCI engine in a process of its own.
///
/// Dropping it sends `quit`, waits for the end of the process, kills it after a timeout, and reaps it.
#[derive(Debug)]
pub struct Engine {
    pub(super) process: EngineProcess,
    reply_timeout: Duration,
    /// The time between `quit` and the kill, zero after a cancellation.
    pub(super) quit_timeout: Duration,
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
    pub(super) is_unusable: bool,
    pub(super) last_line: Option<String>,
    /// The number of lines read since the last deadline.
    pub(super) late_lines: usize,
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
        let settings = EngineBuilder::new("");
        let mut engine = Self::new(process, &settings);
        engine.handshake(settings.handshake_timeout, &mut || true)?;
        Ok(engine)
    }

    pub(super) fn new(process: EngineProcess, settings: &EngineBuilder) -> Self {
        Self {
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
        }
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
    pub(super) fn handshake(
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
            return Err(self.fail(EngineError::Flood { what: "options", limit: OPTIONS_MAX }));
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
    pub(super) fn send(&mut self, command: &Command) -> Result<(), EngineError> {
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
    pub(super) fn checked_best_move(
        &mut self,
        best: Option<UciMove>,
        ponder: Option<UciMove>,
    ) -> Result<BestMove, EngineError> {
        self.is_searching = false;
        let best = best.filter(|best| !best.is_null());
        let Some(best_move) = best else {
            if self.position.has_legal_move() {
                let fen = self.position.fen();
                return Err(self.fail(EngineError::IllegalBestMove { found: best, fen }));
            }
            return Ok(BestMove { best: None, ponder: None });
        };
        let Ok(mv) = self.position.find_uci(best_move) else {
            let fen = self.position.fen();
            return Err(self.fail(EngineError::IllegalBestMove { found: best, fen }));
        };
        let mut after = self.position.clone();
        after.do_move(mv);
        let ponder = ponder.and_then(|ponder| after.find_uci(ponder).ok());
        Ok(BestMove { best: Some(mv), ponder })
    }

    /// Returns the time limit for replies.
    pub(super) fn reply_timeout(&self) -> Duration {
        self.reply_timeout
    }

    /// Returns true until the best move of the search has arrived or failed.
    pub(super) fn is_searching(&self) -> bool {
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
