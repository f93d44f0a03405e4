//! Another engine, asked for its `go perft`.

use crate::failure::Failure;
use ferz::Position;
use ferz_uci::{Command as UciCommand, Go, PerftLine, Reply, StartPosition, UciMove, UciPosition};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// How long an engine may take to answer what needs no counting.
const PATIENCE: Duration = Duration::from_secs(20);

/// A running engine.
pub(super) struct Peer {
    /// What to call it: its own name once it has told it, else the command.
    pub(super) name: String,
    command: String,
    process: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Peer {
    /// Starts an engine: the path of a program, or a command with arguments.
    ///
    /// # Errors
    /// If it cannot be started, or does not answer `uci` and `isready`.
    pub(super) fn start(command: &str, chess960: bool) -> Result<Self, Failure> {
        let trouble = |reason: String| Failure::Engine { engine: command.into(), reason };
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
            .map_err(|error| trouble(format!("cannot be started: {error}")))?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(trouble("has no input or no output".into()));
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
        let mut peer = Self { name, command: command.into(), process, input, lines };
        peer.say("uci")?;
        peer.wait_for(&Reply::UciOk)?;
        if chess960 {
            peer.say("setoption name UCI_Chess960 value true")?;
        }
        peer.say("isready")?;
        peer.wait_for(&Reply::ReadyOk)?;
        Ok(peer)
    }

    /// The counts below each move of the position that the line leads to, in the engine's order.
    ///
    /// # Errors
    /// If the engine ends, or does not answer as engines do that know `go perft`.
    pub(super) fn divide(
        &mut self,
        root: &Position,
        line: &[UciMove],
        depth: u32,
    ) -> Result<Vec<(UciMove, u64)>, Failure> {
        let start = StartPosition::Fen(root.fen());
        let position = UciPosition { start, moves: line.to_vec() };
        self.say(&UciCommand::Position(position).to_string())?;
        self.say(&UciCommand::Go(Go { perft: Some(depth), ..Go::default() }).to_string())?;
        let mut rows = Vec::new();
        loop {
            let line = self.lines.recv().map_err(|_| self.trouble("ended while counting"))?;
            match line.parse() {
                Ok(PerftLine::Move { uci_move, nodes }) => rows.push((uci_move, nodes)),
                Ok(PerftLine::Total { .. }) => return Ok(rows),
                Err(_) => match line.parse() {
                    Ok(Reply::BestMove { .. }) => return Err(self.searches()),
                    Ok(Reply::Info(info)) if info.score.is_some() => return Err(self.searches()),
                    _ => {}
                },
            }
        }
    }

    fn searches(&self) -> Failure {
        self.trouble("searches when told to `go perft`: it cannot count")
    }

    fn trouble(&self, reason: &str) -> Failure {
        Failure::Engine { engine: self.command.clone(), reason: reason.into() }
    }

    fn say(&mut self, line: &str) -> Result<(), Failure> {
        let written = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        written.map_err(|_| self.trouble("does not listen any more"))
    }

    /// Reads on to a reply, and learns the engine's name on the way.
    fn wait_for(&mut self, wanted: &Reply) -> Result<(), Failure> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => self.trouble(&format!("no {wanted} came in time")),
                RecvTimeoutError::Disconnected => {
                    self.trouble(&format!("ended before it said {wanted}"))
                }
            })?;
            match line.parse::<Reply>() {
                Ok(Reply::IdName(name)) => self.name = name,
                Ok(reply) if reply == *wanted => return Ok(()),
                _ => {}
            }
        }
    }
}

/// No engine outlives its comparison.
impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
