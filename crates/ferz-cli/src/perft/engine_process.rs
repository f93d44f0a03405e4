//! Process of another UCI engine that supports `go perft`.

use crate::error::Error;
use ferz::Position;
use ferz_uci::{Command as UciCommand, Go, PerftLine, Reply, StartPosition, UciMove, UciPosition};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Time limit of an engine for `uciok` and `readyok`.
const REPLY_TIMEOUT: Duration = Duration::from_secs(20);

/// Running engine.
pub(super) struct EngineProcess {
    /// Name from `id name`, else the command.
    pub(super) name: String,
    command: String,
    process: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl EngineProcess {
    /// Starts an engine: the path of a program, or a command with arguments.
    ///
    /// # Errors
    /// If it cannot be started, or does not reply to `uci` and `isready`.
    pub(super) fn start(command: &str, chess960: bool) -> Result<Self, Error> {
        let error = |reason: String| Error::Engine { engine: command.into(), reason };
        let mut words: Vec<&str> = command.split_whitespace().collect();
        if Path::new(command).exists() || words.is_empty() {
            words = vec![command];
        }
        let mut process = Command::new(words[0])
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|cause| error(format!("cannot be started: {cause}")))?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(error("has no standard input or output".into()));
        };
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut bytes = Vec::new();
            while output.read_until(b'\n', &mut bytes).is_ok_and(|length| length > 0) {
                if sender.send(String::from_utf8_lossy(&bytes).into_owned()).is_err() {
                    return;
                }
                bytes.clear();
            }
        });
        let name = command.to_owned();
        let mut started = Self { name, command: command.into(), process, input, lines };
        started.send("uci")?;
        started.wait_for(&Reply::UciOk)?;
        if chess960 {
            started.send("setoption name UCI_Chess960 value true")?;
        }
        started.send("isready")?;
        started.wait_for(&Reply::ReadyOk)?;
        Ok(started)
    }

    /// Returns the counts below each move of the position after `line`, in the order of the engine.
    ///
    /// # Errors
    /// If the engine exits, or does not support `go perft`.
    pub(super) fn divide(
        &mut self,
        root: &Position,
        line: &[UciMove],
        depth: u32,
    ) -> Result<Vec<(UciMove, u64)>, Error> {
        let start = StartPosition::Fen(root.fen());
        let position = UciPosition { start, moves: line.to_vec() };
        self.send(&UciCommand::Position(position).to_string())?;
        self.send(&UciCommand::Go(Go { perft: Some(depth), ..Go::default() }).to_string())?;
        let mut rows = Vec::new();
        loop {
            let line = self.lines.recv().map_err(|_| self.error("exited during the count"))?;
            match line.parse() {
                Ok(PerftLine::Move { uci_move, nodes }) => rows.push((uci_move, nodes)),
                Ok(PerftLine::Total { .. }) => return Ok(rows),
                Err(_) => match line.parse() {
                    Ok(Reply::BestMove { .. }) => return Err(self.no_perft()),
                    Ok(Reply::Info(info)) if info.score.is_some() => return Err(self.no_perft()),
                    _ => {}
                },
            }
        }
    }

    /// Returns the error of an engine that starts a search on `go perft`.
    fn no_perft(&self) -> Error {
        self.error("does not support `go perft`: it started a search")
    }

    fn error(&self, reason: &str) -> Error {
        Error::Engine { engine: self.command.clone(), reason: reason.into() }
    }

    fn send(&mut self, line: &str) -> Result<(), Error> {
        let written = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        written.map_err(|_| self.error("closed its standard input"))
    }

    /// Reads lines up to a reply, and stores the name of an `id name` line.
    fn wait_for(&mut self, wanted: &Reply) -> Result<(), Error> {
        let deadline = Instant::now() + REPLY_TIMEOUT;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => {
                    self.error(&format!("sent no {wanted} within {} s", REPLY_TIMEOUT.as_secs()))
                }
                RecvTimeoutError::Disconnected => self.error(&format!("exited before {wanted}")),
            })?;
            match line.parse::<Reply>() {
                Ok(Reply::IdName(name)) => self.name = name,
                Ok(reply) if reply == *wanted => return Ok(()),
                _ => {}
            }
        }
    }
}

/// Ends the process.
impl Drop for EngineProcess {
    fn drop(&mut self) {
        let _ = self.send("quit");
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
