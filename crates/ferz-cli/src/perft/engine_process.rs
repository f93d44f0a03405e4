//! Another UCI engine that supports `go perft`.

use super::child::{ChildProcess, NextLine};
use crate::error::Error;
use ferz::{MAX_MOVES, Position};
use ferz_cli_common::{interrupt, output};
use ferz_uci::{Command as UciCommand, Go, PerftLine, Reply, StartPosition, UciMove, UciPosition};
use std::time::{Duration, Instant};

/// Time limit of an engine for `uciok` and `readyok`.
const REPLY_TIMEOUT: Duration = Duration::from_secs(20);
/// Longest time between two tests for Ctrl-C.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Largest number of lines without a count that an engine may send during a count.
const MAX_OTHER_LINES: usize = 100_000;
/// Longest engine name that is printed, in characters.
const MAX_NAME: usize = 80;

/// Counts of an engine.
pub(super) struct EngineCounts {
    /// Counts below each move, in the order of the engine.
    pub(super) rows: Vec<(UciMove, u64)>,
    /// Total that the engine printed.
    pub(super) total: u64,
}

/// Running engine.
pub(super) struct EngineProcess {
    /// Name from `id name`, else the command.
    pub(super) name: String,
    command: String,
    process: ChildProcess,
    /// End of the whole comparison.
    deadline: Instant,
    limit: Duration,
}

impl EngineProcess {
    /// Starts an engine: the path of a program, or a command with arguments. `limit` is the time
    /// for everything that the engine does.
    ///
    /// # Errors
    /// If it cannot be started, or does not reply to `uci` and `isready`.
    pub(super) fn start(command: &str, chess960: bool, limit: Duration) -> Result<Self, Error> {
        let error = |reason: String| Error::Engine { engine: command.into(), reason };
        let process = ChildProcess::start(command)
            .map_err(|cause| error(format!("cannot be started: {cause}")))?;
        let (name, command) = (output::escaped(command), command.to_owned());
        let deadline = Instant::now() + limit;
        let mut started = Self { name, command, process, deadline, limit };
        started.send("uci")?;
        started.wait_for(&Reply::UciOk)?;
        if chess960 {
            started.send("setoption name UCI_Chess960 value true")?;
        }
        started.send("isready")?;
        started.wait_for(&Reply::ReadyOk)?;
        Ok(started)
    }

    /// Returns the counts of the engine for the position after `line`.
    ///
    /// # Errors
    /// If the engine exits, exceeds the time limit, sends no valid total, or does not support
    /// `go perft`; [`Error::Interrupted`] after Ctrl-C.
    pub(super) fn divide(
        &mut self,
        root: &Position,
        line: &[UciMove],
        depth: u32,
    ) -> Result<EngineCounts, Error> {
        let start = StartPosition::Fen(root.fen());
        let position = UciPosition { start, moves: line.to_vec() };
        self.send(&UciCommand::Position(position).to_string())?;
        self.send(&UciCommand::Go(Go { perft: Some(depth), ..Go::default() }).to_string())?;
        let mut rows = Vec::new();
        for _ in 0..MAX_MOVES + MAX_OTHER_LINES {
            let deadline = self.deadline;
            let line = self.next_line(deadline)?.ok_or_else(|| {
                let seconds = self.limit.as_secs();
                self.error(&format!("did not complete the count within {seconds} s (--timeout)"))
            })?;
            match line.parse() {
                Ok(PerftLine::Move { uci_move, nodes }) if rows.len() < MAX_MOVES => {
                    rows.push((uci_move, nodes));
                }
                Ok(PerftLine::Move { .. }) => {
                    return Err(self.error(&format!("listed more than {MAX_MOVES} moves")));
                }
                Ok(PerftLine::Total { nodes: total }) => return Ok(EngineCounts { rows, total }),
                Err(_) => self.check_other(&line)?,
            }
        }
        Err(self.error(&format!("sent more than {MAX_OTHER_LINES} lines without a total")))
    }

    /// Returns an error for a line that is no count if it shows that none follows.
    fn check_other(&self, line: &str) -> Result<(), Error> {
        let text = line.trim_ascii();
        let is_total = text.to_ascii_lowercase().starts_with("nodes searched");
        let is_move = text.split_once(':').is_some_and(|(name, _)| name.parse::<UciMove>().is_ok());
        if is_total || is_move {
            return Err(self.error(&format!("sent the invalid count {text:?}")));
        }
        match line.parse() {
            Ok(Reply::BestMove { .. }) => Err(self.no_perft()),
            Ok(Reply::Info(info)) if info.score.is_some() => Err(self.no_perft()),
            _ => Ok(()),
        }
    }

    /// Returns the error of an engine that starts a search on `go perft`.
    fn no_perft(&self) -> Error {
        self.error("does not support `go perft`: it started a search")
    }

    /// Returns an error of the engine.
    pub(super) fn error(&self, reason: &str) -> Error {
        Error::Engine { engine: self.command.clone(), reason: reason.into() }
    }

    fn send(&mut self, line: &str) -> Result<(), Error> {
        let sent = self.process.send(line);
        sent.map_err(|cause| self.error(&format!("did not accept {line:?}: {cause}")))
    }

    /// Returns the next line, or `None` after `deadline`.
    fn next_line(&self, deadline: Instant) -> Result<Option<String>, Error> {
        loop {
            if interrupt::requested() || output::is_closed() {
                return Err(Error::Interrupted);
            }
            match self.process.next_line(deadline.min(Instant::now() + POLL_INTERVAL)) {
                NextLine::Line(line) => return Ok(Some(line)),
                NextLine::Ended => return Err(self.error("has exited")),
                NextLine::Timeout if Instant::now() >= deadline => return Ok(None),
                NextLine::Timeout => {}
            }
        }
    }

    /// Reads lines up to a reply, and stores the name of an `id name` line.
    fn wait_for(&mut self, wanted: &Reply) -> Result<(), Error> {
        let deadline = self.deadline.min(Instant::now() + REPLY_TIMEOUT);
        loop {
            let line = self.next_line(deadline)?.filter(|_| Instant::now() < deadline);
            let Some(line) = line else {
                let seconds = REPLY_TIMEOUT.min(self.limit).as_secs();
                return Err(self.error(&format!("sent no {wanted} within {seconds} s")));
            };
            match line.parse::<Reply>() {
                Ok(Reply::IdName(name)) => {
                    self.name = output::escaped(&name).chars().take(MAX_NAME).collect();
                }
                Ok(reply) if reply == *wanted => return Ok(()),
                _ => {}
            }
        }
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        // Ignores errors: the process is ended in any case.
        let _ = self.process.send("quit");
    }
}
