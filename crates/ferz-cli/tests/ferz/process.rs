//! Helpers that run the binary.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::LazyLock;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// The maximum time for a reply, sufficient on a slow and busy machine.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(120);

pub(crate) const BINARY: &str = env!("CARGO_BIN_EXE_ferz");

/// The exit status and the output of a run.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) status: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    /// Parses the last line as JSON.
    pub(crate) fn json(&self) -> serde_json::Value {
        let last = self.out.lines().last().unwrap_or_else(|| panic!("{self:?}"));
        serde_json::from_str(last).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Asserts exit status 2 with one line on standard error, and returns that line.
    pub(crate) fn error_line(&self) -> &str {
        assert_eq!(self.status, Some(2), "{self:?}");
        assert_eq!(self.out, "");
        assert_eq!(self.err.lines().count(), 1, "{self:?}");
        self.err.strip_prefix("ferz: ").unwrap_or_else(|| panic!("{self:?}")).trim_end()
    }
}

/// Runs the binary with nothing on its standard input.
pub(crate) fn ferz(arguments: &[&str]) -> Ran {
    let output = Command::new(BINARY).args(arguments).stdin(Stdio::null()).output().unwrap();
    Ran {
        status: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The names of all commands that do work, such as `pgn check`: those with a manual page and without
/// subcommands.
pub(crate) static COMMANDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("commands");
    let _ = std::fs::remove_dir_all(&folder);
    assert_eq!(ferz(&["man", folder.to_str().unwrap()]).status, Some(0));
    let pages = std::fs::read_dir(&folder).unwrap().map(|page| page.unwrap().path());
    let name = |page: PathBuf| {
        let name = page.file_stem()?.to_str()?.strip_prefix("ferz-")?;
        Some(name.replace('-', " "))
    };
    let all: Vec<_> = pages.filter_map(name).collect();
    let has_subcommands =
        |name: &String| all.iter().any(|other| other != name && runs(other, name));
    all.iter().filter(|name| !has_subcommands(name)).cloned().collect()
});

/// Returns true if a command line runs the command with this name, or one of its subcommands.
pub(crate) fn runs(line: &str, name: &str) -> bool {
    line.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// Writes a file in the temporary folder of the tests and returns its path.
pub(crate) fn file(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Returns the content of an old file that a command may replace: one of the kind that it writes, by its
/// command line.
pub(crate) fn old_content(line: &str) -> &'static [u8] {
    match line {
        line if line.starts_with("book") => b"precious\x03\x1C\0\x01\0\0\0\0",
        line if line.starts_with("train convert") => b"fen precious\n",
        line if line.contains("convert") => b"file,game,precious\n",
        line if line.starts_with("puzzles find") => b"PuzzleId,precious\n",
        line if line.contains("--out") || line == "uci" => b"FERZNNUE precious",
        line if line.starts_with("man") => b".TH precious 1\n",
        line if line.contains("svg") => b"<svg>precious</svg>",
        _ => b"[Event \"precious\"]\n\n*\n",
    }
}

/// Writes a shell script with the permission to execute it and returns its path.
///
/// `cp` writes the file. If this process wrote it, a process that another test starts at that moment
/// could hold it open for writing, and it could not be executed ("text file busy").
#[cfg(unix)]
pub(crate) fn script(name: &str, commands: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let text = file(&format!("{name}.text"), &format!("#!/bin/sh\n{commands}\n"));
    std::fs::set_permissions(&text, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = text.strip_suffix(".text").unwrap();
    assert!(Command::new("cp").args(["-fp", &text, path]).status().unwrap().success());
    path.to_owned()
}

/// A UCI session over pipes.
pub(crate) struct Session {
    process: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Session {
    pub(crate) fn start() -> Self {
        let mut process = Command::new(BINARY)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let input = process.stdin.take();
        let output = BufReader::new(process.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines() {
                if sender.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        Self { process, input, lines }
    }

    pub(crate) fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    /// Returns the lines up to and including the first that starts with `prefix`.
    pub(crate) fn wait_for(&mut self, prefix: &str) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        while !lines.last().is_some_and(|line| line.starts_with(prefix)) {
            let line = self.lines.recv_timeout(TIMEOUT);
            lines.push(line.unwrap_or_else(|_| panic!("no {prefix:?} after {lines:?}")));
        }
        lines
    }

    /// Sends a line and returns the replies before `readyok`.
    pub(crate) fn send_and_wait(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.send("isready");
        let mut lines = self.wait_for("readyok");
        lines.pop();
        lines
    }

    /// Closes the input and returns the remaining lines and the exit status.
    pub(crate) fn end(mut self) -> (Vec<String>, Option<i32>) {
        self.input = None;
        let mut lines = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(TIMEOUT) {
            lines.push(line);
        }
        (lines, self.process.wait().unwrap().code())
    }
}

/// Kills the engine if a test fails.
impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Tests all cases at the same time, where most of the time is spent waiting.
pub(crate) fn at_once<T: Sync>(cases: &[T], test: impl Fn(&T) + Sync) {
    std::thread::scope(|scope| {
        for case in cases {
            scope.spawn(|| test(case));
        }
    });
}
