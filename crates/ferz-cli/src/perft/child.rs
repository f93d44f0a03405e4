//! Child process that exchanges lines over pipes.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Longest line of a child, in bytes. A longer one is cut into several.
const MAX_LINE: u64 = 1 << 16;
/// Number of lines that wait for the reader: with [`MAX_LINE`] the bound of the memory. The child
/// blocks while they are not read.
const MAX_WAITING_LINES: usize = 64;

/// Child process. It ends when the value is dropped, with all processes that it has started.
pub(super) struct ChildProcess {
    process: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

/// Result of waiting for a line.
pub(super) enum NextLine {
    /// A line, with its end.
    Line(String),
    /// The time has passed.
    Timeout,
    /// The child has closed its output.
    Ended,
}

impl ChildProcess {
    /// Starts a child: the path of a program, or a command with arguments.
    ///
    /// # Errors
    /// If it cannot be started.
    pub(super) fn start(command: &str) -> io::Result<Self> {
        let mut words: Vec<&str> = command.split_whitespace().collect();
        if Path::new(command).exists() || words.is_empty() {
            words = vec![command];
        }
        let mut started = Command::new(words[0]);
        started.args(&words[1..]);
        started.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // A group of its own can be ended as a whole, and Ctrl-C reaches only this process.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut started, 0);
        let mut process = started.spawn()?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            end(&mut process);
            return Err(io::Error::other("no standard input or output"));
        };
        let (sender, lines) = mpsc::sync_channel(MAX_WAITING_LINES);
        let read = move || {
            let mut output = BufReader::new(output);
            let mut bytes = Vec::new();
            let mut next = |bytes: &mut Vec<u8>| {
                Read::by_ref(&mut output).take(MAX_LINE).read_until(b'\n', bytes)
            };
            while next(&mut bytes).is_ok_and(|length| length > 0) {
                if sender.send(String::from_utf8_lossy(&bytes).into_owned()).is_err() {
                    return;
                }
                bytes.clear();
            }
        };
        if let Err(error) = std::thread::Builder::new().spawn(read) {
            end(&mut process);
            return Err(error);
        }
        Ok(Self { process, input, lines })
    }

    /// Sends a line.
    ///
    /// # Errors
    /// If the child has closed its input.
    pub(super) fn send(&mut self, line: &str) -> io::Result<()> {
        self.input.write_all(format!("{line}\n").as_bytes())?;
        self.input.flush()
    }

    /// Waits for a line until `deadline`.
    pub(super) fn next_line(&self, deadline: Instant) -> NextLine {
        let left = deadline.saturating_duration_since(Instant::now());
        if left == Duration::ZERO {
            return NextLine::Timeout;
        }
        match self.lines.recv_timeout(left) {
            Ok(line) => NextLine::Line(line),
            Err(RecvTimeoutError::Timeout) => NextLine::Timeout,
            Err(RecvTimeoutError::Disconnected) => NextLine::Ended,
        }
    }
}

impl Drop for ChildProcess {
    fn drop(&mut self) {
        end(&mut self.process);
    }
}

/// Ends a process with its group, and waits for it.
fn end(process: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(process.id()).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = process.kill();
    let _ = process.wait();
}
